//! Games of random legal moves, and what is published of them.

use hall::{PublicLink, PublicPly, Publication, TableNo};
use shakmaty::{
    ByColor, CastlingMode, Chess, EnPassantMode, Move, Position, fen::Fen, san::SanPlus, uci::UciMove,
};

/// A random number generator with a fixed seed, so that a failing test fails again in the next run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    pub(crate) fn one_in(&mut self, sides: usize) -> bool {
        self.roll(sides) == 0
    }
}

pub(crate) fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Returns a legal move as the hall publishes it, and plays it.
pub(crate) fn published(position: &mut Chess, mv: Move) -> PublicPly {
    // Castling shows the king's two squares.
    let uci = UciMove::from_move(mv, CastlingMode::Standard).to_string();
    let san = SanPlus::from_move_and_play_unchecked(position, mv).to_string();
    PublicPly {
        san,
        uci,
        fen: fen(position),
        check: position.is_check(),
        irregular: false,
        provisional: false,
        left_ms: None,
        spent_ms: None,
    }
}

/// Returns a random legal move, castling and promotions rather than others; `None` at the end of a game.
pub(crate) fn random_move(position: &Chess, dice: &mut Dice) -> Option<Move> {
    let moves = position.legal_moves();
    let rare = moves.iter().find(|mv| mv.is_castle() || mv.is_promotion() || mv.is_en_passant());
    if moves.is_empty() {
        return None;
    }
    Some(rare.copied().unwrap_or_else(|| moves[dice.roll(moves.len())]))
}

/// Returns a publication of a table of which nothing else is known.
pub(crate) fn bare(table: TableNo, rev: u64) -> Publication {
    Publication {
        table,
        game: 1,
        rev,
        from: 0,
        plies: Vec::new(),
        start_fen: fen(&Chess::default()),
        result: None,
        clock: None,
        link: PublicLink::Live,
        players: ByColor::default(),
    }
}
