//! The section `[lichess]`: the rounds that are pushed to Lichess. Part of the boundary file.

use super::Mistake;
use crate::broadcast::lichess::{Base, is_id};
use serde::Deserialize;
use std::{collections::BTreeMap, path::PathBuf};
use toml::Spanned;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LichessSection {
    base: Option<Spanned<String>>,
    token_file: Option<PathBuf>,
    rounds: BTreeMap<String, Spanned<String>>,
}

/// Where rounds are pushed to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LichessChoice {
    /// The address of Lichess.
    pub base: Base,
    /// The file with the token; `None` for the credentials that systemd hands over.
    pub token_file: Option<PathBuf>,
    /// The ids of rounds there by their names, such as `A-1`.
    pub rounds: BTreeMap<String, String>,
}

impl LichessSection {
    pub(super) fn check(self) -> Result<LichessChoice, Mistake> {
        let base = match &self.base {
            None => Base::default(),
            Some(base) => Base::parse(base.get_ref()).map_err(|why| Mistake::at(base, why))?,
        };
        let mut known = BTreeMap::new();
        for (name, id) in &self.rounds {
            if !is_id(id.get_ref()) {
                let what = "the id of a round at Lichess is the last eight letters and digits of its address";
                return Err(Mistake::at(id, what));
            }
            if let Some(other) = known.insert(id.get_ref().as_str(), name) {
                let what = format!("round {other} has this id already; each round has its own");
                return Err(Mistake::at(id, what));
            }
        }
        let rounds = self.rounds.iter().map(|(name, id)| (name.clone(), id.get_ref().clone()));
        Ok(LichessChoice { base, rounds: rounds.collect(), token_file: self.token_file })
    }
}

#[cfg(test)]
mod tests {
    use crate::config::{Config, DEFAULT_TEXT};

    #[test]
    fn the_printed_section_is_one() {
        let section: String = DEFAULT_TEXT
            .lines()
            .skip_while(|line| !line.starts_with("# [lichess]"))
            .take_while(|line| !line.is_empty())
            .map(|line| format!("{}\n", line.trim_start_matches("# ")))
            .collect();
        let choice = Config::parse("x", &section).expect("the example is a configuration").lichess;
        let choice = choice.expect("the section is there");
        assert_eq!((choice.base.to_string(), choice.rounds.len()), ("https://lichess.org".to_owned(), 1));
    }
}
