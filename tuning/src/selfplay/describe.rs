//! What is in files of games: how many, how they ended, and what the scores were worth.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

use strelci::board::Side;
use strelci::eval::{Score, win_chance};
use strelci::rules::{Reason, Rules};

use super::saved::{SavedGame, SavedPosition};
use super::table::{aligned, percent};

/// Counts over games: by rules and board, and by what their scores foretold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    /// By the rules' name, the number of squares and the files.
    boards: BTreeMap<(&'static str, usize, usize), Counts>,
    /// By chance to win in tenths.
    tenths: [Forecast; 10],
    proven: Proven,
}

const GAMES: [&str; 8] =
    ["rules", "board", "games", "positions", "White wins", "plies", "margin", "random"];
const FORECAST: [&str; 4] = ["chance by score", "positions", "expected", "won"];

/// Counts over games of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    games: u64,
    positions: u64,
    random: u64,
    white_wins: u64,
    separated: u64,
    /// Sum of the margins of games that ended separated.
    margins: u64,
}

/// Positions of about one chance to win, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Forecast {
    positions: u64,
    /// Sum of the chances by score, and games won by the side to move.
    chances: f64,
    won: u64,
}

/// Positions with a proven result, and how many games ended so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Proven {
    positions: u64,
    right: u64,
}

impl Description {
    /// Counts a game.
    pub fn add(&mut self, game: &SavedGame) {
        let start = game.start();
        let size = start.position.size();
        let board = (start.rules.name(), size.squares(), size.files());
        self.boards.entry(board).or_default().add(game);
        for position in game.positions() {
            self.forecast(start.rules, &position);
        }
    }

    fn forecast(&mut self, rules: Rules, position: &SavedPosition) {
        let Some(score) = position.ply.score else { return };
        let won = position.is_won();
        if position.ply.is_proven() {
            self.proven.positions += 1;
            self.proven.right += u64::from((score > 0) == won);
        } else {
            let chance = win_chance(rules, Score::estimate(score));
            self.tenths[((10.0 * chance) as usize).min(9)].add(chance, won);
        }
    }

    /// Positions of all games.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.boards.values().map(|counts| counts.positions).sum()
    }
}

impl Counts {
    fn add(&mut self, game: &SavedGame) {
        self.games += 1;
        self.positions += game.plies().len() as u64;
        self.random += game.plies().iter().filter(|ply| ply.score.is_none()).count() as u64;
        self.white_wins += u64::from(game.winner() == Side::White);
        if let Reason::Separated { margin } = game.outcome().reason {
            self.separated += 1;
            self.margins += u64::from(margin);
        }
    }

    fn row(&self, rules: &str, board: String) -> Vec<String> {
        let mean = |sum: u64, count: u64| match count {
            0 => "-".to_owned(),
            count => format!("{:.2}", sum as f64 / count as f64),
        };
        vec![
            rules.to_owned(),
            board,
            self.games.to_string(),
            self.positions.to_string(),
            percent(self.white_wins, self.games),
            mean(self.positions, self.games),
            mean(self.margins, self.separated),
            percent(self.random, self.positions),
        ]
    }
}

impl Forecast {
    fn add(&mut self, chance: f64, won: bool) {
        self.positions += 1;
        self.chances += chance;
        self.won += u64::from(won);
    }

    fn row(&self, range: String) -> Vec<String> {
        let expected = match self.positions {
            0 => "-".to_owned(),
            count => format!("{:.1} %", 100.0 * self.chances / count as f64),
        };
        let won = percent(self.won, self.positions);
        vec![range, self.positions.to_string(), expected, won]
    }
}

/// Two tables: games by rules and board; positions by their chance to win, with what came of them.
impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", aligned(&self.games_table()), aligned(&self.forecast_table()))?;
        let Proven { positions, right } = self.proven;
        if positions > 0 {
            let right = percent(right, positions);
            writeln!(f, "\nproven by the search: {positions} positions, {right} ended so")?;
        }
        Ok(())
    }
}

impl Description {
    fn games_table(&self) -> Vec<Vec<String>> {
        let mut rows = vec![GAMES.map(str::to_owned).to_vec()];
        let mut all = Counts::default();
        for (&(rules, squares, files), counts) in &self.boards {
            rows.push(counts.row(rules, format!("{files}×{}", squares / files)));
            all += *counts;
        }
        if self.boards.len() > 1 {
            rows.push(all.row("all", String::new()));
        }
        rows
    }

    fn forecast_table(&self) -> Vec<Vec<String>> {
        let tenths = self.tenths.iter().enumerate();
        let row = |(tenth, forecast): (usize, &Forecast)| {
            forecast.row(format!("{}-{} %", 10 * tenth, 10 * (tenth + 1)))
        };
        [FORECAST.map(str::to_owned).to_vec()].into_iter().chain(tenths.map(row)).collect()
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.random += other.random;
        self.white_wins += other.white_wins;
        self.separated += other.separated;
        self.margins += other.margins;
    }
}

#[cfg(test)]
mod tests {
    use super::super::saved::tests::{blocked, tiny};
    use super::*;

    #[test]
    fn a_description_counts_all_there_is() {
        let mut description = Description::default();
        for game in [tiny(0), tiny(1), blocked(2)] {
            description.add(&game);
        }
        assert_eq!(description.positions(), 5);
        let told = description.to_string();
        let (games, forecasts) = told.split_once("\n\n").unwrap();
        assert_eq!(
            games,
            concat!(
                "rules    board  games  positions  White wins  plies  margin  random\n",
                "amazons    2×2      1          1     100.0 %   1.00       -   0.0 %\n",
                "strelci    5×3      2          4       0.0 %   2.00    1.00  50.0 %\n",
                "all                 3          5      33.3 %   1.67    1.00  40.0 %",
            )
        );
        assert!(forecasts.starts_with("chance by score  positions  expected      won\n"));
        let chance = win_chance(Rules::Strelci, Score::estimate(-150));
        let row = format!(" 2    {:.1} %  100.0 %\n", 100.0 * chance);
        assert!(forecasts.contains(&row), "{forecasts}");
        assert!(told.ends_with("\n\nproven by the search: 1 positions, 100.0 % ended so\n"));
    }
}
