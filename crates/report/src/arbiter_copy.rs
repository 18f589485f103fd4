//! The arbiter's copy of the games (docs/laws-sources.md, "PGN and public output"): PGN with everything else that the
//! journal holds about them.
//!
//! After each ply come its times with their errors, the certainty of the ply, and the reason. Then come the notes about
//! the ply: incidents with their articles, people's commands and how each was answered, questions that the sensors left
//! open, and moves that were taken back. Every note names the record it came from. The copy is not for the public; the
//! public PGN has none of these notes.

use crate::case::words;
use crate::happening::Follow;
use crate::happening::{Happening, What};
use crate::ordered::Ordered;
use board::{Millis, Time, Timing};
use game::{GameEvent, Ply, PlyNo, Score, pgn, pgn::Notes};
use hall::Body;
use hall::{Table, TableNo};
use laws::{Incident, Language};
use shakmaty::CastlingMode;
use std::collections::BTreeMap;
use tournament::GameNo;

/// Makes the arbiter's copies. Feed it every record of the journal in order, then call `finish`, which returns the
/// copies.
#[derive(Debug)]
pub struct ArbiterCopy {
    follow: Follow,
    wanted: Option<TableNo>,
    notes: BTreeMap<(TableNo, u32), Notes>,
    /// The latest state of each incident, with the record it came from.
    incidents: BTreeMap<(TableNo, u32, u32), (u64, Incident)>,
}

/// The greatest number of notes in one game. If there are more, a last note says how many are left out.
const NOTES_MAX: usize = 2_000;

impl ArbiterCopy {
    /// Prepares the copies of the games of one table, or of all tables if `table` is `None`.
    pub fn new(table: Option<TableNo>) -> ArbiterCopy {
        ArbiterCopy {
            follow: Follow::new(table),
            wanted: table,
            notes: BTreeMap::new(),
            incidents: BTreeMap::new(),
        }
    }

    /// Handles the next record of the journal: its number and its body.
    pub fn feed(&mut self, seq: u64, body: Body) {
        let happenings = self.follow.feed(seq, body);
        if let Some(ordered) = self.follow.take_order() {
            self.note_order(ordered);
        }
        for happening in happenings {
            self.note(happening);
        }
    }

    /// Returns the copy of every game that has a move, in the order of table number and game number.
    pub fn finish(mut self) -> Vec<String> {
        for ((table, game, _), (seq, incident)) in std::mem::take(&mut self.incidents) {
            self.push(table, game, PlyNo::or_zero(incident.ply), told(&incident, seq));
        }
        let fold = self.follow.finish();
        let mut copies = Vec::new();
        let is_wanted = |table: &&Table| self.wanted.is_none_or(|wanted| wanted == table.number());
        for table in fold.hall().tables().filter(is_wanted) {
            let timing = fold.hall().timing(table.number());
            for score in table.games().iter().filter(|score| !score.plies.is_empty()) {
                let of_game = self.notes.remove(&(table.number(), score.number)).unwrap_or_default();
                copies.push(pgn::write_for_arbiter(score, &with_times(score, timing, of_game)));
            }
        }
        copies
    }

    fn note(&mut self, happening: Happening) {
        let Happening { t_ms, seq, table, game, what } = happening;
        let on_board = self.follow.fold().hall().table(table);
        let plies = on_board.map_or(0, |table| table.score().plies.len());
        let mode = on_board.map_or(CastlingMode::Standard, |table: &Table| table.score().start.mode());
        let at = Time::exact(t_ms);
        match what {
            What::Board(_) => {}
            What::Command { command, refusal, .. } => {
                let author = command.author.as_deref().unwrap_or("author not said");
                let answer = refusal.map_or(String::new(), |why| format!(" Refused: {why}."));
                let said = words::command(&command);
                self.push(table, game, plies, format!("{author} at {at}: {said}{answer} (record {seq})"));
            }
            What::Game(event) => {
                if let Some(ply) = worth_a_note(&event) {
                    let said = words::event(&event, mode);
                    self.push(table, game, ply, format!("{at}: {said} (record {seq})"));
                }
            }
            What::Incident(incident) => {
                self.incidents.insert((table, game, incident.no), (seq, incident));
            }
        }
    }

    /// Notes an order about a pairing with its game, behind the moves that it has. Other orders are about no game.
    fn note_order(&mut self, ordered: Ordered) {
        let Ordered { t_ms, seq, author, text, refusal, about } = ordered;
        let author = author.as_deref().unwrap_or("author not said");
        let answer = refusal.map_or(String::new(), |why| format!(" Refused: {why}."));
        for GameNo { table, game } in about.games {
            if self.wanted.is_some_and(|wanted| wanted != table) {
                continue;
            }
            let on_board = self.follow.fold().hall().table(table);
            let games = on_board.map(Table::games).unwrap_or_default();
            let plies = games.iter().find(|score| score.number == game).map_or(0, |score| score.plies.len());
            let note = format!("{author} at {}: {text}{answer} (record {seq})", Time::exact(t_ms));
            self.push(table, game, plies, note);
        }
    }

    fn push(&mut self, table: TableNo, game: u32, ply: usize, note: String) {
        let notes = self.notes.entry((table, game)).or_default();
        let count: usize = notes.values().map(Vec::len).sum();
        if count < NOTES_MAX {
            notes.entry(ply).or_default().push(note);
        } else if count == NOTES_MAX {
            notes
                .entry(ply)
                .or_default()
                .push("There are more notes than a copy holds: see the journal.".to_owned());
        }
    }
}

/// Returns the number of the ply behind which the note about an event is placed; 0 means before the first ply. `None`
/// for an event that gets no note, because the times noted after each ply cover it or because it is about no ply.
fn worth_a_note(event: &GameEvent) -> Option<usize> {
    match event {
        GameEvent::Ply { .. } | GameEvent::Superseded { was_final: false, .. } => None,
        GameEvent::WrongSetup { .. }
        | GameEvent::JoinedMidgame(_)
        | GameEvent::PutRight
        | GameEvent::PositionNeeded => Some(0),
        other => other.ply().map(PlyNo::get),
    }
}

fn told(incident: &Incident, seq: u64) -> String {
    let over = incident.closed_ms.map_or(String::new(), |t_ms| format!(" Over at {}.", Time::exact(t_ms)));
    format!(
        "Incident {}, {} ({}), at {}: {} {}. The arbiter said: {}.{over} (record {seq})",
        incident.no,
        incident.rule.name(),
        incident.kind.name(),
        Time::exact(incident.t_ms),
        incident.text(Language::English),
        incident.articles.join(", "),
        words::said(incident.status),
    )
}

/// Puts the note with each ply's times before the ply's other notes.
fn with_times(score: &Score, timing: Timing, mut notes: Notes) -> Notes {
    for (index, ply) in score.plies.iter().enumerate() {
        notes.entry(index + 1).or_default().insert(0, times(score, index, ply, timing));
    }
    notes
}

fn times(score: &Score, index: usize, ply: &Ply, timing: Timing) -> String {
    let square = |t_ms: Millis| timing.of_square(t_ms).to_string();
    let pressed = score
        .press_ms(index)
        .map_or("not pressed".to_owned(), |t_ms| format!("pressed {}", timing.of_press(t_ms)));
    let estimated = if ply.estimated { ", times estimated" } else { "" };
    let what = match ply.played.legal() {
        Some(_) => String::new(),
        None => format!("{}. ", words::played(&ply.played, score.start.mode())),
    };
    format!(
        "{what}touched {}, at rest {}, {pressed}{estimated}; {}: {}",
        square(ply.touched_ms),
        square(ply.made_ms),
        words::state(ply.state),
        words::reason(ply.reason)
    )
}
