//! Values that stand in a file as the text they are shown and read by.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serializer};

/// What values show, with spaces between them.
pub(super) fn join<T: Display>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// What values show, one a line.
pub(super) fn lines<T: Display>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

pub(super) fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

pub(super) fn deserialize<'a, T, D>(from: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'a>,
{
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}

/// Values without spaces in one text, with spaces between them.
pub(super) mod spaced {
    use super::{Deserialize, Deserializer, Display, Error, FromStr, Serializer, join};

    pub(in crate::matches) fn serialize<T: Display, S: Serializer>(
        values: &[T],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&join(values))
    }

    pub(in crate::matches) fn deserialize<'a, T, D>(from: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'a>,
    {
        let text = String::deserialize(from)?;
        text.split_whitespace().map(|word| word.parse().map_err(D::Error::custom)).collect()
    }
}

/// A list of texts.
pub(super) mod list {
    use super::{Deserialize, Deserializer, Display, Error, FromStr, Serializer};

    pub(in crate::matches) fn serialize<T: Display, S: Serializer>(
        values: &[T],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(ToString::to_string))
    }

    pub(in crate::matches) fn deserialize<'a, T, D>(from: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'a>,
    {
        let texts = Vec::<String>::deserialize(from)?;
        texts.into_iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}
