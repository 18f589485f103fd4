//! Games in which both sides shuffle: a piece goes and comes back, and so does one of the opponent's.

use super::{Game, generate};
use crate::{Ppm, Rng};
use game::Standing;
use shakmaty::{Chess, Move, Position, Role, Square};

/// The share of plies before which both sides shuffle.
const SHUFFLE_PPM: Ppm = 60_000;
/// The greatest number of pairs of moves that are tried for a shuffle.
const TRIES: usize = 8;

/// Generates a plausible game in which knights, rooks and kings go and come back. A shuffle takes four plies and leads
/// back to its position; sometimes it is played twice.
pub fn shuffling_game(start: Standing, rng: &mut Rng) -> Game {
    let plain = generate::game(start, rng);
    let mut position = plain.start.position().cloned().unwrap_or_default();
    let mut moves = Vec::new();
    for &mv in &plain.moves {
        if rng.chance(SHUFFLE_PPM)
            && !mv.is_en_passant()
            && let Some(cycle) = (0..TRIES).find_map(|_| shuffle(&position, rng))
        {
            for _ in 0..rng.between(1, 2) {
                moves.extend(cycle);
            }
        }
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Game { moves, ..plain }
}

/// Draws four moves that lead back to this position with all its rights to castle; `None` if the moves drawn do not.
fn shuffle(position: &Chess, rng: &mut Rng) -> Option<[Move; 4]> {
    let mut now = position.clone();
    let there = quiet(&now, rng)?;
    now.play_unchecked(there);
    let reply = quiet(&now, rng)?;
    now.play_unchecked(reply);
    let back = returning(&now, there)?;
    now.play_unchecked(back);
    let last = returning(&now, reply)?;
    now.play_unchecked(last);
    (now.castles().castling_rights() == position.castles().castling_rights())
        .then_some([there, reply, back, last])
}

fn quiet(position: &Chess, rng: &mut Rng) -> Option<Move> {
    let shuffles = |mv: &Move| {
        let role = matches!(mv.role(), Role::Knight | Role::Rook | Role::King);
        role && !mv.is_capture() && !mv.is_castle()
    };
    let moves: Vec<Move> = position.legal_moves().into_iter().filter(shuffles).collect();
    rng.pick(&moves).copied()
}

fn returning(position: &Chess, there: Move) -> Option<Move> {
    let squares = |mv: &Move| -> (Option<Square>, Square) { (mv.from(), mv.to()) };
    let (from, to) = squares(&there);
    position.legal_moves().into_iter().find(|mv| squares(mv) == (Some(to), from.unwrap_or(to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_lead_back_and_the_game_goes_on_legally() {
        let mut rng = Rng::new(3);
        let mut repeated = 0;
        for _ in 0..40 {
            let game = shuffling_game(Standing::initial(), &mut rng);
            let mut position = Chess::default();
            let mut seen = vec![position.board().clone()];
            for &mv in &game.moves {
                assert!(position.is_legal(mv), "{mv:?} in {position:?}");
                position.play_unchecked(mv);
                repeated += usize::from(seen.contains(position.board()));
                seen.push(position.board().clone());
            }
        }
        assert!(repeated > 100, "{repeated}");
    }
}
