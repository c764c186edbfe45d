//! The fit of the lean evaluation under one rule set, from rows to weights with their figures.

use super::calibration::{Bin, calibration};
use super::data::{Data, mean_loss};
use super::descent::{Descent, Progress, Settings};
use super::lean::{Lean, LeanExportError, LeanFeatures};
use super::loss::LogOdds;
use super::model::Model;
use crate::weights::WeightSet;

/// A value before a fit and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<T> {
    /// With the weights that were in use.
    pub before: T,
    /// With the fitted ones.
    pub after: T,
}

/// A fit: what it begins from, learns from, and how.
pub struct Fitting<'a> {
    model: Lean,
    in_use: &'a WeightSet,
    data: &'a Data<LeanFeatures>,
    settings: Settings,
}

/// What came of a fit. All figures are of the weights as they are written, on the games kept to
/// validate. Nothing was learned from those, but they chose the round whose weights are kept: what
/// new games would show is a little worse.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights; where they come from is still to be said.
    pub weights: WeightSet,
    /// The mean cross-entropy in nats.
    pub losses: Change<f64>,
    /// How often positions are won that are given some chance.
    pub calibration: Change<Vec<Bin>>,
}

impl<'a> Fitting<'a> {
    /// A fit that begins from the weights in use.
    #[must_use]
    pub fn new(
        in_use: &'a WeightSet,
        data: &'a Data<LeanFeatures>,
        smoothness: f64,
        settings: Settings,
    ) -> Self {
        Self { model: Lean::new(in_use, smoothness, data.train()), in_use, data, settings }
    }

    /// The way down.
    #[must_use]
    pub const fn descent(&self) -> Descent<'_, Lean> {
        Descent::new(&self.model, self.data, self.settings)
    }

    /// The best weights met on the way.
    ///
    /// # Errors
    /// [`LeanExportError`] where they are of no use.
    pub fn fitted(&self, progress: &Progress) -> Result<Fitted, LeanExportError> {
        let weights = self.model.export(progress.best())?;
        let [before, after] = [self.in_use, &weights];
        let losses = Change { before: self.loss(before), after: self.loss(after) };
        let calibration = Change { before: self.bins(before), after: self.bins(after) };
        Ok(Fitted { weights, losses, calibration })
    }

    fn loss(&self, weights: &WeightSet) -> f64 {
        mean_loss(self.data.validation(), self.settings.threads, |features| odds(weights, features))
    }

    fn bins(&self, weights: &WeightSet) -> Vec<Bin> {
        calibration(self.data.validation(), |features| odds(weights, features))
    }
}

fn odds(weights: &WeightSet, features: &LeanFeatures) -> LogOdds {
    LogOdds(weights.log_odds(usize::from(features.phase), &features.terms))
}
