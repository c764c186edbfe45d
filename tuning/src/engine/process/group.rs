//! The processes of a group and their processor time, as the system tells it. Where it does not,
//! nothing is known of a group.

use std::time::Duration;

use rustix::process::Pid;

/// A process of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// Its number.
    pub(super) pid: Pid,
    /// Processor time it has used, with that of its children that have ended.
    pub(super) time: Duration,
    /// Whether it has ended and is only waited for.
    pub(super) has_ended: bool,
}

/// The processes of a group.
#[cfg(target_os = "linux")]
pub(super) fn members(group: Pid) -> Vec<Member> {
    let Ok(processes) = procfs::process::all_processes() else { return Vec::new() };
    // A process may end while it is looked at: it is none any more.
    processes.filter_map(|process| member(&process.ok()?, group)).collect()
}

/// The processes of a group.
#[cfg(not(target_os = "linux"))]
pub(super) fn members(_group: Pid) -> Vec<Member> {
    Vec::new()
}

#[cfg(target_os = "linux")]
fn member(process: &procfs::process::Process, group: Pid) -> Option<Member> {
    let stat = process.stat().ok()?;
    if stat.pgrp != group.as_raw_nonzero().get() {
        return None;
    }
    let own = ticks(stat.utime + stat.stime).max(exact_time(process));
    let children = ticks(stat.cutime.unsigned_abs() + stat.cstime.unsigned_abs());
    Some(Member {
        pid: Pid::from_raw(stat.pid)?,
        time: own + children,
        has_ended: matches!(stat.state, 'Z' | 'X'),
    })
}

/// The time of the threads that there are, which is told in nanoseconds and not in ticks of ten
/// milliseconds; but those that have ended are missing, and some kernels tell nothing.
#[cfg(target_os = "linux")]
fn exact_time(process: &procfs::process::Process) -> Duration {
    let tasks = process.tasks().into_iter().flatten();
    let times = tasks.filter_map(|task| task.ok()?.schedstat().ok());
    times.map(|times| Duration::from_nanos(times.sum_exec_runtime)).sum()
}

#[cfg(target_os = "linux")]
fn ticks(count: u64) -> Duration {
    Duration::from_secs_f64(count as f64 / procfs::ticks_per_second() as f64)
}
