//! Games between players, judged by the library's rules.

pub mod adjudication;
pub mod balance;
pub mod book;
pub mod ending;
pub mod file;
pub mod openings;
pub mod pair;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod seal;
pub mod settings;
mod text;
pub mod variation;
pub mod writer;
