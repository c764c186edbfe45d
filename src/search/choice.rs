//! Which searcher plays.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Root;
use super::limits::Limits;

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

    /// The searcher for a search.
    #[must_use]
    pub fn kind(self, root: &Root, limits: &Limits) -> Kind {
        match self {
            Self::AlphaBeta => Kind::AlphaBeta,
            Self::Mcts => Kind::Mcts,
            Self::Auto => stronger(root, limits),
        }
    }
}

/// The searcher that has won the matches on boards, rules and limits like these.
///
/// No match has shown yet that the tree search wins anywhere, so it is always alpha-beta.
#[must_use]
pub const fn stronger(_root: &Root, _limits: &Limits) -> Kind {
    Kind::AlphaBeta
}

/// A name that is not a choice's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown searcher '{0}': {names}", names = Choice::names().join(", "))]
pub struct ChoiceError(String);

impl FromStr for Choice {
    type Err = ChoiceError;

    fn from_str(name: &str) -> Result<Self, ChoiceError> {
        let known = Self::ALL.into_iter().find(|choice| choice.name() == name);
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
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for choice in Choice::ALL {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        let error = "minimax".parse::<Choice>().unwrap_err().to_string();
        assert_eq!(error, "unknown searcher 'minimax': alphabeta, mcts, auto");
    }
}
