//! The commands that only count.

pub mod elo;
pub mod simulate;

use clap::Args;

use super::{EloModel, Sprt, SprtError};

/// A sequential test on the command line.
#[derive(Args, Clone, Debug)]
pub struct SprtArguments {
    /// Tests H0, that the Elo is ELO0 or less, against H1, that it is ELO1 or more.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// What kind of Elo these are.
    #[arg(long, value_enum, default_value_t, requires = "sprt")]
    model: EloModel,
    /// How often H1 may be accepted although H0 is true.
    #[arg(long, default_value_t = 0.05, requires = "sprt", allow_negative_numbers = true)]
    alpha: f64,
    /// How often H0 may be accepted although H1 is true.
    #[arg(long, default_value_t = 0.05, requires = "sprt", allow_negative_numbers = true)]
    beta: f64,
}

impl SprtArguments {
    /// The test, where one is asked for.
    ///
    /// # Errors
    /// [`SprtError`] where it cannot be made.
    pub fn sprt(&self) -> Result<Option<Sprt>, SprtError> {
        match self.sprt.as_deref() {
            Some(&[elo0, elo1]) => {
                Sprt::new(self.model, [elo0, elo1], self.alpha, self.beta).map(Some)
            }
            _ => Ok(None),
        }
    }
}
