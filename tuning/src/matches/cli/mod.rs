//! The commands of this module.

pub mod play;
pub mod show;
