//! Which searcher plays.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::budget::{Budget, Situation};
use super::limits::Limits;
use super::{Root, Settings};
use crate::board::{AnyPosition, Content, Side};
use crate::eval::Preference;
use crate::rules::Rules;

/// What was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// Alpha-beta, whatever the position.
    AlphaBeta,
    /// Monte-Carlo tree search, whatever the position.
    Mcts,
    /// The stronger one for the board, the rules and the time: see [`stronger`].
    #[default]
    Auto,
}

/// A searcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// [`AlphaBeta`](super::AlphaBeta).
    AlphaBeta,
    /// [`Mcts`](super::Mcts).
    Mcts,
}

impl Choice {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::AlphaBeta, Self::Mcts, Self::Auto];

    /// The name, as on the wire and the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alphabeta",
            Self::Mcts => "mcts",
            Self::Auto => "auto",
        }
    }

    /// The names of all choices.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        Self::ALL.map(Self::name).to_vec()
    }

    /// The searcher, where it is the same for every search.
    #[must_use]
    pub const fn always(self) -> Option<Kind> {
        match self {
            Self::AlphaBeta => Some(Kind::AlphaBeta),
            Self::Mcts => Some(Kind::Mcts),
            Self::Auto => None,
        }
    }
}

impl Settings {
    /// The searcher for a search. Left to itself, a search for the largest margin is alpha-beta's: to
    /// prove it the tree search has to prove all other moves too, which takes it far longer.
    pub(super) fn kind(&self, root: &Root, limits: &Limits) -> Kind {
        match (self.choice.always(), self.preference.under(root.rules)) {
            (Some(kind), _) => kind,
            (None, Preference::Margin) => Kind::AlphaBeta,
            (None, Preference::Length) => stronger(root, limits),
        }
    }
}

/// The most time for a move with which the tree search is the stronger one at Střelci with as many
/// archers on both sides, by the squares of the board; nothing where no match was played.
///
/// Matches were played on 36, 64 and 100 squares, with 100 ms and 1 s. All show it at 100 ms, and that
/// on 64 squares at 1 s too. Where between the two the advantage of the others ends is a guess, and so is
/// which board is like which.
fn longest(squares: usize) -> Option<Duration> {
    let millis = match squares {
        0..36 => return None,
        49..=81 => 1000,
        _ => 200,
    };
    Some(Duration::from_millis(millis))
}

/// The searcher that has won the matches on boards and with times like these: alpha-beta, but for
/// Střelci on 36 squares or more, with as many archers on both sides, the tree search where a move gets
/// at most 200 ms, and from 49 to 81 squares at most a second (by the clock: is planned to get). In no
/// other match was alpha-beta beaten for certain: the laboratory's log has the figures.
#[must_use]
pub fn stronger(root: &Root, limits: &Limits) -> Kind {
    let Root { position, rules } = root;
    let Budget { soft, hard } = Budget::of(limits, Situation::of(position, Duration::ZERO));
    let (time, longest) = (soft.or(hard), longest(position.size().squares()));
    let is_short = time.zip(longest).is_some_and(|(time, longest)| time <= longest);
    let is_of_depth = limits.depth.is_some() || limits.mate.is_some();
    let is_won_by_mcts = *rules == Rules::Strelci && is_even(position) && is_short;
    if is_won_by_mcts && !is_of_depth { Kind::Mcts } else { Kind::AlphaBeta }
}

/// Whether both sides have equally many archers.
fn is_even(position: &AnyPosition) -> bool {
    let contents = position.contents();
    let archers =
        |side| contents.iter().filter(|&&content| content == Content::Archer(side)).count();
    archers(Side::White) == archers(Side::Black)
}

/// A name that is not a choice's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown searcher '{0}': {names}", names = Choice::names().join(", "))]
pub struct ChoiceError(String);

impl FromStr for Choice {
    type Err = ChoiceError;

    fn from_str(name: &str) -> Result<Self, ChoiceError> {
        let known = Self::ALL.into_iter().find(|choice| choice.name().eq_ignore_ascii_case(name));
        known.ok_or_else(|| ChoiceError(name.chars().take(40).collect()))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::Clock;
    use super::*;
    use crate::variant::Variant;

    #[test]
    fn the_tree_search_plays_fast_by_the_rules_of_strelci_and_not_to_a_depth() {
        let start = |position, rules| Root { position, rules };
        let root = |name: &str| {
            let variant: &Variant = name.parse().expect("a variant");
            start(variant.start(), variant.rules)
        };
        let of_fen = |fen: &str| start(fen.parse().expect("a position"), Rules::Strelci);
        let kind = |name, limits| Settings::default().kind(&root(name), &limits);
        let timed =
            |millis| Limits { move_time: Some(Duration::from_millis(millis)), ..Limits::default() };
        assert_eq!(kind("strelci", timed(100)), Kind::Mcts);
        assert_eq!(kind("strelci", timed(200)), Kind::Mcts);
        assert_eq!(kind("strelci", timed(201)), Kind::AlphaBeta);
        assert_eq!(kind("amazons", timed(100)), Kind::AlphaBeta);
        assert_eq!(kind("strelci", Limits::default()), Kind::AlphaBeta);
        assert_eq!(kind("strelci8", timed(1000)), Kind::Mcts);
        assert_eq!(kind("strelci8", timed(1001)), Kind::AlphaBeta);
        assert_eq!(kind("strelci6", timed(200)), Kind::Mcts);
        assert_eq!(kind("strelci6", timed(201)), Kind::AlphaBeta);
        for fen in ["2q2/5/5/5/2Q2 w", "2q2q2/8/8/8/8/8/8/2QQ1Q2 w"] {
            for millis in [0, 100] {
                let kind = Settings::default().kind(&of_fen(fen), &timed(millis));
                assert_eq!(kind, Kind::AlphaBeta, "{fen}");
            }
        }
        assert_eq!(kind("strelci", Limits { depth: Some(5), ..timed(100) }), Kind::AlphaBeta);
        assert_eq!(kind("strelci", Limits { mate: Some(5), ..timed(100) }), Kind::AlphaBeta);
        let margin = Settings { preference: Preference::Margin, ..Settings::default() };
        assert_eq!(margin.kind(&root("strelci"), &timed(100)), Kind::AlphaBeta);
        let clock = Clock { left: Duration::from_secs(2), increment: Duration::ZERO };
        let clocks = Limits { clocks: [Some(clock); 2], ..Limits::default() };
        assert_eq!(kind("strelci", clocks), Kind::Mcts);
    }

    #[test]
    fn names_go_both_ways() {
        for choice in Choice::ALL {
            assert_eq!(choice.to_string().parse(), Ok(choice));
            assert_eq!(choice.to_string().to_uppercase().parse(), Ok(choice));
        }
        let error = "minimax".parse::<Choice>().unwrap_err().to_string();
        assert_eq!(error, "unknown searcher 'minimax': alphabeta, mcts, auto");
    }
}
