//! The limits of `go`.

use std::iter::Peekable;
use std::str::SplitWhitespace;
use std::time::Duration;

use thiserror::Error;

use super::clipped;
use crate::board::{Move, MoveError, Side};
use crate::search::{Clock, Limits};

/// A `go` command. It is answered in any case, so a fault does not make it void.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// The limits that could be read.
    pub limits: Limits,
    /// The first thing that could not.
    pub fault: Option<GoFault>,
}

/// What is wrong with a `go` command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GoFault {
    /// A word that is no limit.
    #[error("'{0}' is not a limit: one of {limits}", limits = WORDS.join(", "))]
    Word(String),
    /// A limit's number.
    #[error(transparent)]
    Number(#[from] Unreadable),
    /// One of `searchmoves`.
    #[error("searchmoves: {0}")]
    Move(#[from] MoveError),
}

/// A text in a number's place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} '{found}': a whole number from 0 is expected")]
pub struct Unreadable {
    name: String,
    found: String,
}

/// The words that start a limit.
const WORDS: [&str; 16] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
];

/// No time is longer, in milliseconds (49 days), so that times can be added without care.
const LONGEST_TIME: u64 = u32::MAX as u64;

/// The time for a move none of whose limits could be read.
const TIME_WITHOUT_LIMITS: Duration = Duration::from_secs(1);

impl Go {
    /// Reads the words after `go`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut reader = Reader {
            words: text.split_whitespace().peekable(),
            times: Times::default(),
            go: Self::default(),
        };
        while let Some(word) = reader.words.next() {
            if let Err(fault) = reader.read(word) {
                reader.go.fault.get_or_insert(fault);
            }
        }
        reader.go.limits.clocks = reader.times.clocks();
        reader.go.bounded()
    }

    /// A `go` whose limits cannot be read is not meant to last for ever.
    fn bounded(mut self) -> Self {
        let limits = &mut self.limits;
        let is_endless = limits.is_unbounded() && !limits.infinite && limits.mate.is_none();
        if is_endless && self.fault.is_some() {
            limits.move_time = Some(TIME_WITHOUT_LIMITS);
        }
        self
    }
}

/// The words not yet read, and what was read.
struct Reader<'a> {
    words: Peekable<SplitWhitespace<'a>>,
    times: Times,
    go: Go,
}

impl Reader<'_> {
    fn read(&mut self, word: &str) -> Result<(), GoFault> {
        let (white, black) = (Side::White as usize, Side::Black as usize);
        match word {
            "infinite" => self.go.limits.infinite = true,
            "ponder" => self.go.limits.ponder = true,
            "searchmoves" => self.read_moves()?,
            "wtime" | "p1time" => self.times.left[white] = Some(self.time(word)?),
            "btime" | "p2time" => self.times.left[black] = Some(self.time(word)?),
            "winc" | "p1inc" => self.times.increments[white] = self.time(word)?,
            "binc" | "p2inc" => self.times.increments[black] = self.time(word)?,
            "movetime" => self.go.limits.move_time = Some(self.time(word)?),
            "movestogo" => self.go.limits.moves_to_go = Some(self.count(word)?),
            // A search cannot do less than one ply and one position.
            "depth" => self.go.limits.depth = Some(self.count(word)?.max(1)),
            "nodes" => self.go.limits.nodes = Some(natural(word, self.argument())?.max(1)),
            "mate" => self.go.limits.mate = Some(self.count(word)?),
            other => return Err(GoFault::Word(clipped(other))),
        }
        Ok(())
    }

    /// The moves up to the next limit; what is not a move is left out.
    fn read_moves(&mut self) -> Result<(), MoveError> {
        let mut faulty = Ok(());
        while let Some(text) = self.words.next_if(|next| !WORDS.contains(next)) {
            match text.parse::<Move>() {
                Ok(played) => self.go.limits.search_moves.push(played),
                Err(error) => faulty = faulty.and(Err(error)),
            }
        }
        faulty
    }

    /// The word after a limit's name; empty where the next limit, or nothing, follows.
    fn argument(&mut self) -> &str {
        self.words.next_if(|next| !WORDS.contains(next)).unwrap_or("")
    }

    fn count(&mut self, name: &str) -> Result<u32, Unreadable> {
        natural(name, self.argument()).map(narrowed)
    }

    /// A time. Managers may send a clock that has run out as a negative number: nothing is left.
    fn time(&mut self, name: &str) -> Result<Duration, Unreadable> {
        let text = self.argument();
        let digits = text.strip_prefix('-').unwrap_or(text);
        let millis = natural(name, digits)?;
        let left = if digits == text { millis } else { 0 };
        Ok(Duration::from_millis(left.min(LONGEST_TIME)))
    }
}

/// The clocks' parts, in whatever order they come.
#[derive(Default)]
struct Times {
    left: [Option<Duration>; 2],
    increments: [Duration; 2],
}

impl Times {
    /// The clocks of both sides. Where only one is told, the other side has as much: a search
    /// without any would not end.
    fn clocks(self) -> [Option<Clock>; 2] {
        let [white, black] = self.left;
        let [white_increment, black_increment] = self.increments;
        [(white.or(black), white_increment), (black.or(white), black_increment)]
            .map(|(left, increment)| left.map(|left| Clock { left, increment }))
    }
}

/// Reads a whole number from 0; what is too large for the type is cut off.
pub(super) fn natural(name: &str, text: &str) -> Result<u64, Unreadable> {
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if is_number {
        // Only a number that is too large is left to fail.
        Ok(text.parse().unwrap_or(u64::MAX))
    } else {
        Err(Unreadable { name: name.to_owned(), found: clipped(text) })
    }
}

/// The number, or the largest that fits.
pub(super) fn narrowed(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn limits(text: &str) -> Limits {
        let go = Go::parse(text);
        assert_eq!(go.fault, None, "{text}");
        go.limits
    }

    fn fault(text: &str) -> String {
        Go::parse(text).fault.expect(text).to_string()
    }

    #[test]
    fn every_limit_is_read() {
        let clock = |left, increment| Some(Clock { left: ms(left), increment: ms(increment) });
        assert_eq!(limits(""), Limits::default());
        assert_eq!(
            limits("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5"),
            Limits {
                clocks: [clock(1000, 10), clock(2000, 20)],
                moves_to_go: Some(5),
                ..Limits::default()
            }
        );
        assert_eq!(
            limits("p2inc 20 p1inc 10 p2time 2000 p1time -5").clocks,
            [clock(0, 10), clock(2000, 20)]
        );
        assert_eq!(limits("wtime 7").clocks, [clock(7, 0), clock(7, 0)]);
        assert_eq!(limits("winc 7").clocks, [None, None]);
        assert_eq!(
            limits(
                "depth 0 nodes 99999999999999999999 movetime 50 mate 99999999999 infinite ponder"
            ),
            Limits {
                depth: Some(1),
                nodes: Some(u64::MAX),
                move_time: Some(ms(50)),
                mate: Some(u32::MAX),
                infinite: true,
                ponder: true,
                ..Limits::default()
            }
        );
    }

    #[test]
    fn moves_to_search_go_up_to_the_next_limit() {
        let limits = limits("searchmoves d1d7,d7g7 d1-d7/d1 depth 3");
        let texts: Vec<String> = limits.search_moves.iter().map(Move::to_string).collect();
        assert_eq!(texts, ["d1d7,d7g7", "d1d7,d7d1"]);
        assert_eq!(limits.depth, Some(3));
    }

    #[test]
    fn a_fault_is_told_and_the_rest_is_read() {
        assert_eq!(fault("movetime soon"), "movetime 'soon': a whole number from 0 is expected");
        assert_eq!(fault("movetime depth 3"), "movetime '': a whole number from 0 is expected");
        assert_eq!(fault("depth -1"), "depth '-1': a whole number from 0 is expected");
        assert!(fault("fast").starts_with("'fast' is not a limit: one of wtime, btime, "));
        assert!(fault("searchmoves e4 depth 1").starts_with("searchmoves: 'e4' is not a move"));
        assert_eq!(Go::parse("movetime depth 3").limits.depth, Some(3));
        assert_eq!(Go::parse("movetime depth 3").limits.move_time, None);
    }

    #[test]
    fn nothing_unreadable_starts_an_endless_search() {
        for text in ["movetime soon", "fast", "wtime x btime y", "ponder depth ?"] {
            assert_eq!(Go::parse(text).limits.move_time, Some(ms(1000)), "{text}");
        }
        for text in ["infinite fast", "fast depth 3"] {
            assert_eq!(Go::parse(text).limits.move_time, None, "{text}");
        }
    }
}
