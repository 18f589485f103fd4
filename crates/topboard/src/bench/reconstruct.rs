//! `topboard bench reconstruct`: sensor events a second on one core, and memory for a full game.

use crate::{
    cli::BenchReconstructOptions,
    failure::{Failure, Outcome},
};

/// Measures and prints.
pub fn command(_options: &BenchReconstructOptions, _json: bool) -> Outcome {
    Err(Failure::Usage("`bench reconstruct` is not there yet; `bench latency` is".to_owned()))
}
