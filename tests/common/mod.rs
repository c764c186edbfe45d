//! What several test binaries share.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod boards;
pub mod plain;
pub mod shown;

/// The lines of a data file that are not remarks, cut at `|`.
pub fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('|').map(str::trim).collect())
}
