//! The session with another program: the only place that speaks the protocol.
//!
//! One loop over one channel: a thread that reads lines and the [`Engine`] both send into it, and
//! only the loop writes. So nothing is ever printed in the middle of something else, and
//! `isready`, `stop` and questions are answered during a search for free.
//!
//! Commands are obeyed in the order sent. One that needs an idle engine (see
//! [`Command::needs_idle`]) ends what runs, waits until that is answered, and makes what comes
//! after it wait too.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod input;
mod output;
mod searching;
mod setup;
mod task;

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::board::Side;
use crate::engine::{Engine, Event, SettleError};
use crate::protocol::reply::{Board, Face, Handshake, Help, VariantLine};
use crate::protocol::{
    Command, Config, Effect, ParseError, PositionText, PositionTextError, Query, Setting, parse,
};
use crate::rules::outcome_of;
use crate::search::{Root, Searcher};
use input::{LONGEST_LINE, Line, read_lines};
use output::Output;
use searching::Search;
use setup::{Setup, SetupError};

/// Explains the evaluation of a position in one or more lines: for `eval`.
pub type Explain = fn(&Root) -> String;

/// What comes into the loop.
#[derive(Debug)]
enum Message {
    Line(Line),
    EndOfInput,
    Engine(Event),
    /// Lines of a task.
    Say(String),
}

/// A count or a benchmark that runs when `quit` comes or the input ends has so long to end by
/// itself: scripts send a command and close the pipe.
const PATIENCE_WITH_TASKS: Duration = Duration::from_secs(30);
/// For the same reason, a search with limits has so long when the input ends; `quit` ends it at
/// once.
const PATIENCE_WITH_SEARCHES: Duration = Duration::from_secs(3);

/// What the engine is doing.
#[derive(Debug)]
enum Activity {
    Idle,
    Search(Box<Search>),
    Task,
}

/// Why `position` failed.
#[derive(Clone, Debug, Error)]
enum PositionError {
    #[error("position: {0}")]
    Setup(#[from] SetupError),
    #[error("position: {0}")]
    Text(#[from] PositionTextError),
    #[error("position: the line is longer than {LONGEST_LINE} bytes")]
    Cut,
}

/// What a person sees who starts the program in a terminal.
const HINT: &str = "strelci speaks UCI and UGI here: help lists the commands, quit ends; strelci --help shows what else it can do";

/// A session: its state, its engine and its output.
#[derive(Debug)]
pub struct Session<W> {
    messages: Receiver<Message>,
    sender: Sender<Message>,
    engine: Engine,
    output: Output<W>,
    explain: Explain,
    config: Config,
    face: Face,
    setup: Setup,
    /// Set by a failed `position`; the next `go` says it again.
    fault: Option<PositionError>,
    activity: Activity,
    /// Lines not obeyed yet; `None` is the end of input.
    waiting: VecDeque<Option<Line>>,
    /// Changes of settings and clearings that have not ended.
    unsettled: usize,
    /// `isready`s that wait for them.
    unready: usize,
    /// When what runs is ended for the sake of what waits.
    deadline: Option<Instant>,
    is_over: bool,
}

/// Speaks the protocol on standard input and output until one of them ends.
///
/// The searcher must have the default settings.
///
/// # Errors
/// Where the system gives no thread, or output fails in another way than by being closed.
pub fn run(searcher: Box<dyn Searcher>, explain: Explain) -> io::Result<()> {
    if io::stdin().is_terminal() {
        // Whoever has closed standard error does not want to know.
        let _ = writeln!(io::stderr(), "{HINT}");
    }
    let input = BufReader::new(io::stdin());
    Session::new(searcher, explain, input, io::stdout())?.run()
}

impl<W: Write> Session<W> {
    /// A session over any input and output. The searcher must have the default settings.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn new(
        searcher: Box<dyn Searcher>,
        explain: Explain,
        input: impl BufRead + Send + 'static,
        output: W,
    ) -> io::Result<Self> {
        let (sender, messages) = channel();
        let (lines, events) = (sender.clone(), sender.clone());
        std::thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || read_lines(input, &lines))?;
        // Where the session is over, nobody misses an event.
        let notify = move |event| drop(events.send(Message::Engine(event)));
        let config = Config::default();
        Ok(Self {
            messages,
            sender,
            engine: Engine::new(searcher, Box::new(notify))?,
            output: Output::new(output),
            explain,
            face: Face::default(),
            setup: Setup::of(config.variant),
            config,
            fault: None,
            activity: Activity::Idle,
            waiting: VecDeque::new(),
            unsettled: 0,
            unready: 0,
            deadline: None,
            is_over: false,
        })
    }

    /// Runs until `quit` or the end of input or output.
    ///
    /// # Errors
    /// Where output fails in another way than by being closed.
    pub fn run(mut self) -> io::Result<()> {
        match self.serve() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            ended => ended,
        }
    }

    fn serve(&mut self) -> io::Result<()> {
        while !self.is_over {
            match self.next_message() {
                Ok(message) => self.receive(message)?,
                Err(RecvTimeoutError::Timeout) => self.engine.stop(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    fn next_message(&mut self) -> Result<Message, RecvTimeoutError> {
        match self.deadline {
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                let message = self.messages.recv_timeout(left);
                if message.is_err() {
                    self.deadline = None;
                }
                message
            }
            None => self.messages.recv().map_err(RecvTimeoutError::from),
        }
    }

    fn receive(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Line(line) => {
                self.output.heard(&line.text);
                self.waiting.push_back(Some(line));
            }
            Message::EndOfInput => self.waiting.push_back(None),
            Message::Engine(event) => self.heed(event)?,
            Message::Say(text) => self.output.say(text)?,
        }
        self.obey_waiting()
    }

    /// Obeys what waits, as far as the engine's activity allows.
    fn obey_waiting(&mut self) -> io::Result<()> {
        while let Some(line) = self.waiting.pop_front() {
            let command = match &line {
                Some(line) => parse(&line.text),
                None => Ok(Command::Quit),
            };
            if !self.is_free_for(command.as_ref().ok(), line.is_none())? {
                self.waiting.push_front(line);
                return Ok(());
            }
            let is_cut = line.as_ref().is_some_and(|line| line.is_cut);
            match command {
                Ok(Command::Position(_)) if is_cut => self.refuse(PositionError::Cut)?,
                Ok(command) => self.obey(command)?,
                Err(ParseError::Position(error)) => self.refuse(error.into())?,
                Err(error) => self.output.error(error)?,
            }
            if self.is_over {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether the command can be obeyed now; if not, ends what is in its way.
    fn is_free_for(&mut self, command: Option<&Command>, is_end: bool) -> io::Result<bool> {
        if !command.is_some_and(Command::needs_idle) {
            return Ok(true);
        }
        let quits = command == Some(&Command::Quit);
        let patience = match &self.activity {
            Activity::Task if quits => Some(PATIENCE_WITH_TASKS),
            Activity::Search(search) if is_end && search.is_limited() => {
                Some(PATIENCE_WITH_SEARCHES)
            }
            Activity::Idle | Activity::Search(_) | Activity::Task => None,
        };
        match patience {
            Some(patience) => {
                let deadline = Instant::now() + patience;
                self.deadline.get_or_insert(deadline);
            }
            None => self.stop()?,
        }
        let is_idle = matches!(self.activity, Activity::Idle);
        // Before the end, whatever is still owed is told.
        Ok(is_idle && !(quits && self.unsettled > 0))
    }

    /// Heeds what the engine tells.
    fn heed(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Info(info) => self.tell(&info),
            Event::Done(result) => self.finish(result),
            Event::Settled(settled) => self.settle(settled),
            Event::Performed(performed) => {
                self.activity = Activity::Idle;
                performed.or_else(|panic| self.output.error(panic))
            }
        }
    }

    fn settle(&mut self, settled: Result<(), SettleError>) -> io::Result<()> {
        self.unsettled -= 1;
        if let Err(error) = settled {
            self.output.error(&error)?;
            // Unless a later change is on its way already.
            if let (SettleError::Hash(error), 0) = (error, self.unsettled) {
                self.config.search.hash_mib = error.kept;
            }
        }
        self.tell_ready()
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Blank | Command::Ignored => Ok(()),
            Command::Uci => self.greet(Face::Uci),
            Command::Ugi => self.greet(Face::Ugi),
            Command::IsReady => {
                self.unready += 1;
                self.tell_ready()
            }
            Command::NewGame => {
                self.clear();
                Ok(())
            }
            Command::SetOption(setting) => self.set_option(&setting),
            Command::Position(text) => self.set_position(&text),
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => {
                self.count(depth);
                Ok(())
            }
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Query(query) => self.answer_query(query),
            Command::Show => self.output.say(Board(&self.setup.root())),
            Command::Eval => self.output.say((self.explain)(&self.setup.root())),
            Command::Bench => {
                self.bench();
                Ok(())
            }
            Command::Help => self.output.say(Help),
            Command::Quit => {
                self.is_over = true;
                Ok(())
            }
        }
    }

    fn greet(&mut self, face: Face) -> io::Result<()> {
        self.face = face;
        self.output.say(Handshake(face))
    }

    /// Answers every `isready` whose time has come.
    fn tell_ready(&mut self) -> io::Result<()> {
        // A search does not start before settings are settled, so while one runs nothing waits.
        while self.unsettled == 0 && self.unready > 0 {
            self.unready -= 1;
            self.output.say("readyok")?;
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.unsettled += 1;
        self.engine.clear();
    }

    fn set_option(&mut self, setting: &Setting) -> io::Result<()> {
        let old_log = self.config.debug_log.clone();
        match setting.apply(&mut self.config) {
            Effect::None => Ok(()),
            Effect::Configure => {
                self.unsettled += 1;
                self.engine.configure(self.config.settings());
                Ok(())
            }
            Effect::Clear => {
                self.clear();
                Ok(())
            }
            Effect::NewBoard => {
                self.setup = Setup::of(self.config.variant);
                self.fault = None;
                self.output.say(VariantLine(self.config.variant))
            }
            Effect::Log => match self.output.log_to(&self.config.debug_log) {
                Ok(()) => Ok(()),
                Err(error) => {
                    let path = std::mem::replace(&mut self.config.debug_log, old_log);
                    self.output.error(format_args!("Debug Log File '{path}': {error}"))
                }
            },
        }
    }

    fn set_position(&mut self, text: &PositionText) -> io::Result<()> {
        match self.setup.set(self.config.variant, text) {
            Ok(()) => {
                self.fault = None;
                Ok(())
            }
            Err(error) => self.refuse(error.into()),
        }
    }

    /// Remembers a failed `position` and tells of it.
    fn refuse(&mut self, error: PositionError) -> io::Result<()> {
        self.output.error(&error)?;
        self.fault = Some(error);
        Ok(())
    }

    fn answer_query(&mut self, query: Query) -> io::Result<()> {
        if let Some(fault) = &self.fault {
            self.output.error(fault)?;
        }
        let Root { position, rules } = self.setup.root();
        let outcome = outcome_of(rules, &position);
        let answer = match query {
            Query::FirstPlayersTurn => bool_word(position.side_to_move() == Side::White),
            Query::GameOver => bool_word(outcome.is_some()),
            Query::Result => match outcome.map(|outcome| outcome.winner) {
                None => "none",
                Some(Side::White) => "p1win",
                Some(Side::Black) => "p2win",
            },
        };
        self.output.say(format_args!("response {answer}"))
    }
}

const fn bool_word(truth: bool) -> &'static str {
    if truth { "true" } else { "false" }
}
