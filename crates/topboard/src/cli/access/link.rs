//! The options of `link`.

use clap::Args;
use std::path::PathBuf;

/// Options of `link`.
#[derive(Debug, Clone, Args)]
pub struct LinkOptions {
    /// The person whom the link lets in; their orders are signed with this name.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// What the person may do: operator, organiser, arbiter (if left out), chief-arbiter; guest, who sees the console; or spectator of a closed event. Without a name the link is for
    /// whoever opens it, who may do everything and says their own name.
    #[arg(long, requires = "name")]
    pub role: Option<String>,
    /// How often a link for spectators may be used; once if left out.
    #[arg(long, requires = "role")]
    pub uses: Option<u32>,
    /// For how many hours a link for spectators is good; 72 if left out.
    #[arg(long, requires = "role")]
    pub hours: Option<u32>,
    /// Gives an address of games.pgn for a program that follows a closed event, with a secret in it.
    #[arg(long, requires = "role", conflicts_with_all = ["uses", "hours"])]
    pub program: bool,
    /// Print the link as a QR code, too, also where the output is no terminal.
    #[arg(long)]
    pub qr: bool,
    /// Lists who is logged in, instead.
    #[arg(long, conflicts_with_all = ["name", "role", "end"])]
    pub list: bool,
    /// Ends this login, by its name in the list, instead.
    #[arg(long, value_name = "LOGIN", conflicts_with_all = ["name", "role"])]
    pub end: Option<String>,
    /// The configuration of the running program; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long)]
    pub config: Option<PathBuf>,
    /// The data folder of the running program, instead of the one in the configuration.
    #[arg(long, conflicts_with = "config")]
    pub data: Option<PathBuf>,
}
