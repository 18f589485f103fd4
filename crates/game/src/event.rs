//! Changes in a game: the output of the scribe, for the table's trace, for `laws` and for what is published.

use crate::{Played, PlyState, ResultEntry, Standing};
use board::{Millis, Reading};
use shakmaty::{Bitboard, Color, KnownOutcome, Move, Square};

/// A change. Plies are numbered from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEvent {
    /// A new game began on this table. The score of the old one is finished.
    Began {
        /// The number of the new game on this table.
        number: u32,
    },
    /// A ply reached a state.
    Ply {
        /// The number of the ply.
        ply: usize,
        /// The move.
        played: Played,
        /// The state it reached.
        state: PlyState,
        /// The reason for it.
        reason: Reason,
    },
    /// The ply is no longer believed, or was taken back.
    Superseded {
        /// The number of the ply.
        ply: usize,
        /// The move that was believed.
        played: Played,
        /// Set if the ply had been final: then the score's revision number went up.
        was_final: bool,
    },
    /// The sensors cannot decide between the alternatives. Somebody must choose.
    Asked {
        /// The ply that is open.
        ply: usize,
        /// The alternatives.
        alternatives: Vec<Played>,
    },
    /// The asked ply is decided, by a person or by what came later.
    Answered {
        /// The ply that was open.
        ply: usize,
    },
    /// A press, or a settled board, that no legal move explains: a fact, with what stood there.
    Irregular(Irregular),
    /// An irregular ply went on in one of two ways.
    IrregularClosed {
        /// The ply.
        ply: usize,
        /// The way it went on.
        ending: Ending,
    },
    /// A press by a side that had made no move since the opponent's.
    PressWithoutMove {
        /// The side that pressed.
        by: Color,
        /// The ply that this side should have made.
        ply: usize,
    },
    /// A result is proposed for a person to confirm: the position ends the game, or the players put their kings in
    /// the centre.
    Proposed {
        /// The result.
        outcome: KnownOutcome,
    },
    /// The proposal no longer holds.
    ProposalWithdrawn,
    /// A person confirmed the result, or took it back (`None`).
    Result {
        /// The confirmed result.
        outcome: Option<ResultEntry>,
    },
    /// The pieces on the board are not in the start position.
    WrongSetup {
        /// The squares that differ from it.
        squares: Vec<Square>,
    },
    /// The game goes on from what stood on the board, not from the agreed start. It follows `Began`. The score's
    /// start is that position.
    PickedUp(PickedUp),
    /// A game is under way and the board cannot tell its position: a person must (`start` with a FEN).
    PositionNeeded,
}

/// A game taken up from what stood on the board. The moves before it are not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PickedUp {
    /// The standing from which the game should have started.
    pub agreed: Standing,
    /// The rooks that may castle as far as anybody knows: they and their king stand at home.
    pub castling: Bitboard,
    /// The squares on which the first ply may capture in passing as far as anybody knows.
    pub en_passant: Vec<Square>,
}

/// A position no legal move explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Irregular {
    /// The number of the ply that stands for it.
    pub ply: usize,
    /// The side that made it.
    pub by: Color,
    /// The squares it seems to move between.
    pub played: Played,
    /// Set if the clock was pressed after it.
    pub pressed: bool,
    /// The FEN before it, to restore.
    pub before_fen: String,
    /// The FEN it leaves, with the turn passed.
    pub after_fen: String,
    /// The reading of the board.
    pub seen: Reading,
    /// The legal moves of the touched piece (4.3, 7.5.1), if one piece was touched.
    pub legal: Vec<Move>,
}

/// The way in which an irregular ply went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The position before it was restored, or a legal move replaced it.
    Restored,
    /// Play went on from it.
    Stands,
}

/// The reason why a ply is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// One hypothesis leads.
    Leading,
    /// The mover pressed the clock.
    Press,
    /// The board was quiet for long enough.
    Quiet,
    /// The opponent touched a piece of their own.
    OpponentTouched,
    /// The player's own next move completed it (RU20/FIDE 6.2.1.2).
    NextMove,
    /// Later evidence leaves no other explanation.
    OnlyExplanation,
    /// A person said so.
    Operator,
}

impl GameEvent {
    /// The name that the trace gives to the state of a ply (docs/formats/report.md, "Trace").
    pub fn trace_state(&self) -> Option<&'static str> {
        match self {
            GameEvent::Ply { state: PlyState::Provisional, .. } => Some("provisional"),
            GameEvent::Ply { state: PlyState::Final, .. } => Some("final"),
            GameEvent::Ply { state: PlyState::Completed, .. } => Some("completed"),
            GameEvent::Superseded { .. } => Some("superseded"),
            GameEvent::Began { .. }
            | GameEvent::Asked { .. }
            | GameEvent::Answered { .. }
            | GameEvent::Irregular(_)
            | GameEvent::IrregularClosed { .. }
            | GameEvent::PressWithoutMove { .. }
            | GameEvent::Proposed { .. }
            | GameEvent::ProposalWithdrawn
            | GameEvent::Result { .. }
            | GameEvent::WrongSetup { .. }
            | GameEvent::PickedUp(_)
            | GameEvent::PositionNeeded => None,
        }
    }
}

/// An event with the instant it was decided.
pub type Stamped = (Millis, GameEvent);
