//! Pictures of a fit: how the loss fell, and whether chances are what they say.

mod axis;
mod chart;

use axis::Axis;
use chart::{Chart, Corner, Point, Series, Stroke};

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
    let most = bins.before.iter().chain(&bins.after).map(|bin| bin.positions).max().unwrap_or(1);
    let point = |bin: &Bin| Point { x: bin.predicted, y: bin.won, dot: dot(bin.positions, most) };
    let series = |name: &str, loss: f64, colour, bins: &[Bin]| Series {
        name: format!("{name}: loss {loss:.4}"),
        colour,
        stroke: Stroke::Solid,
        points: bins.iter().map(point).collect(),
    };
    let exact = Series {
        name: "as often as predicted".to_owned(),
        colour: BESIDE,
        stroke: Stroke::Dashed,
        points: vec![Point::bare(0.0, 0.0), Point::bare(1.0, 1.0)],
    };
    let chart = Chart {
        title,
        x: Axis::over("predicted chance to win (a larger dot: more positions)", 0.0, 1.0),
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

/// The radius of a dot whose area grows with the number of positions.
fn dot(positions: usize, most: usize) -> f64 {
    2.0 + 6.0 * (positions as f64 / most as f64).sqrt()
}

/// The loss on the rows to learn from and on those to validate, round by round, with the round whose
/// weights were kept. SVG.
#[must_use]
pub fn losses(title: String, progress: &Progress) -> String {
    let point = |(round, &loss): (usize, &f64)| Point::bare(round as f64, loss);
    let curve = |name: &str, colour, losses: &[f64]| Series {
        name: name.to_owned(),
        colour,
        stroke: Stroke::Solid,
        points: losses.iter().enumerate().map(point).collect(),
    };
    let both = progress.train().iter().chain(progress.validation());
    let x = Axis::over("rounds", 0.0, progress.rounds().max(1) as f64);
    let y = Axis::around("mean cross-entropy in nats", both.copied());
    let best = progress.best_round();
    let kept = Series {
        name: format!("kept: after round {best}"),
        colour: BESIDE,
        stroke: Stroke::Dashed,
        points: y.ends().map(|end| Point::bare(best as f64, end)).to_vec(),
    };
    let series = vec![
        kept,
        curve("games to learn from", BEFORE, progress.train()),
        curve("games to validate", AFTER, progress.validation()),
    ];
    Chart { title, x, y, series, legend: Corner::TopRight }.draw().to_string()
}

#[cfg(test)]
mod tests {
    use svg::parser::Event;

    use super::*;

    /// How many there are of each kind of element, and all texts; nothing where it is no SVG.
    fn read(picture: &str) -> (usize, usize, Vec<String>) {
        let (mut lines, mut dots, mut texts) = (0, 0, Vec::new());
        for event in svg::read(picture).unwrap() {
            match event {
                Event::Tag("polyline", ..) => lines += 1,
                Event::Tag("circle", ..) => dots += 1,
                Event::Text(text) => texts.push(text.trim().to_owned()),
                Event::Error(error) => panic!("{error}"),
                _ => (),
            }
        }
        (lines, dots, texts)
    }

    #[test]
    fn a_calibration_shows_every_bin_and_what_it_means() {
        let bin = |predicted, won| Bin { predicted, won, positions: 9 };
        let before = vec![bin(0.1, 0.2), bin(0.7, 0.6)];
        let bins = Change { before, after: vec![bin(0.4, 0.4)] };
        let losses = Change { before: 0.51, after: 0.42 };
        let (lines, dots, texts) = read(&calibration("A < B".to_owned(), &bins, &losses));
        // Twice three series, and a dot beside two of the legend's names.
        assert_eq!((lines, dots), (6, 3 + 2));
        for text in ["A &lt; B", "before: loss 0.5100", "after: loss 0.4200", "0.2", "1.0"] {
            assert!(texts.iter().any(|found| found == text), "{text} in {texts:?}");
        }
    }

    #[test]
    fn without_a_single_bin_there_is_a_calibration_nevertheless() {
        let bins = Change { before: vec![], after: vec![] };
        let losses = Change { before: f64::NAN, after: 0.4 };
        assert_eq!(read(&calibration(String::new(), &bins, &losses)).1, 0);
    }
}
