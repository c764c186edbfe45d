//! The session over pipes, with a searcher made for it.

use std::io::{self, BufRead, BufReader, PipeWriter, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use proptest::prelude::*;
use strelci::eval::Score;
use strelci::search::{
    Bound, Control, HashError, Info, Limits, Root, SearchResult, Searcher, Settings,
};
use strelci::session::Session;

/// Answers the first legal move: at once with a depth, never before a stop without. Fails with
/// 666 nodes, and has no memory for tables above 1000 MiB.
struct Puppet;

impl Searcher for Puppet {
    fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Info) + Sync),
    ) -> SearchResult {
        assert_ne!(limits.nodes, Some(666), "the puppet falls over");
        let first = root.position.moves()[0];
        let best = limits.search_moves.first().copied().unwrap_or(first);
        let reply = root.position.play(best).unwrap().moves().first().copied();
        let line = Info {
            depth: limits.depth.unwrap_or(9),
            selective_depth: 9,
            line: 1,
            score: Score::estimate(25),
            bound: Bound::Exact,
            nodes: 7,
            time: Duration::from_millis(1),
            hash_full: 0,
            pv: vec![best],
        };
        report(&line);
        while limits.depth.is_none() && !control.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        SearchResult {
            best: Some(best),
            ponder: reply,
            lines: vec![line],
            nodes: 7,
            first_moves: Vec::new(),
        }
    }

    fn configure(&mut self, settings: &Settings) -> Result<(), HashError> {
        let mib = settings.hash_mib;
        if mib > 1000 {
            return Err(HashError { mib, kept: 64 });
        }
        Ok(())
    }

    fn clear(&mut self) {}
}

fn explain(_: &Root) -> String {
    "explained\nin two lines".to_owned()
}

/// The other end of a session.
struct Talk {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    session: JoinHandle<io::Result<()>>,
}

impl Talk {
    fn new() -> Self {
        let (session_input, input) = io::pipe().unwrap();
        let (output, session_output) = io::pipe().unwrap();
        let (sender, lines) = channel();
        let input_reader = BufReader::new(session_input);
        let session = std::thread::spawn(move || {
            Session::new(Box::new(Puppet), explain, input_reader, session_output)?.run()
        });
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                sender.send(line.unwrap()).unwrap();
            }
        });
        Self { input: Some(input), lines, session }
    }

    fn send(&mut self, text: impl AsRef<[u8]>) -> &mut Self {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_ref()).unwrap();
        input.write_all(b"\n").unwrap();
        self
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(20)).expect("a line")
    }

    /// Expects lines that start so.
    #[track_caller]
    fn expect(&mut self, starts: &[&str]) -> &mut Self {
        for start in starts {
            let line = self.line();
            assert!(line.starts_with(start), "{line} instead of {start}");
        }
        self
    }

    /// Skips lines until one starts so.
    fn until(&mut self, start: &str) -> &mut Self {
        while !self.line().starts_with(start) {}
        self
    }

    /// Closes the input and returns all lines that still come.
    fn close(mut self) -> Vec<String> {
        self.input = None;
        let rest = self.lines.iter().collect();
        self.session.join().unwrap().unwrap();
        rest
    }

    fn quit(mut self) {
        self.send("quit");
        assert_eq!(self.close(), [""; 0]);
    }
}

#[test]
fn the_handshake_lists_options_and_names_the_face() {
    let mut talk = Talk::new();
    talk.send("uci")
        .expect(&["id name strelci", "id author", "option name Threads"])
        .until("uciok");
    talk.send("ugi").expect(&["id name"]).until("ugiok");
    talk.send("isready").expect(&["readyok"]);
    talk.quit();
}

#[test]
fn questions_are_answered_during_a_search() {
    let mut talk = Talk::new();
    talk.send("go infinite").expect(&["info depth 9"]);
    talk.send("isready").expect(&["readyok"]);
    talk.send("d").expect(&["10  . . . q"]).until("Result: none, White to move");
    talk.send("query gameover").expect(&["response false"]);
    talk.send("eval").expect(&["explained", "in two lines"]);
    talk.send("nonsense").expect(&["info string error: unknown command 'nonsense'"]);
    talk.send("stop").expect(&["info depth 9", "bestmove "]);
    talk.send("stop").send("isready").expect(&["readyok"]);
    talk.quit();
}

#[test]
fn an_answer_waits_for_stop_or_ponder_hit() {
    let mut talk = Talk::new();
    for (go, release) in [
        ("go depth 3 infinite", "stop"),
        ("go ponder depth 3", "ponderhit"),
        ("go ponder depth 3", "stop"),
    ] {
        talk.send(go).expect(&["info depth 3", "info depth 3"]);
        talk.send("isready").expect(&["readyok"]);
        talk.send(release).expect(&["bestmove"]);
    }
    talk.send("ponderhit").send("isready").expect(&["readyok"]);
    talk.quit();
}

#[test]
fn a_new_position_ends_the_search_and_comes_after_its_answer() {
    let mut talk = Talk::new();
    talk.send("go infinite").expect(&["info depth 9"]);
    talk.send("position fen q2/3/2Q w moves c1c2,c2c1\nd\ngo depth 1");
    talk.expect(&["info depth 9", "bestmove", " 3  q . .", " 2  . . Q", " 1  . . *"]);
    talk.until("Result").expect(&["info depth 1", "info depth 1", "bestmove a3"]);
    talk.send("go infinite\ngo infinite\nsetoption name Threads value 1\ngo depth 2\nquit");
    talk.expect(&["info depth 9", "info depth 9", "bestmove"]);
    talk.expect(&["info depth 9", "info depth 9", "bestmove"]);
    talk.expect(&["info depth 2", "info depth 2", "bestmove"]);
    assert_eq!(talk.close(), [""; 0]);
}

#[test]
fn a_searcher_that_fails_is_answered_for() {
    let mut talk = Talk::new();
    talk.send("go nodes 666").expect(&[
        "info string error: the engine failed: ",
        "info depth 0 seldepth 0 multipv 1 score cp 1 ",
        "bestmove ",
    ]);
    talk.send("go depth 1").expect(&["info depth 1", "info depth 1", "bestmove"]);
    talk.quit();
}

#[test]
fn a_position_in_error_is_kept_from_play() {
    let mut talk = Talk::new();
    let error = "info string error: position: move 2 'd1d9,d9d8': no archer of Black";
    talk.send("position startpos moves d1d7,d7g7 d1d9,d9d8").expect(&[error]);
    talk.send("go depth 1").expect(&[error, "bestmove (none)"]);
    talk.send("query gameover").expect(&[error, "response false"]);
    talk.send("d").until("Fen: 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w");
    talk.until("Result");
    talk.send("go infinite").expect(&[error]).send("isready").expect(&["readyok"]);
    talk.send("stop").expect(&["bestmove (none)"]);
    for wrong in ["position", "position startpos move d1d7,d7g7", "position fen q/q w"] {
        talk.send(wrong).expect(&["info string error: position: "]);
        talk.send("go").expect(&["info string error: position: ", "bestmove (none)"]);
    }
    talk.send("position startpos\ngo depth 1").expect(&[
        "info depth 1",
        "info depth 1",
        "bestmove d1",
    ]);
    talk.quit();
}

#[test]
fn finished_games_have_a_result_and_no_move() {
    let mut talk = Talk::new();
    talk.send("position fen q*Q/1*1/1*1 w\nquery gameover\nquery result\nquery p1turn\ngo depth 5");
    talk.expect(&["response true", "response p2win", "response true"]);
    talk.expect(&["info depth 0 score mate 0", "bestmove (none)"]);
    talk.send("position fen q*Q/**1/1*1 w\nquery result\ngo infinite");
    talk.expect(&["response p1win", "info depth 0 score mate 1 pv 0000"]);
    talk.send("isready").expect(&["readyok"]).send("stop").expect(&["bestmove (none)"]);
    talk.send("position startpos moves\nquery result").expect(&["response none"]);
    talk.quit();
}

#[test]
fn only_uci_hears_of_pondering() {
    let mut talk = Talk::new();
    let answer = |talk: &mut Talk| {
        talk.send("position startpos\ngo depth 1").expect(&["info", "info"]);
        talk.line().split(' ').count()
    };
    assert_eq!(answer(&mut talk), 4);
    talk.send("ugi").until("ugiok");
    assert_eq!(answer(&mut talk), 2);
    talk.quit();
}

#[test]
fn variants_bring_rules_and_board() {
    let mut talk = Talk::new();
    talk.send("position nowhere").expect(&["info string error"]);
    talk.send("setoption name uci_variant value amazons8").expect(&[
        "info string variant amazons8 files 8 ranks 8 startpos 2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w - - 0 1",
    ]);
    talk.send("d").until("Fen: 2q2q2").until("Rules: amazons").until("Result");
    talk.send("position fen q*Q/1*1/1*1 w\nquery gameover").expect(&["response false"]);
    talk.send("setoption name UCI_Variant value go")
        .expect(&["info string error: setoption: UCI_Variant 'go': one of strelci, "]);
    talk.quit();
}

#[test]
fn settings_that_cannot_be_had_are_told_before_readyok() {
    let mut talk = Talk::new();
    talk.send("setoption name Hash value 2000\nisready")
        .expect(&["info string error: no memory for Hash 2000 MiB; it is 64 MiB", "readyok"]);
    talk.send("setoption name Threads value 2\nisready").expect(&["readyok"]);
    talk.send("setoption name Clear Hash\nucinewgame\nisready").expect(&["readyok"]);
    talk.quit();
}

#[test]
fn chances_are_told_on_demand() {
    let mut talk = Talk::new();
    talk.send("setoption name UCI_ShowWDL value true\ngo depth 1");
    talk.expect(&["info depth 1 seldepth 9 multipv 1 score cp 25 wdl "]);
    talk.expect(&["info", "bestmove"]);
    talk.quit();
}

#[test]
fn illegal_search_moves_are_told_and_left_out() {
    let mut talk = Talk::new();
    talk.send("go depth 1 searchmoves a4a9,a9a8 d1d2,d2d1").expect(&[
        "info string error: go: searchmoves: a4a9,a9a8 is not legal: the archer on a4 cannot move to a9",
        "info", "info", "bestmove d1d2,d2d1",
    ]);
    talk.send("go depth 1 searchmoves a4a9,a9a8").expect(&[
        "info string error",
        "info",
        "info",
        "bestmove d1",
    ]);
    talk.send("go depth x").expect(&["info string error: go: depth 'x'"]);
    talk.send("stop").until("bestmove");
    talk.quit();
}

#[test]
fn counting_can_be_stopped() {
    let mut talk = Talk::new();
    talk.send("position fen q2/3/2Q w\ngo perft 1").until("Nodes searched: 29");
    talk.send("go perft 0").expect(&["", "Nodes searched: 1"]);
    talk.send("go perft x").expect(&["info string error: go perft: depth 'x'"]);
    talk.send("position startpos\ngo perft 9\nisready").expect(&["readyok"]);
    talk.send("stop").expect(&["info string perft stopped"]);
    talk.send("go perft 9\ngo depth 1").expect(&[
        "info string perft stopped",
        "info",
        "info",
        "bestmove",
    ]);
    talk.send("bench\nstop").until("info string bench stopped");
    talk.quit();
}

#[test]
fn a_count_is_finished_after_the_input() {
    let mut talk = Talk::new();
    talk.send("position fen q2/3/2Q w\ngo perft 2");
    assert_eq!(talk.close().last().unwrap(), "Nodes searched: 518");
}

#[test]
fn the_end_of_input_ends_a_search() {
    for go in ["go infinite", "go", "go ponder depth 3", "go depth 3", "go nodes 5\nquit"] {
        let mut talk = Talk::new();
        talk.send(go);
        let lines = talk.close();
        assert!(lines.last().unwrap().starts_with("bestmove "), "{go}: {lines:?}");
    }
}

#[test]
fn bad_lines_do_no_harm() {
    let mut talk = Talk::new();
    talk.send("isready\r\n\r\n\n   \n").expect(&["readyok"]);
    talk.send(b"\xff\xfe\x00go")
        .expect(&["info string error: unknown command '\u{fffd}\u{fffd}\u{fffd}go'"]);
    talk.send(vec![b'x'; 5 << 20]).expect(&["info string error: unknown command 'xxxx"]);
    let padded = format!("position startpos moves {}", " ".repeat(2 << 20));
    talk.send(padded).expect(&["info string error: position: the line is longer than"]);
    talk.send("go").expect(&["info string error: position: the line is", "bestmove (none)"]);
    talk.send(format!("position startpos moves {}", "d1d7,d7g7 ".repeat(50_000)));
    talk.expect(&["info string error: position: move 2 'd1d7,d7g7': no archer of Black"]);
    talk.quit();
}

#[test]
fn a_closed_output_ends_the_session() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    // Input that never ends.
    let (input, _kept) = io::pipe().unwrap();
    let lines = io::Cursor::new(b"go infinite\nuci\n").chain(BufReader::new(input));
    let session = Session::new(Box::new(Puppet), explain, BufReader::new(lines), Closed).unwrap();
    session.run().unwrap();
}

#[test]
fn the_log_has_both_directions() {
    let path = std::env::temp_dir().join(format!("strelci-log-{}", std::process::id()));
    let mut talk = Talk::new();
    talk.send(format!("setoption name Debug Log File value {}", path.display()));
    talk.send("isready").expect(&["readyok"]);
    talk.send("setoption name Debug Log File value /no/such/place")
        .expect(&["info string error: Debug Log File '/no/such/place': "]);
    talk.send("setoption name Debug Log File value <empty>\nd").until("Result");
    talk.quit();
    let log = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(log.starts_with(">> isready\n<< readyok\n>> setoption"), "{log}");
    assert!(!log.contains("Result"), "{log}");
}

/// Lines of every kind, in and out of order.
fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("go depth 1".to_owned()),
        Just("go infinite".to_owned()),
        Just("go ponder movetime 5".to_owned()),
        Just("go".to_owned()),
        "go [a-z]{0,9} [0-9-]{0,4}".prop_filter("counts", |line| !line.starts_with("go perft")),
        Just("go perft 9".to_owned()),
        Just("stop".to_owned()),
        Just("ponderhit".to_owned()),
        Just("isready".to_owned()),
        Just("ucinewgame".to_owned()),
        Just("bench".to_owned()),
        Just("d".to_owned()),
        Just("ugi".to_owned()),
        Just("query result".to_owned()),
        Just("position startpos moves d1d7,d7g7".to_owned()),
        Just("position startpos moves d1d7,d7g8".to_owned()),
        Just("position fen q*Q/1*1/1*1 w".to_owned()),
        Just("setoption name MultiPV value 3".to_owned()),
        Just("setoption name UCI_Variant value amazons6".to_owned()),
        "\\PC{0,30}".prop_filter("quits", |line| !line.trim().starts_with(['q', 'e', 'g'])),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_search_is_answered_once_whatever_comes(lines in prop::collection::vec(any_line(), 0..40)) {
        let mut talk = Talk::new();
        let count = |word: &str| lines.iter().filter(|line| line.split_whitespace().next() == Some(word)).count();
        let perfts = lines.iter().filter(|line| line.as_str() == "go perft 9").count();
        let (searches, ready) = (count("go") - perfts, count("isready"));
        talk.send(lines.join("\n"));
        talk.send("stop\nquit");
        let replies = talk.close();
        let count = |start: &str| replies.iter().filter(|line| line.starts_with(start)).count();
        prop_assert_eq!(count("bestmove"), searches);
        prop_assert_eq!(count("readyok"), ready);
    }
}
