//! An end that is asked for from outside is heard while a player thinks, and nothing is left over.
//! Alone in this file, since the question is asked of the whole process.

mod common;

use std::sync::Barrier;
use std::time::Instant;

use common::{DEADLINES, PATIENCE, depth, game, player, script};
use rustix::process::{Signal, getpid, kill_process};
use strelci_tuning::engine::Fault;
use strelci_tuning::interrupt;

#[test]
fn a_signal_ends_whatever_thinks() {
    interrupt::listen().unwrap();
    let all_think = Barrier::new(3);
    let ask = |words: &str| {
        let mut player = player(words, DEADLINES).unwrap();
        let game = game("amazons", "");
        player.new_game(&game).unwrap();
        all_think.wait();
        let fault = player.choose(&game, &depth(100), PATIENCE).unwrap_err();
        assert_eq!(player.notes(), []);
        fault
    };
    std::thread::scope(|scope| {
        let search = scope.spawn(|| ask("depth=100"));
        let program = scope.spawn(|| ask(&script("hangs", "")));
        all_think.wait();
        let asked = Instant::now();
        kill_process(getpid(), Signal::TERM).unwrap();
        assert_eq!(search.join().unwrap(), Fault::Interrupted);
        assert_eq!(program.join().unwrap(), Fault::Interrupted);
        assert!(asked.elapsed() < PATIENCE);
    });
}
