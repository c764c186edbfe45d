//! The game on plain arrays: slow, and as close to the words of the rules as can be, so that what
//! is fast can be compared with what is obviously right.

use std::collections::VecDeque;

use fxhash::FxHashMap;
use strelci::board::{AnyPosition, Content, Side};
use strelci::rules::Rules;

/// File and rank differences of the eight directions.
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// How far a king and a queen go in one move.
const KING: usize = 1;
const QUEEN: usize = usize::MAX;

/// A move by square numbers: from, to, shot.
pub type PlainMove = [usize; 3];

/// A position as an array of squares, rank by rank from `a1`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PlainBoard {
    files: usize,
    ranks: usize,
    squares: Vec<Content>,
    side: Side,
}

/// What [`strelci::survey::scan`] counts for one position, in the same order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PlainCounts {
    /// Squares the side to move reaches sooner, the other side reaches sooner, both equally soon.
    pub queen: [u64; 3],
    pub king: [u64; 3],
    pub at_distance: [[u64; 4]; 2],
    pub close: u64,
    pub shared: u64,
}

impl From<&AnyPosition> for PlainBoard {
    fn from(position: &AnyPosition) -> Self {
        Self {
            files: position.size().files(),
            ranks: position.size().ranks(),
            squares: position.contents(),
            side: position.side_to_move(),
        }
    }
}

impl PlainBoard {
    pub fn side(&self) -> Side {
        self.side
    }

    /// The squares from the next one in a direction to the edge.
    fn line(&self, from: usize, direction: (isize, isize)) -> impl Iterator<Item = usize> {
        let (files, ranks) = (self.files as isize, self.ranks as isize);
        let (mut file, mut rank) = (from as isize % files, from as isize / files);
        std::iter::from_fn(move || {
            file += direction.0;
            rank += direction.1;
            let inside = (0..files).contains(&file) && (0..ranks).contains(&rank);
            inside.then_some((rank * files + file) as usize)
        })
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> {
        DIRECTIONS.into_iter().flat_map(move |direction| self.line(at, direction).take(1))
    }

    fn is_empty(&self, at: usize) -> bool {
        self.squares[at] == Content::Empty
    }

    /// The empty squares a piece on `from` that goes at most so far sees in a direction.
    fn seen(
        &self,
        from: usize,
        direction: (isize, isize),
        farthest: usize,
    ) -> impl Iterator<Item = usize> {
        self.line(from, direction).take(farthest).take_while(|&at| self.is_empty(at))
    }

    /// The empty squares a queen on `from` sees.
    fn queen_moves(&self, from: usize) -> Vec<usize> {
        DIRECTIONS.into_iter().flat_map(|direction| self.seen(from, direction, QUEEN)).collect()
    }

    fn archers(&self, side: Side) -> Vec<usize> {
        (0..self.squares.len()).filter(|&at| self.squares[at] == Content::Archer(side)).collect()
    }

    /// Every legal move; whether the game is over is not asked.
    pub fn moves(&self) -> Vec<PlainMove> {
        let mut moves = Vec::new();
        for from in self.archers(self.side) {
            for to in self.queen_moves(from) {
                let mut stepped = self.clone();
                stepped.squares.swap(from, to);
                moves.extend(stepped.queen_moves(to).iter().map(|&shot| [from, to, shot]));
            }
        }
        moves
    }

    pub fn after(&self, [from, to, shot]: PlainMove) -> Self {
        let mut next = self.clone();
        next.squares.swap(from, to);
        next.squares[shot] = Content::Obstacle;
        next.side = !self.side;
        next
    }

    /// The connected components of the squares without obstacles.
    fn components(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.squares.len()];
        let mut components = Vec::new();
        for start in 0..self.squares.len() {
            if seen[start] || self.squares[start] == Content::Obstacle {
                continue;
            }
            let mut component = Vec::new();
            let mut waiting = vec![start];
            while let Some(at) = waiting.pop() {
                if self.squares[at] != Content::Obstacle && !seen[at] {
                    seen[at] = true;
                    component.push(at);
                    waiting.extend(self.neighbours(at));
                }
            }
            components.push(component);
        }
        components
    }

    /// For each component: its empty squares, and whether it holds archers of White and Black.
    fn regions(&self) -> impl Iterator<Item = (usize, [bool; 2])> {
        self.components().into_iter().map(|component| {
            let holds = |what| component.iter().any(|&at| self.squares[at] == what);
            let empty = component.iter().filter(|&&at| self.is_empty(at)).count();
            let sides = [Side::White, Side::Black].map(|side| holds(Content::Archer(side)));
            (empty, sides)
        })
    }

    /// The empty squares of White's and Black's own components.
    pub fn territory(&self) -> [usize; 2] {
        let mut territory = [0; 2];
        for (empty, sides) in self.regions() {
            match sides {
                [true, false] => territory[0] += empty,
                [false, true] => territory[1] += empty,
                _ => {}
            }
        }
        territory
    }

    /// The winner, if the game is over.
    pub fn winner(&self, rules: Rules) -> Option<Side> {
        let contested = self.regions().any(|(empty, sides)| empty > 0 && sides == [true, true]);
        if rules == Rules::Strelci && !contested {
            let [white, black] = self.territory();
            let (own, other) = match self.side {
                Side::White => (white, black),
                Side::Black => (black, white),
            };
            return Some(if own > other { self.side } else { !self.side });
        }
        let blocked = |&at: &usize| self.queen_moves(at).is_empty();
        let none_moves = self.archers(self.side).iter().all(blocked);
        none_moves.then_some(!self.side)
    }

    /// The number of positions `depth` plies below; a finished position has no moves.
    pub fn perft(&self, rules: Rules, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.winner(rules).is_some() {
            return 0;
        }
        let moves = self.moves();
        let below = |&played: &PlainMove| self.after(played).perft(rules, depth - 1);
        moves.iter().map(below).sum()
    }

    /// How many queen moves `side` needs to each square: 0 under its archers.
    pub fn queen_distances(&self, side: Side) -> Vec<Option<u16>> {
        self.distances(side, QUEEN)
    }

    /// How many king moves `side` needs to each square: 0 under its archers.
    pub fn king_distances(&self, side: Side) -> Vec<Option<u16>> {
        self.distances(side, KING)
    }

    /// A breadth-first search with moves of at most so many squares.
    fn distances(&self, side: Side, farthest: usize) -> Vec<Option<u16>> {
        let mut distances = vec![None; self.squares.len()];
        let mut waiting = VecDeque::new();
        for at in self.archers(side) {
            distances[at] = Some(0);
            waiting.push_back((at, 0));
        }
        while let Some((at, distance)) = waiting.pop_front() {
            for direction in DIRECTIONS {
                for next in self.seen(at, direction, farthest) {
                    if distances[next].is_none() {
                        distances[next] = Some(distance + 1);
                        waiting.push_back((next, distance + 1));
                    }
                }
            }
        }
        distances
    }

    /// Counts what a scan counts.
    pub fn counts(&self) -> PlainCounts {
        let sides = [self.side, !self.side];
        let queen = sides.map(|side| self.queen_distances(side));
        let king = sides.map(|side| self.king_distances(side));
        let mut counts = PlainCounts::default();
        for at in (0..self.squares.len()).filter(|&at| self.is_empty(at)) {
            compare(&mut counts.queen, [queen[0][at], queen[1][at]]);
            compare(&mut counts.king, [king[0][at], king[1][at]]);
            for (tally, distances) in counts.at_distance.iter_mut().zip(&queen) {
                if let Some(distance) = distances[at] {
                    tally[usize::from(distance - 1).min(3)] += 1;
                }
            }
            if let (Some(mine), Some(theirs)) = (queen[0][at], queen[1][at]) {
                counts.shared += 1;
                counts.close += u64::from(mine.abs_diff(theirs) == 1);
            }
        }
        counts
    }
}

/// Adds a square to those one side or the other reaches sooner, or both equally soon.
fn compare(counts: &mut [u64; 3], [mine, theirs]: [Option<u16>; 2]) {
    let far = |distance: Option<u16>| distance.unwrap_or(u16::MAX);
    if mine.is_some() || theirs.is_some() {
        counts[match far(mine).cmp(&far(theirs)) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Equal => 2,
        }] += 1;
    }
}

/// Decides positions by trying every move, and remembers them.
pub struct Solver {
    rules: Rules,
    known: FxHashMap<PlainBoard, bool>,
}

impl Solver {
    pub fn new(rules: Rules) -> Self {
        Self { rules, known: FxHashMap::default() }
    }

    /// Whether the side to move wins.
    pub fn wins(&mut self, board: &PlainBoard) -> bool {
        if let Some(winner) = board.winner(self.rules) {
            return winner == board.side();
        }
        if let Some(&wins) = self.known.get(board) {
            return wins;
        }
        let wins = board.moves().into_iter().any(|played| !self.wins(&board.after(played)));
        self.known.insert(board.clone(), wins);
        wins
    }

    /// The moves that win.
    pub fn winning_moves(&mut self, board: &PlainBoard) -> Vec<PlainMove> {
        if board.winner(self.rules).is_some() {
            return Vec::new();
        }
        let mut moves = board.moves();
        moves.retain(|&played| !self.wins(&board.after(played)));
        moves
    }
}
