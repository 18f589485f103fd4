//! What the broker does not have yet. Nothing is queued: a message is made from the latest state when it can be sent, so a
//! hall whose broker was away for an hour has nothing to catch up with but the latest states.

use super::message::{Beat, HallMessage, VERSION};
use crate::slots::Slots;
use hall::TableNo;
use serde::Serialize;
use std::{collections::BTreeMap, marker::PhantomData};

/// A message for the broker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parcel {
    /// The subject behind event and hall.
    pub subject: String,
    /// The body.
    pub body: Vec<u8>,
}

/// What was handed over since the connection to the broker stands. When a message is lost, the connection is given up and
/// a new untold hands over everything.
#[derive(Debug)]
pub struct Untold<A> {
    hall_seq: u64,
    tables: BTreeMap<TableNo, Known>,
    /// The table that was served last. The search goes on behind it, so none waits for a busy one.
    last: TableNo,
    audience: PhantomData<A>,
}

/// What the broker has of a table.
#[derive(Debug, Clone, Copy)]
struct Known {
    rev: u64,
    clock_seq: u64,
}

impl<A> Default for Untold<A> {
    fn default() -> Untold<A> {
        Untold { hall_seq: 0, tables: BTreeMap::new(), last: 0, audience: PhantomData }
    }
}

impl<A> Untold<A> {
    /// Returns the next message that the broker lacks, and counts it as sent; `None` if the broker has everything.
    pub fn next(&mut self, slots: &Slots<A>, now_ms: u64) -> Option<Parcel> {
        if self.hall_seq != slots.hall.seq {
            self.hall_seq = slots.hall.seq;
            self.tables.retain(|table, _| slots.tables.contains_key(table));
            return Some(hall(slots, now_ms));
        }
        let behind = self.last.saturating_add(1);
        for (table, slot) in slots.tables.range(behind..).chain(slots.tables.range(..behind)) {
            let known = self.tables.get(table).copied();
            let is_moved = known.is_none_or(|known| known.rev != slot.rev);
            if !is_moved && known.is_some_and(|known| known.clock_seq == slot.clock_seq) {
                continue;
            }
            self.tables.insert(*table, Known { rev: slot.rev, clock_seq: slot.clock_seq });
            self.last = *table;
            if is_moved {
                let body = wrapped(slots.epoch(), "table", &slot.whole());
                return Some(Parcel { subject: format!("table.{table}"), body });
            }
            if let Some(clock) = slot.clock_alone() {
                let body = wrapped(slots.epoch(), "clock", &clock);
                return Some(Parcel { subject: format!("clock.{table}"), body });
            }
        }
        None
    }

    /// Returns a sign of life. It says how much was handed over before it.
    pub fn beat(&self, slots: &Slots<A>, now_ms: u64) -> Parcel {
        let sum = self.tables.values().map(|known| known.rev).sum();
        let beat = Beat { v: VERSION, epoch: slots.epoch().to_owned(), t: now_ms, sum };
        Parcel { subject: "beat".to_owned(), body: bytes(&beat) }
    }
}

fn hall<A>(slots: &Slots<A>, now_ms: u64) -> Parcel {
    let hall = HallMessage {
        v: VERSION,
        epoch: slots.epoch().to_owned(),
        t: now_ms,
        event: slots.hall.event.clone(),
        n: slots.hall.tables.clone(),
        head: slots.hall.head.clone(),
    };
    Parcel { subject: "hall".to_owned(), body: bytes(&hall) }
}

/// Puts a frame of protocol 2, which is written already, into a message.
fn wrapped(epoch: &str, key: &str, frame: &str) -> Vec<u8> {
    let epoch = serde_json::Value::from(epoch);
    format!("{{\"v\":{VERSION},\"epoch\":{epoch},\"{key}\":{frame}}}").into_bytes()
}

pub(super) fn bytes(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("a message is made of numbers and text")
}
