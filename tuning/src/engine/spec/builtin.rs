//! How the engine in this process is set up.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use strelci::protocol::{Config, Effect, EngineOption, Setting};
use strelci::search::{Choice, Params, Settings};

use super::error::SpecError;
use super::words::Words;
use crate::engine::program::word;

/// The search in this process: its options, its constants and its evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuiltinSpec {
    /// Options by the names they have in the protocol, in the order given.
    pub options: Vec<(String, String)>,
    /// The constants of the search that are not left as they are.
    pub params: BTreeMap<&'static str, i32>,
    /// The generated file with the weights of the evaluation; those compiled in, where there is none.
    pub weights: Option<PathBuf>,
}

impl BuiltinSpec {
    pub(super) fn read(words: &mut Words) -> Result<Self, SpecError> {
        let params = words.take_group("param").into_iter().map(|(name, value)| param(name, value));
        let spec = Self {
            params: params.collect::<Result<_, _>>()?,
            options: words.take_group("option"),
            weights: words.take("weights").map(PathBuf::from),
        };
        spec.settings()?;
        Ok(spec)
    }

    /// The settings that the options make. Nothing is kept back of the time for a move, since
    /// nothing happens outside the search; an option may ask for it.
    ///
    /// # Errors
    /// [`SpecError`] for an option that the search does not have, or its value.
    pub fn settings(&self) -> Result<Settings, SpecError> {
        let mut config = Config::default();
        config.search.overhead = Duration::ZERO;
        for (name, value) in &self.options {
            let setting = Setting::parse(&format!("name {name} value {value}"))?;
            if EngineOption::named(name).is_none_or(|option| option.effect != Effect::Configure) {
                return Err(SpecError::NotSearch(name.clone()));
            }
            setting.apply(&mut config);
        }
        Ok(config.settings())
    }

    /// The constants of the search.
    #[must_use]
    pub fn constants(&self) -> Params {
        let mut constants = Params::default();
        for (name, &value) in &self.params {
            constants.set(name, value);
        }
        constants
    }

    /// The words that say it.
    pub(super) fn words(&self) -> Vec<String> {
        let options = self.options.iter();
        let options = options.map(|(name, value)| word(&format!("option.{name}"), value));
        let params = self.params.iter();
        let params = params.map(|(name, value)| word(&format!("param.{name}"), &value.to_string()));
        let weights = self.weights.iter().map(|path| word("weights", &path.to_string_lossy()));
        options.chain(params).chain(weights).collect()
    }
}

/// Reads the words of an engine in this process that say nothing of its limits.
impl FromStr for BuiltinSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut words = Words::split(text)?;
        let spec = Self::read(&mut words)?;
        words.finish("builtin")?;
        Ok(spec)
    }
}

/// Reads the value of a constant.
fn param(name: String, value: String) -> Result<(&'static str, i32), SpecError> {
    let table = Params::table(Choice::Auto);
    let Some(param) = table.iter().find(|param| param.name == name) else {
        return Err(SpecError::Param(name));
    };
    let (least, most) = (param.least, param.most);
    match value.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok((param.name, number)),
        _ => Err(SpecError::ParamValue { name: param.name, value, least, most }),
    }
}
