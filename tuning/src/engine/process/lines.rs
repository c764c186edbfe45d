//! What a program writes, cut into lines; and how much of it is too much.

use std::collections::VecDeque;
use std::time::Instant;

use thiserror::Error;

/// A line, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its text; bytes that are not UTF-8 are replaced.
    pub(crate) text: String,
    /// When its end came.
    pub(crate) at: Instant,
}

/// More than any engine has reason to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Flood {
    #[error("a line of more than {LONGEST_LINE} bytes")]
    Line,
    #[error("more than {MOST_BYTES} bytes without a question")]
    Bytes,
    #[error("more than {MOST_LINES} lines without a question")]
    Lines,
}

/// The longest line, in bytes: a variation of a hundred moves takes two thousand.
pub(crate) const LONGEST_LINE: usize = 1 << 16;
/// The most bytes between two questions.
const MOST_BYTES: usize = 1 << 24;
/// The most lines between two questions.
const MOST_LINES: usize = 100_000;

/// Lines not yet taken.
#[derive(Debug, Default)]
pub(super) struct Lines {
    whole: VecDeque<Line>,
    /// The start of a line whose end has not come.
    partial: Vec<u8>,
    /// Bytes and lines since the last question.
    bytes: usize,
    count: usize,
}

impl Lines {
    /// Takes what was read at a time.
    pub(super) fn feed(&mut self, read: &[u8], at: Instant) -> Result<(), Flood> {
        self.bytes += read.len();
        if self.bytes > MOST_BYTES {
            return Err(Flood::Bytes);
        }
        for piece in read.split_inclusive(|&byte| byte == b'\n') {
            self.partial.extend_from_slice(piece);
            if self.partial.len() > LONGEST_LINE {
                return Err(Flood::Line);
            }
            if piece.ends_with(b"\n") {
                self.finish(at)?;
            }
        }
        Ok(())
    }

    /// Takes what there is of a line for a whole one: its end has come, or nothing comes any more.
    pub(super) fn finish(&mut self, at: Instant) -> Result<(), Flood> {
        if self.partial.is_empty() {
            return Ok(());
        }
        self.count += 1;
        if self.count > MOST_LINES {
            return Err(Flood::Lines);
        }
        let text = String::from_utf8_lossy(&self.partial);
        let text = text.trim_end_matches(['\r', '\n']).to_owned();
        self.partial.clear();
        self.whole.push_back(Line { text, at });
        Ok(())
    }

    /// The next line.
    pub(super) fn take(&mut self) -> Option<Line> {
        self.whole.pop_front()
    }

    /// Forgets what was written.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// A question is asked: counting starts anew.
    pub(super) fn asked(&mut self) {
        (self.bytes, self.count) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &mut Lines) -> Vec<String> {
        std::iter::from_fn(|| lines.take()).map(|line| line.text).collect()
    }

    #[test]
    fn lines_are_put_together_from_pieces() {
        let mut lines = Lines::default();
        let now = Instant::now();
        for piece in ["uc", "iok\r\nread", "yok\n\n", "best", "move \u{e1}"] {
            lines.feed(piece.as_bytes(), now).expect("no flood");
        }
        lines.feed(b"\xff", now).expect("no flood");
        assert_eq!(texts(&mut lines), ["uciok", "readyok", ""]);
        lines.finish(now).expect("no flood");
        lines.finish(now).expect("no flood");
        assert_eq!(texts(&mut lines), ["bestmove \u{e1}\u{fffd}"]);
    }

    #[test]
    fn a_line_has_the_time_of_its_end() {
        let mut lines = Lines::default();
        let early = Instant::now();
        let late = early + std::time::Duration::from_secs(1);
        lines.feed(b"best", early).expect("no flood");
        lines.feed(b"move\n", late).expect("no flood");
        assert_eq!(lines.take(), Some(Line { text: "bestmove".to_owned(), at: late }));
    }

    #[test]
    fn too_much_is_a_flood_until_the_next_question() {
        let now = Instant::now();
        let mut lines = Lines::default();
        assert_eq!(lines.feed(&vec![b'a'; LONGEST_LINE + 1], now), Err(Flood::Line));
        lines.clear();
        let feed = |lines: &mut Lines| lines.feed("\n".repeat(MOST_LINES).as_bytes(), now);
        assert_eq!(feed(&mut lines), Ok(()));
        assert_eq!(lines.feed(b"\n", now), Err(Flood::Lines));
        lines.asked();
        assert_eq!(lines.feed(b"\n", now), Ok(()));
        lines.clear();
        let row = format!("{}\n", "a".repeat(LONGEST_LINE - 1));
        for _ in 0..MOST_BYTES / LONGEST_LINE {
            assert_eq!(lines.feed(row.as_bytes(), now), Ok(()));
        }
        assert_eq!(lines.feed(b"\n", now), Err(Flood::Bytes));
    }
}
