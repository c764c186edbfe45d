//! The constants of alpha-beta.

use crate::search::params::params;

params! {
    /// The constants of the alpha-beta search.
    AlphaBetaParams {
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
        /// Hundredths of a square that a search is thought to add at most to what a move looks worth.
        futility = 300 in 0..=3000 step 50;
        /// Fewest moves, of the steps whose shots are looked at, where any is passed over for that.
        futility_moves = 100 in 0..=1000 step 50;
        /// Half the width of the first aspiration window, in hundredths of a square.
        aspiration = 60 in 10..=1000 step 20;
        /// Hundredths of a square a killer move is thought better than it looks.
        killer_bonus = 60 in 0..=1000 step 30;
    }
}
