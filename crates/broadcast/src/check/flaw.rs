//! A flaw: what is wrong, where, who minds, and what to do.

use super::words::Words;
use game::text::{Phrase, Value};
use hall::readiness::Severity;
use std::collections::BTreeSet;

/// Who takes the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Taker {
    /// Lichess, to which rounds are pushed.
    LichessPush,
    /// Lichess, which reads an address.
    LichessPull,
    /// The events of chess.com.
    ChessCom,
}

impl Taker {
    /// Every taker.
    pub const ALL: [Taker; 3] = [Taker::LichessPush, Taker::LichessPull, Taker::ChessCom];

    /// Returns the name used on the command line and in lists.
    pub fn name(self) -> &'static str {
        match self {
            Taker::LichessPush => "lichess-push",
            Taker::LichessPull => "lichess-pull",
            Taker::ChessCom => "chess.com",
        }
    }

    /// Parses a name; `None` for any other text.
    pub fn parse(name: &str) -> Option<Taker> {
        Taker::ALL.into_iter().find(|taker| taker.name() == name)
    }
}

/// Something that would be refused or left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    words: &'static Words,
    values: Vec<Value>,
    /// The key of the tournament, if one is concerned.
    pub tournament: Option<String>,
    /// The number of the board, if one is concerned.
    pub board: Option<u16>,
}

impl Flaw {
    pub(super) fn of(words: &'static Words) -> Flaw {
        Flaw { words, values: Vec::new(), tournament: None, board: None }
    }

    pub(super) fn words(mut self, words: &str) -> Flaw {
        self.values.push(Value::Words(words.to_owned()));
        self
    }

    pub(super) fn number(mut self, number: u64) -> Flaw {
        self.values.push(Value::Number(number));
        self
    }

    /// Names the tournament; an empty key names none.
    pub(super) fn within(mut self, key: &str) -> Flaw {
        self.tournament = Some(key.to_owned()).filter(|key| !key.is_empty());
        self
    }

    pub(super) fn at(mut self, board: u16) -> Flaw {
        self.board = Some(board);
        self
    }

    /// Returns the name of the kind, which never changes.
    pub fn kind(&self) -> &'static str {
        self.words.kind
    }

    /// Returns whether the round would be refused or somebody should look.
    pub fn severity(&self) -> Severity {
        self.words.severity
    }

    /// Returns who minds; nobody in particular where it is the organiser's choice.
    pub fn minded_by(&self) -> &'static [Taker] {
        self.words.takers
    }

    /// Returns the sentence.
    pub fn phrase(&self) -> Phrase {
        self.words.says.with(self.values.clone())
    }

    /// Returns what to do.
    pub fn what_to_do(&self) -> Phrase {
        self.words.to_do.with(self.values.clone())
    }

    pub(super) fn is_minded_by(&self, takers: &BTreeSet<Taker>) -> bool {
        self.words.takers.is_empty() || self.words.takers.iter().any(|taker| takers.contains(taker))
    }
}
