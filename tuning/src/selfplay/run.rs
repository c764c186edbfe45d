//! A run: threads that play the games of a plan, and one writer that puts them down in order.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::fault::FileError;
use super::gate::{Closing, Gate};
use super::generate::{GenerateError, Generator};
use super::plan::Plan;
use super::saved::SavedGame;
use super::spent::{Spent, Stopwatch};
use super::writer::Writer;
use crate::interrupt;
use crate::threads::spawn;

/// Why a run ended before its end. What is in the file is whole.
#[derive(Debug, Error)]
pub enum RunError {
    /// A game cannot be played.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A game cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The system gives no thread.
    #[error("no thread to play on: {0}")]
    Thread(std::io::Error),
}

/// What a run has done since it was begun or continued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games written.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Wall time.
    pub time: Duration,
    /// Time of all threads together, from their start to their end.
    pub working: Spent,
    /// The part of it in the search.
    pub searching: Spent,
}

impl Tally {
    /// Positions a second, all threads together.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.positions as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// The parts of the threads' time outside the search, from 0 to 1: of the wall time and of the
    /// processor's.
    #[must_use]
    pub fn outside(&self) -> [f64; 2] {
        self.working.without(self.searching)
    }
}

/// How often progress is shown and an interrupt is asked for at least.
const GLANCE: Duration = Duration::from_millis(100);

type Played = Result<SavedGame, GenerateError>;

/// Plays what is missing of the plan on so many threads, and writes it in the order of the games'
/// numbers: the file does not depend on the threads. An interrupt lets the games being played end
/// and begins no other. `show` is called now and then.
///
/// # Errors
/// [`RunError`]. The file then holds whole games from the first on; those that other threads had
/// played or begun by then may be missing, and are played when the run goes on.
pub fn run(
    plan: &Plan,
    writer: &mut Writer,
    threads: usize,
    show: &mut dyn FnMut(&Tally),
) -> Result<Tally, RunError> {
    let generators = (0..threads).map(|_| Generator::new(plan)).collect::<Result<Vec<_>, _>>()?;
    let gate = Gate::new(writer.games(), plan.share());
    let scribe = Scribe::new(writer, &gate);
    thread::scope(|scope| {
        let _closing = Closing(&gate);
        let (sender, games) = channel();
        let mut workers = Vec::new();
        for generator in generators {
            let (sender, gate) = (sender.clone(), &gate);
            let work = move || work(generator, plan, gate, &sender);
            workers.push(spawn(scope, work).map_err(RunError::Thread)?);
        }
        drop(sender);
        let mut tally = scribe.write_all(&games, show)?;
        for (working, searching) in workers.into_iter().map(joined) {
            tally.working += working;
            tally.searching += searching;
        }
        Ok(tally)
    })
}

/// Plays games as long as there are any; returns the thread's time and the part of it in the search.
fn work(
    mut generator: Generator,
    plan: &Plan,
    gate: &Gate,
    games: &Sender<Played>,
) -> (Spent, Spent) {
    let watch = Stopwatch::start();
    let _closing = Closing(gate);
    while let Some(number) = gate.pass().and_then(|index| plan.number(index)) {
        if games.send(generator.play(number)).is_err() {
            break;
        }
    }
    (watch.spent(), generator.searching())
}

fn joined<T>(worker: ScopedJoinHandle<T>) -> T {
    worker.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Writes games in the order of their numbers, however they come.
struct Scribe<'r> {
    writer: &'r mut Writer,
    gate: &'r Gate,
    /// Games that came before an earlier one.
    early: BTreeMap<u64, SavedGame>,
    began: Instant,
    tally: Tally,
}

impl<'r> Scribe<'r> {
    fn new(writer: &'r mut Writer, gate: &'r Gate) -> Self {
        let (early, tally) = (BTreeMap::new(), Tally::default());
        Self { writer, gate, early, began: Instant::now(), tally }
    }

    /// Writes until no thread plays any more.
    fn write_all(
        mut self,
        games: &Receiver<Played>,
        show: &mut dyn FnMut(&Tally),
    ) -> Result<Tally, RunError> {
        loop {
            match games.recv_timeout(GLANCE) {
                Ok(played) => self.take(played?)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(self.tally),
            }
            if interrupt::asked() {
                self.gate.close();
            }
            self.tally.time = self.began.elapsed();
            show(&self.tally);
        }
    }

    fn take(&mut self, game: SavedGame) -> Result<(), FileError> {
        self.early.insert(game.number(), game);
        while let Some(game) = self.writer.due().and_then(|due| self.early.remove(&due)) {
            self.writer.append(&game)?;
            self.tally.games += 1;
            self.tally.positions += game.plies().len() as u64;
        }
        self.gate.wrote(self.writer.games());
        Ok(())
    }
}
