//! Names kept back: what a case without names may show, and what it must not.
//!
//! A player's name stands in set-ups, in publications, in the command that starts a game, and perhaps in a note. The
//! first two are not shown at all; in the others White and Black take its place.

use crate::record::Body;
use game::{Command, Order, Player};
use shakmaty::{ByColor, Color};

/// The names that must not appear.
#[derive(Debug)]
pub(super) struct Names(Vec<(String, &'static str)>);

/// A shorter part of a name is not looked for: it would be found inside of other words.
const PART_MIN: usize = 3;

impl Names {
    /// The names of these players: whole, and the surname and given name alone.
    pub(super) fn of(players: &ByColor<Player>) -> Names {
        let mut names = Vec::new();
        for (color, player) in players.as_ref().zip_color() {
            let word = color.fold_wb("White", "Black");
            let parts = player.name.split([',', ' ']).map(str::trim).filter(|part| part.len() >= PART_MIN);
            names.extend(parts.map(|part| (part.to_owned(), word)));
            if !player.name.is_empty() {
                names.push((player.name.clone(), word));
            }
        }
        // The longest first: a whole name becomes one word.
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        Names(names)
    }

    /// Takes the names out of a text.
    pub(super) fn conceal_text(&self, text: &mut String) {
        for (name, word) in &self.0 {
            *text = text.replace(name.as_str(), word);
        }
    }

    /// Takes the names out of what a person said.
    pub(super) fn conceal(&self, command: &mut Command) {
        match &mut command.order {
            Order::Start { white, black, .. } => {
                conceal_start(white, Color::White);
                conceal_start(black, Color::Black);
            }
            Order::Note { text } | Order::Report { text: Some(text), .. } => {
                self.conceal_text(text);
            }
            Order::Report { text: None, .. }
            | Order::Result { .. }
            | Order::Correct { .. }
            | Order::Choose { .. }
            | Order::Promote { .. }
            | Order::Claim { .. }
            | Order::Rule { .. }
            | Order::Restore { .. }
            | Order::DrawOffer { .. }
            | Order::Adjourn => {}
        }
    }
}

fn conceal_start(name: &mut Option<String>, color: Color) {
    if name.is_some() {
        *name = Some(color.fold_wb("White", "Black").to_owned());
    }
}

/// Whether a record can be shown as it stands: it has no place for a name.
pub(super) fn is_nameless(body: &Body) -> bool {
    match body {
        Body::Bytes { .. }
        | Body::Opened { .. }
        | Body::Lost { .. }
        | Body::Start { .. }
        | Body::Wall { .. }
        | Body::Key { .. }
        | Body::Signed { .. }
        | Body::Safe { .. }
        | Body::Held { .. } => true,
        Body::Command { command, .. } => match command.order {
            Order::Start { .. } | Order::Note { .. } | Order::Report { .. } => false,
            Order::Result { .. }
            | Order::Correct { .. }
            | Order::Choose { .. }
            | Order::Promote { .. }
            | Order::Claim { .. }
            | Order::Rule { .. }
            | Order::Restore { .. }
            | Order::DrawOffer { .. }
            | Order::Adjourn => true,
        },
        Body::Journal { .. } | Body::Setup { .. } | Body::Published { .. } | Body::Other { .. } => false,
    }
}
