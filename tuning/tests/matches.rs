//! Matches by the program itself: what they write, and what becomes of them when things go wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::Value;
use tempfile::TempDir;

const TWINS: [&str; 4] = ["--engine", "name=a", "--engine", "name=b"];

/// A directory with the files of a test.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    /// `match` with a file and further arguments, in one text with spaces between them.
    fn match_of(&self, out: &str, engines: &[&str], arguments: &str) -> Command {
        let mut command = program();
        command.arg("match").args(engines).arg("--out").arg(self.path(out));
        command.args(arguments.split_whitespace());
        command
    }

    /// A match of twins on a small board with varied nodes.
    fn twins(&self, out: &str, arguments: &str) -> Command {
        let usual =
            "--each nodes=150 --start strelci6 --start amazons6 --balance off --vary-nodes 5";
        self.match_of(out, &TWINS, &format!("{usual} {arguments}"))
    }

    /// The games of a file in order of their numbers, without times.
    fn games(&self, name: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.path(name)).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let mut games: Vec<Value> =
            lines.filter(|line: &Value| line.get("game").is_some()).collect();
        for game in &mut games {
            let members = game.as_object_mut().unwrap();
            for of_time in ["times_ms", "cpu_ms", "crc32"] {
                members.remove(of_time).unwrap();
            }
        }
        games.sort_by_key(|game| game["game"].as_u64());
        games
    }
}

fn program() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("strelci-tuning"));
    command.env("RUST_BACKTRACE", "0");
    command
}

/// What a command prints where it succeeds.
fn said(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", complaint(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// What a command complains of where it fails.
fn complained(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    complaint(&output)
}

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn table(path: &Path) -> String {
    said(program().arg("table").arg(path))
}

/// A report without what is told of times.
fn score_lines(report: &str) -> Vec<&str> {
    report
        .lines()
        .filter(|line| {
            !line.contains("a move") && !line.contains(": no moves") && !line.contains(".jsonl")
        })
        .collect()
}

/// A script of the directory of engines that do something wrong.
fn script(name: &str) -> String {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines");
    format!("name={name} cmd='sh {directory}/{name}.sh /dev/null' movetime=100 margin=0")
}

/// Waits until something is so.
fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_mins(1), "waited in vain: {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

fn lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |bytes| bytes.split(|&byte| byte == b'\n').count() - 1)
}

fn begun(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Starts a match and waits for its first games.
fn started(command: &mut Command, path: &Path, games: usize) -> Child {
    let child = begun(command);
    wait("games", || lines(path) > games);
    child
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let place = Place::new();
    let one = said(&mut place.twins("one.jsonl", "--pairs 6"));
    let other = said(&mut place.twins("other.jsonl", "--pairs 6 --concurrency 3"));
    assert_eq!(place.games("one.jsonl"), place.games("other.jsonl"));
    assert_eq!(score_lines(&one), score_lines(&other));
    said(&mut place.twins("seed.jsonl", "--pairs 6 --seed 2"));
    assert_ne!(place.games("one.jsonl"), place.games("seed.jsonl"));
}

#[test]
fn a_game_is_one_line_that_can_be_played_again() {
    use strelci_tuning::{game::Game, start::Start};
    let place = Place::new();
    said(&mut place.twins("games.jsonl", "--pairs 2"));
    for game in place.games("games.jsonl") {
        let text = |key: &str| game[key].as_str().unwrap();
        let start: Start = text("start").parse().unwrap();
        let moves = format!("{} {}", text("opening_moves"), text("moves"));
        let moves: Vec<_> = moves.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let outcome = Game::opened(start, &moves).unwrap().outcome().unwrap();
        let white_won = outcome.winner == strelci::board::Side::White;
        assert_eq!(text("result"), if white_won { "1-0" } else { "0-1" });
        assert_eq!(text("winner"), text(if white_won { "white" } else { "black" }));
        assert_eq!(game["scores"].as_array().unwrap().len(), moves.len() - 3);
    }
    let [first, second] = &place.games("games.jsonl")[..2] else { panic!("two games") };
    assert_eq!(first["opening_moves"], second["opening_moves"]);
    assert_eq!((&first["white"], &first["black"]), (&second["black"], &second["white"]));
}

#[test]
fn a_killed_match_goes_on_as_if_nothing_had_been() {
    let place = Place::new();
    let arguments = "--pairs 40 --each nodes=1500";
    let command = |out: &str| place.match_of(out, &TWINS, &format!("{arguments} --start amazons6"));
    let path = place.path("killed.jsonl");
    for games in [5, 20] {
        let mut child = started(&mut command("killed.jsonl"), &path, games);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(lines(&path) < 81, "it was not killed in the middle");
    // What a kill in the middle of writing leaves.
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend_from_slice(b"{\"game\":70,\"pa");
    fs::write(&path, bytes).unwrap();
    let report = said(&mut command("killed.jsonl"));
    assert!(report.contains("killed.jsonl: a torn last line of 14 bytes was cut off"), "{report}");
    assert!(report.contains(" of 80 games are there"), "{report}");
    said(&mut command("whole.jsonl"));
    let games = place.games("killed.jsonl");
    assert_eq!(games, place.games("whole.jsonl"));
    assert!(games.iter().zip(0..).all(|(game, number)| game["game"] == number));
    assert_eq!(games.len(), 80);
}

#[test]
fn a_finished_match_is_not_played_again_but_can_be_made_longer() {
    let place = Place::new();
    said(&mut place.twins("games.jsonl", "--pairs 2"));
    let before = fs::read(place.path("games.jsonl")).unwrap();
    let report = said(&mut place.twins("games.jsonl", "--pairs 2"));
    assert!(report.contains("4 of 4 games are there"), "{report}");
    assert!(report.contains("a against b: "), "{report}");
    assert_eq!(fs::read(place.path("games.jsonl")).unwrap(), before);
    let report = said(&mut place.twins("games.jsonl", "--pairs 4"));
    assert!(report.contains("from 2 to 4 pairs"), "{report}");
    said(&mut place.twins("once.jsonl", "--pairs 4"));
    assert_eq!(place.games("games.jsonl"), place.games("once.jsonl"));
    let error = complained(&mut place.twins("games.jsonl", "--pairs 4 --adjudicate"));
    assert!(error.contains("adjudicate is false there, true here"), "{error}");
}

#[test]
fn two_shards_merged_equal_one_run() {
    let place = Place::new();
    let whole = said(&mut place.twins("whole.jsonl", "--pairs 7"));
    let paths = ["0", "1"].map(|index| {
        let out = format!("shard{index}.jsonl");
        said(&mut place.twins(&out, &format!("--pairs 7 --concurrency 2 --shard {index}/2")));
        place.path(&out)
    });
    let merge = |files: &[PathBuf]| {
        let mut command = program();
        command.arg("merge").arg("--out").arg(place.path("merged.jsonl")).args(files);
        command
    };
    let error = complained(&mut merge(&paths[1..]));
    assert!(error.contains("shards of 2 are missing: 0/2"), "{error}");
    let error = complained(&mut merge(&[&paths[..], &paths[1..]].concat()));
    assert!(error.contains("both hold shard 1/2"), "{error}");
    let told = said(&mut merge(&[paths[1].clone(), paths[0].clone()]));
    assert!(told.ends_with("merged.jsonl: 14 games\n"), "{told}");
    assert_eq!(place.games("merged.jsonl"), place.games("whole.jsonl"));
    let order: Vec<u64> = (0..14).collect();
    let text = fs::read_to_string(place.path("merged.jsonl")).unwrap();
    let numbers = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap());
    assert_eq!(numbers.collect::<Vec<_>>(), order);
    assert_eq!(score_lines(&table(&place.path("merged.jsonl"))), score_lines(&whole));
    let report = said(&mut place.twins("merged.jsonl", "--pairs 7"));
    assert!(report.contains("14 of 14 games are there"), "{report}");
    assert!(complained(&mut merge(&paths)).contains("is there already"));
}

#[test]
fn twins_that_do_not_vary_are_degenerate() {
    let place = Place::new();
    let report = said(&mut place.match_of(
        "games.jsonl",
        &TWINS,
        "--each nodes=150 --start amazons6 --pairs 4",
    ));
    assert!(report.contains("a against b: 4–4 in 4 pairs (0,4,0)"), "{report}");
    assert!(report.contains("degenerate: every pair gave 1 of 2 points"), "{report}");
    assert!(!report.contains("Elo +"), "{report}");
}

#[test]
fn a_test_ends_the_match_at_the_same_pair_however_many_play() {
    let place = Place::new();
    let engines = ["--engine", "name=more nodes=2000", "--engine", "name=less nodes=60"];
    let arguments = "--start strelci6 --pairs 300 --vary-nodes 5 --sprt 0 100";
    let play = |out: &str, concurrency: u32| {
        let arguments = format!("{arguments} --concurrency {concurrency}");
        said(&mut place.match_of(out, &engines, &arguments))
    };
    let (one, four) = (play("one.jsonl", 1), play("four.jsonl", 4));
    assert!(one.contains("H1 accepted"), "{one}");
    let counted = |report: &str| {
        let lines = score_lines(report)
            .into_iter()
            .filter(|line| !line.contains("after the test had decided"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        counted(&table(&place.path("one.jsonl"))),
        counted(&table(&place.path("four.jsonl")))
    );
    assert!(four.contains("H1 accepted"), "{four}");
    let games = place.games("one.jsonl").len();
    assert!(games < 200, "{games}");
    play("one.jsonl", 2);
    assert_eq!(place.games("one.jsonl").len(), games);
}

#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let place = Place::new();
    let path = place.path("games.jsonl");
    let shell = format!(
        "trap '' XFSZ; ulimit -f 16; exec \"$0\" match --engine name=a --engine name=b --each \
         nodes=150 --start amazons6 --pairs 40 --out '{}'",
        path.display()
    );
    let binary = assert_cmd::cargo::cargo_bin!("strelci-tuning");
    let error = complained(Command::new("sh").arg("-c").arg(shell).arg(binary));
    assert!(error.contains("cannot write to "), "{error}");
    assert!(error.contains("games.jsonl: "), "{error}");
    assert!(error.contains("stays readable"), "{error}");
    let report = table(&path);
    assert!(!report.contains("torn"), "{report}");
    assert!(lines(&path) > 4);
}

#[test]
fn an_interrupted_match_leaves_a_good_file_and_no_process() {
    let place = Place::new();
    let pid_file = place.path("pid");
    let hangs = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/hangs.sh");
    let command = format!("sh -c \"echo $$ >{}; exec sh {hangs}\"", pid_file.display());
    let hanging = format!("name=hangs cmd='{command}'");
    let quick = "--engine name=a --engine name=b --each nodes=150 --start strelci6";
    let mut twins = place.match_of("games.jsonl", &[], &format!("{quick} --pairs 1000000"));
    let path = place.path("games.jsonl");
    let child = started(&mut twins, &path, 4);
    let error = interrupted(child);
    assert!(error.contains(" of 1000000 pairs: the same command goes on"), "{error}");
    assert!(table(&path).contains("a against b: "));

    let engines = ["--engine", "name=a", "--engine", &hanging];
    let mut waiting =
        place.match_of("waiting.jsonl", &engines, "--each nodes=150 --start strelci6");
    let child = begun(&mut waiting);
    wait("the engine", || fs::read_to_string(&pid_file).is_ok_and(|text| text.ends_with('\n')));
    let pid: i32 = fs::read_to_string(&pid_file).unwrap().trim().parse().unwrap();
    interrupted(child);
    assert!(test_kill_process(Pid::from_raw(pid).unwrap()).is_err(), "the engine still runs");
    assert_eq!(place.games("waiting.jsonl").len(), 0);
}

#[test]
fn a_second_interruption_ends_all_at_once() {
    let place = Place::new();
    let pid_file = place.path("pid");
    let deaf = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/ignores-quit.sh");
    let command = format!("sh -c \"echo $$ >{}; exec sh {deaf}\"", pid_file.display());
    let deaf = format!("name=deaf cmd='{command}'");
    let engines = ["--engine", "name=a depth=100", "--engine", &deaf];
    let mut command = place.match_of("games.jsonl", &engines, "--each nodes=150 --start amazons6");
    let mut child = begun(&mut command);
    wait("the engine", || fs::read_to_string(&pid_file).is_ok_and(|text| text.ends_with('\n')));
    let engine = fs::read_to_string(&pid_file).unwrap().trim().parse().unwrap();
    wait("the end", || {
        // The first is over only when the engine has been waited for, which takes a second.
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        thread::sleep(Duration::from_millis(50));
        child.try_wait().unwrap().is_some()
    });
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // Whoever takes over its processes may not have waited for it yet.
    wait("the engine's end", || {
        let state = fs::read_to_string(format!("/proc/{engine}/stat")).unwrap_or_default();
        test_kill_process(Pid::from_raw(engine).unwrap()).is_err() || state.contains(") Z ")
    });
}

#[test]
fn another_build_or_other_weights_do_not_go_on_with_a_match() {
    let place = Place::new();
    let weights = place.write("weights.rs", include_str!("../../src/eval/weights.rs"));
    let engines =
        ["--engine", "name=a", "--engine", &format!("name=b weights={}", weights.display())];
    let arguments = "--each nodes=100 --start strelci6 --pairs 1";
    let mut command = place.match_of("games.jsonl", &engines, arguments);
    said(&mut command);
    let path = place.path("games.jsonl");
    let head = fs::read_to_string(&path).unwrap().lines().next().unwrap().to_owned();
    assert!(head.contains(r#""builtin":"strelci "#), "{head}");
    let text = fs::read_to_string(&weights).unwrap();
    place.write("weights.rs", &format!("{text}// another\n"));
    let error = complained(&mut command);
    assert!(error.contains("weights.rs is "), "{error}");
    fs::remove_file(&weights).unwrap();
    let error = complained(&mut command);
    assert!(error.contains("cannot read "), "{error}");
}

#[test]
fn an_engine_that_plays_an_illegal_move_is_started_anew() {
    let place = Place::new();
    let log = place.path("log");
    let good = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/good.sh");
    let good = format!("name=good cmd='sh {good} {}' movetime=1000", log.display());
    let engines = ["--engine", "name=a nodes=150", "--engine", &good];
    let report = said(&mut place.match_of("games.jsonl", &engines, "--start strelci6 --pairs 1"));
    assert!(report.contains("its own fault: illegal move 2"), "{report}");
    let heard = fs::read_to_string(&log).unwrap();
    let count = |word: &str| heard.lines().filter(|line| *line == word).count();
    assert_eq!((count("uci"), count("quit")), (2, 2), "{heard}");
}

#[test]
fn clocks_of_two_kinds_run_and_one_is_overstepped() {
    let place = Place::new();
    let log = place.path("log");
    let sleeps = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/sleeps.sh");
    let sleeps = format!("name=sleeps cmd='sh {sleeps} {}' tc=0.2 margin=10", log.display());
    let engines = ["--engine", "name=a tc=40/2+0.05", "--engine", &sleeps];
    let arguments = "--start strelci6 --plies 0 --balance off --pairs 1";
    let report = said(&mut place.match_of("games.jsonl", &engines, arguments));
    assert!(report.contains("its own fault: overstep 2"), "{report}");
    for game in place.games("games.jsonl") {
        assert_eq!((&game["reason"], &game["winner"]), (&"overstep".into(), &"a".into()));
        let detail = game["detail"].as_str().unwrap();
        assert!(detail.starts_with("sleeps: oversteps its time by "), "{detail}");
    }
    let heard = fs::read_to_string(&log).unwrap();
    let asked: Vec<&str> = heard.lines().filter(|line| line.starts_with("go ")).collect();
    assert_eq!(asked.len(), 2, "{heard}");
    for (go, [own, other]) in
        asked.iter().zip([["btime 200 binc 0", "winc 50"], ["wtime 200 winc 0", "binc 50"]])
    {
        assert!(go.contains(own) && go.contains(other) && !go.contains("movestogo"), "{go}");
    }
}

/// What a match complains of when it is interrupted.
fn interrupted(child: Child) -> String {
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    complaint(&output)
}

#[test]
fn a_wrong_opening_is_told_with_its_line() {
    let place = Place::new();
    let list = place.write("list.txt", "# two\namazons6\namazons6 moves b1b2,b2b9\n");
    let openings = format!("--each nodes=100 --openings {}", list.display());
    let error = complained(&mut place.match_of("games.jsonl", &TWINS, &openings));
    assert!(error.contains("list.txt, line 3: move 1: b1b2,b2b9 is not legal"), "{error}");
    assert!(!place.path("games.jsonl").exists());
}

#[test]
fn listed_openings_take_turns_under_both_rules() {
    let place = Place::new();
    let list = place.write("list.txt", "amazons6\nstrelci q4/5/5/4Q b moves a4b4,b4a4\n");
    let openings = format!("--each nodes=100 --pairs 3 --openings {}", list.display());
    let report = said(&mut place.match_of("games.jsonl", &TWINS, &openings));
    assert!(report.starts_with("2 openings for 3 pairs: they come again"), "{report}");
    let games = place.games("games.jsonl");
    let starts: Vec<&str> = games.iter().map(|game| game["start"].as_str().unwrap()).collect();
    let (one, other) = ("amazons6", "strelci q4/5/5/4Q b - - 0 1");
    assert_eq!(starts, [one, one, other, other, one, one]);
    assert_eq!(games[2]["opening_moves"], "a4b4,b4a4");
    place.write("list.txt", "amazons6\n");
    let error = complained(&mut place.match_of("games.jsonl", &TWINS, &openings));
    assert!(error.contains("openings.listed.count is 2 there, 1 here"), "{error}");
}

#[test]
fn an_altered_file_is_told_with_its_line() {
    let place = Place::new();
    said(&mut place.twins("games.jsonl", "--pairs 2"));
    let text = fs::read_to_string(place.path("games.jsonl")).unwrap();
    place.write("games.jsonl", &text.replacen("\"pair\":1", "\"pair\":0", 1));
    for error in [
        complained(&mut place.twins("games.jsonl", "--pairs 2")),
        complained(program().arg("table").arg(place.path("games.jsonl"))),
    ] {
        assert!(error.contains("games.jsonl, line 4: the line does not match"), "{error}");
    }
}

#[test]
fn faults_cost_games_and_never_the_match() {
    let place = Place::new();
    let faulty = ["crashes", "hangs", "nonsense", "floods", "leaves-child"].map(script);
    let mut engines = vec!["--engine", "name=good nodes=100"];
    engines.extend(faulty.iter().flat_map(|words| ["--engine", words]));
    let arguments = "--format gauntlet --pairs 1 --start strelci6 --concurrency 5";
    let report = said(&mut place.match_of("games.jsonl", &engines, arguments));
    let lost = |name: &str, reason: &str| {
        let line = report.lines().rfind(|line| line.starts_with(&format!("{name}: ")));
        assert!(line.unwrap().contains(&format!("its own fault: {reason} 2")), "{report}");
    };
    lost("crashes", "crash");
    lost("hangs", "hang");
    lost("nonsense", "nonsense");
    lost("floods", "flood");
    // It always plays the same move, which is legal once at most.
    lost("leaves-child", "illegal move");
    assert!(report.contains("| good | 10–0 | 100.0 % |"), "{report}");
    assert_eq!(place.games("games.jsonl").len(), 10);
}

#[test]
fn an_engine_that_does_not_start_is_named_before_any_game() {
    let place = Place::new();
    let nothing = ["--engine", "name=a nodes=9", "--engine", "name=nothing cmd=/nowhere nodes=9"];
    let error = complained(&mut place.match_of("games.jsonl", &nothing, ""));
    assert!(error.contains("engine nothing: does not start: "), "{error}");
    let exits = script("exits-at-start");
    let engines = ["--engine", "name=a nodes=9", "--engine", &exits];
    let error = complained(&mut place.match_of("games.jsonl", &engines, ""));
    assert!(error.contains("engine exits-at-start: does not start: "), "{error}");
    assert!(error.contains("cannot find my book"), "{error}");
    assert_eq!(place.games("games.jsonl").len(), 0);
}

#[test]
fn arguments_that_make_no_match_are_told() {
    let place = Place::new();
    let told = |engines: &[&str], arguments: &str| {
        complained(&mut place.match_of("games.jsonl", engines, arguments))
    };
    let three = ["--engine", "name=a", "--engine", "name=b", "--engine", "name=c"];
    for (engines, arguments, error) in [
        (&TWINS[..2], "--each nodes=9", "a match needs two engines"),
        (&["--engine", "", "--engine", ""], "--each nodes=9", "two engines are called 'strelci'"),
        (&three, "--each nodes=9", "say --format round-robin or gauntlet"),
        (&TWINS, "", "--engine 'name=a'"),
        (&TWINS, "--each depth=2 --vary-nodes 5", "no engine has one"),
        (&TWINS, "--each nodes=9 --sprt 5 0", "elo0 below elo1"),
        (&three, "--each nodes=9 --format gauntlet --sprt 0 5", "needs --format pair"),
        (&TWINS, "--each nodes=9 --balance little", "or off"),
        (&TWINS, "--each nodes=9 --shard 2/2", "index/count"),
        (&TWINS, "--each nodes=9 --start chess", "unknown variant 'chess'"),
        (&TWINS, "--each nodes=9 --plies 40 --start strelci6", "choose fewer with --plies"),
    ] {
        let told = told(engines, arguments);
        assert!(told.contains(error), "{told}");
    }
    assert_eq!(lines(&place.path("games.jsonl")), 0);
}
