//! `sample`: prints random positions of a file.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::each_game;
use crate::output::answer;
use crate::selfplay::{Reader, Sample};

/// Prints random positions of a file of self-play games, in columns with tabs between.
///
/// The columns: the FEN; the rules; the score in hundredths of a square for the side to move (a
/// dash where the move was random); the result, 1 where the side to move won and else 0; the margin
/// in squares, negative where it lost (a dash where the loser could not move); plies to the end.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The file of games.
    file: PathBuf,
    /// How many positions.
    #[arg(long, default_value_t = 10)]
    count: usize,
    /// The seed of the choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints the sample. Of a damaged file it is drawn from what comes before the damage, which is
/// then the error.
///
/// # Errors
/// Where the file cannot be read to its end.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut reader = Reader::open(&arguments.file)?;
    let mut sample = Sample::new(arguments.count, arguments.seed);
    let read = each_game(&mut reader, |game| sample.offer(game));
    answer(&sample.table())?;
    Ok(read?)
}
