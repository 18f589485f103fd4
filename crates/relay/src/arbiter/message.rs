//! The words of the arbiter's feed on the wire (the arbiter's OpenAPI file). A boundary file: deriving serde here is a
//! promise, made to arbiters and to nobody else.

use crate::message::{ClockView, EventView, LinkView, PlayerView};
use game::Command;
use serde::Serialize;
use std::collections::BTreeMap;

/// One text frame to an arbiter.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ArbiterFrame<'a> {
    /// Everything, at the start and whenever the page fell behind.
    Snapshot {
        /// Changes when the program starts anew.
        epoch: &'a str,
        /// The sequence of the last update this contains.
        seq: u64,
        /// The program's clock now, in milliseconds.
        now_ms: u64,
        /// The event.
        event: &'a EventView,
        /// The rules it is played under.
        rules: &'a RulesView,
        /// How the journal's disk is.
        disk: &'a DiskView,
        /// Every table, in the order of their numbers.
        tables: Vec<DeskView<'a>>,
    },
    /// What changed: each table that did, whole. `seq` is one more than the last.
    Update {
        /// The sequence.
        seq: u64,
        /// The program's clock now.
        now_ms: u64,
        /// The tables that changed.
        tables: Vec<DeskView<'a>>,
        /// The clocks that were read again, by table.
        clocks: BTreeMap<u16, ClockView>,
        /// How the journal's disk is, when that changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        disk: Option<&'a DiskView>,
    },
    /// Every table as it stands before the round, asked for by itself.
    Round {
        /// The program's clock now.
        now_ms: u64,
        /// Every table, in the order of their numbers.
        tables: Vec<RoundRow<'a>>,
    },
    /// Nothing changed, the program lives.
    Beat {
        /// The sequence of the last update.
        seq: u64,
        /// The program's clock now.
        now_ms: u64,
    },
}

/// How the journal's disk is.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct DiskView {
    /// `well`; `holding`: it takes nothing, and what happens waits in memory; `deaf`: memory is full, too, and no board is
    /// read.
    pub state: &'static str,
    /// Since when it takes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since_ms: Option<u64>,
    /// What the system says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What that means and what to do, by language.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub todo: BTreeMap<&'static str, String>,
}

impl Default for DiskView {
    fn default() -> DiskView {
        DiskView { state: "well", since_ms: None, why: None, todo: BTreeMap::new() }
    }
}

/// The rules of the event.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct RulesView {
    /// `pl09`, `ru20` or `fide23`.
    pub edition: &'static str,
    /// `standard`, `rapid` or `blitz`.
    pub discipline: &'static str,
    /// Whether the standard rules apply to rapid or blitz.
    pub supervised: bool,
    /// What the organiser settled, and where the text is silent or contradicts itself, by language.
    pub notes: BTreeMap<&'static str, Vec<String>>,
    /// The language the arbiter's page begins in.
    pub language: &'static str,
}

/// One table as its arbiter sees it.
#[derive(Debug, Clone, Serialize)]
pub struct DeskView<'a> {
    /// What stands there.
    #[serde(flatten)]
    pub table: &'a ArbiterTable,
    /// What the arbiter should know, oldest first.
    pub incidents: Vec<&'a IncidentView>,
    /// What people said, oldest first.
    pub said: Vec<&'a SaidView>,
    /// The last record about this table that is told and not yet safe in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<u64>,
}

/// A table's game as it is believed now, irregular plies and proposals included.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct ArbiterTable {
    /// Its number.
    pub table: u16,
    /// Which game of the table.
    pub game: u32,
    /// White.
    pub white: PlayerView,
    /// Black.
    pub black: PlayerView,
    /// The FEN the game started from.
    pub start: String,
    /// The FEN that stands now, legal or not.
    pub fen: String,
    /// The plies.
    pub moves: Vec<ArbiterPly>,
    /// The clock as last read.
    pub clock: Option<ClockView>,
    /// How far the times of this table may be off.
    pub timing: TimingView,
    /// The result somebody confirmed: `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
    /// The result in full where that token does not say it all: `0-1/2`, `+/-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The result the board proposes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<&'static str>,
    /// How often a final ply was superseded.
    pub revisions: u32,
    /// The open question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedView>,
    /// The games before it of which something can still be said, latest first.
    pub earlier: Vec<EarlierView>,
    /// Illegal moves of each player in this game.
    pub illegal: IllegalView,
    /// The adjournment, from the arbiter's order until play goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjournment: Option<AdjournmentView>,
    /// The table before its first move.
    pub round: RoundView,
    /// What the arbiter has in hand, with what is left to do.
    pub desks: Vec<InHandView>,
    /// The link to the board.
    pub link: LinkView,
    /// Why the table stands still, if the program failed over it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// How far times may be off, in milliseconds: what the devices of a table can do (`board::Timing`). No page shows an arbiter a
/// time without it.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct TimingView {
    /// A piece moved at most so much before the time that is told.
    pub square_early_ms: u32,
    /// The clock was pressed at most so much before it.
    pub press_early_ms: u32,
    /// A clock has at most so much more than it shows.
    pub clock_late_ms: u32,
}

/// A table before its first move.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct RoundView {
    /// `ready`, `not-ready`, `playing` or `over`.
    pub state: &'static str,
    /// Before the first move: whether the parts are `right`, `wrong`, `unknown` or `absent`.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub looks: Option<LooksView>,
    /// What is left to do, by language.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub todo: BTreeMap<&'static str, Vec<String>>,
}

/// Each part of a table that waits.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct LooksView {
    /// The pieces.
    pub pieces: &'static str,
    /// How the board stands.
    pub orientation: &'static str,
    /// The times on the clock.
    pub clock: &'static str,
    /// The clock's lever.
    pub lever: &'static str,
}

/// A table in the list before the round.
#[derive(Debug, Clone, Serialize)]
pub struct RoundRow<'a> {
    /// Its number.
    pub table: u16,
    /// White.
    pub white: &'a PlayerView,
    /// Black.
    pub black: &'a PlayerView,
    /// How it looks.
    #[serde(flatten)]
    pub round: &'a RoundView,
}

/// Something the arbiter has in hand.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct InHandView {
    /// The incident's number.
    pub no: u32,
    /// What is to be done, in this order.
    pub steps: Vec<StepView>,
}

/// One thing to do.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct StepView {
    /// `stop-clocks`, `put-back`, `place`, `replace`, `times`, `add-time`, `counter`, `declare` or `start-clock`.
    pub task: &'static str,
    /// Whether the sensors see it done; null where no sensor sees it.
    pub done: Option<bool>,
    /// What is to be done, by language.
    pub text: BTreeMap<&'static str, String>,
}

/// Illegal moves of each player in a game. Only confirmed ones count.
#[derive(Debug, Clone, Copy, Default, Serialize, PartialEq, Eq)]
pub struct IllegalView {
    /// White's, as the sensors found and nobody dismissed.
    pub white_suspected: u8,
    /// White's that were confirmed.
    pub white_confirmed: u8,
    /// Black's, as the sensors found and nobody dismissed.
    pub black_suspected: u8,
    /// Black's that were confirmed.
    pub black_confirmed: u8,
}

/// An adjournment.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct AdjournmentView {
    /// Where it stands, in the words of `laws`.
    pub stage: &'static str,
    /// The same for a person, by language.
    pub words: BTreeMap<&'static str, String>,
    /// The items of the envelope by language, once the move is sealed: `en`, `pl`, `ru`. The sealed move is not among
    /// them: it is stored nowhere.
    pub envelope: BTreeMap<&'static str, Vec<String>>,
}

/// One ply as the arbiter sees it.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct ArbiterPly {
    /// SAN; an irregular ply as in reports: `!e2e5`; a promotion nobody saw with a question mark.
    pub san: String,
    /// The squares to highlight.
    pub uci: String,
    /// No rule allows it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub irregular: bool,
    /// The sensors could not tell what the pawn became.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unknown_piece: bool,
    /// The mover's time left, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u32>,
}

/// A game that is not on the board any more.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct EarlierView {
    /// Which of the table: a command about it names this.
    pub game: u32,
    /// White.
    pub white: PlayerView,
    /// Black.
    pub black: PlayerView,
    /// The FEN it started from.
    pub start: String,
    /// How many plies it has.
    pub plies: usize,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
    /// The result in full where that token does not say it all: `0-1/2`, `+/-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The result the board proposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<&'static str>,
    /// A question that was open when it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedView>,
}

/// A question the sensors cannot answer.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct AskedView {
    /// The ply that is open.
    pub ply: usize,
    /// What it could be; `choose` takes the `uci`.
    pub alternatives: Vec<MoveName>,
}

/// A move by both its names.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct MoveName {
    /// In UCI, or in the words of reports where it is no legal move.
    pub uci: String,
    /// In SAN, or the same words.
    pub san: String,
}

/// An incident.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct IncidentView {
    /// Its number: `rule` takes it.
    pub no: u32,
    /// The game of the table it belongs to.
    pub game: u32,
    /// When it was found.
    pub t_ms: u64,
    /// The ply it is about.
    pub ply: usize,
    /// The rule's id.
    pub rule: &'static str,
    /// `violation`, `hint` or `info`.
    pub kind: &'static str,
    /// `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// The articles, with their edition.
    pub articles: Vec<String>,
    /// What the Laws would have done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<RemedyView>,
    /// What happened, by language: `en`, `pl`, `ru`.
    pub text: BTreeMap<&'static str, String>,
    /// `suspected`, or what the arbiter said: `confirmed`, `dismissed`, `stands`.
    pub status: &'static str,
    /// Whether it can be acted on: `always`, `open`, `closed`.
    pub window: &'static str,
    /// When it was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_ms: Option<u64>,
    /// What arbiters said of it, oldest first.
    pub rulings: Vec<RulingView>,
    /// Whether it still waits for somebody: not over, and not ruled on.
    pub open: bool,
    /// How often it was found, where that was more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated: Option<RepeatedView>,
    /// The last record about it, while that is not yet safe in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<u64>,
}

/// One cause that was found again and again; `t_ms` and `ply` of its incident are those of the first time.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct RepeatedView {
    /// How often, the first time included.
    pub count: u32,
    /// When last.
    pub last_ms: u64,
    /// At which ply last.
    pub last_ply: usize,
}

/// What the Laws would have done.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct RemedyView {
    /// Time for the opponent's clock, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent_ms: Option<u32>,
    /// The position to be put back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restore_fen: Option<String>,
    /// The legal moves that may replace what was done.
    pub legal: Vec<MoveName>,
    /// What is to stand on a square: a FEN letter and the square, `Qe8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// How the game would end by the letter: PGN's token, or `new-game`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// The number of completed moves the clock's counter should show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_counter: Option<u32>,
}

/// What an arbiter said of an incident.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct RulingView {
    /// `confirm`, `dismiss` or `stands`.
    pub decision: &'static str,
    /// Who.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// When.
    pub t_ms: u64,
}

/// What somebody said of the table.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct SaidView {
    /// When.
    pub t_ms: u64,
    /// What, with its author.
    pub command: Command,
    /// Its record, while that is not yet safe in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<u64>,
}
