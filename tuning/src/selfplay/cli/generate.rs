//! `selfplay`: plays games into a file.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;

use crate::interrupt;
use crate::output::answer;
use crate::selfplay::progress::Progress;
use crate::selfplay::{
    MoveLimit, Plan, Plies, Recovered, Tally, WeightedStart, Writer, check, run as play,
};
use crate::shard::Shard;
use crate::signature;

/// Plays games of the engine against itself into a file.
///
/// The games follow from the seed and the settings alone, whatever the threads and shards, unless
/// the limit is one of time. A run that was killed or interrupted goes on where it was when the
/// same command is given again; one that is done does nothing.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The file of games.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Where games begin: the name of a variant, or strelci or amazons and a FEN; may be given
    /// several times, and with a weight before a colon, as in 3:amazons8.
    #[arg(long = "start", value_name = "START", required = true)]
    starts: Vec<WeightedStart>,
    /// Games of the run, all shards together.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of every random choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The share of the run that is played here, as in 0/4 to 3/4 on four machines.
    #[arg(long, value_name = "INDEX/COUNT", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Positions evaluated for a move, varied by up to five per cent.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Milliseconds for a move instead: such games cannot be played again.
    #[arg(long, conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Random plies at the beginning: a number, or a range from which it is drawn for each game.
    #[arg(long, value_name = "PLIES", default_value = "2-6")]
    opening: Plies,
    /// Later moves out of a hundred that are played at random, to see other positions too.
    #[arg(long, value_name = "PERCENT", default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=100))]
    random: u32,
    /// Random obstacles put on the board first: an even number, at most this and as many as fit.
    #[arg(long, value_name = "MOST", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=600))]
    obstacles: u16,
    /// Memory of each thread's transposition table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Games played at a time, each on one thread.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Arguments {
    fn plan(&self) -> Result<Plan> {
        let nodes = MoveLimit::Nodes(self.nodes);
        let time = self.time.map(|time| MoveLimit::Time(Duration::from_millis(time)));
        Ok(Plan {
            engine: signature::engine()?,
            seed: self.seed,
            games: self.games,
            shard: self.shard,
            starts: self.starts.clone(),
            obstacles: usize::from(self.obstacles),
            opening: self.opening,
            random: self.random,
            limit: time.unwrap_or(nodes),
            hash_mib: self.hash as usize,
        })
    }
}

/// Plays what is missing of the run.
///
/// # Errors
/// Where the file is damaged, of another run or cannot be written, or the plan cannot be played.
pub fn run(arguments: &Arguments) -> Result<()> {
    let plan = arguments.plan()?;
    check(&plan)?;
    interrupt::listen()?;
    let (mut writer, recovered) = Writer::open(&arguments.out, &plan)?;
    let (name, share) = (arguments.out.display(), plan.share());
    answer(
        &found(recovered, share).map_or_else(String::new, |found| format!("{name}: {found}\n")),
    )?;
    if writer.due().is_none() {
        return Ok(());
    }
    let mut progress = Progress::new(recovered.games, share);
    let threads = usize::from(arguments.threads);
    let played = play(&plan, &mut writer, threads, &mut |tally| progress.show(tally));
    drop(progress);
    let tally = played?;
    answer(&format!("{name}: {} of {share} games; now {}\n", writer.games(), told(&tally)))?;
    ensure!(writer.due().is_none(), "interrupted; the same command goes on");
    Ok(writer.finish()?)
}

/// What was in the file; nothing where there was none.
fn found(recovered: Recovered, share: u64) -> Option<String> {
    let Recovered { games, cut } = recovered;
    let games =
        (games > 0 || games == share).then(|| format!("{games} of {share} games are there"));
    let cut = (cut > 0).then(|| format!("{cut} bytes of a torn block are cut off"));
    let found: Vec<String> = games.into_iter().chain(cut).collect();
    (!found.is_empty()).then(|| found.join(", "))
}

fn told(tally: &Tally) -> String {
    let [wall, processor] = tally.outside().map(|part| 100.0 * part);
    format!(
        "{} games, {} positions in {:.1} s: {:.0} positions/s; outside the search {wall:.1} % of the threads' time, {processor:.1} % of their processor's",
        tally.games,
        tally.positions,
        tally.time.as_secs_f64(),
        tally.speed(),
    )
}
