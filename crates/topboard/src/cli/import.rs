//! The options of `import`.

use super::values::name;
use clap::{Args, value_parser};
use std::path::PathBuf;
use tournament::{ROUNDS_MAX, RoundNo};

/// Options of `import`.
#[derive(Debug, Clone, Args)]
pub struct ImportOptions {
    /// The file: PGN of pairings, TRF, a table as CSV, or a list as text. With `--round-robin` the players in the order
    /// that was drawn.
    pub file: PathBuf,
    /// The key of the tournament; without it the only one of the event.
    #[arg(long)]
    pub tournament: Option<String>,
    /// The round of the pairings; without it the one that the file names, or else the next. Pairings of a round that has not
    /// begun are replaced.
    #[arg(long, conflicts_with = "round_robin", value_parser = value_parser!(RoundNo).range(1..=i64::from(ROUNDS_MAX)))]
    pub round: Option<RoundNo>,
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
    /// Your name, for the journal; without it the file is entered by the terminal.
    #[arg(long, default_value = "the terminal", value_parser = name)]
    pub by: String,
    /// Only say what the file holds, what is wrong with it, and whether the program that runs would refuse it.
    #[arg(long)]
    pub check: bool,
}
