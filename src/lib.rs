//! A search engine for *Střelci* (Archers) and the Game of the Amazons, on any board from 2×2 to
//! 26×26 with any archers and obstacles.
//!
//! # The house
//! Floors from the ground up; each knows only those before it:
//!
//! - [`isa`]: choosing wide instructions at run time.
//! - [`board`]: squares, sets of squares, boards of any size, positions, moves and their texts.
//!   Knows only squares.
//! - [`rules`]: who has won, by both rule sets; [`perft`] counts by them, [`variant`] names the
//!   start positions, [`obstacles`] puts random obstacles on one.
//! - [`survey`]: how far every square is from either side: what the board means.
//! - [`eval`]: mobility and territory: how good it is. [`picture`] draws boards with what the two
//!   know.
//! - [`endgame`]: what can be known once the sides are separated.
//! - [`search`]: what to play. Two searchers, alpha-beta and Monte-Carlo tree search, stand behind
//!   one [`search::Searcher`]. [`mod@bench`] gives the behaviour of the first a number.
//! - [`engine`]: owns the search thread; no text in it.
//! - [`protocol`]: text to values and back; no input or output in it.
//! - [`session`]: the loop between standard input and standard output.
//! - [`cli`]: one file for each command a person can run.
//!
//! # Twenty lines
//! ```
//! use strelci::board::Move;
//! use strelci::rules::{outcome_of, play};
//! use strelci::search::{AlphaBeta, Control, Limits, Root, Searcher, Settings};
//! use strelci::variant::Variant;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let variant: &Variant = "strelci8".parse()?;
//! let start = variant.start();
//! assert_eq!(start.moves().len(), 734);
//!
//! let opening: Move = "c1-c7/f4".parse()?;
//! let position = play(variant.rules, &start, opening)?;
//! assert_eq!(position.to_string(), "2q2q2/2Q5/8/8/5*2/8/8/5Q2 b - - 0 1");
//! assert_eq!(outcome_of(variant.rules, &position), None);
//!
//! let mut searcher = AlphaBeta::new(&Settings::default())?;
//! let root = Root { position, rules: variant.rules };
//! let limits = Limits { depth: Some(2), ..Limits::default() };
//! let result = searcher.search(&root, &limits, &Control::running(), &|info| {
//!     println!("depth {}: {:.2} squares", info.depth, f64::from(info.score.hundredths()) / 100.0);
//! });
//! println!("best: {}", result.best.expect("the game goes on"));
//! # Ok(())
//! # }
//! ```

pub mod bench;
pub mod board;
pub mod cli;
pub mod endgame;
pub mod engine;
pub mod eval;
pub mod isa;
pub mod obstacles;
pub mod perft;
pub mod picture;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod session;
pub mod survey;
pub mod variant;
