//! Concealment of names: what a case without names may show.
//!
//! A player's name occurs in set-ups, in publications, in the command that starts a game, and perhaps in a note.
//! Records of set-ups, publications and commands are shown without the name, and notes are not shown at all. Where the
//! page itself quotes a command or a note, the words White and Black replace the names.

use game::{CommandJson, OrderJson, Player};
use hall::Body;
use shakmaty::ByColor;

/// The names that must not appear, each with the word that replaces it.
#[derive(Debug)]
pub(super) struct Names(Vec<(String, &'static str)>);

/// The least length of a part of a name that is replaced, in bytes of UTF-8. Shorter parts also occur inside other
/// words.
const PART_MIN: usize = 3;

impl Names {
    /// Collects the names of these players: the full names, and their parts such as surname and given name.
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
        // The longest names come first, so that a full name is replaced by one word and not part by part.
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        Names(names)
    }

    /// Replaces the names in a text.
    pub(super) fn conceal_text(&self, text: &mut String) {
        for (name, word) in &self.0 {
            *text = text.replace(name.as_str(), word);
        }
    }

    /// Replaces the names in a command.
    pub(super) fn conceal(&self, command: &mut CommandJson) {
        conceal_names(command);
        if let Some(text) = command.order.free_text_mut() {
            self.conceal_text(text);
        }
    }
}

/// Replaces the players' names in a command with the words White and Black.
fn conceal_names(command: &mut CommandJson) {
    for (name, word) in command.order.names_mut().into_iter().zip(["White", "Black"]) {
        if let Some(name) = name {
            *name = word.to_owned();
        }
    }
}

/// The form in which an anonymous case can show a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// The record unchanged: it has no field for a player's name.
    AsItStands,
    /// The body without the players' names and other facts about the players.
    Concealed(String),
    /// Nothing of the record: a person wrote free text in it, or its content is unknown.
    Hidden,
}

/// Returns what an anonymous case may show of a record, whichever table the record is about.
pub fn shown(body: &Body) -> Shown {
    match body {
        Body::Journal { .. }
        | Body::Bytes { .. }
        | Body::Again { .. }
        | Body::Opened { .. }
        | Body::Lost { .. }
        | Body::Start { .. }
        | Body::Wall { .. }
        | Body::Key { .. }
        | Body::Signed { .. }
        | Body::Safe { .. }
        | Body::Held { .. } => Shown::AsItStands,
        Body::Command { t_ms, table, command } => {
            let mut concealed = command.clone();
            // A person types the rule of a report, so the rule's text may hold a name even if the report has no
            // description.
            let is_report = matches!(command.order.meant(), OrderJson::Report { .. });
            if is_report || concealed.order.free_text_mut().is_some() {
                return Shown::Hidden;
            }
            if !matches!(command.order.meant(), OrderJson::Start { .. }) {
                return Shown::AsItStands;
            }
            // The command is not searched for names, because it is known which of its fields hold them.
            conceal_names(&mut concealed);
            Shown::Concealed(Body::Command { t_ms: *t_ms, table: *table, command: concealed }.emit())
        }
        Body::Setup { t_ms, setup } => {
            let mut setup = setup.clone();
            setup.tables.iter_mut().for_each(|table| table.players = ByColor::default());
            Shown::Concealed(Body::Setup { t_ms: *t_ms, setup }.emit())
        }
        Body::Published { t_ms, publication } => {
            let mut publication = publication.clone();
            publication.players = ByColor::default();
            Shown::Concealed(Body::Published { t_ms: *t_ms, publication }.emit())
        }
        // An order about the event names players of the whole hall.
        Body::Event { .. } | Body::Erased { .. } | Body::Other { .. } => Shown::Hidden,
    }
}
