//! The process groups of programs that run beside this one, so that none outlives it even where it
//! ends at once.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

/// The groups that were started and not ended yet.
static ALIVE: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn alive() -> MutexGuard<'static, Vec<Pid>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program in a group of its own, whose number is that of the program.
///
/// # Errors
/// Where the system does not start it.
pub fn start(command: &mut Command) -> io::Result<Child> {
    // Held until the group is known: an end of this process waits for that.
    let mut alive = alive();
    let child = command.process_group(0).spawn()?;
    alive.push(Pid::from_child(&child));
    Ok(child)
}

/// Kills what is left of a group. Its first process must not have been waited for yet, since its
/// number may be given to another one then.
pub fn end(group: Pid) {
    let mut alive = alive();
    alive.retain(|other| *other != group);
    // An error means that nothing was left to kill.
    let _ = kill_process_group(group, Signal::KILL);
}

/// Kills all groups and ends this process.
pub fn exit(code: i32) -> ! {
    // Held to the end, so that none is started any more.
    let alive = alive();
    for group in &*alive {
        let _ = kill_process_group(*group, Signal::KILL);
    }
    std::process::exit(code)
}
