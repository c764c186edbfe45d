use std::convert::Infallible;

use rand::RngExt;
use strelci::eval::PHASES;
use strelci::rules::Rules;

use super::*;
use crate::fit::data::Split;
use crate::fit::lean::{Lean, LeanFeatures};
use crate::fit::loss::LogOdds;
use crate::weights::WeightsFile;

const SETTINGS: Settings = Settings {
    rate: 0.01,
    batch: None,
    rounds: 60,
    patience: 20,
    seed: 1,
    threads: NonZeroUsize::MIN,
};

/// Rows with random terms in random phases, whose targets are what is said of the features.
fn rows(seed: u64, count: usize, target: impl Fn(&LeanFeatures) -> f64) -> Vec<Row<LeanFeatures>> {
    let random = &mut generator(seed, 0);
    let mut row = || {
        let terms = std::array::from_fn(|_| random.random_range(-6..=6));
        let features = LeanFeatures { phase: random.random_range(0..PHASES as u8), terms };
        let target = target(&features) as f32;
        Row { features, target, won: None }
    };
    (0..count).map(|_| row()).collect()
}

fn split(train: Vec<Row<LeanFeatures>>, validation: Vec<Row<LeanFeatures>>) -> Data<LeanFeatures> {
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
        let settings = Settings { batch, threads, ..SETTINGS };
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
