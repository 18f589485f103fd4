//! The options of `archive` and `erase`, the commands that keep a journal or part with it.

use clap::Args;
use std::path::PathBuf;

/// Options of `archive`.
#[derive(Debug, Clone, Args)]
pub struct ArchiveOptions {
    /// Files of a journal, or its folder: then every file but the last, which is still written on.
    #[arg(required = true)]
    pub journals: Vec<PathBuf>,
    /// Of a folder the last file too: the event is over.
    #[arg(long)]
    pub all: bool,
    /// Keep the plain file beside the packed one.
    #[arg(long)]
    pub keep: bool,
}

/// Options of `erase`.
#[derive(Debug, Clone, Args)]
pub struct EraseOptions {
    /// The journal's folder, or the data folder around it.
    pub journal: PathBuf,
    /// The round to erase; without it the rounds are listed.
    #[arg(long)]
    pub round: Option<String>,
    /// The event the round is of, where several have one with this name.
    #[arg(long, requires = "round")]
    pub event: Option<String>,
    /// Who erases, for the tombstone.
    #[arg(long, requires = "round")]
    pub by: Option<String>,
    /// Why, for the tombstone.
    #[arg(long, requires = "round")]
    pub why: Option<String>,
    /// The round may be the journal's last: it is over.
    #[arg(long, requires = "round")]
    pub over: bool,
    /// Erase; without it only what would be erased is said.
    #[arg(long, requires = "round")]
    pub yes: bool,
}
