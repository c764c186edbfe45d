//! What is said of a fit once it is done.

use std::path::{Path, PathBuf};

use strelci::rules::Rules;

use super::data::Data;
use super::descent::Progress;
use super::fitting::{Change, Fitted};
use super::games::RuleSet;
use super::plot;

/// A picture of a fit.
pub struct Picture {
    /// The name of its file.
    pub name: String,
    /// What is in the file.
    pub svg: String,
}

/// The pictures of a fit.
pub fn pictured(set: &RuleSet, progress: &Progress, fitted: &Fitted) -> [Picture; 2] {
    let RuleSet { rules, data } = set;
    let games = data.games().validation;
    let title = format!("Chances and results in the {games} games that chose the round, {rules}");
    let calibration = plot::calibration(title, &fitted.calibration, &fitted.losses);
    let losses = plot::losses(format!("Loss round by round, {rules} rules"), progress);
    [("calibration", calibration), ("loss", losses)]
        .map(|(kind, svg)| Picture { name: format!("{kind}-{rules}.svg"), svg })
}

/// What came of a fit, in a line.
pub fn summary(rules: Rules, progress: &Progress, losses: &Change<f64>) -> String {
    let (rounds, best) = (progress.rounds(), progress.best_round());
    format!("{rules}: {rounds} rounds, best after round {best}; {}", compared(losses))
}

/// The loss before and after.
pub fn compared(losses: &Change<f64>) -> String {
    format!("validation loss {:.4} before, {:.4} after", losses.before, losses.after)
}

/// How many games and positions there are.
pub fn counted<F>(data: &Data<F>) -> String {
    let (games, positions) = (data.games(), data.positions());
    let repeated = match data.repeated() {
        0 => String::new(),
        repeated => format!(", {repeated} repeated games left out"),
    };
    format!(
        "{} games with {} positions, {} games with {} positions to validate{repeated}",
        games.train, positions.train, games.validation, positions.validation
    )
}

/// The names of files as they may stand in a comment that is read as Markdown.
pub fn names(files: &[PathBuf]) -> String {
    files.iter().map(|file| name(file)).collect::<Vec<_>>().join(", ")
}

fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
    let plain = |letter: char| if letter.is_control() || letter == '`' { '?' } else { letter };
    format!("`{}`", name.chars().map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_cannot_break_a_comment() {
        let files = ["a/b_0.games", "/tmp/x`y\nz", ".."].map(PathBuf::from);
        assert_eq!(names(&files), "`b_0.games`, `x?y?z`, `..`");
    }
}
