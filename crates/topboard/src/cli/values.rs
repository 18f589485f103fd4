//! Parsers for the values of options. An error says which value would be right.

use board::Maker;
use journal::{KnownHead, PublicKey, hex};

/// Parses the name of an edition.
pub(super) fn edition(name: &str) -> Result<laws::Edition, String> {
    laws::Edition::parse(name).ok_or_else(|| "an edition is pl09, ru20 or fide23".to_owned())
}

/// Parses a speed: a number from 0.01 to 1000.
pub(super) fn speed(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.01..=1000.0).contains(&value) => Ok(value),
        Ok(_) | Err(_) => Err("a speed is a number from 0.01 to 1000, for example 20".to_owned()),
    }
}

pub(super) fn public_key(text: &str) -> Result<PublicKey, String> {
    hex::parse(text.trim())
        .ok_or_else(|| "give the 64 hexadecimal digits that `topboard run` printed".to_owned())
}

pub(super) fn known_head(text: &str) -> Result<KnownHead, String> {
    KnownHead::parse(text).ok_or_else(|| {
        "give 64 hexadecimal digits, or a QR code's text that begins with TOPBOARD-HEAD".to_owned()
    })
}

/// Parses the name of a person who answers for a command.
pub(super) fn name(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err("write who answers for it, for example \"A. Nowak\"".to_owned());
    }
    Ok(text.to_owned())
}

/// Parses the name of a maker. Boards of every maker can be simulated.
pub(super) fn simulated_maker(text: &str) -> Result<Maker, String> {
    Maker::parse(text).ok_or_else(|| format!("no simulated boards are called that; write one of {}", names()))
}

/// Returns the help text of the option that takes the maker of a simulated board.
pub(super) fn simulated_makers() -> String {
    format!("Whose board it is, on a bus one board: {}", names())
}

fn names() -> String {
    Maker::ALL.map(Maker::name).join(", ")
}

/// Parses a share: a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        Ok(_) | Err(_) => Err("a share is a number from 0 to 1, for example 0.001".to_owned()),
    }
}

/// Parses the code of a language.
pub(super) fn language(code: &str) -> Result<laws::Language, String> {
    laws::Language::parse(code).ok_or_else(|| "a language is en, pl or ru".to_owned())
}

/// Parses a time in whole seconds.
pub(super) fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let read = text.parse().map(std::time::Duration::from_secs);
    read.map_err(|_| "write a number of seconds, for example 60".to_owned())
}
