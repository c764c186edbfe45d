//! The words that describe an engine, as pairs of key and value.

use std::str::FromStr;
use std::time::Duration;

use super::error::SpecError;

/// The keys there are.
pub(super) const KEYS: [&str; 11] = [
    "name", "cmd", "proto", "dir", "weights", "tc", "movetime", "nodes", "depth", "margin",
    "warmup",
];

/// What comes before the dot of `option.NAME` and `param.NAME`.
pub(super) const GROUPS: [&str; 2] = ["option", "param"];

/// The keys that limit moves.
const LIMITS: [&str; 4] = ["tc", "movetime", "nodes", "depth"];

/// Words not yet used.
pub(super) struct Words(Vec<(String, String)>);

impl Words {
    /// Splits a text as a shell does.
    pub(super) fn split(text: &str) -> Result<Self, SpecError> {
        let words = shlex::split(text).ok_or_else(|| SpecError::Quote(text.to_owned()))?;
        let mut pairs: Vec<(String, String)> = Vec::with_capacity(words.len());
        for word in words {
            let (key, value) = pair(&word)?;
            if pairs.iter().any(|(other, _)| *other == key) {
                return Err(SpecError::Twice(key));
            }
            pairs.push((key, value));
        }
        Ok(Self(pairs))
    }

    /// These words, and of the others those that are not said here. If anything here limits moves,
    /// nothing of the others does.
    pub(super) fn or(mut self, others: Self) -> Self {
        let limited = LIMITS.iter().any(|limit| self.has(limit));
        for (key, value) in others.0 {
            let is_replaced = limited && LIMITS.contains(&key.as_str());
            if !is_replaced && !self.has(&key) {
                self.0.push((key, value));
            }
        }
        self
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(other, _)| other == key)
    }

    /// The value of a key, which is used now.
    pub(super) fn take(&mut self, key: &str) -> Option<String> {
        let at = self.0.iter().position(|(other, _)| other == key)?;
        Some(self.0.remove(at).1)
    }

    /// The value of a key, read.
    pub(super) fn read<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, SpecError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let error =
            || SpecError::Value { word: key, value: value.clone(), expected: expected.to_owned() };
        read(&value).map(Some).ok_or_else(error)
    }

    /// A whole number from 1.
    pub(super) fn count<T: FromStr + From<u8> + PartialOrd>(
        &mut self,
        key: &'static str,
    ) -> Result<Option<T>, SpecError> {
        let count = |value: &str| value.parse().ok().filter(|count| *count >= T::from(1));
        self.read(key, "a whole number from 1 is expected", count)
    }

    /// A whole number of milliseconds from `least` up to eleven days, so that times can be added
    /// without care.
    pub(super) fn millis(
        &mut self,
        key: &'static str,
        least: u64,
    ) -> Result<Option<Duration>, SpecError> {
        let bounds = least..=1_000_000_000;
        let expected = format!("a whole number of milliseconds from {least} is expected");
        let millis = |value: &str| value.parse().ok().filter(|millis| bounds.contains(millis));
        Ok(self.read(key, &expected, millis)?.map(Duration::from_millis))
    }

    /// The names and values of `group.NAME=VALUE`, in order.
    pub(super) fn take_group(&mut self, group: &str) -> Vec<(String, String)> {
        let named = |key: &str| Some(key.strip_prefix(group)?.strip_prefix('.')?.to_owned());
        let (taken, left) =
            std::mem::take(&mut self.0).into_iter().partition(|(key, _)| named(key).is_some());
        self.0 = left;
        let taken: Vec<(String, String)> = taken;
        taken.into_iter().filter_map(|(key, value)| Some((named(&key)?, value))).collect()
    }

    /// No word may be left that was not used.
    pub(super) fn finish(self, proto: &'static str) -> Result<(), SpecError> {
        match self.0.into_iter().next() {
            Some((word, _)) => Err(SpecError::Misplaced { word, proto }),
            None => Ok(()),
        }
    }
}

fn pair(word: &str) -> Result<(String, String), SpecError> {
    if word.chars().any(char::is_control) {
        return Err(SpecError::Control(word.escape_debug().to_string()));
    }
    let (key, value) = word.split_once('=').ok_or_else(|| SpecError::NotAWord(word.to_owned()))?;
    let group = key.split_once('.').filter(|(_, name)| !name.is_empty()).map(|(group, _)| group);
    if KEYS.contains(&key) || group.is_some_and(|group| GROUPS.contains(&group)) {
        Ok((key.to_owned(), value.to_owned()))
    } else {
        Err(SpecError::Unknown(key.to_owned()))
    }
}
