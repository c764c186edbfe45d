//! A search in this process that can be stopped from outside it.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use strelci::search::Control;

use super::until;
use crate::interrupt;

/// How often the guard looks.
const ROUND: Duration = Duration::from_millis(50);

/// A thread that stops searches which should end. It lives with a player, since starting one for
/// each move would cost more than a short search.
#[derive(Debug)]
pub(super) struct Watch {
    post: Arc<Post>,
    guard: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Post {
    /// The search that runs, and when it must be over.
    search: Mutex<Option<(Arc<Control>, Instant)>>,
    is_over: AtomicBool,
}

impl Watch {
    pub(super) fn new() -> io::Result<Self> {
        let post = Arc::new(Post::default());
        let watched = Arc::clone(&post);
        let guard = Builder::new().spawn(move || watched.stand())?;
        Ok(Self { post, guard: Some(guard) })
    }

    /// A control that is stopped when the run should end, or the time is over.
    pub(super) fn control(&self, patience: Duration) -> Arc<Control> {
        let control = Arc::new(Control::running());
        let end = until(patience);
        self.post.put(Some((Arc::clone(&control), end)));
        control
    }

    /// Nothing is to be watched any more.
    pub(super) fn relieve(&self) {
        self.post.put(None);
    }
}

impl Post {
    fn put(&self, search: Option<(Arc<Control>, Instant)>) {
        *self.search.lock().unwrap_or_else(PoisonError::into_inner) = search;
    }

    fn stand(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            if let Some((control, end)) =
                &*self.search.lock().unwrap_or_else(PoisonError::into_inner)
                && (interrupt::asked() || Instant::now() >= *end)
            {
                control.stop();
            }
            std::thread::park_timeout(ROUND);
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.post.is_over.store(true, Ordering::Relaxed);
        if let Some(guard) = self.guard.take() {
            guard.thread().unpark();
            // The guard does nothing that can panic.
            let _ = guard.join();
        }
    }
}
