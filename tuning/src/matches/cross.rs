//! The cross table of a round robin or a gauntlet, as Markdown.

use std::fmt;

use super::settings::Settings;
use super::tally::Tally;
use crate::stats::Pentanomial;

/// Who has how many points, and against whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    names: Vec<String>,
    /// The pairs of each engine against each other, by the points of the first index.
    met: Vec<Vec<Pentanomial>>,
}

impl CrossTable {
    /// The table of what was counted.
    #[must_use]
    pub fn new(settings: &Settings, tally: &Tally) -> Self {
        // A bar in a name would end its cell.
        let names = settings.engines.iter().map(|spec| spec.name.replace('|', "\\|"));
        let names: Vec<String> = names.collect();
        let mut met = vec![vec![Pentanomial::default(); names.len()]; names.len()];
        for (encounter, pairs) in tally.scores() {
            met[encounter.first][encounter.second] = pairs;
            met[encounter.second][encounter.first] = reversed(pairs);
        }
        Self { names, met }
    }

    fn total(&self, engine: usize) -> Pentanomial {
        self.met[engine].iter().copied().sum()
    }

    /// The engines by their score, the best first; those that are level stay in the match's order.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.names.len()).collect();
        let score = |engine| self.total(engine).score().unwrap_or(0.0);
        ranking.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
        ranking
    }

    fn row(&self, engine: usize, ranking: &[usize]) -> Vec<String> {
        let total = self.total(engine);
        let [won, lost] = games(total);
        let score =
            total.score().map_or("–".to_owned(), |score| format!("{:.1} %", 100.0 * score));
        let elo = total.elo().map_or("–".to_owned(), |elo| elo.to_string());
        let cells = ranking.iter().map(|&other| against(self.met[engine][other]));
        let head = [self.names[engine].clone(), format!("{won}–{lost}"), score, elo];
        head.into_iter().chain(cells).collect()
    }
}

/// The same pairs by the points of the other engine.
fn reversed(Pentanomial(mut counts): Pentanomial) -> Pentanomial {
    counts.reverse();
    Pentanomial(counts)
}

/// The games won and lost in pairs without draws.
pub(super) fn games(Pentanomial([none, _, one, _, two]): Pentanomial) -> [u64; 2] {
    [one + 2 * two, one + 2 * none]
}

fn against(pairs: Pentanomial) -> String {
    let [won, lost] = games(pairs);
    if won + lost == 0 { String::new() } else { format!("{won}–{lost}") }
}

impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranking = self.ranking();
        let mut head = ["engine", "games", "score", "Elo"].map(str::to_owned).to_vec();
        head.extend(ranking.iter().map(|&engine| self.names[engine].clone()));
        let rule =
            head.iter().enumerate().map(|(column, _)| if column == 0 { "---" } else { "--:" });
        let rule = rule.map(str::to_owned).collect();
        let rows = ranking.iter().map(|&engine| self.row(engine, &ranking));
        for row in [head, rule].into_iter().chain(rows) {
            writeln!(f, "| {} |", row.join(" | "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::won_by;
    use super::super::record::{GameResult, Record};
    use super::super::schedule::Format;
    use super::super::settings::tests::twins;
    use super::*;

    #[test]
    fn a_gauntlet_is_shown_from_both_sides() {
        let mut settings = Settings { format: Format::Gauntlet, ..twins(2) };
        settings.engines.push("name=c|d nodes=9".parse().unwrap());
        let mut tally = Tally::new(&settings);
        // The first engine meets b in pairs 0 and 2, c in pairs 1 and 3, and loses game 4.
        for game in 0..8 {
            let first_is_white = game % 2 == 0;
            let white_won = first_is_white == (game != 4);
            let result = if white_won { GameResult::White } else { GameResult::Black };
            tally.add(&Record { result, ..won_by(game, "a") });
        }
        let table = CrossTable::new(&settings, &tally).to_string();
        let wanted = "\
            | engine | games | score | Elo | a | b | c\\|d |\n\
            | --- | --: | --: | --: | --: | --: | --: |\n\
            | a | 7–1 | 87.5 % | +338.0 [+117.4, +inf] |  | 3–1 | 4–0 |\n\
            | b | 1–3 | 25.0 % | -190.8 [-inf, +67.9] | 1–3 |  |  |\n\
            | c\\|d | 0–4 | 0.0 % | – | 0–4 |  |  |\n";
        assert_eq!(table, wanted);
    }
}
