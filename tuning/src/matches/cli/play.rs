//! Playing a match.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::value_parser;

use crate::engine::EngineSpec;
use crate::interrupt;
use crate::matches::balance::Generator;
use crate::matches::book::Book;
use crate::matches::conduct::Conducts;
use crate::matches::file::FileError;
use crate::matches::identity;
use crate::matches::openings;
use crate::matches::progress::Progress;
use crate::matches::report::{Report, counted};
use crate::matches::run::{Event, Next, Run};
use crate::matches::schedule::Format;
use crate::matches::settings::{OpeningSettings, Settings};
use crate::matches::tally::Tally;
use crate::matches::writer::{Found, Writer};
use crate::output::answer;
use crate::shard::Shard;
use crate::start::Start;
use crate::stats::{EloModel, Sprt};

/// What `match` is told.
#[derive(clap::Args)]
pub struct Arguments {
    /// An engine, as words: name=, cmd=, proto=, option.NAME=, tc=, movetime=, nodes=, depth=, …
    /// Without cmd= it is the search in this process. Said once for each engine.
    #[arg(long = "engine", required = true, value_name = "WORDS")]
    engines: Vec<String>,
    /// Words for every engine that does not say them itself.
    #[arg(long, default_value = "", value_name = "WORDS")]
    each: String,
    /// Which engines meet; in a gauntlet, the first and every other.
    #[arg(long, value_enum, default_value = "pair")]
    format: Format,
    /// Game pairs between each two engines that meet.
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u64).range(1..=MOST_PAIRS))]
    pairs: u64,
    /// The file the games are written to; one that is there is gone on with.
    #[arg(long)]
    out: PathBuf,
    /// Openings, one a line: a start, and if wanted the word moves and moves.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["starts", "plies", "balance"])]
    openings: Option<PathBuf>,
    /// Where random openings start: a variant's name, or strelci or amazons and a FEN; several
    /// take turns.
    #[arg(long = "start", default_value = "strelci", value_name = "START")]
    starts: Vec<Start>,
    /// Random plies of an opening.
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u16).range(0..=500))]
    plies: u16,
    /// How many hundredths of a square an opening may be worth to either side, or off.
    #[arg(long, default_value = "150")]
    balance: Balance,
    /// The seed of openings and of the variation of nodes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Vary the nodes of each move by up to so many per cent, so that twins do not mirror each
    /// other.
    #[arg(long, default_value_t = 0, value_name = "PERCENT", value_parser = value_parser!(u32).range(0..=99))]
    vary_nodes: u32,
    /// End games whose result is proven.
    #[arg(long)]
    adjudicate: bool,
    /// End when a test decides between these Elo differences.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// What the test's differences are measured in.
    #[arg(long, value_enum, default_value = "logistic", requires = "sprt")]
    model: EloModel,
    /// How often the test may find a gain that is not there.
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// How often it may miss one that is.
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    /// Play only this share of the pairs, as in 0/2 and 1/2.
    #[arg(long, default_value = "0/1")]
    shard: Shard,
    /// Games played at once.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Seconds after which an engine whose time is not limited is taken to hang.
    #[arg(long, default_value_t = 300, value_parser = value_parser!(u64).range(1..=86_400))]
    patience: u64,
}

/// So that numbers of games can be counted on.
const MOST_PAIRS: u64 = 1_000_000_000;

/// How far from 0 an opening's value may be, in hundredths of a square.
#[derive(Clone, Copy)]
struct Balance(Option<u32>);

impl std::str::FromStr for Balance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "off" => Ok(Self(None)),
            _ => text.parse().map(|most| Self(Some(most))).map_err(|_| {
                "hundredths of a square as a whole number are expected, or off".to_owned()
            }),
        }
    }
}

/// Plays a match, or what is left of it, and reports.
///
/// # Errors
/// Where the arguments make no match, an engine does not start, the file cannot be used, or the run
/// is interrupted.
pub fn run(arguments: &Arguments) -> Result<()> {
    let book = arguments.book()?;
    let settings = arguments.settings(&book)?;
    interrupt::listen()?;
    let (writer, found) = Writer::open(&arguments.out, &settings)?;
    let mut desk = Desk::new(&settings, writer, &found);
    let notes = [arguments.standing(&settings, &found), cautions(&settings)].concat();
    for note in &notes {
        desk.progress.note(note);
    }
    if !desk.tally.is_finished() {
        let done = found.records.iter().map(|record| record.game).collect();
        let run = arguments.match_of(settings.clone(), book, done);
        let played = run.play(&mut |event| desk.hear(event));
        desk.progress.finish();
        played?;
    }
    let report = Report::new(&settings, &desk.tally, &desk.conducts).to_string();
    answer(&report)?;
    let (counted, pairs) = (desk.tally.counted(), desk.tally.pairs());
    let why = if interrupt::asked() { "interrupted" } else { "ended" };
    ensure!(
        desk.tally.is_finished(),
        "{why} after {counted} of {pairs} pairs: the same command goes on with them"
    );
    Ok(())
}

impl Arguments {
    fn engines(&self) -> Result<Vec<EngineSpec>> {
        let read = |own: &String| {
            EngineSpec::read(&self.each, own).with_context(|| format!("--engine '{own}'"))
        };
        let engines = self.engines.iter().map(read).collect::<Result<Vec<_>>>()?;
        let mut names = HashSet::new();
        if let Some(twice) = engines.iter().find(|spec| !names.insert(&spec.name)) {
            bail!(
                "two engines are called '{}': give each a name of its own with name=",
                twice.name
            );
        }
        match (self.format, engines.len()) {
            (_, 0 | 1) => bail!("a match needs two engines: say --engine once for each"),
            (Format::Pair, 3..) => {
                bail!("a pair is of two engines: for more say --format round-robin or gauntlet")
            }
            _ => Ok(engines),
        }
    }

    fn book(&self) -> Result<Book> {
        if let Some(path) = &self.openings {
            return Ok(Book::Listed(openings::read(path)?));
        }
        Ok(Book::Random(Generator {
            starts: self.starts.clone(),
            plies: usize::from(self.plies),
            balance: self.balance.0,
            seed: self.seed,
        }))
    }

    fn sprt(&self) -> Result<Option<Sprt>> {
        let Some(&[elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        ensure!(self.format == Format::Pair, "--sprt tests one difference: it needs --format pair");
        let sprt = Sprt::new(self.model, [elo0, elo1], self.alpha, self.beta);
        Ok(Some(sprt.context("--sprt")?))
    }

    fn settings(&self, book: &Book) -> Result<Settings> {
        let engines = self.engines()?;
        ensure!(
            self.vary_nodes == 0 || engines.iter().any(|spec| spec.time.nodes.is_some()),
            "--vary-nodes varies the limit of nodes, and no engine has one: say nodes= for it"
        );
        let openings = book.settings();
        Ok(Settings {
            format: self.format,
            builtin: identity::builtin(&engines, &openings)?,
            weights: identity::weights(&engines)?,
            engines,
            openings,
            seed: self.seed,
            vary_nodes: self.vary_nodes,
            adjudicate: self.adjudicate,
            sprt: self.sprt()?,
            pairs: self.pairs,
            shard: self.shard,
        })
    }

    fn match_of(&self, settings: Settings, book: Book, done: HashSet<u64>) -> Run {
        Run {
            settings,
            book,
            concurrency: usize::from(self.concurrency),
            patience: Duration::from_secs(self.patience),
            done,
        }
    }

    /// How the match stands before it goes on.
    fn standing(&self, settings: &Settings, found: &Found) -> Vec<String> {
        let (path, all) = (self.out.display(), 2 * settings.schedule().pairs());
        let Found { records, torn, extended_from } = found;
        let torn =
            (*torn > 0).then(|| format!("{path}: a torn last line of {torn} bytes was cut off"));
        let longer = extended_from
            .map(|before| format!("{path}: from {before} to {} pairs", settings.pairs));
        let there = (!records.is_empty())
            .then(|| format!("{path}: {} of {all} games are there", records.len()));
        torn.into_iter().chain(longer).chain(there).collect()
    }
}

/// What may not be as it was meant.
fn cautions(settings: &Settings) -> Vec<String> {
    let again = match settings.openings {
        OpeningSettings::Listed { count, .. } if (count as u64) < settings.pairs => Some(format!(
            "{count} openings for {} pairs: they come again, and engines that do not vary repeat \
             their games",
            settings.pairs
        )),
        _ => None,
    };
    let untested = (settings.sprt.is_some() && settings.shard != Shard::WHOLE)
        .then(|| "the test is made when the shards are merged: all pairs are played".to_owned());
    again.into_iter().chain(untested).collect()
}

/// Who hears of the games: writes them down, counts them and shows the score.
struct Desk {
    writer: Writer,
    tally: Tally,
    conducts: Conducts,
    progress: Progress,
}

impl Desk {
    fn new(settings: &Settings, writer: Writer, found: &Found) -> Self {
        let (tally, conducts) = counted(settings, &found.records);
        Self { writer, progress: Progress::new(&tally), tally, conducts }
    }

    fn hear(&mut self, event: Event) -> Result<Next, FileError> {
        match event {
            Event::Note(text) => self.progress.note(&text),
            Event::Game(record) => {
                self.writer.append(&record)?;
                self.tally.add(&record);
                self.conducts.add(&record);
                self.progress.game(&self.tally, &record);
            }
        }
        Ok(if self.tally.is_finished() { Next::Enough } else { Next::GoOn })
    }
}
