//! Pictures of a fit: how the loss fell, and whether chances are what they say.

mod axis;
mod chart;

use axis::Axis;
use chart::{Chart, Corner, Series, Stroke};

use super::calibration::Bin;
use super::descent::Progress;
use super::fitting::Change;

const BEFORE: &str = "#d98032";
const AFTER: &str = "#2468a8";
const BESIDE: &str = "#999999";

/// The share of positions that were won against the chance they were given, before and after a fit,
/// with the validation losses. SVG.
#[must_use]
pub fn calibration(title: String, bins: &Change<Vec<Bin>>, losses: &Change<f64>) -> String {
    let points = |bins: &[Bin]| bins.iter().map(|bin| (bin.predicted, bin.won)).collect();
    let series = |name: &str, loss: f64, colour, bins: &[Bin]| Series {
        name: format!("{name}: loss {loss:.4}"),
        colour,
        stroke: Stroke::Dotted,
        points: points(bins),
    };
    let exact = Series {
        name: "as often as predicted".to_owned(),
        colour: BESIDE,
        stroke: Stroke::Dashed,
        points: vec![(0.0, 0.0), (1.0, 1.0)],
    };
    let chart = Chart {
        title,
        x: Axis::over("predicted chance to win", 0.0, 1.0),
        y: Axis::over("share of positions won", 0.0, 1.0),
        series: vec![
            exact,
            series("before", losses.before, BEFORE, &bins.before),
            series("after", losses.after, AFTER, &bins.after),
        ],
        legend: Corner::TopLeft,
    };
    chart.draw().to_string()
}

/// The loss on the rows to learn from and on those to validate, round by round, with the round whose
/// weights were kept. SVG.
#[must_use]
pub fn losses(title: String, progress: &Progress) -> String {
    let curve = |name: &str, colour, losses: &[f64]| Series {
        name: name.to_owned(),
        colour,
        stroke: Stroke::Solid,
        points: losses.iter().enumerate().map(|(round, &loss)| (round as f64, loss)).collect(),
    };
    let both = progress.train().iter().chain(progress.validation());
    let x = Axis::over("rounds", 0.0, progress.rounds().max(1) as f64);
    let y = Axis::around("mean cross-entropy in nats", both.copied());
    let best = progress.best_round();
    let kept = Series {
        name: format!("kept: round {best}"),
        colour: BESIDE,
        stroke: Stroke::Dashed,
        points: y.ends().map(|end| (best as f64, end)).to_vec(),
    };
    let series = vec![
        kept,
        curve("games to learn from", BEFORE, progress.train()),
        curve("games to validate", AFTER, progress.validation()),
    ];
    Chart { title, x, y, series, legend: Corner::TopRight }.draw().to_string()
}
