//! The contents of a journal, file by file: the round of each file, and what its tombstone has to state.

use super::{not_whole, told};
use crate::terminal::stdout::say;
use crate::{
    journal_files::{inventory::Files, reader, signing::signing_key::Key},
    mainloop::wall_clock::WallSource,
    terminal::{failure::Failure, plural::counted},
};
use hall::Body;
use journal::{Chain, PublicKey, Tombstone, Verdict};
use std::{collections::BTreeSet, path::Path};

/// A file of the journal, with the facts for its tombstone.
#[derive(Debug, Clone, Default)]
pub(super) struct Part {
    pub(super) segment: u32,
    pub(super) before: Chain,
    pub(super) after: Chain,
    pub(super) bytes: u64,
    events: Vec<String>,
    rounds: Vec<String>,
    pub(super) t_ms: Option<(u64, u64)>,
    keys: BTreeSet<PublicKey>,
    /// Set when the file holds any record of play.
    is_played: bool,
    pub(super) tombstone: Option<Tombstone>,
}

/// The contents of a journal, file by file.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) epoch: String,
    pub(super) parts: Vec<Part>,
    pub(super) end: Chain,
}

impl Contents {
    pub(super) fn read(folder: &Path) -> Result<Contents, Failure> {
        let mut contents = Contents::default();
        let mut chain = Chain::new();
        let reading = reader::read(&mut Files::find(folder)?, |read| {
            let body = reader::parse(&read)?;
            if contents.parts.last().is_none_or(|part| part.segment != read.segment) {
                contents.parts.push(Part { segment: read.segment, before: chain, ..Part::default() });
            }
            chain = read.chain;
            if let Body::Journal { epoch, .. } = &body {
                contents.epoch.clone_from(epoch);
            }
            if let Some((last, before)) = contents.parts.split_last_mut() {
                last.after = chain;
                last.note(&body, before.last());
            }
            Ok(())
        })?;
        for span in &reading.spans {
            if let Some(part) = contents.parts.iter_mut().find(|part| part.segment == span.segment) {
                part.bytes = span.bytes;
            }
        }
        contents.end = chain;
        if reading.verdict != Verdict::Whole {
            return Err(not_whole(folder));
        }
        Ok(contents)
    }

    /// Returns the files that hold a round. Fails if there are none, or if several events have such a round and `event`
    /// chooses none of them.
    pub(super) fn wanted(&self, round: &str, event: Option<&str>) -> Result<Vec<&Part>, Failure> {
        let is_of = |part: &&Part| part.is_played && part.round() == round;
        let is_named = |part: &&Part| event.is_none_or(|event| part.event() == event);
        let wanted: Vec<&Part> = self.parts.iter().filter(is_of).filter(is_named).collect();
        let events: BTreeSet<String> = wanted.iter().map(|part| part.event()).collect();
        match events.len() {
            0 => Err(Failure::Input(format!(
                "the journal has no round {round:?} by itself; `topboard erase` without --round lists what it has"
            ))),
            1 => Ok(wanted),
            _ => {
                let events: Vec<String> = events.iter().map(|event| format!("{event:?}")).collect();
                Err(Failure::Input(format!(
                    "round {round} is in several events, {}; name one with --event",
                    events.join(", ")
                )))
            }
        }
    }

    pub(super) fn list(&self) {
        let mut seen = BTreeSet::new();
        for part in self.parts.iter().filter(|part| part.is_played) {
            let (event, round) = (part.event(), part.round());
            if !seen.insert((event.clone(), round.clone())) {
                continue;
            }
            let all = self
                .parts
                .iter()
                .filter(|part| part.is_played && part.event() == event && part.round() == round);
            let (erased, left): (Vec<&Part>, Vec<&Part>) = all.partition(|part| part.tombstone.is_some());
            let bytes: u64 = left.iter().map(|part| part.bytes).sum();
            say!("{event:?}, round {round:?}: {}, {bytes} bytes", counted(left.len() as u64, "file"));
            erased
                .iter()
                .filter_map(|part| part.tombstone.as_ref())
                .for_each(|stone| say!("  {}", told(stone)));
        }
    }

    /// Returns the body of a file's tombstone, signed with `key`.
    pub(super) fn tombstone(&self, part: &Part, by: &str, why: &str, key: &Key) -> Result<String, Failure> {
        let now = WallSource::system().now();
        let tombstone = Tombstone {
            epoch: self.epoch.clone(),
            segment: part.segment,
            before: part.before,
            after: part.after,
            bytes: part.bytes,
            event: part.event(),
            round: part.round(),
            t_ms: part.t_ms.unwrap_or_default(),
            wall_ms: now.map(|now| now.wall_ms),
            synced: now.map(|now| now.is_synced()),
            by: by.to_owned(),
            why: why.to_owned(),
            keys: part.keys.clone(),
            key: key.public(),
        };
        let signature = key.sign_bytes(&tombstone.message());
        tombstone
            .emit(&signature)
            .map_err(|reason| Failure::Input(format!("the tombstone cannot be made: {reason}; say less")))
    }
}

impl Part {
    fn note(&mut self, body: &Body, before: Option<&Part>) {
        if let Some(t_ms) = body.t_ms() {
            let from_ms = self.t_ms.map_or(t_ms, |(from_ms, _)| from_ms);
            self.t_ms = Some((from_ms, t_ms));
        }
        match body {
            Body::Setup { setup, .. } => {
                add(&mut self.events, &setup.event);
                add(&mut self.rounds, &setup.round);
            }
            Body::Event { command, .. } if command.order.opened_round().is_some() => {
                let round = command.order.opened_round().map(|round| round.to_string());
                add(&mut self.rounds, &round.unwrap_or_default());
            }
            Body::Erased { tombstone, .. } => {
                self.events = vec![tombstone.event.clone()];
                self.rounds = vec![tombstone.round.clone()];
                self.t_ms = Some(tombstone.t_ms);
                self.keys.extend(&tombstone.keys);
                self.tombstone = Some(tombstone.as_ref().clone());
            }
            Body::Key { key, .. } => _ = self.keys.insert(*key),
            // A file that continues a round does not name the round again: the round of the file before it counts.
            Body::Opened { .. }
            | Body::Lost { .. }
            | Body::Bytes { .. }
            | Body::Again { .. }
            | Body::Command { .. }
            | Body::Event { .. }
            | Body::Published { .. }
                if self.rounds.is_empty() =>
            {
                self.events = before.map(|before| before.events.clone()).unwrap_or_default();
                self.rounds = before.map(|before| before.rounds.clone()).unwrap_or_default();
            }
            Body::Opened { .. }
            | Body::Lost { .. }
            | Body::Bytes { .. }
            | Body::Again { .. }
            | Body::Command { .. }
            | Body::Event { .. }
            | Body::Published { .. }
            | Body::Journal { .. }
            | Body::Start { .. }
            | Body::Wall { .. }
            | Body::Signed { .. }
            | Body::Safe { .. }
            | Body::Held { .. }
            | Body::Other { .. } => {}
        }
        self.is_played |= !matches!(
            body,
            Body::Journal { .. }
                | Body::Key { .. }
                | Body::Wall { .. }
                | Body::Signed { .. }
                | Body::Safe { .. }
        );
    }

    /// Returns the name of the file's event; if the file holds several events, all their names.
    fn event(&self) -> String {
        self.events.join(", ")
    }

    fn round(&self) -> String {
        self.rounds.join(", ")
    }
}

/// Adds a name. What had none so far has this one from now on.
fn add(names: &mut Vec<String>, name: &String) {
    let is_named = |names: &[String]| names.iter().any(|known| !known.is_empty());
    if names.contains(name) || name.is_empty() && is_named(names) {
        return;
    }
    names.retain(|known| !known.is_empty());
    names.push(name.clone());
}

#[cfg(test)]
mod tests {
    use super::add;

    #[test]
    fn a_round_that_is_opened_gives_its_number_to_what_came_before_it() {
        let mut names = Vec::new();
        ["", "1", ""].iter().for_each(|name| add(&mut names, &(*name).to_owned()));
        assert_eq!(names, ["1"]);
    }
}
