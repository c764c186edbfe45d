//! What an evaluator must be able to do to be fitted.

use std::hash::Hash;

use strelci::board::AnyPosition;

use super::loss::LogOdds;

/// All that an evaluator looks at in a position, small, for there are millions of them.
pub trait Features: Hash + Send + Sync + Sized {
    /// The features of a position, as its side to move sees it.
    fn of(position: &AnyPosition) -> Self;
}

/// An evaluator whose parameters are fitted: a flat list, so that the descent, the checkpoint and the
/// tests need not know what they mean. Tables and networks are others beside
/// [`Lean`](super::lean::Lean).
pub trait Model: Sync {
    /// What it looks at.
    type Features: Features;
    /// What becomes of the parameters once they are fitted.
    type Export;
    /// Why parameters are of no use.
    type ExportError;

    /// The parameters to begin from.
    fn start(&self) -> Vec<f64>;

    /// The odds it gives the side to move.
    fn log_odds(&self, parameters: &[f64], features: &Self::Features) -> LogOdds;

    /// Adds `slope` times the derivatives of the log odds with respect to each parameter.
    fn add_slopes(
        &self,
        parameters: &[f64],
        features: &Self::Features,
        slope: f64,
        slopes: &mut [f64],
    );

    /// What is added to the mean loss for parameters that are unlikely from the outset.
    fn penalty(&self, parameters: &[f64]) -> f64;

    /// Adds the derivatives of the penalty.
    fn add_penalty_slopes(&self, parameters: &[f64], slopes: &mut [f64]);

    /// The parameters in the form the engine takes.
    ///
    /// # Errors
    /// Where that form cannot hold them.
    fn export(&self, parameters: &[f64]) -> Result<Self::Export, Self::ExportError>;
}
