//! The parameters in which editions and disciplines differ, each with the article it comes from.
//!
//! A value that the texts leave open, or on which they contradict themselves, carries a doubt: a sentence for the
//! arbiter.

use super::Discipline;
use crate::Form;

/// A value, its source, and what is doubtful about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given<T> {
    /// The value.
    pub value: T,
    /// The articles, without the edition's tag.
    pub articles: &'static [&'static str],
    /// The reason why the arbiter should look at the event's regulations.
    pub doubt: Option<&'static Form>,
}

/// The parameters that the rules of an event fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// The class of play, with the article that defines it and the one for supervision.
    pub class: Given<Discipline>,
    /// Minutes added to the opponent's time for a completed illegal move; `None` if the opponent may claim the win, or
    /// if the arbiter has to decide.
    pub illegal_bonus_min: Given<Option<u8>>,
    /// The number of the completed illegal move that loses the game.
    pub illegal_limit: Given<u8>,
    /// The people who may start the procedure, and the time until which they may.
    pub illegal_window: Given<IllegalWindow>,
    /// Set if a press without a move is an illegal move.
    pub press_without_move: Given<bool>,
    /// Set if a move with two hands, followed by a press, is an illegal move.
    pub two_hands: Given<bool>,
    /// The consequence of a pawn left on its last rank.
    pub unreplaced_pawn: Given<UnreplacedPawn>,
    /// The consequence of both kings in check, or of a pawn on its last rank, seen by the arbiter.
    pub impossible_position: Given<ImpossiblePosition>,
    /// The number of moves by each side until which a wrong start position can be put right; `None` means always.
    pub start_moves: Given<Option<u32>>,
    /// The number of moves by each side until which a wrongly turned board can be put right; `None` means always.
    pub orientation_moves: Given<Option<u32>>,
    /// The number of moves by each side until which a wrong clock setting can be put right; `None` means always.
    pub setting_moves: Given<Option<u32>>,
    /// The consequence of reversed colours.
    pub reversed: Given<Reversed>,
    /// Minutes added to the opponent's time for a wrong claim of a draw.
    pub claim_bonus_min: Given<u8>,
    /// Set if the fifth occurrence and the seventy-fifth move draw by themselves.
    pub automatic_draws: Given<bool>,
    /// The arbiter's duty on seeing a flag fall.
    pub flag: Given<FlagDuty>,
    /// The way in which a game is won on time.
    pub time_claim: Given<TimeClaim>,
    /// The consequence of both flags down in an order nobody knows.
    pub both_flags: Given<BothFlags>,
    /// Set if the players must record their moves.
    pub recording: Given<bool>,
    /// The people who may start a ruling on a touched piece.
    pub touch: Given<TouchRuling>,
    /// Set if a draw can be claimed in the last two minutes without increment.
    pub quickplay: Given<bool>,
}

/// The people who may start the procedure for an illegal move, and the time until which they may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalWindow {
    /// Anybody who finds it, at any time during the game.
    DuringGame,
    /// The arbiter who sees it, or a claim, until the opponent has made their next move.
    UntilReplyMade,
    /// Only a claim, until the opponent has completed their own move (PL09 A.4(c)).
    ClaimUntilReplyCompleted,
    /// Only a claim, before the opponent has made their own move (PL09 B.3(c)).
    ClaimUntilReplyMade,
}

/// The consequence of a pawn left on its last rank at the press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnreplacedPawn {
    /// The position before it is restored; the pawn must move, and the piece is chosen freely.
    Restored,
    /// It becomes a queen.
    Queen,
}

/// The arbiter's duty on seeing an impossible position in rapid and blitz.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImpossiblePosition {
    /// It is an illegal move like any other.
    IllegalMove,
    /// The arbiter should intervene if they can.
    Intervene,
    /// The arbiter does nothing unless the opponent claims.
    ClaimOnly,
    /// The arbiter waits for the next move to be completed; if the position is still impossible, the game is drawn.
    WaitThenDraw,
}

/// The consequence of reversed colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reversed {
    /// The game goes on unless the arbiter decides otherwise.
    Continue,
    /// A new game is played if each side has completed fewer moves than this.
    NewGameBelow(u32),
}

/// The arbiter's duty on seeing a flag fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagDuty {
    /// The arbiter may call it.
    MayCall,
    /// The arbiter must not signal it, unless both flags are down.
    Silent,
    /// The arbiter must announce it.
    MustCall,
}

/// The way in which a game is won on time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeClaim {
    /// By the arbiter's observation or a player's claim.
    Observed,
    /// By a claimant who stops both clocks; their flag must be up and the opponent's down.
    BothClocksStopped,
    /// By a claimant, who may stop both clocks and tell the arbiter.
    MayStop,
}

/// The consequence of both flags down in an order nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BothFlags {
    /// A draw in the last period; otherwise the game goes on.
    DrawInLastPeriod,
    /// A draw.
    Draw,
    /// Whatever the guidelines for games without increment say, if they were announced.
    Guidelines,
    /// Nothing: the edition does not say.
    NotRegulated,
}

/// The people who may start a ruling on a touched piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TouchRuling {
    /// The arbiter, or a claim until the opponent touches a piece.
    Arbiter,
    /// Only a player's claim (PL09 A.4(b)).
    ClaimOnly,
}
