//! The laboratory: whatever is believed about strength is measured here.
//!
//! # The house
//! Floors from the ground up; each knows only those before it:
//!
//! - [`weights`]: the generated file of weights, written and read.
//! - [`signature`]: which engine this program was built with.
//! - [`stats`]: what the results of game pairs say. Pure functions of numbers.
//! - [`atomic`]: files that are there whole or not at all; [`adding`]: files that grow.
//! - [`output`]: standard output, whether it is read or not.
//! - [`journal`]: a file of lines with checksums ([`seal`]) that is only added to.
//! - [`head`]: the first line of such a file.
//! - [`groups`]: the programs that run; [`interrupt`]: Ctrl-C as a question that may be asked
//!   anywhere; [`shard`]: a share of a run.
//! - [`threads`]: threads that search.
//! - [`start`]: where games begin, and random openings from there; [`game`]: a game being played.
//! - [`clock`]: what a player may spend on its moves.
//! - [`engine`]: who plays: programs outside over UCI, UGI and the Botzone lines, and the search in
//!   this process, behind one [`engine::Player`].
//! - [`mod@matches`]: games between players, judged by the library's rules.
//! - [`selfplay`]: games of the engine against itself and the file they are kept in.
//! - [`fit`]: weights of an evaluation from such games.
//! - [`spsa`]: constants of the search from such matches.
//! - [`merge`]: the shards of a run in one file, of whichever of these kinds.
//!
//! `main.rs` is the command line; every command is a thin function over these.

pub mod adding;
pub mod atomic;
pub mod clock;
pub mod engine;
pub mod fit;
pub mod game;
pub mod groups;
pub mod head;
pub mod interrupt;
pub mod journal;
pub mod matches;
pub mod merge;
pub mod output;
pub mod seal;
pub mod selfplay;
pub mod shard;
pub mod signature;
pub mod spsa;
pub mod start;
pub mod stats;
pub mod threads;
pub mod weights;
