//! The options of `import`.

use clap::Args;
use std::path::PathBuf;

/// Options of `import`.
#[derive(Debug, Clone, Args)]
pub struct ImportOptions {
    /// The file: PGN of pairings, TRF, a table as CSV, or a list as text.
    pub file: PathBuf,
    /// The key of the tournament; without it the only one of the event.
    #[arg(long)]
    pub tournament: Option<String>,
    /// The configuration of the running program; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long)]
    pub config: Option<PathBuf>,
    /// The data folder of the running program, instead of the one in the configuration.
    #[arg(long, conflicts_with = "config")]
    pub data: Option<PathBuf>,
    /// Only say what the file holds and what is wrong with it.
    #[arg(long)]
    pub check: bool,
}
