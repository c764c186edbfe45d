//! Bots of Botzone, which play the Game of the Amazons on 8×8 with four archers each.
//!
//! A bot is told the whole game, and answers with its move. If it then asks to be kept running, by
//! the line [`KEEP_RUNNING`], it is told only the opponent's moves from there on; otherwise it ends,
//! and is started anew for its next move. How long it thinks is its own affair.

mod history;
mod json;
mod lines;

use std::time::{Duration, Instant};

use strelci::rules::Outcome;
use strelci::search::Limits;

use super::keeper::Keeper;
use super::process::{LONGEST_LINE, Trouble};
use super::program::Program;
use super::spec::Form;
use super::{Answer, Deadlines, Fault, Note, Player, clipped, until};
use crate::game::Game;
use history::{Told, history};
use json::Nesting;

/// The line by which a bot asks to be kept running.
const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// The only game that Botzone's bots know.
const GAME: &str = "amazons8";

/// A bot of Botzone.
#[derive(Debug)]
pub(super) struct Bot {
    keeper: Keeper,
    form: Form,
    /// Plies that the process which runs knows of; 0 before it was told anything.
    known: usize,
}

/// What a bot has written so far.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reading {
    /// There must come more.
    Unfinished,
    /// A turn.
    Turn(Told),
    /// It can become no turn.
    Nonsense,
}

impl Bot {
    pub(super) fn new(program: Program, form: Form, deadlines: Deadlines) -> Result<Self, Fault> {
        let mut bot = Self { keeper: Keeper::new(program, deadlines), form, known: 0 };
        bot.start()?;
        Ok(bot)
    }

    fn start(&mut self) -> Result<(), Fault> {
        self.known = 0;
        self.keeper.start()
    }

    fn ask(&mut self, game: &Game, patience: Duration) -> Result<Answer, Fault> {
        let is_next = self.known > 0 && game.moves().len() == self.known + 1;
        if !(self.known == 0 || is_next) || !self.keeper.is_started() {
            self.start()?;
        }
        self.let_go()?;
        let asked = Instant::now();
        self.tell(game);
        let (turn, at) = self.listen(until(patience), patience)?;
        let time = at.saturating_duration_since(asked);
        let played = turn.played()?;
        self.known = game.moves().len() + 1;
        self.settle()?;
        Ok(Answer { played, score: None, claim: None, depth: None, nodes: None, time })
    }

    /// Lets go of what a bot that was kept running has said since its turn, lest it be taken for its
    /// next one.
    fn let_go(&mut self) -> Result<(), Fault> {
        let unasked = self.keeper.unasked().map_err(|trouble| trouble.in_game(Duration::ZERO))?;
        let mut texts: Vec<String> = unasked.into_iter().map(|line| line.text).collect();
        texts.push(texts.join("\n"));
        let answer = texts.iter().find(|text| matches!(self.read(text), Reading::Turn(_)));
        if let Some(answer) = answer {
            self.keeper.note(Note::LateAnswer(clipped(answer)));
        }
        Ok(())
    }

    fn read(&self, text: &str) -> Reading {
        match self.form {
            Form::Lines => lines::read(text),
            Form::Json => json::read(text),
        }
    }

    /// Tells the game, or to a bot that was kept running the last move.
    fn tell(&mut self, game: &Game) {
        let history = history(game.moves());
        let text = match (self.form, &history[..], self.known) {
            (Form::Lines, [.., last], 1..) => lines::next(*last),
            (Form::Json, [.., last], 1..) => json::next(*last),
            (Form::Lines, history, _) => lines::whole(history),
            (Form::Json, history, _) => json::whole(history),
        };
        self.keeper.send(&text);
    }

    /// Its turn, and when it came.
    fn listen(&mut self, deadline: Instant, patience: Duration) -> Result<(Told, Instant), Fault> {
        let (mut text, mut nesting) = (String::new(), Nesting::default());
        loop {
            let line = self.keeper.line(deadline).map_err(|trouble| trouble.in_game(patience))?;
            text.push_str(line.text.trim());
            if text.is_empty() {
                continue;
            }
            if text.len() > LONGEST_LINE {
                return Err(Fault::Flooded(format!("an answer of more than {LONGEST_LINE} bytes")));
            }
            nesting.follow(line.text.trim());
            if nesting.is_open() {
                text.push('\n');
                continue;
            }
            match self.read(&text) {
                Reading::Unfinished => text.push('\n'),
                Reading::Turn(turn) => return Ok((turn, line.at)),
                Reading::Nonsense => return Err(Fault::Nonsense(format!("'{}'", clipped(&text)))),
            }
        }
    }

    /// Waits for the end of its turn: it asks to be kept running, or ends.
    fn settle(&mut self) -> Result<(), Fault> {
        let patience = self.keeper.deadlines.quit;
        let deadline = until(patience);
        loop {
            match self.keeper.line(deadline) {
                Ok(line) if line.text.trim() == KEEP_RUNNING => return Ok(()),
                Ok(_) => {}
                Err(Trouble::Ended(_) | Trouble::Late) => {
                    self.keeper.end(None);
                    return Ok(());
                }
                Err(trouble) => return Err(trouble.in_game(patience)),
            }
        }
    }
}

impl Player for Bot {
    fn new_game(&mut self, game: &Game) -> Result<(), Fault> {
        let start = game.start();
        if start.variant().is_none_or(|variant| variant.name != GAME) {
            let what = format!(
                "bots of Botzone know {GAME} alone, from its start position; this is {start}"
            );
            return Err(Fault::Unsuited(what));
        }
        // A process knows one game in its life.
        if self.known > 0 || !self.keeper.is_started() {
            self.start()?;
        }
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        _limits: &Limits,
        patience: Duration,
    ) -> Result<Answer, Fault> {
        let answer = self.ask(game, patience);
        answer.inspect_err(|_| self.keeper.kill())
    }

    fn game_over(&mut self, _game: &Game, _outcome: &Outcome) -> Result<(), Fault> {
        Ok(())
    }

    /// No word of Botzone tells a bot to end.
    fn quit(&mut self) {
        self.keeper.kill();
    }

    fn cpu_time(&mut self) -> Option<Duration> {
        self.keeper.time()
    }

    fn notes(&mut self) -> Vec<Note> {
        self.keeper.take_notes()
    }
}
