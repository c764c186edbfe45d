//! One of those who play the games of a match, one game after the other.

use std::sync::mpsc::Sender;

use strelci::board::Side;

use super::on_call::OnCall;
use super::openings::Opening;
use super::record::Record;
use super::referee::{Interrupted, Played, Referee, Seat};
use super::run::{Event, Floor, Message, RunError};
use super::schedule::Fixture;
use super::variation::Variation;
use crate::engine::Player;
use crate::game::Game;

/// A worker with players of its own, one for each engine of the match.
pub(super) struct Worker<'a> {
    floor: &'a Floor<'a>,
    players: Vec<OnCall>,
    sender: Sender<Message>,
}

impl<'a> Worker<'a> {
    pub(super) const fn new(
        floor: &'a Floor<'a>,
        players: Vec<OnCall>,
        sender: Sender<Message>,
    ) -> Self {
        Self { floor, players, sender }
    }

    /// Plays pairs as long as there are any, or until one cannot be played.
    pub(super) fn work(mut self) {
        while let Some(pair) = self.floor.take() {
            if let Err(error) = self.pair(pair) {
                self.send(Err(error));
                break;
            }
        }
        self.dismiss();
    }

    fn pair(&mut self, pair: u64) -> Result<(), RunError> {
        let run = self.floor.run;
        let games = self.floor.schedule.games(pair);
        let mut open = games.iter().filter(|fixture| !run.done.contains(&fixture.game)).peekable();
        let Some(first) = open.peek() else { return Ok(()) };
        let valued = run.book.opening(first.round)?;
        if let Some(complaint) = run.book.complaint(first.round, &valued) {
            self.send(Ok(Event::Note(complaint)));
        }
        let opened = valued.opening.game()?;
        for &fixture in open {
            if self.floor.is_closed() {
                break;
            }
            let Ok(played) = self.game(fixture, opened.clone()) else { break };
            let record = self.record(fixture, &valued.opening, &played);
            self.send(Ok(Event::Game(Box::new(record))));
        }
        Ok(())
    }

    fn game(&mut self, fixture: Fixture, opened: Game) -> Result<Played, Interrupted> {
        let run = self.floor.run;
        let referee = Referee {
            adjudicate: run.settings.adjudicate,
            patience: run.patience,
            stop: &|| self.floor.is_broken_off(),
        };
        let seats = [Side::White, Side::Black].map(|side| fixture.seat(side));
        // The two engines of an encounter are never the same.
        let Ok([white, black]) = self.players.get_disjoint_mut(seats) else {
            return Err(Interrupted);
        };
        let specs = seats.map(|seat| &run.settings.engines[seat]);
        let seats = [Seat::new(specs[0], white), Seat::new(specs[1], black)];
        let variation = Variation::new(run.settings.vary_nodes, run.settings.seed, fixture.game);
        referee.play(opened, seats, variation)
    }

    fn record(&self, fixture: Fixture, opening: &Opening, played: &Played) -> Record {
        let settings = &self.floor.run.settings;
        let names = [Side::White, Side::Black].map(|side| settings.name(fixture, side));
        Record::new(fixture, names, opening, played)
    }

    /// Ends the engines, and hears what is to be told of that.
    fn dismiss(&mut self) {
        let specs = &self.floor.run.settings.engines;
        for (player, spec) in self.players.iter_mut().zip(specs) {
            player.quit();
            for note in player.notes() {
                // Where nobody listens any more, nobody is to be told.
                let _ = self.sender.send(Ok(Event::Note(format!("{}: {note}", spec.name))));
            }
        }
    }

    fn send(&self, message: Message) {
        // Where nobody listens any more, nobody is to be told.
        let _ = self.sender.send(message);
    }
}
