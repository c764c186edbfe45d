//! The command `spsa`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::value_parser;
use strelci::search::{Choice, Param, Params};

use super::climb::{Course, Knob, Results};
use super::file::{Found, Writer};
use super::gains::Gains;
use super::run::Round;
use super::settings::Settings;
use crate::engine::{BuiltinSpec, EngineSpec, Kind};
use crate::interrupt;
use crate::output::tell;
use crate::shard::Shard;
use crate::signature;
use crate::start::Start;
use crate::weights::WeightsFile;

/// Tunes constants of the search by simultaneous perturbation.
///
/// Pairs of games are played between the constants moved a little in a random direction and the
/// same moved the other way; after each round of pairs, every constant moves towards the winners.
#[derive(clap::Args)]
pub struct Arguments {
    /// A constant to tune, by its name in `params`; all of them where none is said.
    #[arg(long = "param", value_name = "NAME")]
    params: Vec<String>,
    /// The file the pairs are written to; one that is there is gone on with.
    #[arg(long)]
    out: PathBuf,
    /// Words for both sides, as for the engines of a match: limits, options, weights.
    #[arg(long, default_value = "nodes=5000", value_name = "WORDS")]
    each: String,
    /// Where games start: a variant's name, or strelci or amazons and a FEN; several take turns.
    #[arg(long = "start", default_value = "strelci", value_name = "START")]
    starts: Vec<Start>,
    /// Random plies of an opening.
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u16).range(0..=500))]
    plies: u16,
    /// How many hundredths of a square an opening may be worth to either side.
    #[arg(long, default_value_t = 150)]
    balance: u32,
    /// The seed of openings, perturbations and the variation of nodes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Vary the nodes of each move by up to so many per cent.
    #[arg(long, default_value_t = 5, value_name = "PERCENT", value_parser = value_parser!(u32).range(0..=99))]
    vary_nodes: u32,
    /// Rounds; the constants move after each.
    #[arg(long, default_value_t = 30, value_parser = value_parser!(u64).range(1..=100_000))]
    rounds: u64,
    /// Game pairs of a round.
    #[arg(long, default_value_t = 50, value_parser = value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// How many steps a constant moves in the first round where all pairs say the same.
    #[arg(long, default_value_t = 4.0)]
    movement: f64,
    /// How many steps to either side the first round plays.
    #[arg(long, default_value_t = 1.5)]
    reach: f64,
    /// Play only this share of a round's pairs, as in 0/2 and 1/2; `merge` then pools them.
    #[arg(long, default_value = "0/1")]
    shard: Shard,
    /// Pairs played at once.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..))]
    concurrency: u16,
}

/// Climbs, or goes on with a climb, as far as this share of the pairs leads.
///
/// # Errors
/// Where the arguments make no climb, the file cannot be used, or the run is interrupted.
pub fn run(arguments: &Arguments) -> Result<()> {
    let settings = arguments.settings()?;
    let course = &settings.course;
    arguments.check(&settings)?;
    interrupt::listen()?;
    let (mut writer, Found { mut results, torn }) = Writer::open(&arguments.out, &settings)?;
    if torn > 0 {
        tell(&format!("{}: a torn last line of {torn} bytes was cut off", arguments.out.display()));
    }
    loop {
        let round = course.rounds_done(&results);
        tell(&standing(course, round, &results));
        if round == course.gains.rounds {
            return Ok(());
        }
        arguments.play(&settings, round, &mut writer, &mut results)?;
        let missing = course.pairs_of(round).filter(|pair| !results.contains_key(pair)).count();
        ensure!(!interrupt::asked(), "interrupted: the same command goes on where it was");
        if missing > 0 {
            tell(&format!(
                "shard {} of round {round} is played, {missing} pairs are with the others: merge \
                 the shards, and go on from the merged file",
                arguments.shard
            ));
            return Ok(());
        }
    }
}

/// Where a round stands, in words that an engine of a match understands.
fn standing(course: &Course, round: u64, results: &Results) -> String {
    let values = course.values(&course.place(round, results));
    format!("{round}/{} rounds  {}", course.gains.rounds, course.words(&values))
}

impl Arguments {
    fn settings(&self) -> Result<Settings> {
        let sizes = [("--movement", self.movement), ("--reach", self.reach)];
        for (name, size) in sizes {
            ensure!(
                size.is_finite() && size > 0.0,
                "{name} {size}: a number of steps above 0 is expected"
            );
        }
        let Self { rounds, movement, reach, pairs, seed, .. } = *self;
        Ok(Settings {
            course: Course {
                knobs: self.knobs()?,
                gains: Gains { rounds, movement, reach },
                pairs,
                seed,
            },
            each: self.each.clone(),
            starts: self.starts.iter().map(Start::to_string).collect(),
            plies: usize::from(self.plies),
            balance: Some(self.balance),
            vary_nodes: self.vary_nodes,
            builtin: signature::engine()?,
            weights: self.weights()?,
        })
    }

    /// The CRC-32 of the file of weights that both sides play with.
    fn weights(&self) -> Result<Option<u32>> {
        let Some(path) = self.search()?.weights else { return Ok(None) };
        let text = WeightsFile::text(&path).with_context(|| format!("--each '{}'", self.each))?;
        Ok(Some(crc32fast::hash(text.as_bytes())))
    }

    /// The constants to tune, each from the value that both sides are said to have.
    fn knobs(&self) -> Result<Vec<Knob>> {
        let spec = self.search()?;
        let params = &spec.params;
        let knob = |param: &Param| {
            let start = params.get(param.name).copied().unwrap_or(param.value);
            Knob { start, ..Knob::of(param) }
        };
        // A search that chooses for itself has alpha-beta's constants here: those of the other
        // searcher would hardly matter to its games.
        let table = match spec.settings()?.choice {
            Choice::Auto | Choice::AlphaBeta => Params::table(Choice::AlphaBeta),
            Choice::Mcts => Params::table(Choice::Mcts),
        };
        if self.params.is_empty() {
            return Ok(table.iter().map(knob).collect());
        }
        let mut knobs: Vec<Knob> = Vec::with_capacity(self.params.len());
        for name in &self.params {
            let Some(param) = table.iter().find(|param| param.name == name) else {
                let names: Vec<_> = table.iter().map(|param| param.name).collect();
                bail!("--param {name}: no such constant; there are {}", names.join(", "));
            };
            ensure!(knobs.iter().all(|knob| knob.name != *name), "--param {name} is said twice");
            knobs.push(knob(param));
        }
        Ok(knobs)
    }

    /// The search that both sides are.
    fn search(&self) -> Result<BuiltinSpec> {
        let spec = EngineSpec::read("", &self.each).with_context(|| self.said())?;
        match spec.kind {
            Kind::Builtin(spec) => Ok(spec),
            Kind::Universal(_) | Kind::Botzone { .. } => {
                bail!("{}: what is tuned is the search in this process, without cmd=", self.said())
            }
        }
    }

    fn said(&self) -> String {
        format!("--each '{}'", self.each)
    }

    /// Makes a player as the climb does, so that what is wrong is told before its file is begun.
    fn check(&self, settings: &Settings) -> Result<()> {
        let course = &settings.course;
        let start = course.values(&course.place(0, &Results::new()));
        let spec = settings.engine(&start).with_context(|| self.said())?;
        spec.player().with_context(|| self.said())?;
        Ok(())
    }

    /// Plays what is left of this share of a round.
    fn play(
        &self,
        settings: &Settings,
        round: u64,
        writer: &mut Writer,
        results: &mut Results,
    ) -> Result<()> {
        let course = &settings.course;
        let place = course.place(round, results);
        let is_open = |pair: &u64| self.shard.has(*pair) && !results.contains_key(pair);
        let open: Vec<u64> = course.pairs_of(round).filter(is_open).collect();
        let openings = settings.openings()?;
        let round = Round { settings, openings: &openings, place: &place };
        round.play(&open, usize::from(self.concurrency), &mut |pair| {
            writer.add(pair)?;
            results.insert(pair.pair, pair.half_points);
            Ok(())
        })?;
        Ok(())
    }
}
