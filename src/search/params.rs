//! The searchers' constants: one line each, from which struct, names and bounds are made.

use super::alphabeta::AlphaBetaParams;
use super::choice::Choice;
use super::mcts::MctsParams;

/// A constant as a tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// The value in use.
    pub value: i32,
    /// The smallest value that makes sense.
    pub least: i32,
    /// The largest.
    pub most: i32,
    /// How far a tuner moves it at first.
    pub step: i32,
}

macro_rules! params {
    (
        $(#[doc = $about:literal])+
        $params:ident {
            $($(#[doc = $doc:literal])+ $name:ident = $value:literal in $least:literal..=$most:literal step $step:literal;)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $params {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Default for $params {
            fn default() -> Self {
                Self { $($name: $value,)+ }
            }
        }

        impl $params {
            /// Every constant with its bounds.
            #[must_use]
            pub fn table() -> Vec<$crate::search::Param> {
                vec![$($crate::search::Param {
                    name: stringify!($name),
                    doc: concat!($($doc),+).trim_ascii(),
                    value: $value,
                    least: $least,
                    most: $most,
                    step: $step,
                },)+]
            }

            /// Sets a constant by name; says whether there is one of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($least, $most),)+
                    _ => return false,
                }
                true
            }
        }
    };
}

pub(super) use params;

/// The constants of all searchers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Params {
    /// Those of alpha-beta.
    pub alphabeta: AlphaBetaParams,
    /// Those of the tree search.
    pub mcts: MctsParams,
}

impl Params {
    /// Every constant that matters to a choice of the searcher, with its bounds.
    #[must_use]
    pub fn table(choice: Choice) -> Vec<Param> {
        match choice {
            Choice::AlphaBeta => AlphaBetaParams::table(),
            Choice::Mcts => MctsParams::table(),
            Choice::Auto => [AlphaBetaParams::table(), MctsParams::table()].concat(),
        }
    }

    /// Sets a constant by name; says whether there is one of that name.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        self.alphabeta.set(name, value) || self.mcts.set(name, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constant_lies_within_its_bounds_and_can_be_set() {
        let mut params = Params::default();
        let table = Params::table(Choice::Auto);
        for param in &table {
            assert!((param.least..=param.most).contains(&param.value), "{}", param.name);
            assert!(!param.doc.is_empty() && param.step > 0);
            assert_eq!(table.iter().filter(|other| other.name == param.name).count(), 1);
            assert!(params.set(param.name, param.value));
        }
        assert_eq!(params, Params::default());
        assert!(!params.set("nonsense", 1));
    }
}
