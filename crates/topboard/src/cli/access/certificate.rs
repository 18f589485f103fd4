//! The options of `certificate`.

use clap::Args;
use std::path::PathBuf;

/// Options of `certificate`.
#[derive(Debug, Clone, Args)]
pub struct CertificateOptions {
    /// Write the root certificate itself, in PEM, for a device that cannot open the page.
    #[arg(long)]
    pub root: bool,
    /// The configuration; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long)]
    pub config: Option<PathBuf>,
}
