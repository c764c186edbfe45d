//! The options: one table.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use super::clipped;
use super::go::natural;
use crate::eval::Preference;
use crate::search::{Choice, Settings};
use crate::variant::{VARIANTS, Variant};

/// What the options have set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// How to search. [`Config::settings`] is what the searcher gets.
    pub search: Settings,
    /// The game that is played.
    pub variant: &'static Variant,
    /// Whether the engine serves analysis and not play.
    pub analyse_mode: bool,
    /// Whether `info` lines tell win and loss in thousandths.
    pub show_wdl: bool,
    /// The file that lines in and out are appended to; none, where empty.
    pub debug_log: String,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            search: Settings::default(),
            variant: Variant::default_variant(),
            analyse_mode: false,
            show_wdl: false,
            debug_log: String::new(),
        }
    }
}

impl Config {
    /// The settings of the searcher: analysis holds nothing back.
    #[must_use]
    pub fn settings(&self) -> Settings {
        if self.analyse_mode {
            Settings { skill: Settings::FULL_SKILL, variety: 0, ..self.search }
        } else {
            self.search
        }
    }
}

/// An option of the engine.
#[derive(Debug)]
pub struct EngineOption {
    /// Its name; `setoption` reads it in upper or lower case.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Its type, and how it is got and set.
    pub kind: Kind,
    /// What has to be done once it is set.
    pub effect: Effect,
}

/// The type of an option. Its default is what a default [`Config`] holds.
#[derive(Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// The value in a configuration.
        get: fn(&Config) -> bool,
        /// Sets it.
        set: fn(&mut Config, bool),
    },
    /// A whole number.
    Spin {
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
        /// The value in a configuration.
        get: fn(&Config) -> u64,
        /// Sets it.
        set: fn(&mut Config, u64),
    },
    /// One of some names.
    Combo {
        /// The names.
        names: fn() -> Vec<&'static str>,
        /// The name in a configuration.
        get: fn(&Config) -> &'static str,
        /// Sets it, by its place among the names.
        set: fn(&mut Config, usize),
    },
    /// Nothing to hold: pressing it does something.
    Button,
    /// Any text.
    Text {
        /// The value in a configuration.
        get: fn(&Config) -> &str,
        /// Sets it.
        set: fn(&mut Config, String),
    },
}

/// What has to be done once an option is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The searcher gets new [`Settings`].
    Configure,
    /// The searcher forgets.
    Clear,
    /// The variant's start position comes on the board.
    NewBoard,
    /// The log is opened or closed.
    Log,
}

/// Every option, in the order of the handshake.
pub static OPTIONS: [EngineOption; 15] = [
    EngineOption {
        name: "Threads",
        doc: "Threads that search in parallel.",
        kind: Kind::Spin {
            min: 1,
            max: 256,
            get: |config| config.search.threads as u64,
            set: |config, value| config.search.threads = value as usize,
        },
        effect: Effect::Configure,
    },
    EngineOption {
        name: "Hash",
        doc: "Memory for what a search remembers in MiB.",
        kind: Kind::Spin {
            min: 1,
            max: 65536,
            get: |config| config.search.hash_mib as u64,
            set: |config, value| config.search.hash_mib = value as usize,
        },
        effect: Effect::Configure,
    },
    EngineOption {
        name: "Search",
        doc: "The searcher; `auto` takes the one that has won the matches on such a board: `mcts` for Střelci on 36 squares and more with as many archers on both sides, where a move gets at most 200 ms, or from 49 to 81 squares a second (as planned from the clock), else, and wherever `go` has `depth` or `mate` or the margin is played for, `alphabeta`.",
        kind: Kind::Combo {
            names: Choice::names,
            get: |config| config.search.choice.name(),
            set: |config, place| config.search.choice = Choice::ALL[place],
        },
        effect: Effect::Configure,
    },
    EngineOption {
        name: "Clear Hash",
        doc: "Forget what earlier searches have learned.",
        kind: Kind::Button,
        effect: Effect::Clear,
    },
    EngineOption {
        name: "Ponder",
        doc: "Says that the engine can ponder; either value changes nothing.",
        kind: Kind::Check { get: |_| false, set: |_, _| {} },
        effect: Effect::None,
    },
    EngineOption {
        name: "MultiPV",
        doc: "How many of the best lines to find.",
        kind: Kind::Spin {
            min: 1,
            max: 500,
            get: |config| config.search.multi_pv as u64,
            set: |config, value| config.search.multi_pv = value as usize,
        },
        effect: Effect::Configure,
    },
    EngineOption {
        name: "Move Overhead",
        doc: "Milliseconds kept back on every move for what happens outside the engine.",
        kind: Kind::Spin {
            min: 0,
            max: 5000,
            get: |config| config.search.overhead.as_millis() as u64,
            set: |config, value| config.search.overhead = Duration::from_millis(value),
        },
        effect: Effect::Configure,
    },
    EngineOption {
        name: "UCI_Variant",
        doc: "The game: its rules and its start position, which comes on the board.",
        kind: Kind::Combo {
            names: Variant::names,
            get: |config| config.variant.name,
            set: |config, place| config.variant = &VARIANTS[place],
        },
        effect: Effect::NewBoard,
    },
    EngineOption {
        name: "UCI_AnalyseMode",
        doc: "Hold nothing back: `Skill Level` and `Variety` are not heeded.",
        kind: Kind::Check {
            get: |config| config.analyse_mode,
            set: |config, value| config.analyse_mode = value,
        },
        effect: Effect::Configure,
    },
    EngineOption {
        name: "UCI_ShowWDL",
        doc: "Tell the chances to win and to lose in thousandths: `wdl W 0 L`.",
        kind: Kind::Check {
            get: |config| config.show_wdl,
            set: |config, value| config.show_wdl = value,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "Skill Level",
        doc: "Strength; the highest holds nothing back.",
        kind: Kind::Spin {
            min: 0,
            max: Settings::FULL_SKILL as u64,
            get: |config| u64::from(config.search.skill),
            set: |config, value| config.search.skill = value as u32,
        },
        effect: Effect::Configure,
    },
    EngineOption {
        name: "Variety",
        doc: "Choose among the moves within so many hundredths of a square of the best.",
        kind: Kind::Spin {
            min: 0,
            max: 10_000,
            get: |config| u64::from(config.search.variety),
            set: |config, value| config.search.variety = value as u32,
        },
        effect: Effect::Configure,
    },
    EngineOption {
        name: "Seed",
        doc: "The seed of every random choice: `Skill Level` and `Variety` make some.",
        kind: Kind::Spin {
            min: 0,
            max: i32::MAX as u64,
            get: |config| config.search.seed,
            set: |config, value| config.search.seed = value,
        },
        effect: Effect::Configure,
    },
    EngineOption {
        name: "Play For Margin",
        doc: "Among proven results, put the margin in squares before the length of the game. `mcts` proves a margin only when all other moves are proven too: without a limit that may take very long.",
        kind: Kind::Check {
            get: |config| config.search.preference == Preference::Margin,
            set: |config, value| {
                config.search.preference =
                    if value { Preference::Margin } else { Preference::Length }
            },
        },
        effect: Effect::Configure,
    },
    EngineOption {
        name: "Debug Log File",
        doc: "Append every line in and out to this file; none, where empty.",
        kind: Kind::Text {
            get: |config| &config.debug_log,
            set: |config, value| config.debug_log = value,
        },
        effect: Effect::Log,
    },
];

/// The text that stands for an empty one.
const EMPTY: &str = "<empty>";

impl EngineOption {
    /// The option of this name, in upper or lower case.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

/// Shows the option as the handshake declares it.
impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type {}", self.name, self.kind.name())?;
        if let Some(default) = self.kind.default_text() {
            write!(f, " default {default}")?;
        }
        match &self.kind {
            Kind::Spin { min, max, .. } => write!(f, " min {min} max {max}"),
            Kind::Combo { names, .. } => {
                names().into_iter().try_for_each(|name| write!(f, " var {name}"))
            }
            Kind::Check { .. } | Kind::Button | Kind::Text { .. } => Ok(()),
        }
    }
}

impl Kind {
    /// The type's name in the protocol.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Check { .. } => "check",
            Self::Spin { .. } => "spin",
            Self::Combo { .. } => "combo",
            Self::Button => "button",
            Self::Text { .. } => "string",
        }
    }

    /// The default value; none for a button.
    #[must_use]
    pub fn default_text(&self) -> Option<String> {
        let config = Config::default();
        match self {
            Self::Check { get, .. } => Some(get(&config).to_string()),
            Self::Spin { get, .. } => Some(get(&config).to_string()),
            Self::Combo { get, .. } => Some(get(&config).to_owned()),
            Self::Button => None,
            Self::Text { get, .. } => Some(match get(&config) {
                "" => EMPTY.to_owned(),
                text => text.to_owned(),
            }),
        }
    }

    /// Reads a value of this type.
    fn read(&self, text: &str) -> Result<Value, Expected> {
        match self {
            Self::Check { .. } => match text {
                "true" => Ok(Value::Check(true)),
                "false" => Ok(Value::Check(false)),
                _ => Err(Expected::Check),
            },
            Self::Spin { min, max, .. } => match natural("value", text) {
                Ok(number) if (*min..=*max).contains(&number) => Ok(Value::Spin(number)),
                _ => Err(Expected::Spin(*min, *max)),
            },
            Self::Combo { names, .. } => {
                let place = names().into_iter().position(|name| name.eq_ignore_ascii_case(text));
                place.map(Value::Combo).ok_or_else(|| Expected::Combo(names()))
            }
            Self::Button => Ok(Value::Button),
            Self::Text { .. } if text == EMPTY => Ok(Value::Text(String::new())),
            Self::Text { .. } => Ok(Value::Text(text.to_owned())),
        }
    }
}

/// A value of one of the types of [`Kind`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `true` or `false`.
    Check(bool),
    /// A whole number within the bounds.
    Spin(u64),
    /// A name, by its place among the names.
    Combo(usize),
    /// Pressed.
    Button,
    /// A text.
    Text(String),
}

/// An option and a value of its type.
#[derive(Clone, Debug)]
pub struct Setting {
    option: &'static EngineOption,
    value: Value,
}

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        self.option.name == other.option.name && self.value == other.value
    }
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The word `name` is not where it should be.
    #[error("'{0}' where name is expected, as in setoption name Threads value 2")]
    NoName(String),
    /// There is no such option.
    #[error("no option '{0}': one of {names}", names = names())]
    Unknown(String),
    /// The value is not one.
    #[error("{option} '{found}': {expected}; the value is kept")]
    Value {
        /// The option's name.
        option: &'static str,
        /// The value.
        found: String,
        /// What it should be.
        expected: Expected,
    },
}

/// What an option's value should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Expected {
    /// One of two words.
    #[error("true or false is expected")]
    Check,
    /// A number.
    #[error("a whole number from {0} to {1} is expected")]
    Spin(u64, u64),
    /// One of some names.
    #[error("one of {names} is expected", names = .0.join(", "))]
    Combo(Vec<&'static str>),
}

fn names() -> String {
    OPTIONS.each_ref().map(|option| option.name).join(", ")
}

impl Setting {
    /// Reads what follows `setoption`: `name NAME [value VALUE]`.
    ///
    /// # Errors
    /// [`OptionError`] for an unknown name or a value out of bounds.
    pub fn parse(text: &str) -> Result<Self, OptionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((&"name", words)) = words.split_first() else {
            let found = words.first().copied().unwrap_or("");
            return Err(OptionError::NoName(clipped(found)));
        };
        let (name, value) = match words.iter().position(|&word| word == "value") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &words[..0]),
        };
        let (name, value) = (name.join(" "), value.join(" "));
        let Some(option) = EngineOption::named(&name) else {
            return Err(OptionError::Unknown(clipped(&name)));
        };
        match option.kind.read(&value) {
            Ok(value) => Ok(Self { option, value }),
            Err(expected) => {
                Err(OptionError::Value { option: option.name, found: clipped(&value), expected })
            }
        }
    }

    /// Writes the value into a configuration and returns what has to be done then.
    pub fn apply(&self, config: &mut Config) -> Effect {
        match (&self.option.kind, &self.value) {
            (Kind::Check { set, .. }, &Value::Check(value)) => set(config, value),
            (Kind::Spin { set, .. }, &Value::Spin(value)) => set(config, value),
            (Kind::Combo { set, .. }, &Value::Combo(place)) => set(config, place),
            (Kind::Text { set, .. }, Value::Text(text)) => set(config, text.clone()),
            // A button sets nothing, and a setting is only made with a value of its kind.
            _ => {}
        }
        self.option.effect
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str) -> Config {
        let mut config = Config::default();
        Setting::parse(text).expect(text).apply(&mut config);
        config
    }

    fn error(text: &str) -> String {
        Setting::parse(text).expect_err(text).to_string()
    }

    #[test]
    fn options_are_declared_as_managers_read_them() {
        let declared: Vec<String> = OPTIONS.iter().map(ToString::to_string).collect();
        for line in [
            "option name Threads type spin default 1 min 1 max 256",
            "option name Clear Hash type button",
            "option name Play For Margin type check default false",
            "option name Debug Log File type string default <empty>",
            "option name UCI_Variant type combo default strelci var strelci var strelci8 var strelci6 var amazons var amazons8 var amazons6",
        ] {
            assert!(declared.iter().any(|declared| declared == line), "{line}");
        }
    }

    #[test]
    fn every_default_can_be_set_and_changes_nothing() {
        for option in &OPTIONS {
            let value = option.kind.default_text().unwrap_or_default();
            let text = format!("name {} value {value}", option.name);
            assert_eq!(after(&text), Config::default(), "{text}");
        }
    }

    #[test]
    fn every_setter_sets_what_its_getter_gets() {
        for option in &OPTIONS {
            match option.kind {
                Kind::Spin { min, max, get, .. } => {
                    for value in [min, max] {
                        let text = format!("name {} value {value}", option.name);
                        assert_eq!(get(&after(&text)), value, "{text}");
                    }
                }
                Kind::Check { get, .. } if option.effect == Effect::Configure => {
                    let text = format!("name {} value true", option.name);
                    assert!(get(&after(&text)), "{text}");
                }
                Kind::Combo { names, get, .. } => {
                    for name in names() {
                        let text = format!("name {} value {name}", option.name);
                        assert_eq!(get(&after(&text)), name, "{text}");
                    }
                }
                _ => {}
            }
        }
    }

    #[test]
    fn names_and_values_may_have_several_words() {
        assert_eq!(Setting::parse("name clear  hash").expect("a button").option.name, "Clear Hash");
        assert_eq!(after("name debug log file value my log.txt").debug_log, "my log.txt");
        assert_eq!(after("name UCI_Variant value amazons8").variant.name, "amazons8");
    }

    #[test]
    fn what_cannot_be_set_says_why() {
        assert_eq!(
            error("Threads 2"),
            "'Threads' where name is expected, as in setoption name Threads value 2"
        );
        assert!(
            error("name VariantPath value x")
                .starts_with("no option 'VariantPath': one of Threads, Hash")
        );
        assert_eq!(
            error("name Threads value many"),
            "Threads 'many': a whole number from 1 to 256 is expected; the value is kept"
        );
        for value in ["0", "257", "-1", "", "1.5", "99999999999999999999"] {
            assert!(error(&format!("name Threads value {value}")).contains("from 1 to 256"));
        }
        assert_eq!(
            error("name Ponder value yes"),
            "Ponder 'yes': true or false is expected; the value is kept"
        );
        assert!(error("name UCI_Variant value chess").contains("one of strelci, "));
    }

    #[test]
    fn analysis_holds_nothing_back() {
        let mut config = after("name Skill Level value 3");
        assert_eq!(config.settings().skill, 3);
        config.analyse_mode = true;
        assert_eq!(config.settings().skill, Settings::FULL_SKILL);
    }
}
