//! The command line, on the real program.

use assert_cmd::Command;

/// The program with these arguments, split at spaces, in an environment without colour settings.
fn strelci(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strelci"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.args(arguments.split_whitespace());
    command
}

/// What a command writes that must succeed in silence on standard error.
fn answer(arguments: &str) -> String {
    let output = strelci(arguments).assert().success().get_output().clone();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
    String::from_utf8(output.stdout).unwrap()
}

/// The line that a command with bad input answers with; nothing is written to standard output.
fn error(arguments: &str) -> String {
    let output = strelci(arguments).assert().code(2).get_output().clone();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    error.trim_end().to_owned()
}

/// What `play` writes when a person types these lines.
fn played(arguments: &str, lines: &[&str]) -> String {
    let output = strelci(&format!("play {arguments}"))
        .write_stdin(lines.join("\n"))
        .assert()
        .success()
        .get_output()
        .clone();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &str) -> serde_json::Value {
    serde_json::from_str(&answer(arguments)).unwrap()
}

#[test]
fn show_draws_the_board_and_lists_the_moves() {
    assert_eq!(
        answer("show q2/1*1/2Q w"),
        concat!(
            " 3  q . .\n",
            " 2  . * .\n",
            " 1  . . Q\n",
            "    a b c\n",
            "\n",
            "White to move, move 1 (rules: strelci)\n",
            "FEN: q2/1*1/2Q w - - 0 1\n",
            "Legal moves: 14\n",
            "c1-a1: b1 c1 a2\n",
            "c1-b1: a1 c1 a2 c2\n",
            "c1-c2: b1 c1 b3 c3\n",
            "c1-c3: c1 c2 b3\n",
        )
    );
}

#[test]
fn show_tells_who_has_won_and_why() {
    assert_eq!(
        answer("show q1*1/2*1/2*Q w"),
        concat!(
            " 3  q b * w\n",
            " 2  b b * w\n",
            " 1  b b * Q\n",
            "    a b c d\n",
            "\n",
            "Territory: White (w) 2, Black (b) 5; contested 0\n",
            "Black wins: separated, by 3 squares (rules: strelci)\n",
            "FEN: q1*1/2*1/2*Q w - - 0 1\n",
            "Legal moves: 0\n",
        )
    );
    let amazons = json("show q1*1/2*1/2*Q w --rules amazons --json");
    assert_eq!(amazons["outcome"], serde_json::Value::Null);
    assert_eq!(amazons["moves"].as_array().unwrap().len(), 4);
    let strelci = json("show q1*1/2*1/2*Q w --json");
    assert_eq!(strelci["outcome"]["winner"], "black");
    assert_eq!(strelci["outcome"]["margin"], 3);
    assert_eq!(strelci["territory"]["black"], 5);
    let blocked = json("show q*1/**1/2Q b --rules amazons --json");
    assert_eq!(blocked["outcome"]["reason"], "blocked");
    assert_eq!(blocked["outcome"]["winner"], "white");
    assert_eq!(blocked["outcome"]["margin"], serde_json::Value::Null);
}

#[test]
fn moves_are_played_in_any_spelling() {
    let shown = json("show --json --moves d1d7,d7g7 d10-d8/h4");
    assert_eq!(shown["fen"], "6q3/10/3q6/q2Q2*2q/10/10/Q6*1Q/10/10/6Q3 w - - 0 2");
}

#[test]
fn eval_names_every_term() {
    let text = answer("eval q2*2/3*2/3*1Q/6 b");
    for name in [
        "t1",
        "t2",
        "c1",
        "c2",
        "w",
        "alpha White",
        "mobility Black",
        "territory White",
        "contested",
        "kappa",
        "Estimate:",
    ] {
        assert!(text.lines().any(|line| line.starts_with(name)), "{name}");
    }
    assert!(text.contains(" 4  q - - * + +      "), "{text}");
    assert!(text.contains("    4  q . . * . .\n"), "{text}");
}

#[test]
fn perft_counts() {
    let count = |arguments: &str| {
        let output = strelci(arguments).assert().success().get_output().clone();
        assert!(String::from_utf8_lossy(&output.stderr).contains("leaves/s"));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(count("perft 1"), "2176 leaves\n");
    assert_eq!(count("perft 2 strelci6 --threads 2"), "46324 leaves\n");
    assert_eq!(count("perft 0 amazons"), "1 leaves\n");
    assert_eq!(
        count("perft 1 q1*1/2*1/2*Q w --rules amazons --divide"),
        "d1d2,d2d1: 1\nd1d2,d2d3: 1\nd1d3,d3d1: 1\nd1d3,d3d2: 1\n4 leaves\n"
    );
    assert_eq!(count("perft 3 q1*1/2*1/2*Q w"), "0 leaves\n");
}

#[test]
fn analyze_to_a_depth_is_deterministic() {
    let first = json("analyze strelci6 --depth 3 --multipv 2 --json");
    let again = json("analyze strelci6 --depth 3 --multipv 2 --json");
    assert_eq!(first["nodes"], again["nodes"]);
    assert_eq!(first["lines"], again["lines"]);
    assert_eq!(first["lines"].as_array().unwrap().len(), 2);
    assert_eq!(first["best"], first["lines"][0]["move"]);
    assert_eq!(first["lines"][0]["pv"][0], first["best"]);
    assert!(first["lines"][0]["score"].is_number());
}

#[test]
fn analyze_shows_what_a_tree_search_thinks_of_the_first_moves() {
    let text = answer("analyze strelci6 --search mcts --nodes 30000");
    assert!(text.contains("\nfirst move  visits  score"), "{text}");
    let first = json("analyze strelci6 --search mcts --nodes 30000 --json");
    let again = json("analyze strelci6 --search mcts --nodes 30000 --json");
    assert_eq!(first["first_moves"], again["first_moves"]);
    assert_eq!(first["first_moves"][0]["move"], first["best"]);
    assert!(first["first_moves"][0]["visits"].as_u64().unwrap() > 10);
    let other = json("analyze strelci6 --search alphabeta --depth 2 --json");
    assert_eq!(other["first_moves"], serde_json::json!([]));
}

#[test]
fn analyze_says_what_is_proven() {
    let over = answer("analyze q1*1/2*1/2*Q w --depth 3");
    assert!(over.ends_with("Black wins: separated, by 3 squares (rules: strelci)\n"));
    let over = json("analyze q1*1/2*1/2*Q w --json");
    assert_eq!(over["best"], serde_json::Value::Null);
    assert_eq!(over["outcome"]["reason"], "separated");
    let proven = json("analyze q2/3/2Q w --json --depth 20");
    assert!(proven["lines"][0]["proof"]["plies"].is_number(), "{proven}");
    assert!(proven["lines"][0]["score"].is_null());
}

#[test]
fn bench_ends_with_its_signature() {
    let text = answer("bench");
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"));
    assert!(words[0].parse::<u64>().is_ok() && words[2].parse::<u64>().is_ok());
    let nodes = |line: &str| line.split_whitespace().next()?.parse::<u64>().ok();
    let count = text.lines().count() - 1;
    let sum: u64 = text.lines().take(count).filter_map(nodes).sum();
    assert_eq!(words[0], sum.to_string());
}

#[test]
fn the_version_says_what_the_program_can_do() {
    for flag in ["--version", "-V"] {
        let text = answer(flag);
        assert!(text.starts_with(concat!("strelci ", env!("CARGO_PKG_VERSION"), " (")));
        for word in ["boards:", "rules:", "variants:", "searchers:", "instructions:"] {
            assert!(text.contains(word), "{word}");
        }
    }
}

#[test]
fn help_shows_an_example() {
    assert!(answer("--help").contains("Example: strelci "));
    for command in ["analyze", "play", "show", "eval", "perft", "bench"] {
        let example = format!("Example: strelci {command}");
        assert!(answer(&format!("{command} --help")).contains(&example), "{command}");
        assert!(answer(&format!("{command} -h")).contains(&example), "{command}");
    }
}

#[test]
fn bad_input_is_told_in_a_line() {
    for (arguments, expected) in [
        (
            "show chess",
            "neither a FEN nor a variant: unknown variant 'chess': one of strelci, strelci8, strelci6, amazons, amazons8, amazons6",
        ),
        (
            "show q2/3/2X w",
            "position: row 3, column 2: 'X' is not Q, q, * or a number of empty squares",
        ),
        ("show q2/3/2Q x", "position: side to move 'x': w or b"),
        (
            "show strelci6 --moves c1c5,c5f5 c1c2,c2c3",
            "move 2: c1c2,c2c3 is not legal: no archer of Black, who is to move, stands on c1",
        ),
        (
            "show strelci6 --moves c1c5,c5f5 hello",
            "move 2: 'hello' is not a move: write from, to and shot, as in d1d7,d7g7 or d1-d7/g7",
        ),
        (
            "show q1*1/2*1/2*Q w --moves d1d2,d2d1",
            "move 1: d1d2,d2d1 comes after the end of the game: Black wins: separated, by 3 squares",
        ),
        (
            "eval --rules chess",
            "invalid value 'chess' for '--rules <RULES>': unknown rules 'chess': strelci or amazons",
        ),
        (
            "analyze --time 1x",
            "invalid value '1x' for '--time <TIME>': unknown unit 'x': ms, s or m, as in 500ms",
        ),
        ("play --level 21", "invalid value '21' for '--level <LEVEL>': 21 is not in 0..=20"),
        (
            "play --obstacles 3",
            "3 obstacles cannot lie symmetrically here: an odd number needs an empty square in the middle of the board; take an even one",
        ),
        (
            "play --obstacles 400",
            "no room for 400 obstacles that neither separate the sides nor block an archer; take fewer",
        ),
        (
            "perft",
            "the following required arguments were not provided: <N>; usage: strelci perft <N> [POSITION]...",
        ),
        ("perft many", "invalid value 'many' for '<N>': invalid digit found in string"),
    ] {
        assert_eq!(error(arguments), format!("strelci: {expected}"));
    }
    for arguments in [
        "bogus",
        "show --jsno",
        "analyze --threads 0",
        "analyze --search minimax",
        "analyze --depth 0",
        "analyze --hash 99999999",
        "play --load /no/such/file",
    ] {
        assert!(error(arguments).starts_with("strelci: "), "{arguments}");
    }
}

#[test]
fn colour_needs_a_terminal_or_a_wish() {
    assert!(!answer("show strelci6").contains('\x1b'));
    let is_coloured = |variable: &str| {
        let mut command = strelci("show strelci6");
        let output = command.env(variable, "1").assert().success();
        output.get_output().stdout.contains(&0x1b)
    };
    assert!(is_coloured("CLICOLOR_FORCE"));
    assert!(!is_coloured("NO_COLOR"));
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    use std::process::{Command, Stdio};
    for arguments in [&["show"][..], &["perft", "1", "--divide"], &["--help"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_strelci"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn a_small_game_is_played_to_its_end() {
    let moves = ["b1-b2/b1", "b3a3", "b3", "b2 a1 b2"];
    let text = played("1q/*1/1Q w --color both --rules amazons", &moves);
    assert!(text.ends_with("White wins: Black cannot move (rules: amazons)\n"), "{text}");
    let more = [&moves[..], &["a3b3,b3a3", "hint", "undo"]].concat();
    let text = played("1q/*1/1Q w --color both", &more);
    let end = "White wins: separated with equal territories, Black to move";
    let territory = "Territory: White (w) 0, Black (b) 0; contested 0";
    assert!(text.contains(&format!("{territory}\n{end} (rules: strelci)\n")), "{text}");
    assert_eq!(text.matches(&format!("the game is over: {end}\n")).count(), 2);
    assert!(text.ends_with("White to move, move 2 (rules: strelci)\n"), "{text}");
}

#[test]
fn moves_come_in_halves_and_are_taken_back() {
    let text = played(
        "strelci6 --color both",
        &["c1c3", "back", "back", "c1-c3", "g9", "e5", "undo", "undo", "c1c9", "moves c1", "hello"],
    );
    for part in [
        "c1-c3 shoots at (x): a1 c1 e1 b2 c2 d2 a3 b3 d3 e3 f3 b4 c4 d4 a5 c5 e5 c6 f6; back takes the step back\n",
        " 3  x x Q x x x\n",
        "no step to take back; undo takes back a whole move\n",
        "c1c3,c3g9 is not legal: g9 is not on this 6×6 board\n",
        "Black to move, move 1",
        "no move of yours to take back\n",
        "c9 is not on this 6×6 board\n",
        "235 legal moves\n",
        "'hello' is not a move: write from, to and shot, as in d1d7,d7g7 or d1-d7/g7; help lists the commands\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_engine_answers_and_gives_hints() {
    let lines = ["c1c3,c3e5", "hint", "undo", "resign", "undo", "resign", "c1c2,c2c3"];
    let text = played("strelci6 --level 0 --seed 1 --time 50ms", &lines);
    assert!(text.contains("\nBlack plays "), "{text}");
    assert!(text.contains("(White: "), "{text}");
    assert_eq!(text.matches("Black wins: White resigned (rules").count(), 2);
    assert!(text.ends_with("the game is over: Black wins: White resigned\n"), "{text}");
    let black = played("strelci6 --level 0 --seed 1 --time 50ms --color black", &["undo"]);
    assert!(black.starts_with(" 6 ") && black.contains("\nWhite plays "), "{black}");
    assert!(black.ends_with("no move of yours to take back\n"), "{black}");
}

#[test]
fn the_engine_plays_whole_games_by_itself() {
    let text = played("strelci6 --color none --level 0 --seed 5 --time 50ms", &[]);
    let last = text.lines().last().unwrap();
    assert!(last.contains(" wins: ") && last.ends_with("(rules: strelci)"), "{last}");
    assert!(text.contains("Territory: White (w) "), "{text}");
    assert_eq!(text, played("strelci6 --color none --level 0 --seed 5 --time 50ms", &[]));
}

#[test]
fn games_are_saved_and_go_on() {
    let path = std::env::temp_dir().join(format!("strelci-cli-{}.txt", std::process::id()));
    let name = path.display();
    let saved = played("strelci6 --color both", &["c1c3,c3e5", &format!("save {name}")]);
    assert!(saved.contains(&format!("saved: strelci play --load {name}\n")), "{saved}");
    let loaded = played(&format!("--load {name} --color both"), &["undo"]);
    assert!(loaded.starts_with(" 6  . . . q . .\n 5  . . . . * .\n"), "{loaded}");
    assert!(loaded.contains("White to move, move 1"), "{loaded}");
    assert!(error(&format!("play strelci --load {name}")).contains("cannot be used with"));
    std::fs::write(&path, "rules strelci\nfen q2/3/2Q w\nmoves c1c9,c9c1\n").unwrap();
    assert_eq!(
        error(&format!("play --load {name}")),
        format!("strelci: {name}: move 1: c1c9,c9c1 is not legal: c9 is not on this 3×3 board")
    );
    std::fs::remove_file(&path).unwrap();
    assert!(played("strelci6", &["save /no/such/place"]).contains("/no/such/place: "));
}

#[test]
fn obstacles_are_seeded() {
    let text = played("strelci8 --obstacles 6 --seed 3", &[]);
    assert_eq!(text, played("strelci8 --obstacles 6 --seed 3", &[]));
    assert!(text.starts_with("Obstacles by --seed 3\n"), "{text}");
    assert_eq!(text.matches('*').count(), 6);
    assert_ne!(text, played("strelci8 --obstacles 6 --seed 4", &[]));
}

#[test]
fn without_a_command_the_protocol_is_spoken() {
    let output =
        strelci("").write_stdin("uci\neval\nquit\n").assert().success().get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("uciok") && text.contains("Estimate: "), "{text}");
}
