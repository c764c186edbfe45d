//! The full evaluation by mobility and territory, term by term, for people and for fitting.
//!
//! The terms are those of Jens Lieberum, "An evaluation function for the game of amazons",
//! Theoretical Computer Science 349 (2005). With D1 and D2 the numbers of queen and king moves in
//! which a side reaches an empty square:
//!
//! - t1 and t2: the squares White reaches sooner less those Black reaches sooner, by D1 and by D2,
//!   and κ for the side to move on each square both reach equally soon;
//! - c1 = 2 Σ (2^−D1(White) − 2^−D1(Black)): how well each side is placed, near squares first;
//! - c2 = Σ (D2(Black) − D2(White)) / 6, each square between −1 and 1;
//! - w = Σ 2^−|D1(White) − D1(Black)| over the squares both reach: how much is still contested;
//! - α of one archer: how much room it has where the opponent can still come.
//!
//! The search evaluates with a leaner set, for this one costs too much at its leaves.

use crate::board::{AnyPosition, BoardSize, Position, Side, Square, SquareSet};
use crate::survey::DistanceMap;
use crate::with_position;

/// Whose an empty square would be, by the number of queen moves to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Influence {
    /// This side reaches it sooner, or alone.
    Of(Side),
    /// Both reach it equally soon.
    Tied,
    /// Neither reaches it.
    OutOfReach,
}

/// An archer and how free it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Archer {
    /// Whose it is.
    pub side: Side,
    /// Where it stands.
    pub square: Square,
    /// Its legal moves, were its side to move.
    pub moves: u64,
    /// Lieberum's α: the empty neighbours of every square one queen move away that the opponent
    /// can reach, halved for each king step beyond the first.
    pub alpha: f64,
}

/// One number with its name, ready for printing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: f64,
    /// What the value says, in a few words.
    pub meaning: &'static str,
}

/// Every term of the evaluation of one position. Leads are White's: positive where White is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The bonus of the side to move for a tied square, in t1 and t2.
    pub kappa: f64,
    /// Lead in squares by queen distance.
    pub t1: f64,
    /// Lead in squares by king distance.
    pub t2: f64,
    /// Lead in nearness by queen moves.
    pub c1: f64,
    /// Lead in nearness by king moves.
    pub c2: f64,
    /// How much is still contested; 0 is necessary for separation, but does not prove it.
    pub w: f64,
    /// The archers: White's, then Black's, each in order of squares from `a1`.
    pub archers: Vec<Archer>,
    /// Empty squares that are White's and Black's for good.
    pub territory: [usize; 2],
    /// Empty squares in components that hold archers of both sides.
    pub contested: usize,
    size: BoardSize,
    influence: Vec<Option<Influence>>,
}

impl Explanation {
    /// The terms of a position. Lieberum takes `kappa` between −0.2 and 0.2.
    #[must_use]
    pub fn of(position: &AnyPosition, kappa: f64) -> Self {
        with_position!(position, position => Self::new(position, kappa))
    }

    fn new<const N: usize>(position: &Position<N>, kappa: f64) -> Self {
        let maps = Maps::of(position);
        let empty = position.empty();
        let tie = match position.side_to_move() {
            Side::White => kappa,
            Side::Black => -kappa,
        };
        let territories = position.territories();
        Self {
            kappa,
            t1: maps.queen.squares_lead(empty, tie),
            t2: maps.king.squares_lead(empty, tie),
            c1: maps.queen.halving_lead(empty),
            c2: maps.king.clamped_lead(empty),
            w: maps.queen.contest(empty),
            archers: archers(position, &maps.queen),
            territory: [Side::White, Side::Black].map(|side| territories.of(side).count() as usize),
            contested: territories.contested().count() as usize,
            size: position.size(),
            influence: (0..position.size().squares())
                .map(|index| empty.has(index).then(|| maps.queen.influence(index)))
                .collect(),
        }
    }

    /// Whose an empty square of the board would be; nothing for other squares.
    #[must_use]
    pub fn influence(&self, square: Square) -> Option<Influence> {
        self.influence[square.index(self.size)]
    }

    /// The legal moves of a side, were it to move.
    #[must_use]
    pub fn mobility(&self, side: Side) -> u64 {
        self.archers_of(side).map(|archer| archer.moves).sum()
    }

    /// The sum of a side's α.
    #[must_use]
    pub fn alpha(&self, side: Side) -> f64 {
        self.archers_of(side).map(|archer| archer.alpha).sum()
    }

    fn archers_of(&self, side: Side) -> impl Iterator<Item = &Archer> {
        self.archers.iter().filter(move |archer| archer.side == side)
    }

    /// Every number by its name, but for those of single archers.
    #[must_use]
    pub fn terms(&self) -> Vec<Term> {
        let term = |name, value, meaning| Term { name, value, meaning };
        let [white, black] = [Side::White, Side::Black];
        let sides = "by side: how freely its archers move where the opponent can come";
        let moves = "legal moves, were the side to move";
        let own = "empty squares the opponent is cut off from";
        vec![
            term("t1", self.t1, "White's lead in squares nearer by queen moves"),
            term("t2", self.t2, "White's lead in squares nearer by king moves"),
            term("c1", self.c1, "White's lead in nearness by queen moves"),
            term("c2", self.c2, "White's lead in nearness by king moves"),
            term("w", self.w, "how much is still contested"),
            term("alpha White", self.alpha(white), sides),
            term("alpha Black", self.alpha(black), sides),
            term("mobility White", self.mobility(white) as f64, moves),
            term("mobility Black", self.mobility(black) as f64, moves),
            term("territory White", self.territory[0] as f64, own),
            term("territory Black", self.territory[1] as f64, own),
            term(
                "contested",
                self.contested as f64,
                "empty squares in regions with archers of both sides",
            ),
        ]
    }
}

/// The distances of both sides by one kind of move.
struct Race {
    white: DistanceMap,
    black: DistanceMap,
}

/// The distances of both sides by both kinds of move.
struct Maps {
    queen: Race,
    king: Race,
}

impl Maps {
    fn of<const N: usize>(position: &Position<N>) -> Self {
        Self {
            queen: Race {
                white: DistanceMap::by_queen(position, Side::White),
                black: DistanceMap::by_queen(position, Side::Black),
            },
            king: Race {
                white: DistanceMap::by_king(position, Side::White),
                black: DistanceMap::by_king(position, Side::Black),
            },
        }
    }
}

impl Race {
    /// The distances of White and Black to a square.
    fn at(&self, index: usize) -> (Option<u16>, Option<u16>) {
        (self.white.at(index), self.black.at(index))
    }

    fn of(&self, side: Side) -> &DistanceMap {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    fn influence(&self, index: usize) -> Influence {
        match self.at(index) {
            (None, None) => Influence::OutOfReach,
            (Some(white), Some(black)) if white == black => Influence::Tied,
            (Some(white), Some(black)) if white > black => Influence::Of(Side::Black),
            (None, Some(_)) => Influence::Of(Side::Black),
            (Some(_), _) => Influence::Of(Side::White),
        }
    }

    /// t1 or t2, with `tie` for a tied square.
    fn squares_lead<const N: usize>(&self, squares: SquareSet<N>, tie: f64) -> f64 {
        let (mut lead, mut tied) = (0, 0);
        for index in squares {
            match self.influence(index) {
                Influence::Of(Side::White) => lead += 1,
                Influence::Of(Side::Black) => lead -= 1,
                Influence::Tied => tied += 1,
                Influence::OutOfReach => {}
            }
        }
        f64::from(lead) + tie * f64::from(tied)
    }

    /// c1.
    fn halving_lead<const N: usize>(&self, squares: SquareSet<N>) -> f64 {
        let nearness = |distance: Option<u16>| distance.map_or(0.0, |steps| halved(1.0, steps));
        let lead = squares.into_iter().map(|index| {
            let (white, black) = self.at(index);
            nearness(white) - nearness(black)
        });
        2.0 * lead.sum::<f64>()
    }

    /// c2, summed in sixths to be exact.
    fn clamped_lead<const N: usize>(&self, squares: SquareSet<N>) -> f64 {
        let sixths = squares.into_iter().map(|index| match self.at(index) {
            (None, None) => 0,
            (None, Some(_)) => -6,
            (Some(_), None) => 6,
            (Some(white), Some(black)) => (i32::from(black) - i32::from(white)).clamp(-6, 6),
        });
        f64::from(sixths.sum::<i32>()) / 6.0
    }

    /// w.
    fn contest<const N: usize>(&self, squares: SquareSet<N>) -> f64 {
        let shared = squares.into_iter().map(|index| match self.at(index) {
            (Some(white), Some(black)) => halved(1.0, white.abs_diff(black)),
            _ => 0.0,
        });
        shared.sum()
    }
}

/// `value` halved so many times.
fn halved(value: f64, times: u16) -> f64 {
    value * 0.5_f64.powi(i32::from(times))
}

fn archers<const N: usize>(position: &Position<N>, race: &Race) -> Vec<Archer> {
    let mut archers = Vec::new();
    for side in [Side::White, Side::Black] {
        for from in position.archers(side) {
            archers.push(Archer {
                side,
                square: position.geometry().square(from),
                moves: moves(position, from),
                alpha: alpha(position, from, race.of(!side)),
            });
        }
    }
    archers
}

/// The legal moves of the archer on `from`, whoever is to move.
fn moves<const N: usize>(position: &Position<N>, from: usize) -> u64 {
    let geometry = position.geometry();
    let cleared = position.empty().with(from);
    let steps = geometry.queen_reach(from, position.empty());
    let shots = steps.into_iter().map(|to| u64::from(geometry.queen_reach(to, cleared).count()));
    shots.sum()
}

/// α of the archer on `from`. The paper prints weights of 2^−d, but only 2^−(d−1) gives its figures.
fn alpha<const N: usize>(position: &Position<N>, from: usize, opponent: &DistanceMap) -> f64 {
    let (geometry, empty) = (position.geometry(), position.empty());
    let start = geometry.square(from);
    let room =
        geometry.queen_reach(from, empty).into_iter().filter(|&to| opponent.at(to).is_some()).map(
            |to| {
                let around = geometry.widened(SquareSet::single(to)) & empty;
                let neighbours = f64::from(around.count() - 1);
                halved(neighbours, king_steps(start, geometry.square(to)) - 1)
            },
        );
    room.sum()
}

/// King steps between two squares on an open line.
fn king_steps(from: Square, to: Square) -> u16 {
    let files = from.file().abs_diff(to.file());
    let ranks = from.rank().abs_diff(to.rank());
    files.max(ranks) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_whose_they_are_nearest_to() {
        // a1 is White's archer, a3 Black's; c1 to c3 are walled off.
        let position: AnyPosition = "q*1/1*1/Q*1 w".parse().unwrap();
        let explanation = Explanation::of(&position, 0.0);
        let at = |name: &str| explanation.influence(name.parse().unwrap());
        assert_eq!(at("a2"), Some(Influence::Tied));
        assert_eq!(at("c2"), Some(Influence::OutOfReach));
        assert_eq!(at("a1"), None);
        assert_eq!(at("b1"), None);
    }

    #[test]
    fn the_side_to_move_has_the_bonus_for_ties() {
        for (side, t1) in [("w", 0.2), ("b", -0.2)] {
            let position: AnyPosition = format!("q*1/1*1/Q*1 {side}").parse().unwrap();
            let explanation = Explanation::of(&position, 0.2);
            assert!((explanation.t1 - t1).abs() < 1e-9);
        }
    }

    #[test]
    fn separated_sides_keep_their_territory() {
        let position: AnyPosition = "q1*2/2*2/2*1Q b".parse().unwrap();
        let explanation = Explanation::of(&position, 0.1);
        assert_eq!(explanation.territory, [5, 5]);
        assert_eq!(explanation.contested, 0);
        assert!(explanation.w.abs() < 1e-9);
        assert!(explanation.alpha(Side::White).abs() < 1e-9);
        assert_eq!(explanation.mobility(Side::Black), position.count_moves());
    }
}
