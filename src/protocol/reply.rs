//! What is answered, as text.

use std::fmt;
use std::time::Duration;

use super::command::COMMANDS;
use super::option::OPTIONS;
use crate::board::{Move, Side};
use crate::eval::{Detail, Preference, Proof};
use crate::picture;
use crate::rules::{Outcome, outcome_of, territory};
use crate::search::{Bound, Info, Root};
use crate::variant::Variant;

/// Which of the two protocols is spoken: they differ in how wins are counted and moves answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// The Universal Chess Interface, as for chess variants.
    #[default]
    Uci,
    /// The Universal Game Interface.
    Ugi,
}

/// The answer to `uci` and `ugi`.
#[derive(Clone, Copy, Debug)]
pub struct Handshake(pub Face);

impl fmt::Display for Handshake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "id name strelci {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(f, "id author the strelci authors")?;
        for option in &OPTIONS {
            writeln!(f, "{option}")?;
        }
        f.write_str(match self.0 {
            Face::Uci => "uciok",
            Face::Ugi => "ugiok",
        })
    }
}

/// The answer to `help`.
#[derive(Clone, Copy, Debug)]
pub struct Help;

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &COMMANDS {
            let usage = format!("{} {}", row.word, row.arguments);
            writeln!(f, "{usage:<40} {}", row.doc)?;
        }
        f.write_str("protocol.md is the whole contract; strelci --help is for the command line")
    }
}

/// The line of a search.
#[derive(Clone, Copy, Debug)]
pub struct InfoLine<'a> {
    /// What was found.
    pub info: &'a Info,
    /// How wins are counted.
    pub face: Face,
    /// How proven results are ordered in the score.
    pub preference: Preference,
    /// The chance to win from 0 to 1, where it is to be told.
    pub win_chance: Option<f64>,
}

impl fmt::Display for InfoLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Info { depth, selective_depth, line, nodes, time, hash_full, pv, .. } = self.info;
        write!(f, "info depth {depth} seldepth {selective_depth} multipv {line} score ")?;
        self.write_score(f)?;
        if let Some(chance) = self.win_chance {
            let won = (chance * 1000.0).round().clamp(0.0, 1000.0) as u32;
            write!(f, " wdl {won} 0 {}", 1000 - won)?;
        }
        write!(
            f,
            " nodes {nodes} nps {} hashfull {hash_full} time {} pv",
            per_second(*nodes, *time),
            time.as_millis()
        )?;
        pv.iter().try_for_each(|played| write!(f, " {played}"))
    }
}

impl InfoLine<'_> {
    fn write_score(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proof = self.info.score.proof(self.preference);
        match proof {
            Some(proof) => write!(f, "mate {}", mate(self.face, proof))?,
            None => write!(f, "cp {}", self.hundredths())?,
        }
        f.write_str(match self.info.bound {
            Bound::Exact => proof.map_or("", length_bound),
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }

    /// The estimate. A manager takes 0 with a single move for a draw, which does not exist here:
    /// it is shown as the smallest lead.
    fn hundredths(&self) -> i32 {
        match self.info.score.hundredths() {
            0 if self.info.pv.len() < 2 => 1,
            hundredths => hundredths,
        }
    }
}

/// The number after `mate`. UGI counts plies. UCI counts moves, as in chess; but a game of Střelci
/// may also be won by the opponent's move, which leaves the board separated, so a win in two plies
/// is `mate 2`: only a move that ends the game itself is `mate 1`.
fn mate(face: Face, proof: Proof) -> i32 {
    let plies = proof.plies as i32;
    match (face, proof.won) {
        (Face::Uci, true) => plies / 2 + 1,
        (Face::Uci, false) => -(plies / 2).max(1),
        (Face::Ugi, true) => plies,
        (Face::Ugi, false) => -plies,
    }
}

/// Where only the most plies are known, the true score of a win is this or better, that of a loss
/// this or worse. No game ends in less than one ply, so one at most is one.
const fn length_bound(proof: Proof) -> &'static str {
    match (proof.detail, proof.won) {
        (Detail::Margin(_), _) => "",
        (Detail::AtMost, _) if proof.plies <= 1 => "",
        (Detail::AtMost, true) => " lowerbound",
        (Detail::AtMost, false) => " upperbound",
    }
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    (u128::from(nodes) * 1_000_000 / micros) as u64
}

/// The score of a finished game, for the side that would be to move. UCI's `mate 0` says that it
/// has lost. Under Střelci's rules it may have won, since the opponent's move has separated the
/// board to its own loss: `mate 1` with a pv of one word is what managers take for a win.
#[derive(Clone, Copy, Debug)]
pub struct FinalScore {
    /// How the game has ended.
    pub outcome: Outcome,
    /// The side whose turn it would be.
    pub side: Side,
}

impl fmt::Display for FinalScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.outcome.winner == self.side {
            "info depth 0 score mate 1 pv 0000"
        } else {
            "info depth 0 score mate 0"
        })
    }
}

/// The end of a search. Under UGI there is no word of the move to ponder on: a manager of that
/// protocol waits for ever after such a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play, if there is one.
    pub best: Option<Move>,
    /// The answer expected.
    pub ponder: Option<Move>,
    /// Which protocol is spoken.
    pub face: Face,
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.best, self.ponder, self.face) {
            (None, ..) => f.write_str("bestmove (none)"),
            (Some(best), Some(ponder), Face::Uci) => write!(f, "bestmove {best} ponder {ponder}"),
            (Some(best), ..) => write!(f, "bestmove {best}"),
        }
    }
}

/// The answer to `setoption name UCI_Variant`.
#[derive(Clone, Copy, Debug)]
pub struct VariantLine(pub &'static Variant);

impl fmt::Display for VariantLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.0.start();
        let size = start.size();
        write!(
            f,
            "info string variant {} files {} ranks {} startpos {start}",
            self.0.name,
            size.files(),
            size.ranks()
        )
    }
}

/// The answer to `d`.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a>(pub &'a Root);

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Root { position, rules } = self.0;
        let [white, black] = territory(position);
        f.write_str(&picture::territory(position))?;
        writeln!(f, "Fen: {position}")?;
        writeln!(f, "Key: {:016X}", position.key())?;
        writeln!(f, "Rules: {rules}")?;
        writeln!(f, "Territory: White {white}, Black {black}")?;
        match outcome_of(*rules, position) {
            Some(outcome) => write!(f, "Result: {outcome}"),
            None => write!(f, "Result: none, {} to move", position.side_to_move()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::rules::{Reason, Rules};

    fn proof(won: bool, plies: usize, detail: Detail) -> Score {
        Score::proven(Preference::Length, Proof { won, plies, detail })
    }

    fn shown(face: Face, score: Score, bound: Bound, moves: usize) -> String {
        let played = "d1d7,d7g7".parse().expect("a move");
        let info = Info {
            depth: 5,
            selective_depth: 9,
            line: 1,
            score,
            bound,
            nodes: 1000,
            time: Duration::from_millis(20),
            hash_full: 3,
            pv: vec![played; moves],
        };
        let line = InfoLine { info: &info, face, preference: Preference::Length, win_chance: None };
        line.to_string()
    }

    fn score(face: Face, score: Score) -> String {
        let line = shown(face, score, Bound::Exact, 2);
        let (_, rest) = line.split_once("score ").expect("a score");
        rest.split(" nodes").next().expect("nodes").to_owned()
    }

    #[test]
    fn a_line_tells_all() {
        assert_eq!(
            shown(Face::Uci, Score::estimate(-34), Bound::Upper, 2),
            "info depth 5 seldepth 9 multipv 1 score cp -34 upperbound nodes 1000 nps 50000 \
             hashfull 3 time 20 pv d1d7,d7g7 d1d7,d7g7"
        );
    }

    #[test]
    fn nothing_looks_like_a_draw() {
        assert!(shown(Face::Uci, Score::ZERO, Bound::Exact, 1).contains("score cp 1 "));
        assert!(shown(Face::Uci, Score::ZERO, Bound::Exact, 2).contains("score cp 0 "));
    }

    #[test]
    fn wins_are_counted_in_moves_or_plies() {
        for (won, plies, uci, ugi) in [
            (true, 1, "mate 1", "mate 1"),
            (true, 2, "mate 2", "mate 2"),
            (true, 3, "mate 2", "mate 3"),
            (true, 4, "mate 3", "mate 4"),
            (false, 1, "mate -1", "mate -1"),
            (false, 2, "mate -1", "mate -2"),
            (false, 3, "mate -1", "mate -3"),
            (false, 4, "mate -2", "mate -4"),
        ] {
            let result = proof(won, plies, Detail::Margin(2));
            assert_eq!(score(Face::Uci, result), uci);
            assert_eq!(score(Face::Ugi, result), ugi);
        }
    }

    #[test]
    fn a_length_that_is_a_bound_is_told_as_one() {
        let at_most = |won, plies| score(Face::Ugi, proof(won, plies, Detail::AtMost));
        assert_eq!(at_most(true, 9), "mate 9 lowerbound");
        assert_eq!(at_most(false, 8), "mate -8 upperbound");
        assert_eq!(at_most(true, 1), "mate 1");
    }

    #[test]
    fn chances_add_up() {
        let info = Info {
            depth: 1,
            selective_depth: 1,
            line: 1,
            score: Score::ZERO,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hash_full: 0,
            pv: Vec::new(),
        };
        for (chance, told) in
            [(0.5, " wdl 500 0 500 "), (1.0, " wdl 1000 0 0 "), (0.1234, " wdl 123 0 877 ")]
        {
            let line = InfoLine {
                info: &info,
                face: Face::Uci,
                preference: Preference::Length,
                win_chance: Some(chance),
            };
            assert!(line.to_string().contains(told));
        }
    }

    #[test]
    fn only_uci_ponders() {
        let played: Move = "d1d7,d7g7".parse().expect("a move");
        let mut answer = BestMove { best: Some(played), ponder: Some(played), face: Face::Uci };
        assert_eq!(answer.to_string(), "bestmove d1d7,d7g7 ponder d1d7,d7g7");
        answer.face = Face::Ugi;
        assert_eq!(answer.to_string(), "bestmove d1d7,d7g7");
        answer.best = None;
        assert_eq!(answer.to_string(), "bestmove (none)");
    }

    #[test]
    fn a_finished_game_has_a_score() {
        let outcome = Outcome { winner: Side::White, reason: Reason::Blocked };
        let score = |side| FinalScore { outcome, side }.to_string();
        assert_eq!(score(Side::White), "info depth 0 score mate 1 pv 0000");
        assert_eq!(score(Side::Black), "info depth 0 score mate 0");
    }

    #[test]
    fn the_board_is_drawn_with_all_facts() {
        let root =
            Root { position: "q2/*2/2Q w".parse().expect("a position"), rules: Rules::Strelci };
        let text = Board(&root).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..4], [" 3  q . .", " 2  * . .", " 1  . . Q", "    a b c"]);
        assert_eq!(lines[4], "Fen: q2/*2/2Q w - - 0 1");
        assert!(lines[5].starts_with("Key: "));
        assert_eq!(
            lines[6..],
            ["Rules: strelci", "Territory: White 0, Black 0", "Result: none, White to move"]
        );
    }
}
