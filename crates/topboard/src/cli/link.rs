//! The options of `link`.

use clap::Args;
use std::path::PathBuf;

/// Options of `link`.
#[derive(Debug, Clone, Args)]
pub struct LinkOptions {
    /// The configuration the program runs with; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long)]
    pub config: Option<PathBuf>,
    /// The data folder the program runs with, instead of the configuration's.
    #[arg(long, conflicts_with = "config")]
    pub data: Option<PathBuf>,
}
