//! Which engine plays: games of one build must not be continued by another that plays otherwise.

use strelci::search::{AnySearcher, Choice, Control, HashError, Limits, Root, Searcher, Settings};
use strelci::variant::Variant;

/// Searched for the signature: a board of either rule set, small enough to take no time.
const VARIANTS: [&str; 2] = ["strelci6", "amazons6"];
/// Depth of the searches of alpha-beta, in plies.
const DEPTH: u32 = 3;
/// Positions evaluated in each tree search.
const NODES: u64 = 4000;

/// The engine in this program: its version, and for small searches of either kind the positions
/// they evaluate, the values they find and the visits of the first moves. A change to search or
/// evaluation that alters play alters these, as with the signature of `strelci bench`.
///
/// # Errors
/// [`HashError`] where there is no memory of 1 MiB for each.
pub fn engine() -> Result<String, HashError> {
    let mut name = vec![format!("strelci {}", env!("CARGO_PKG_VERSION"))];
    let to_depth = Limits { depth: Some(DEPTH), ..Limits::default() };
    let to_nodes = Limits { nodes: Some(NODES), ..Limits::default() };
    for (choice, limits) in [(Choice::AlphaBeta, to_depth), (Choice::Mcts, to_nodes)] {
        let mut searcher =
            AnySearcher::new(&Settings { choice, hash_mib: 1, ..Settings::default() })?;
        for variant in VARIANTS.iter().filter_map(|name| name.parse::<&Variant>().ok()) {
            name.push(found(&mut searcher, variant, &limits));
        }
    }
    Ok(name.join(" "))
}

/// What a search finds at the start of a game.
fn found(searcher: &mut AnySearcher, variant: &Variant, limits: &Limits) -> String {
    searcher.clear();
    let root = Root { position: variant.start(), rules: variant.rules };
    let result = searcher.search(&root, limits, &Control::running(), &|_| ());
    let value = result.lines.first().map_or(0, |line| line.score.hundredths());
    let visits: Vec<_> = result.first_moves.iter().map(|first| first.visits.to_string()).collect();
    format!(
        "{}{value:+}{}{}",
        result.nodes,
        if visits.is_empty() { "" } else { ":" },
        visits.join("-")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_engine_has_one_name() {
        let name = engine().unwrap();
        assert_eq!(engine().unwrap(), name);
        assert_eq!(name.split(' ').count(), 6, "{name}");
    }
}
