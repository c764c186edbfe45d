//! The referee with players whose answers are written down before.

use super::*;
use crate::engine::Note;

type Answers = dyn FnMut(&Game, &Limits) -> Result<Answer, Fault> + Send;

/// A player whose answers come from a function.
struct Scripted {
    answers: Box<Answers>,
    ready: Result<(), Fault>,
    agrees: Result<(), Fault>,
    quits: u32,
}

impl Player for Scripted {
    fn new_game(&mut self, _: &Game) -> Result<(), Fault> {
        self.ready.clone()
    }

    fn choose(&mut self, game: &Game, limits: &Limits, _: Duration) -> Result<Answer, Fault> {
        (self.answers)(game, limits)
    }

    fn game_over(&mut self, _: &Game, _: &Outcome) -> Result<(), Fault> {
        self.agrees.clone()
    }

    fn quit(&mut self) {
        self.quits += 1;
    }

    fn cpu_time(&mut self) -> Option<Duration> {
        None
    }

    fn notes(&mut self) -> Vec<Note> {
        vec![Note::IgnoredQuit]
    }
}

/// The first legal move, in a millisecond.
fn first(game: &Game) -> Answer {
    Answer {
        played: game.position().first_move().unwrap(),
        score: Some(7),
        claim: None,
        depth: None,
        nodes: None,
        time: Duration::from_millis(1),
    }
}

fn scripted(
    answers: impl FnMut(&Game, &Limits) -> Result<Answer, Fault> + Send + 'static,
) -> Scripted {
    Scripted { answers: Box::new(answers), ready: Ok(()), agrees: Ok(()), quits: 0 }
}

fn plain() -> Scripted {
    scripted(|game, _| Ok(first(game)))
}

fn play(
    words: [&str; 2],
    white: &mut Scripted,
    black: &mut Scripted,
) -> Result<Played, Interrupted> {
    let specs = words.map(|words| words.parse::<EngineSpec>().unwrap());
    let seats = [Seat::new(&specs[0], white), Seat::new(&specs[1], black)];
    let stop = || false;
    let patience = Duration::from_secs(1);
    let referee = Referee { adjudicate: true, patience, stop: &stop };
    let game = Game::new("strelci 1q2/4/4/2Q1 w".parse().unwrap());
    referee.play(game, seats, Variation::new(5, 1, 0))
}

const NODES: [&str; 2] = ["name=a nodes=100", "name=b nodes=100"];

fn ending(white: &mut Scripted, black: &mut Scripted) -> Ending {
    play(NODES, white, black).unwrap().ending
}

#[test]
fn a_game_ends_by_the_librarys_rules() {
    let played = play(NODES, &mut plain(), &mut plain()).unwrap();
    let outcome = played.game.outcome().unwrap();
    assert_eq!(played.ending, outcome.into());
    assert_eq!(played.answers.len(), played.game.moves().len());
    assert_eq!(played.notes.len(), 2);
    assert!(played.notes[0].starts_with("a: did not end"), "{}", played.notes[0]);
}

#[test]
fn every_fault_costs_the_game() {
    let text = || "so".to_owned();
    for (fault, reason) in [
        (Fault::NotStarted(text()), Reason::NotStarted),
        (Fault::Crashed(text()), Reason::Crash),
        (Fault::Hung(Duration::from_secs(1)), Reason::Hang),
        (Fault::Nonsense(text()), Reason::Nonsense),
        (Fault::WrongClaim(text()), Reason::WrongClaim),
        (Fault::Flooded(text()), Reason::Flood),
        (Fault::Unsuited(text()), Reason::Unsuited),
    ] {
        let said = format!("b: {fault}");
        let wanted = Ending::forfeit(Side::Black, reason, said);
        let answer = fault.clone();
        let mut moving = scripted(move |_, _| Err(answer.clone()));
        assert_eq!(ending(&mut plain(), &mut moving), wanted);
        let mut starting = Scripted { ready: Err(fault), ..plain() };
        assert_eq!(ending(&mut plain(), &mut starting), wanted);
    }
}

#[test]
fn an_illegal_move_costs_the_game() {
    let mut wrong =
        scripted(|game, _| Ok(Answer { played: "a1a2,a2a1".parse().unwrap(), ..first(game) }));
    let mut right = plain();
    let ending = ending(&mut wrong, &mut right);
    assert_eq!((ending.winner, ending.reason), (Side::Black, Reason::IllegalMove));
    assert_eq!((wrong.quits, right.quits), (1, 0));
    assert!(ending.detail.unwrap().starts_with("a: a1a2,a2a1 is not legal: "));
}

#[test]
fn an_overstep_costs_the_game() {
    let slow = |millis| {
        let time = Duration::from_millis(millis);
        scripted(move |game, _| Ok(Answer { time, ..first(game) }))
    };
    let times = ["name=a movetime=100 margin=5", "name=b movetime=90 margin=5"];
    let played = |white, black| {
        let (mut white, mut black) = (slow(white), slow(black));
        let ending = play(times, &mut white, &mut black).unwrap().ending;
        (ending, [white.quits, black.quits])
    };
    let (ending, quits) = played(105, 95);
    assert_eq!((ending.reason.is_fault(), quits), (false, [0, 0]));
    let (ending, quits) = played(105, 96);
    assert_eq!(quits, [0, 1]);
    assert_eq!((ending.winner, ending.reason), (Side::White, Reason::Overstep));
    assert_eq!(ending.detail.as_deref(), Some("b: oversteps its time by 6 ms"));
}

#[test]
fn each_player_has_its_own_limits_and_varied_nodes() {
    let mut white = scripted(|game, limits| {
        assert!((950..=1050).contains(&limits.nodes.unwrap()));
        assert_eq!((limits.depth, limits.move_time), (None, None));
        Ok(first(game))
    });
    let mut black = scripted(|game, limits| {
        assert_eq!((limits.depth, limits.nodes), (Some(3), None));
        Ok(first(game))
    });
    play(["name=a nodes=1000", "name=b depth=3"], &mut white, &mut black).unwrap();
}

#[test]
fn an_interruption_is_nobodys_loss() {
    let mut stopped = scripted(|_, _| Err(Fault::Interrupted));
    assert!(play(NODES, &mut stopped, &mut plain()).is_err());
}

#[test]
fn who_disagrees_is_noted_and_changes_nothing() {
    let disagrees = Err(Fault::WrongClaim("p2win".to_owned()));
    let mut other = Scripted { agrees: disagrees, ..plain() };
    let played = play(NODES, &mut plain(), &mut other).unwrap();
    assert_eq!(played.ending, played.game.outcome().unwrap().into());
    assert_eq!(played.notes[0], "b: claims wrongly: p2win");
}

#[test]
fn players_who_agree_are_believed() {
    let claims = |claim| scripted(move |game, _| Ok(Answer { claim, ..first(game) }));
    let agreed = ending(&mut claims(Some(false)), &mut claims(Some(true)));
    assert_eq!((agreed.winner, agreed.reason), (Side::Black, Reason::Adjudicated));
    let played = play(NODES, &mut claims(Some(true)), &mut claims(Some(true))).unwrap();
    assert!(!matches!(played.ending.reason, Reason::Adjudicated));
    let loser = if played.ending.winner == Side::White { "b" } else { "a" };
    assert_eq!(played.notes[0], format!("{loser}: had claimed a proven win"));
}
