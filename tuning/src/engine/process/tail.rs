//! The end of what a program writes to standard error.

/// What is kept of it, in bytes.
const KEPT: usize = 2048;

/// The last bytes written.
#[derive(Debug, Default)]
pub(super) struct Tail(Vec<u8>);

impl Tail {
    /// Takes what was read.
    pub(super) fn feed(&mut self, read: &[u8]) {
        self.0.extend_from_slice(read);
        let excess = self.0.len().saturating_sub(KEPT);
        self.0.drain(..excess);
    }

    /// The last line with anything in it.
    pub(super) fn last_line(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.0);
        let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
        line.map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_kept_however_much_comes() {
        let mut tail = Tail::default();
        assert_eq!(tail.last_line(), None);
        for number in 0..10_000 {
            tail.feed(format!("line {number}\n").as_bytes());
        }
        tail.feed(b" \r\n\n");
        assert_eq!(tail.last_line(), Some("line 9999".to_owned()));
        assert!(tail.0.len() <= KEPT);
    }
}
