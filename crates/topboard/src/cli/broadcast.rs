//! The options of `broadcast`.

use super::values::language;
use broadcast::check::Taker;
use clap::{Args, Subcommand};
use laws::Language;
use std::path::PathBuf;
use tournament::RoundNo;

/// Options of `broadcast`.
#[derive(Debug, Clone, Args)]
pub struct BroadcastOptions {
    /// What is prepared.
    #[command(subcommand)]
    pub place: BroadcastPlace,
}

/// What is prepared.
#[derive(Debug, Clone, Subcommand)]
pub enum BroadcastPlace {
    /// Says what would be refused of the round that is open or begins next, what would be sent first, and whether every
    /// destination takes games. Exit 0: all is well. 1: something is not. 2: no program runs.
    Check(CheckOptions),
    /// Alerts to the operator, as `[alerts]` in the configuration has them: says of what they are told, and sends a test.
    Alert(AlertOptions),
    /// A broadcast at Lichess.
    #[command(subcommand)]
    Lichess(LichessDeed),
}

/// Options of `broadcast check`.
#[derive(Debug, Clone, Args)]
pub struct CheckOptions {
    /// Who takes the games: lichess-push, lichess-pull or chess.com; without it all of them.
    #[arg(long = "for", value_name = "TAKER", value_parser = taker)]
    pub takers: Vec<Taker>,
    /// The key of the tournament; without it all that go on.
    #[arg(long)]
    pub tournament: Option<String>,
    /// The round; without it the one that is open or begins next.
    #[arg(long, requires = "tournament")]
    pub round: Option<RoundNo>,
    /// Sends the first files of the rounds that begin next, for everybody to see, and says what was answered.
    #[arg(long, conflicts_with = "list")]
    pub send: bool,
    /// Leaves the destinations alone.
    #[arg(long)]
    pub list: bool,
    /// The language of the list: en, pl or ru.
    #[arg(long, default_value = "en", value_parser = language)]
    pub language: Language,
    /// The data folder of the running program; without it that of the configuration.
    #[arg(long, conflicts_with = "config")]
    pub data: Option<PathBuf>,
    /// The configuration of the running program; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long)]
    pub config: Option<PathBuf>,
}

/// Options of `broadcast alert`.
#[derive(Debug, Clone, Args)]
pub struct AlertOptions {
    /// Sends one message that says that it is a test. Exit 0: the service took it.
    #[arg(long)]
    pub test: bool,
    /// The configuration; without it `topboard.toml`.
    #[arg(long)]
    pub config: Option<PathBuf>,
}

/// What is done at Lichess.
#[derive(Debug, Clone, Subcommand)]
pub enum LichessDeed {
    /// Makes a broadcast for each tournament of the running program, and a round there for each of its rounds.
    Create(CreateOptions),
}

/// Options of `broadcast lichess create`.
#[derive(Debug, Clone, Args)]
pub struct CreateOptions {
    /// The key of the tournament; without it all.
    #[arg(long, value_name = "KEY")]
    pub tournament: Option<String>,
    /// Does it; otherwise it is only said what would be done.
    #[arg(long)]
    pub yes: bool,
    /// The configuration of the running program; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long)]
    pub config: Option<PathBuf>,
}

fn taker(name: &str) -> Result<Taker, String> {
    Taker::parse(name).ok_or_else(|| "one of lichess-push, lichess-pull, chess.com".to_owned())
}
