//! What a program says, read line by line.

/// A line that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply<'a> {
    /// `readyok`.
    Ready,
    /// `bestmove`, and the word after it; empty, where there is none.
    Best(&'a str),
    /// A line of analysis.
    Info(Heard),
    /// An `info string` that tells of an error.
    Complaint(&'a str),
    /// `response`, and what follows it.
    Response(&'a str),
    /// Anything else.
    Other,
}

/// What was heard of a search, each time the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heard {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) value: Option<Value>,
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// In hundredths of a square.
    Estimate(i32),
    /// A proven win, or loss.
    Proven(bool),
}

impl<'a> Reply<'a> {
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match word {
            "readyok" => Self::Ready,
            "bestmove" => Self::Best(rest.split_whitespace().next().unwrap_or("")),
            "response" => Self::Response(rest),
            "info" => match rest.split_once(char::is_whitespace) {
                Some(("string", text)) if tells_of_error(text) => Self::Complaint(text.trim()),
                Some(("string", _)) => Self::Other,
                _ => Self::Info(Heard::read(rest)),
            },
            _ => Self::Other,
        }
    }
}

/// Whether the first word is `error`, as in `error: no such option`.
fn tells_of_error(text: &str) -> bool {
    let words = text.trim_start().split(|c: char| !c.is_alphanumeric());
    words.into_iter().next().is_some_and(|word| word.eq_ignore_ascii_case("error"))
}

impl Heard {
    /// Reads what follows `info`. Of several lines only the best counts.
    fn read(text: &str) -> Self {
        let mut words = text.split_whitespace();
        let mut heard = Self::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => heard.depth = number(words.next()),
                "nodes" => heard.nodes = number(words.next()),
                "multipv" if words.next() != Some("1") => return Self::default(),
                "score" => {
                    let [kind, value] = [words.next(), words.next()];
                    heard.value = Value::read(kind, value, words.clone().next());
                }
                // What comes now are moves, or words for a reader.
                "pv" | "string" => break,
                _ => {}
            }
        }
        heard
    }

    /// Takes what is newer.
    pub(super) fn update(&mut self, newer: Self) {
        self.depth = newer.depth.or(self.depth);
        self.nodes = newer.nodes.or(self.nodes);
        self.value = newer.value.or(self.value);
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

impl Value {
    /// Reads `cp` or `mate` and its number, heeding the word behind: a bound says nothing unless it
    /// is one of the length of a win or loss.
    fn read(kind: Option<&str>, number: Option<&str>, next: Option<&str>) -> Option<Self> {
        let number: i32 = number?.parse().ok()?;
        match (kind?, next) {
            ("mate", Some("lowerbound")) if number <= 0 => None,
            ("mate", Some("upperbound")) if number > 0 => None,
            ("mate", _) => Some(Self::Proven(number > 0)),
            (_, Some("lowerbound" | "upperbound")) => None,
            ("cp", _) => Some(Self::Estimate(number)),
            _ => None,
        }
    }

    pub(super) const fn estimate(self) -> Option<i32> {
        match self {
            Self::Estimate(hundredths) => Some(hundredths),
            Self::Proven(_) => None,
        }
    }

    pub(super) const fn claim(self) -> Option<bool> {
        match self {
            Self::Estimate(_) => None,
            Self::Proven(is_won) => Some(is_won),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(depth: Option<u32>, nodes: Option<u64>, value: Option<Value>) -> Heard {
        Heard { depth, nodes, value }
    }

    #[test]
    fn lines_are_read() {
        for (line, reply) in [
            ("readyok", Reply::Ready),
            (" readyok \r", Reply::Ready),
            ("bestmove d1d7,d7g7 ponder a1a2,a2a1", Reply::Best("d1d7,d7g7")),
            ("bestmove", Reply::Best("")),
            ("bestmoves d1d7,d7g7", Reply::Other),
            ("response p1win", Reply::Response("p1win")),
            ("info string NNUE evaluation", Reply::Other),
            ("info string error: go: no", Reply::Complaint("error: go: no")),
            ("info string ERROR", Reply::Complaint("ERROR")),
            ("info string no error", Reply::Other),
            ("info string errors: 0", Reply::Other),
            ("info stringent error", Reply::Info(Heard::default())),
            ("", Reply::Other),
            ("uciok", Reply::Other),
        ] {
            assert_eq!(Reply::read(line), reply, "{line}");
        }
    }

    #[test]
    fn analysis_is_read() {
        let full = "info depth 5 seldepth 9 multipv 1 score cp -34 nodes 1000 nps 5 time 20 pv a b";
        for (line, wanted) in [
            (full, heard(Some(5), Some(1000), Some(Value::Estimate(-34)))),
            ("info depth 5 multipv 2 score cp 9 nodes 7", Heard::default()),
            ("info currmove d1d7,d7g7 depth x", Heard::default()),
            ("info depth 3 pv nodes 7", heard(Some(3), None, None)),
            ("info score", Heard::default()),
            ("info depth 3 string nodes 7", heard(Some(3), None, None)),
        ] {
            assert_eq!(Reply::read(line), Reply::Info(wanted), "{line}");
        }
    }

    #[test]
    fn only_what_is_certain_is_a_value() {
        for (text, value) in [
            ("cp 12", Some(Value::Estimate(12))),
            ("cp 12 lowerbound", None),
            ("cp 12 upperbound", None),
            ("mate 3", Some(Value::Proven(true))),
            ("mate 3 lowerbound", Some(Value::Proven(true))),
            ("mate 3 upperbound", None),
            ("mate -3", Some(Value::Proven(false))),
            ("mate -3 upperbound", Some(Value::Proven(false))),
            ("mate -3 lowerbound", None),
            ("mate 0", Some(Value::Proven(false))),
            ("cp 1.5", None),
            ("wdl 1 0 999", None),
        ] {
            let line = format!("info score {text}");
            assert_eq!(Reply::read(&line), Reply::Info(heard(None, None, value)), "{text}");
        }
    }

    #[test]
    fn the_last_word_counts() {
        let mut all = heard(Some(4), Some(90), Some(Value::Estimate(3)));
        all.update(heard(Some(5), None, None));
        all.update(heard(None, Some(100), Some(Value::Proven(true))));
        assert_eq!(all, heard(Some(5), Some(100), Some(Value::Proven(true))));
    }
}
