//! The command `fit`.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use anyhow::{Context, Result, ensure};
use strelci::rules::Rules;

use super::checkpoint::Basis;
use super::collection::Labels;
use super::date::Date;
use super::descent::{Progress, Settings};
use super::fitting::{Change, Fitting};
use super::games::{Games, RuleSet};
use super::lean::Lean;
use super::progress::Told;
use super::report::{Picture, compared, counted, names, pictured, summary};
use super::saving::Saving;
use super::scale::SCALES;
use crate::atomic;
use crate::interrupt;
use crate::output::tell;
use crate::weights::WeightsFile;

/// Fits the weights of the evaluation to games of self-play.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files of games, from `selfplay`. A game that is in several of them counts once.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file of weights to write: `src/eval/weights.rs` of the engine, or one for a match.
    #[arg(long)]
    out: PathBuf,
    /// The date to write at its head, as in 2026-12-01.
    #[arg(long)]
    date: Date,
    /// Fit the weights of this rule set alone; the others stay as they are in this program.
    #[arg(long)]
    rules: Option<Rules>,
    /// The seed of all that is random: which games are kept to validate, and the order in batches.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How much the result counts in a position's target, from 0 to 1; its search score counts the
    /// rest. Before the last random move of a game the score alone counts.
    #[arg(long, default_value_t = 0.5, value_parser = share)]
    result_share: f64,
    /// Hundredths of a square in a score of the search that raise the odds to win by a factor of e;
    /// without it what fits these games' results best.
    #[arg(long, value_parser = scale)]
    score_scale: Option<f64>,
    /// How strongly the weights of neighbouring phases are drawn together; 0 for not at all.
    #[arg(long, default_value_t = 1e-3, value_parser = amount)]
    smoothness: f64,
    /// By how much, about, a weight changes in a step, in log odds.
    #[arg(long, default_value_t = 0.01, value_parser = rate)]
    rate: f64,
    /// Positions to a step; without it all of them.
    #[arg(long)]
    batch: Option<NonZeroUsize>,
    /// Rounds over all positions, at the most.
    #[arg(long, default_value = "1500")]
    rounds: NonZeroUsize,
    /// Stop after so many rounds in which the validation loss has not fallen.
    #[arg(long, default_value = "200")]
    patience: NonZeroUsize,
    /// Threads to work on; the weights do not depend on them. Without it as many as there are cores.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Keep the state of the fit in this file: the same command goes on from there after a kill.
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// A directory for pictures: calibration and loss of each rule set.
    #[arg(long)]
    plots: Option<PathBuf>,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1".to_owned())
}

fn scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| SCALES.contains(scale));
    scale.ok_or_else(|| format!("a number from {} to {}", SCALES.start(), SCALES.end()))
}

fn amount(text: &str) -> Result<f64, String> {
    let amount = text.parse().ok().filter(|amount: &f64| amount.is_finite() && *amount >= 0.0);
    amount.ok_or_else(|| "a number from 0 on".to_owned())
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| "a number above 0".to_owned())
}

/// Runs the command.
///
/// # Errors
/// Where games cannot be read or are too few, a file cannot be written, or Ctrl-C was pressed.
pub fn run(arguments: &Arguments) -> Result<()> {
    interrupt::listen()?;
    arguments.check_places()?;
    let mut weights = WeightsFile::in_use().context("the weights in this program")?;
    let games = arguments.read()?;
    let basis = arguments.basis(&weights, &games);
    let mut saving = Saving::open(arguments.checkpoint.as_deref(), basis, Lean::PARAMETERS)?;
    let mut pictures = Vec::new();
    for (index, set) in games.sets().iter().enumerate() {
        let in_use = weights.of(set.rules);
        let fitting = Fitting::new(in_use, &set.data, arguments.smoothness, arguments.settings());
        let progress = arguments.descend(&fitting, index, set.rules, &mut saving)?;
        let mut fitted = fitting.fitted(&progress).with_context(|| set.rules.to_string())?;
        fitted.weights.origin = arguments.origin(set, &fitted.losses);
        tell(&summary(set.rules, &progress, &fitted.losses));
        pictures.extend(pictured(set, &progress, &fitted));
        weights.replace(set.rules, fitted.weights);
    }
    atomic::write(&arguments.out, &weights.to_string())?;
    tell(&format!("weights written to {}", arguments.out.display()));
    arguments.save(&pictures)
}

impl Arguments {
    /// Checks that what is written in the end can be, before the work.
    fn check_places(&self) -> Result<()> {
        for file in [Some(&self.out), self.checkpoint.as_ref()].into_iter().flatten() {
            atomic::check(file)?;
            let is_read = self.files.iter().any(|read| is_same(read, file));
            ensure!(!is_read, "{}: a file of games, which would be written over", file.display());
        }
        ensure!(
            self.checkpoint.as_ref().is_none_or(|checkpoint| !is_same(checkpoint, &self.out)),
            "{}: --out and --checkpoint must be two files",
            self.out.display()
        );
        if self.out.exists() {
            WeightsFile::load(&self.out)
                .context("--out holds something else than weights: name another file")?;
        }
        let Some(plots) = &self.plots else { return Ok(()) };
        fs::create_dir_all(plots).with_context(|| format!("cannot make {}", plots.display()))
    }

    fn read(&self) -> Result<Games> {
        let rules = self.rules.map_or(vec![Rules::Strelci, Rules::Amazons], |rules| vec![rules]);
        let games = Games::read(&self.files, &rules, self.labels())?;
        for RuleSet { rules, data } in games.sets() {
            let scale = data.score_scale();
            tell(&format!("{rules}: {}", counted(data)));
            tell(&format!(
                "{rules}: a score of {scale:.0} raises the odds to win by a factor of e"
            ));
        }
        if games.others() > 0 {
            tell(&format!("{} games of other rules left out", games.others()));
        }
        Ok(games)
    }

    fn labels(&self) -> Labels {
        let Self { seed, result_share, score_scale, .. } = *self;
        Labels { seed, result_share, score_scale }
    }

    fn settings(&self) -> Settings {
        let Self { rate, batch, seed, .. } = *self;
        let [rounds, patience] = [self.rounds, self.patience].map(NonZeroUsize::get);
        let threads = self.threads.or_else(|| available_parallelism().ok());
        let threads = threads.unwrap_or(NonZeroUsize::MIN);
        Settings { rate, batch, rounds, patience, seed, threads }
    }

    /// All that the course depends on. How many rounds there may be is not part of it: a fit may go
    /// on beyond what was first allowed.
    fn basis(&self, weights: &WeightsFile, games: &Games) -> Basis {
        let in_use = format!("{:08x}", crc32fast::hash(weights.to_string().as_bytes()));
        let checksum = |set: &RuleSet| format!("{} {:08x}", set.rules, set.data.checksum());
        let checksums: Vec<String> = games.sets().iter().map(checksum).collect();
        let batch = self.batch.map_or("all".to_owned(), |batch| batch.to_string());
        let scale = self.score_scale.map_or("learned".to_owned(), |scale| scale.to_string());
        Basis::default()
            .with("the program's version", &env!("CARGO_PKG_VERSION"))
            .with("the model", &Lean::form())
            .with("the checksum of the weights in use", &in_use)
            .with("--seed", &self.seed)
            .with("--result-share", &self.result_share)
            .with("--score-scale", &scale)
            .with("--smoothness", &self.smoothness)
            .with("--rate", &self.rate)
            .with("--batch", &batch)
            .with("--patience", &self.patience)
            .with("the checksum of the games", &checksums.join(", "))
    }

    /// Goes down to the end from where the checkpoint is.
    fn descend(
        &self,
        fitting: &Fitting,
        index: usize,
        rules: Rules,
        saving: &mut Saving,
    ) -> Result<Progress> {
        let descent = fitting.descent();
        let mut progress = match saving.progress(index) {
            Some(progress) => progress.clone(),
            None => descent.start(),
        };
        let rounds = progress.rounds();
        ensure!(
            rounds <= self.rounds.get(),
            "{rules}: the checkpoint is after round {rounds}, more than --rounds {}",
            self.rounds
        );
        if rounds > 0 {
            tell(&format!("{rules}: goes on after round {rounds}"));
        }
        let told = Told::new(rules, self.rounds.get());
        descent.run(&mut progress, |progress| {
            told.round(progress);
            ensure!(!interrupt::asked(), saving.interrupted(index, progress)?);
            Ok(saving.now_and_then(index, progress)?)
        })?;
        saving.now(index, &progress)?;
        Ok(progress)
    }

    /// Where weights come from, for the head of their file.
    fn origin(&self, set: &RuleSet, losses: &Change<f64>) -> String {
        let Self { date, seed, result_share, smoothness, .. } = self;
        let (games, files, scale) =
            (counted(&set.data), names(&self.files), set.data.score_scale());
        format!(
            "{date}, {games} of {files}; seed {seed}, result share {result_share}, score scale \
             {scale:.1}, smoothness {smoothness}; {}",
            compared(losses),
        )
    }

    fn save(&self, pictures: &[Picture]) -> Result<()> {
        let Some(directory) = &self.plots else { return Ok(()) };
        for Picture { name, svg } in pictures {
            atomic::write(&directory.join(name), svg)?;
        }
        tell(&format!("{} pictures written to {}", pictures.len(), directory.display()));
        Ok(())
    }
}

/// Whether two paths are of one file, which need not be there yet.
fn is_same(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(resolved);
    one.is_some() && one == other
}

/// The path without links, as far as it is there.
fn resolved(path: &Path) -> Option<PathBuf> {
    let folder = || std::path::absolute(path).ok()?.parent()?.canonicalize().ok();
    path.canonicalize().ok().or_else(|| Some(folder()?.join(path.file_name()?)))
}
