//! The messages of the arbiter's feed on the wire (the arbiter's OpenAPI file). A boundary file: deriving serde here
//! is a promise, made to arbiters and to nobody else.

use crate::message::{ClockView, EventView, LinkView, PlayerView};
use game::Command;
use serde::Serialize;
use std::collections::BTreeMap;

/// A text frame to an arbiter.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ArbiterFrame<'a> {
    /// The whole picture, at the start and whenever the page fell behind.
    Snapshot {
        /// The epoch, which changes when the program starts anew.
        epoch: &'a str,
        /// The sequence of the last update that the snapshot contains.
        seq: u64,
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
        /// The event.
        event: &'a EventView,
        /// The rules under which the event is played.
        rules: &'a RulesView,
        /// The state of the journal's disk.
        disk: &'a DiskView,
        /// The tables, in the order of their numbers.
        tables: Vec<DeskView<'a>>,
    },
    /// A change: each changed table as a whole. `seq` is one more than the last.
    Update {
        /// The sequence of the update.
        seq: u64,
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
        /// The tables that changed.
        tables: Vec<DeskView<'a>>,
        /// The clocks that were read again, by table.
        clocks: BTreeMap<u16, ClockView>,
        /// The state of the journal's disk, when that changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        disk: Option<&'a DiskView>,
    },
    /// The tables as they stand before the round, sent on request.
    Round {
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
        /// The tables, in the order of their numbers.
        tables: Vec<RoundRow<'a>>,
    },
    /// A sign of life: nothing changed.
    Beat {
        /// The sequence of the last update.
        seq: u64,
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
    },
}

/// The state of the journal's disk.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct DiskView {
    /// The state: `well`; `holding` (the disk takes nothing, and what happens waits in memory); or `deaf` (memory is
    /// full, too, and no board is read).
    pub state: &'static str,
    /// The time since which the disk takes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since_ms: Option<u64>,
    /// The system's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The meaning and what to do, by language.
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
    /// The edition: `pl09`, `ru20` or `fide23`.
    pub edition: &'static str,
    /// The discipline: `standard`, `rapid` or `blitz`.
    pub discipline: &'static str,
    /// Says whether the standard rules apply to rapid or blitz.
    pub supervised: bool,
    /// The organiser's settings, and where the text is silent or contradicts itself, by language.
    pub notes: BTreeMap<&'static str, Vec<String>>,
    /// The language in which the arbiter's page begins.
    pub language: &'static str,
}

/// A table as its arbiter sees it.
#[derive(Debug, Clone, Serialize)]
pub struct DeskView<'a> {
    /// The state of the table.
    #[serde(flatten)]
    pub table: &'a ArbiterTable,
    /// The incidents, oldest first.
    pub incidents: Vec<&'a IncidentView>,
    /// The commands of people, oldest first.
    pub said: Vec<&'a SaidView>,
    /// The number of the last record about this table that was told and is not yet safe in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<u64>,
}

/// The game of a table as it is believed now, with irregular plies and proposals.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct ArbiterTable {
    /// The number of the table.
    pub table: u16,
    /// The number of the game at the table.
    pub game: u32,
    /// White.
    pub white: PlayerView,
    /// Black.
    pub black: PlayerView,
    /// The position from which the game started, as FEN.
    pub start: String,
    /// The present position as FEN, legal or not.
    pub fen: String,
    /// The plies.
    pub moves: Vec<ArbiterPly>,
    /// The clock as last read.
    pub clock: Option<ClockView>,
    /// The errors that the times of this table may have.
    pub timing: TimingView,
    /// The result that a person confirmed: `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
    /// The result in full where PGN's token does not say it all: `0-1/2`, `+/-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The result that the board proposes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<&'static str>,
    /// The number of final plies that were superseded.
    pub revisions: u32,
    /// The open question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedView>,
    /// The earlier games of which something can still be said, latest first.
    pub earlier: Vec<EarlierView>,
    /// The illegal moves of each player in this game.
    pub illegal: IllegalView,
    /// The adjournment, from the arbiter's order until play goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjournment: Option<AdjournmentView>,
    /// The state of the table before its first move.
    pub round: RoundView,
    /// The incidents that the arbiter has in hand, with what is left to do.
    pub desks: Vec<InHandView>,
    /// The link to the board.
    pub link: LinkView,
    /// The reason why the table stands still, if the program failed over it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// The errors of times, in milliseconds, that the devices of a table allow (`board::Timing`). No page shows an
/// arbiter a time without its error.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct TimingView {
    /// The greatest time by which a piece may have moved before the time shown.
    pub square_early_ms: u32,
    /// The greatest time by which a clock may have been pressed before the time shown.
    pub press_early_ms: u32,
    /// The greatest time that a clock may have left beyond what it shows.
    pub clock_late_ms: u32,
}

/// The state of a table before its first move.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct RoundView {
    /// The state: `ready`, `not-ready`, `playing` or `over`.
    pub state: &'static str,
    /// The parts of the table before the first move, each `right`, `wrong`, `unknown` or `absent`.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub looks: Option<LooksView>,
    /// The things that are left to do, by language.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub todo: BTreeMap<&'static str, Vec<String>>,
}

/// The parts of a table that waits.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct LooksView {
    /// The pieces.
    pub pieces: &'static str,
    /// The way round of the board.
    pub orientation: &'static str,
    /// The times on the clock.
    pub clock: &'static str,
    /// The clock's lever.
    pub lever: &'static str,
}

/// A table in the list before the round.
#[derive(Debug, Clone, Serialize)]
pub struct RoundRow<'a> {
    /// The number of the table.
    pub table: u16,
    /// White.
    pub white: &'a PlayerView,
    /// Black.
    pub black: &'a PlayerView,
    /// The state of the table.
    #[serde(flatten)]
    pub round: &'a RoundView,
}

/// An incident that the arbiter has in hand.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct InHandView {
    /// The number of the incident.
    pub no: u32,
    /// The steps to be done, in this order.
    pub steps: Vec<StepView>,
}

/// A step to be done.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct StepView {
    /// The kind: `stop-clocks`, `put-back`, `place`, `replace`, `times`, `add-time`, `counter`, `declare` or
    /// `start-clock`.
    pub task: &'static str,
    /// Says whether the sensors see it done; null where no sensor can see it.
    pub done: Option<bool>,
    /// The step in words, by language.
    pub text: BTreeMap<&'static str, String>,
}

/// The illegal moves of each player in a game. Only confirmed ones count.
#[derive(Debug, Clone, Copy, Default, Serialize, PartialEq, Eq)]
pub struct IllegalView {
    /// White's illegal moves that the sensors found and nobody dismissed.
    pub white_suspected: u8,
    /// White's illegal moves that were confirmed.
    pub white_confirmed: u8,
    /// Black's illegal moves that the sensors found and nobody dismissed.
    pub black_suspected: u8,
    /// Black's illegal moves that were confirmed.
    pub black_confirmed: u8,
}

/// An adjournment.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct AdjournmentView {
    /// The stage of the adjournment, in the words of `laws`.
    pub stage: &'static str,
    /// The stage in words for a person, by language.
    pub words: BTreeMap<&'static str, String>,
    /// The items of the envelope by language (`en`, `pl`, `ru`), once the move is sealed. The sealed move is not
    /// among them: it is stored nowhere.
    pub envelope: BTreeMap<&'static str, Vec<String>>,
}

/// A ply as the arbiter sees it.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct ArbiterPly {
    /// The move in SAN. An irregular ply is written as in reports, `!e2e5`; a promotion to a piece that nobody saw
    /// has a question mark.
    pub san: String,
    /// The squares to highlight.
    pub uci: String,
    /// Says whether no rule allows the ply.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub irregular: bool,
    /// Says whether the sensors could not tell what the pawn became.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unknown_piece: bool,
    /// The mover's time left, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u32>,
}

/// A game that is no longer on the board.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct EarlierView {
    /// The number of the game at the table, by which a command names it.
    pub game: u32,
    /// White.
    pub white: PlayerView,
    /// Black.
    pub black: PlayerView,
    /// The position from which it started, as FEN.
    pub start: String,
    /// The number of its plies.
    pub plies: usize,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
    /// The result in full where PGN's token does not say it all: `0-1/2`, `+/-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The result that the board proposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<&'static str>,
    /// The question that was open when the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedView>,
}

/// A question that the sensors cannot answer.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct AskedView {
    /// The ply that is open.
    pub ply: usize,
    /// The moves that it could be; the command `choose` takes the `uci`.
    pub alternatives: Vec<MoveName>,
}

/// A move under both its names.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct MoveName {
    /// The move in UCI, or in the words of reports where it is no legal move.
    pub uci: String,
    /// The move in SAN, or in the words of reports where it is no legal move.
    pub san: String,
}

/// An incident.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct IncidentView {
    /// The number of the incident; the command `rule` takes it.
    pub no: u32,
    /// The number of the game at the table.
    pub game: u32,
    /// The time at which it was found.
    pub t_ms: u64,
    /// The ply it is about.
    pub ply: usize,
    /// The id of the rule.
    pub rule: &'static str,
    /// The kind: `violation`, `hint` or `info`.
    pub kind: &'static str,
    /// The side that did it: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// The articles, with their edition.
    pub articles: Vec<String>,
    /// The remedy under the Laws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<RemedyView>,
    /// The words for what happened, by language: `en`, `pl`, `ru`.
    pub text: BTreeMap<&'static str, String>,
    /// The status: `suspected`, or the arbiter's answer `confirmed`, `dismissed` or `stands`.
    pub status: &'static str,
    /// The window in which it can be acted on: `always`, `open` or `closed`.
    pub window: &'static str,
    /// The time at which it was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_ms: Option<u64>,
    /// The arbiters' rulings on it, oldest first.
    pub rulings: Vec<RulingView>,
    /// Says whether it still waits for somebody: it is not over, and not ruled on.
    pub open: bool,
    /// The count of how often it was found, where that was more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated: Option<RepeatedView>,
    /// The number of the last record about it, while that record is not yet safe in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<u64>,
}

/// A cause that was found again and again; `t_ms` and `ply` of its incident are those of the first time.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct RepeatedView {
    /// The number of times, the first one included.
    pub count: u32,
    /// The last time at which it was found.
    pub last_ms: u64,
    /// The last ply at which it was found.
    pub last_ply: usize,
}

/// The remedy under the Laws.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct RemedyView {
    /// The time to be added to the opponent's clock, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent_ms: Option<u32>,
    /// The position to be put back, as FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restore_fen: Option<String>,
    /// The legal moves that may replace what was done.
    pub legal: Vec<MoveName>,
    /// The piece that is to stand on a square: a FEN letter and the square, `Qe8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The result if the game ended by the letter: PGN's token, or `new-game`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// The number of completed moves that the clock's counter should show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_counter: Option<u32>,
}

/// A ruling of an arbiter on an incident.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct RulingView {
    /// The decision: `confirm`, `dismiss` or `stands`.
    pub decision: &'static str,
    /// The arbiter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The time of the ruling.
    pub t_ms: u64,
}

/// A command of a person about the table.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct SaidView {
    /// The time of the command.
    pub t_ms: u64,
    /// The command, with its author.
    pub command: Command,
    /// The number of its record, while that record is not yet safe in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<u64>,
}
