//! The options of `ratings`.

use clap::Args;
use std::path::PathBuf;

/// Options of `ratings`.
#[derive(Debug, Clone, Args)]
pub struct RatingsOptions {
    /// The list of FIDE as text or XML, packed (.zip) or not.
    pub list: PathBuf,
    /// Whom to find: a name, with a comma behind the surname, or a FIDE identity number.
    #[arg(long, value_name = "NAME", value_parser = whom)]
    pub find: String,
    /// Only people of this federation, in three letters.
    #[arg(long, value_parser = federation)]
    pub federation: Option<String>,
}

fn whom(text: &str) -> Result<String, String> {
    if text.chars().any(char::is_alphanumeric) {
        Ok(text.to_owned())
    } else {
        Err("write a name, for example \"Nowak, Anna\", or an identity number".to_owned())
    }
}

fn federation(text: &str) -> Result<String, String> {
    if text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_alphabetic()) {
        Ok(text.to_uppercase())
    } else {
        Err("a federation is three letters, for example POL".to_owned())
    }
}
