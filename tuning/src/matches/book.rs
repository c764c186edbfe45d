//! Where the games of a match take their openings from.

use super::balance::{Generator, GeneratorError, Valued};
use super::openings::Opening;
use super::settings::OpeningSettings;
use super::text;

/// The openings of a match, by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Book {
    /// A list, again from its top when it is used up; at least one.
    Listed(Vec<Opening>),
    /// Random ones.
    Random(Generator),
}

impl Book {
    /// The opening of a round.
    ///
    /// # Errors
    /// [`GeneratorError`] where none can be made.
    pub fn opening(&self, round: u64) -> Result<Valued, GeneratorError> {
        match self {
            Self::Listed(list) => {
                let opening = list[(round % list.len() as u64) as usize].clone();
                Ok(Valued { opening, value: 0 })
            }
            Self::Random(generator) => generator.opening(round),
        }
    }

    /// What there is to say of an opening: that it is not near balance, though it should be.
    #[must_use]
    pub fn complaint(&self, round: u64, valued: &Valued) -> Option<String> {
        let Self::Random(generator) = self else { return None };
        (!generator.is_balanced(valued)).then(|| {
            format!(
                "opening {round}: none of {} was within --balance; the nearest, worth {} \
                 hundredths of a square to the side to move, is played",
                super::balance::TRIES,
                valued.value
            )
        })
    }

    /// What determines them.
    #[must_use]
    pub fn settings(&self) -> OpeningSettings {
        match self {
            Self::Listed(list) => OpeningSettings::Listed {
                count: list.len(),
                crc32: crc32fast::hash(text::lines(list).as_bytes()),
            },
            Self::Random(Generator { starts, plies, balance, .. }) => {
                OpeningSettings::Random { starts: starts.clone(), plies: *plies, balance: *balance }
            }
        }
    }
}
