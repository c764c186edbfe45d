//! What pairs say, in words.

use std::fmt;

use super::{Pentanomial, Sprt};

/// Pairs, and a test on them if there is one. Its text has a line for each thing they say.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// The pairs.
    pub pairs: Pentanomial,
    /// The test.
    pub sprt: Option<Sprt>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_score(f)?;
        self.write_elo(f)?;
        self.sprt.iter().try_for_each(|sprt| self.write_test(sprt, f))
    }
}

impl Summary {
    fn write_score(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = &self.pairs;
        write!(f, "{} pairs ({pairs})", pairs.pairs())?;
        pairs.score().map_or(Ok(()), |score| write!(f, ", score {:.2} %", score * 100.0))
    }

    fn write_elo(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = &self.pairs;
        match (pairs.elo(), pairs.normalised_elo(), pairs.los()) {
            (Some(elo), Some(normalised), Some(los)) => {
                writeln!(f, "\nElo {elo} with 95 %")?;
                writeln!(f, "normalised Elo {normalised} with 95 %")?;
                write!(f, "likelihood of superiority {:.2} %", los * 100.0)
            }
            _ if pairs.pairs() == 0 => write!(f, "\nno Elo: nothing was played"),
            _ => write!(f, "\nno Elo: degenerate, as all pairs have the same points"),
        }
    }

    fn write_test(&self, sprt: &Sprt, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lower, upper) = sprt.bounds();
        let (llr, verdict) = (sprt.llr(&self.pairs), sprt.verdict(&self.pairs));
        write!(f, "\nSPRT {sprt}\nLLR {llr:.2} ({lower:.2}, {upper:.2}): {verdict}")?;
        if self.pairs.pairs() == 0 || self.pairs.varies() {
            return Ok(());
        }
        write!(f, ", as the test says nothing of pairs that do not vary")
    }
}
