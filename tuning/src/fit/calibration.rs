//! Whether positions that are given some chance are won as often.

use super::data::Row;
use super::loss::LogOdds;

/// How many bins chances are sorted into, all equally wide.
const BINS: usize = 20;

/// Positions with about the same predicted chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Their mean predicted chance.
    pub predicted: f64,
    /// The share of them that the side to move won.
    pub won: f64,
    /// How many they are, at least 1.
    pub positions: usize,
}

#[derive(Clone, Copy, Default)]
struct Sums {
    predicted: f64,
    won: usize,
    positions: usize,
}

/// The bins from the lowest chance to the highest, without those no position is in. Positions whose
/// result says nothing about them are left out.
pub fn calibration<F>(rows: &[Row<F>], log_odds: impl Fn(&F) -> LogOdds) -> Vec<Bin> {
    let mut bins = [Sums::default(); BINS];
    for row in rows {
        let Some(won) = row.won else { continue };
        let chance = log_odds(&row.features).chance();
        let bin = &mut bins[((chance * BINS as f64) as usize).min(BINS - 1)];
        bin.predicted += chance;
        bin.won += usize::from(won);
        bin.positions += 1;
    }
    bins.iter().filter(|bin| bin.positions > 0).map(Sums::mean).collect()
}

impl Sums {
    fn mean(&self) -> Bin {
        let positions = self.positions as f64;
        Bin {
            predicted: self.predicted / positions,
            won: self.won as f64 / positions,
            positions: self.positions,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_where_their_chance_is() {
        let row = |odds: f64, won| Row { features: odds, target: 0.5, won };
        let rows = [
            row(0.02, Some(true)),
            row(0.06, Some(false)),
            row(0.1, Some(true)),
            row(0.1, None),
            row(-40.0, Some(false)),
            row(40.0, Some(true)),
        ];
        let bins = calibration(&rows, |&odds| LogOdds(odds));
        let chance = [0.02, 0.06, 0.1].map(|odds| LogOdds(odds).chance()).iter().sum::<f64>() / 3.0;
        let expected = [(0.0, 0.0, 1), (chance, 2.0 / 3.0, 3), (1.0, 1.0, 1)];
        assert_eq!(bins.len(), expected.len());
        for (bin, (predicted, won, positions)) in bins.iter().zip(expected) {
            assert!((bin.predicted - predicted).abs() < 1e-12 && (bin.won - won).abs() < 1e-12);
            assert_eq!(bin.positions, positions);
        }
    }
}
