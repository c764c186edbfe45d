//! Fits on the real program: the same weights whatever happens to it on the way.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use assert_cmd::Command;
use rustix::process::{Pid, Signal, kill_process};
use strelci::rules::Rules;
use strelci_tuning::weights::WeightsFile;
use tempfile::TempDir;

/// Half a second's work.
const RUN: &str = "--date 2026-12-01 --rounds 1200 --patience 1200 --batch 300";

/// A moment's work.
const SHORT: &str = "--date 2026-12-01 --rounds 5";

const PROGRAM: &str = env!("CARGO_BIN_EXE_strelci-tuning");

/// A folder with a file of games under both rules.
fn folder() -> TempDir {
    static GAMES: OnceLock<Vec<u8>> = OnceLock::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let games = GAMES.get_or_init(|| {
        let run = "--start strelci6 --start amazons6 --games 120 --nodes 100 --seed 5";
        let mut selfplay = Command::new(PROGRAM);
        selfplay.arg("selfplay").arg("--out").arg(&path).args(run.split(' ')).assert().success();
        fs::read(&path).unwrap()
    });
    fs::write(&path, games).unwrap();
    folder
}

/// A command whose errors are shown as people see them, at work in a folder.
fn command(program: &str, folder: &TempDir) -> std::process::Command {
    let mut command = std::process::Command::new(program);
    command.env_remove("RUST_BACKTRACE").env_remove("RUST_LIB_BACKTRACE");
    command.current_dir(folder.path());
    command
}

/// `fit` of the games in the folder to `weights.rs`, with more arguments split at spaces.
fn fit(folder: &TempDir, arguments: &str) -> std::process::Command {
    let mut command = command(PROGRAM, folder);
    command.args(["fit", "games", "--out", "weights.rs"]).args(arguments.split_whitespace());
    command
}

fn said(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// What a command that must succeed writes to standard output.
fn answer(command: std::process::Command) -> String {
    let (out, err) = said(Command::from_std(command).assert().success().get_output());
    assert_eq!(err, "");
    out
}

/// What a command that must fail with 1 writes to standard error.
fn error(command: std::process::Command) -> String {
    said(Command::from_std(command).assert().code(1).get_output()).1
}

fn weights(folder: &TempDir) -> WeightsFile {
    WeightsFile::load(&folder.path().join("weights.rs")).unwrap()
}

/// The weights of [`RUN`], fitted without any disturbance.
fn undisturbed() -> &'static WeightsFile {
    static WEIGHTS: OnceLock<WeightsFile> = OnceLock::new();
    WEIGHTS.get_or_init(|| {
        let folder = folder();
        answer(fit(&folder, RUN));
        weights(&folder)
    })
}

/// Starts a run and waits until its checkpoint is written.
fn started(folder: &TempDir) -> Child {
    let mut command = fit(folder, RUN);
    command.args(["--checkpoint", "checkpoint"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    while !folder.path().join("checkpoint").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into());
    let mut names: Vec<PathBuf> = entries.collect();
    names.sort();
    names
}

#[test]
fn weights_are_written_with_their_origin() {
    let folder = folder();
    let told = answer(fit(&folder, &format!("{SHORT} --plots pictures")));
    let file = weights(&folder);
    for rules in [Rules::Strelci, Rules::Amazons] {
        let origin = &file.of(rules).origin;
        assert!(origin.starts_with("2026-12-01, "), "{origin}");
        assert!(origin.contains(" to validate of `games`; seed 1, result share 0.5, "), "{origin}");
        let (_, losses) = origin.rsplit_once("; ").unwrap();
        assert!(losses.starts_with("validation loss 0."), "{origin}");
        assert!(told.contains(&format!("{rules}: 5 rounds, best after round ")), "{told}");
        assert!(told.contains(losses), "{told}");
        assert_ne!(&file.of(rules).table, &WeightsFile::in_use().unwrap().of(rules).table);
    }
    assert!(told.ends_with("weights written to weights.rs\n4 pictures written to pictures\n"));
    let pictures = ["calibration-amazons", "calibration-strelci", "loss-amazons", "loss-strelci"];
    let pictures = pictures.map(|name| PathBuf::from(format!("{name}.svg")));
    assert_eq!(names(&folder.path().join("pictures")), pictures);
    assert_eq!(names(folder.path()), ["games", "pictures", "weights.rs"].map(PathBuf::from));
}

#[test]
fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
    let folder = folder();
    answer(fit(&folder, &format!("{RUN} --threads 3")));
    assert_eq!(&weights(&folder), undisturbed());
    answer(fit(&folder, &format!("{RUN} --seed 2")));
    assert_ne!(&weights(&folder), undisturbed());
}

#[test]
fn a_rule_set_may_be_fitted_alone() {
    let folder = folder();
    let told = answer(fit(&folder, &format!("{SHORT} --rules amazons")));
    assert!(told.contains(" games of other rules left out\n"), "{told}");
    let (file, in_use) = (weights(&folder), WeightsFile::in_use().unwrap());
    assert_eq!(file.of(Rules::Strelci), in_use.of(Rules::Strelci));
    assert_ne!(file.of(Rules::Amazons).table, in_use.of(Rules::Amazons).table);
}

#[test]
fn a_killed_fit_ends_with_the_same_weights() {
    let folder = folder();
    let mut child = started(&folder);
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
    assert!(!folder.path().join("weights.rs").exists());
    let told = answer(fit(&folder, &format!("{RUN} --checkpoint checkpoint")));
    assert!(told.contains("strelci: goes on after round "), "{told}");
    assert_eq!(&weights(&folder), undisturbed());
}

#[test]
fn an_interrupted_fit_says_so_and_ends_with_the_same_weights() {
    let folder = folder();
    let child = started(&folder);
    signal(&child, Signal::INT);
    let (_, err) = said(&child.wait_with_output().unwrap());
    assert!(err.starts_with("Error: interrupted after round "), "{err}");
    assert!(err.ends_with("; the same command goes on from there\n"), "{err}");
    answer(fit(&folder, &format!("{RUN} --checkpoint checkpoint")));
    assert_eq!(&weights(&folder), undisturbed());
    // A fit that is done is not done again.
    let told = answer(fit(&folder, &format!("{RUN} --checkpoint checkpoint")));
    assert!(told.contains("amazons: goes on after round 1200\n"), "{told}");
    assert_eq!(&weights(&folder), undisturbed());
}

#[test]
fn a_fit_goes_on_inside_the_second_rule_set() {
    let folder = folder();
    let mut child = started(&folder);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("strelci: 1200 rounds, ")));
    signal(&child, Signal::INT);
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert!(!child.wait().unwrap().success(), "{rest:?}");
    let told = answer(fit(&folder, &format!("{RUN} --checkpoint checkpoint")));
    assert!(told.contains("strelci: goes on after round 1200\n"), "{told}");
    assert!(told.contains("amazons: goes on after round "), "{told}");
    assert_eq!(&weights(&folder), undisturbed());
}

#[test]
fn a_fit_goes_on_beyond_its_end_with_more_rounds() {
    let folder = folder();
    let more = SHORT.replace("--rounds 5", "--rounds 8");
    answer(fit(&folder, &more));
    let at_once = weights(&folder);
    answer(fit(&folder, &format!("{SHORT} --checkpoint checkpoint")));
    let told = answer(fit(&folder, &format!("{more} --checkpoint checkpoint")));
    assert!(told.contains("strelci: goes on after round 5\n"), "{told}");
    assert!(told.contains("amazons: goes on after round 5\n"), "{told}");
    assert_eq!(weights(&folder), at_once);
}

#[test]
fn the_picture_of_the_loss_shows_what_was_kept() {
    let folder = folder();
    let told = answer(fit(&folder, &format!("{SHORT} --plots pictures")));
    let (_, best) = told.split_once("strelci: 5 rounds, best after round ").unwrap();
    let (best, _) = best.split_once(';').unwrap();
    let picture = fs::read_to_string(folder.path().join("pictures/loss-strelci.svg")).unwrap();
    for text in [
        "Loss round by round, strelci rules",
        &format!("kept: after round {best}"),
        "games to learn from",
        "games to validate",
        "mean cross-entropy in nats",
    ] {
        assert!(picture.contains(text), "{text} in {picture}");
    }
    assert!(picture.matches("<polyline").count() >= 3, "{picture}");
}

#[test]
fn a_checkpoint_of_another_fit_is_left_alone() {
    let folder = folder();
    answer(fit(&folder, &format!("{SHORT} --checkpoint checkpoint")));
    let kept = fs::read(folder.path().join("checkpoint")).unwrap();
    let told = error(fit(&folder, &format!("{SHORT} --checkpoint checkpoint --seed 2")));
    let expected =
        "Error: checkpoint is the checkpoint of another fit: --seed is 1 there and 2 here; ";
    assert!(told.starts_with(expected), "{told}");
    let fewer = "--date 2026-12-01 --rounds 4 --checkpoint checkpoint";
    let told = error(fit(&folder, fewer));
    assert!(told.contains("the checkpoint is after round 5, more than --rounds 4"), "{told}");
    assert_eq!(fs::read(folder.path().join("checkpoint")).unwrap(), kept);
}

#[test]
fn games_that_are_not_whole_are_told() {
    let folder = folder();
    let path = folder.path().join("games");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 5]).unwrap();
    let told = error(fit(&folder, SHORT));
    assert!(told.starts_with("Error: games: is cut short in block 120 "), "{told}");
    let mut altered = whole.clone();
    altered[whole.len() - 5] ^= 1;
    fs::write(&path, altered).unwrap();
    let told = error(fit(&folder, SHORT));
    assert!(told.starts_with("Error: games: is altered in block 120 "), "{told}");
    fs::remove_file(&path).unwrap();
    assert!(error(fit(&folder, SHORT)).starts_with("Error: games: No such file"));
    assert_eq!(names(folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn too_few_games_are_told() {
    let folder = folder();
    let run = "--start strelci6 --games 4 --nodes 50 --out few";
    let mut selfplay = command(PROGRAM, &folder);
    selfplay.arg("selfplay").args(run.split(' '));
    answer(selfplay);
    let mut few = command(PROGRAM, &folder);
    few.args(["fit", "few", "--out", "weights.rs"]).args(SHORT.split(' '));
    let told = error(few);
    assert!(told.contains(" games of strelci to learn from and "), "{told}");
    assert!(told.contains("too few, there must be at least 10 and 1"), "{told}");
}

#[test]
fn games_that_come_twice_count_once() {
    let folder = folder();
    answer(fit(&folder, SHORT));
    let once = weights(&folder);
    fs::copy(folder.path().join("games"), folder.path().join("again")).unwrap();
    let mut twice = fit(&folder, SHORT);
    twice.arg("again");
    assert!(answer(twice).contains(" repeated games left out\n"));
    assert_eq!(weights(&folder).tables(), once.tables());
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = folder();
    let old = WeightsFile::in_use().unwrap().to_string();
    fs::write(folder.path().join("weights.rs"), &old).unwrap();
    // Files may have two blocks, and who writes more gets an error instead of a signal.
    let limited = "trap '' XFSZ; ulimit -f 2; exec \"$@\"";
    let mut shell = command("sh", &folder);
    let fit = fit(&folder, SHORT);
    shell.args(["-c", limited, "sh"]).arg(fit.get_program()).args(fit.get_args());
    let told = error(shell);
    assert!(told.starts_with("Error: cannot write weights.rs\n"), "{told}");
    assert!(told.contains("File too large"), "{told}");
    assert_eq!(fs::read_to_string(folder.path().join("weights.rs")).unwrap(), old);
    assert_eq!(names(folder.path()), ["games", "weights.rs"].map(PathBuf::from));
}

#[test]
fn places_that_cannot_be_written_are_told_before_the_work() {
    let folder = folder();
    for (more, expected) in [
        ("--out no/such/file", "Error: cannot write no/such/file\n"),
        ("--checkpoint .", "Error: cannot write .\n"),
        ("--checkpoint ./weights.rs", "Error: weights.rs: --out and --checkpoint must be two"),
        ("--plots games", "Error: cannot make games\n"),
        ("--out games", "Error: games: a file of games, which would be written over\n"),
    ] {
        let mut command = command(PROGRAM, &folder);
        command.args(["fit", "games"]).args(SHORT.split(' ')).args(more.split(' '));
        if !more.starts_with("--out") {
            command.args(["--out", "weights.rs"]);
        }
        let told = error(command);
        assert!(told.starts_with(expected), "{told}");
    }
}

#[test]
fn wrong_settings_are_told() {
    let folder = folder();
    for (wrong, expected) in [
        ("--date 1.12.2026", "a date is written year-month-day, as in 2026-12-01"),
        ("--date 2026-12-01 --result-share 1.5", "a number from 0 to 1"),
        ("--date 2026-12-01 --smoothness=-1", "a number from 0 on"),
        ("--date 2026-12-01 --score-scale 0", "a number from 1 to 1000000"),
        ("--date 2026-12-01 --rules chess", "unknown rules 'chess'"),
        ("--date 2026-12-01 --batch 0", "number would be zero"),
        ("--date 2026-12-01 --rounds 0", "number would be zero"),
        ("--date 2026-12-01 --patience 0", "number would be zero"),
        ("--date 2026-12-01 --rate 0", "a number above 0"),
    ] {
        let command = fit(&folder, wrong);
        let (_, told) = said(Command::from_std(command).assert().code(2).get_output());
        assert!(told.contains(expected), "{wrong}: {told}");
    }
}
