//! `elo` and `simulate` on the real binary.

use assert_cmd::Command;

fn run(arguments: &str) -> (bool, String, String) {
    let mut command = Command::cargo_bin("strelci-tuning").unwrap();
    let output = command.args(arguments.split(' ')).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

fn told(arguments: &str) -> String {
    let (success, told, error) = run(arguments);
    assert!(success, "{arguments}: {error}");
    told
}

fn refused(arguments: &str) -> String {
    let (success, told, error) = run(arguments);
    assert!(!success && told.is_empty(), "{arguments}: {told}");
    error
}

#[test]
fn elo_tells_what_pairs_say() {
    assert_eq!(
        told("elo 12,45,30 --sprt 0 20"),
        "87 pairs (12,45,30), score 60.34 %\n\
         Elo +72.9 [+23.5, +125.5] with 95 %\n\
         normalised Elo +76.6 [+25.0, +128.3] with 95 %\n\
         likelihood of superiority 99.82 %\n\
         SPRT [0, 20] logistic Elo, alpha 0.05, beta 0.05\n\
         LLR 1.87 (-2.94, 2.94): undecided\n"
    );
    let published = "elo --sprt 0 5 --model normalised --beta 0.1 46,936,2083,1043,63";
    assert!(told(published).ends_with("LLR 2.91 (-2.25, 2.89): H1 accepted\n"));
    let rejected = "elo 871,26175,55983,26678,821 --sprt 0 2";
    assert!(told(rejected).ends_with("LLR -4.98 (-2.94, 2.94): H0 accepted\n"));
    assert!(
        told("elo 8,67,75 --sprt -5.5 -1 --model normalized").contains("[-5.5, -1] normalised")
    );
}

#[test]
fn elo_of_what_does_not_vary_is_none() {
    let degenerate = "no Elo: degenerate, as all pairs have the same points\n";
    assert_eq!(told("elo 0,400,0"), format!("400 pairs (0,400,0), score 50.00 %\n{degenerate}"));
    assert!(
        told("elo 0,400,0 --sprt 0 20")
            .ends_with(", 2.94): undecided, as the test says nothing of pairs that do not vary\n")
    );
    assert_eq!(told("elo 0,0,0"), "0 pairs (0,0,0)\nno Elo: nothing was played\n");
}

#[test]
fn simulate_counts_errors() {
    let lines = told("simulate --sprt 0 50 --matches 200 --seed 3 --elo 0 25 50");
    let lines: Vec<&str> = lines.lines().collect();
    let head =
        "SPRT [0, 50] logistic Elo, alpha 0.05, beta 0.05; 200 matches each, bias 0.25, seed 3";
    assert_eq!((lines.len(), lines[0]), (4, head));
    assert!(lines[1].starts_with("at 0 Elo: H0 1") && lines[1].ends_with("%, promised 5.00 %"));
    assert!(lines[2].starts_with("at 25 Elo: ") && lines[2].ends_with(" pairs on average"));
    assert!(lines[3].starts_with("at 50 Elo: H0 ") && lines[3].contains("; wrong "));
    let broken_off = "simulate --sprt 0 20 --matches 5 --most-pairs 3 --elo 10";
    assert!(told(broken_off).ends_with("H0 0, H1 0, undecided 5, 3 pairs on average\n"));
}

#[test]
fn bad_input_is_told() {
    for (arguments, why) in [
        ("elo 1,2", "'1,2' has 2 counts; pairs are three counts"),
        ("elo 1,x,3", "'x' in '1,x,3' is no count of pairs"),
        ("elo 1,2.5,3", "'2.5' in '1,2.5,3' is no count of pairs"),
        ("elo 1,2,3 --sprt 20 0", "elo0 below elo1, both from -100 to 100; these are 20 and 0"),
        ("elo 1,2,3 --sprt 0 nan", "these are 0 and NaN"),
        (
            "elo 1,2,3 --sprt 0 20 --alpha -1",
            "alpha and beta above 0 and below 0.5; these are -1 and",
        ),
        ("elo 1,2,3 --sprt 0 20 --beta 0.5", "these are 0.05 and 0.5"),
        ("elo 1,2,3 --sprt 0", "2 values required"),
        ("elo 1,2,3 --model normalised", "--sprt"),
        ("simulate", "a test to simulate is needed: --sprt ELO0 ELO1"),
        ("simulate --sprt 0 20 --bias 0.6", "with an opening bias of 0.6"),
        ("simulate --sprt 0 20 --matches 0", "0 is not in 1.."),
    ] {
        let error = refused(arguments);
        assert!(error.contains(why), "{arguments}: {error}");
    }
}
