//! The searchers' constants: one line each, from which struct, names and bounds are made.

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

params! {
    /// The constants of the alpha-beta search.
    Params {
        /// Hundredths of a square that the best shot is thought to add to a step's value at most.
        step_margin = 600 in 0..=3000 step 50;
        /// Steps whose shots are looked at where a node's moves are searched deeper.
        step_width = 24 in 4..=1000 step 6;
        /// Moves tried at a node of depth 2, the best by evaluation.
        width = 45 in 4..=500 step 6;
        /// More moves tried for each further ply of depth.
        width_growth = 0 in 0..=60 step 4;
        /// Moves tried at the root.
        root_width = 80 in 10..=500 step 15;
        /// Moves before the first that is searched less deep.
        reduce_after = 3 in 1..=40 step 1;
        /// Moves before the first that is searched two plies less deep.
        reduce_more_after = 12 in 2..=100 step 3;
        /// Half the width of the first aspiration window, in hundredths of a square.
        aspiration = 60 in 10..=1000 step 20;
        /// Hundredths of a square a killer move is thought better than it looks.
        killer_bonus = 60 in 0..=1000 step 30;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constant_lies_within_its_bounds_and_can_be_set() {
        let mut params = Params::default();
        for param in Params::table() {
            assert!((param.least..=param.most).contains(&param.value), "{}", param.name);
            assert!(!param.doc.is_empty() && param.step > 0);
            assert!(params.set(param.name, param.value));
        }
        assert_eq!(params, Params::default());
        assert!(!params.set("nonsense", 1));
    }
}
