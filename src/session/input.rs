//! Lines from another program, whatever it sends.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::Sender;

use super::Message;

/// The longest line that is read whole, in bytes; the longest sensible one, a game on the largest
/// board, has nine thousand.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The text; what is not UTF-8 is replaced.
    pub text: String,
    /// Whether the line was longer than [`LONGEST_LINE`] and is cut there.
    pub is_cut: bool,
}

/// Sends every line into the channel, and then the end of input. A failure to read ends it too.
pub(super) fn read_lines(mut input: impl BufRead, messages: &Sender<Message>) {
    while let Ok(Some(line)) = next_line(&mut input) {
        if messages.send(Message::Line(line)).is_err() {
            return;
        }
    }
    // Where nobody listens any more, nobody needs to know.
    let _ = messages.send(Message::EndOfInput);
}

fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let limit = LONGEST_LINE as u64;
    if input.take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_cut = bytes.len() == LONGEST_LINE && bytes.last() != Some(&b'\n');
    if is_cut {
        input.skip_until(b'\n')?;
    }
    Ok(Some(Line { text: String::from_utf8_lossy(&bytes).trim_end().to_owned(), is_cut }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<(String, bool)> {
        std::iter::from_fn(|| next_line(&mut input).expect("memory can be read"))
            .map(|line| (line.text, line.is_cut))
            .collect()
    }

    #[test]
    fn every_line_end_is_read() {
        let read = lines(b"uci\r\nisready\n\n  d \nquit");
        let texts: Vec<&str> = read.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["uci", "isready", "", "  d", "quit"]);
    }

    #[test]
    fn what_is_not_text_becomes_text() {
        assert_eq!(
            lines(b"d\xff\xfe1\nd"),
            [("d\u{fffd}\u{fffd}1".to_owned(), false), ("d".to_owned(), false)]
        );
    }

    #[test]
    fn a_line_without_end_is_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; 3 * LONGEST_LINE];
        input.extend_from_slice(b"\nisready\n");
        let read = lines(&input);
        assert_eq!((read[0].0.len(), read[0].1), (LONGEST_LINE, true));
        assert_eq!(read[1..], [("isready".to_owned(), false)]);
    }
}
