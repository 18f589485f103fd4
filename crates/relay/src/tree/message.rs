//! What a hall and the nodes say to each other through the broker (docs/formats/tree.md). In a boundary file such as this,
//! deriving serde for a type promises its format to outsiders: nodes of another version read it.

use crate::message::{EventView, HeadView};
use hall::TableNo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the messages. A node passes over messages of other versions, and says so.
pub const VERSION: u8 = 1;

/// The version of a message, read before anything else.
#[derive(Debug, Deserialize)]
pub(crate) struct Versioned {
    pub(crate) v: u8,
}

/// `hall`: the hall as a whole.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct HallMessage {
    pub(crate) v: u8,
    pub(crate) epoch: String,
    /// The hall's clock, in milliseconds; behind the boards by the delay.
    pub(crate) t: u64,
    pub(crate) event: EventView,
    /// The numbers of all tables.
    pub(crate) n: Vec<TableNo>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) head: Option<HeadView>,
}

/// `beat`: the hall lives.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// The version of the messages.
    pub v: u8,
    /// The epoch of the hall.
    pub epoch: String,
    /// The hall's clock, in milliseconds.
    pub t: u64,
    /// The revisions of all tables that were told before this beat, added up. Who has less missed something.
    pub sum: u64,
}

impl Beat {
    /// Reads a beat; `None` if it is none.
    pub fn read(body: &[u8]) -> Option<Beat> {
        serde_json::from_slice(body).ok()
    }
}

/// `table.N`: a table as protocol 2 tells it whole.
#[derive(Debug, Deserialize)]
pub(crate) struct TableMessage {
    pub(crate) epoch: String,
    pub(crate) table: WholeTable,
}

/// `clock.N`: a clock alone.
#[derive(Debug, Deserialize)]
pub(crate) struct ClockMessage {
    pub(crate) epoch: String,
    pub(crate) clock: ClockAlone,
}

/// A clock that was read.
pub(crate) type Clock = (u32, u32, Option<String>, u64);

/// A clock, and the revision of the table that it belongs to.
#[derive(Debug, Deserialize)]
pub(crate) struct ClockAlone {
    pub(crate) b: TableNo,
    pub(crate) r: u64,
    pub(crate) c: Clock,
}

/// A whole table (web/PROTOCOL.md, "Everything at once").
#[derive(Debug, Deserialize)]
pub(crate) struct WholeTable {
    pub(crate) b: TableNo,
    pub(crate) r: u64,
    pub(crate) g: u32,
    #[serde(default)]
    pub(crate) w: Person,
    #[serde(default)]
    pub(crate) bl: Person,
    pub(crate) st: Option<String>,
    #[serde(default)]
    pub(crate) m: String,
    #[serde(default)]
    pub(crate) u: Vec<Option<u32>>,
    #[serde(default)]
    pub(crate) a: Vec<Option<i64>>,
    #[serde(default)]
    pub(crate) pv: Vec<usize>,
    #[serde(default)]
    pub(crate) ir: Vec<usize>,
    #[serde(default)]
    pub(crate) x: BTreeMap<usize, String>,
    pub(crate) c: Option<Clock>,
    pub(crate) res: Option<String>,
    pub(crate) sc: Option<String>,
    pub(crate) k: Option<Link>,
}

/// A player.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Person {
    pub(crate) n: String,
    pub(crate) t: String,
    pub(crate) e: Option<u16>,
    pub(crate) f: String,
    pub(crate) m: String,
}

/// The state of the link to a board.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Link {
    Is(String),
    Since(String, u64),
}

/// `index`: the documents that there are.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Index {
    pub(crate) v: u8,
    pub(crate) epoch: String,
    pub(crate) docs: Vec<String>,
}

/// The first line of a part of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartHead {
    pub(crate) v: u8,
    pub(crate) epoch: String,
    /// Which state of the document it is a part of.
    pub(crate) state: u64,
    /// Which part of how many.
    pub(crate) part: (usize, usize),
}
