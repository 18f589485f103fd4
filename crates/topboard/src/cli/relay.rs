//! The options of `relay`.

use clap::Args;
use std::path::PathBuf;

/// Options of `relay`.
#[derive(Debug, Clone, Args)]
pub struct RelayOptions {
    /// The settings of the node.
    #[arg(long, default_value = "relay.toml")]
    pub config: PathBuf,
    /// Print every setting with an explanation, and end.
    #[arg(long)]
    pub print_config: bool,
}
