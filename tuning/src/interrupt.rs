//! Ctrl-C and the signals that ask for an end, as a question that may be asked anywhere.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

use crate::groups;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C, SIGTERM and SIGHUP no longer end the process but are told by [`asked`]. A
/// second one ends it at once, and all programs it runs.
///
/// # Errors
/// Where the system refuses the handler.
pub fn listen() -> Result<()> {
    let heard = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            groups::exit(130);
        }
    };
    ctrlc::set_handler(heard).context("cannot listen for Ctrl-C")
}

/// Whether the run should end now.
#[must_use]
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
