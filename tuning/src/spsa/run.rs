//! Playing the pairs of a climb, several at once.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use super::climb::Sides;
use super::file::{FileError, Pair};
use super::settings::Settings;
use crate::engine::{Fault, SpecError};
use crate::interrupt;
use crate::matches::balance::{Generator, GeneratorError};
use crate::matches::openings::OpeningError;
use crate::matches::pair::{Contender, Unplayed, Varied, half_points};
use crate::matches::referee::Referee;
use crate::threads;

/// What ends a climb before its time.
#[derive(Debug, Error)]
pub enum RunError {
    /// The words for both sides make no engine.
    #[error("the words for each side: {0}")]
    Words(#[from] SpecError),
    /// The search cannot be made.
    #[error("the search {0}")]
    Player(#[from] Fault),
    /// A player did not do its part, which says nothing of its constants.
    #[error("pair {pair}: {what}; the engine is {words}")]
    Misplayed {
        /// The pair.
        pair: u64,
        /// What it did.
        what: String,
        /// Its words.
        words: String,
    },
    /// An opening cannot be made.
    #[error(transparent)]
    Generator(#[from] GeneratorError),
    /// An opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A pair cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The system gives no thread.
    #[error("cannot start a thread to play in: {0}; choose a smaller --concurrency")]
    Thread(#[source] io::Error),
}

/// How long is waited for a move without a limit of time: far longer than any takes.
const PATIENCE: Duration = Duration::from_mins(10);

/// Who plays the pairs of one round.
pub struct Round<'a> {
    /// The settings of the climb.
    pub settings: &'a Settings,
    /// The openings.
    pub openings: &'a Generator,
    /// Where the round stands, in steps.
    pub place: &'a [f64],
}

impl Round<'_> {
    /// Plays the pairs of these numbers, as many at once as asked for, and shows each to `hear`, in
    /// the order in which they end. A pair that is interrupted is not shown.
    ///
    /// # Errors
    /// [`RunError`]; what was heard by then is all that was played.
    pub fn play(
        &self,
        pairs: &[u64],
        concurrency: usize,
        hear: &mut dyn FnMut(Pair) -> Result<(), FileError>,
    ) -> Result<(), RunError> {
        let open = Mutex::new(pairs.iter());
        let next = &|| open.lock().ok()?.next().copied();
        let broken_off = AtomicBool::new(false);
        let stop = &|| broken_off.load(Ordering::Relaxed) || interrupt::asked();
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..concurrency {
                let sender = sender.clone();
                let work = move || self.work(next, stop, &sender);
                if let Err(why) = threads::spawn(scope, work) {
                    broken_off.store(true, Ordering::Relaxed);
                    return Err(RunError::Thread(why));
                }
            }
            drop(sender);
            let mut result = Ok(());
            for message in receiver {
                if let Err(error) = message.and_then(|pair| Ok(hear(pair)?)) {
                    broken_off.store(true, Ordering::Relaxed);
                    result = result.and(Err(error));
                }
            }
            result
        })
    }

    /// Plays pairs as long as there are any.
    fn work(
        &self,
        next: impl Fn() -> Option<u64>,
        stop: &(dyn Fn() -> bool + Sync),
        sender: &Sender<Result<Pair, RunError>>,
    ) {
        while !stop()
            && let Some(pair) = next()
        {
            match self.pair(pair, stop).transpose() {
                // Where nobody listens any more, nobody is to be told.
                Some(played) => drop(sender.send(played)),
                None => return,
            }
        }
    }

    /// Plays one pair; nothing where it is interrupted.
    fn pair(&self, pair: u64, stop: &(dyn Fn() -> bool + Sync)) -> Result<Option<Pair>, RunError> {
        let course = &self.settings.course;
        let opening = self.openings.opening(pair)?.opening.game()?;
        let Sides { forward, backward } = course.sides(pair, self.place);
        let specs = [self.settings.engine(&forward)?, self.settings.engine(&backward)?];
        let [mut first, mut second] = [specs[0].player()?, specs[1].player()?];
        let contenders = [
            Contender { spec: &specs[0], player: first.as_mut() },
            Contender { spec: &specs[1], player: second.as_mut() },
        ];
        let referee = Referee { adjudicate: true, patience: PATIENCE, stop };
        let varied = Varied { percent: self.settings.vary_nodes, seed: course.seed, pair };
        match half_points(referee, contenders, &opening, varied) {
            Ok(half_points) => Ok(Some(Pair { pair, half_points })),
            Err(Unplayed::Interrupted) => Ok(None),
            Err(Unplayed::Fault { what, words }) => Err(RunError::Misplayed { pair, what, words }),
        }
    }
}
