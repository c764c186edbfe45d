//! Games between players, judged by the library's rules.
//!
//! [`settings`] determine a match; its [`schedule`] says who plays whom in which game, its [`book`]
//! where games begin. A [`run`] plays them: a [`referee`] judges each game, which becomes a
//! [`record`], one line of the match's [`file`](mod@file). A [`tally`] counts records in order, and a [`report`]
//! says what that means.

pub mod adjudication;
pub mod balance;
pub mod book;
pub mod cli;
pub mod conduct;
pub mod cross;
pub mod ending;
pub mod file;
pub mod identity;
pub mod merge;
pub mod on_call;
pub mod openings;
pub mod pair;
pub mod progress;
pub mod record;
pub mod referee;
pub mod report;
pub mod run;
pub mod schedule;
pub mod settings;
pub mod tally;
mod text;
pub mod variation;
mod worker;
pub mod writer;
