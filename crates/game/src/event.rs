//! What changes in a game: the output of the scribe, for the table's trace, for `laws`, for whoever publishes.

use crate::{Played, PlyState, ResultEntry, Standing};
use board::{Millis, Reading};
use shakmaty::{Bitboard, Color, KnownOutcome, Move, Square};

/// One change. Plies are numbered from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEvent {
    /// A new game began on this table; the score before it is finished.
    Began {
        /// Its number on this table.
        number: u32,
    },
    /// A ply reached this state.
    Ply {
        /// Its number.
        ply: usize,
        /// What was played.
        played: Played,
        /// The state it reached.
        state: PlyState,
        /// Why.
        reason: Reason,
    },
    /// The ply is no longer believed, or was taken back.
    Superseded {
        /// Its number.
        ply: usize,
        /// What was believed.
        played: Played,
        /// Whether it had been final: then the score's revision number went up.
        was_final: bool,
    },
    /// The sensors cannot decide between these; somebody must choose.
    Asked {
        /// The ply that is open.
        ply: usize,
        /// What it could be.
        alternatives: Vec<Played>,
    },
    /// The asked ply is decided, by a person or by what came later.
    Answered {
        /// The ply that was open.
        ply: usize,
    },
    /// A press, or a settled board, that no legal move explains: a fact, with what stood there.
    Irregular(Irregular),
    /// How the irregularity at this ply went on.
    IrregularClosed {
        /// The ply.
        ply: usize,
        /// How.
        ending: Ending,
    },
    /// A press by a side that had made no move since the opponent's.
    PressWithoutMove {
        /// Who pressed.
        by: Color,
        /// The ply that side should have made.
        ply: usize,
    },
    /// The position ends the game, or the players put their kings in the centre: a proposal for a person to confirm.
    Proposed {
        /// The result.
        outcome: KnownOutcome,
    },
    /// The proposal fell.
    ProposalWithdrawn,
    /// A person confirmed the result, or took it back (`None`).
    Result {
        /// The result.
        outcome: Option<ResultEntry>,
    },
    /// The start position on the board is wrong: what is expected, what stands there.
    WrongSetup {
        /// The squares that differ.
        squares: Vec<Square>,
    },
    /// The game goes on from what stood on the board, not from the agreed start; it follows `Began`. The score's start is
    /// that position.
    PickedUp(PickedUp),
    /// A game is under way and the board cannot tell its position: a person must (`start` with a FEN).
    PositionNeeded,
}

/// A game taken up from what stood on the board. What was played before is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PickedUp {
    /// Where the game should have started.
    pub agreed: Standing,
    /// The rooks that may castle as far as anybody knows: they and their king stand at home.
    pub castling: Bitboard,
    /// Where the first ply may capture in passing as far as anybody knows.
    pub en_passant: Vec<Square>,
}

/// A position no legal move explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Irregular {
    /// The ply it stands in the place of.
    pub ply: usize,
    /// Who made it.
    pub by: Color,
    /// What it looks like.
    pub played: Played,
    /// Whether the clock was pressed after it.
    pub pressed: bool,
    /// The FEN before it, to restore.
    pub before_fen: String,
    /// The FEN it leaves, with the turn passed.
    pub after_fen: String,
    /// What the board reads.
    pub seen: Reading,
    /// The legal moves of the touched piece (4.3, 7.5.1), where one piece was touched.
    pub legal: Vec<Move>,
}

/// How an irregularity went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The position before it was put back, or a legal move replaced it.
    Restored,
    /// Play went on from it.
    Stands,
}

/// Why a ply is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// One hypothesis leads.
    Leading,
    /// The mover pressed the clock.
    Press,
    /// The board was quiet for long enough.
    Quiet,
    /// The opponent touched a piece of his own.
    OpponentTouched,
    /// The player's own next move completed it (RU20/FIDE 6.2.1.2).
    NextMove,
    /// Later evidence leaves no other explanation.
    OnlyExplanation,
    /// A person said so.
    Operator,
}

impl GameEvent {
    /// The name the trace gives the state of a ply (docs/formats/report.md, "Trace").
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
