//! The table a game is played at: shows the board, hears the person, asks the engine.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use anyhow::{Context, Result};

use super::Person;
use super::game::Game;
use super::order::{HELP, Order, Step};
use crate::board::{AnyPosition, Content, Move, Side, Square};
use crate::cli::{output, show};
use crate::eval::win_chance;
use crate::picture;
use crate::search::{AnySearcher, Control, Info, Limits, SearchResult, Searcher, Settings};

/// A game in progress and those who play it.
pub(super) struct Table<'a> {
    game: Game,
    person: Person,
    searcher: AnySearcher,
    settings: Settings,
    time: Duration,
    /// The half of a move typed so far.
    step: Option<Step>,
    out: &'a mut dyn Write,
}

/// What follows on an order.
enum Next {
    /// The same is on the board: go on listening.
    Listen,
    /// Something has changed: show the board.
    Show,
    /// Leave.
    Leave,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        game: Game,
        person: Person,
        settings: Settings,
        time: Duration,
        out: &'a mut dyn Write,
    ) -> Result<Self> {
        Ok(Self {
            game,
            person,
            searcher: AnySearcher::new(&settings)?,
            settings,
            time,
            step: None,
            out,
        })
    }

    /// Plays until the person leaves or the input ends.
    pub(super) fn run(&mut self, mut input: impl BufRead) -> Result<()> {
        loop {
            self.show()?;
            let is_over = self.game.end().is_some();
            if !is_over && !self.person.plays(self.game.side_to_move()) {
                self.engine_moves()?;
                continue;
            }
            if is_over && self.person == Person::None {
                return Ok(());
            }
            match self.listen(&mut input)? {
                Next::Leave => return Ok(()),
                Next::Listen | Next::Show => {}
            }
        }
    }

    /// The board, and whose turn it is or how the game has ended.
    fn show(&mut self) -> Result<()> {
        output::status(self.out, &self.game.root(), self.game.end())?;
        Ok(self.out.flush()?)
    }

    /// Obeys orders until one changes what is on the board.
    fn listen(&mut self, input: &mut impl BufRead) -> Result<Next> {
        loop {
            self.prompt()?;
            let Some(line) = read_line(input) else { return Ok(Next::Leave) };
            let next = match Order::read(&line, self.step) {
                Ok(order) => self.obey(order)?,
                Err(error) => self.say(&error)?,
            };
            self.out.flush()?;
            if !matches!(next, Next::Listen) {
                return Ok(next);
            }
        }
    }

    /// Asks for a line, where a person is there to be asked.
    fn prompt(&mut self) -> Result<()> {
        if io::stdin().is_terminal() {
            match self.step {
                Some(Step { from, to }) => write!(self.out, "{from}-{to}, shoot at> ")?,
                None if self.game.end().is_some() => write!(self.out, "save, undo or quit> ")?,
                None => write!(self.out, "{} (or help)> ", self.game.side_to_move())?,
            }
        }
        Ok(self.out.flush()?)
    }

    fn obey(&mut self, order: Order) -> Result<Next> {
        match order {
            Order::Play(played) => self.play(played),
            Order::Step(step) => self.begin(step),
            Order::Back => match self.step.take() {
                Some(_) => Ok(Next::Show),
                None => self.say("no step to take back; undo takes back a whole move"),
            },
            Order::Undo if self.step.take().is_some() => Ok(Next::Show),
            Order::Undo => self.undo(),
            Order::Hint => self.hint(),
            Order::Moves(of) => self.list_moves(of),
            Order::Save(path) => match fs::write(&path, self.game.to_string()) {
                Ok(()) => self.say(&format!("saved: strelci play --load {path}")),
                Err(error) => self.say(&format!("{path}: {error}")),
            },
            Order::Resign => self.resign(),
            Order::Help => self.say(HELP),
            Order::Quit => Ok(Next::Leave),
            Order::Nothing => Ok(Next::Listen),
        }
    }

    fn say(&mut self, text: &str) -> Result<Next> {
        writeln!(self.out, "{text}")?;
        Ok(Next::Listen)
    }

    fn play(&mut self, played: Move) -> Result<Next> {
        if let Some(end) = self.game.end() {
            return self.say(&format!("the game is over: {end}"));
        }
        match self.game.play(played) {
            Ok(()) => {
                self.step = None;
                Ok(Next::Show)
            }
            Err(error) => self.say(&error.to_string()),
        }
    }

    /// Takes the first half of a move and shows where the second can go.
    fn begin(&mut self, step: Step) -> Result<Next> {
        let root = self.game.root();
        let targets: Vec<Square> = show::legal_moves(&root)
            .into_iter()
            .filter(|played| (played.from, played.to) == (step.from, step.to))
            .map(|played| played.shot)
            .collect();
        if targets.is_empty() {
            // An archer can always shoot back: only its step can be at fault.
            return self.refuse(step);
        }
        self.step = Some(step);
        output::board(self.out, &picture::targets(&stepped(&root.position, step), &targets))?;
        let names: Vec<String> = targets.iter().map(Square::to_string).collect();
        self.say(&format!(
            "{}-{} shoots at (x): {}; back takes the step back",
            step.from,
            step.to,
            names.join(" ")
        ))
    }

    fn refuse(&mut self, step: Step) -> Result<Next> {
        let fault = self.game.root().position.play(step.with(step.from)).err();
        match (self.game.end(), fault) {
            (Some(end), _) => self.say(&format!("the game is over: {end}")),
            (None, Some(fault)) => self.say(&fault.to_string()),
            (None, None) => Ok(Next::Listen),
        }
    }

    fn resign(&mut self) -> Result<Next> {
        if let Some(end) = self.game.end() {
            return self.say(&format!("the game is over: {end}"));
        }
        self.game.resign(self.game.side_to_move());
        self.step = None;
        Ok(Next::Show)
    }

    fn undo(&mut self) -> Result<Next> {
        let person = self.person;
        if self.game.undo(|side| person.plays(side)) {
            Ok(Next::Show)
        } else {
            self.say("no move of yours to take back")
        }
    }

    fn list_moves(&mut self, of: Option<Square>) -> Result<Next> {
        let mut moves = show::legal_moves(&self.game.root());
        moves.retain(|played| of.is_none_or(|from| from == played.from));
        if let Some(step) = self.step {
            moves.retain(|played| (played.from, played.to) == (step.from, step.to));
        }
        output::steps(self.out, &moves)?;
        self.say(&output::counted(moves.len(), "legal move", "legal moves"))
    }

    fn hint(&mut self) -> Result<Next> {
        if let Some(end) = self.game.end() {
            return self.say(&format!("the game is over: {end}"));
        }
        let strong = Settings { skill: Settings::FULL_SKILL, ..self.settings };
        let result = self.think(&strong)?;
        let words = result.best.map(|best| self.verdict(best, &result));
        self.say(&words.unwrap_or_default())
    }

    fn engine_moves(&mut self) -> Result<()> {
        let settings = self.settings;
        let result = self.think(&settings)?;
        let best = result.best.context("the engine found no move")?;
        let verdict = self.verdict(best, &result);
        let side = self.game.side_to_move();
        self.game.play(best)?;
        writeln!(self.out, "\n{side} plays {verdict}\n")?;
        Ok(())
    }

    fn think(&mut self, settings: &Settings) -> Result<SearchResult> {
        self.searcher.configure(settings)?;
        let limits = Limits { move_time: Some(self.time), ..Limits::default() };
        let (root, control) = (self.game.root(), Control::running());
        Ok(self.searcher.search(&root, &limits, &control, &|_| ()))
    }

    /// A move, and what the engine thinks of the position.
    fn verdict(&self, best: Move, result: &SearchResult) -> String {
        let side: Side = self.game.side_to_move();
        let rules = self.game.root().rules;
        let opinion = |info: &Info| {
            let chance = output::percent(win_chance(rules, info.score));
            let score = output::score(info.score);
            format!("{best} ({side}: {score}, chance to win {chance})")
        };
        result.lines.first().map_or_else(|| best.to_string(), opinion)
    }
}

/// The position between the two halves of a move.
fn stepped(position: &AnyPosition, step: Step) -> AnyPosition {
    let size = position.size();
    let index = |square: Square| square.rank() * size.files() + square.file();
    let mut contents = position.contents();
    contents[index(step.from)] = Content::Empty;
    contents[index(step.to)] = Content::Archer(position.side_to_move());
    AnyPosition::new(size, &contents, position.side_to_move())
}

/// The next line, whatever its bytes; nothing at the end of input.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    // What cannot be read any more has ended.
    let count = input.read_until(b'\n', &mut bytes).unwrap_or(0);
    (count > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned())
}
