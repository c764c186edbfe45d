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
mod tests {
    use std::convert::Infallible;

    use rand::RngExt;

    use super::*;
    use crate::fit::data::Split;
    use crate::fit::lean::{Lean, LeanFeatures};
    use crate::fit::loss::LogOdds;
    use crate::weights::WeightsFile;
    use strelci::eval::PHASES;
    use strelci::rules::Rules;

    const SETTINGS: Settings = Settings {
        rate: 0.01,
        batch: None,
        rounds: 60,
        patience: 20,
        seed: 1,
        threads: NonZeroUsize::MIN,
    };

    /// Rows with random terms in random phases, whose targets are what is said of the features.
    fn rows(
        seed: u64,
        count: usize,
        target: impl Fn(&LeanFeatures) -> f64,
    ) -> Vec<Row<LeanFeatures>> {
        let random = &mut generator(seed, 0);
        let mut row = || {
            let terms = std::array::from_fn(|_| random.random_range(-6..=6));
            let features = LeanFeatures { phase: random.random_range(0..PHASES as u8), terms };
            let target = target(&features) as f32;
            Row { features, target, won: None }
        };
        (0..count).map(|_| row()).collect()
    }

    fn split(
        train: Vec<Row<LeanFeatures>>,
        validation: Vec<Row<LeanFeatures>>,
    ) -> Data<LeanFeatures> {
        Data::new(Split { train, validation }, Split::default(), 0, 1.0)
    }

    fn lean(data: &Data<LeanFeatures>) -> Lean {
        Lean::new(WeightsFile::in_use().unwrap().of(Rules::Amazons), 0.0, data.train())
    }

    /// Somebody's weights, which are not those in use: smaller, and others in each phase.
    fn hidden() -> Vec<f64> {
        (0..Lean::PARAMETERS).map(|index| 0.1 * (index as f64).sin()).collect()
    }

    fn noisy() -> Data<LeanFeatures> {
        let target = |features: &LeanFeatures| f64::from(features.terms[0].rem_euclid(2));
        split(rows(1, 2400, target), rows(2, 300, target))
    }

    fn run(descent: &Descent<Lean>, progress: &mut Progress) {
        let Ok(()) = descent.run(progress, |_| Ok::<(), Infallible>(()));
    }

    #[test]
    fn the_weights_behind_the_targets_are_found() {
        let model = lean(&noisy());
        let target = |features: &LeanFeatures| model.log_odds(&hidden(), features).chance();
        let data = split(rows(1, 3000, target), rows(2, 300, target));
        let settings = Settings { rounds: 1500, patience: 1500, ..SETTINGS };
        let descent = Descent::new(&model, &data, settings);
        let mut progress = descent.start();
        run(&descent, &mut progress);
        for (index, (found, hidden)) in progress.best().iter().zip(hidden()).enumerate() {
            assert!((found - hidden).abs() < 0.01, "{index}: {found}, {hidden}");
        }
        let losses = progress.validation();
        assert!(losses[progress.best_round()] < losses[0] - 0.1);
    }

    #[test]
    fn threads_make_no_difference() {
        let data = noisy();
        let model = lean(&data);
        let progress = |threads, batch| {
            let threads = NonZeroUsize::new(threads).unwrap();
            let batch = NonZeroUsize::new(batch);
            let settings = Settings { threads, batch, ..SETTINGS };
            let descent = Descent::new(&model, &data, settings);
            let mut progress = descent.start();
            run(&descent, &mut progress);
            progress
        };
        for batch in [0, 2100] {
            assert_eq!(progress(1, batch), progress(3, batch));
        }
        assert_ne!(progress(1, 0), progress(1, 2100));
    }

    #[test]
    fn a_descent_goes_on_from_any_round_as_if_it_never_stopped() {
        let data = noisy();
        let model = lean(&data);
        let settings = Settings { batch: NonZeroUsize::new(100), rounds: 12, ..SETTINGS };
        let descent = Descent::new(&model, &data, settings);
        let mut texts = Vec::new();
        let mut whole = descent.start();
        let note = |progress: &Progress| {
            texts.push(serde_json::to_string(progress)?);
            Ok::<(), serde_json::Error>(())
        };
        descent.run(&mut whole, note).unwrap();
        assert_eq!(texts.len(), 12);
        for text in texts {
            let mut resumed: Progress = serde_json::from_str(&text).unwrap();
            assert!(resumed.is_whole(Lean::PARAMETERS) && !resumed.is_whole(Lean::PARAMETERS + 1));
            run(&descent, &mut resumed);
            assert_eq!(resumed, whole);
        }
    }

    #[test]
    fn it_stops_when_games_it_has_not_seen_no_longer_profit() {
        // What is learned is wrong of the rows to validate beyond a point.
        let model = lean(&noisy());
        let target = |features: &LeanFeatures| model.log_odds(&hidden(), features).chance();
        let tempered = |features: &LeanFeatures| {
            let start = model.log_odds(&model.start(), features).0;
            LogOdds(start + 0.3 * (model.log_odds(&hidden(), features).0 - start)).chance()
        };
        let data = split(rows(1, 900, target), rows(2, 300, tempered));
        let descent = Descent::new(&model, &data, SETTINGS);
        let mut progress = descent.start();
        run(&descent, &mut progress);
        let best = progress.best_round();
        assert!(best > 0 && progress.rounds() == best + SETTINGS.patience, "{best}");
        let least = progress.validation().iter().copied().fold(f64::INFINITY, f64::min);
        assert!(progress.validation()[best] < least + PROGRESS);
        assert!(progress.train()[best] > *progress.train().last().unwrap());
        let kept = mean_loss(data.validation(), NonZeroUsize::MIN, |features| {
            model.log_odds(progress.best(), features)
        });
        assert_eq!(kept.to_bits(), progress.validation()[best].to_bits());
    }

    #[test]
    fn whoever_watches_may_end_it() {
        let data = noisy();
        let model = lean(&data);
        let descent = Descent::new(&model, &data, SETTINGS);
        let mut progress = descent.start();
        let ended = descent.run(&mut progress, |progress| match progress.rounds() {
            7 => Err("enough"),
            _ => Ok(()),
        });
        assert_eq!((ended, progress.rounds()), (Err("enough"), 7));
    }
}
