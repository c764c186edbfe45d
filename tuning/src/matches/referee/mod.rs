//! The referee: one game between two players, judged by the library's rules.
//!
//! A player who breaks a rule, or whose program does not do its part, loses the game, and no more
//! than that. What players say of the result counts for nothing, except that with adjudication two
//! who agree are believed.

use std::time::Duration;

use strelci::board::Side;
use strelci::rules::{Outcome, PlayError};
use strelci::search::Limits;

use super::adjudication;
use super::ending::{Ending, Reason};
use super::variation::Variation;
use crate::clock::Clock;
use crate::engine::{Answer, EngineSpec, Fault, Player};
use crate::game::Game;

/// A player at the board.
pub struct Seat<'a> {
    spec: &'a EngineSpec,
    player: &'a mut dyn Player,
    clock: Clock,
}

impl<'a> Seat<'a> {
    /// The player of an engine, before a game.
    pub fn new(spec: &'a EngineSpec, player: &'a mut dyn Player) -> Self {
        Self { spec, player, clock: Clock::new(spec.time) }
    }
}

/// How games are judged.
#[derive(Clone, Copy)]
pub struct Referee<'a> {
    /// Whether a game ends when its result is proven.
    pub adjudicate: bool,
    /// How long is waited for a player whose time is not limited.
    pub patience: Duration,
    /// Whether the game is to be broken off.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game with its opening.
    pub game: Game,
    /// What the players answered; all but the opening's moves.
    pub answers: Vec<Answer>,
    /// How it ended.
    pub ending: Ending,
    /// What is to be told of a player though it cost no game, its name first.
    pub notes: Vec<String>,
    /// Processor time that White and Black used.
    pub cpu: [Option<Duration>; 2],
}

/// A game that was broken off: nobody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// Time after which a player whose time is over is given up.
const GRACE: Duration = Duration::from_secs(2);

impl<'a> Referee<'a> {
    /// Plays a game from after its opening. The seats are White's and Black's.
    ///
    /// # Errors
    /// [`Interrupted`] where the run was asked to end before the game did.
    pub fn play(
        self,
        opening: Game,
        seats: [Seat<'a>; 2],
        variation: Variation,
    ) -> Result<Played, Interrupted> {
        let mut table = Table {
            referee: self,
            game: opening,
            seats,
            variation,
            answers: Vec::new(),
            claims: [None; 2],
            notes: Vec::new(),
            cpu_before: [None; 2],
        };
        match table.play() {
            Stop::Over(ending) => Ok(table.close(ending)),
            Stop::Interrupted => Err(Interrupted),
        }
    }
}

/// Why a game does not go on.
enum Stop {
    Over(Ending),
    Interrupted,
}

/// A game being played.
struct Table<'a> {
    referee: Referee<'a>,
    game: Game,
    seats: [Seat<'a>; 2],
    variation: Variation,
    answers: Vec<Answer>,
    /// What each side said last: that it has proven its win, or its loss.
    claims: [Option<bool>; 2],
    notes: Vec<String>,
    /// Processor time that the players had used before their first move.
    cpu_before: [Option<Duration>; 2],
}

impl Table<'_> {
    fn play(&mut self) -> Stop {
        for side in [Side::White, Side::Black] {
            let seat = &mut self.seats[side as usize];
            if let Err(fault) = seat.player.new_game(&self.game) {
                return self.fault(side, &fault);
            }
        }
        self.cpu_before = self.cpu_times();
        loop {
            if let Some(outcome) = self.game.outcome() {
                return self.finish(outcome);
            }
            if let Some(ending) = self.adjudicated() {
                return Stop::Over(ending);
            }
            if let Err(stop) = self.turn() {
                return stop;
            }
        }
    }

    /// Asks the side to move for its move, and plays it.
    fn turn(&mut self) -> Result<(), Stop> {
        let side = self.game.side_to_move();
        let (limits, patience) = self.allowed(side);
        if (self.referee.stop)() {
            return Err(Stop::Interrupted);
        }
        let seat = &mut self.seats[side as usize];
        let answer = seat.player.choose(&self.game, &limits, patience);
        let answer = answer.map_err(|fault| self.fault(side, &fault))?;
        let seat = &mut self.seats[side as usize];
        if let Err(overstep) = seat.clock.spend(answer.time, seat.spec.margin) {
            return Err(self.dismiss(side, Reason::Overstep, &overstep.to_string()));
        }
        let played = self.game.play(answer.played);
        played.map_err(|error| self.illegal(side, &error))?;
        self.claims[side as usize] = answer.claim;
        self.answers.push(answer);
        Ok(())
    }

    /// The limits of a side's next move, and how long is waited for it.
    fn allowed(&mut self, side: Side) -> (Limits, Duration) {
        let (own, other) = (&self.seats[side as usize], &self.seats[!side as usize]);
        let limits = self.variation.next(own.clock.limits(side, &other.clock));
        let patience = match own.clock.allowance() {
            Some(time) => time + own.spec.margin + GRACE,
            None => self.referee.patience,
        };
        (limits, patience)
    }

    /// The end by the rules; the players are told, and may disagree.
    fn finish(&mut self, outcome: Outcome) -> Stop {
        for seat in &mut self.seats {
            match seat.player.game_over(&self.game, &outcome) {
                Err(Fault::Interrupted) | Ok(()) => (),
                Err(fault) => self.notes.push(format!("{}: {fault}", seat.spec.name)),
            }
        }
        let loser = !outcome.winner as usize;
        if self.claims[loser] == Some(true) {
            self.notes.push(format!("{}: had claimed a proven win", self.seats[loser].spec.name));
        }
        Stop::Over(outcome.into())
    }

    fn close(mut self, ending: Ending) -> Played {
        let after = self.cpu_times();
        let spent = |side: Side| {
            Some(after[side as usize]?.saturating_sub(self.cpu_before[side as usize]?))
        };
        let cpu = [Side::White, Side::Black].map(spent);
        for seat in &mut self.seats {
            let told = seat.player.notes().into_iter();
            self.notes.extend(told.map(|note| format!("{}: {note}", seat.spec.name)));
        }
        Played { game: self.game, answers: self.answers, ending, notes: self.notes, cpu }
    }

    fn adjudicated(&self) -> Option<Ending> {
        self.referee.adjudicate.then(|| adjudication::proven(&self.game, self.claims)).flatten()
    }

    fn illegal(&mut self, side: Side, error: &PlayError) -> Stop {
        self.dismiss(side, Reason::IllegalMove, &error.to_string())
    }

    /// A player that broke a rule of play is not trusted any more: its program ends, and another
    /// plays the next game. After a [`Fault`] the player has seen to that itself.
    fn dismiss(&mut self, loser: Side, reason: Reason, what: &str) -> Stop {
        self.seats[loser as usize].player.quit();
        self.forfeit(loser, reason, what)
    }

    fn fault(&self, side: Side, fault: &Fault) -> Stop {
        match Reason::of(fault) {
            Some(reason) => self.forfeit(side, reason, &fault.to_string()),
            None => Stop::Interrupted,
        }
    }

    fn forfeit(&self, loser: Side, reason: Reason, what: &str) -> Stop {
        let detail = format!("{}: {what}", self.seats[loser as usize].spec.name);
        Stop::Over(Ending::forfeit(loser, reason, detail))
    }

    fn cpu_times(&mut self) -> [Option<Duration>; 2] {
        self.seats.each_mut().map(|seat| seat.player.cpu_time())
    }
}

#[cfg(test)]
mod tests;
