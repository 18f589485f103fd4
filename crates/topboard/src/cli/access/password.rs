//! The options of `password`.

use clap::Args;
use std::path::PathBuf;

/// Options of `password`.
#[derive(Debug, Clone, Args)]
pub struct PasswordOptions {
    /// The person whose password it is; their orders are signed with this name.
    #[arg(long, value_name = "NAME")]
    pub name: String,
    /// What the person may do: operator, organiser, arbiter, chief-arbiter, guest, or spectator of a closed event. If it is left
    /// out, the person's role stays; who had no password is an arbiter.
    #[arg(long, conflicts_with = "remove")]
    pub role: Option<String>,
    /// Removes the password instead.
    #[arg(long)]
    pub remove: bool,
    /// The configuration of the running program; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long)]
    pub config: Option<PathBuf>,
    /// The data folder of the running program, instead of the one in the configuration.
    #[arg(long, conflicts_with = "config")]
    pub data: Option<PathBuf>,
}
