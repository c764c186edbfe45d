//! The way down: rounds of gradient descent until the validation loss has stopped falling.

use std::num::NonZeroUsize;

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::adam::Adam;
use super::data::{Data, Row, mean_loss};
use super::exact;
use super::model::Model;
use super::parts::in_parts;
use crate::start::generator;

/// A validation loss is better only if it is lower by this: less no game would ever show.
const PROGRESS: f64 = 1e-5;

/// How to go down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// By how much, about, a parameter changes in a step.
    pub rate: f64,
    /// Rows to a step; without it all of them, and a round is one step.
    pub batch: Option<NonZeroUsize>,
    /// Rounds at the most. In a round every row is looked at once.
    pub rounds: usize,
    /// Rounds without progress after which it is over.
    pub patience: usize,
    /// The order of the rows in a round is drawn from this; without batches it does not matter.
    pub seed: u64,
    /// Threads to work on; what is found does not depend on them.
    pub threads: NonZeroUsize,
}

/// Where a descent is: all that the next round depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    #[serde(with = "exact")]
    parameters: Vec<f64>,
    adam: Adam,
    /// The mean loss over the rows to learn from as each round met them, from the first.
    #[serde(with = "exact")]
    train: Vec<f64>,
    /// The validation loss before the first round and after each.
    #[serde(with = "exact")]
    validation: Vec<f64>,
    best_round: usize,
    #[serde(with = "exact")]
    best: Vec<f64>,
}

impl Progress {
    /// Rounds that are done.
    #[must_use]
    pub const fn rounds(&self) -> usize {
        self.train.len()
    }

    /// The round with the lowest validation loss; 0 is before the first.
    #[must_use]
    pub const fn best_round(&self) -> usize {
        self.best_round
    }

    /// The parameters after that round.
    #[must_use]
    pub fn best(&self) -> &[f64] {
        &self.best
    }

    /// The mean loss over the rows to learn from as each round met them, from the first.
    #[must_use]
    pub fn train(&self) -> &[f64] {
        &self.train
    }

    /// The validation loss before the first round and after each.
    #[must_use]
    pub fn validation(&self) -> &[f64] {
        &self.validation
    }

    /// Whether its lists are as long as they must be for so many parameters.
    #[must_use]
    pub fn is_whole(&self, parameters: usize) -> bool {
        self.parameters.len() == parameters
            && self.adam.is_of(parameters)
            && self.best.len() == parameters
            && self.validation.len() == self.train.len() + 1
            && self.best_round < self.validation.len()
    }
}

/// A descent of a model on data.
pub struct Descent<'a, M: Model> {
    model: &'a M,
    data: &'a Data<M::Features>,
    settings: Settings,
}

/// What rows add to the loss and to its slopes.
struct Sums {
    loss: f64,
    slopes: Vec<f64>,
}

impl<'a, M: Model> Descent<'a, M> {
    /// A descent that has not begun.
    #[must_use]
    pub const fn new(model: &'a M, data: &'a Data<M::Features>, settings: Settings) -> Self {
        Self { model, data, settings }
    }

    /// Where it begins.
    #[must_use]
    pub fn start(&self) -> Progress {
        let parameters = self.model.start();
        Progress {
            adam: Adam::new(parameters.len()),
            train: Vec::new(),
            validation: vec![self.validation_loss(&parameters)],
            best_round: 0,
            best: parameters.clone(),
            parameters,
        }
    }

    /// Whether no round comes after this.
    #[must_use]
    pub const fn is_over(&self, progress: &Progress) -> bool {
        progress.rounds() >= self.settings.rounds
            || progress.rounds() - progress.best_round >= self.settings.patience
    }

    /// Goes down to the end, asking after each round whether to go on.
    ///
    /// # Errors
    /// Those of `after`.
    pub fn run<E>(
        &self,
        progress: &mut Progress,
        mut after: impl FnMut(&Progress) -> Result<(), E>,
    ) -> Result<(), E> {
        while !self.is_over(progress) {
            self.round(progress);
            after(progress)?;
        }
        Ok(())
    }

    /// One more round.
    fn round(&self, progress: &mut Progress) {
        let rows = self.data.train().len();
        let size = self.settings.batch.map_or(rows, NonZeroUsize::get).clamp(1, rows.max(1));
        let mut loss = 0.0;
        for batch in self.order(size, progress.rounds()).chunks(size) {
            loss += self.step(progress, batch);
        }
        let validation = self.validation_loss(&progress.parameters);
        progress.train.push(loss / rows as f64);
        progress.validation.push(validation);
        if validation < progress.validation[progress.best_round] - PROGRESS {
            progress.best_round = progress.rounds();
            progress.best.clone_from(&progress.parameters);
        }
    }

    /// The numbers of the rows in the order of a round: it follows from the seed and the round alone.
    fn order(&self, batch: usize, round: usize) -> Vec<usize> {
        let rows = self.data.train().len();
        let mut order: Vec<usize> = (0..rows).collect();
        if batch < rows {
            order.shuffle(&mut generator(self.settings.seed, round as u64));
        }
        order
    }

    /// One step down the slope of a batch; the sum of its losses before the step.
    fn step(&self, progress: &mut Progress, batch: &[usize]) -> f64 {
        let Sums { loss, mut slopes } = self.sums(&progress.parameters, batch);
        for slope in &mut slopes {
            *slope /= batch.len() as f64;
        }
        self.model.add_penalty_slopes(&progress.parameters, &mut slopes);
        progress.adam.step(self.settings.rate, &mut progress.parameters, &slopes);
        loss
    }

    fn sums(&self, parameters: &[f64], batch: &[usize]) -> Sums {
        let parts = in_parts(batch, self.settings.threads, |part| self.part(parameters, part));
        let mut sums = Sums { loss: 0.0, slopes: vec![0.0; parameters.len()] };
        for part in parts {
            sums.loss += part.loss;
            for (sum, slope) in sums.slopes.iter_mut().zip(part.slopes) {
                *sum += slope;
            }
        }
        sums
    }

    fn part(&self, parameters: &[f64], part: &[usize]) -> Sums {
        let mut sums = Sums { loss: 0.0, slopes: vec![0.0; parameters.len()] };
        for &index in part {
            let Row { features, target, .. } = &self.data.train()[index];
            let odds = self.model.log_odds(parameters, features);
            let target = f64::from(*target);
            sums.loss += odds.cross_entropy(target);
            self.model.add_slopes(parameters, features, odds.slope(target), &mut sums.slopes);
        }
        sums
    }

    fn validation_loss(&self, parameters: &[f64]) -> f64 {
        mean_loss(self.data.validation(), self.settings.threads, |features| {
            self.model.log_odds(parameters, features)
        })
    }
}

#[cfg(test)]
mod tests;
