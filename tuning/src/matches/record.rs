//! The record of a game: one line of JSON.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strelci::board::{Move, Side};

use super::ending::Reason;
use super::openings::Opening;
use super::referee::Played;
use super::schedule::Fixture;
use super::text;
use crate::engine::Answer;
use crate::start::Start;

/// A finished game, as it stands in the file. All but `times_ms` and `cpu_ms` comes from the
/// match's settings alone, as long as the engines do not look at the clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number in the match, from 0.
    pub game: u64,
    /// The number of its pair: half the game's, rounded down.
    pub pair: u64,
    /// The number of its opening: the round's.
    pub opening: u64,
    /// Where it started: a variant's name, or the rules and a FEN.
    #[serde(with = "text")]
    pub start: Start,
    /// The opening's moves, with spaces between them.
    #[serde(with = "text::spaced")]
    pub opening_moves: Vec<Move>,
    /// The name of the engine that played White.
    pub white: String,
    /// The name of the engine that played Black.
    pub black: String,
    /// The moves the engines played after the opening, with spaces between them.
    #[serde(with = "text::spaced")]
    pub moves: Vec<Move>,
    /// Who has won.
    pub result: GameResult,
    /// The name of the engine that has won.
    pub winner: String,
    /// Why.
    pub reason: Reason,
    /// The difference in squares, where the sides were separated under Střelci's rules.
    pub margin: Option<u16>,
    /// What there is to say beyond that: whose fault it was and what was wrong.
    pub detail: Option<String>,
    /// What is to be told of a player though it cost no game, its name first.
    pub notes: Vec<String>,
    /// For each move, what its player said of its position.
    pub scores: Vec<Option<Said>>,
    /// For each move, the depth its player said.
    pub depths: Vec<Option<u32>>,
    /// For each move, the positions its player said it looked at.
    pub nodes: Vec<Option<u64>>,
    /// For each move, the wall time it took.
    pub times_ms: Vec<Millis>,
    /// The processor time White and Black used in the game, where it could be known.
    pub cpu_ms: [Option<Millis>; 2],
}

impl Record {
    /// The record of a game that was played from an opening by engines of these names, White's
    /// first.
    #[must_use]
    pub fn new(fixture: Fixture, names: [&str; 2], opening: &Opening, played: &Played) -> Self {
        let Played { game, answers, ending, notes, cpu } = played;
        let [white, black] = names.map(str::to_owned);
        Self {
            game: fixture.game,
            pair: fixture.pair(),
            opening: fixture.round,
            start: opening.start,
            opening_moves: opening.moves.clone(),
            winner: names[ending.winner as usize].to_owned(),
            white,
            black,
            moves: game.moves()[opening.moves.len()..].to_vec(),
            result: GameResult::won_by(ending.winner),
            reason: ending.reason,
            margin: ending.margin,
            detail: ending.detail.clone(),
            notes: notes.clone(),
            scores: answers.iter().map(Said::of).collect(),
            depths: answers.iter().map(|answer| answer.depth).collect(),
            nodes: answers.iter().map(|answer| answer.nodes).collect(),
            times_ms: answers.iter().map(|answer| Millis(answer.time)).collect(),
            cpu_ms: cpu.map(|cpu| cpu.map(Millis)),
        }
    }

    /// Whose move the first after the opening was.
    #[must_use]
    pub fn first_mover(&self) -> Side {
        let starter = self.start.position.side_to_move();
        if self.opening_moves.len().is_multiple_of(2) { starter } else { !starter }
    }

    /// The name of the engine that played a side.
    #[must_use]
    pub fn name(&self, side: Side) -> &str {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The wall times of a side's moves.
    pub fn times(&self, side: Side) -> impl Iterator<Item = Duration> {
        let first = usize::from(side != self.first_mover());
        self.times_ms.iter().skip(first).step_by(2).map(|&Millis(time)| time)
    }
}

/// What a player says of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Said {
    /// A value in hundredths of a square for itself.
    Value(i32),
    /// That the result is proven.
    Proven(Proven),
}

/// A result that a player says it has proven for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proven {
    /// It wins.
    Win,
    /// It loses.
    Loss,
}

impl Said {
    /// What an answer says, if it says anything.
    #[must_use]
    pub fn of(answer: &Answer) -> Option<Self> {
        match answer.claim {
            Some(true) => Some(Self::Proven(Proven::Win)),
            Some(false) => Some(Self::Proven(Proven::Loss)),
            None => answer.score.map(Self::Value),
        }
    }
}

/// The result as it is written in game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// White has won.
    #[serde(rename = "1-0")]
    White,
    /// Black has won.
    #[serde(rename = "0-1")]
    Black,
}

impl GameResult {
    /// The result when this side has won.
    #[must_use]
    pub const fn won_by(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }

    /// Who has won.
    #[must_use]
    pub const fn winner(self) -> Side {
        match self {
            Self::White => Side::White,
            Self::Black => Side::Black,
        }
    }
}

/// A time, written in milliseconds with three decimals; what is less than a microsecond is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Millis(pub Duration);

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(self.0.as_micros() as f64 / 1000.0)
    }
}

impl<'a> Deserialize<'a> for Millis {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        let millis = f64::deserialize(from)?;
        let time = Duration::try_from_secs_f64(millis / 1000.0);
        time.map(Self).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::matches) fn won_by(game: u64, winner: &str) -> Record {
        let (white, black) = if game.is_multiple_of(2) { ("a", "b") } else { ("b", "a") };
        let result = if winner == white { GameResult::White } else { GameResult::Black };
        let millis = |millis| Millis(Duration::from_micros(millis));
        Record {
            game,
            pair: game / 2,
            opening: game / 2,
            start: "strelci6".parse().unwrap(),
            opening_moves: vec!["c1c2,c2c1".parse().unwrap()],
            white: white.to_owned(),
            black: black.to_owned(),
            moves: ["d6d5,d5d6", "c2c1,c1c2"].map(|text| text.parse().unwrap()).to_vec(),
            result,
            winner: winner.to_owned(),
            reason: Reason::Separated,
            margin: Some(3),
            detail: None,
            notes: Vec::new(),
            scores: vec![Some(Said::Value(-12)), Some(Said::Proven(Proven::Loss))],
            depths: vec![Some(3), None],
            nodes: vec![Some(100), None],
            times_ms: vec![millis(1_612), millis(400)],
            cpu_ms: [Some(millis(380)), None],
        }
    }

    #[test]
    fn a_record_is_one_documented_line_of_json() {
        let record = won_by(6, "a");
        let text = serde_json::to_string(&record).unwrap();
        let line = r#"{"game":6,"pair":3,"opening":3,"start":"strelci6","opening_moves":"c1c2,c2c1","white":"a","black":"b","moves":"d6d5,d5d6 c2c1,c1c2","result":"1-0","winner":"a","reason":"separated","margin":3,"detail":null,"notes":[],"scores":[-12,"loss"],"depths":[3,null],"nodes":[100,null],"times_ms":[1.612,0.4],"cpu_ms":[0.38,null]}"#;
        assert_eq!(text, line);
        assert_eq!(serde_json::from_str::<Record>(line).unwrap(), record);
    }

    #[test]
    fn times_belong_to_who_moved() {
        let record = won_by(0, "a");
        assert_eq!(record.first_mover(), Side::Black);
        let times = |side| record.times(side).collect::<Vec<_>>();
        assert_eq!(times(Side::Black), [Duration::from_micros(1_612)]);
        assert_eq!(times(Side::White), [Duration::from_micros(400)]);
    }
}
