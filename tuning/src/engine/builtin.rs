//! The search in this process as a player: no pipes and no parsing between the moves.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use strelci::eval::{LEAN_WEIGHTS, Score};
use strelci::rules::Outcome;
use strelci::search::{AnySearcher, Info, Limits, Root, SearchResult, Searcher};

use super::spec::BuiltinSpec;
use super::tables;
use super::watch::Watch;
use super::{Answer, Fault, Note, Player};
use crate::game::Game;
use crate::interrupt;
use crate::threads::processor_time;

/// The search in this process.
pub(super) struct Builtin {
    spec: BuiltinSpec,
    /// None after a search that panicked and may have left it in disorder.
    searcher: Option<Box<dyn Searcher>>,
    watch: Watch,
    /// Processor time so far; unknown where other threads than the caller's search.
    cpu: Option<Duration>,
}

impl Builtin {
    pub(super) fn new(spec: &BuiltinSpec) -> Result<Self, Fault> {
        let threads = spec.settings().map_err(not_started)?.threads;
        Ok(Self {
            spec: spec.clone(),
            searcher: Some(Box::new(spec.searcher()?)),
            watch: Watch::new().map_err(not_started)?,
            cpu: (threads == 1).then_some(Duration::ZERO),
        })
    }

    /// Searches, and adds what it costs.
    fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        patience: Duration,
    ) -> Result<SearchResult, Fault> {
        let gone = || Fault::Crashed("the search panicked".to_owned());
        let mut searcher = self.searcher.take().ok_or_else(gone)?;
        let control = self.watch.control(patience);
        let before = processor_time();
        let searched = catch_unwind(AssertUnwindSafe(|| {
            searcher.search(root, limits, &control, &|_: &Info| ())
        }));
        self.watch.relieve();
        let cost = processor_time().saturating_sub(before);
        self.cpu = self.cpu.map(|cpu| cpu + cost);
        // The panic itself has been told on standard error.
        let result = searched.map_err(|_| gone())?;
        self.searcher = Some(searcher);
        Ok(result)
    }
}

impl BuiltinSpec {
    /// The searcher it describes.
    ///
    /// # Errors
    /// [`Fault::NotStarted`] without the memory for its table, or the file of its weights.
    pub fn searcher(&self) -> Result<AnySearcher, Fault> {
        let settings = self.settings().map_err(not_started)?;
        let weights = match &self.weights {
            Some(path) => tables::load(path).map_err(not_started)?,
            None => &LEAN_WEIGHTS,
        };
        AnySearcher::tuned(&settings, self.constants(), weights).map_err(not_started)
    }
}

fn not_started(why: impl std::error::Error + Send + Sync + 'static) -> Fault {
    Fault::NotStarted(format!("{:#}", anyhow::Error::new(why)))
}

impl Player for Builtin {
    fn new_game(&mut self, _game: &Game) -> Result<(), Fault> {
        match &mut self.searcher {
            Some(searcher) => searcher.clear(),
            none => *none = Some(Box::new(self.spec.searcher()?)),
        }
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Answer, Fault> {
        let root = Root { position: *game.position(), rules: game.start().rules };
        let asked = Instant::now();
        let result = self.search(&root, limits, patience)?;
        let time = asked.elapsed();
        if interrupt::asked() {
            return Err(Fault::Interrupted);
        }
        if time >= patience {
            return Err(Fault::Hung(time));
        }
        answer(&result, time)
    }

    fn game_over(&mut self, _game: &Game, _outcome: &Outcome) -> Result<(), Fault> {
        Ok(())
    }

    fn quit(&mut self) {}

    fn cpu_time(&mut self) -> Option<Duration> {
        self.cpu
    }

    fn notes(&mut self) -> Vec<Note> {
        Vec::new()
    }
}

fn answer(result: &SearchResult, time: Duration) -> Result<Answer, Fault> {
    let none = || Fault::WrongClaim("the search finds no move while the game goes on".to_owned());
    let played = result.best.ok_or_else(none)?;
    let line = result.lines.iter().find(|line| line.pv.first() == Some(&played));
    let proven = line.map(|line| line.score).filter(|score| score.is_proven());
    let estimate = line.map(|line| line.score).filter(|score| !score.is_proven());
    Ok(Answer {
        played,
        score: estimate.map(Score::hundredths),
        claim: proven.map(Score::is_won),
        depth: line.map(|line| line.depth),
        nodes: Some(result.nodes),
        time,
    })
}

#[cfg(test)]
mod tests {
    use strelci::search::{Control, HashError, Settings};

    use super::*;
    use crate::start::Start;

    const PATIENCE: Duration = Duration::from_mins(1);

    fn game(start: &str) -> Game {
        Game::new(start.parse::<Start>().expect("a start"))
    }

    fn player(words: &[(&str, &str)]) -> Builtin {
        let options = words.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        Builtin::new(&BuiltinSpec { options, ..BuiltinSpec::default() }).expect("a player")
    }

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    #[test]
    fn the_same_nodes_give_the_same_answer_in_every_game() {
        let game = game("strelci8");
        let mut player = player(&[]);
        let mut answers = [3000, 3100, 3000].map(|limit| {
            player.new_game(&game).expect("ready");
            player.choose(&game, &nodes(limit), PATIENCE).expect("an answer")
        });
        for answer in &mut answers {
            answer.time = Duration::ZERO;
        }
        assert_eq!(answers[0], answers[2]);
        assert_ne!(answers[0].nodes, answers[1].nodes);
        assert!(answers[0].score.is_some() && answers[0].claim.is_none());
        assert!(answers[0].nodes.is_some_and(|nodes| (3000..3200).contains(&nodes)));
    }

    #[test]
    fn a_proven_result_is_a_claim() {
        let game = game("strelci 6/2**1*/1Q***1/2**2/2*1**/*1q1*1 b");
        let limits = Limits { depth: Some(12), ..Limits::default() };
        let answer = player(&[]).choose(&game, &limits, PATIENCE).expect("an answer");
        assert_eq!((answer.score, answer.claim), (None, Some(true)));
    }

    #[test]
    fn processor_time_is_known_of_one_thread_alone() {
        let game = game("strelci6");
        let mut one = player(&[]);
        assert_eq!(one.cpu_time(), Some(Duration::ZERO));
        one.choose(&game, &nodes(5000), PATIENCE).expect("an answer");
        assert!(one.cpu_time() > Some(Duration::ZERO));
        assert_eq!(player(&[("Threads", "2")]).cpu_time(), None);
    }

    #[test]
    fn a_search_that_does_not_end_hangs() {
        let limits = Limits { depth: Some(100), ..Limits::default() };
        let patience = Duration::from_millis(60);
        let answer = player(&[]).choose(&game("strelci"), &limits, patience);
        assert!(matches!(answer, Err(Fault::Hung(time)) if time >= patience), "{answer:?}");
    }

    /// A search that panics.
    struct Panicking;

    impl Searcher for Panicking {
        fn search(
            &mut self,
            _: &Root,
            _: &Limits,
            _: &Control,
            _: &(dyn Fn(&Info) + Sync),
        ) -> SearchResult {
            panic!("as meant by a test")
        }

        fn configure(&mut self, _: &Settings) -> Result<(), HashError> {
            Ok(())
        }

        fn clear(&mut self) {}
    }

    #[test]
    fn a_search_that_panicked_is_made_anew_for_the_next_game() {
        let game = game("strelci6");
        let mut player = player(&[]);
        player.searcher = Some(Box::new(Panicking));
        for _ in 0..2 {
            let answer = player.choose(&game, &nodes(100), PATIENCE);
            assert_eq!(answer, Err(Fault::Crashed("the search panicked".to_owned())));
        }
        player.new_game(&game).expect("ready");
        player.choose(&game, &nodes(100), PATIENCE).expect("an answer");
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let answer = player(&[]).choose(&game("strelci q*Q/1*1/1*1 w"), &nodes(100), PATIENCE);
        assert!(matches!(answer, Err(Fault::WrongClaim(_))), "{answer:?}");
    }
}
