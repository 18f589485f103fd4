//! The options of `import`.

use super::values::name;
use clap::Args;
use std::path::PathBuf;

/// Options of `import`.
#[derive(Debug, Clone, Args)]
pub struct ImportOptions {
    /// The file: PGN of pairings, TRF, a table as CSV, or a list as text. With `--round-robin` the players in the order
    /// that was drawn.
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
    /// Make all rounds of a round robin for the players of the file, by Berger's tables.
    #[arg(long)]
    pub round_robin: bool,
    /// Everybody meets everybody twice.
    #[arg(long, requires = "round_robin")]
    pub double: bool,
    /// Exchange the last two rounds of the first of two cycles, so that nobody has one colour three times in a row.
    #[arg(long, requires = "double")]
    pub exchange: bool,
    /// Your name, for the journal; without it the round robin is entered by the terminal.
    #[arg(long, requires = "round_robin", default_value = "the terminal", value_parser = name)]
    pub by: String,
    /// Only say what the file holds and what is wrong with it.
    #[arg(long)]
    pub check: bool,
}
