//! The two kinds of nodes, which take turns from the root down.

use crate::eval::{Preference, Score};

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// A position; its children are steps of the other side than that which made it.
    Position,
    /// A step; its children are the positions after its shots, made by the same side.
    Step,
}

impl Layer {
    /// The layer of a node's children.
    pub(super) const fn below(self) -> Self {
        match self {
            Self::Position => Self::Step,
            Self::Step => Self::Position,
        }
    }

    /// The layer of a node's parent.
    pub(super) const fn above(self) -> Self {
        self.below()
    }

    /// The value of a node for the side that made it, from the value of a child for the side that
    /// made the child.
    #[inline(always)]
    pub(super) fn value(self, of_child: f32) -> f32 {
        match self {
            Self::Position => 1.0 - of_child,
            Self::Step => of_child,
        }
    }

    /// The same for scores. A proven one becomes a ply longer with each turn.
    #[inline(always)]
    pub(super) fn score(self, of_child: Score, preference: Preference) -> Score {
        match self {
            Self::Position => (-of_child).from_root(preference, 1),
            Self::Step => of_child,
        }
    }
}
