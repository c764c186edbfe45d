//! The file, byte by byte. Numbers of fixed size are little-endian; a *varint* is LEB128: seven bits
//! a byte, the lowest first, the high bit set on all but the last.
//!
//! | bytes | what |
//! |---|---|
//! | 7 | [`MAGIC`]: 89 73 67 61 6d 65 73, the last six `sgames` |
//! | 1 | [`VERSION`]: 1 |
//! | … | blocks to the end of the file: the plan, then the games of the shard in order, one a block |
//!
//! A **block**:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | length of its content in bytes, at most [`CONTENT_MOST`] |
//! | 4 | CRC-32 (IEEE) of the content |
//! | 4 | CRC-32 of the eight bytes before this, so that a torn end is told from an altered length |
//! | … | the content |
//!
//! One game a block: a kill costs only the games being played, and the file's bytes do not depend
//! on where a run was interrupted. The **plan** is the text of [`Plan`], UTF-8. A **game**:
//!
//! | bytes | what |
//! |---|---|
//! | varint | number of the game in the run, from 0 |
//! | varint | start: 1 for the first of the plan, 2 for the second …; 0 where a start of its own follows |
//! | varint, … | only after that 0: length and text of the start, as `strelci q2/3/2Q w - - 0 1` |
//! | varint | number of plies |
//! | … | the plies |
//! | varint | outcome: 2·*r* + *w*; *w* is 0 where White won and 1 where Black did, *r* is 0 where the loser could not move and 1 + the margin in squares where the sides were separated |
//!
//! A **ply**:
//!
//! | bytes | what |
//! |---|---|
//! | 3 or 6 | the squares an archer leaves, moves to and shoots at, each *file* + *files* · *rank*, counted from 0 at a1; a byte each on boards of up to 256 squares, else two |
//! | varint | score of the position before it: 0 where the move was random; else 1 + *z*, *z* being 2·*s* for a score *s* ≥ 0 and −2·*s* − 1 below 0; hundredths of a square for the side to move, proven results as in [`Score`](strelci::eval::Score) |

use strelci::board::{BoardSize, Move, Side, Square};
use strelci::rules::{Outcome, Reason};
use thiserror::Error;

use super::bytes::{Bytes, put_varint};
use super::plan::Plan;
use super::saved::{GameError, SavedGame, SavedPly};
use crate::start::{Start, StartError};

/// The first bytes of every file of games. The first is no text's.
pub const MAGIC: [u8; 7] = *b"\x89sgames";

/// The version of the format, the byte after [`MAGIC`].
pub const VERSION: u8 = 1;

/// The most bytes of a block's content: more than any game has.
pub const CONTENT_MOST: u32 = 1 << 20;

/// A block's content that is no game.
#[derive(Debug, Error)]
pub enum DecodeError {
    /// It ends within a value.
    #[error("it ends within {0}")]
    Short(&'static str),
    /// It goes on after the game.
    #[error("{0} bytes are left over")]
    Long(usize),
    /// The plan has fewer starts.
    #[error("start {0}, where the plan has {1}")]
    NoStart(u64, usize),
    /// A start's text that is none.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A square the board does not have.
    #[error("square {square} on a board of {size}")]
    Square {
        /// Its index.
        square: usize,
        /// The board.
        size: BoardSize,
    },
    /// A score beyond 32 bits.
    #[error("score code {0}")]
    Score(u64),
    /// Moves against the rules.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Another outcome than the moves lead to.
    #[error("outcome code {written}, where the moves lead to {played}")]
    Outcome {
        /// The code in the file.
        written: u64,
        /// The code of the outcome by the rules.
        played: u64,
    },
}

/// A game as a block's content.
#[must_use]
pub fn encode(game: &SavedGame, plan: &Plan) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_varint(&mut bytes, game.number());
    put_start(&mut bytes, game.start(), plan);
    put_varint(&mut bytes, game.plies().len() as u64);
    let squares = Squares(game.start().position.size());
    for &SavedPly { played, score } in game.plies() {
        for square in [played.from, played.to, played.shot] {
            squares.put(&mut bytes, square);
        }
        put_varint(&mut bytes, score_code(score));
    }
    put_varint(&mut bytes, outcome_code(game.outcome()));
    bytes
}

/// The game in a block's content.
///
/// # Errors
/// [`DecodeError`] where it is none.
pub fn decode(content: &[u8], plan: &Plan) -> Result<SavedGame, DecodeError> {
    let mut bytes = Bytes(content);
    let game = number(&mut bytes, "its number")?;
    let start = take_start(&mut bytes, plan)?;
    let squares = Squares(start.position.size());
    let count = number(&mut bytes, "the number of plies")?;
    let plies = (0..count).map(|_| take_ply(&mut bytes, squares)).collect::<Result<_, _>>()?;
    let written = number(&mut bytes, "the outcome")?;
    if !bytes.is_empty() {
        return Err(DecodeError::Long(bytes.0.len()));
    }
    let game = SavedGame::new(game, start, plies)?;
    let played = outcome_code(game.outcome());
    if played == written { Ok(game) } else { Err(DecodeError::Outcome { written, played }) }
}

fn number(bytes: &mut Bytes, what: &'static str) -> Result<u64, DecodeError> {
    bytes.varint().ok_or(DecodeError::Short(what))
}

fn put_start(bytes: &mut Vec<u8>, start: &Start, plan: &Plan) {
    if let Some(index) = plan.starts.iter().position(|known| known.start == *start) {
        put_varint(bytes, index as u64 + 1);
        return;
    }
    let text = format!("{} {}", start.rules, start.position);
    bytes.push(0);
    put_varint(bytes, text.len() as u64);
    bytes.extend(text.bytes());
}

fn take_start(bytes: &mut Bytes, plan: &Plan) -> Result<Start, DecodeError> {
    let code = number(bytes, "its start")?;
    let Some(index) = code.checked_sub(1) else {
        let length = number(bytes, "the length of its start")?;
        let text =
            bytes.take(length as usize).ok_or(DecodeError::Short("the text of its start"))?;
        return Ok(String::from_utf8_lossy(text).parse()?);
    };
    let known = plan.starts.get(index as usize);
    known.map(|known| known.start).ok_or(DecodeError::NoStart(code, plan.starts.len()))
}

fn take_ply(bytes: &mut Bytes, squares: Squares) -> Result<SavedPly, DecodeError> {
    let [from, to, shot] = [squares.take(bytes)?, squares.take(bytes)?, squares.take(bytes)?];
    let score = score(number(bytes, "a score")?)?;
    Ok(SavedPly { played: Move { from, to, shot }, score })
}

/// The squares of a board as bytes.
#[derive(Clone, Copy)]
struct Squares(BoardSize);

impl Squares {
    const fn width(self) -> usize {
        if self.0.squares() <= 256 { 1 } else { 2 }
    }

    fn put(self, bytes: &mut Vec<u8>, square: Square) {
        let index = square.file() + self.0.files() * square.rank();
        bytes.extend(&index.to_le_bytes()[..self.width()]);
    }

    fn take(self, bytes: &mut Bytes) -> Result<Square, DecodeError> {
        let taken = bytes.take(self.width()).ok_or(DecodeError::Short("a move"))?;
        let index = taken.iter().rev().fold(0, |index, &byte| index << 8 | usize::from(byte));
        if index >= self.0.squares() {
            return Err(DecodeError::Square { square: index, size: self.0 });
        }
        Ok(Square::new(index % self.0.files(), index / self.0.files()))
    }
}

fn score_code(score: Option<i32>) -> u64 {
    score.map_or(0, |score| 1 + u64::from((score << 1 ^ score >> 31) as u32))
}

fn score(code: u64) -> Result<Option<i32>, DecodeError> {
    let Some(zigzag) = code.checked_sub(1) else { return Ok(None) };
    let zigzag = u32::try_from(zigzag).map_err(|_| DecodeError::Score(code))?;
    Ok(Some((zigzag >> 1) as i32 ^ -((zigzag & 1) as i32)))
}

fn outcome_code(outcome: Outcome) -> u64 {
    let reason = match outcome.reason {
        Reason::Blocked => 0,
        Reason::Separated { margin } => 1 + u64::from(margin),
    };
    let winner = match outcome.winner {
        Side::White => 0,
        Side::Black => 1,
    };
    reason << 1 | winner
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::seq::IndexedRandom;
    use strelci::rules::outcome_of;

    use super::super::plan::tests::TEXT;
    use super::super::saved::tests::tiny;
    use super::*;
    use crate::start::generator;

    /// Both starts of the plan, and two of their own: on a board of 17×17, and one that ends blocked.
    const STARTS: [&str; 4] = [
        "amazons8",
        "strelci q3/4/4/3Q w",
        "strelci q16/17/17/17/17/17/17/17/17/17/17/17/17/17/17/17/16Q b",
        "amazons q*/1Q w",
    ];

    fn plan() -> Plan {
        TEXT.parse().unwrap()
    }

    /// A game of random moves with these scores.
    fn random_game(number: u64, start: &str, scores: &[Option<i32>]) -> SavedGame {
        let start: Start = start.parse().unwrap();
        let mut random = generator(1, number);
        let mut position = start.position;
        let mut plies = Vec::new();
        while outcome_of(start.rules, &position).is_none() {
            let played = *position.moves().choose(&mut random).unwrap();
            plies.push(SavedPly { played, score: scores[plies.len() % scores.len()] });
            position = position.play(played).unwrap();
        }
        SavedGame::new(number, start, plies).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn games_go_both_ways(
            number: u64,
            start in proptest::sample::select(STARTS.as_slice()),
            scores in prop::collection::vec(any::<Option<i32>>(), 1..50),
        ) {
            let game = random_game(number, start, &scores);
            let content = encode(&game, &plan());
            prop_assert!(content.len() < CONTENT_MOST as usize);
            prop_assert_eq!(decode(&content, &plan()).unwrap(), game);
        }

        #[test]
        fn no_content_is_too_bad_to_be_refused(
            content in prop::collection::vec(any::<u8>(), 0..60),
        ) {
            prop_assert!(decode(&content, &plan()).is_err());
        }
    }

    #[test]
    fn a_game_is_written_byte_by_byte_as_documented() {
        let start = b"strelci q3Q/****1/****1 w - - 0 1";
        let mut content = vec![0xac, 0x02, 0, start.len() as u8];
        content.extend(start);
        // e3e2,e2e3 without a score; a3c3,c3d3 with -150; Black won by 1.
        content.extend([2, 14, 9, 14, 0, 10, 12, 13, 0xac, 0x02, 2 * 2 + 1]);
        assert_eq!(encode(&tiny(300), &plan()), content);
    }

    #[test]
    fn a_game_of_the_plan_is_smaller_than_six_bytes_a_ply() {
        let game = random_game(3, "amazons8", &[Some(-1234)]);
        assert!(encode(&game, &plan()).len() <= 5 * game.plies().len() + 4);
    }

    #[test]
    fn what_is_wrong_with_a_content_is_told() {
        let good = encode(&tiny(0), &plan());
        let end = good.len() - 1;
        let told = |content: &[u8]| decode(content, &plan()).unwrap_err().to_string();
        let changed = |at: usize, byte: u8| {
            let mut content = good.clone();
            content[at] = byte;
            told(&content)
        };
        assert_eq!(told(&[]), "it ends within its number");
        assert_eq!(told(&good[..end]), "it ends within the outcome");
        assert_eq!(told(&[good.as_slice(), &[0]].concat()), "1 bytes are left over");
        assert_eq!(changed(1, 3), "start 3, where the plan has 2");
        assert_eq!(changed(2, 200), "it ends within the text of its start");
        assert!(changed(3, b'x').starts_with("'xtrelci q3Q/****1/****1 w - - 0 1': unknown rules"));
        assert_eq!(changed(end - 10, 3), "it ends within a move");
        assert_eq!(changed(end - 9, 15), "square 15 on a board of 5×3");
        assert!(changed(end - 9, 13).starts_with("ply 1: d3e2,e2e3 is not legal"));
        assert_eq!(changed(end, 4), "outcome code 4, where the moves lead to 5");
        let score = [&good[..end - 2], &[0x82, 0x80, 0x80, 0x80, 0x10, 5]].concat();
        assert_eq!(told(&score), "score code 4294967298");
    }
}
