//! Completing the players of a tournament from a rating list: what would change, what somebody has to decide, and the
//! order that enters the changes.

use super::import::key_in;
use serde_json::{Value, json};
use std::{collections::BTreeMap, io::Read, path::Path};
use tournament::{
    DetailsJson, Entrant, Event, EventOrderJson, PlayerNo, Refusal,
    ratings::{
        Candidate, Completed, Completion, Doubt, FieldChange, ListEntry, ListTally, NameLikeness, RatingKind,
    },
};

/// The players of a tournament who are to be completed.
#[derive(Debug, Clone)]
pub struct Incomplete {
    /// The key of the tournament.
    pub key: String,
    /// The kind of rating that counts.
    pub counts: RatingKind,
    players: BTreeMap<PlayerNo, Entrant>,
}

/// What a list would change.
#[derive(Debug, Clone)]
pub struct CompletionPlan {
    /// Whom it is for.
    pub of: Incomplete,
    /// What was found.
    pub completed: Completed,
    /// What the list holds.
    pub tally: ListTally,
}

impl Incomplete {
    /// Returns the players of the tournament with this key, or of the only one; `Err` where there are several.
    pub fn of(event: &Event, key: Option<&str>, counts: RatingKind) -> Result<Incomplete, Refusal> {
        let key = key_in(event, key).map_err(Refusal::WhichTournament)?;
        let players = event.tournament(&key)?.players.clone();
        Ok(Incomplete { key, counts, players })
    }

    /// Compares the players with a list in a file.
    pub fn compare(self, list: &Path) -> Result<CompletionPlan, crate::terminal::failure::Failure> {
        let (completed, tally) = super::rating_list::complete(list, &self.players, self.counts)?;
        Ok(CompletionPlan { of: self, completed, tally })
    }

    /// Compares the players with a list that is on its way. `name` is that of its file; an archive is put into `folder`
    /// while it is read.
    pub fn receive(self, from: impl Read, name: &str, folder: &Path) -> Result<CompletionPlan, String> {
        let mut completion = Completion::new(&self.players, self.counts);
        let tally = super::rating_list::receive(from, name, folder, |entry| completion.see(entry))?;
        let completed = completion.finish();
        Ok(CompletionPlan { of: self, completed, tally })
    }

    /// Returns the name of a player.
    pub fn name(&self, player: PlayerNo) -> &str {
        self.players.get(&player).map_or("", |entrant| &entrant.player.name)
    }

    fn details<'a>(&self, player: PlayerNo, changes: impl Iterator<Item = &'a FieldChange>) -> DetailsJson {
        let mut details = DetailsJson { name: self.name(player).to_owned(), ..DetailsJson::default() };
        changes.for_each(|change| change.note(&mut details));
        details
    }

    /// Returns what an entry would say of a player.
    fn details_of(&self, player: PlayerNo, entry: &ListEntry) -> DetailsJson {
        let entrant = self.players.get(&player);
        let changes = entrant.map_or_else(Vec::new, |it| FieldChange::between(it, entry, self.counts));
        self.details(player, changes.iter())
    }
}

impl CompletionPlan {
    /// Returns the order that enters the changes; `None` if nothing changes.
    pub fn order(&self) -> Option<EventOrderJson> {
        let players: BTreeMap<PlayerNo, DetailsJson> = self
            .changes()
            .into_iter()
            .map(|(player, changes)| (player, self.of.details(player, changes.into_iter())))
            .collect();
        (!players.is_empty()).then(|| EventOrderJson::Complete { key: self.of.key.clone(), players })
    }

    /// Returns the changes of each player.
    pub fn changes(&self) -> BTreeMap<PlayerNo, Vec<&FieldChange>> {
        let mut changes: BTreeMap<PlayerNo, Vec<&FieldChange>> = BTreeMap::new();
        for change in &self.completed.changes {
            changes.entry(change.player).or_default().push(&change.difference);
        }
        changes
    }

    /// Returns the plan as JSON: docs/formats/event.md.
    pub fn to_json(&self) -> Value {
        let change = |(player, changes): (PlayerNo, Vec<&FieldChange>)| {
            let fields: Vec<Value> = changes.into_iter().map(field).collect();
            json!({ "player": player, "name": self.of.name(player), "fields": fields })
        };
        json!({
            "tournament": self.of.key, "kind": self.of.counts.name(), "entries": self.tally.entries,
            "skipped": self.tally.skipped, "found": self.completed.found,
            "changes": self.changes().into_iter().map(change).collect::<Vec<_>>(),
            "doubts": self.completed.doubts.iter().flat_map(|doubt| self.doubts(doubt)).collect::<Vec<_>>(),
            "order": self.order(),
        })
    }

    /// Returns a doubt as JSON, for each player whom it is about.
    fn doubts(&self, doubt: &Doubt) -> Vec<Value> {
        let told = |player: PlayerNo, kind: &str, candidates: Vec<Value>, more: u32| json!({ "player": player, "name": self.of.name(player), "kind": kind, "candidates": candidates, "more": more });
        let all = |player: PlayerNo, found: &[Candidate]| -> Vec<Value> {
            found.iter().map(|it| self.candidate(player, &it.entry, Some(it.likeness.name))).collect()
        };
        match doubt {
            Doubt::NotFound { player } => vec![told(*player, "not-found", Vec::new(), 0)],
            Doubt::Unrated { player } => vec![told(*player, "unrated", Vec::new(), 0)],
            Doubt::Proposed { player, candidates, more } => {
                vec![told(*player, "proposed", all(*player, candidates), *more)]
            }
            Doubt::UnknownId { player, candidates, .. } => {
                vec![told(*player, "unknown-id", all(*player, candidates), 0)]
            }
            Doubt::OtherName { player, entry, candidates } => {
                let others = candidates.iter().filter(|it| it.entry.fide_id != entry.fide_id).cloned();
                let others = all(*player, &others.collect::<Vec<_>>());
                let listed = [self.candidate(*player, entry, None)].into_iter().chain(others).collect();
                vec![told(*player, "other-name", listed, 0)]
            }
            Doubt::Twice { players, .. } => {
                players.iter().map(|player| told(*player, "twice", Vec::new(), 0)).collect()
            }
        }
    }

    fn candidate(&self, player: PlayerNo, entry: &ListEntry, likeness: Option<NameLikeness>) -> Value {
        let name_is = likeness.map_or("other", |is| if is == NameLikeness::Same { "same" } else { "close" });
        json!({
            "fide_id": entry.fide_id, "name": entry.name, "title": entry.title, "federation": entry.federation,
            "born": entry.born, "rating": entry.ratings.of(self.of.counts), "name_is": name_is,
            "details": self.of.details_of(player, entry),
        })
    }
}

/// Returns the values of a field before and after, as text.
pub fn values(change: &FieldChange) -> (String, String) {
    let number = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
    match change {
        FieldChange::FideId { before, after } => (number(*before), after.to_string()),
        FieldChange::Title { before, after } | FieldChange::Federation { before, after } => {
            (before.clone(), after.clone())
        }
        FieldChange::Rating { before, after } => (number(before.map(u32::from)), after.to_string()),
        FieldChange::Sex { after } => (String::new(), after.letter().to_string()),
        FieldChange::Born { after } => (String::new(), after.to_string()),
    }
}

fn field(change: &FieldChange) -> Value {
    let (before, after) = values(change);
    json!({ "field": change.field(), "before": before, "after": after })
}
