//! What is said to programs, and how they are understood.

mod common;

use std::path::Path;
use std::time::Duration;

use common::{DEADLINES, PATIENCE, SHORT_QUIT, answer, depth, game, player, real, script};
use strelci_tuning::engine::{EngineSpec, Fault, Note, Player};
use strelci_tuning::game::Game;

/// What a script has heard since the last question.
fn heard(log: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(log).unwrap();
    std::fs::write(log, "").unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_game_is_told_as_uci_has_it() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let words = format!("{} option.hash=8 'option.Clear Hash='", script("good", log.path()));
    let mut player = player(&words, DEADLINES).unwrap();
    assert_eq!(
        heard(log.path()),
        ["uci", "setoption name hash value 8", "setoption name Clear Hash", "isready"]
    );
    let game = game("amazons8", "c1c6,c6g6");
    let answer = answer(&mut *player, &game).unwrap();
    assert_eq!(
        heard(log.path()),
        [
            "setoption name UCI_Variant value amazons",
            "ucinewgame",
            "isready",
            "position fen 2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w - - 0 1 moves c1c6,c6g6",
            "isready",
            "go depth 1",
        ]
    );
    assert_eq!(answer.played.to_string(), "c1c2,c2c1");
    assert_eq!((answer.score, answer.claim), (Some(12), None));
    assert_eq!((answer.depth, answer.nodes), (Some(3), Some(345)));
    assert!(answer.time < PATIENCE);
    player.quit();
    assert_eq!(heard(log.path()), ["quit"]);
    assert_eq!(player.notes(), []);
}

#[test]
fn a_variant_is_named_once_and_as_the_program_writes_it() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut player = player(&script("good", log.path()), DEADLINES).unwrap();
    let variants = |player: &mut Box<dyn Player>, start: &str| {
        player.new_game(&game(start, "")).unwrap();
        let mut heard = heard(log.path());
        heard.retain(|line| line.starts_with("setoption"));
        heard
    };
    let set = |name: &str| vec![format!("setoption name UCI_Variant value {name}")];
    assert_eq!(variants(&mut player, "strelci6"), set("Strelci6"));
    assert_eq!(variants(&mut player, "strelci6"), Vec::<String>::new());
    assert_eq!(variants(&mut player, "amazons8"), set("amazons"));
    let fault = player.new_game(&game("strelci8", "")).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "cannot play this game: its UCI_Variant lists neither strelci8 nor strelci but amazons, \
         Strelci6; option.UCI_Variant=NAME names the one to play"
    );
}

#[test]
fn the_variant_of_the_user_wins() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let words = format!("{} option.uci_variant=Strelci6", script("good", log.path()));
    let mut player = player(&words, DEADLINES).unwrap();
    player.new_game(&game("amazons", "")).unwrap();
    let expected =
        ["uci", "setoption name uci_variant value Strelci6", "isready", "ucinewgame", "isready"];
    assert_eq!(heard(log.path()), expected);
}

#[test]
fn a_program_is_warmed_up_once() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let words = format!("{} warmup=5", script("good", log.path()));
    let mut player = player(&words, DEADLINES).unwrap();
    let thinks = |player: &mut Box<dyn Player>| {
        player.new_game(&game("strelci6", "c1c5,c5d5")).unwrap();
        let mut heard = heard(log.path());
        heard.retain(|line| line.starts_with("go") || line.starts_with("position"));
        heard
    };
    assert_eq!(thinks(&mut player), ["position fen 3q2/6/6/6/6/2Q3 w - - 0 1", "go movetime 5"]);
    assert_eq!(thinks(&mut player), Vec::<String>::new());
}

/// Plays a game of a player against itself to its end.
fn play(player: &mut dyn Player, start: &str) -> Game {
    let mut game = game(start, "");
    player.new_game(&game).unwrap();
    while game.outcome().is_none() {
        let answer = player.choose(&game, &depth(2), PATIENCE).unwrap();
        game.play(answer.played).unwrap();
    }
    game
}

#[test]
fn the_engine_plays_the_same_game_over_every_protocol() {
    let mut games = [real("uci"), real("ugi"), "depth=1".to_owned()].map(|words| {
        let mut player = player(&words, DEADLINES).unwrap();
        ["strelci6", "amazons6"].map(|start| {
            let game = play(&mut *player, start);
            player.game_over(&game, &game.outcome().unwrap()).unwrap();
            assert_eq!(player.notes(), []);
            game.moves().to_vec()
        })
    });
    games.sort();
    assert_eq!(games[0], games[2]);
}

#[test]
fn the_engine_tells_scores_and_claims() {
    for proto in ["uci", "ugi"] {
        let mut player = player(&real(proto), DEADLINES).unwrap();
        let won = game("strelci 6/2**1*/1Q***1/2**2/2*1**/*1q1*1 b", "");
        player.new_game(&won).unwrap();
        let answer = player.choose(&won, &depth(12), PATIENCE).unwrap();
        assert_eq!((answer.score, answer.claim), (None, Some(true)));
        assert!(answer.nodes.is_some() && answer.depth.is_some());
        assert!(!cfg!(target_os = "linux") || player.cpu_time() > Some(Duration::ZERO));
    }
}

#[test]
fn a_candidate_is_served_as_a_program() {
    let words = format!("{} nodes=2000", real("uci").replace(" depth=1", ""));
    let usual = words.parse::<EngineSpec>().unwrap();
    let changed = words.replace("engine'", "engine param.width=4 param.step_width=4'");
    let changed = changed.parse::<EngineSpec>().unwrap();
    let builtin: EngineSpec = "nodes=2000 param.width=4 param.step_width=4".parse().unwrap();
    let nodes = [usual, changed, builtin].map(|spec| {
        let mut player = spec.player_within(DEADLINES).unwrap();
        let game = game("amazons8", "");
        player.new_game(&game).unwrap();
        player.choose(&game, &depth(3), PATIENCE).unwrap().nodes
    });
    assert_ne!(nodes[0], nodes[1]);
    assert_eq!(nodes[1], nodes[2]);
}

fn bot(name: &str, log: &Path, manner: &str) -> String {
    let words = script(name, log).replace(" depth=1", "").replace("\"'", &format!("\" {manner}'"));
    words + if name == "bot-json" { " proto=botzone-json" } else { " proto=botzone" }
}

/// Has a bot that plays White take over a game, and the game go on for a turn.
fn take_over(player: &mut dyn Player) {
    let mut game = game("amazons8", "c1c2,c2c1 c8c7,c7c8");
    player.new_game(&game).unwrap();
    let answer = player.choose(&game, &depth(1), PATIENCE).unwrap();
    assert_eq!(answer.played.to_string(), "c1c6,c6g6");
    for played in ["c2c6,c6g6", "c7d6,d6c7"] {
        game.play(played.parse().unwrap()).unwrap();
    }
    player.choose(&game, &depth(1), PATIENCE).unwrap();
}

const NOTHING: &str = "-1 -1 -1 -1 -1 -1";

#[test]
fn a_bot_that_asks_for_it_is_kept_running() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut player = player(&bot("bot", log.path(), "keep"), DEADLINES).unwrap();
    take_over(&mut *player);
    assert_eq!(heard(log.path()), ["2", NOTHING, "2 0 2 1 2 0", "2 7 2 6 2 7", "2 6 3 5 2 6"]);
    player.new_game(&game("amazons8", "c1c2,c2c1")).unwrap();
    player.choose(&game("amazons8", "c1c2,c2c1"), &depth(1), PATIENCE).unwrap();
    assert_eq!(heard(log.path()), ["1", "2 0 2 1 2 0"]);
    assert_eq!(player.notes(), []);
}

#[test]
fn an_answer_of_a_bot_that_nobody_asked_for_is_not_its_next() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut player = player(&bot("bot-answers-twice", log.path(), ""), DEADLINES).unwrap();
    let mut game = game("amazons8", "");
    player.new_game(&game).unwrap();
    for moves in [["c1c2,c2c1", "c8c7,c7c8"], ["c2c3,c3c2", "c7c6,c6c7"]] {
        let answer = player.choose(&game, &depth(1), PATIENCE).unwrap();
        assert_eq!(answer.played.to_string(), "c1c6,c6g6");
        for played in moves {
            game.play(played.parse().unwrap()).unwrap();
        }
    }
    assert_eq!(player.notes(), [Note::LateAnswer("0 0 0 1 0 2".to_owned())]);
}

#[test]
fn a_bot_that_ends_is_started_for_each_move() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut player = player(&bot("bot", log.path(), "once"), DEADLINES).unwrap();
    take_over(&mut *player);
    let first = ["2", NOTHING, "2 0 2 1 2 0", "2 7 2 6 2 7"];
    let second = ["3", NOTHING, "2 0 2 1 2 0", "2 7 2 6 2 7", "2 1 2 5 6 5", "2 6 3 5 2 6"];
    assert_eq!(heard(log.path()), [&first[..], &second[..]].concat());
    assert_eq!(player.notes(), []);
    assert!(!cfg!(target_os = "linux") || player.cpu_time() > Some(Duration::ZERO));
}

#[test]
fn a_bot_that_neither_asks_nor_ends_is_killed() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut player = player(&bot("bot", log.path(), "stay"), SHORT_QUIT).unwrap();
    answer(&mut *player, &game("amazons8", "")).unwrap();
    assert_eq!(player.notes(), [Note::IgnoredQuit]);
}

#[test]
fn a_bot_is_told_in_json() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut player = player(&bot("bot-json", log.path(), ""), DEADLINES).unwrap();
    take_over(&mut *player);
    let heard = heard(log.path());
    assert_eq!(heard.len(), 2);
    assert!(heard[0].starts_with(r#"{"requests":[{"x0":-1,"#), "{}", heard[0]);
    assert_eq!(heard[1], r#"{"x0":2,"x1":3,"x2":2,"y0":6,"y1":5,"y2":6}"#);
}

#[test]
fn bots_know_one_game_alone() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut player = player(&bot("bot", log.path(), "keep"), DEADLINES).unwrap();
    for start in ["amazons", "strelci 2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w"] {
        let fault = player.new_game(&game(start, "")).unwrap_err();
        assert!(matches!(fault, Fault::Unsuited(_)), "{fault:?}");
    }
}
