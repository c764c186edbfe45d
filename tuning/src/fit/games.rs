//! The games of many files, as rows for each rule set.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use strelci::rules::Rules;

use super::data::{Data, Labels, Split};
use super::lean::LeanFeatures;
use crate::interrupt;
use crate::selfplay::{Reader, SavedGame};

/// Fewer games to learn from are surely a mistake.
const LEAST: usize = 10;

/// The rows of one rule set.
pub struct RuleSet {
    /// The rules.
    pub rules: Rules,
    /// The rows.
    pub data: Data<LeanFeatures>,
}

impl RuleSet {
    fn check(&self) -> Result<()> {
        let Self { rules, data } = self;
        let Split { train, validation } = data.games();
        ensure!(
            train >= LEAST && validation > 0,
            "{train} games of {rules} to learn from and {validation} to validate: too few, there \
             must be at least {LEAST} and 1; with --rules another rule set is fitted alone"
        );
        let Split { train, validation } = data.positions();
        ensure!(
            train > 0 && validation > 0,
            "{rules}: {train} searched positions to learn from and {validation} to validate: there \
             must be some of each"
        );
        Ok(())
    }
}

/// The rows of the rule sets that are fitted.
pub struct Games {
    sets: Vec<RuleSet>,
    /// Games of other rules.
    others: usize,
}

impl Games {
    /// Reads files of games played under these rules.
    ///
    /// # Errors
    /// Where a file is not whole, where there are too few games, or Ctrl-C was pressed.
    pub fn read(
        files: &[PathBuf],
        rules: &[Rules],
        labels: impl Fn(Rules) -> Labels,
    ) -> Result<Self> {
        let set = |&rules| RuleSet { rules, data: Data::new(labels(rules)) };
        let mut games = Self { sets: rules.iter().map(set).collect(), others: 0 };
        for file in files {
            games.add_file(file)?;
        }
        games.sets.iter().try_for_each(RuleSet::check)?;
        Ok(games)
    }

    fn add_file(&mut self, file: &Path) -> Result<()> {
        for game in Reader::open(file)? {
            self.add(&game?);
            ensure!(!interrupt::asked(), "interrupted while reading; nothing was written");
        }
        Ok(())
    }

    fn add(&mut self, game: &SavedGame) {
        let rules = game.start().rules;
        match self.sets.iter_mut().find(|set| set.rules == rules) {
            Some(set) => set.data.add(game),
            None => self.others += 1,
        }
    }

    /// The rule sets that are fitted, in order.
    #[must_use]
    pub fn sets(&self) -> &[RuleSet] {
        &self.sets
    }

    /// How many games of other rules there were.
    #[must_use]
    pub const fn others(&self) -> usize {
        self.others
    }
}
