//! Programs that speak the Universal Chess Interface or the Universal Game Interface.
//!
//! Both are spoken as the engine itself does (`protocol.md`), which is as Fairy-Stockfish does for
//! its `amazons`. Every game is told by its start position's FEN and its moves.

mod dialect;
mod link;
mod offer;
mod reply;

use std::time::Duration;

use strelci::board::{Move, MoveError};
use strelci::protocol::reply::Face;
use strelci::rules::Outcome;
use strelci::search::Limits;

use super::keeper::Keeper;
use super::spec::UniversalSpec;
use super::{Answer, Deadlines, Fault, Note, Player, clipped};
use crate::game::Game;
use link::{Link, Thought};
use offer::Offer;
use reply::Value;

/// A program that speaks UCI or UGI.
#[derive(Debug)]
pub(super) struct Universal {
    link: Link,
    options: Vec<(String, String)>,
    warmup: Duration,
    /// What the program that runs offers.
    offer: Offer,
    /// The variant it was last told to play.
    variant: Option<String>,
    is_warm: bool,
}

/// The option that names the game.
const VARIANT: &str = "UCI_Variant";

impl Universal {
    pub(super) fn new(spec: &UniversalSpec, deadlines: Deadlines) -> Result<Self, Fault> {
        let mut player = Self {
            link: Link::new(Keeper::new(spec.program.clone(), deadlines), spec.face),
            options: spec.options.clone(),
            warmup: spec.warmup,
            offer: Offer::default(),
            variant: None,
            is_warm: false,
        };
        let started = player.start();
        started.inspect_err(|fault| player.dismiss(fault))?;
        Ok(player)
    }

    /// Starts the program and sets the options.
    fn start(&mut self) -> Result<(), Fault> {
        self.offer = self.link.start()?;
        (self.variant, self.is_warm) = (None, self.warmup.is_zero());
        for (name, value) in &self.options {
            if !self.offer.has(name) {
                return Err(Fault::NotStarted(self.offer.lacks(name)));
            }
            self.link.keeper.send(&dialect::set_option(name, value));
        }
        let patience = self.link.keeper.deadlines.start;
        let missing = "readyok after its options were set";
        self.link.sync(patience).map_err(|trouble| trouble.at_start(missing, None))
    }

    /// Makes ready for a game. That the program has ended since the last one is not held against
    /// it, if it can be started anew.
    fn prepare(&mut self, game: &Game) -> Result<(), Fault> {
        if self.link.keeper.is_started() {
            match self.begin(game) {
                Err(Fault::Crashed(how)) => self.link.keeper.note(Note::EndedUnasked(how)),
                begun => return begun,
            }
        }
        self.start()?;
        self.begin(game)
    }

    fn begin(&mut self, game: &Game) -> Result<(), Fault> {
        self.set_variant(game)?;
        if !self.is_warm {
            self.warm_up(game)?;
        }
        self.link.keeper.send(dialect::new_game(self.link.face));
        self.link.keep_step()
    }

    /// Names the game to a program that knows it by name, unless the user has named one.
    fn set_variant(&mut self, game: &Game) -> Result<(), Fault> {
        let listed = self.offer.values(VARIANT).unwrap_or_default();
        if listed.is_empty()
            || self.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT))
        {
            return Ok(());
        }
        let start = game.start();
        let names: Vec<&str> = start
            .variant()
            .map(|variant| variant.name)
            .into_iter()
            .chain([start.rules.name()])
            .collect();
        let known = names.iter().find_map(|name| self.offer.value(VARIANT, name));
        let name = known.ok_or_else(|| unlisted(&names, listed))?;
        if self.variant.as_ref() != Some(&name) {
            self.link.keeper.send(&dialect::set_option(VARIANT, &name));
            self.variant = Some(name);
        }
        Ok(())
    }

    /// Thinks about the start position, for programs that are slow at first.
    fn warm_up(&mut self, game: &Game) -> Result<(), Fault> {
        let limits = Limits { move_time: Some(self.warmup), ..Limits::default() };
        self.link.keeper.send(&dialect::position(&Game::new(*game.start())));
        self.link.keep_step()?;
        let patience = self.warmup + self.link.keeper.deadlines.ready;
        self.link.think(&dialect::go(self.link.face, &limits), patience)?;
        self.is_warm = true;
        Ok(())
    }

    fn ask(&mut self, game: &Game, limits: &Limits, patience: Duration) -> Result<Answer, Fault> {
        self.link.keeper.send(&dialect::position(game));
        self.link.keep_step()?;
        let thought = self.link.think(&dialect::go(self.link.face, limits), patience)?;
        if dialect::is_no_move(&thought.best) {
            let claim = format!("answers 'bestmove {}' while the game goes on", thought.best);
            return Err(self.link.wrong_claim(&claim));
        }
        answer(&thought)
    }

    /// Whether it agrees with the end of a game, where it can be asked.
    fn compare(&mut self, game: &Game, outcome: Outcome) -> Result<(), Fault> {
        self.link.keeper.send(&dialect::position(game));
        self.link.keep_step()?;
        for (question, right) in [("gameover", "true"), ("result", dialect::result(outcome))] {
            let found = self.link.query(question)?;
            if found != right {
                let found = clipped(&found);
                let claim = format!("answers '{found}' to 'query {question}'; {outcome}");
                return Err(self.link.wrong_claim(&claim));
            }
        }
        Ok(())
    }

    /// Ends a program that is not to be trusted any more, at once where it does not listen.
    fn dismiss(&mut self, fault: &Fault) {
        match fault {
            Fault::Interrupted | Fault::Nonsense(_) | Fault::WrongClaim(_) | Fault::Unsuited(_) => {
                self.quit();
            }
            Fault::NotStarted(_) | Fault::Crashed(_) | Fault::Hung(_) | Fault::Flooded(_) => {
                self.link.keeper.kill();
            }
        }
    }
}

impl Player for Universal {
    fn new_game(&mut self, game: &Game) -> Result<(), Fault> {
        let prepared = self.prepare(game);
        prepared.inspect_err(|fault| self.dismiss(fault))
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Answer, Fault> {
        let answer = self.ask(game, limits, patience);
        answer.inspect_err(|fault| self.dismiss(fault))
    }

    fn game_over(&mut self, game: &Game, outcome: &Outcome) -> Result<(), Fault> {
        // A game that was broken off is not over by the rules.
        if self.link.face == Face::Uci || game.outcome().is_none() || !self.link.keeper.is_started()
        {
            return Ok(());
        }
        let compared = self.compare(game, *outcome);
        compared.inspect_err(|fault| self.dismiss(fault))
    }

    fn quit(&mut self) {
        self.link.keeper.end(Some("quit"));
    }

    fn cpu_time(&mut self) -> Option<Duration> {
        self.link.keeper.time()
    }

    fn notes(&mut self) -> Vec<Note> {
        self.link.keeper.take_notes()
    }
}

impl Drop for Universal {
    fn drop(&mut self) {
        self.quit();
    }
}

/// No name of the game is among those that a program lists.
fn unlisted(names: &[&str], listed: &[String]) -> Fault {
    let names = match names {
        [one, other] if one != other => format!("lists neither {one} nor {other}"),
        names => format!("does not list {}", names.first().unwrap_or(&"it")),
    };
    let listed = clipped(&listed.join(", "));
    Fault::Unsuited(format!(
        "its {VARIANT} {names} but {listed}; option.{VARIANT}=NAME names the one to play"
    ))
}

fn answer(thought: &Thought) -> Result<Answer, Fault> {
    let Thought { heard, best, time } = thought;
    let nonsense = |why: MoveError| Fault::Nonsense(clipped(&why.to_string()));
    let played: Move = best.parse().map_err(nonsense)?;
    Ok(Answer {
        played,
        score: heard.value.and_then(Value::estimate),
        claim: heard.value.and_then(Value::claim),
        depth: heard.depth,
        nodes: heard.nodes,
        time: *time,
    })
}
