//! The generated file of weights: `src/eval/weights.rs` of the engine, written and read back.
//!
//! It is Rust, for the engine is compiled with it, and it is data, for an engine in a match may be
//! given other weights than it was compiled with.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use strelci::eval::{PHASES, TERMS, WEIGHT_SHIFT, Weights};
use strelci::rules::Rules;
use thiserror::Error;

/// The rule sets, in the order of the file.
const RULES: [Rules; 2] = [Rules::Strelci, Rules::Amazons];

/// The weights of the lean evaluation under one rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightSet {
    /// What they were fitted to, when and how well: one line.
    pub origin: String,
    /// Hundredths of a square that raise the odds to win by a factor of e.
    pub win_scale: f64,
    /// The weights of the terms, for each phase.
    pub table: Weights,
}

impl WeightSet {
    /// The logarithm of the odds that the side to move wins with these terms in this phase.
    #[must_use]
    pub fn log_odds(&self, phase: usize, terms: &[i16; TERMS]) -> f64 {
        let weighed = |(&weight, &term): (&i16, &i16)| i64::from(weight) * i64::from(term);
        let sum: i64 = self.table[phase].iter().zip(terms).map(weighed).sum();
        sum as f64 / f64::from(1 << WEIGHT_SHIFT) / self.win_scale
    }
}

/// The whole file: weights under both rule sets.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightsFile {
    sets: [WeightSet; 2],
}

/// Why a file holds no weights that this engine can use.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// It cannot be read.
    #[error("cannot read {}", .0.display())]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// It says something else.
    #[error("{}", .0.display())]
    Wrong(PathBuf, #[source] ParseError),
}

/// What is wrong in a text that should be a generated file of weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// A line that must be there is not.
    #[error("no line '{0}': not a file written by the fit")]
    Missing(String),
    /// A line that is not as it is written.
    #[error("line {line}: {text:?} must be {expected}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What it says.
        text: String,
        /// What it should be.
        expected: String,
    },
    /// There is not one row of weights for each phase and rule set.
    #[error("{0} rows of weights where there must be {rows}", rows = RULES.len() * PHASES)]
    Rows(usize),
}

const SCALES: &str = "pub const WIN_SCALE: [f64; 2] = [";
const PHASE_COUNT: &str = "pub const PHASES: usize = ";

impl WeightsFile {
    /// The file that the engine in this program was compiled with.
    ///
    /// # Errors
    /// [`ParseError`] where that file was changed by hand beyond recognition.
    pub fn in_use() -> Result<Self, ParseError> {
        include_str!("../../src/eval/weights.rs").parse()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`WeightsError`], with the file's path, and the line where there is one to blame.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        Self::parse(path, &Self::text(path)?)
    }

    /// The text of a file, whatever it says.
    ///
    /// # Errors
    /// [`WeightsError::Unreadable`].
    pub fn text(path: &Path) -> Result<String, WeightsError> {
        std::fs::read_to_string(path).map_err(|why| WeightsError::Unreadable(path.to_owned(), why))
    }

    /// Reads the text of the file at a path.
    ///
    /// # Errors
    /// [`WeightsError::Wrong`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, WeightsError> {
        text.parse().map_err(|why| WeightsError::Wrong(path.to_owned(), why))
    }

    /// The weights under these rules.
    #[must_use]
    pub const fn of(&self, rules: Rules) -> &WeightSet {
        &self.sets[rules as usize]
    }

    /// Puts weights under these rules in the place of others.
    pub fn replace(&mut self, rules: Rules, set: WeightSet) {
        self.sets[rules as usize] = set;
    }

    /// The tables under both rule sets, as the search takes them.
    #[must_use]
    pub fn tables(&self) -> [Weights; 2] {
        [self.sets[0].table, self.sets[1].table]
    }
}

impl FromStr for WeightsFile {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let lines = Lines(text);
        lines.phases()?;
        let scales = lines.scales()?;
        let tables = lines.tables()?;
        let set = |rules: Rules| WeightSet {
            origin: lines.origin(rules),
            win_scale: scales[rules as usize],
            table: tables[rules as usize],
        };
        Ok(Self { sets: RULES.map(set) })
    }
}

/// The text of a file, to be searched for its lines.
struct Lines<'a>(&'a str);

impl<'a> Lines<'a> {
    /// The lines with their numbers, from 1.
    fn numbered(&self) -> impl Iterator<Item = (usize, &'a str)> {
        self.0.lines().enumerate().map(|(index, line)| (index + 1, line.trim()))
    }

    /// Reads what stands between a beginning and an end on the line that begins so.
    fn value<T>(
        &self,
        begin: &str,
        end: &str,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, ParseError> {
        let (line, text) = self
            .numbered()
            .find(|(_, text)| text.starts_with(begin))
            .ok_or_else(|| ParseError::Missing(format!("{begin}…{end}")))?;
        let inner = text[begin.len()..].strip_suffix(end);
        inner.and_then(read).ok_or_else(|| wrong(line, text, expected))
    }

    /// Checks that the phases are as many as the engine tells apart.
    fn phases(&self) -> Result<(), ParseError> {
        let expected = format!("{PHASE_COUNT}{PHASES};, for this engine tells so many apart");
        let same = |text: &str| text.parse().ok().filter(|&count: &usize| count == PHASES);
        self.value(PHASE_COUNT, ";", &expected, same).map(drop)
    }

    fn scales(&self) -> Result<[f64; 2], ParseError> {
        let expected = format!("{SCALES}…]; with two numbers above 0");
        self.value(SCALES, "];", &expected, |text| {
            numbers(text)
                .filter(|scales| scales.iter().all(|scale: &f64| scale.is_finite() && *scale > 0.0))
        })
    }

    fn tables(&self) -> Result<[Weights; 2], ParseError> {
        let mut tables = [[[0; TERMS]; PHASES]; 2];
        let mut rows = tables.iter_mut().flatten();
        let mut count = 0;
        for (line, text) in self.numbered() {
            let row = text.strip_prefix('[').and_then(|rest| rest.strip_suffix("],"));
            let Some(row) = row else { continue };
            let expected = || wrong(line, text, &format!("[…], with {TERMS} whole numbers"));
            let weights = numbers(row).ok_or_else(expected)?;
            count += 1;
            if let Some(row) = rows.next() {
                *row = weights;
            }
        }
        if count == RULES.len() * PHASES { Ok(tables) } else { Err(ParseError::Rows(count)) }
    }

    /// What the head says of the weights under these rules; nothing in files older than such heads.
    fn origin(&self, rules: Rules) -> String {
        let begin = format!("//! {rules}: ");
        let origin = self.numbered().find_map(|(_, text)| text.strip_prefix(begin.as_str()));
        origin.unwrap_or("of unknown origin").to_owned()
    }
}

/// So many numbers with commas between them.
fn numbers<T: FromStr, const COUNT: usize>(text: &str) -> Option<[T; COUNT]> {
    let numbers: Vec<T> = text.split(", ").map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

fn wrong(line: usize, text: &str, expected: &str) -> ParseError {
    let text = text.chars().take(80).collect();
    ParseError::Line { line, text, expected: expected.to_owned() }
}

impl fmt::Display for WeightsFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [strelci, amazons] = &self.sets;
        writeln!(
            f,
            "//! Generated by `strelci-tuning fit`: weights of the lean evaluation. Do not edit."
        )?;
        for (rules, set) in RULES.iter().zip(&self.sets) {
            writeln!(f, "//!\n//! {rules}: {}", set.origin)?;
        }
        writeln!(f, "\nuse super::lean::Weights;\n")?;
        writeln!(f, "/// How many phases are told apart.\n{PHASE_COUNT}{PHASES};\n")?;
        writeln!(
            f,
            "/// Hundredths of a square that raise the odds to win by a factor of e, by rule set."
        )?;
        writeln!(f, "{SCALES}{:.1}, {:.1}];\n", strelci.win_scale, amazons.win_scale)?;
        writeln!(f, "/// The weights of the lean evaluation, by rule set and phase.")?;
        writeln!(f, "pub static LEAN_WEIGHTS: [Weights; 2] = [")?;
        for set in &self.sets {
            writeln!(f, "    [")?;
            for weights in &set.table {
                writeln!(f, "        {weights:?},")?;
            }
            writeln!(f, "    ],")?;
        }
        writeln!(f, "];")
    }
}

#[cfg(test)]
mod tests {
    use strelci::eval::{LEAN_WEIGHTS, WIN_SCALE};

    use super::*;

    #[test]
    fn the_file_in_use_holds_what_the_engine_was_compiled_with() {
        let file = WeightsFile::in_use().unwrap();
        assert_eq!(file.tables(), LEAN_WEIGHTS);
        for rules in RULES {
            assert_eq!(file.of(rules).win_scale.to_bits(), WIN_SCALE[rules as usize].to_bits());
            assert!(file.of(rules).origin.contains("games"), "{}", file.of(rules).origin);
        }
    }

    #[test]
    fn a_file_and_its_text_are_inverse() {
        let mut file = WeightsFile::in_use().unwrap();
        let mut set = file.of(Rules::Amazons).clone();
        set.table[7][2] = -32_768;
        set.win_scale = 1234.5;
        set.origin = "2026-12-01, by hand".to_owned();
        file.replace(Rules::Amazons, set);
        assert_eq!(file.to_string().parse::<WeightsFile>().unwrap(), file);
    }

    #[test]
    fn odds_are_the_weighed_terms_in_units_of_the_scale() {
        let mut set = WeightsFile::in_use().unwrap().of(Rules::Strelci).clone();
        set.win_scale = 200.0;
        set.table[5] = [1600, 0, -800, 0, 0, 0, 0, 0, 3200];
        let odds = set.log_odds(5, &[3, 9, 2, 9, 9, 9, 9, 9, 1]);
        assert!((odds - (300.0 - 100.0 + 200.0) / 200.0).abs() < 1e-12, "{odds}");
    }

    /// What is said of the file in use with one thing changed.
    fn told(from: &str, to: &str) -> String {
        let text = WeightsFile::in_use().unwrap().to_string();
        assert!(text.contains(from));
        text.replacen(from, to, 1).parse::<WeightsFile>().unwrap_err().to_string()
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let row = format!("{:?},", LEAN_WEIGHTS[0][0]);
        assert_eq!(told(&row, ""), "257 rows of weights where there must be 258");
        assert_eq!(
            told(&row, "[1, 2, x],"),
            "line 18: \"[1, 2, x],\" must be […], with 9 whole numbers"
        );
        assert_eq!(
            told(&row, &format!("{row}\n{row}")),
            "259 rows of weights where there must be 258"
        );
        assert_eq!(
            told("= 129;", "= 128;"),
            "line 10: \"pub const PHASES: usize = 128;\" must be pub const PHASES: usize = 129;, \
             for this engine tells so many apart"
        );
        assert!(told("WIN_SCALE: [f64; 2] = [", "WIN_SCALE: [f64; 2] = [-").contains("above 0"));
        assert!(told("pub const WIN_SCALE", "const WIN").starts_with("no line 'pub const WIN_"));
    }

    #[test]
    fn a_file_that_is_not_there_is_told() {
        let error = WeightsFile::load(Path::new("no/such/file")).unwrap_err();
        assert_eq!(error.to_string(), "cannot read no/such/file");
    }
}
