//! A proof without a search that a side can never mate. For each piece, the squares that it could ever reach are
//! computed, rather too many than too few. The proof succeeds if no mate can be built from these squares. In this file
//! *piece* includes kings and pawns.
//!
//! A piece is *fixed* while nothing shows that it can move or be captured. Fixed pieces block. The squares that pieces
//! can reach around them are computed. A piece that can then move or be captured is no longer fixed, and the
//! computation is repeated until nothing changes. The result covers every game from here: the first move by which a
//! piece left its computed squares would have been found by the loop.
//!
//! A mate needs four things: the defender's king on one of its squares, a check there, the attacker's king on one of
//! its own squares, and each square beside the defender's king attacked or filled by one of the defender's pieces. If
//! no choice of squares gives all four, no mate is possible.
//!
//! Three cases are not tried here and are left to the search: castling rights, a legal en-passant capture, and a pawn
//! that can promote.

use shakmaty::{Bitboard, Board, Chess, Color, EnPassantMode, Piece, Position, Rank, Role, Square, attacks};

/// Returns whether it is proven that `winner` can never mate. `false` means that this proof failed, not that a mate
/// exists.
pub fn no_mate_possible(position: &Chess, winner: Color) -> bool {
    if position.castles().any() || position.ep_square(EnPassantMode::Legal).is_some() {
        return false;
    }
    Reach::of(position.board()).is_some_and(|reach| !reach.mate_fits(winner))
}

/// A piece, and the squares on which it may ever stand.
struct Man {
    piece: Piece,
    home: Square,
    squares: Bitboard,
    /// Set while nothing shows that the piece can move or be captured.
    fixed: bool,
}

impl Man {
    /// Returns whether the piece is a pawn with no fixed piece between it and its last rank.
    fn has_free_way(&self, fixed: Bitboard) -> bool {
        let ahead = self.piece.color.fold_wb(8, -8);
        let mut squares = if self.piece.role == Role::Pawn { self.squares } else { Bitboard::EMPTY };
        while !squares.is_empty() {
            squares = squares.shift(ahead).without(fixed);
            if squares.intersects(Bitboard::BACKRANKS) {
                return true;
            }
        }
        false
    }
}

struct Reach {
    men: Vec<Man>,
    /// The home squares of the fixed pieces.
    fixed: Bitboard,
}

impl Reach {
    /// Computes the squares that each piece may reach. `None` if a pawn may promote.
    fn of(board: &Board) -> Option<Reach> {
        let men = board
            .iter()
            .map(|(home, piece)| Man { piece, home, squares: home.into(), fixed: true })
            .collect();
        let mut reach = Reach { men, fixed: board.occupied() };
        // Each pass frees a piece or adds a square to a piece, so there are at most 64 times 64 passes.
        loop {
            let mut changed = false;
            for index in 0..reach.men.len() {
                let squares = reach.men[index].squares | reach.steps(index);
                let pawn = reach.men[index].piece.role == Role::Pawn;
                if pawn && squares.intersects(Bitboard::BACKRANKS) {
                    return None;
                }
                changed |= squares != reach.men[index].squares;
                reach.men[index].squares = squares;
            }
            for index in 0..reach.men.len() {
                let man = &reach.men[index];
                if man.fixed && (man.squares != Bitboard::from_square(man.home) || reach.can_be_taken(index))
                {
                    reach.fixed.discard(reach.men[index].home);
                    reach.men[index].fixed = false;
                    changed = true;
                }
            }
            // A piece that is no longer fixed never becomes fixed again. These pawns therefore keep a free way, their
            // promotion is certain to be found, and the remaining passes can be skipped.
            if reach.men.iter().any(|man| man.has_free_way(reach.fixed)) {
                return None;
            }
            if !changed {
                return Some(reach);
            }
        }
    }

    /// Returns the squares to which a piece can move from any of its squares.
    fn steps(&self, index: usize) -> Bitboard {
        let man = &self.men[index];
        if man.piece.role == Role::Pawn {
            return self.pawn_steps(man);
        }
        self.attacked(man, self.fixed).without(self.fixed).without(self.forbidden(man))
    }

    fn pawn_steps(&self, man: &Man) -> Bitboard {
        let color = man.piece.color;
        let ahead = color.fold_wb(8, -8);
        let start = Bitboard::from_rank(color.fold_wb(Rank::Third, Rank::Sixth));
        let one = man.squares.shift(ahead).without(self.fixed);
        let two = (one & start).shift(ahead).without(self.fixed);
        let mut prey = Bitboard::EMPTY;
        for other in self.enemies(color) {
            prey |= other.squares;
            if other.piece.role == Role::Pawn {
                // A pawn that can be on its second rank and two squares further on may be captured en passant, on the
                // square between.
                let second = other.squares & Bitboard::from_rank(color.fold_wb(Rank::Seventh, Rank::Second));
                let landed = other.squares & second.shift(-2 * ahead);
                prey |= landed.shift(ahead);
            }
        }
        one | two | (self.attacked(man, self.fixed) & prey)
    }

    /// Returns whether an enemy piece can capture this piece on its home square.
    fn can_be_taken(&self, index: usize) -> bool {
        let man = &self.men[index];
        man.piece.role != Role::King
            && self.men.iter().filter(|other| other.piece.color != man.piece.color).any(|other| {
                self.attacked(other, self.fixed).without(self.forbidden(other)).contains(man.home)
            })
    }

    /// Returns the squares that a king may never enter, because a fixed enemy piece always attacks them. A fixed rook,
    /// bishop or queen always attacks at least the squares beside it.
    fn forbidden(&self, man: &Man) -> Bitboard {
        if man.piece.role != Role::King {
            return Bitboard::EMPTY;
        }
        self.men
            .iter()
            .filter(|other| other.fixed && other.piece.color != man.piece.color)
            .fold(Bitboard::EMPTY, |sum, other| {
                sum | attacks::attacks(other.home, other.piece, Bitboard::FULL)
            })
    }

    /// Returns the squares that a piece attacks from any of its squares, if only `blockers` can stand in the way.
    fn attacked(&self, man: &Man, blockers: Bitboard) -> Bitboard {
        man.squares
            .into_iter()
            .fold(Bitboard::EMPTY, |sum, square| sum | attacks::attacks(square, man.piece, blockers))
    }

    fn enemies(&self, color: Color) -> impl Iterator<Item = &Man> {
        self.men.iter().filter(move |man| man.piece.color != color && man.piece.role != Role::King)
    }

    /// Returns whether a mate by `winner` fits the squares that were computed. `true` does not prove that a mate is
    /// possible.
    fn mate_fits(&self, winner: Color) -> bool {
        let king = |color: Color| {
            self.men.iter().find(|man| man.piece == Role::King.of(color)).map(|man| man.squares)
        };
        let (Some(hunters), Some(hunted)) = (king(winner), king(!winner)) else { return true };
        let attackers: Vec<&Man> = self.enemies(!winner).collect();
        let shields: Vec<Bitboard> = self.enemies(winner).map(|man| man.squares).collect();
        let loose: Vec<&Man> = attackers.iter().copied().filter(|man| !man.fixed).collect();
        hunted.into_iter().any(|target| {
            // A check continues through the king's square, so the king itself does not block the squares behind it.
            let blockers = self.fixed.without(target);
            let standing = attackers
                .iter()
                .filter(|man| man.fixed)
                .fold(Bitboard::EMPTY, |sum, man| sum | self.attacked(man, blockers));
            // If only one attacking piece is not fixed, each of its squares is examined alone, and also the board
            // without the piece. If several are not fixed, all their squares are taken as attacked at once.
            let pictures: Vec<(Bitboard, Bitboard)> = match loose[..] {
                [man] => man
                    .squares
                    .into_iter()
                    .filter(|&square| square != target)
                    .map(|square| (square.into(), standing | attacks::attacks(square, man.piece, blockers)))
                    .chain([(Bitboard::EMPTY, standing)])
                    .collect(),
                _ => {
                    let all = loose.iter().fold(standing, |sum, man| sum | self.attacked(man, blockers));
                    vec![(Bitboard::EMPTY, all)]
                }
            };
            pictures.into_iter().any(|(man, covered)| {
                covered.contains(target)
                    && hunters.into_iter().any(|hunter| is_mate(target, hunter, man, covered, &shields))
            })
        })
    }
}

/// Returns whether the hunted king may be denied all squares beside it. A square is denied if the attacker's pieces
/// attack it (`covered`), if the attacker's king attacks it, or if a piece of the hunted king's own side fills it. Each
/// piece fills one square.
fn is_mate(target: Square, hunter: Square, man: Bitboard, covered: Bitboard, shields: &[Bitboard]) -> bool {
    let ring = attacks::king_attacks(target);
    if hunter == target || ring.contains(hunter) || man.contains(hunter) {
        return false;
    }
    let open = ring.without(covered).without(attacks::king_attacks(hunter));
    // The king could capture an unprotected attacker on such a square, and no piece of its own side can stand there.
    if open.intersects(man) {
        return false;
    }
    let mut filled_by: Vec<Option<Square>> = vec![None; shields.len()];
    open.into_iter().all(|square| fill(square, shields, &mut filled_by, &mut vec![false; shields.len()]))
}

/// Finds a piece to fill a square, and returns whether there is one. Pieces that fill other squares change places if
/// necessary. This is a matching by augmenting paths, with at most 8 squares and 63 pieces.
fn fill(square: Square, shields: &[Bitboard], filled_by: &mut [Option<Square>], asked: &mut [bool]) -> bool {
    for man in 0..shields.len() {
        if asked[man] || !shields[man].contains(square) {
            continue;
        }
        asked[man] = true;
        let free = match filled_by[man] {
            None => true,
            Some(other) => fill(other, shields, filled_by, asked),
        };
        if free {
            filled_by[man] = Some(square);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::{Limit, Verdict, search::search_with};
    use super::no_mate_possible;
    use shakmaty::{CastlingMode, Chess, Color, Piece, Role, Setup, Square};

    /// Pseudo-random numbers from a fixed seed.
    struct Row(u64);

    impl Row {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }

        fn square(&mut self) -> Square {
            Square::ALL[usize::try_from(self.below(64)).expect("below 64")]
        }
    }

    /// Builds a position with pawns that block each other on most files, two kings, and sometimes another piece.
    fn blocked(row: &mut Row) -> Option<Chess> {
        let mut setup = Setup { turn: Color::ALL[row.below(2) as usize], ..Setup::empty() };
        let mut put = |square: Square, piece: Piece| {
            let free = setup.board.piece_at(square).is_none();
            setup.board.set_piece_at(square, piece);
            free
        };
        let mut fits = true;
        for file in 0..8 {
            if row.below(5) > 0 {
                let rank = 2 + u32::try_from(row.below(3)).expect("below 3");
                fits &= put(Square::new(8 * rank + file), Role::Pawn.of(Color::White));
                fits &= put(Square::new(8 * rank + 8 + file), Role::Pawn.of(Color::Black));
            }
        }
        fits &= put(row.square(), Role::King.of(Color::White));
        fits &= put(row.square(), Role::King.of(Color::Black));
        for _ in 0..row.below(3) {
            let role =
                [Role::Bishop, Role::Bishop, Role::Bishop, Role::Rook, Role::Knight][row.below(5) as usize];
            fits &= put(row.square(), role.of(Color::ALL[row.below(2) as usize]));
        }
        if fits { setup.position::<Chess>(CastlingMode::Standard).ok() } else { None }
    }

    /// Compares the proof with a search that does not use the proof: if the proof says that no mate is possible, the
    /// search must find none.
    #[test]
    fn no_mate_is_found_where_none_should_be() {
        let mut row = Row(1);
        let (mut proven, mut exhausted) = (0, 0);
        for _ in 0..8_000 {
            let Some(position) = blocked(&mut row) else { continue };
            for winner in Color::ALL {
                if !no_mate_possible(&position, winner) {
                    continue;
                }
                proven += 1;
                match search_with(&position, winner, Limit { positions: 10_000 }, 0) {
                    Verdict::Winnable(line) => panic!("{position:?} {winner} {line:?}"),
                    Verdict::Unwinnable(_) => exhausted += 1,
                    Verdict::NotProven => {}
                }
            }
        }
        // Nearly all of these positions are small enough for the search to examine completely.
        assert!(proven >= 20 && exhausted * 10 >= proven * 9, "{exhausted} of {proven}");
    }
}
