//! A plain search for a mate: breadth first, no proofs, no order, nothing shared with the search it checks.

use shakmaty::{Bitboard, CastlingMode, Chess, Color, EnPassantMode, Position, Role, Setup, Square};
use std::collections::{BTreeSet, VecDeque};

/// The result of a plain search.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A mate.
    Mate,
    /// Every position was seen, and no mate.
    Nothing,
    /// There are more positions than it may hold.
    Unknown,
}

/// Examines every reachable position, at most `bound` of them.
pub(crate) fn search(root: &Chess, winner: Color, bound: usize) -> Found {
    let mut seen = BTreeSet::from([key(root)]);
    let mut waiting = VecDeque::from([root.clone()]);
    while let Some(position) = waiting.pop_front() {
        if position.is_checkmate() && position.turn() != winner {
            return Found::Mate;
        }
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            if seen.insert(key(&next)) {
                waiting.push_back(next);
            }
        }
        if seen.len() > bound {
            return Found::Unknown;
        }
    }
    Found::Nothing
}

type Key = (Vec<Bitboard>, bool, Bitboard, Option<Square>);

fn key(position: &Chess) -> Key {
    let board = position.board();
    let parts = Role::ALL.into_iter().map(|role| board.by_role(role)).chain([board.white()]).collect();
    let castles = position.castles().castling_rights();
    (parts, position.turn().is_white(), castles, position.ep_square(EnPassantMode::Legal))
}

/// A sequence of pseudo-random numbers that is the same every time.
pub(crate) struct Row(u64);

impl Row {
    pub(crate) fn new(seed: u64) -> Row {
        Row(seed)
    }

    fn below(&mut self, bound: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound).expect("a small number")
    }
}

/// Builds a position with two kings and up to three other men close together: small worlds, and mates close by.
pub(crate) fn few_men(row: &mut Row) -> Option<Chess> {
    let mut setup = Setup { turn: Color::ALL[row.below(2)], ..Setup::empty() };
    let mut men = vec![Role::King.of(Color::White), Role::King.of(Color::Black)];
    let roles = [Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for _ in 0..1 + row.below(3) {
        men.push(roles[row.below(7)].of(Color::ALL[row.below(2)]));
    }
    for man in men {
        // Within a corner of four by four squares, so that the men meet.
        let square = Square::ALL[8 * row.below(4) + row.below(4)];
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.set_piece_at(square, man);
    }
    setup.position::<Chess>(CastlingMode::Standard).ok()
}
