//! The options of `init`.

use clap::Args;
use std::path::PathBuf;

/// Options of `init`. What is not given is asked.
#[derive(Debug, Clone, Default, Args)]
pub struct InitOptions {
    /// The name of the event.
    #[arg(long)]
    pub name: Option<String>,
    /// The place of the event.
    #[arg(long)]
    pub site: Option<String>,
    /// The time control in seconds, as 90*60+30.
    #[arg(long)]
    pub time_control: Option<String>,
    /// The number of electronic boards.
    #[arg(long)]
    pub boards: Option<String>,
    /// The language in which the arbiter's page begins: en, pl or ru.
    #[arg(long)]
    pub language: Option<String>,
    /// Ask nothing: what is not given gets its default.
    #[arg(long)]
    pub yes: bool,
    /// The file to write; without it `topboard.toml`.
    #[arg(long)]
    pub config: Option<PathBuf>,
}
