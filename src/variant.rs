//! The named start positions: one table, by the name of the variant on the wire.

use std::str::FromStr;

use thiserror::Error;

use crate::board::AnyPosition;
use crate::rules::Rules;

/// A named game: a rule set and a start position.
#[derive(Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name on the wire, on the command line and in records.
    pub name: &'static str,
    /// The rules it is played by.
    pub rules: Rules,
    /// The start position.
    pub fen: &'static str,
}

/// Every variant, the default first. The two small layouts of Střelci are ours: the pictures of the
/// original rules are lost.
pub static VARIANTS: [Variant; 6] = [
    Variant {
        name: "strelci",
        rules: Rules::Strelci,
        fen: "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    },
    Variant { name: "strelci8", rules: Rules::Strelci, fen: "2q2q2/8/8/8/8/8/8/2Q2Q2 w" },
    Variant { name: "strelci6", rules: Rules::Strelci, fen: "3q2/6/6/6/6/2Q3 w" },
    Variant {
        name: "amazons",
        rules: Rules::Amazons,
        fen: "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    },
    Variant { name: "amazons8", rules: Rules::Amazons, fen: "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w" },
    Variant { name: "amazons6", rules: Rules::Amazons, fen: "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w" },
];

/// A name that is not in the table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown variant '{0}': one of {names}", names = Variant::names().join(", "))]
pub struct VariantError(String);

impl Variant {
    /// The variant played where none is named: `strelci` on 10×10.
    #[must_use]
    pub fn default_variant() -> &'static Self {
        &VARIANTS[0]
    }

    /// The names of all variants.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        VARIANTS.iter().map(|variant| variant.name).collect()
    }

    /// The start position.
    ///
    /// # Panics
    /// Never: a test reads every row of the table.
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        self.fen.parse().expect("the table's positions are valid")
    }
}

impl FromStr for &'static Variant {
    type Err = VariantError;

    fn from_str(name: &str) -> Result<Self, VariantError> {
        let known = VARIANTS.iter().find(|variant| variant.name.eq_ignore_ascii_case(name));
        known.ok_or_else(|| VariantError(name.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::outcome_of;

    #[test]
    fn every_start_position_is_there_and_undecided() {
        for variant in &VARIANTS {
            assert_eq!(outcome_of(variant.rules, &variant.start()), None, "{}", variant.name);
            assert_eq!(variant.name.parse(), Ok(variant));
        }
        let error = "chess".parse::<&Variant>().unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown variant 'chess': one of strelci, strelci8, strelci6, amazons, amazons8, amazons6"
        );
    }
}
