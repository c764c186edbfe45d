use strelci::eval::Evaluator;
use strelci::rules::Rules;

use super::*;
use crate::start::{Start, generator, random_ply};
use crate::weights::WeightsFile;

/// A position `plies` random plies after a start.
fn position(start: &str, plies: usize) -> (Rules, AnyPosition) {
    let start: Start = start.parse().unwrap();
    let mut random = generator(1, plies as u64);
    let next = |position: AnyPosition, _| match random_ply(start.rules, &position, &mut random) {
        Some((_, next)) => next,
        None => position,
    };
    (start.rules, (0..plies).fold(start.position, next))
}

/// Features of positions of one random game on 8×8.
fn features() -> Vec<LeanFeatures> {
    (0..30).map(|plies| LeanFeatures::of(&position("strelci8", plies).1)).collect()
}

fn rows() -> Vec<Row<LeanFeatures>> {
    let row = |features| Row { features, target: 0.5, won: None };
    features().into_iter().map(row).collect()
}

fn model(smoothness: f64) -> Lean {
    Lean::new(WeightsFile::in_use().unwrap().of(Rules::Strelci), smoothness, &rows())
}

#[test]
fn features_are_what_the_engine_evaluates() {
    let file = WeightsFile::in_use().unwrap();
    for start in ["strelci", "amazons8", "strelci6"] {
        for plies in [0, 9, 20] {
            let (rules, position) = position(start, plies);
            let set = file.of(rules);
            let features = LeanFeatures::of(&position);
            let odds = set.log_odds(usize::from(features.phase), &features.terms);
            let estimate = with_position!(&position, position => {
                let isa = Isa::best();
                let weights = &strelci::eval::LEAN_WEIGHTS;
                Evaluator::new(position.geometry(), rules, weights, isa).estimate(position)
            });
            let difference = odds * set.win_scale - f64::from(estimate);
            assert!((0.0..1.0).contains(&difference), "{start} {plies}: {difference}");
        }
    }
}

#[test]
fn weights_between_knots_are_interpolated() {
    let parameters: Vec<f64> = (0..Lean::PARAMETERS).map(|index| index as f64).collect();
    for (knot, &phase) in KNOTS.iter().enumerate() {
        let expected = parameters[parameter(knot, 4)];
        assert!((Place::of(phase).weight(&parameters, 4) - expected).abs() < 1e-12);
    }
    // Phase 12 is half way from the knot at 8 to that at 16.
    let between = f64::midpoint(parameters[parameter(2, 4)], parameters[parameter(3, 4)]);
    assert!((Place::of(12).weight(&parameters, 4) - between).abs() < 1e-12);
}

#[test]
fn slopes_are_those_of_finite_differences() {
    let model = model(0.3);
    let parameters = model.start();
    let target = 0.3;
    for features in features() {
        let loss = |parameters: &[f64]| {
            let odds = model.log_odds(parameters, &features);
            odds.cross_entropy(target) + model.penalty(parameters)
        };
        let mut slopes = vec![0.0; parameters.len()];
        let slope = model.log_odds(&parameters, &features).slope(target);
        model.add_slopes(&parameters, &features, slope, &mut slopes);
        model.add_penalty_slopes(&parameters, &mut slopes);
        for (index, slope) in slopes.into_iter().enumerate() {
            let at = |shift: f64| {
                let mut parameters = parameters.clone();
                parameters[index] += shift;
                loss(&parameters)
            };
            let expected = (at(1e-6) - at(-1e-6)) / 2e-6;
            assert!((slope - expected).abs() < 1e-6, "{index}: {slope}, {expected}");
        }
    }
}

#[test]
fn parameters_that_are_exported_give_the_same_odds() {
    let model = model(0.0);
    let parameters = model.start();
    let set = model.export(&parameters).unwrap();
    for features in features() {
        let odds = model.log_odds(&parameters, &features).0;
        let exported = set.log_odds(usize::from(features.phase), &features.terms);
        assert!((odds - exported).abs() < 5e-3, "{odds}, {exported}");
    }
    let worth = |features: &LeanFeatures| {
        let weights = set.table[usize::from(features.phase)];
        (f64::from(weights[0]) + f64::from(weights[2])) / 16.0
    };
    let mean = features().iter().map(worth).sum::<f64>() / features().len() as f64;
    assert!((mean - 100.0).abs() < 0.1, "{mean}");
}

#[test]
fn parameters_of_no_use_are_told() {
    let model = model(0.0);
    let nothing = vec![0.0; Lean::PARAMETERS];
    assert_eq!(model.export(&nothing), Err(LeanExportError::NoTerritory(0.0)));
    let mut huge = model.start();
    huge[parameter(3, 5)] = 10.0;
    let error = model.export(&huge).unwrap_err().to_string();
    assert!(error.starts_with("the weight of term 5 in phase "), "{error}");
    assert!(error.ends_with("beyond 32767: fit more smoothly, or to more games"), "{error}");
}
