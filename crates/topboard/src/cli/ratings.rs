//! The options of `ratings`.

use super::values::name;
use clap::Args;
use std::path::PathBuf;
use tournament::ratings::RatingKind;

/// Options of `ratings`.
#[derive(Debug, Clone, Args)]
pub struct RatingsOptions {
    /// The list of FIDE as text or XML, packed (.zip) or not.
    pub list: PathBuf,
    /// Whom to find: a name, with a comma behind the surname, or a FIDE identity number.
    #[arg(long, value_name = "NAME", value_parser = whom, required_unless_present = "complete")]
    pub find: Option<String>,
    /// Only people of this federation, in three letters.
    #[arg(long, value_parser = federation, conflicts_with = "complete")]
    pub federation: Option<String>,
    /// Complete the players of the running program from the list. Without `--yes` only say what would change.
    #[arg(long, conflicts_with = "find")]
    pub complete: bool,
    /// The key of the tournament; without it the only one of the event.
    #[arg(long, requires = "complete")]
    pub tournament: Option<String>,
    /// The rating that counts: standard, rapid or blitz.
    #[arg(long, requires = "complete", default_value = "standard", value_parser = kind)]
    pub kind: RatingKind,
    /// Enter the changes.
    #[arg(long, requires = "complete")]
    pub yes: bool,
    /// Your name, for the journal; without it the changes are entered by the terminal.
    #[arg(long, requires = "complete", default_value = "the terminal", value_parser = name)]
    pub by: String,
    /// The configuration of the running program; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long, requires = "complete")]
    pub config: Option<PathBuf>,
    /// The data folder of the running program, instead of the one in the configuration.
    #[arg(long, requires = "complete", conflicts_with = "config")]
    pub data: Option<PathBuf>,
}

fn whom(text: &str) -> Result<String, String> {
    if text.chars().any(char::is_alphanumeric) {
        Ok(text.to_owned())
    } else {
        Err("write a name, for example \"Nowak, Anna\", or an identity number".to_owned())
    }
}

fn kind(text: &str) -> Result<RatingKind, String> {
    RatingKind::parse(text).ok_or_else(|| "a rating is standard, rapid or blitz".to_owned())
}

fn federation(text: &str) -> Result<String, String> {
    if text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_alphabetic()) {
        Ok(text.to_uppercase())
    } else {
        Err("a federation is three letters, for example POL".to_owned())
    }
}
