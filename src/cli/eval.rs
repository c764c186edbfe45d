//! `strelci eval`: every term of the evaluation by name.

use std::io::{self, Write};

use anstream::adapter::strip_str;
use anyhow::Result;
use clap::Args;

use super::input::PositionArgs;
use super::output;
use crate::board::Geometry;
use crate::eval::{Evaluator, Explanation, LEAN_WEIGHTS, Score, win_chance};
use crate::isa::Isa;
use crate::picture;
use crate::rules::outcome_of;
use crate::search::Root;
use crate::with_position;

/// Explain how good a position is, term by term
#[derive(Args, Debug)]
#[command(after_help = "Example: strelci eval amazons --moves d1d7,d7g7")]
pub(super) struct Eval {
    #[command(flatten)]
    position: PositionArgs,
}

/// The bonus of the side to move for a tied square, in the middle of what Lieberum takes.
const KAPPA: f64 = 0.1;

impl Eval {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<()> {
        Ok(report(out, &self.position.root()?)?)
    }
}

/// What `eval` prints of a position, as plain text: for the protocol.
#[must_use]
pub fn explain(root: &Root) -> String {
    let mut text = Vec::new();
    // Memory takes all that is written.
    let _ = report(&mut text, root);
    strip_str(&String::from_utf8_lossy(&text)).to_string()
}

fn report(out: &mut dyn Write, root: &Root) -> io::Result<()> {
    let explanation = Explanation::of(&root.position, KAPPA);
    maps(out, root, &explanation)?;
    writeln!(out)?;
    terms(out, &explanation)?;
    writeln!(out)?;
    archers(out, &explanation)?;
    writeln!(out)?;
    lean_terms(out, root)?;
    writeln!(out)?;
    writeln!(out, "{}", verdict(root))
}

fn maps(out: &mut dyn Write, root: &Root, explanation: &Explanation) -> io::Result<()> {
    let influence = picture::influence(&root.position, explanation);
    let territory = picture::territory(&root.position);
    let (titles, rows) = output::beside([
        ("Influence (+ White, - Black, = tied)", &influence),
        ("Territory (w White, b Black)", &territory),
    ]);
    writeln!(out, "{titles}\n")?;
    output::board(out, &rows)
}

fn terms(out: &mut dyn Write, explanation: &Explanation) -> io::Result<()> {
    let rows = explanation.terms().into_iter().map(|term| {
        vec![term.name.to_owned(), format!("{:9.4}", term.value + 0.0), term.meaning.to_owned()]
    });
    let kappa = vec![
        "kappa".to_owned(),
        format!("{:9.4}", explanation.kappa),
        "bonus of the side to move for a tied square, in t1 and t2".to_owned(),
    ];
    output::table(out, &rows.chain([kappa]).collect::<Vec<_>>())
}

fn archers(out: &mut dyn Write, explanation: &Explanation) -> io::Result<()> {
    let head = ["archer", "", "moves", "alpha"];
    let rows = explanation.archers.iter().map(|archer| {
        vec![
            archer.side.to_string(),
            archer.square.to_string(),
            archer.moves.to_string(),
            format!("{:.4}", archer.alpha + 0.0),
        ]
    });
    output::headed_table(out, head, rows)
}

/// What the search's estimate is made of.
fn lean_terms(out: &mut dyn Write, root: &Root) -> io::Result<()> {
    let account = with_position!(&root.position, position => {
        evaluator(root, position.geometry()).account(position)
    });
    let head = ["in the search", "lead", "weight", "squares"];
    let rows = account.iter().map(|term| {
        let squares = f64::from(term.lead) * term.weight / 100.0;
        let numbers = [term.weight / 100.0, squares].map(|number| format!("{number:+.3}"));
        let [weight, squares] = numbers;
        vec![term.name.to_owned(), format!("{:+}", term.lead), weight, squares]
    });
    output::headed_table(out, head, rows)
}

fn evaluator<const N: usize>(root: &Root, geometry: &'static Geometry<N>) -> Evaluator<N> {
    Evaluator::new(geometry, root.rules, &LEAN_WEIGHTS, Isa::best())
}

/// What the search would say without looking ahead.
fn verdict(root: &Root) -> String {
    if let Some(outcome) = outcome_of(root.rules, &root.position) {
        return outcome.to_string();
    }
    let score = Score::estimate(estimate(root));
    format!(
        "Estimate: {} squares for {}, who is to move; chance to win {} (rules: {})",
        output::squares(score),
        root.position.side_to_move(),
        output::percent(win_chance(root.rules, score)),
        root.rules
    )
}

fn estimate(root: &Root) -> i32 {
    with_position!(&root.position, position => {
        evaluator(root, position.geometry()).estimate(position)
    })
}
