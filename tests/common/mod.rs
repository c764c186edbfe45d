//! What several test binaries share.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod boards;
pub mod plain;

/// The lines of a data file that are not remarks, cut at `|`.
pub fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('|').map(str::trim).collect())
}

/// Whether a line is as a document says: `…` stands for anything.
pub fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|start| line.strip_prefix(start)) else {
        return false;
    };
    let Some(end) = pattern.rsplit_once('…').map(|(_, end)| end) else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    line.ends_with(end)
}
