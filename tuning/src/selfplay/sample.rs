//! Random positions of a file, as text.

use std::fmt::Write;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use strelci::rules::Rules;

use super::saved::{SavedGame, SavedPosition};

/// The columns of a [`Sample`], as its first line names them.
const COLUMNS: &str = "fen\trules\tscore\tresult\tmargin\tplies_left";

/// A number of positions drawn from all that are offered, each as likely as any other: algorithm R
/// (Vitter, "Random sampling with a reservoir", 1985).
#[derive(Clone, Debug)]
pub struct Sample {
    most: usize,
    random: Xoshiro256PlusPlus,
    offered: u64,
    /// The lines drawn so far, each with its place among all offered.
    lines: Vec<(u64, String)>,
}

impl Sample {
    /// Draws `most` positions, or all where there are no more.
    #[must_use]
    pub fn new(most: usize, seed: u64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { most, random, offered: 0, lines: Vec::new() }
    }

    /// Offers the positions of a game.
    pub fn offer(&mut self, game: &SavedGame) {
        for position in game.positions() {
            let place = self.offered;
            self.offered += 1;
            let line = || (place, line(game.start().rules, &position));
            if self.lines.len() < self.most {
                self.lines.push(line());
                continue;
            }
            let drawn = self.random.random_range(0..self.offered) as usize;
            if let Some(kept) = self.lines.get_mut(drawn) {
                *kept = line();
            }
        }
    }

    /// What was drawn, in order: a line of names, then a line for each position with its FEN, the
    /// rules, the score (hundredths of a square for the side to move, `-` before a random move),
    /// the result (1 where the side to move won, else 0), the margin in squares (negative where it
    /// lost, `-` where the loser could not move) and the plies to the end, with tabs between.
    #[must_use]
    pub fn table(mut self) -> String {
        self.lines.sort_unstable();
        let mut table = format!("{COLUMNS}\n");
        for (_, line) in self.lines {
            table += &line;
        }
        table
    }
}

fn line(rules: Rules, position: &SavedPosition) -> String {
    let or_dash = |number: Option<i32>| number.map_or_else(|| "-".to_owned(), |it| it.to_string());
    let mut line = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        line,
        "{}\t{rules}\t{}\t{}\t{}\t{}",
        position.position,
        or_dash(position.ply.score),
        u8::from(position.is_won()),
        or_dash(position.margin()),
        position.plies_left,
    );
    line
}

#[cfg(test)]
mod tests {
    use super::super::saved::tests::tiny;
    use super::*;

    #[test]
    fn all_is_drawn_where_there_is_no_more() {
        let mut sample = Sample::new(9, 1);
        sample.offer(&tiny(0));
        assert_eq!(
            sample.table(),
            concat!(
                "fen\trules\tscore\tresult\tmargin\tplies_left\n",
                "q3Q/****1/****1 w - - 0 1\tstrelci\t-\t0\t-1\t2\n",
                "q3*/****Q/****1 b - - 0 1\tstrelci\t-150\t1\t1\t1\n",
            )
        );
    }

    #[test]
    fn every_place_is_drawn_as_often() {
        let mut drawn = [0; 10];
        for seed in 0..2000 {
            let mut sample = Sample::new(3, seed);
            (0..5).for_each(|number| sample.offer(&tiny(number)));
            assert_eq!(sample.lines.len(), 3);
            sample.lines.iter().for_each(|&(place, _)| drawn[place as usize] += 1);
        }
        assert!(drawn.iter().all(|&times| (540..=660).contains(&times)), "{drawn:?}");
    }
}
