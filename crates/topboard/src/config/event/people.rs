//! Players and the names of an event: texts that reach pages, sheets and other programs. Part of the boundary file.

use crate::config::Mistake;
use game::{
    Player,
    names::{self, NAME_MAX},
};
use serde::Deserialize;
use toml::Spanned;

/// The titles of FIDE and of its arena, federations' titles that other programs know, and FMJD's for draughts.
const TITLES: [&str; 23] = [
    "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "AFM", "ACM", "NM", "WNM", "LM", "GMI",
    "MI", "MF", "MFF", "GMIF", "MIF", "CMF", "CMFF",
];

/// A player as the organiser wrote them into the configuration.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::config) struct PlayerSection {
    name: Option<Spanned<String>>,
    title: Option<Spanned<String>>,
    elo: Option<u16>,
    fide_id: Option<u32>,
    team: Option<Spanned<String>>,
    federation: Option<Spanned<String>>,
}

impl PlayerSection {
    /// Returns the player; fails if a text of theirs cannot be shown.
    pub(in crate::config) fn check(&self) -> Result<Player, Mistake> {
        Ok(Player {
            name: text(self.name.as_ref(), NAME_MAX)?,
            title: title(self.title.as_ref())?,
            elo: self.elo,
            fide_id: self.fide_id,
            team: text(self.team.as_ref(), NAME_MAX)?,
            federation: federation(self.federation.as_ref())?,
        })
    }
}

/// Returns a text of at most `most` characters, or an empty text if there is no value.
pub(in crate::config) fn text(value: Option<&Spanned<String>>, most: usize) -> Result<String, Mistake> {
    let Some(value) = value else { return Ok(String::new()) };
    names::check(value.get_ref(), most).map_err(|why| Mistake::at(value, why.to_string()))?;
    Ok(value.get_ref().clone())
}

fn title(value: Option<&Spanned<String>>) -> Result<String, Mistake> {
    match value {
        None => Ok(String::new()),
        Some(title) if title.get_ref().is_empty() || TITLES.contains(&title.get_ref().as_str()) => {
            Ok(title.get_ref().clone())
        }
        Some(title) => Err(Mistake::at(
            title,
            format!("no programs know this title; write one of {}, or leave it out", TITLES.join(", ")),
        )),
    }
}

fn federation(value: Option<&Spanned<String>>) -> Result<String, Mistake> {
    let is_code = |text: &str| text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_uppercase());
    match value {
        None => Ok(String::new()),
        Some(code) if code.get_ref().is_empty() || is_code(code.get_ref()) => Ok(code.get_ref().clone()),
        Some(code) => {
            Err(Mistake::at(code, "a federation is the three capital letters that FIDE gave it, as POL"))
        }
    }
}
