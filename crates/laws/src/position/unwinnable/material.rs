//! Pieces that cannot mate, wherever they stand.
//!
//! A pawn, rook or queen of the attacker can always take part in a mate. The remaining cases are knights and bishops:
//!
//! * A king alone cannot even give check.
//! * One knight: the king mated in its corner needs pieces of its own side beside it that can neither capture the
//!   knight nor interpose. A queen can always do one of these. So one knight cannot mate a bare king, nor a king with
//!   queens alone.
//! * Bishops on squares of one colour: flight squares of the opposite colour must be attacked by the attacker's king or
//!   filled with the defender's pieces that cannot interpose. Rooks, queens and bishops of the attacker's square colour
//!   always can interpose. So the defender needs a pawn (which may promote), a knight or a bishop on the opposite
//!   colour.
//!
//! The tests prove this by trying every arrangement of these pieces that could be a mate.

use shakmaty::{Bitboard, Board, Color};

/// Returns whether `winner` lacks the pieces to mate, whatever moves are made.
pub fn is_insufficient(board: &Board, winner: Color) -> bool {
    let ours = board.by_color(winner);
    if ours.intersects(board.pawns() | board.rooks_and_queens()) {
        return false;
    }
    let knights = (ours & board.knights()).count();
    let bishops = ours & board.bishops();
    let theirs = board.by_color(!winner).without(board.kings());
    match (knights, bishops.any()) {
        (0, false) => true,
        (1, false) => theirs.is_subset(board.queens()),
        (0, true) => {
            let one_colour = |men: Bitboard| {
                men.is_subset(Bitboard::LIGHT_SQUARES) || men.is_subset(Bitboard::DARK_SQUARES)
            };
            one_colour(board.bishops()) && !theirs.intersects(board.pawns() | board.knights())
        }
        (_, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_insufficient;
    use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, Position, Role, Setup, Square, attacks};

    /// Builds a position with Black to move; `None` if the rules do not allow these pieces on these squares.
    fn position(men: &[(Square, Role, Color)]) -> Option<Chess> {
        let mut setup = Setup { turn: Color::Black, ..Setup::empty() };
        for &(square, role, color) in men {
            if setup.board.piece_at(square).is_some() {
                return None;
            }
            setup.board.set_piece_at(square, role.of(color));
        }
        setup.position::<Chess>(CastlingMode::Standard).ok()
    }

    /// Tries every square on which the black king can be checked, every white king and knight, and a black queen
    /// wherever a flight square must be filled. More queens would not help Black's king to be mated: a queen that
    /// blocks another queen's way to the knight can capture the knight itself.
    #[test]
    fn a_knight_mates_no_king_beside_queens() {
        let mut pictures = 0;
        for king in Square::ALL {
            for knight in attacks::knight_attacks(king) {
                for hunter in Square::ALL {
                    let held = attacks::king_attacks(hunter) | attacks::knight_attacks(knight);
                    let open = attacks::king_attacks(king).without(held);
                    let mut men = vec![
                        (king, Role::King, Color::Black),
                        (hunter, Role::King, Color::White),
                        (knight, Role::Knight, Color::White),
                    ];
                    men.extend(open.into_iter().map(|square| (square, Role::Queen, Color::Black)));
                    // A side has at most nine queens, so a position with more cannot be built.
                    let Some(position) = position(&men) else { continue };
                    pictures += 1;
                    assert!(!position.is_checkmate(), "{:?}", position.board());
                    assert!(is_insufficient(position.board(), Color::White));
                }
            }
        }
        assert!(pictures > 5_000, "{pictures}");
    }

    /// White attacks all squares of one colour, as if with any number of bishops. The flight squares of the opposite
    /// colour are attacked by White's king or filled with black rooks and queens, in every way. One of these black
    /// pieces can always capture the checking bishop or interpose. It cannot be pinned, because it stands on the
    /// opposite colour.
    #[test]
    fn bishops_of_one_colour_mate_no_king_beside_rooks_and_queens() {
        let mut pictures = 0;
        for king in Square::ALL {
            let colour = if king.is_light() { Bitboard::DARK_SQUARES } else { Bitboard::LIGHT_SQUARES };
            for hunter in Square::ALL {
                let beside = attacks::king_attacks(king);
                let open: Vec<Square> =
                    (beside & colour).without(attacks::king_attacks(hunter)).into_iter().collect();
                for bishop in attacks::bishop_attacks(king, Bitboard::EMPTY) {
                    for roles in 0..1u32 << open.len() {
                        let mut men = vec![
                            (king, Role::King, Color::Black),
                            (hunter, Role::King, Color::White),
                            (bishop, Role::Bishop, Color::White),
                        ];
                        men.extend(open.iter().enumerate().map(|(index, &square)| {
                            let role = if roles >> index & 1 == 0 { Role::Rook } else { Role::Queen };
                            (square, role, Color::Black)
                        }));
                        let Some(position) = position(&men).filter(Position::is_check) else { continue };
                        pictures += 1;
                        let shields = position.legal_moves().iter().any(|mv| mv.role() != Role::King);
                        assert!(shields, "{:?}", position.board());
                        assert!(is_insufficient(position.board(), Color::White));
                    }
                }
            }
        }
        assert!(pictures > 10_000, "{pictures}");
    }

    /// Checks that the remaining kinds of material can mate, by one mated position for each kind.
    #[test]
    fn what_is_not_refused_has_a_mating_picture() {
        for placement in [
            "k1K5/p1N5/8/8/8/8/8/8",
            "8/8/8/8/8/6N1/5K1n/7k",
            "6bk/8/6NK/8/8/8/8/8",
            "6rk/5N2/7K/8/8/8/8/8",
            "kb6/8/1K6/8/8/5B2/8/8",
            "kn6/1B6/1K6/8/8/8/8/8",
            "k7/2NN4/1K6/8/8/8/8/8",
        ] {
            let setup = Setup {
                board: placement.parse::<Board>().expect("a placement"),
                turn: Color::Black,
                ..Setup::empty()
            };
            let position = setup.position::<Chess>(CastlingMode::Standard).expect("a position");
            assert!(position.is_checkmate(), "{placement}");
            assert!(!is_insufficient(position.board(), Color::White), "{placement}");
        }
    }
}
