//! The options of what keeps a book, or does not: `archive`.

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
