//! The state of a game's board: always a setup, and a position when the rules allow one.

use crate::{Refusal, lines::search::board_after};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, Position, PositionErrorKinds, Setup, fen::Fen,
};

/// The pieces on the board and the side to move. `position` is missing if the rules allow no play from this setup (a
/// king captured, the side not to move in check). The setup is known even then, and the game can return from it to a
/// legal position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    setup: Setup,
    position: Option<Chess>,
    mode: CastlingMode,
}

impl Standing {
    /// Returns the starting position of chess, with White to move.
    pub fn initial() -> Standing {
        Standing::from_position(Chess::default(), CastlingMode::Standard)
    }

    /// Creates the standing of a legal position.
    pub fn from_position(position: Chess, mode: CastlingMode) -> Standing {
        Standing { setup: position.to_setup(EnPassantMode::Legal), position: Some(position), mode }
    }

    /// Creates the standing of any setup. Impossible castling and en-passant rights are dropped.
    #[expect(
        clippy::result_large_err,
        reason = "shakmaty's error gives the position back; it lives for four lines"
    )]
    pub fn from_setup(setup: Setup, mode: CastlingMode) -> Standing {
        let position = setup
            .clone()
            .position::<Chess>(mode)
            .or_else(|error| error.ignore_invalid_castling_rights())
            .or_else(|error| error.ignore_invalid_ep_square())
            .or_else(|error| error.ignore_impossible_check())
            .or_else(|error| error.ignore_too_much_material())
            .ok();
        match position {
            Some(position) => Standing::from_position(position, mode),
            None => Standing { setup, position: None, mode },
        }
    }

    /// Parses a FEN. `Err` says why the text is not a FEN, or why no game can be played from its position.
    pub fn from_fen(fen: &str, mode: CastlingMode) -> Result<Standing, Refusal> {
        let fen: Fen = fen.parse().map_err(|error| Refusal::NotAFen(format!("{error}")))?;
        Standing::to_play_from(fen, mode)
    }

    /// Creates the standing of a FEN from which a game is to be played. `Err` says why no game can be played from its
    /// position.
    pub fn to_play_from(fen: Fen, mode: CastlingMode) -> Result<Standing, Refusal> {
        let setup = fen.into_setup();
        match setup.clone().position::<Chess>(mode) {
            Err(error) if error.kinds().intersects(FATAL) => Err(Refusal::Unplayable(format!("{error}"))),
            _ => Ok(Standing::from_setup(setup, mode)),
        }
    }

    /// Creates the standing of a FEN with which a game is to begin. `Err` says why none can: as for
    /// [`Standing::to_play_from`], or because the side to move has no legal move.
    pub fn to_begin_from(fen: Fen, mode: CastlingMode) -> Result<Standing, Refusal> {
        let standing = Standing::to_play_from(fen, mode)?;
        match standing.position().is_some_and(|position| position.legal_moves().is_empty()) {
            true => Err(Refusal::OverAlready),
            false => Ok(standing),
        }
    }

    /// Returns the legal position; `None` if the rules allow no play from this setup.
    pub fn position(&self) -> Option<&Chess> {
        self.position.as_ref()
    }

    /// Returns the setup, legal or not.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the placement of the pieces.
    pub fn board(&self) -> &shakmaty::Board {
        &self.setup.board
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.setup.turn
    }

    /// Returns the rules of castling: standard or Chess960.
    pub fn mode(&self) -> CastlingMode {
        self.mode
    }

    /// Returns the standing after a legal move. Panics if the standing has no legal position.
    pub fn play(&self, mv: Move) -> Standing {
        let mut position = self.position.clone().expect("a legal move was found in a position");
        position.play_unchecked(mv);
        Standing::from_position(position, self.mode)
    }

    /// Returns whether both standings are the same position by the rules, whatever their move counters are.
    pub(crate) fn is_same_place(&self, other: &Standing) -> bool {
        let (a, b) = (&self.setup, &other.setup);
        a.board == b.board
            && a.turn == b.turn
            && a.castling_rights == b.castling_rights
            && a.ep_square == b.ep_square
    }

    /// Returns whether a legal move leads from this standing to the placement `board`.
    pub(crate) fn has_move_to(&self, board: &shakmaty::Board) -> bool {
        self.position.as_ref().is_some_and(|position| {
            let leaves = |mv| board_after(self.board(), mv, self.turn()) == *board;
            position.legal_moves().iter().any(|mv| leaves(*mv))
        })
    }

    /// Returns the full FEN.
    pub fn fen(&self) -> String {
        match &self.position {
            Some(position) => Fen::from_position(position, EnPassantMode::Legal).to_string(),
            None => {
                Fen::try_from_setup(self.setup.clone()).unwrap_or_else(|lossy| lossy.ignore()).to_string()
            }
        }
    }
}

/// The faults that make a setup unplayable.
const FATAL: PositionErrorKinds = PositionErrorKinds::EMPTY_BOARD
    .union(PositionErrorKinds::MISSING_KING)
    .union(PositionErrorKinds::TOO_MANY_KINGS)
    .union(PositionErrorKinds::PAWNS_ON_BACKRANK)
    .union(PositionErrorKinds::OPPOSITE_CHECK);
