//! Playing the games of a match: several at once, heard by one.
//!
//! Workers take pairs in order of their numbers, each with players of its own, and send finished
//! games to the thread that called. What that thread says decides when no more pairs are handed out.

use std::collections::HashSet;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use super::balance::GeneratorError;
use super::book::Book;
use super::file::FileError;
use super::on_call::OnCall;
use super::openings::OpeningError;
use super::record::Record;
use super::schedule::Schedule;
use super::settings::Settings;
use super::worker::Worker;
use crate::engine::{Fault, Player};
use crate::interrupt;
use crate::threads;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Run {
    /// What determines the games.
    pub settings: Settings,
    /// The openings that the settings speak of.
    pub book: Book,
    /// Games played at once, at least one.
    pub concurrency: usize,
    /// How long is waited for an engine whose time is not limited.
    pub patience: Duration,
    /// Games that need not be played.
    pub done: HashSet<u64>,
}

/// What ends a match before its time.
#[derive(Debug, Error)]
pub enum RunError {
    /// An engine cannot be started, before any game.
    #[error("engine {name}: {fault}")]
    Engine {
        /// The engine.
        name: String,
        /// Why not.
        fault: Fault,
    },
    /// An opening cannot be made.
    #[error(transparent)]
    Generator(#[from] GeneratorError),
    /// An opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A game cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The system gives no thread.
    #[error("cannot start a thread to play in: {0}; choose a smaller --concurrency")]
    Thread(#[source] io::Error),
}

/// What is heard of a match.
#[derive(Clone, Debug)]
pub enum Event {
    /// A game has ended.
    Game(Box<Record>),
    /// Something is to be told.
    Note(String),
}

/// What the one who hears of a game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The match goes on.
    GoOn,
    /// The match is decided, and no more games are begun.
    Enough,
}

impl Run {
    /// Starts every engine once, then plays the games that are not done, until all are, or `hear`
    /// says that it is enough, or the run is asked to end; a game is then broken off.
    ///
    /// # Errors
    /// [`RunError`]; what was heard by then is all that was played.
    pub fn play(
        &self,
        hear: &mut dyn FnMut(Event) -> Result<Next, FileError>,
    ) -> Result<(), RunError> {
        let mut tried = Some(self.tried()?);
        let floor = Floor::new(self);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let players = tried.take().unwrap_or_else(|| self.players());
                let worker = Worker::new(&floor, players, sender.clone());
                if let Err(why) = threads::spawn(scope, || worker.work()) {
                    floor.break_off();
                    return Err(RunError::Thread(why));
                }
            }
            drop(sender);
            floor.listen(&receiver, hear)
        })
    }

    fn players(&self) -> Vec<OnCall> {
        self.settings.engines.iter().cloned().map(OnCall::new).collect()
    }

    /// Players for one game at a time, all of which have been ready for the first opening.
    fn tried(&self) -> Result<Vec<OnCall>, RunError> {
        let opening = self.book.opening(0)?.opening.game()?;
        let mut players = self.players();
        for (player, spec) in players.iter_mut().zip(&self.settings.engines) {
            match player.new_game(&opening) {
                Ok(()) | Err(Fault::Interrupted) => (),
                Err(fault) => return Err(RunError::Engine { name: spec.name.clone(), fault }),
            }
        }
        Ok(players)
    }
}

/// What the workers share.
pub(super) struct Floor<'a> {
    pub(super) run: &'a Run,
    pub(super) schedule: Schedule,
    /// Pairs handed out.
    taken: AtomicU64,
    /// No more games are begun.
    closed: AtomicBool,
    /// Games are not played to their end.
    broken_off: AtomicBool,
}

/// What a worker sends.
pub(super) type Message = Result<Event, RunError>;

impl<'a> Floor<'a> {
    fn new(run: &'a Run) -> Self {
        Self {
            run,
            schedule: run.settings.schedule(),
            taken: AtomicU64::new(0),
            closed: AtomicBool::new(false),
            broken_off: AtomicBool::new(false),
        }
    }

    /// The next pair to play.
    pub(super) fn take(&self) -> Option<u64> {
        if self.is_closed() || self.is_broken_off() {
            return None;
        }
        self.schedule.pair(self.taken.fetch_add(1, Ordering::Relaxed))
    }

    /// Whether no more games are to be begun.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Whether games are to be broken off.
    pub(super) fn is_broken_off(&self) -> bool {
        self.broken_off.load(Ordering::Relaxed) || interrupt::asked()
    }

    fn break_off(&self) {
        self.broken_off.store(true, Ordering::Relaxed);
    }

    /// Shows what comes in, until all workers have ended. The first error ends them.
    fn listen(
        &self,
        receiver: &Receiver<Message>,
        hear: &mut dyn FnMut(Event) -> Result<Next, FileError>,
    ) -> Result<(), RunError> {
        let mut result = Ok(());
        for message in receiver {
            match message.and_then(|event| Ok(hear(event)?)) {
                Ok(Next::GoOn) => (),
                Ok(Next::Enough) => self.closed.store(true, Ordering::Relaxed),
                Err(error) => {
                    self.break_off();
                    result = result.and(Err(error));
                }
            }
        }
        result
    }
}
