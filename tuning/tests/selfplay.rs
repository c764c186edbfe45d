//! Self-play on the real program: the same games whatever happens to it on the way.

use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use assert_cmd::Command;
use rustix::process::{Pid, Signal, kill_process};
use strelci_tuning::selfplay::{Plan, Reader, SavedGame, SavedPly, Writer, merge};

/// A run of a second or so on one thread.
const RUN: &str = "--start 2:strelci6 --start amazons6 --games 40 --nodes 3000 --seed 5";

const PROGRAM: &str = env!("CARGO_BIN_EXE_strelci-tuning");

/// A command that shows errors as people see them.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_remove("RUST_BACKTRACE").env_remove("RUST_LIB_BACKTRACE");
    command
}

/// `selfplay` into a file, with more arguments split at spaces.
fn selfplay(out: &Path, arguments: &str) -> Command {
    let mut command = command(PROGRAM);
    command.arg("selfplay").arg("--out").arg(out).args(arguments.split_whitespace());
    command
}

fn said(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// What a command that must succeed writes to standard output; a slow one may write lines of
/// progress to standard error.
fn answer(mut command: Command) -> String {
    said(command.assert().success().get_output()).0
}

/// What a command that must fail writes to standard error.
fn error(mut command: Command) -> String {
    said(command.assert().failure().get_output()).1
}

/// The file of [`RUN`], played without any disturbance.
fn undisturbed() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("undisturbed");
        answer(selfplay(&path, RUN));
        std::fs::read(path).unwrap()
    })
}

fn games(path: &Path) -> Vec<SavedGame> {
    Reader::open(path).unwrap().map(Result::unwrap).collect()
}

/// Starts a run and waits until so many bytes are in its file, or it has ended.
fn started(path: &Path, bytes: u64) -> Child {
    let mut command = std::process::Command::new(PROGRAM);
    command.env_remove("RUST_BACKTRACE").env_remove("RUST_LIB_BACKTRACE");
    command.arg("selfplay").arg("--out").arg(path).args(RUN.split_whitespace());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let length = || std::fs::metadata(path).map_or(0, |found| found.len());
    while length() < bytes && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let (folder, bytes) = (tempfile::tempdir().unwrap(), undisturbed());
    let path = folder.path().join("threads");
    let told = answer(selfplay(&path, &format!("{RUN} --threads 3")));
    assert!(told.contains(": 40 of 40 games; now 40 games, "), "{told}");
    assert!(told.contains("; outside the search "), "{told}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let other = folder.path().join("other");
    answer(selfplay(&other, &RUN.replace("--seed 5", "--seed 6")));
    let moves =
        |path: &Path| games(path).iter().map(|game| game.plies().to_vec()).collect::<Vec<_>>();
    assert_ne!(moves(&other), moves(&path));
}

#[test]
fn shards_merge_to_the_bytes_of_one_run() {
    let (folder, bytes) = (tempfile::tempdir().unwrap(), undisturbed());
    let shards: Vec<PathBuf> = (0..3).map(|index| folder.path().join(index.to_string())).collect();
    for (index, shard) in shards.iter().enumerate() {
        answer(selfplay(shard, &format!("{RUN} --shard {index}/3")));
    }
    let merged = folder.path().join("merged");
    let order = [2, 0, 1].map(|index| shards[index].clone());
    let mut command = command(PROGRAM);
    command.arg("merge").arg("--out").arg(&merged).args(&order);
    assert_eq!(answer(command), format!("{}: 40 games\n", merged.display()));
    assert_eq!(std::fs::read(&merged).unwrap(), bytes);

    let told =
        |files: &[PathBuf]| merge(&folder.path().join("new"), files).unwrap_err().to_string();
    assert_eq!(told(&[]), "no file to merge");
    assert_eq!(told(&order[..2]), "shard 1/3 is in none of the files");
    assert!(told(&[order[0].clone(), order[0].clone()]).ends_with(" both hold shard 2/3"));
    let exists = merge(&merged, &order).unwrap_err().to_string();
    assert!(exists.starts_with(&merged.display().to_string()), "{exists}");
    let different = told(&[order[0].clone(), merged.clone()]);
    assert!(different.ends_with("of different runs: shard 0/1 against 2/3"), "{different}");
    let length = std::fs::metadata(&shards[1]).unwrap().len();
    std::fs::OpenOptions::new().write(true).open(&shards[1]).unwrap().set_len(length - 1).unwrap();
    assert!(told(&order).contains("is cut short in block 13 "), "{}", told(&order));
    assert!(!folder.path().join("new").exists());
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    let (folder, bytes) = (tempfile::tempdir().unwrap(), undisturbed());
    let path = folder.path().join("killed");
    for part in [8, 3] {
        let mut child = started(&path, bytes.len() as u64 / part);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(std::fs::metadata(&path).unwrap().len() < bytes.len() as u64);
    }
    let told = answer(selfplay(&path, &format!("{RUN} --threads 2")));
    assert!(told.contains(" of 40 games are there"), "{told}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);

    let empty = folder.path().join("empty");
    let told = answer(selfplay(&empty, "--start strelci6 --games 2 --shard 2/3"));
    assert_eq!(told, format!("{}: 0 of 0 games are there\n", empty.display()));
    let told = answer(selfplay(&path, RUN));
    assert_eq!(told, format!("{}: 40 of 40 games are there\n", path.display()));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn an_interrupted_run_ends_after_its_games_and_goes_on() {
    let (folder, bytes) = (tempfile::tempdir().unwrap(), undisturbed());
    let path = folder.path().join("interrupted");
    let child = started(&path, bytes.len() as u64 / 8);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let (out, err) = said(&output);
    assert!(
        err.ends_with(
            "interrupted: the games being played are finished; once more ends at once\nError: interrupted; the same command goes on\n"
        ),
        "{err}"
    );
    let there = games(&path).len();
    assert!(out.contains(&format!(": {there} of 40 games; now {there} games, ")), "{out}");
    answer(selfplay(&path, RUN));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_full_disk_leaves_whole_games() {
    let (folder, bytes) = (tempfile::tempdir().unwrap(), undisturbed());
    let path = folder.path().join("full");
    let script = "trap '' XFSZ; ulimit -f 2; exec \"$@\"";
    let mut command = command("bash");
    command.args(["-c", script, "bash", PROGRAM, "selfplay", "--out"]);
    command.arg(&path).args(RUN.split_whitespace());
    let told = error(command);
    assert!(told.contains(&format!("{}: File too large", path.display())), "{told}");
    let there = games(&path).len();
    assert!(0 < there && there < 40, "{there}");
    answer(selfplay(&path, RUN));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn wrong_settings_and_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let told = |arguments: &str| error(selfplay(&path, arguments));
    answer(selfplay(&path, "--start strelci6 --games 2 --nodes 100"));
    let before = std::fs::read(&path).unwrap();
    assert_eq!(
        told("--start amazons6 --games 2 --nodes 200"),
        format!(
            "Error: {}: is of another run, there against here: starts strelci6 against amazons6, limit nodes 100 against nodes 200; take the settings it has, or another file\n",
            path.display()
        )
    );
    assert!(told("--start chess").contains("unknown variant 'chess'"));
    assert!(told("--start strelci6 --time 5 --nodes 100").contains("cannot be used with"));
    assert!(
        told("--start strelci6 --opening 6-2").contains("'6-2': plies are a number or a range")
    );
    assert_eq!(std::fs::read(&path).unwrap(), before);

    let device = error(selfplay(Path::new("/dev/null"), "--start strelci6"));
    assert_eq!(device, "Error: /dev/null: is not a regular file\n");
    let nowhere = error(selfplay(&folder.path().join("no/games"), "--start strelci6"));
    assert!(nowhere.contains("no/games: No such file or directory"), "{nowhere}");
}

#[test]
fn a_limit_of_time_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    answer(selfplay(&path, "--start strelci6 --games 3 --time 2 --threads 2"));
    assert_eq!(games(&path).len(), 3);
}

#[test]
fn obstacles_are_on_the_board_from_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    answer(selfplay(&path, "--start strelci6 --games 12 --nodes 50 --obstacles 6"));
    let squares = |game: &SavedGame| 34 - game.start().position.empty_squares();
    let mut obstacles: Vec<usize> = games(&path).iter().map(squares).collect();
    obstacles.sort_unstable();
    obstacles.dedup();
    assert_eq!(obstacles, [0, 2, 4, 6]);
}

/// A file of two short games: one of a random ply and a scored one, one that was proven.
fn tiny(path: &Path) {
    let plan: Plan = concat!(
        "engine: strelci 0.1.0\nseed: 1\ngames: 2\nshard: 0/1\n",
        "starts: strelci q3Q/****1/****1 w - - 0 1, amazons q*/1Q w - - 0 1\n",
        "obstacles: 0\nopening: 1\nrandom: 0\nlimit: nodes 10\nhash: 1\n",
    )
    .parse()
    .unwrap();
    let ply = |text: &str, score| SavedPly { played: text.parse().unwrap(), score };
    let first = vec![ply("e3e2,e2e3", None), ply("a3c3,c3d3", Some(0))];
    let second = vec![ply("b1a1,a1b1", Some(1_500_000))];
    let (mut writer, _) = Writer::open(path, &plan).unwrap();
    for (number, plies) in [first, second].into_iter().enumerate() {
        let start = plan.starts[number].start;
        writer.append(&SavedGame::new(number as u64, start, plies).unwrap()).unwrap();
    }
}

fn over(command: &str, path: &Path) -> Command {
    let mut over = self::command(PROGRAM);
    over.args(command.split_whitespace()).arg(path);
    over
}

#[test]
fn stats_describe_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiny");
    tiny(&path);
    let bytes = std::fs::metadata(&path).unwrap().len();
    let each = bytes as f64 / 3.0;
    let expected = format!(
        "\
{}: 2 of 2 games, 3 positions, {bytes} bytes ({each:.2} a position)
  engine: strelci 0.1.0
  seed: 1
  games: 2
  shard: 0/1
  starts: strelci q3Q/****1/****1 w - - 0 1, amazons q*/1Q w - - 0 1
  obstacles: 0
  opening: 1
  random: 0
  limit: nodes 10
  hash: 1

rules    board  games  positions  White wins  plies  margin  random
amazons    2×2      1          1     100.0 %   1.00       -   0.0 %
strelci    5×3      1          2       0.0 %   2.00    1.00  50.0 %
all                 2          3      50.0 %   1.50    1.00  33.3 %

chance by score  positions  expected      won
0-10 %                   0         -        -
10-20 %                  0         -        -
20-30 %                  0         -        -
30-40 %                  0         -        -
40-50 %                  0         -        -
50-60 %                  1    50.0 %  100.0 %
60-70 %                  0         -        -
70-80 %                  0         -        -
80-90 %                  0         -        -
90-100 %                 0         -        -

proven by the search: 1 positions, 100.0 % ended so
",
        path.display()
    );
    assert_eq!(answer(over("stats", &path)), expected);

    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(bytes - 3).unwrap();
    let (out, err) = said(over("stats", &path).assert().failure().get_output());
    assert!(out.contains(": 1 of 2 games, 2 positions, "), "{out}");
    assert!(err.contains("is cut short in block 2 (from byte "), "{err}");
}

#[test]
fn a_sample_is_a_table_of_positions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiny");
    tiny(&path);
    let lines = [
        "fen\trules\tscore\tresult\tmargin\tplies_left\n",
        "q3Q/****1/****1 w - - 0 1\tstrelci\t-\t0\t-1\t2\n",
        "q3*/****Q/****1 b - - 0 1\tstrelci\t0\t1\t1\t1\n",
        "q*/1Q w - - 0 1\tamazons\t1500000\t1\t-\t1\n",
    ];
    assert_eq!(answer(over("sample --count 5", &path)), lines.concat());
    let two = answer(over("sample --count 2 --seed 3", &path));
    assert_eq!(answer(over("sample --count 2 --seed 3", &path)), two);
    assert_eq!(two.lines().count(), 3);

    std::fs::write(&path, "no games").unwrap();
    let told = error(over("sample", &path));
    assert_eq!(told, format!("Error: {}: is not a file of self-play games\n", path.display()));
}
