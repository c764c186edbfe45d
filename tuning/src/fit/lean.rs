//! The lean evaluation as a model: each term has a weight that is a piecewise linear function of the
//! phase, and what is fitted are its values at the knots.

use std::array;

use strelci::board::{AnyPosition, Position};
use strelci::eval::{PHASES, TERMS, WEIGHT_SHIFT, Weights, phase, terms};
use strelci::isa::Isa;
use strelci::survey::{Scene, scan};
use strelci::with_position;
use thiserror::Error;

use super::data::Row;
use super::loss::LogOdds;
use super::model::{Features, Model};
use crate::weights::WeightSet;

/// Phases at which weights are fitted, closer together where positions with few squares in dispute
/// change their nature.
const KNOTS: [usize; 9] = [0, 3, 8, 16, 28, 44, 64, 92, PHASES - 1];

/// The terms by which a square counts that is nearer by queen and by king.
const TERRITORY: [usize; 2] = [0, 2];

/// What the lean evaluation looks at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeanFeatures {
    /// The phase, below [`PHASES`].
    pub phase: u8,
    /// The terms: see [`terms`].
    pub terms: [i16; TERMS],
}

const _: () = assert!(PHASES <= 1 << u8::BITS);

impl Features for LeanFeatures {
    fn of(position: &AnyPosition) -> Self {
        with_position!(position, position => scanned(position))
    }
}

fn scanned<const N: usize>(position: &Position<N>) -> LeanFeatures {
    let side = position.side_to_move();
    let archers = [position.archers(side), position.archers(!side)];
    let scan = scan(Isa::best(), position.geometry(), &Scene::of(archers, position.empty()));
    // No term is larger than a board, of 676 squares at the most.
    LeanFeatures { phase: phase(&scan, 0) as u8, terms: terms(&scan, 0).map(|term| term as i16) }
}

/// Where a phase lies between two knots.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The knot below.
    knot: usize,
    /// The share of the knot above.
    above: f64,
}

impl Place {
    fn of(phase: usize) -> Self {
        let knot = KNOTS.iter().rposition(|&knot| knot <= phase).unwrap_or(0).min(KNOTS.len() - 2);
        let above = (phase - KNOTS[knot]) as f64 / (KNOTS[knot + 1] - KNOTS[knot]) as f64;
        Self { knot, above }
    }

    /// The weight of a term here.
    fn weight(self, parameters: &[f64], term: usize) -> f64 {
        let below = parameters[parameter(self.knot, term)];
        below + self.above * (parameters[parameter(self.knot + 1, term)] - below)
    }
}

/// Where the weight of a term at a knot stands among the parameters.
const fn parameter(knot: usize, term: usize) -> usize {
    knot * TERMS + term
}

/// The lean evaluation under one rule set, with what the rows to learn from say of its scale.
pub struct Lean {
    start: Vec<f64>,
    smoothness: f64,
    places: [Place; PHASES],
    /// The mean square of each term: what a change of its weight means.
    sizes: [f64; TERMS],
    /// The share of the positions in each phase.
    shares: [f64; PHASES],
}

/// Why fitted weights are of no use to the engine.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LeanExportError {
    /// A square that is nearer is the unit values are given in: it must be worth something.
    #[error(
        "a square that is nearer raises the log odds by {0:.4}, which is no unit: these games do \
         not show what territory is worth"
    )]
    NoTerritory(f64),
    /// A weight is beyond 16 bits.
    #[error(
        "the weight of term {term} in phase {phase} would be {weight:.0}, beyond {most}: fit more \
         smoothly, or to more games",
        most = i16::MAX
    )]
    TooLarge {
        /// Which term, from 0.
        term: usize,
        /// In which phase.
        phase: usize,
        /// Its weight.
        weight: f64,
    },
}

impl Lean {
    /// How many parameters there are.
    pub const PARAMETERS: usize = KNOTS.len() * TERMS;

    /// What the parameters mean: weights of another form are another fit.
    #[must_use]
    pub fn form() -> String {
        format!("lean, {TERMS} terms at phases {KNOTS:?}")
    }

    /// The model that begins from the weights in use. A change of a weight from knot to knot costs
    /// `smoothness` times half the mean square of what it changes in the log odds.
    #[must_use]
    pub fn new(in_use: &WeightSet, smoothness: f64, rows: &[Row<LeanFeatures>]) -> Self {
        let unit = in_use.win_scale * f64::from(1 << WEIGHT_SHIFT);
        let start = KNOTS.iter().flat_map(|&phase| in_use.table[phase]);
        Self {
            start: start.map(|weight| f64::from(weight) / unit).collect(),
            smoothness,
            places: array::from_fn(Place::of),
            sizes: mean_squares(rows),
            shares: shares(rows),
        }
    }

    /// What a square that is nearer by queen and by king counts on average, in log odds.
    fn territory(&self, parameters: &[f64]) -> f64 {
        let weight = |place: &Place| -> f64 {
            TERRITORY.iter().map(|&term| place.weight(parameters, term)).sum()
        };
        self.places.iter().zip(&self.shares).map(|(place, share)| share * weight(place)).sum()
    }

    /// How strongly the weights of a term at a knot and at the next are drawn together.
    fn pull(&self, parameters: &[f64], knot: usize, term: usize) -> f64 {
        let step = parameters[parameter(knot + 1, term)] - parameters[parameter(knot, term)];
        self.smoothness * self.sizes[term] * step
    }

    /// The weights in each phase, in this unit.
    fn table(&self, parameters: &[f64], unit: f64) -> Result<Weights, LeanExportError> {
        let mut table = [[0; TERMS]; PHASES];
        for (phase, place) in self.places.iter().enumerate() {
            for term in 0..TERMS {
                let weight = (place.weight(parameters, term) * unit).round();
                if weight.abs() > f64::from(i16::MAX) {
                    return Err(LeanExportError::TooLarge { term, phase, weight });
                }
                table[phase][term] = weight as i16;
            }
        }
        Ok(table)
    }
}

impl Model for Lean {
    type Features = LeanFeatures;
    type Export = WeightSet;
    type ExportError = LeanExportError;

    fn start(&self) -> Vec<f64> {
        self.start.clone()
    }

    fn log_odds(&self, parameters: &[f64], features: &LeanFeatures) -> LogOdds {
        let place = self.places[usize::from(features.phase)];
        let worth = |term| place.weight(parameters, term) * f64::from(features.terms[term]);
        LogOdds((0..TERMS).map(worth).sum())
    }

    fn add_slopes(
        &self,
        _parameters: &[f64],
        features: &LeanFeatures,
        slope: f64,
        slopes: &mut [f64],
    ) {
        let Place { knot, above } = self.places[usize::from(features.phase)];
        for (term, &lead) in features.terms.iter().enumerate() {
            let slope = slope * f64::from(lead);
            slopes[parameter(knot, term)] += slope * (1.0 - above);
            slopes[parameter(knot + 1, term)] += slope * above;
        }
    }

    fn penalty(&self, parameters: &[f64]) -> f64 {
        let steps = (1..KNOTS.len()).flat_map(|knot| (0..TERMS).map(move |term| (knot - 1, term)));
        let cost = |(knot, term)| {
            let step = parameters[parameter(knot + 1, term)] - parameters[parameter(knot, term)];
            0.5 * self.pull(parameters, knot, term) * step
        };
        steps.map(cost).sum()
    }

    fn add_penalty_slopes(&self, parameters: &[f64], slopes: &mut [f64]) {
        for knot in 0..KNOTS.len() - 1 {
            for term in 0..TERMS {
                let pull = self.pull(parameters, knot, term);
                slopes[parameter(knot + 1, term)] += pull;
                slopes[parameter(knot, term)] -= pull;
            }
        }
    }

    fn export(&self, parameters: &[f64]) -> Result<WeightSet, LeanExportError> {
        let territory = self.territory(parameters);
        // To the tenth that is written.
        let win_scale = (1000.0 / territory).round() / 10.0;
        if !win_scale.is_finite() || win_scale <= 0.0 {
            return Err(LeanExportError::NoTerritory(territory));
        }
        let table = self.table(parameters, win_scale * f64::from(1 << WEIGHT_SHIFT))?;
        Ok(WeightSet { origin: String::new(), win_scale, table })
    }
}

/// The mean square of each term.
fn mean_squares(rows: &[Row<LeanFeatures>]) -> [f64; TERMS] {
    let square = |row: &Row<LeanFeatures>, term: usize| f64::from(row.features.terms[term]).powi(2);
    let sum = |term| rows.iter().map(|row| square(row, term)).sum::<f64>();
    array::from_fn(|term| sum(term) / rows.len() as f64)
}

/// The share of the rows in each phase.
fn shares(rows: &[Row<LeanFeatures>]) -> [f64; PHASES] {
    let mut shares = [0.0; PHASES];
    for row in rows {
        shares[usize::from(row.features.phase)] += 1.0 / rows.len() as f64;
    }
    shares
}

#[cfg(test)]
mod tests;
