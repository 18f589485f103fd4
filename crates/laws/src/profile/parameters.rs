//! What differs between editions and disciplines: every parameter with the article it comes from.
//!
//! A value the texts leave open, or on which they contradict themselves, carries a doubt: a sentence for the arbiter.

use super::Discipline;
use crate::Form;

/// A value, where it comes from, and what is doubtful about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given<T> {
    /// The value.
    pub value: T,
    /// The articles, without the edition's tag.
    pub articles: &'static [&'static str],
    /// Why the arbiter should look at the event's regulations.
    pub doubt: Option<&'static Form>,
}

/// Everything the rules of an event fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// The article that makes it this class of play, and the one for supervision.
    pub class: Given<Discipline>,
    /// Minutes added to the opponent's time for a completed illegal move; none where he may claim the win, or where
    /// the arbiter has to say.
    pub illegal_bonus_min: Given<Option<u8>>,
    /// The completed illegal move with this number loses the game.
    pub illegal_limit: Given<u8>,
    /// Who may start the procedure, and until when.
    pub illegal_window: Given<IllegalWindow>,
    /// A press without a move is an illegal move.
    pub press_without_move: Given<bool>,
    /// A move with two hands, pressed, is an illegal move.
    pub two_hands: Given<bool>,
    /// What becomes of a pawn left on its last rank.
    pub unreplaced_pawn: Given<UnreplacedPawn>,
    /// What follows from both kings in check, or a pawn on its last rank, seen by the arbiter.
    pub impossible_position: Given<ImpossiblePosition>,
    /// A wrong start position can be put right until so many moves by each; none: always.
    pub start_moves: Given<Option<u32>>,
    /// A board turned wrongly likewise.
    pub orientation_moves: Given<Option<u32>>,
    /// A wrong clock setting likewise.
    pub setting_moves: Given<Option<u32>>,
    /// What follows from reversed colours.
    pub reversed: Given<Reversed>,
    /// Minutes added to the opponent's time for a wrong claim of a draw.
    pub claim_bonus_min: Given<u8>,
    /// The fifth occurrence and the seventy-fifth move draw by themselves.
    pub automatic_draws: Given<bool>,
    /// What the arbiter does when he sees a flag fall.
    pub flag: Given<FlagDuty>,
    /// Whether a player wins on time only by a claim with both clocks stopped.
    pub time_claim: Given<TimeClaim>,
    /// What follows when both flags are down and nobody knows which fell first.
    pub both_flags: Given<BothFlags>,
    /// The players must record their moves.
    pub recording: Given<bool>,
    /// Who may start a ruling on a touched piece.
    pub touch: Given<TouchRuling>,
    /// Whether a draw can be claimed in the last two minutes without increment.
    pub quickplay: Given<bool>,
}

/// Who may start the procedure for an illegal move, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalWindow {
    /// Anybody who finds it, at any time during the game.
    DuringGame,
    /// The arbiter who sees it, or a claim, until the opponent has made his next move.
    UntilReplyMade,
    /// A claim alone, until the opponent has completed his own move (PL09 A.4(c)).
    ClaimUntilReplyCompleted,
    /// A claim alone, before the opponent has made his own move (PL09 B.3(c)).
    ClaimUntilReplyMade,
}

/// What becomes of a pawn left on its last rank at the press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnreplacedPawn {
    /// The position before it is put back; the pawn must move and the piece is chosen freely.
    Restored,
    /// It becomes a queen.
    Queen,
}

/// What the arbiter does about a position that cannot be, in rapid and blitz.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImpossiblePosition {
    /// It is an illegal move like any other.
    IllegalMove,
    /// He should intervene if he can.
    Intervene,
    /// Nothing unless the opponent claims.
    ClaimOnly,
    /// He waits for the next move to be completed; if it is still there, the game is drawn.
    WaitThenDraw,
}

/// What follows from reversed colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reversed {
    /// The game goes on unless the arbiter decides otherwise.
    Continue,
    /// A new game if each has completed fewer moves than this.
    NewGameBelow(u32),
}

/// What the arbiter does when he sees a flag fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagDuty {
    /// He may call it.
    MayCall,
    /// He must not signal it, unless both are down.
    Silent,
    /// He must announce it.
    MustCall,
}

/// How a game is won on time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeClaim {
    /// By the arbiter's observation or a player's claim.
    Observed,
    /// The claimant stops both clocks; his flag must be up and the opponent's down.
    BothClocksStopped,
    /// The claimant may stop both clocks and tell the arbiter.
    MayStop,
}

/// What follows when both flags are down and nobody knows which fell first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BothFlags {
    /// A draw in the last period, otherwise the game goes on.
    DrawInLastPeriod,
    /// A draw.
    Draw,
    /// As the guidelines for games without increment say, where they were announced.
    Guidelines,
    /// The edition does not say.
    NotRegulated,
}

/// Who may start a ruling on a touched piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TouchRuling {
    /// The arbiter, or a claim until the opponent touches a piece.
    Arbiter,
    /// A player's claim alone (PL09 A.4(b)).
    ClaimOnly,
}
