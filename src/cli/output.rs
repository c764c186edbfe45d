//! How several commands show what they found.

use std::io::{self, Write};

use crate::board::{AnyPosition, Move, Side};
use crate::eval::{Detail, Preference, Score};
use crate::picture;
use crate::rules::{outcome_of, territory};
use crate::search::Root;
use crate::with_position;

/// Empty squares that both sides' archers can come to, unless they are stopped.
pub(super) fn contested(position: &AnyPosition) -> usize {
    with_position!(position, position => position.territories().contested().count() as usize)
}

/// The board with the territories, and whose turn it is or who has won.
pub(super) fn situation(out: &mut dyn Write, root: &Root) -> io::Result<()> {
    let outcome = outcome_of(root.rules, &root.position);
    status(out, root, outcome.map(|outcome| outcome.to_string()))
}

/// The same for a game that may have ended in another way.
pub(super) fn status(out: &mut dyn Write, root: &Root, end: Option<String>) -> io::Result<()> {
    let Root { position, rules } = root;
    board(out, &picture::territory(position))?;
    writeln!(out)?;
    let ([white, black], contested) = (territory(position), contested(position));
    if white + black > 0 || contested == 0 {
        writeln!(out, "Territory: White (w) {white}, Black (b) {black}; contested {contested}")?;
    }
    match end {
        Some(end) => writeln!(out, "{end} (rules: {rules})"),
        None => writeln!(
            out,
            "{} to move, move {} (rules: {rules})",
            position.side_to_move(),
            position.full_move()
        ),
    }
}

/// A picture of a board, in colour where the output shows it.
pub(super) fn board(out: &mut dyn Write, picture: &str) -> io::Result<()> {
    let mut lines = picture.lines().peekable();
    while let Some(line) = lines.next() {
        // The last line names the files: letters, but no pieces.
        match lines.peek() {
            Some(_) => writeln!(out, "{}", painted(line))?,
            None => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

fn painted(line: &str) -> String {
    let paint = |letter: char| match colour(letter) {
        Some(colour) => format!("\x1b[{colour}m{letter}\x1b[0m"),
        None => letter.to_string(),
    };
    line.chars().map(paint).collect()
}

/// White is yellow and Black cyan: both can be read on light and dark ground.
fn colour(letter: char) -> Option<&'static str> {
    match letter {
        'Q' => Some("1;33"),
        'q' => Some("1;36"),
        'w' | '+' => Some("33"),
        'b' | '-' => Some("36"),
        'x' => Some("32"),
        '*' => Some("2"),
        _ => None,
    }
}

/// Two pictures of the same height beside each other, each under its title.
pub(super) fn beside([left, right]: [(&str, &str); 2]) -> (String, String) {
    let width = left.1.lines().chain([left.0]).map(str::len).max().unwrap_or(0) + 4;
    let rows = left.1.lines().zip(right.1.lines());
    let row = |a: &str, b: &str| format!("{a:<width$}{b}");
    let rows: Vec<String> = rows.map(|(a, b)| row(a, b)).collect();
    (row(left.0, right.0), rows.join("\n"))
}

/// Writes a table under the names of its columns.
pub(super) fn headed_table<const N: usize>(
    out: &mut dyn Write,
    head: [&str; N],
    rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let head = head.map(str::to_owned).to_vec();
    table(out, &[head].into_iter().chain(rows).collect::<Vec<_>>())
}

/// A table with columns as wide as they must be.
pub(super) fn table(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells.map(|(cell, &width)| format!("{cell:<width$}")).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}

/// A score in words: squares of lead, or the proven result, for the side to move.
pub(super) fn score(score: Score) -> String {
    let Some(proof) = score.proof(Preference::Length) else {
        return squares(score);
    };
    let verb = if proof.won { "wins" } else { "loses" };
    let plies = counted(proof.plies, "ply", "plies");
    match proof.detail {
        Detail::Margin(0) => format!("{verb} in {plies}"),
        Detail::Margin(margin) => {
            let squares = counted(usize::from(margin), "square", "squares");
            format!("{verb} in {plies}, by {squares}")
        }
        Detail::AtMost => format!("{verb} in at most {plies}"),
    }
}

/// An estimate in squares, with its sign.
pub(super) fn squares(score: Score) -> String {
    format!("{:+.2}", f64::from(score.hundredths()) / 100.0)
}

/// A number of things.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A chance as people say it.
pub(super) fn percent(chance: f64) -> String {
    format!("{:.0}%", 100.0 * chance)
}

/// Moves in a row.
pub(super) fn line(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}

/// Legal moves, in a line for each step of an archer: `d1-d7: a4 a7 …`.
pub(super) fn steps(out: &mut dyn Write, moves: &[Move]) -> io::Result<()> {
    for bundle in moves.chunk_by(|a, b| (a.from, a.to) == (b.from, b.to)) {
        if let Some(first) = bundle.first() {
            write!(out, "{}-{}:", first.from, first.to)?;
        }
        for played in bundle {
            write!(out, " {}", played.shot)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A side's name in JSON and game records.
pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
