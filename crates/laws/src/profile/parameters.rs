//! The parameters in which editions and disciplines differ, each with its article.
//!
//! If the text leaves a value open or contradicts itself about it, the parameter carries a doubt: a sentence for the
//! arbiter.

use super::Discipline;
use crate::Form;

/// A value, the articles from which it comes, and any doubt about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given<T> {
    /// The value of the parameter.
    pub value: T,
    /// The articles from which the value comes, without the edition's tag.
    pub articles: &'static [&'static str],
    /// The sentence on why the value is doubtful and the arbiter should look at the event's regulations; `None` without
    /// a doubt.
    pub doubt: Option<&'static Form>,
}

/// The parameters that follow from the rules of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// The discipline, with the article that defines it and the article about supervision.
    pub class: Given<Discipline>,
    /// The minutes added to the opponent's time for a completed illegal move; `None` if the opponent may claim the win,
    /// or if the arbiter has to decide.
    pub illegal_bonus_min: Given<Option<u8>>,
    /// The number of the completed illegal move that loses the game.
    pub illegal_limit: Given<u8>,
    /// The people who may start the procedure for an illegal move, and the time until which they may.
    pub illegal_window: Given<IllegalWindow>,
    /// Set if a press without a move is an illegal move.
    pub press_without_move: Given<bool>,
    /// Set if a move with two hands, followed by a press, is an illegal move.
    pub two_hands: Given<bool>,
    /// The consequence of a pawn left on its last rank.
    pub unreplaced_pawn: Given<UnreplacedPawn>,
    /// The arbiter's duty when they see both kings in check or a pawn on its last rank.
    pub impossible_position: Given<ImpossiblePosition>,
    /// The number of moves by each side until which a wrong start position can be put right; `None` means no limit.
    pub start_moves: Given<Option<u32>>,
    /// The number of moves by each side until which a wrongly turned board can be put right; `None` means no limit.
    pub orientation_moves: Given<Option<u32>>,
    /// The number of moves by each side until which a wrong clock setting can be put right; `None` means no limit.
    pub setting_moves: Given<Option<u32>>,
    /// The consequence of reversed colours.
    pub reversed: Given<Reversed>,
    /// The minutes added to the opponent's time for a wrong claim of a draw.
    pub claim_bonus_min: Given<u8>,
    /// Set if the fifth occurrence of a position and the seventy-five-move rule end the game without a claim.
    pub automatic_draws: Given<bool>,
    /// The arbiter's duty on seeing a fallen flag.
    pub flag: Given<FlagDuty>,
    /// The way in which a game is won on time.
    pub time_claim: Given<TimeClaim>,
    /// The consequence if both flags are down and it is unknown which fell first.
    pub both_flags: Given<BothFlags>,
    /// Set if the players must record their moves.
    pub recording: Given<bool>,
    /// The people who may start a ruling on a touched piece.
    pub touch: Given<TouchRuling>,
    /// Set if a player can claim a draw in their last two minutes of a game without increment.
    pub quickplay: Given<bool>,
}

/// The people who may start the procedure for an illegal move, and the time until which they may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalWindow {
    /// Anybody who notices the illegal move, at any time during the game.
    DuringGame,
    /// The arbiter who sees the illegal move, or the opponent by a claim, until the opponent has made their next move.
    UntilReplyMade,
    /// Only the opponent by a claim, until the opponent has completed their own move (PL09 A.4(c)).
    ClaimUntilReplyCompleted,
    /// Only the opponent by a claim, before the opponent has made their own move (PL09 B.3(c)).
    ClaimUntilReplyMade,
}

/// The consequence for a player who presses while their pawn is still on its last rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnreplacedPawn {
    /// The position before the pawn's move is restored. The pawn must move, and the player chooses its piece freely.
    Restored,
    /// The pawn becomes a queen.
    Queen,
}

/// The arbiter's duty on seeing an impossible position in rapid and blitz.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImpossiblePosition {
    /// The arbiter treats the position like any illegal move.
    IllegalMove,
    /// The arbiter should intervene if they can.
    Intervene,
    /// The arbiter does nothing unless the opponent claims.
    ClaimOnly,
    /// The arbiter waits until the next move is completed; if the position is then still impossible, the game is drawn.
    WaitThenDraw,
}

impl ImpossiblePosition {
    /// The sentence on the duty to intervene.
    pub(crate) const INTERVENE: Form = Form {
        en: "The arbiter should intervene if they can.",
        pl: "Sędzia powinien w miarę możliwości interweniować.",
        ru: "Арбитр, если может, должен вмешаться.",
    };
}

/// The consequence of reversed colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reversed {
    /// The game goes on unless the arbiter decides otherwise.
    Continue,
    /// A new game is played if each side has completed fewer than this number of moves.
    NewGameBelow(u32),
}

/// The arbiter's duty on seeing a fallen flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagDuty {
    /// The arbiter may call the flag.
    MayCall,
    /// The arbiter must not signal the flag, unless both flags are down.
    Silent,
    /// The arbiter must announce the flag.
    MustCall,
}

/// The way in which a game is won on time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeClaim {
    /// The arbiter observes the flag, or a player claims.
    Observed,
    /// A claimant stops both clocks; their flag must be up and the opponent's down.
    BothClocksStopped,
    /// A claimant may stop both clocks and call the arbiter.
    MayStop,
}

/// The consequence if both flags are down and it is unknown which fell first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BothFlags {
    /// The game is drawn in the last period; otherwise it goes on.
    DrawInLastPeriod,
    /// The game is drawn.
    Draw,
    /// The guidelines for games without increment decide, if they were announced.
    Guidelines,
    /// Unknown: the edition does not say.
    NotRegulated,
}

/// The people who may start a ruling on a touched piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TouchRuling {
    /// The arbiter, or a player by a claim until the opponent touches a piece.
    Arbiter,
    /// Only a player by a claim (PL09 A.4(b)).
    ClaimOnly,
}
