//! The conversation with a program: questions, and the answers that belong to them.

use std::time::{Duration, Instant};

use strelci::protocol::reply::Face;

use super::dialect;
use super::offer::Offer;
use super::reply::{Heard, Reply};
use crate::engine::keeper::Keeper;
use crate::engine::process::Trouble;
use crate::engine::{Fault, Note, clipped, until};

/// A program in conversation.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) keeper: Keeper,
    pub(super) face: Face,
    /// The last error it told of since it was last in step.
    complaint: Option<String>,
}

/// What came of a `go`.
#[derive(Debug)]
pub(super) struct Thought {
    /// What it told on the way.
    pub(super) heard: Heard,
    /// The first word after `bestmove`.
    pub(super) best: String,
    /// From the question to the answer.
    pub(super) time: Duration,
}

impl Link {
    pub(super) const fn new(keeper: Keeper, face: Face) -> Self {
        Self { keeper, face, complaint: None }
    }

    /// Starts the program and shakes hands.
    pub(super) fn start(&mut self) -> Result<Offer, Fault> {
        self.keeper.start()?;
        self.keeper.send(dialect::hello(self.face));
        let end = dialect::hello_end(self.face);
        let deadline = until(self.keeper.deadlines.start);
        let mut offer = Offer::default();
        let mut last = None;
        loop {
            match self.keeper.line(deadline) {
                Ok(line) if line.text.trim() == end => return Ok(offer),
                Ok(line) => {
                    offer.listen(&line.text);
                    last = Some(line.text);
                }
                Err(trouble) => return Err(trouble.at_start(end, last.as_deref())),
            }
        }
    }

    /// Waits until the program has done all it was told, and lets go of what it says meanwhile:
    /// whatever it was asked before is over.
    pub(super) fn sync(&mut self, patience: Duration) -> Result<(), Trouble> {
        self.complaint = None;
        self.keeper.send("isready");
        let deadline = until(patience);
        loop {
            let line = self.keeper.line(deadline)?;
            match Reply::read(&line.text) {
                Reply::Ready => return Ok(()),
                Reply::Best(_) => self.keeper.note(Note::LateAnswer(clipped(&line.text))),
                Reply::Complaint(text) => self.complain(text),
                Reply::Info(_) | Reply::Response(_) | Reply::Other => {}
            }
        }
    }

    /// The same between two moves.
    pub(super) fn keep_step(&mut self) -> Result<(), Fault> {
        let patience = self.keeper.deadlines.ready;
        self.sync(patience).map_err(|trouble| trouble.in_game(patience))
    }

    /// Has it think, and waits for its answer.
    pub(super) fn think(&mut self, go: &str, patience: Duration) -> Result<Thought, Fault> {
        let (asked, deadline) = (Instant::now(), until(patience));
        self.keeper.send(go);
        let mut heard = Heard::default();
        loop {
            let line = self.keeper.line(deadline).map_err(|trouble| trouble.in_game(patience))?;
            match Reply::read(&line.text) {
                Reply::Info(report) => heard.update(report),
                Reply::Complaint(text) => self.complain(text),
                Reply::Best(best) => {
                    let time = line.at.saturating_duration_since(asked);
                    return Ok(Thought { heard, best: best.to_owned(), time });
                }
                Reply::Ready | Reply::Response(_) | Reply::Other => {}
            }
        }
    }

    /// Asks about the position; only UGI can.
    pub(super) fn query(&mut self, what: &str) -> Result<String, Fault> {
        let patience = self.keeper.deadlines.ready;
        let deadline = until(patience);
        self.keeper.send(&format!("query {what}"));
        loop {
            let line = self.keeper.line(deadline).map_err(|trouble| trouble.in_game(patience))?;
            if let Reply::Response(answer) = Reply::read(&line.text) {
                return Ok(answer.to_owned());
            }
        }
    }

    fn complain(&mut self, text: &str) {
        self.keeper.note(Note::Complained(clipped(text)));
        self.complaint = Some(clipped(text));
    }

    /// A claim, with the error it told of before, if it told of one.
    pub(super) fn wrong_claim(&mut self, claim: &str) -> Fault {
        Fault::WrongClaim(match self.complaint.take() {
            Some(complaint) => format!("{claim}; it told of an error: {complaint}"),
            None => claim.to_owned(),
        })
    }
}
