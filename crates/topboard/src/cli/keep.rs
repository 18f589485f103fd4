//! The options of `archive` and `erase`, the commands that pack a journal or take a part out of it.

use clap::Args;
use std::path::PathBuf;

/// Options of `archive`.
#[derive(Debug, Clone, Args)]
pub struct ArchiveOptions {
    /// The files of a journal to pack, or its folder, to pack every file but the last, which is still being written.
    #[arg(required = true)]
    pub journals: Vec<PathBuf>,
    /// Also pack the last file of a folder, because the event is over.
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
    /// The event that the round belongs to, if several events have a round of this name.
    #[arg(long, requires = "round")]
    pub event: Option<String>,
    /// The name of the person who erases, for the tombstone.
    #[arg(long, requires = "round")]
    pub by: Option<String>,
    /// The reason for erasing, for the tombstone.
    #[arg(long, requires = "round")]
    pub why: Option<String>,
    /// Allow erasing the journal's last round, because the round is over.
    #[arg(long, requires = "round")]
    pub over: bool,
    /// Erase the round; without it only say what would be erased.
    #[arg(long, requires = "round")]
    pub yes: bool,
}
