//! The options of `ready`.

use super::values::{language, seconds};
use clap::Args;
use laws::Language;
use std::{path::PathBuf, time::Duration};
use tournament::RoundNo;

/// Options of `ready`.
#[derive(Debug, Clone, Args)]
pub struct ReadyOptions {
    /// The key of the tournament; without it all that go on.
    #[arg(long)]
    pub tournament: Option<String>,
    /// The round; without it the one that begins next.
    #[arg(long)]
    pub round: Option<RoundNo>,
    /// Ask again until the round is ready, at most for so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub wait: Option<Duration>,
    /// The language of the list: en, pl or ru.
    #[arg(long, default_value = "en", value_parser = language)]
    pub language: Language,
    /// The configuration of the running program; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long)]
    pub config: Option<PathBuf>,
    /// The data folder of the running program, instead of the one in the configuration.
    #[arg(long, conflicts_with = "config")]
    pub data: Option<PathBuf>,
}
