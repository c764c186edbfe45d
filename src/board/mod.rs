//! Squares, sets of squares, boards of any size, positions, moves and their texts.
//!
//! This floor knows squares and how archers move; it does not know who has won.

mod any;
mod count;
mod fen;
mod geometry;
mod moves;
mod notation;
mod position;
mod region;
mod set;
mod size;
mod square;
mod symmetry;

pub use any::AnyPosition;
pub use count::count_moves;
pub use fen::FenError;
pub use geometry::{Geometry, Step};
pub use moves::{Move, MoveSet, Turn};
pub use notation::MoveError;
pub use position::{Content, Fault, Position, Side};
pub use region::Territories;
pub use set::{Indices, SquareSet};
pub use size::{BoardSize, MAX_SIDE, MIN_SIDE, SizeError};
pub use square::{Square, SquareError};
pub use symmetry::{Symmetry, colours_swapped};
