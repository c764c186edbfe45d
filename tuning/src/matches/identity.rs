//! What plays in this process: another build, or another file of weights, plays other games.

use std::collections::BTreeMap;

use strelci::search::HashError;
use thiserror::Error;

use super::settings::OpeningSettings;
use crate::engine::{BuiltinSpec, EngineSpec, Kind};
use crate::signature;
use crate::weights::{WeightsError, WeightsFile};

/// What plays cannot be told.
#[derive(Debug, Error)]
pub enum IdentityError {
    /// The search has no memory.
    #[error("cannot tell which engine this is: {0}")]
    Memory(#[from] HashError),
    /// A file of weights cannot be read.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// The engine in this process, where it plays or values openings.
///
/// # Errors
/// [`IdentityError::Memory`].
pub fn builtin(
    engines: &[EngineSpec],
    openings: &OpeningSettings,
) -> Result<Option<String>, IdentityError> {
    let values = matches!(openings, OpeningSettings::Random { balance: Some(_), .. });
    let is_used = values || specs(engines).next().is_some();
    Ok(is_used.then(signature::engine).transpose()?)
}

/// The CRC-32 of each file of weights that an engine names, by its path.
///
/// # Errors
/// [`IdentityError::Weights`].
pub fn weights(engines: &[EngineSpec]) -> Result<BTreeMap<String, u32>, IdentityError> {
    let paths = specs(engines).filter_map(|spec| spec.weights.as_ref());
    let summed = |path: &std::path::PathBuf| {
        let text = WeightsFile::text(path)?;
        Ok((path.to_string_lossy().into_owned(), crc32fast::hash(text.as_bytes())))
    };
    paths.map(summed).collect()
}

fn specs(engines: &[EngineSpec]) -> impl Iterator<Item = &BuiltinSpec> {
    engines.iter().filter_map(|engine| match &engine.kind {
        Kind::Builtin(spec) => Some(spec),
        Kind::Universal(_) | Kind::Botzone { .. } => None,
    })
}
