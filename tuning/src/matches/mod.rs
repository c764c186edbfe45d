//! Games between players, judged by the library's rules.

pub mod balance;
pub mod book;
pub mod openings;
pub mod schedule;
pub mod settings;
mod text;
pub mod variation;
