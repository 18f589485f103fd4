//! Changes in a game. The scribe emits them for the table's trace, for `laws` and for publication.

use crate::{Played, PlyNo, PlyState, ResultEntry, Standing};
use board::{Millis, Reading};
use shakmaty::{Bitboard, Color, KnownOutcome, Move, Square};

/// A change in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEvent {
    /// A new game began on this table. The score of the old one is finished.
    Began {
        /// The number of the new game on this table.
        number: u32,
    },
    /// The start of a game was taken back: the game before it is on the board again.
    Resumed {
        /// The number of the game that is on the board again.
        number: u32,
    },
    /// A ply reached a state.
    Ply {
        /// The number of the ply that reached the state.
        ply: PlyNo,
        /// The move of the ply.
        played: Played,
        /// The state that the ply reached.
        state: PlyState,
        /// The reason why the ply reached the state.
        reason: Reason,
    },
    /// A ply was withdrawn: it is no longer the best explanation, or the players took it back.
    Superseded {
        /// The number of the ply that was withdrawn.
        ply: PlyNo,
        /// The move that the score showed until now.
        played: Played,
        /// Set if the ply had been final. In that case the score's revision number has increased.
        was_final: bool,
    },
    /// The sensors cannot decide between several moves. A person must choose.
    Asked {
        /// The number of the ply that is open.
        ply: PlyNo,
        /// The possible moves, of which a person must choose one.
        alternatives: Vec<Played>,
    },
    /// A question about a ply was answered, by a person or by later events.
    Answered {
        /// The number of the ply that was open.
        ply: PlyNo,
    },
    /// No legal move explains the reading at a press or on a settled board.
    Irregular(Irregular),
    /// An irregular ply was undone, or play went on from it.
    IrregularClosed {
        /// The number of the irregular ply.
        ply: PlyNo,
        /// The way in which the irregular ply was closed.
        ending: Ending,
    },
    /// A side pressed the clock without having moved since the opponent's move.
    PressWithoutMove {
        /// The side that pressed.
        by: Color,
        /// The number of the ply that the side should have made.
        ply: PlyNo,
    },
    /// A result is proposed for a person to confirm: the position ends the game, or the players put their kings in
    /// the centre.
    Proposed {
        /// The proposed result.
        outcome: KnownOutcome,
    },
    /// The proposed result no longer holds.
    ProposalWithdrawn,
    /// A person confirmed a result, or took the confirmed result back (`None`).
    Result {
        /// The confirmed result; `None` if it was taken back.
        outcome: Option<ResultEntry>,
    },
    /// The pieces on the board are not in the start position.
    WrongSetup {
        /// The squares that differ from the start position.
        squares: Vec<Square>,
    },
    /// The game is followed from the position on the board, not from the agreed start. This event follows `Began`, and
    /// the score now starts from the position on the board.
    JoinedMidgame(JoinedMidgame),
    /// Two pieces of the array that stood exchanged were put right during the game. The score now starts from the agreed
    /// array, with the same plies.
    PutRight,
    /// A game is under way, and the board cannot report its position. A person must enter it (`start` with a FEN).
    PositionNeeded,
}

/// A game followed from the position on the board. The moves before that position are not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedMidgame {
    /// The standing from which the game should have started.
    pub agreed: Standing,
    /// The rooks that are assumed to have the right to castle: each of them and its king are on their original squares.
    pub castling: Bitboard,
    /// The squares on which the first ply is allowed to capture en passant, because the placement does not rule it out.
    pub en_passant: Vec<Square>,
}

/// A position that no legal move explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Irregular {
    /// The number of the ply that leads to the irregular position in the score.
    pub ply: PlyNo,
    /// The side that made the irregular ply.
    pub by: Color,
    /// The squares between which the irregular ply seems to move.
    pub played: Played,
    /// Set if the clock was pressed after the irregular ply.
    pub pressed: bool,
    /// The FEN of the position before the irregular ply, for restoring that position.
    pub before_fen: String,
    /// The FEN of the position after the irregular ply, with the other side to move.
    pub after_fen: String,
    /// The reading of the board when the position was judged.
    pub seen: Reading,
    /// The legal moves of the touched piece (4.3 and 7.5.1 of the FIDE Laws), if exactly one piece was touched.
    pub legal: Vec<Move>,
}

/// The way in which an irregular ply was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The position before the irregular ply was restored, or a legal move replaced that ply.
    Restored,
    /// Play went on from the irregular ply.
    Stands,
}

/// The reason for the state of a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// One hypothesis is clearly more likely than all others.
    Leading,
    /// The mover pressed the clock.
    Press,
    /// The board was quiet for long enough.
    Quiet,
    /// The opponent touched a piece of their own.
    OpponentTouched,
    /// The player's own next move completed the ply (6.2.1.2 of RU20 and of the FIDE Laws).
    NextMove,
    /// Later evidence leaves no other explanation than this ply.
    OnlyExplanation,
    /// A person entered the ply.
    Operator,
}

impl GameEvent {
    /// Returns the number of the ply that the event is about; `None` if it is not about one ply.
    pub fn ply(&self) -> Option<PlyNo> {
        match self {
            GameEvent::Ply { ply, .. }
            | GameEvent::Superseded { ply, .. }
            | GameEvent::Asked { ply, .. }
            | GameEvent::Answered { ply }
            | GameEvent::IrregularClosed { ply, .. }
            | GameEvent::PressWithoutMove { ply, .. } => Some(*ply),
            GameEvent::Irregular(irregular) => Some(irregular.ply),
            GameEvent::Began { .. }
            | GameEvent::Resumed { .. }
            | GameEvent::Proposed { .. }
            | GameEvent::ProposalWithdrawn
            | GameEvent::Result { .. }
            | GameEvent::WrongSetup { .. }
            | GameEvent::JoinedMidgame(_)
            | GameEvent::PutRight
            | GameEvent::PositionNeeded => None,
        }
    }

    /// Returns the name that the trace gives to the state of a ply (docs/formats/report.md, "Trace"); `None` if the
    /// event gives a ply no state.
    pub fn trace_state(&self) -> Option<&'static str> {
        match self {
            GameEvent::Ply { state: PlyState::Provisional, .. } => Some("provisional"),
            GameEvent::Ply { state: PlyState::Final, .. } => Some("final"),
            GameEvent::Ply { state: PlyState::Completed, .. } => Some("completed"),
            GameEvent::Superseded { .. } => Some("superseded"),
            _ => None,
        }
    }
}

/// An event with the instant at which it was decided.
pub type Stamped = (Millis, GameEvent);
