//! Owns the search thread: one long-lived worker that holds the searcher and does one job at a
//! time, in the order asked. There is no text in here, and nothing waits by looking again.
//!
//! Every job ends with exactly one closing [`Event`], also when the searcher panics: whoever waits
//! for an answer gets one.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use thiserror::Error;

use crate::search::{Control, HashError, Info, Limits, Root, SearchResult, Searcher, Settings};

/// Work of the caller's own that takes the worker's place in the queue, and heeds the stop.
pub type Task = Box<dyn FnOnce(&Control) + Send>;

/// Shows events to the engine's owner; called from the worker and from the searcher's threads.
pub type Notify = Box<dyn Fn(Event) + Send + Sync>;

/// What the worker tells.
#[derive(Debug)]
pub enum Event {
    /// A line of the running search.
    Info(Info),
    /// The end of a search.
    Done(Result<SearchResult, Panic>),
    /// The end of a change of settings, or of a clearing.
    Settled(Result<(), SettleError>),
    /// The end of a [`Task`].
    Performed(Result<(), Panic>),
}

/// A bug: the searcher or a task panicked. The worker lives on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the engine failed: {0}")]
pub struct Panic(pub String);

/// Why settings were not taken as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettleError {
    /// There is not so much memory.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// A bug.
    #[error(transparent)]
    Panic(#[from] Panic),
}

/// The stack of the worker. A search recurses one level a ply, and a game on the largest board may
/// have more than 600; the memory is only taken where it is used.
const STACK_BYTES: usize = 64 << 20;

enum Job {
    Search { root: Box<Root>, limits: Limits, control: Arc<Control> },
    Perform { task: Task, control: Arc<Control> },
    Configure(Settings),
    Clear,
}

/// A searcher on a thread of its own.
///
/// Jobs queue up; [`Engine::stop`] and [`Engine::ponder_hit`] speak to the job asked for last.
#[derive(Debug)]
pub struct Engine {
    /// Only `None` while dropping: closing the queue ends the worker.
    jobs: Option<Sender<Job>>,
    worker: Option<JoinHandle<()>>,
    control: Arc<Control>,
}

impl Engine {
    /// Starts the worker.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn new(searcher: Box<dyn Searcher>, notify: Notify) -> io::Result<Self> {
        let (jobs, queue) = channel();
        let worker = Builder::new()
            .name("engine".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || Worker { searcher, notify }.run(&queue))?;
        Ok(Self { jobs: Some(jobs), worker: Some(worker), control: Arc::new(Control::running()) })
    }

    /// Starts a search, whose clock runs from now unless the limits say `ponder`. Ends with
    /// [`Event::Done`].
    pub fn go(&mut self, root: Root, limits: Limits) {
        let control = Arc::new(if limits.ponder { Control::waiting() } else { Control::running() });
        self.control = Arc::clone(&control);
        self.post(Job::Search { root: Box::new(root), limits, control });
    }

    /// Starts a task. Ends with [`Event::Performed`].
    pub fn perform(&mut self, task: Task) {
        let control = Arc::new(Control::running());
        self.control = Arc::clone(&control);
        self.post(Job::Perform { task, control });
    }

    /// Asks the job started last to end.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Starts the clock of a pondering search.
    pub fn ponder_hit(&self) {
        self.control.start_clock();
    }

    /// Changes the settings. Ends with [`Event::Settled`].
    pub fn configure(&self, settings: Settings) {
        self.post(Job::Configure(settings));
    }

    /// Forgets all that earlier searches have learned. Ends with [`Event::Settled`].
    pub fn clear(&self) {
        self.post(Job::Clear);
    }

    fn post(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // The worker only ends after the queue: it catches every panic of a job.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Engine {
    /// Stops what runs and waits for the worker.
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(worker) = self.worker.take() {
            // A panic of the worker has been told on standard error; nobody is left to tell.
            let _ = worker.join();
        }
    }
}

struct Worker {
    searcher: Box<dyn Searcher>,
    notify: Notify,
}

impl Worker {
    fn run(mut self, queue: &Receiver<Job>) {
        for job in queue {
            let event = self.close(job);
            (self.notify)(event);
        }
    }

    /// Does a job and returns its closing event.
    fn close(&mut self, job: Job) -> Event {
        match job {
            Job::Search { root, limits, control } => {
                Event::Done(self.search(&root, &limits, &control))
            }
            Job::Perform { task, control } => Event::Performed(guarded(|| task(&control))),
            Job::Configure(settings) => Event::Settled(
                guarded(|| self.searcher.configure(&settings))
                    .map_err(SettleError::from)
                    .and_then(|settled| settled.map_err(SettleError::from)),
            ),
            Job::Clear => {
                Event::Settled(guarded(|| self.searcher.clear()).map_err(SettleError::from))
            }
        }
    }

    fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
    ) -> Result<SearchResult, Panic> {
        let notify = &self.notify;
        let report = |info: &Info| notify(Event::Info(info.clone()));
        let searched = guarded(|| self.searcher.search(root, limits, control, &report));
        if searched.is_err() {
            // What a broken search has left in the tables is not to be trusted; if clearing them
            // fails as well, the next search says so.
            let _ = guarded(|| self.searcher.clear());
        }
        searched
    }
}

/// Runs a piece of work and turns a panic into a value.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Panic(message(payload.as_ref())))
}

fn message(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("panic without a message")
        .to_owned()
}
