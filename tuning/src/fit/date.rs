//! A calendar date, as it is written at the head of a file.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A date, year first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A text that is no date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a date is written year-month-day, as in 2026-12-01")]
pub struct DateError;

impl Date {
    const fn days_of_month(self) -> u8 {
        let leap = self.year.is_multiple_of(4)
            && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        match self.month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    fn exists(self) -> bool {
        (1..=12).contains(&self.month) && (1..=self.days_of_month()).contains(&self.day)
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let read = || {
            let (year, rest) = text.split_once('-')?;
            let (month, day) = rest.split_once('-')?;
            let date = Self {
                year: year.parse().ok()?,
                month: month.parse().ok()?,
                day: day.parse().ok()?,
            };
            (date.exists() && date.to_string() == text).then_some(date)
        };
        read().ok_or(DateError)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_and_its_text_are_inverse() {
        for text in ["2026-12-01", "2028-02-29", "2000-02-29", "1999-12-31"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_date_is_told() {
        for text in [
            "",
            "2026",
            "2026-12",
            "2026-13-01",
            "2026-00-01",
            "2026-12-00",
            "2026-11-31",
            "2026-02-29",
            "1900-02-29",
            "2026-1-1",
            "01.12.2026",
            "2026-12-01\n",
            "+2026-12-01",
        ] {
            assert_eq!(text.parse::<Date>(), Err(DateError), "{text}");
        }
    }
}
