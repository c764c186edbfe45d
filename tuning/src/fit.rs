//! Fitting the weights of the lean evaluation to games, by logistic regression.
//!
//! The chance to win is taken as the logistic function of a sum of terms, each with a weight that
//! is a piecewise linear function of the phase. What is fitted are its values at the knots.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use strelci::board::{AnyPosition, Position};
use strelci::eval::{LEAN_WEIGHTS, PHASES, TERMS, WEIGHT_SHIFT, WIN_SCALE, Weights, phase, terms};
use strelci::isa::Isa;
use strelci::rules::Rules;
use strelci::survey::{Scene, scan};
use strelci::with_position;

use crate::selfplay::{Game, read};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games, from self-play.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The generated file of weights.
    #[arg(long)]
    out: PathBuf,
    /// The date to write at its head.
    #[arg(long)]
    date: String,
    /// How much a result counts in a position's target; its search score counts the rest.
    #[arg(long, default_value_t = 0.5)]
    result_share: f64,
    /// How strongly weights of neighbouring phases are drawn together.
    #[arg(long, default_value_t = 1e-3)]
    smoothness: f64,
    /// Rounds of gradient descent at the most.
    #[arg(long, default_value_t = 1500)]
    rounds: usize,
}

/// Phases at which weights are fitted; between them they are interpolated.
const KNOTS: [usize; 9] = [0, 3, 8, 16, 28, 44, 64, 92, PHASES - 1];

type Theta = [[f64; TERMS]; KNOTS.len()];

/// Where a phase lies between two knots.
#[derive(Clone, Copy)]
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
    fn weight(self, theta: &Theta, term: usize) -> f64 {
        theta[self.knot][term] * (1.0 - self.above) + theta[self.knot + 1][term] * self.above
    }
}

/// A position to learn from.
struct Row {
    terms: [f64; TERMS],
    place: Place,
    /// The chance of the side to move to win.
    target: f64,
}

/// One game in so many is kept to validate.
const VALIDATE: usize = 10;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut games = Vec::new();
    for path in &arguments.games {
        games.extend(read(path)?);
    }
    let mut text = String::new();
    let mut fitted = Vec::new();
    for rules in [Rules::Strelci, Rules::Amazons] {
        let games: Vec<&Game> = games.iter().filter(|game| game.rules == rules.name()).collect();
        ensure!(games.len() >= VALIDATE, "{} games of {rules}: too few", games.len());
        let fit = fit(arguments, rules, &games)?;
        writeln!(text, "//! {rules}: {}", fit.summary)?;
        println!("{rules}: {}", fit.summary);
        fitted.push(fit);
    }
    std::fs::write(&arguments.out, generated(arguments, &text, &fitted))?;
    Ok(())
}

struct Fitted {
    weights: Vec<[i16; TERMS]>,
    win_scale: f64,
    summary: String,
}

fn fit(arguments: &Arguments, rules: Rules, games: &[&Game]) -> Result<Fitted> {
    let mut train = Vec::new();
    let mut validate = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let rows = if number % VALIDATE == 0 { &mut validate } else { &mut train };
        rows_of(arguments, rules, game, rows)?;
    }
    let current = &LEAN_WEIGHTS[rules as usize];
    let before = loss(&validate, |row| current_logit(current, rules, row));
    let (theta, after) = descend(arguments, &train, &validate);
    let scale = 100.0 / mean_territory_weight(&theta, &train);
    let (games, positions) = (games.len(), train.len() + validate.len());
    let summary = format!(
        "{games} games, {positions} positions; validation loss {before:.4} before, {after:.4} after"
    );
    Ok(Fitted { weights: table(&theta, scale), win_scale: scale, summary })
}

fn rows_of(arguments: &Arguments, rules: Rules, game: &Game, rows: &mut Vec<Row>) -> Result<()> {
    let last_random = game.positions.iter().rposition(|record| record.score.is_none());
    for (number, record) in game.positions.iter().enumerate() {
        let Some(score) = record.score else { continue };
        let position: AnyPosition = record.fen.parse()?;
        let white_to_move = record.fen.contains(" w ");
        let won = f64::from(u8::from(white_to_move == game.white_won));
        let searched = logistic(f64::from(score) / WIN_SCALE[rules as usize]);
        // A random move may have turned the game: before it, only the search is believed.
        let share = if last_random.is_some_and(|last| number < last) {
            0.0
        } else {
            arguments.result_share
        };
        let target = share * won + (1.0 - share) * searched;
        rows.push(with_position!(&position, position => row(position, target)));
    }
    Ok(())
}

fn row<const N: usize>(position: &Position<N>, target: f64) -> Row {
    let side = position.side_to_move();
    let archers = [position.archers(side), position.archers(!side)];
    let scan = scan(Isa::best(), position.geometry(), &Scene::of(archers, position.empty()));
    let phase = phase(&scan, 0);
    Row { terms: terms(&scan, 0).map(f64::from), place: Place::of(phase), target }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn logit(theta: &Theta, row: &Row) -> f64 {
    (0..TERMS).map(|term| row.place.weight(theta, term) * row.terms[term]).sum()
}

fn current_logit(weights: &Weights, rules: Rules, row: &Row) -> f64 {
    let Place { knot, above } = row.place;
    let phase = KNOTS[knot] as f64 + above * (KNOTS[knot + 1] - KNOTS[knot]) as f64;
    let weights = &weights[phase.round() as usize];
    let sum: f64 = (0..TERMS).map(|term| f64::from(weights[term]) * row.terms[term]).sum();
    sum / f64::from(1 << WEIGHT_SHIFT) / WIN_SCALE[rules as usize]
}

/// The mean cross-entropy.
fn loss(rows: &[Row], logit: impl Fn(&Row) -> f64) -> f64 {
    let entropy = |row: &Row| {
        let chance = logistic(logit(row)).clamp(1e-9, 1.0 - 1e-9);
        -(row.target * chance.ln() + (1.0 - row.target) * (1.0 - chance).ln())
    };
    rows.iter().map(entropy).sum::<f64>() / rows.len() as f64
}

/// Adam on the whole of the training rows, until the validation loss has stopped falling.
fn descend(arguments: &Arguments, train: &[Row], validate: &[Row]) -> (Theta, f64) {
    let mut theta: Theta = [[0.0; TERMS]; KNOTS.len()];
    let (mut first, mut second) = (theta, theta);
    let (mut best, mut best_loss, mut best_round) = (theta, f64::INFINITY, 0);
    let sizes = mean_squares(train);
    for round in 1..=arguments.rounds {
        let mut gradient = gradient(&theta, train);
        smooth(&theta, &sizes, arguments.smoothness, &mut gradient);
        let correct = |rate: f64| 1.0 - rate.powi(round as i32);
        for knot in 0..KNOTS.len() {
            for term in 0..TERMS {
                let slope = gradient[knot][term];
                first[knot][term] = 0.9 * first[knot][term] + 0.1 * slope;
                second[knot][term] = 0.999 * second[knot][term] + 0.001 * slope * slope;
                let step = first[knot][term] / correct(0.9);
                let size = (second[knot][term] / correct(0.999)).sqrt() + 1e-8;
                theta[knot][term] -= 0.01 * step / size;
            }
        }
        if round % 25 == 0 {
            let loss = loss(validate, |row| logit(&theta, row));
            if loss < best_loss - 1e-6 {
                (best, best_loss, best_round) = (theta, loss, round);
            } else if round - best_round >= 200 {
                break;
            }
        }
    }
    (best, best_loss)
}

fn gradient(theta: &Theta, rows: &[Row]) -> Theta {
    let mut gradient: Theta = [[0.0; TERMS]; KNOTS.len()];
    for row in rows {
        let error = (logistic(logit(theta, row)) - row.target) / rows.len() as f64;
        for term in 0..TERMS {
            let slope = error * row.terms[term];
            let Place { knot, above } = row.place;
            gradient[knot][term] += slope * (1.0 - above);
            gradient[knot + 1][term] += slope * above;
        }
    }
    gradient
}

/// The mean square of each term.
fn mean_squares(rows: &[Row]) -> [f64; TERMS] {
    let sum = |term: usize| rows.iter().map(|row| row.terms[term].powi(2)).sum::<f64>();
    std::array::from_fn(|term| sum(term) / rows.len() as f64)
}

/// Adds the slope of a penalty on what a step from knot to knot changes.
fn smooth(theta: &Theta, sizes: &[f64; TERMS], smoothness: f64, gradient: &mut Theta) {
    for knot in 1..KNOTS.len() {
        for term in 0..TERMS {
            let pull = smoothness * sizes[term] * (theta[knot][term] - theta[knot - 1][term]);
            gradient[knot][term] += pull;
            gradient[knot - 1][term] -= pull;
        }
    }
}

/// What a square that is nearer by queen and by king counts on average, as a logit.
fn mean_territory_weight(theta: &Theta, rows: &[Row]) -> f64 {
    let weight = |row: &Row| row.place.weight(theta, 0) + row.place.weight(theta, 2);
    rows.iter().map(weight).sum::<f64>() / rows.len() as f64
}

fn table(theta: &Theta, scale: f64) -> Vec<[i16; TERMS]> {
    let at = |phase: usize| {
        let place = Place::of(phase);
        std::array::from_fn(|term| {
            (place.weight(theta, term) * scale * f64::from(1 << WEIGHT_SHIFT)).round() as i16
        })
    };
    (0..PHASES).map(at).collect()
}

fn generated(arguments: &Arguments, summaries: &str, fitted: &[Fitted]) -> String {
    let mut text = format!(
        "//! Generated by `strelci-tuning fit` on {}: weights of the lean evaluation. Do not edit.\n//!\n{summaries}\n\
         use super::lean::Weights;\n\n\
         /// How many phases are told apart.\npub const PHASES: usize = {PHASES};\n\n\
         /// Hundredths of a square that raise the odds to win by a factor of e, by rule set.\n\
         pub const WIN_SCALE: [f64; 2] = [{:.1}, {:.1}];\n\n\
         /// The weights of the lean evaluation, by rule set and phase.\n\
         pub static LEAN_WEIGHTS: [Weights; 2] = [\n",
        arguments.date, fitted[0].win_scale, fitted[1].win_scale
    );
    for fit in fitted {
        text += "    [\n";
        for weights in &fit.weights {
            let _ = writeln!(text, "        {weights:?},");
        }
        text += "    ],\n";
    }
    text + "];\n"
}
