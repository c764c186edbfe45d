//! Botzone's simple interaction: numbers in lines.

use super::Reading;
use super::history::Told;

/// A whole game: the number of the turn, then what was asked and answered in turn.
pub(super) fn whole(history: &[Told]) -> String {
    let turns = history.len() / 2 + 1;
    let lines = history.iter().map(|told| next(*told));
    std::iter::once(turns.to_string()).chain(lines).collect::<Vec<_>>().join("\n")
}

/// The opponent's turn.
pub(super) fn next(told: Told) -> String {
    told.0.map(|number| number.to_string()).join(" ")
}

/// Reads an answer; what comes after its line is for the bot's author alone.
pub(super) fn read(text: &str) -> Reading {
    if text.trim().is_empty() {
        return Reading::Unfinished;
    }
    let numbers: Result<Vec<i64>, _> = text.split_whitespace().map(str::parse).collect();
    match numbers.map(<[i64; 6]>::try_from) {
        Ok(Ok(numbers)) => Reading::Turn(Told(numbers)),
        Ok(Err(_)) | Err(_) => Reading::Nonsense,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_told_in_lines() {
        let told = Told([2, 0, 2, 5, 6, 5]);
        assert_eq!(whole(&[Told::NOTHING]), "1\n-1 -1 -1 -1 -1 -1");
        assert_eq!(whole(&[told]), "1\n2 0 2 5 6 5");
        assert_eq!(
            whole(&[Told::NOTHING, told, told]),
            "2\n-1 -1 -1 -1 -1 -1\n2 0 2 5 6 5\n2 0 2 5 6 5"
        );
        assert_eq!(next(told), "2 0 2 5 6 5");
    }

    #[test]
    fn an_answer_is_six_numbers() {
        assert_eq!(read("2 0 2 5 6 5"), Reading::Turn(Told([2, 0, 2, 5, 6, 5])));
        assert_eq!(read("\n -1 0 2  5 6 99 "), Reading::Turn(Told([-1, 0, 2, 5, 6, 99])));
        assert_eq!(read(" \n"), Reading::Unfinished);
        for text in ["2 0 2 5 6", "2 0 2 5 6 5 1", "a", "2 0 2 5 6 5.0"] {
            assert_eq!(read(text), Reading::Nonsense, "{text}");
        }
    }
}
