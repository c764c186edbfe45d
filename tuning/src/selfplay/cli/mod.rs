//! The commands over files of self-play.

use super::fault::FileError;
use super::reader::Reader;
use super::saved::SavedGame;

pub mod generate;
pub mod sample;
pub mod stats;

/// Shows every game of a file. Where the file is damaged, those before the damage are shown; the
/// damage is returned, to be told once what they say is written.
fn each_game(reader: &mut Reader, mut show: impl FnMut(&SavedGame)) -> Result<(), FileError> {
    reader.try_for_each(|game| {
        show(&game?);
        Ok(())
    })
}
