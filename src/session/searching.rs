//! Searches: starting them, telling their lines, and answering them when it is time.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::{Activity, Session};
use crate::board::Move;
use crate::engine::Panic;
use crate::eval::{Score, win_chance};
use crate::protocol::Go;
use crate::protocol::reply::{BestMove, FinalScore, InfoLine};
use crate::rules::{outcome_of, play};
use crate::search::{Bound, Info, Limits, Root, SearchResult};

/// A search that is not answered yet.
#[derive(Debug)]
pub(super) struct Search {
    root: Root,
    started: Instant,
    /// The first move that may be played: the answer where the searcher fails.
    any_move: Option<Move>,
    /// The answer does not go out before a stop.
    infinite: bool,
    /// Whether there is a limit that ends the search.
    is_limited: bool,
    /// The answer does not go out before a ponder hit or a stop.
    pondering: bool,
    answer: Option<Answer>,
}

/// What a search has come to.
#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    best: Option<Move>,
    ponder: Option<Move>,
}

impl Search {
    fn new(root: &Root, limits: &Limits) -> Self {
        Self {
            root: *root,
            started: Instant::now(),
            any_move: None,
            infinite: limits.infinite,
            is_limited: !limits.is_unbounded() || limits.mate.is_some(),
            pondering: limits.ponder,
            answer: None,
        }
    }

    const fn is_held(&self) -> bool {
        self.infinite || self.pondering
    }

    /// Whether the search ends, and is answered, by itself.
    pub(super) const fn is_limited(&self) -> bool {
        self.is_limited && !self.is_held()
    }

    /// The last lines to show, at the time the search ends: what is thought of the other moves at the
    /// end, and then the line of the move that is played, since managers charge the clock by the last
    /// line. A search that has shown nothing shows a line all the same.
    fn closing_lines(&self, result: &SearchResult, best: Move) -> Vec<Info> {
        let is_played = |line: &&Info| line.pv.first() == Some(&best);
        let played =
            result.lines.iter().find(is_played).cloned().unwrap_or_else(|| bare_line(best));
        let others = result.lines.iter().filter(|line| line.line != played.line).cloned();
        let time = self.started.elapsed();
        let lines = others.chain([played.clone()]);
        lines.map(|line| Info { nodes: result.nodes, time, ..line }).collect()
    }
}

/// A line that knows nothing but the move.
fn bare_line(best: Move) -> Info {
    Info {
        depth: 0,
        selective_depth: 0,
        line: 1,
        score: Score::ZERO,
        bound: Bound::Exact,
        nodes: 0,
        time: Duration::ZERO,
        hash_full: 0,
        pv: vec![best],
    }
}

impl<W: Write> Session<W> {
    /// Obeys `go`. Whatever is wrong, it is answered.
    pub(super) fn go(&mut self, go: Go) -> io::Result<()> {
        let Go { mut limits, fault } = go;
        if let Some(fault) = fault {
            self.output.error(format_args!("go: {fault}"))?;
        }
        let root = self.setup.root();
        let mut search = Search::new(&root, &limits);
        if let Some(fault) = &self.fault {
            self.output.error(fault)?;
            search.answer = Some(Answer::default());
        } else if let Some(outcome) = outcome_of(root.rules, &root.position) {
            let side = root.position.side_to_move();
            self.output.say(FinalScore { outcome, side })?;
            search.answer = Some(Answer::default());
        } else {
            self.keep_legal(&root, &mut limits)?;
            let mut moves = limits.search_moves.iter().copied();
            search.any_move = moves.next().or_else(|| root.position.first_move());
            self.engine.go(root, limits);
        }
        self.activity = Activity::Search(Box::new(search));
        self.answer()
    }

    /// Leaves only legal moves to search; without any left, all are searched.
    fn keep_legal(&mut self, root: &Root, limits: &mut Limits) -> io::Result<()> {
        for wanted in std::mem::take(&mut limits.search_moves) {
            match play(root.rules, &root.position, wanted) {
                Ok(_) => limits.search_moves.push(wanted),
                Err(error) => self.output.error(format_args!("go: searchmoves: {error}"))?,
            }
        }
        Ok(())
    }

    /// Ends what runs; the answer goes out as soon as it is there.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        self.engine.stop();
        if let Activity::Search(search) = &mut self.activity {
            search.infinite = false;
            search.pondering = false;
        }
        self.answer()
    }

    /// The move pondered on was played: from now on it is an ordinary search.
    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        self.engine.ponder_hit();
        if let Activity::Search(search) = &mut self.activity {
            search.pondering = false;
        }
        self.answer()
    }

    /// Shows a line of the search.
    pub(super) fn tell(&mut self, info: &Info) -> io::Result<()> {
        let Activity::Search(search) = &self.activity else {
            return Ok(());
        };
        let chance = || win_chance(search.root.rules, info.score);
        let line = InfoLine {
            info,
            face: self.face,
            preference: self.config.search.preference.under(search.root.rules),
            win_chance: self.config.show_wdl.then(chance),
        };
        self.output.say(line)
    }

    /// Takes the result of a search.
    pub(super) fn finish(&mut self, result: Result<SearchResult, Panic>) -> io::Result<()> {
        let Activity::Search(search) = &mut self.activity else {
            return Ok(());
        };
        let failure = result.as_ref().err().cloned();
        let result = result.unwrap_or_default();
        let best = result.best.or(search.any_move);
        search.answer = Some(Answer { best, ponder: result.ponder });
        let lines = best.map(|best| search.closing_lines(&result, best));
        if let Some(failure) = failure {
            self.output.error(failure)?;
        }
        for line in lines.iter().flatten() {
            self.tell(line)?;
        }
        self.answer()
    }

    /// Answers the search, if there is an answer and nothing holds it back.
    fn answer(&mut self) -> io::Result<()> {
        let Activity::Search(search) = &self.activity else {
            return Ok(());
        };
        let (Some(answer), false) = (search.answer, search.is_held()) else {
            return Ok(());
        };
        self.activity = Activity::Idle;
        self.output.say(BestMove { best: answer.best, ponder: answer.ponder, face: self.face })
    }
}
