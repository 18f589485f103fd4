//! A piece that no sensor reads, wherever it stands: its coil, its chip or its magnet is broken.

use crate::players::act::{Act, What};
use board::Millis;
use shakmaty::{Board, Square};

/// Makes the piece that stands on `home` in the placement `before` read nothing from `from_ms` on, on every square that it comes to.
/// Of two like pieces in a hand the one that was lifted last is put down first.
pub(super) fn unread(felt: &mut Vec<Act>, before: &Board, home: Square, from_ms: Millis) {
    let Some(piece) = before.piece_at(home) else { return };
    let mut board = before.clone();
    let mut at = Some(home);
    // The like pieces in hands, the one that was lifted last at the end: whether each is the broken one.
    let mut held: Vec<bool> = Vec::new();
    let mut fails_at = Some(home);
    for act in felt.iter_mut() {
        let Some(square) = act.what.square() else { continue };
        if board.piece_at(square) == Some(piece) {
            held.push(at == Some(square));
            at = at.filter(|at| *at != square);
        }
        match act.what {
            What::Place(_, placed) => {
                board.set_piece_at(square, placed);
                if placed == piece && held.pop() == Some(true) {
                    at = Some(square);
                    if act.t_ms >= from_ms {
                        act.what = What::Lift(square);
                    }
                }
            }
            _ => board.discard_piece_at(square),
        }
        if act.t_ms < from_ms {
            fails_at = at;
        }
    }
    if let Some(square) = fails_at {
        let index = felt.partition_point(|act| act.t_ms < from_ms);
        felt.insert(index, Act { t_ms: from_ms, what: What::Lift(square) });
    }
}

#[cfg(test)]
mod tests {
    use super::unread;
    use crate::players::act::{Act, What};
    use shakmaty::{Board, Color, Square};

    #[test]
    fn a_broken_piece_is_read_nowhere_and_another_of_its_kind_is() {
        let knight = Color::White.knight();
        let acts = [
            (1_000, What::Lift(Square::G1)),
            (1_500, What::Place(Square::F3, knight)),
            (3_000, What::Lift(Square::B1)),
            (3_500, What::Place(Square::C3, knight)),
            (5_000, What::Lift(Square::F3)),
            (5_500, What::Place(Square::E5, knight)),
        ];
        let mut felt: Vec<Act> = acts.map(|(t_ms, what)| Act { t_ms, what }).to_vec();
        unread(&mut felt, &Board::new(), Square::G1, 2_000);
        let felt: Vec<_> = felt.into_iter().map(|act| (act.t_ms, act.what)).collect();
        let mut expected = acts.to_vec();
        expected[5].1 = What::Lift(Square::E5);
        expected.insert(2, (2_000, What::Lift(Square::F3)));
        assert_eq!(felt, expected);
    }
}
