//! The messages of protocol 2 on the wire (web/PROTOCOL.md, "Protocol 2"). In a boundary file such as this, deriving serde for a type
//! promises its format to outsiders. Keys are short, because each move is sent to every client.

use crate::message::{ClockView, EventView, HeadView, LinkView, PlayerView};
use hall::TableNo;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use std::{collections::BTreeMap, sync::Arc};

/// The first frame of a connection.
#[derive(Debug, Serialize)]
pub(crate) struct Hello<'a> {
    /// The version of the protocol.
    pub v: u8,
    /// The epoch, which changes whenever the server is restarted.
    pub epoch: &'a str,
    /// The number of the last change.
    pub s: u64,
    /// The present time of the server's clock, in milliseconds.
    pub t: u64,
}

/// A heartbeat: everything up to change `s` has been sent.
#[derive(Debug, Serialize)]
pub(crate) struct Beat {
    pub s: u64,
    pub t: u64,
}

/// The answer to a question for the time.
#[derive(Debug, Serialize)]
pub struct TimeAnswer<'a> {
    /// The number that the client sent.
    pub ts: &'a Number,
    /// The present time of the server's clock, in milliseconds.
    pub t: u64,
}

/// Everything at once.
#[derive(Debug, Serialize)]
pub(crate) struct Snapshot<'a> {
    pub v: u8,
    pub epoch: &'a str,
    pub s: u64,
    pub t: u64,
    pub hall: HallPart<'a>,
    /// The place of the frames of the tables, which are written already.
    pub tables: [(); 0],
}

/// A change of the hall as a whole.
#[derive(Debug, Serialize)]
pub(crate) struct HallFrame<'a> {
    pub hall: HallPart<'a>,
}

/// What is known of the hall as a whole.
#[derive(Debug, Serialize)]
pub(crate) struct HallPart<'a> {
    /// The event that is being played.
    pub event: &'a EventView,
    /// The numbers of all tables.
    pub n: &'a [TableNo],
    /// The last signed head of the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<&'a HeadView>,
}

/// A table, or a change of a table. What is left out has its default in a whole table, and did not change in a change.
#[derive(Debug, Default, Serialize)]
pub(crate) struct TableFrame<'a> {
    /// The number of the table.
    pub b: TableNo,
    /// The revision of the table that the client has afterwards.
    pub r: u64,
    /// The revision that the change follows; missing if the frame is the whole table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<u64>,
    /// The number of the game at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub g: Option<u32>,
    /// The player of White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub w: Option<Person<'a>>,
    /// The player of Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bl: Option<Person<'a>>,
    /// The start position as FEN, unless it is the usual one; empty for draughts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub st: Option<&'a str>,
    /// The number of plies that the client keeps before it appends `m`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// The plies, each as UCI, a space and SAN. Castling is the king's square and the rook's.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub m: String,
    /// The time used for each ply, in milliseconds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub u: Vec<Option<u32>>,
    /// The time added to the mover's with each ply, in milliseconds: what is left after it, and was used, less what was
    /// left before. It is the increment nearly always, which costs no bytes when it is compressed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub a: Vec<Option<i64>>,
    /// The numbers of the plies in `m` that may still change, counted from 0 at the beginning of the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<usize>,
    /// The numbers of the plies in `m` that are no legal moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ir: Vec<usize>,
    /// The position after each ply in `m` that is not a legal move from the position before it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub x: BTreeMap<usize, &'a str>,
    /// The number of plies, if only the position is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<usize>,
    /// The pieces after the last ply and who moves, as in a FEN, if only the position is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pos: Option<&'a str>,
    /// The last ply as UCI, if only the position is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<&'a str>,
    /// True if the game is over and the client wants no results: nothing is told but who played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
    /// The clock: White's time, Black's time, whose clock runs, the time of the reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub c: Option<(u32, u32, Option<&'static str>, u64)>,
    /// The result, unless it is `*` in a whole table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub res: Option<&'static str>,
    /// The result in full, where `res` does not say it all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sc: Option<&'a str>,
    /// The state of the link, unless it is live in a whole table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<Link>,
}

/// A player.
#[derive(Debug, Serialize)]
pub(crate) struct Person<'a> {
    /// The name.
    pub n: &'a str,
    /// The title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub t: &'a str,
    /// The rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e: Option<u16>,
    /// The federation.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub f: &'a str,
    /// The team.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub m: &'a str,
}

impl Person<'_> {
    /// Returns a player as the feed shows them; `None` for one of whom nothing is known.
    pub(crate) fn of(player: &PlayerView) -> Option<Person<'_>> {
        (*player != PlayerView::default()).then(|| Person::even_nobody(player))
    }

    pub(crate) fn even_nobody(player: &PlayerView) -> Person<'_> {
        let PlayerView { name, title, elo, federation, team } = player;
        Person { n: name, t: title, e: *elo, f: federation, m: team }
    }
}

/// The state of the link to a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Link {
    /// `absent` or `live`.
    Is(&'static str),
    /// `lost` or `held`, with the time since which nothing new is known.
    Since(&'static str, u64),
}

impl Link {
    pub(crate) fn of(link: LinkView) -> Link {
        match link {
            LinkView::Absent => Link::Is("absent"),
            LinkView::Live => Link::Is("live"),
            LinkView::Lost { since_ms, held: false } => Link::Since("lost", since_ms),
            LinkView::Lost { since_ms, held: true } => Link::Since("held", since_ms),
        }
    }
}

/// Returns a clock as the wire has it.
pub(crate) fn clock(view: ClockView) -> (u32, u32, Option<&'static str>, u64) {
    let running = view.running.map(|side| if side == "white" { "w" } else { "b" });
    (view.white_ms, view.black_ms, running, view.read_ms)
}

/// A message from a client. Keys may be combined; unknown ones are passed over.
#[derive(Debug, Default, Deserialize)]
pub struct Wish {
    /// The tables that the client wants to follow from now on.
    #[serde(default)]
    pub sub: Option<Tables>,
    /// Says whether the client wants messages that tell of a clock alone.
    #[serde(default)]
    pub clocks: Option<bool>,
    /// Says whether the client wants results, and with them the games that are over.
    #[serde(default)]
    pub results: Option<bool>,
    /// The tables that are told whole all the same to a client who wants no results.
    #[serde(default)]
    pub reveal: Option<Vec<TableNo>>,
    /// The epoch and the number of the last change up to which the client has everything it subscribes to.
    #[serde(default)]
    pub since: Option<String>,
    /// The tables that the client wants whole once more, because it missed something of them.
    #[serde(default)]
    pub get: Vec<TableNo>,
    /// A number of the client's own, to be sent back with the time.
    #[serde(default)]
    pub ts: Option<Number>,
}

/// The tables of a subscription.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Tables {
    /// `"all"`.
    All(All),
    /// These tables.
    These(Vec<TableNo>),
}

/// The word for all tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum All {
    /// `all`.
    All,
}

impl Wish {
    /// Parses a message; `None` if the server does not know it. Such a message is passed over.
    pub fn parse(text: &str) -> Option<Wish> {
        serde_json::from_str(text).ok()
    }

    /// Returns the answer to the question for the time; `None` if the client did not ask.
    pub fn time(&self, now_ms: u64) -> Option<Arc<str>> {
        self.ts.as_ref().map(|ts| super::text(&TimeAnswer { ts, t: now_ms }))
    }
}
