//! `spsa` on the real program: the same climb whatever happens to it on the way.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use assert_cmd::Command;

/// Three rounds of four pairs: a second or so.
const CLIMB: &str = "--param width --param step_margin --start strelci6 --start amazons6 \
                     --each nodes=300 --pairs 4 --rounds 3 --seed 9 --balance 2000";

const PROGRAM: &str = env!("CARGO_BIN_EXE_strelci-tuning");

fn program() -> Command {
    let mut command = Command::new(PROGRAM);
    command.env_remove("RUST_BACKTRACE").env_remove("RUST_LIB_BACKTRACE");
    command
}

fn spsa(out: &Path, arguments: &str) -> Command {
    let mut command = program();
    command.arg("spsa").arg("--out").arg(out).args(arguments.split_whitespace());
    command
}

/// What a command that must succeed writes to standard output.
fn answer(mut command: Command) -> String {
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

/// What a command that must fail writes to standard error.
fn error(mut command: Command) -> String {
    String::from_utf8(command.assert().failure().get_output().stderr.clone()).unwrap()
}

/// A climb's file in order of pairs, after its head.
fn sorted(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[1..].sort_by_key(|line| pair(line));
    lines
}

fn pair(line: &str) -> u64 {
    let number = line.strip_prefix("{\"pair\":").unwrap().split_once(',').unwrap().0;
    number.parse().unwrap()
}

#[test]
fn the_same_seed_climbs_the_same_way_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let told = answer(spsa(&one, CLIMB));
    assert_eq!(told, answer(spsa(&two, &format!("{CLIMB} --concurrency 2"))));
    assert_eq!(sorted(&one), sorted(&two));
    assert_eq!(sorted(&one).len(), 13);
    let rounds: Vec<&str> = told.lines().map(|line| line.split_once("  ").unwrap().0).collect();
    assert_eq!(rounds, ["0/3 rounds", "1/3 rounds", "2/3 rounds", "3/3 rounds"]);
    assert!(told.starts_with("0/3 rounds  param.width=45 param.step_margin=600\n"), "{told}");
    let last = told.lines().last().unwrap();
    assert_eq!(answer(spsa(&one, CLIMB)).trim_end(), last, "a finished climb only tells its end");
}

#[test]
fn a_killed_climb_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    answer(spsa(&whole, CLIMB));
    let mut child = std::process::Command::new(PROGRAM);
    child.arg("spsa").arg("--out").arg(&killed).args(CLIMB.split_whitespace());
    let mut child = child.stdout(Stdio::null()).spawn().unwrap();
    let lines = || std::fs::read_to_string(&killed).map_or(0, |text| text.lines().count());
    while lines() < 6 {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    answer(spsa(&killed, CLIMB));
    assert_eq!(sorted(&killed), sorted(&whole));
}

#[test]
fn shards_merged_after_each_round_climb_as_one_run_does() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let whole = file("whole");
    answer(spsa(&whole, CLIMB));
    let [left, right] = [file("left"), file("right")];
    for round in 0..3 {
        let told = answer(spsa(&left, &format!("{CLIMB} --shard 0/2")));
        let due = format!("shard 0/2 of round {round} is played, 2 pairs are with the others");
        assert!(told.contains(&due), "{told}");
        answer(spsa(&right, &format!("{CLIMB} --shard 1/2")));
        let merged = file(&format!("merged-{round}"));
        let mut merge = program();
        merge.args(["merge", "--out"]).arg(&merged).arg(&left).arg(&right);
        let pairs = 4 * (round + 1);
        let due = format!("{}: {pairs} pairs, {}/3 rounds\n", merged.display(), round + 1);
        assert_eq!(answer(merge), due);
        std::fs::copy(&merged, &left).unwrap();
        std::fs::copy(&merged, &right).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&left).unwrap().lines().collect::<Vec<_>>(), sorted(&whole));
}

#[test]
fn what_cannot_be_climbed_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("climb");
    let told = error(spsa(&path, "--param colour"));
    assert!(told.contains("--param colour: no such constant; there are step_margin,"), "{told}");
    let told = error(spsa(&path, "--each depth"));
    assert!(told.contains("--each 'depth'"), "{told}");
    let told = error(spsa(&path, "--reach 0"));
    assert!(told.contains("--reach 0: a number of steps above 0 is expected"), "{told}");
    let told = error(spsa(&path, "--param width --param step_margin --param width"));
    assert!(told.contains("--param width is said twice"), "{told}");
    for (each, expected) in [
        (["nodes=9", "cmd=./engine"], "what is tuned is the search in this process, without cmd="),
        (["nodes=9", "weights=no/such/file"], "cannot read no/such/file"),
        (["nodes=9", "option.Hash=0"], "option: Hash '0'"),
    ] {
        let mut command = spsa(&path, "--each");
        command.arg(each.join(" "));
        let told = error(command);
        assert!(told.contains(&format!("--each '{}'", each.join(" "))), "{told}");
        assert!(told.contains(expected), "{told}");
    }
    assert!(!path.exists(), "nothing was begun");
    answer(spsa(&path, &CLIMB.replace("--rounds 3", "--rounds 1")));
    let told = error(spsa(&path, CLIMB));
    assert!(told.contains("other settings: its rounds, movement or reach differ"), "{told}");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"pair\":2", "\"pair\":3", 1)).unwrap();
    let told = error(spsa(&path, &CLIMB.replace("--rounds 3", "--rounds 1")));
    assert!(told.contains(": the line does not match its checksum"), "{told}");
}

#[test]
fn the_words_for_each_side_set_the_table_and_where_a_constant_starts() {
    let folder = tempfile::tempdir().unwrap();
    let each = |words: &str| CLIMB.replace("--each nodes=300", "").replace("--rounds 3", words);
    let mut command = spsa(&folder.path().join("climb"), &each("--rounds 1"));
    command.args(["--each", "nodes=300 option.Hash=1 param.width=60"]);
    let told = answer(command);
    assert!(told.starts_with("0/1 rounds  param.width=60 param.step_margin=600\n"), "{told}");
}

#[test]
fn a_damaged_climb_is_cut_where_the_damage_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("climb");
    answer(spsa(&path, CLIMB));
    let whole = sorted(&path);
    let lines: Vec<String> =
        std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    let write = |lines: &[String]| std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let advice = "cut the file before this line, and what follows is played again";

    let mut altered = lines.clone();
    altered[2] = altered[2].replace("half_points\":", "half_points\":1");
    write(&altered);
    let told = error(spsa(&path, CLIMB));
    let expected = format!(
        "climb, line 3: the line does not match its checksum, so it was altered or damaged: \
         restore the file from a copy, or {advice}"
    );
    assert!(told.contains(&expected), "{told}");

    let mut holed = lines.clone();
    holed.remove(2);
    write(&holed);
    let told = error(spsa(&path, CLIMB));
    let early = "of round 1, but the round before it is not complete: ";
    assert!(told.contains("climb, line 5: pair "), "{told}");
    assert!(told.contains(&format!("{early}{advice}")), "{told}");

    write(&lines[..2]);
    answer(spsa(&path, CLIMB));
    assert_eq!(sorted(&path), whole);
}
