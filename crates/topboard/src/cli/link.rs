//! The options of `link`.

use clap::Args;
use std::path::PathBuf;

/// Options of `link`.
#[derive(Debug, Clone, Args)]
pub struct LinkOptions {
    /// The configuration of the running program; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long)]
    pub config: Option<PathBuf>,
    /// The data folder of the running program, instead of the one in the configuration.
    #[arg(long, conflicts_with = "config")]
    pub data: Option<PathBuf>,
}
