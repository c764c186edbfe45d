//! What a person types.

use crate::board::{Move, MoveError, Square};

/// The first half of a move: an archer's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The square the archer leaves.
    pub(super) from: Square,
    /// The square it moves to.
    pub(super) to: Square,
}

impl Step {
    /// The whole move.
    pub(super) const fn with(self, shot: Square) -> Move {
        let Self { from, to } = self;
        Move { from, to, shot }
    }
}

/// What the person wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Play a move.
    Play(Move),
    /// Step, and choose the shot next.
    Step(Step),
    /// Forget the step.
    Back,
    /// Take back the last move.
    Undo,
    /// Ask the engine.
    Hint,
    /// See the legal moves, of one archer or of all.
    Moves(Option<Square>),
    /// Save the game in a file.
    Save(String),
    /// Give up.
    Resign,
    /// See what can be typed.
    Help,
    /// Leave.
    Quit,
    /// Nothing was typed.
    Nothing,
}

/// What can be typed.
pub(super) const HELP: &str = "\
d1d7,d7g7    move from d1 to d7 and shoot at g7; d1-d7/g7 and d1d7g7 are the same
d1d7         only move, and choose the shot next; back takes the step back
moves [d1]   list the legal moves, of the archer on d1 alone
hint         ask the engine
undo         take your last move back, or the step of a move in two halves
save FILE    save the game; strelci play --load FILE goes on with it
resign       give up
quit         leave";

impl Order {
    /// Reads a line; `step` is the half of a move that was typed before.
    pub(super) fn read(line: &str, step: Option<Step>) -> Result<Self, String> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Ok(Self::Nothing),
            ("back", "") => Ok(Self::Back),
            ("undo", "") => Ok(Self::Undo),
            ("hint", "") => Ok(Self::Hint),
            ("moves", "") => Ok(Self::Moves(None)),
            ("moves", square) => match square.parse() {
                Ok(square) => Ok(Self::Moves(Some(square))),
                Err(error) => Err(error.to_string()),
            },
            ("save", "") => Err("save to which file? As in: save game.txt".to_owned()),
            ("save", path) => Ok(Self::Save(path.to_owned())),
            ("resign", "") => Ok(Self::Resign),
            ("help" | "?", "") => Ok(Self::Help),
            ("quit" | "exit", "") => Ok(Self::Quit),
            _ => Self::read_move(line, step),
        }
    }

    fn read_move(line: &str, step: Option<Step>) -> Result<Self, String> {
        let text: String = line.split_whitespace().collect();
        let error = match text.parse() {
            Ok(played) => return Ok(Self::Play(played)),
            Err(error @ MoveError::TwoArchers { .. }) => return Err(error.to_string()),
            Err(error @ MoveError::Unreadable(_)) => error,
        };
        match (squares(&text), step) {
            // The second half as the wire writes it, with the archer's square.
            (Some((shooter, Some(shot))), Some(step)) if shooter == step.to => {
                Ok(Self::Play(step.with(shot)))
            }
            (Some((from, Some(to))), _) => Ok(Self::Step(Step { from, to })),
            (Some((shot, None)), Some(step)) => Ok(Self::Play(step.with(shot))),
            (Some((from, None)), None) => Err(format!(
                "where to? Write the step too, as in {from}{from}, or moves {from} for a list"
            )),
            (None, _) => Err(format!("{error}; help lists the commands")),
        }
    }
}

/// One square or two, with the signs that people write around them.
fn squares(text: &str) -> Option<(Square, Option<Square>)> {
    let text = text.trim_start_matches([',', '/', '|', '(']);
    let (first, rest) = Square::read(text.trim_end_matches([',', ')', '/', '|']))?;
    if rest.is_empty() {
        return Some((first, None));
    }
    let second = rest.strip_prefix('-').unwrap_or(rest).parse().ok()?;
    Some((first, Some(second)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_whole_or_in_halves() {
        let (d1, d7, g7) = (Square::new(3, 0), Square::new(3, 6), Square::new(6, 6));
        let step = Step { from: d1, to: d7 };
        let whole = Ok(Order::Play(step.with(g7)));
        for text in ["d1d7,d7g7", "d1-d7/g7", "d1 d7 g7", " D1-D7 (g7)", "d1d7xg7"] {
            assert_eq!(Order::read(text, None), whole, "{text}");
        }
        for text in ["d1d7", "d1-d7", "d1 d7", "d1d7,"] {
            assert_eq!(Order::read(text, None), Ok(Order::Step(step)), "{text}");
        }
        for text in ["g7", "/g7", "(g7)", "d7g7", "d7-g7", "d1d7,d7g7"] {
            assert_eq!(Order::read(text, Some(step)), whole, "{text}");
        }
    }

    #[test]
    fn words_are_commands() {
        let save = Order::Save("my game.txt".to_owned());
        for (text, order) in [
            ("", Order::Nothing),
            ("UNDO", Order::Undo),
            ("save  my game.txt", save),
            ("moves", Order::Moves(None)),
            ("moves d1", Order::Moves(Some(Square::new(3, 0)))),
            ("quit", Order::Quit),
        ] {
            assert_eq!(Order::read(text, None), Ok(order), "{text}");
        }
        for text in ["save", "moves x", "undo it", "d1", "hello", "d1d7,d6g7"] {
            assert!(Order::read(text, None).is_err(), "{text}");
        }
    }
}
