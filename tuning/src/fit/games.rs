//! The games of many files, as rows for each rule set.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use strelci::rules::Rules;

use super::collection::{Collection, Labels};
use super::data::{Data, Split};
use super::lean::LeanFeatures;
use crate::interrupt;
use crate::selfplay::Reader;

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
    pub fn read(files: &[PathBuf], rules: &[Rules], labels: Labels) -> Result<Self> {
        let mut collections: Vec<_> =
            rules.iter().map(|&rules| (rules, Collection::new(labels))).collect();
        let mut others = 0;
        for file in files {
            others += add(file, &mut collections)?;
        }
        let set = |(rules, collection): (Rules, Collection<_>)| RuleSet {
            rules,
            data: collection.labelled(),
        };
        let sets: Vec<RuleSet> = collections.into_iter().map(set).collect();
        sets.iter().try_for_each(RuleSet::check)?;
        Ok(Self { sets, others })
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

/// Adds the games of a file to the collections of their rules; how many found none.
fn add(file: &Path, collections: &mut [(Rules, Collection<LeanFeatures>)]) -> Result<usize> {
    let mut others = 0;
    for game in Reader::open(file)? {
        ensure!(!interrupt::asked(), "interrupted while reading games; nothing was written");
        let game = game?;
        match collections.iter_mut().find(|(rules, _)| *rules == game.start().rules) {
            Some((_, collection)) => collection.add(&game),
            None => others += 1,
        }
    }
    Ok(others)
}
