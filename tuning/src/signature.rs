//! Which engine plays: games of one build must not be continued by another that plays otherwise.

use strelci::search::{AlphaBeta, Control, HashError, Limits, Root, Searcher, Settings};
use strelci::variant::Variant;

/// Searched for the signature: a board of either rule set, small enough to take no time.
const VARIANTS: [&str; 2] = ["strelci6", "amazons6"];
const DEPTH: u32 = 3;

/// The engine in this program: its version, and for two small searches the positions they evaluate
/// and the values they find. A change to search or evaluation that alters play alters these, as
/// with the signature of `strelci bench`.
///
/// # Errors
/// [`HashError`] where there is no memory for a table of 1 MiB.
pub fn engine() -> Result<String, HashError> {
    let settings = Settings { hash_mib: 1, ..Settings::default() };
    let mut searcher = AlphaBeta::new(&settings)?;
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let mut name = vec![format!("strelci {}", env!("CARGO_PKG_VERSION"))];
    for variant in VARIANTS.iter().filter_map(|name| name.parse::<&Variant>().ok()) {
        searcher.clear();
        let root = Root { position: variant.start(), rules: variant.rules };
        let result = searcher.search(&root, &limits, &Control::running(), &|_| ());
        let value = result.lines.first().map_or(0, |line| line.score.hundredths());
        name.push(format!("{}{value:+}", result.nodes));
    }
    Ok(name.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_engine_has_one_name() {
        let name = engine().unwrap();
        assert_eq!(engine().unwrap(), name);
        assert_eq!(name.split(' ').count(), 4, "{name}");
    }
}
