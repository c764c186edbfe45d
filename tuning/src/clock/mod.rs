//! What a player may spend on its moves: its time control, and the clock that runs down by it.

mod control;
mod running;

pub use control::{Pace, Period, PeriodError, TimeControl};
pub use running::{Clock, Overstep};
