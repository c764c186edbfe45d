//! Time controls, as they are agreed before a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// All that limits the moves of one player in a game; what is reached first ends a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// How time is given, if it is.
    pub pace: Option<Pace>,
    /// Positions that may be evaluated for a move.
    pub nodes: Option<u64>,
    /// Plies that may be looked ahead.
    pub depth: Option<u32>,
}

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// So much for a number of moves, on a clock.
    Clock(Period),
    /// So much for each move; what is not used is lost.
    Move(Duration),
}

/// A clock's period: `moves/base+increment` in seconds, as in `40/60+0.5`, `10+0.1` or `5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// Moves until the base time is given again; the whole game, where there is none.
    pub moves: Option<u32>,
    /// Time for the moves of a period, not zero.
    pub base: Duration,
    /// Time given after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// Whether nothing is limited.
    #[must_use]
    pub const fn is_endless(&self) -> bool {
        self.pace.is_none() && self.nodes.is_none() && self.depth.is_none()
    }
}

/// Shows the words that say it: `tc=10+0.1`, `movetime=200`, `nodes=5000`, `depth=6`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pace = self.pace.map(|pace| match pace {
            Pace::Clock(period) => format!("tc={period}"),
            Pace::Move(time) => format!("movetime={}", time.as_millis()),
        });
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let depth = self.depth.map(|depth| format!("depth={depth}"));
        let words: Vec<String> = [pace, nodes, depth].into_iter().flatten().collect();
        f.write_str(&words.join(" "))
    }
}

/// A text that is not a clock's period.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}' is not a time control: moves/base+increment in seconds, as in 40/60+0.5, 10+0.1 or 5"
)]
pub struct PeriodError(String);

impl FromStr for Period {
    type Err = PeriodError;

    fn from_str(text: &str) -> Result<Self, PeriodError> {
        let read = || {
            let (moves, times) = match text.split_once('/') {
                Some((moves, times)) => {
                    (Some(moves.parse().ok().filter(|&moves| moves > 0)?), times)
                }
                None => (None, text),
            };
            let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
            let base = seconds(base).filter(|base| !base.is_zero())?;
            Some(Self { moves, base, increment: seconds(increment)? })
        };
        read().ok_or_else(|| PeriodError(text.to_owned()))
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// No time is longer, in seconds (eleven days), so that times can be added without care.
const LONGEST: f64 = 1e6;

/// Reads seconds, to the nearest millisecond.
fn seconds(text: &str) -> Option<Duration> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok()?;
    let millis = (seconds * 1000.0).round() as u64;
    (is_plain && seconds <= LONGEST).then(|| Duration::from_millis(millis))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_period_and_its_text_are_inverse() {
        for (text, moves, base, increment) in [
            ("40/60+0.5", Some(40), 60_000, 500),
            ("10+0.1", None, 10_000, 100),
            ("5", None, 5_000, 0),
            ("1/0.25", Some(1), 250, 0),
            ("0.001+1000000", None, 1, 1_000_000_000),
        ] {
            let period = Period { moves, base: ms(base), increment: ms(increment) };
            assert_eq!(text.parse(), Ok(period), "{text}");
            assert_eq!(period.to_string(), text);
        }
        assert_eq!("10+0".parse::<Period>().unwrap().to_string(), "10");
    }

    #[test]
    fn what_is_no_period_is_told() {
        for text in [
            "",
            "0",
            "0+1",
            "-1",
            "+1",
            "10+",
            "10+-1",
            "/10",
            "0/10",
            "1.5/10",
            "inf",
            "nan",
            "1e3",
            "10s",
            "1000001",
            "10+0.1+0.1",
            "1/2/3",
            "0.0001",
        ] {
            let error = text.parse::<Period>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{text}' is not a time control")), "{error}");
        }
    }

    #[test]
    fn a_time_control_shows_its_words() {
        let clock = Pace::Clock("40/60+0.5".parse().unwrap());
        let shown = |pace, nodes, depth| TimeControl { pace, nodes, depth }.to_string();
        assert_eq!(shown(Some(clock), None, None), "tc=40/60+0.5");
        assert_eq!(
            shown(Some(Pace::Move(ms(200))), Some(9), Some(4)),
            "movetime=200 nodes=9 depth=4"
        );
        assert_eq!(shown(None, None, None), "");
        assert!(TimeControl::default().is_endless());
    }
}
