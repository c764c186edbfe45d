//! Games of the engine against itself: number `n` of a plan, from nothing but the plan and `n`.

use std::time::Duration;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use strelci::obstacles::scattered;
use strelci::rules::{Outcome, outcome_of};
use strelci::search::{AlphaBeta, Control, HashError, Limits, Root, Searcher, Settings};
use thiserror::Error;

use super::plan::Plan;
use super::saved::{GameError, SavedGame, SavedPly};
use super::spent::{Spent, Stopwatch};
use crate::game::Game;
use crate::start::{Start, generator, random_ply};

/// A plan that cannot be played, or an engine that cannot play it.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// Nothing to start from.
    #[error("no start is given")]
    NoStart,
    /// A start where there is nothing to play.
    #[error("start '{start}': the game is over before it begins: {outcome}")]
    Over {
        /// The start's text.
        start: String,
        /// How the game ended.
        outcome: Outcome,
    },
    /// No memory.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The search gives no move.
    #[error("game {number}: the search gives no move in {position}")]
    NoMove {
        /// The game.
        number: u64,
        /// The position's FEN.
        position: String,
    },
    /// The search gives a move against the rules.
    #[error("game {number}: {why}")]
    Game {
        /// The game.
        number: u64,
        /// What is wrong.
        why: GameError,
    },
}

/// One thread's searcher, playing games of a plan.
#[derive(Debug)]
pub struct Generator<'p> {
    plan: &'p Plan,
    searcher: AlphaBeta,
    searching: Spent,
}

/// Node limits vary by so many per cent either way, so that both sides do not think alike.
const VARIED: u64 = 5;

/// Whether a plan can be played.
///
/// # Errors
/// [`GenerateError`] where there is no start, or the game is over at one.
pub fn check(plan: &Plan) -> Result<(), GenerateError> {
    if plan.starts.is_empty() {
        return Err(GenerateError::NoStart);
    }
    for start in plan.starts.iter().map(|weighted| weighted.start) {
        if let Some(outcome) = outcome_of(start.rules, &start.position) {
            return Err(GenerateError::Over { start: start.to_string(), outcome });
        }
    }
    Ok(())
}

impl<'p> Generator<'p> {
    /// Makes ready to play.
    ///
    /// # Errors
    /// [`GenerateError`] where the plan cannot be played or there is no memory.
    pub fn new(plan: &'p Plan) -> Result<Self, GenerateError> {
        check(plan)?;
        let settings =
            Settings { hash_mib: plan.hash_mib, overhead: Duration::ZERO, ..Settings::default() };
        let searcher = AlphaBeta::new(&settings)?;
        Ok(Self { plan, searcher, searching: Spent::default() })
    }

    /// Time spent in the search so far.
    #[must_use]
    pub const fn searching(&self) -> Spent {
        self.searching
    }

    /// Plays game `number`.
    ///
    /// # Errors
    /// [`GenerateError`] where the search gives no legal move.
    pub fn play(&mut self, number: u64) -> Result<SavedGame, GenerateError> {
        let failed = |why| GenerateError::Game { number, why };
        let illegal = |(ply, why)| failed(GameError::Move { ply, why });
        self.searcher.clear();
        let mut random = generator(self.plan.seed, number);
        let start = drawn_start(self.plan, &mut random);
        let opening = self.plan.opening;
        let count = random.random_range(opening.least..=opening.most);
        let (opening, _) = start.random_opening(count, &mut random);
        let mut game = Game::opened(start, &opening).map_err(illegal)?;
        let unscored = |&played| SavedPly { played, score: None };
        let mut plies: Vec<SavedPly> = opening.iter().map(unscored).collect();
        while game.outcome().is_none() {
            let ply = self.ply(number, &game, &mut random)?;
            plies.push(ply);
            game.play(ply.played).map_err(|why| illegal((plies.len(), why)))?;
        }
        SavedGame::new(number, start, plies).map_err(failed)
    }

    /// The next ply: at times a random one, to see other positions too.
    fn ply(
        &mut self,
        number: u64,
        game: &Game,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<SavedPly, GenerateError> {
        if random.random_range(0..100) < self.plan.random
            && let Some((played, _)) = random_ply(game.start().rules, game.position(), random)
        {
            return Ok(SavedPly { played, score: None });
        }
        let limits = self.plan.limit.scaled(random.random_range(100 - VARIED..=100 + VARIED));
        let found = self.search(game, &limits);
        found.ok_or_else(|| GenerateError::NoMove { number, position: game.position().to_string() })
    }

    fn search(&mut self, game: &Game, limits: &Limits) -> Option<SavedPly> {
        let root = Root { position: *game.position(), rules: game.start().rules };
        let watch = Stopwatch::start();
        let result = self.searcher.search(&root, limits, &Control::running(), &|_| ());
        self.searching += watch.spent();
        let score = result.lines.first().map(|line| line.score.hundredths());
        Some(SavedPly { played: result.best?, score })
    }
}

/// One of the starts, as often as its weight says, with random obstacles where the plan wants them.
fn drawn_start(plan: &Plan, random: &mut Xoshiro256PlusPlus) -> Start {
    let drawn = plan.starts.choose_weighted(random, |weighted| u64::from(weighted.weight));
    let start = drawn.unwrap_or(&plan.starts[0]).start;
    if plan.obstacles < 2 { start } else { strewn(&start, plan.obstacles, random) }
}

/// The start with an even number of obstacles more, at most so many and as many as fit.
fn strewn(start: &Start, most: usize, random: &mut Xoshiro256PlusPlus) -> Start {
    let pairs = random.random_range(0..=most / 2);
    let seed = random.random();
    let mut fewer_and_fewer = (1..=pairs).rev();
    let position =
        fewer_and_fewer.find_map(|pairs| scattered(&start.position, 2 * pairs, seed).ok());
    Start { position: position.unwrap_or(start.position), ..*start }
}

#[cfg(test)]
mod tests {
    use super::super::choices::{MoveLimit, Plies};
    use super::*;
    use crate::shard::Shard;

    pub fn plan(starts: &[&str]) -> Plan {
        Plan {
            engine: "here".to_owned(),
            seed: 7,
            games: 20,
            shard: Shard::WHOLE,
            starts: starts.iter().map(|text| text.parse().unwrap()).collect(),
            obstacles: 0,
            opening: Plies { least: 1, most: 3 },
            random: 10,
            limit: MoveLimit::Nodes(200),
            hash_mib: 1,
        }
    }

    #[test]
    fn a_game_follows_from_the_plan_and_its_number() {
        let plan = plan(&["strelci6", "amazons6"]);
        let mut first = Generator::new(&plan).unwrap();
        let games: Vec<_> = (0..6).map(|number| first.play(number).unwrap()).collect();
        let mut second = Generator::new(&plan).unwrap();
        for game in games.iter().rev() {
            assert_eq!(second.play(game.number()).unwrap(), *game);
        }
        let starts: Vec<_> = games.iter().map(|game| game.start().to_string()).collect();
        assert!(starts.iter().any(|start| start == "strelci6"), "{starts:?}");
        assert!(starts.iter().any(|start| start == "amazons6"), "{starts:?}");
    }

    #[test]
    fn openings_are_random_and_the_rest_is_scored() {
        let plan = Plan { random: 0, ..plan(&["strelci6"]) };
        let mut generator = Generator::new(&plan).unwrap();
        for number in 0..8 {
            let game = generator.play(number).unwrap();
            let scored: Vec<bool> = game.plies().iter().map(|ply| ply.score.is_some()).collect();
            let opening = scored.iter().position(|&is_scored| is_scored).unwrap();
            assert!((1..=3).contains(&opening), "{opening}");
            assert!(scored[opening..].iter().all(|&is_scored| is_scored));
        }
    }

    #[test]
    fn starts_are_drawn_by_their_weights() {
        let plan = plan(&["3:strelci6", "amazons6"]);
        let drawn = (0..1000).filter(|&number| {
            drawn_start(&plan, &mut generator(1, number)).to_string() == "strelci6"
        });
        assert_eq!(drawn.count(), 748);
    }

    #[test]
    fn obstacles_are_as_many_as_fit() {
        let start: Start = "strelci q3/4/4/3Q w".parse().unwrap();
        let empty = start.position.empty_squares();
        for number in 0..50 {
            let strewn = strewn(&start, 14, &mut generator(1, number));
            let obstacles = empty - strewn.position.empty_squares();
            assert!(obstacles.is_multiple_of(2) && obstacles <= 12, "{obstacles}");
            assert_eq!(outcome_of(strewn.rules, &strewn.position), None);
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let told = |plan: &Plan| Generator::new(plan).unwrap_err().to_string();
        assert_eq!(told(&plan(&[])), "no start is given");
        assert_eq!(
            told(&plan(&["strelci q*Q/**1/1*1 w"])),
            "start 'strelci q*Q/**1/1*1 w - - 0 1': the game is over before it begins: White wins: separated, by 2 squares"
        );
    }
}
