//! Programs that do not do as they should: each is told apart, costs a game at most, and leaves
//! nothing behind. The programs are the scripts in `engines`.

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{DEADLINES, PATIENCE, SHORT_QUIT, SHORT_START, answer, depth, game, player, script};
use strelci_tuning::engine::{Deadlines, Fault, Note};
use strelci_tuning::game::Game;

fn start() -> Game {
    game("amazons8", "")
}

/// The fault of a script's first move.
fn fault(name: &str) -> Fault {
    let mut player = player(&script(name, ""), DEADLINES).expect(name);
    answer(&mut *player, &start()).expect_err(name)
}

/// The fault of a script that cannot be started.
fn start_fault(words: &str, deadlines: Deadlines) -> Fault {
    player(words, deadlines).err().expect(words)
}

#[test]
fn a_program_that_is_not_there_does_not_start() {
    let fault = start_fault("cmd='./no-such-program -x' dir=/tmp depth=1", DEADLINES);
    let Fault::NotStarted(what) = &fault else { panic!("{fault:?}") };
    assert!(what.starts_with("./no-such-program -x in /tmp: No such file"), "{what}");
    let fault = start_fault("cmd=./no-such-program proto=botzone", DEADLINES);
    assert!(matches!(fault, Fault::NotStarted(_)), "{fault:?}");
}

#[test]
fn a_program_that_ends_at_its_greeting_does_not_start() {
    assert_eq!(
        start_fault(&script("exits-at-start", ""), DEADLINES).to_string(),
        "does not start: it ended with exit code 3; its last line of errors: cannot find my book"
    );
}

#[test]
fn a_program_that_never_finishes_its_greeting_does_not_start() {
    assert_eq!(
        start_fault(&script("mute", ""), SHORT_START).to_string(),
        "does not start: no uciok in time; its last line: Usage: mute [OPTIONS]"
    );
}

#[test]
fn a_program_without_the_option_asked_for_does_not_start() {
    let words = format!("{} option.Style=wild", script("good", ""));
    assert_eq!(
        start_fault(&words, DEADLINES).to_string(),
        "does not start: it has no option 'Style': one of Hash, Clear Hash, UCI_Variant"
    );
}

#[test]
fn a_program_that_does_not_read_cannot_block() {
    let words = format!("{} option.Hash={}", script("deaf", ""), "1".repeat(300_000));
    assert_eq!(
        start_fault(&words, SHORT_START).to_string(),
        "does not start: no readyok after its options were set in time"
    );
}

#[test]
fn a_crash_is_told_with_its_last_words() {
    assert_eq!(
        fault("crashes").to_string(),
        "crashed: it was ended by signal 11; its last line of errors: assertion failed"
    );
    assert_eq!(fault("closes-output").to_string(), "crashed: it closed its output");
}

#[test]
fn a_crash_is_seen_behind_a_child_that_lives_on() {
    let mut player = player(&script("child-holds-output", ""), DEADLINES).unwrap();
    let fault = answer(&mut *player, &start()).unwrap_err();
    assert_eq!(fault, Fault::Crashed("it ended with exit code 7".to_owned()));
    assert_eq!(player.notes(), [Note::LeftChildren(1)]);
}

#[test]
fn a_hang_ends_with_patience_and_the_program_is_started_anew() {
    let mut player = player(&script("hangs", ""), DEADLINES).unwrap();
    let patience = Duration::from_millis(80);
    for _ in 0..2 {
        player.new_game(&start()).unwrap();
        let asked = Instant::now();
        let fault = player.choose(&start(), &depth(1), patience).unwrap_err();
        assert_eq!(fault, Fault::Hung(patience));
        assert!((patience..PATIENCE).contains(&asked.elapsed()));
    }
    assert_eq!(player.notes(), []);
}

#[test]
fn a_flood_is_stopped() {
    assert_eq!(
        fault("floods").to_string(),
        "floods its output: more than 100000 lines without a question"
    );
    assert_eq!(
        fault("long-line").to_string(),
        "floods its output: a line of more than 65536 bytes"
    );
}

#[test]
fn an_answer_that_is_no_move_is_nonsense() {
    let Fault::Nonsense(what) = fault("nonsense") else { panic!("nonsense") };
    assert!(what.starts_with("'e2e4' is not a move: "), "{what}");
}

#[test]
fn no_move_while_the_game_goes_on_is_a_wrong_claim() {
    assert_eq!(
        fault("says-nothing-left").to_string(),
        "claims wrongly: answers 'bestmove (none)' while the game goes on; it told of an error: \
         error: position: not my game"
    );
}

#[test]
fn answers_that_nobody_asked_for_are_noted_and_not_heeded() {
    let mut player = player(&script("answers-twice", ""), DEADLINES).unwrap();
    let moves = [(); 3].map(|()| answer(&mut *player, &start()).unwrap().played.to_string());
    assert_eq!(moves, ["c1c2,c2c1", "c1c3,c3c1", "c1c4,c4c1"]);
    let late = Note::LateAnswer("bestmove a1a7,a7a1".to_owned());
    assert_eq!(player.notes(), [late]);
    assert_eq!(player.notes(), []);
}

#[test]
fn a_program_that_ended_between_games_is_started_anew() {
    let mut player = player(&script("crashes-idle", ""), DEADLINES).unwrap();
    for notes in [0, 1] {
        answer(&mut *player, &start()).unwrap();
        assert_eq!(player.notes().len(), notes);
    }
    let fault = player.choose(&start(), &depth(1), PATIENCE).unwrap_err();
    assert_eq!(fault, Fault::Crashed("it ended with exit code 9".to_owned()));
}

#[test]
fn another_winner_is_a_wrong_claim() {
    let words = script("takes-black-for-the-winner", "");
    let mut player = player(&format!("{words} proto=ugi"), DEADLINES).unwrap();
    let won_by = |fen| {
        let game = game(fen, "");
        let outcome = game.outcome().expect("over");
        (game, outcome)
    };
    let (game, outcome) = won_by("strelci q*1/**1/1Q1 w");
    assert_eq!(
        player.game_over(&game, &outcome).unwrap_err().to_string(),
        "claims wrongly: answers 'p2win' to 'query result'; White wins: separated, by 4 squares"
    );
    let (game, outcome) = won_by("strelci Q*1/**1/1q1 w");
    player.new_game(&start()).unwrap();
    assert_eq!(player.game_over(&game, &outcome), Ok(()));
}

#[test]
fn a_program_that_ignores_quit_is_killed() {
    let mut player = player(&script("ignores-quit", ""), SHORT_QUIT).unwrap();
    player.quit();
    assert_eq!(player.notes(), [Note::IgnoredQuit]);
}

#[test]
fn no_process_is_left_behind() {
    for ends_by_itself in [true, false] {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut player = player(&script("leaves-child", file.path()), DEADLINES).unwrap();
        let child = std::fs::read_to_string(file.path()).unwrap();
        let child = Path::new("/proc").join(child.trim());
        assert!(!cfg!(target_os = "linux") || child.exists());
        if ends_by_itself {
            player.quit();
            assert_eq!(player.notes(), [Note::LeftChildren(1)]);
        }
        drop(player);
        wait_for_the_end_of(&child);
    }
}

/// A process that was killed is gone once its parent has looked after it.
fn wait_for_the_end_of(process: &Path) {
    let deadline = Instant::now() + PATIENCE;
    let is_alive = || {
        let status = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
        !status.is_empty() && !status.contains(") Z ")
    };
    while is_alive() {
        assert!(Instant::now() < deadline, "{} lives on", process.display());
        std::thread::yield_now();
    }
}

#[test]
fn a_bot_that_says_it_has_no_move_claims_wrongly() {
    let words = script("bot-without-a-move", "").replace(" depth=1", " proto=botzone");
    let mut player = player(&words, DEADLINES).unwrap();
    let fault = answer(&mut *player, &start()).unwrap_err();
    assert!(matches!(fault, Fault::WrongClaim(_)), "{fault:?}");
}
