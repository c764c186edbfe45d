//! The constants of the tree search.

use crate::search::params::params;

params! {
    /// The constants of the Monte-Carlo tree search.
    MctsParams {
        /// Hundredths: the weight of priors against values when a child is chosen.
        exploration = 35 in 1..=2000 step 10;
        /// Per cent by which that weight grows with each factor of e in a node's visits beyond a
        /// thousand.
        growth = 30 in 0..=1000 step 10;
        /// Hundredths of a square that make a child e times as likely at first sight.
        temperature = 250 in 20..=5000 step 50;
        /// Per cent of the best reply's value in a node's value; the rest is the mean of its visits.
        blend = 50 in 0..=100 step 15;
        /// Children considered at a node without visits.
        first_width = 8 in 1..=1000 step 2;
        /// Hundredths: more children considered for the square root of the visits.
        widening = 200 in 0..=10000 step 50;
        /// Steps whose shots are looked at when a position is expanded.
        leaf_steps = 1 in 1..=100 step 1;
        /// Hundredths of a square that the best shot is thought to add to a step's value.
        shot_gain = 150 in 0..=2000 step 50;
    }
}
