//! Botzone's interaction in JSON, one value in a line.

use serde_json::{Map, Value, json};

use super::Reading;
use super::history::{NAMES, Told};

/// A whole game: all that was asked, and all that was answered.
pub(super) fn whole(history: &[Told]) -> String {
    let every_second = |first: usize| -> Vec<Value> {
        history.iter().skip(first).step_by(2).map(|told| object(*told)).collect()
    };
    json!({ "requests": every_second(0), "responses": every_second(1) }).to_string()
}

/// The opponent's turn.
pub(super) fn next(told: Told) -> String {
    object(told).to_string()
}

fn object(told: Told) -> Value {
    let pairs = NAMES.iter().zip(told.0);
    Value::Object(pairs.map(|(name, number)| ((*name).to_owned(), number.into())).collect())
}

/// How deep a text that comes line by line is nested, so that it is read only where it may be whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Nesting(usize);

impl Nesting {
    /// Takes the next line. None ends within a string, or the text is no JSON.
    pub(super) fn follow(&mut self, line: &str) {
        let (mut is_string, mut is_escaped) = (false, false);
        for byte in line.bytes() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = is_string,
                b'"' => is_string = !is_string,
                b'{' | b'[' if !is_string => self.0 += 1,
                b'}' | b']' if !is_string => self.0 = self.0.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Whether more must come.
    pub(super) const fn is_open(self) -> bool {
        self.0 > 0
    }
}

/// Reads an answer, which may be spread over lines.
pub(super) fn read(text: &str) -> Reading {
    let answer: Value = match serde_json::from_str(text) {
        Ok(answer) => answer,
        Err(error) if error.is_eof() => return Reading::Unfinished,
        Err(_) => return Reading::Nonsense,
    };
    match answer.get("response").and_then(Value::as_object).and_then(told) {
        Some(told) => Reading::Turn(told),
        None => Reading::Nonsense,
    }
}

fn told(response: &Map<String, Value>) -> Option<Told> {
    let mut numbers = [0; 6];
    for (number, name) in numbers.iter_mut().zip(NAMES) {
        *number = response.get(name)?.as_i64()?;
    }
    Some(Told(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: Told = Told([2, 0, 2, 5, 6, 5]);

    #[test]
    fn a_game_is_told_as_requests_and_responses() {
        let object = r#"{"x0":2,"x1":2,"x2":6,"y0":0,"y1":5,"y2":5}"#;
        let nothing = r#"{"x0":-1,"x1":-1,"x2":-1,"y0":-1,"y1":-1,"y2":-1}"#;
        assert_eq!(next(TOLD), object);
        assert_eq!(whole(&[TOLD]), format!(r#"{{"requests":[{object}],"responses":[]}}"#));
        assert_eq!(
            whole(&[Told::NOTHING, TOLD, TOLD]),
            format!(r#"{{"requests":[{nothing},{object}],"responses":[{object}]}}"#)
        );
    }

    #[test]
    fn a_text_is_open_until_its_braces_are_closed() {
        let mut nesting = Nesting::default();
        for (line, is_open) in [
            (r#"{"response":"#, true),
            (r#"{"x0":2},"#, true),
            (r#""debug":"}\"}\\","list":["#, true),
            ("]", true),
            ("}", false),
            ("}", false),
            ("2 0 2 5 6 5", false),
        ] {
            nesting.follow(line);
            assert_eq!(nesting.is_open(), is_open, "{line}");
        }
    }

    #[test]
    fn an_answer_is_a_response() {
        let answer = r#"{"response":{"x0":2,"y0":0,"x1":2,"y1":5,"x2":6,"y2":5},"debug":"deep"}"#;
        assert_eq!(read(answer), Reading::Turn(TOLD));
        assert_eq!(
            read(&answer.replace([',', '{'], ",\n").replacen(",\n", "{", 1)),
            Reading::Nonsense
        );
        assert_eq!(read(&answer.replace(',', ",\n")), Reading::Turn(TOLD));
        for (cut, _) in answer.char_indices() {
            assert_eq!(read(&answer[..cut]), Reading::Unfinished, "{cut}");
        }
        for text in
            ["2 0 2 5 6 5", "{}", "[]", r#"{"response":[2,0,2,5,6,5]}"#, r#"{"response":{"x0":2}}"#]
        {
            assert_eq!(read(text), Reading::Nonsense, "{text}");
        }
    }
}
