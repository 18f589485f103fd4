//! The messages of the arbiter's feed on the wire (the arbiter's OpenAPI file). In a boundary file such as this,
//! deriving serde for a type promises its format to outsiders, here to arbiters alone.

use crate::message::{ClockView, EventView, LinkView, PlayerView};
use game::CommandJson;
use serde::Serialize;
use std::collections::BTreeMap;

/// A text frame to an arbiter.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ArbiterFrame<'a> {
    /// The complete state of all tables, sent at the start and whenever the page fell behind.
    Snapshot {
        /// The epoch, which changes whenever the program is restarted.
        epoch: &'a str,
        /// The sequence number of the last update that the snapshot contains.
        seq: u64,
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
        /// The event that is being played.
        event: &'a EventView,
        /// The rules under which the event is played.
        rules: &'a RulesView,
        /// The state of the journal's disk.
        disk: &'a DiskView,
        /// The tables, in the order of their numbers.
        tables: Vec<ArbiterTableView<'a>>,
    },
    /// A change. Each changed table is sent in full. `seq` is one more than in the preceding update or snapshot.
    Update {
        /// The sequence number of the update.
        seq: u64,
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
        /// The tables that changed.
        tables: Vec<ArbiterTableView<'a>>,
        /// The new clock readings, by table.
        clocks: BTreeMap<u16, ClockView>,
        /// The state of the journal's disk, if it changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        disk: Option<&'a DiskView>,
    },
    /// The state of all tables before the round, sent on request.
    Round {
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
        /// The tables, in the order of their numbers.
        tables: Vec<RoundRow<'a>>,
    },
    /// A sign of life, sent when nothing changed.
    Beat {
        /// The sequence number of the last update.
        seq: u64,
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
    },
}

/// The state of the journal's disk.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct DiskView {
    /// The state: `well`; `holding` (the disk accepts no data, and records wait in memory); or `deaf` (the memory is
    /// full as well, and no board is read).
    pub state: &'static str,
    /// The journal time since which the disk accepts no data, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since_ms: Option<u64>,
    /// The reason why the disk accepts no data, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The meaning of the state and what to do about it, by language.
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
    /// The edition of the Laws: `pl09`, `ru20` or `fide23`.
    pub edition: &'static str,
    /// The discipline: `standard`, `rapid` or `blitz`.
    pub discipline: &'static str,
    /// Says whether enough arbiters are present that the standard rules apply to rapid or blitz.
    pub supervised: bool,
    /// The notes for the arbiter, by language: the organiser's settings, and the points on which the edition is silent
    /// or contradicts itself.
    pub notes: BTreeMap<&'static str, Vec<String>>,
    /// The language in which the arbiter's page is first shown.
    pub language: &'static str,
    /// The rules' names for people: for each rule's id its name by language.
    pub names: BTreeMap<&'static str, BTreeMap<&'static str, &'static str>>,
}

/// A table as its arbiter sees it.
#[derive(Debug, Clone, Serialize)]
pub struct ArbiterTableView<'a> {
    /// The state of the table.
    #[serde(flatten)]
    pub table: &'a ArbiterTable,
    /// The incidents, oldest first.
    pub incidents: Vec<&'a IncidentView>,
    /// The commands of people, oldest first.
    pub said: Vec<&'a SaidView>,
    /// The number of the last record about this table that was sent although it is not safe in the journal yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<u64>,
}

/// The state of a table: its game according to the current best guess, with irregular plies, and what else concerns it.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct ArbiterTable {
    /// The number of the table.
    pub table: u16,
    /// The number of the game at the table.
    pub game: u32,
    /// The player of White.
    pub white: PlayerView,
    /// The player of Black.
    pub black: PlayerView,
    /// The position from which the game started, as FEN.
    pub start: String,
    /// The present position as FEN, legal or not.
    pub fen: String,
    /// The plies of the game.
    pub moves: Vec<ArbiterPly>,
    /// The last clock reading of the table.
    pub clock: Option<ClockView>,
    /// The greatest errors that the times of this table may have.
    pub timing: TimingView,
    /// The result that a person confirmed: `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
    /// The result in full if PGN's token does not say it all: `0-1/2`, `+/-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// Says whether moves are made and pressed for although the game has a result: it may be another table's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub played_on: bool,
    /// The result that follows from the position or from the kings in the centre, for a person to confirm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<&'static str>,
    /// The number of revisions of the game: final plies that were replaced.
    pub revisions: u32,
    /// The question that waits for the arbiter's answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedView>,
    /// The latest earlier games that have moves or a result, latest first. Commands may still be about them.
    pub earlier: Vec<EarlierView>,
    /// The numbers of illegal moves of each player in this game.
    pub illegal: IllegalView,
    /// The adjournment of the game, from the arbiter's order until play goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjournment: Option<AdjournmentView>,
    /// The state of the table in the check before the round.
    pub round: RoundView,
    /// The incidents that the arbiter is dealing with, each with the steps to take.
    pub desks: Vec<InHandView>,
    /// The decisions that were prepared and are not announced yet, oldest first. Nobody but arbiters is told of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub staged: Vec<StagedView>,
    /// The state of the connection to the board.
    pub link: LinkView,
    /// The error by which the program stopped following the table; null if it follows the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// A decision that was prepared and is not announced yet.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct StagedView {
    /// The number of the decision at the table.
    pub no: u32,
    /// The journal time at which it was prepared or last changed, in milliseconds.
    pub t_ms: u64,
    /// The person who prepared or last changed it, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The command that announces it. It is sent as it stands, with the name of whoever announces it.
    pub command: CommandJson,
    /// The reason why it can no longer be announced, by language; left out if it can.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub why: BTreeMap<&'static str, String>,
}

/// The greatest errors, in milliseconds, that the times from a table's devices may have (`board::Timing`). Arbiters are
/// shown no time without its error.
#[derive(Debug, Clone, Copy, Default, Serialize, PartialEq, Eq)]
pub struct TimingView {
    /// The longest time by which a piece may have moved earlier than shown.
    pub square_early_ms: u32,
    /// The longest time by which the clock may have been pressed earlier than shown.
    pub press_early_ms: u32,
    /// The longest time that a player may have left beyond what the clock shows.
    pub clock_late_ms: u32,
}

/// The state of a table in the check before the round.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct RoundView {
    /// The state: `ready`, `not-ready`, `playing` or `over`.
    pub state: &'static str,
    /// The results of the check, for pieces, orientation, clock and lever; left out once the first move was made.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub looks: Option<LooksView>,
    /// What is left to do before the first move, in sentences, by language.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub todo: BTreeMap<&'static str, Vec<String>>,
}

/// The results of checking a table before its first move. Each is `right`, `wrong`, `unknown` or `absent`.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct LooksView {
    /// The result for the pieces.
    pub pieces: &'static str,
    /// The result for the orientation of the board.
    pub orientation: &'static str,
    /// The result for the times shown on the clock.
    pub clock: &'static str,
    /// The result for the lever of the clock.
    pub lever: &'static str,
}

/// A table's row in the list before the round.
#[derive(Debug, Clone, Serialize)]
pub struct RoundRow<'a> {
    /// The number of the table.
    pub table: u16,
    /// The player of White.
    pub white: &'a PlayerView,
    /// The player of Black.
    pub black: &'a PlayerView,
    /// The state of the table in the check before the round.
    #[serde(flatten)]
    pub round: &'a RoundView,
}

/// An incident that the arbiter is dealing with.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct InHandView {
    /// The number of the incident.
    pub no: u32,
    /// The steps to take, in order.
    pub steps: Vec<StepView>,
}

/// A step for the arbiter to take.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct StepView {
    /// The kind of step: `stop-clocks`, `put-back`, `place`, `replace`, `times`, `add-time`, `counter`, `declare` or
    /// `start-clock`.
    pub task: &'static str,
    /// Says whether the sensors see that the step is done; null if no sensor can see it.
    pub done: Option<bool>,
    /// The step in words, by language.
    pub text: BTreeMap<&'static str, String>,
}

/// The numbers of illegal moves of each player in a game. Only confirmed illegal moves count under the Laws.
#[derive(Debug, Clone, Copy, Default, Serialize, PartialEq, Eq)]
pub struct IllegalView {
    /// The number of White's illegal moves that the sensors found and nobody dismissed, including the confirmed ones.
    pub white_suspected: u8,
    /// The number of White's illegal moves that were confirmed.
    pub white_confirmed: u8,
    /// The number of Black's illegal moves that the sensors found and nobody dismissed, including the confirmed ones.
    pub black_suspected: u8,
    /// The number of Black's illegal moves that were confirmed.
    pub black_confirmed: u8,
}

/// The adjournment of a game.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct AdjournmentView {
    /// The name of the adjournment's stage, as `laws` gives it.
    pub stage: &'static str,
    /// The stage, worded for a person, by language.
    pub words: BTreeMap<&'static str, String>,
    /// The items of the envelope by language (`en`, `pl`, `ru`), once the move is sealed. The sealed move is not among
    /// them: before the envelope is opened it is stored nowhere.
    pub envelope: BTreeMap<&'static str, Vec<String>>,
}

/// A ply as the arbiter sees it.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct ArbiterPly {
    /// The move in SAN. An irregular ply is written in the notation of commands with a leading `!`, as in `!e2e5`. A
    /// promotion to a piece that the sensors did not recognise has a question mark.
    pub san: String,
    /// The squares of the move in UCI, to be highlighted.
    pub uci: String,
    /// Says whether the ply is irregular: no rule allows it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub irregular: bool,
    /// Says whether the sensors could not tell which piece the pawn became.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unknown_piece: bool,
    /// The mover's remaining time, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u32>,
}

/// A game that is no longer on the board.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct EarlierView {
    /// The number of the game at the table; commands about the game give this number.
    pub game: u32,
    /// The player of White.
    pub white: PlayerView,
    /// The player of Black.
    pub black: PlayerView,
    /// The position from which the game started, as FEN.
    pub start: String,
    /// The number of plies in the game.
    pub plies: usize,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
    /// The result in full, if PGN's token does not say it all: `0-1/2`, `+/-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The result that was proposed for the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<&'static str>,
    /// The question that was open when the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedView>,
}

/// A question about a ply that the sensors cannot answer.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct AskedView {
    /// The journal time at which the question was first asked, in milliseconds.
    pub t_ms: u64,
    /// The number of the ply that the question is about.
    pub ply: usize,
    /// The moves that may have been played. The command `choose` takes the `uci` of one of them. If perhaps none
    /// was, the last of them is `-`.
    pub alternatives: Vec<MoveName>,
}

/// A move in UCI and in SAN.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct MoveName {
    /// The move in UCI; an illegal move is in the notation of reports.
    pub uci: String,
    /// The move in SAN; an illegal move is in the notation of reports.
    pub san: String,
}

/// An incident.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct IncidentView {
    /// The number of the incident; the command `rule` takes it.
    pub no: u32,
    /// The number of the game at the table.
    pub game: u32,
    /// The journal time at which the incident was found, in milliseconds.
    pub t_ms: u64,
    /// The number of the ply that the incident is about.
    pub ply: usize,
    /// The id of the rule that the incident falls under.
    pub rule: &'static str,
    /// The kind of incident: `violation`, `hint` or `info`.
    pub kind: &'static str,
    /// The player whose act caused the incident: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// The articles of the Laws that the incident falls under, each with the tag of its edition.
    pub articles: Vec<String>,
    /// The remedy that the Laws provide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<RemedyView>,
    /// The sentences on what happened and what is due, by language: `en`, `pl`, `ru`.
    pub text: BTreeMap<&'static str, String>,
    /// The status of the incident: `suspected`, or the arbiter's answer `confirmed`, `dismissed` or `stands`.
    pub status: &'static str,
    /// The state of the time in which the arbiter may act on the incident: `always`, `open` or `closed`.
    pub window: &'static str,
    /// The journal time at which the incident was closed, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_ms: Option<u64>,
    /// The arbiters' rulings on the incident, oldest first.
    pub rulings: Vec<RulingView>,
    /// Says whether the incident still waits for somebody: it is neither closed nor ruled on.
    pub open: bool,
    /// The number of the ply with which the incident waits for nobody any more, because the opponent has played on;
    /// only in a hint whose wait ends so. It can still be ruled on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_ply: Option<usize>,
    /// The repetitions of the incident, if its cause was found more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated: Option<RepeatedView>,
    /// The number of the last record about the incident, while that record is not yet safe in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<u64>,
}

/// The repetitions of an incident. Its `t_ms` and `ply` are those of the first time.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct RepeatedView {
    /// The number of times that the cause was found, including the first.
    pub count: u32,
    /// The journal time at which the cause was last found, in milliseconds.
    pub last_ms: u64,
    /// The number of the ply at which the cause was last found.
    pub last_ply: usize,
}

/// The remedy that the Laws provide for an incident.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct RemedyView {
    /// The time to be added to the opponent's clock, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent_ms: Option<u32>,
    /// The position to be put back, as FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restore_fen: Option<String>,
    /// The legal moves that may replace the illegal move.
    pub legal: Vec<MoveName>,
    /// The piece to put on a square: its FEN letter and the square, as in `Qe8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The end of the game that the rule provides for, if the arbiter declares it: PGN's token, or `new-game`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// The number of completed moves that the clock's move counter should show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_counter: Option<u32>,
}

/// A ruling of an arbiter on an incident.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct RulingView {
    /// The decision of the arbiter: `confirm`, `dismiss` or `stands`.
    pub decision: &'static str,
    /// The arbiter's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The journal time of the ruling, in milliseconds.
    pub t_ms: u64,
}

/// A person's command about a table.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct SaidView {
    /// The journal time of the command, in milliseconds.
    pub t_ms: u64,
    /// The command, with its author.
    pub command: CommandJson,
    /// The number of the command's record, while that record is not yet safe in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<u64>,
}
