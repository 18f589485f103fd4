//! The events at a table in one order: what its board and people did, and what the program concluded about the game and
//! under the Laws.
//!
//! The list of events, a case and the arbiter's copy of a game are all made from this one stream, so they cannot
//! contradict each other. The stream comes from `hall::Fold`, which replays a journal.
//!
//! Invariant: events come in the order of their journal time. If several have one journal time, what was seen or said
//! comes before its consequences.

use crate::ordered::{About, Ordered, Orders};
use board::{BoardEvent, Millis};
use game::{CommandJson, GameEvent};
use hall::Body;
use hall::tee::{Tee, TeeInput};
use hall::{Fold, Output, Refusal, TableNo};
use laws::Incident;
use std::collections::BTreeMap;

/// An event at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happening {
    /// The journal time of the event.
    pub t_ms: Millis,
    /// The number of the record that caused the event. An event that only the passage of time caused has the number of
    /// the first record after it.
    pub seq: u64,
    /// The number of the table.
    pub table: TableNo,
    /// The number of the game at the table, as published.
    pub game: u32,
    /// What happened.
    pub what: What,
}

/// The kinds of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// An event of the board or its clock.
    Board(BoardEvent),
    /// A command of a person.
    Command {
        /// The command.
        command: CommandJson,
        /// The reason why the command could not be carried out; `None` if it was carried out.
        refusal: Option<Refusal>,
        /// The journal time at which the decision was prepared that the command announces, changes or drops; `None` if it is
        /// about no prepared decision.
        prepared_ms: Option<Millis>,
    },
    /// A change in the game.
    Game(GameEvent),
    /// An incident for the arbiter that opened, changed or closed.
    Incident(Incident),
}

/// Turns the records of a journal into events. Feed it every record in order.
#[derive(Debug)]
pub struct Follow {
    fold: Fold,
    wanted: Option<TableNo>,
    games: BTreeMap<TableNo, u32>,
    orders: Orders,
    ordered: Option<Ordered>,
}

impl Follow {
    /// Creates a stream of the events at one table, or at all tables if `wanted` is `None`.
    pub fn new(wanted: Option<TableNo>) -> Follow {
        let mut fold = Fold::new();
        fold.tee(wanted.map_or(Tee::All, Tee::Table));
        Follow { fold, wanted, games: BTreeMap::new(), orders: Orders::default(), ordered: None }
    }

    /// Handles the next record and returns the events that it caused.
    pub fn feed(&mut self, seq: u64, body: Body) -> Vec<Happening> {
        let order = match &body {
            Body::Event { command, .. } => Some(command.clone()),
            _ => None,
        };
        // What an order changes is known only before it is carried out.
        let told = order.as_ref().and_then(|it| self.orders.tell(self.fold.hall(), &it.order));
        let knows_last = self.orders.knows_last(self.fold.hall());
        let prepared_ms = self.prepared_ms(&body);
        self.fold.feed(seq, body);
        let mut refusal = self.fold.take_refusal();
        if let Some(command) = order {
            let refusal = refusal.take();
            if refusal.is_none() {
                self.orders.note(&command.order, told.as_ref(), knows_last);
            }
            let t_ms = self.fold.hall().now_ms();
            let is_wanted = |about: &About| {
                self.wanted.is_none_or(|wanted| about.tables.is_empty() || about.tables.contains(&wanted))
            };
            self.ordered = told.filter(|(_, about)| is_wanted(about)).map(|(text, about)| Ordered {
                t_ms,
                seq,
                author: command.author,
                text,
                refusal,
                about,
            });
        }
        let now_ms = self.fold.hall().now_ms();
        let mut found: Vec<(Millis, TableNo, What)> = Vec::new();
        while let Some(output) = self.fold.poll() {
            found.push(match output {
                Output::TeeInput(table, t_ms, TeeInput::Board(event)) => (t_ms, table, What::Board(event)),
                Output::TeeInput(table, t_ms, TeeInput::Command(command)) => {
                    (t_ms, table, What::Command { command, refusal: refusal.take(), prepared_ms })
                }
                Output::GameEvent(table, t_ms, event) => (t_ms, table, What::Game(event)),
                Output::Incident(table, incident) => {
                    let last_ms = incident.closed_ms.unwrap_or(incident.t_ms).max(incident.last_ms());
                    (now_ms.min(last_ms), table, What::Incident(incident))
                }
                _ => continue,
            });
        }
        // The sort is stable: among events of one journal time, what was seen or said stays before its consequences.
        found.sort_by_key(|(t_ms, ..)| *t_ms);
        self.number(seq, found)
    }

    /// Returns when the decision was prepared that a record is about. It is known only before the record is handled.
    fn prepared_ms(&self, body: &Body) -> Option<Millis> {
        let Body::Command { table, command, .. } = body else { return None };
        let staged = self.fold.hall().table(*table)?.staged();
        staged
            .iter()
            .find(|decision| Some(decision.no) == command.staged)
            .map(|decision| decision.prepared_ms)
    }

    /// Returns the order about the event that the last record held, if it concerns the wanted table. It comes before the
    /// events that it caused.
    pub fn take_order(&mut self) -> Option<Ordered> {
        self.ordered.take()
    }

    /// Returns the fold of the journal in its state after the last record.
    pub fn fold(&self) -> &Fold {
        &self.fold
    }

    /// Returns the fold of the whole journal.
    pub fn finish(self) -> Fold {
        self.fold
    }

    /// Adds to each event the number of its game. Events between two games belong to the earlier game.
    fn number(&mut self, seq: u64, found: Vec<(Millis, TableNo, What)>) -> Vec<Happening> {
        let begins = |table: TableNo| {
            let is_beginning =
                |what: &What| matches!(what, What::Game(GameEvent::Began { .. } | GameEvent::Resumed { .. }));
            found.iter().any(|(_, at, what)| *at == table && is_beginning(what))
        };
        for table in self.fold.hall().tables() {
            let known = self.games.entry(table.number()).or_insert_with(|| table.game_number());
            if !begins(table.number()) {
                *known = table.game_number();
            }
        }
        let mut happenings = Vec::with_capacity(found.len());
        for (t_ms, table, what) in found {
            if self.wanted.is_some_and(|wanted| wanted != table) {
                continue;
            }
            if matches!(what, What::Game(GameEvent::Began { .. } | GameEvent::Resumed { .. }))
                && let Some(on_board) = self.fold.hall().table(table)
            {
                self.games.insert(table, on_board.game_number());
            }
            let game = self.games.get(&table).copied().unwrap_or_default();
            happenings.push(Happening { t_ms, seq, table, game, what });
        }
        happenings
    }
}
