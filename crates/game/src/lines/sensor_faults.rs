//! Squares on which a line disregards ("sets aside") a reading that contradicts it, and the cost of each such square.
//!
//! Invariant: a square has one price. The price of a weak or a false signal, or of a piece that was moved aside, is
//! refunded when the reading agrees again. The price of a wrong piece, of a piece left on its old square and of a pawn
//! waiting for promotion is not: only hands cause these.

use crate::{follow::seen::Seen, lines::costs};
use board::Millis;
use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square};

/// The squares that a line sets aside. Most lines have none.
#[derive(Debug, Clone, Default)]
pub(crate) struct SensorFaults {
    squares: Bitboard,
    priced: Vec<SensorFault>,
    /// The squares on which a piece was never seen before it went on. They are weak or dead, and have been paid for.
    weak: Bitboard,
    /// The squares on which a pawn was left on its last rank by an irregular ply of this line, which has paid for it.
    accepted: Bitboard,
}

/// The greatest number of squares that may read empty each for a reason of its own.
const ALONE_MAX: usize = 2;

/// A square that is set aside.
#[derive(Debug, Clone, Copy)]
struct SensorFault {
    square: Square,
    kind: Kind,
    /// Set if hands were here just before, and may hold what is missing.
    is_handled: bool,
    /// Set if the piece that should be here was read on another square.
    is_displaced: bool,
    /// Set if the piece was not read where it stood before either: it is broken, and not the square dead.
    is_of_piece: bool,
}

/// What is read there in place of what a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing: the piece is in the hand of the side to move.
    InHand,
    /// Nothing, under a piece that is in no hand.
    Missing,
    /// The piece that should have left.
    NotRemoved,
    /// A piece that is missing from its own square.
    Misplaced,
    /// A piece where there is none.
    Ghost,
    /// A pawn that was left on its last rank.
    WaitingPawn,
    /// Another piece.
    WrongPiece,
}

impl Kind {
    fn cost(self) -> u32 {
        match self {
            Kind::InHand => costs::IN_HAND,
            Kind::Missing => costs::FAULT_MISSING,
            Kind::NotRemoved => costs::FAULT_NOT_REMOVED,
            Kind::Misplaced | Kind::WrongPiece => costs::FAULT_WRONG_PIECE,
            Kind::Ghost => costs::FAULT_GHOST,
            Kind::WaitingPawn => costs::FAULT_WAITING_PAWN,
        }
    }

    /// Returns whether the price is refunded once the reading agrees with the line.
    fn is_forgivable(self) -> bool {
        match self {
            Kind::InHand | Kind::Missing | Kind::Misplaced | Kind::Ghost => true,
            Kind::NotRemoved | Kind::WaitingPawn | Kind::WrongPiece => false,
        }
    }
}

impl SensorFaults {
    pub(crate) fn squares(&self) -> Bitboard {
        self.squares
    }

    /// Returns the squares that have a price: not those that an irregular ply accepts as they are read.
    pub(crate) fn priced_squares(&self) -> Bitboard {
        self.priced.iter().map(|fault| fault.square).collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Returns the price of all squares. Many that read empty at once have one cause: a contact, a cable.
    pub(crate) fn cost(&self) -> u32 {
        cost_of(self.priced.iter().map(|fault| fault.kind))
    }

    /// Returns what lasts: the weak squares, and those for which an irregular ply has paid.
    pub(crate) fn remembered(&self) -> SensorFaults {
        let squares = self.squares & self.accepted;
        SensorFaults { squares, priced: Vec::new(), weak: self.weak, accepted: self.accepted }
    }

    /// Returns whether both lines think the same of the squares on which a piece was never seen.
    pub(crate) fn is_same_weak(&self, other: &SensorFaults) -> bool {
        self.weak == other.weak
    }

    /// Returns the squares that read empty under a piece, now or before it went on. Of what happens there nothing is seen.
    pub(crate) fn dead(&self) -> Bitboard {
        self.priced
            .iter()
            .filter(|fault| fault.kind == Kind::Missing)
            .map(|fault| fault.square)
            .collect::<Bitboard>()
            | self.weak
    }

    /// Returns the squares on which a piece was never seen before it went on.
    pub(crate) fn weak(&self) -> Bitboard {
        self.weak
    }

    /// Returns the squares where hands were when they were set aside: what is missing there is rather in a hand, or was put
    /// elsewhere.
    pub(crate) fn handled(&self) -> Bitboard {
        let is_moved = |fault: &&SensorFault| fault.is_handled || fault.is_displaced;
        self.priced.iter().filter(is_moved).map(|fault| fault.square).collect()
    }

    /// Notes that hands touched these squares just before.
    pub(crate) fn note_handled(&mut self, touched: Bitboard) {
        self.priced.iter_mut().for_each(|fault| fault.is_handled |= touched.contains(fault.square));
    }

    /// Notes that what is missing was read on another square.
    pub(crate) fn note_displaced(&mut self) {
        self.priced.iter_mut().for_each(|fault| fault.is_displaced = true);
    }

    /// Notes where hands were before, as `before` says.
    fn note_moved(&mut self, before: &SensorFaults) {
        for fault in &mut self.priced {
            let earlier = before.priced.iter().find(|earlier| earlier.square == fault.square);
            fault.is_handled |= earlier.is_some_and(|earlier| earlier.is_handled);
            fault.is_displaced |= earlier.is_some_and(|earlier| earlier.is_displaced);
            fault.is_of_piece |= earlier.is_some_and(|earlier| earlier.is_of_piece);
        }
    }

    /// Notes that nobody holds what is missing on these squares.
    pub(crate) fn note_let_go(&mut self, squares: Bitboard) {
        self.priced.iter_mut().for_each(|fault| fault.is_handled &= !squares.contains(fault.square));
    }

    /// Returns the squares that show a piece where there is none.
    pub(crate) fn ghosts(&self) -> Bitboard {
        let is_ghost = |fault: &&SensorFault| fault.kind == Kind::Ghost;
        self.priced.iter().filter(is_ghost).map(|fault| fault.square).collect()
    }

    /// Returns whether every square shows a piece where there is none.
    pub(crate) fn are_ghosts(&self) -> bool {
        self.priced.iter().all(|fault| fault.kind == Kind::Ghost)
    }

    /// Sets aside the squares of `others` as well.
    pub(crate) fn add(&mut self, others: SensorFaults) {
        for fault in others.priced {
            let is_paid = fault.kind == Kind::Missing && self.weak.contains(fault.square);
            if !self.squares.contains(fault.square) && !is_paid {
                self.priced.push(fault);
            }
        }
        self.squares |= others.squares;
    }

    /// Sets squares aside at no cost, for a line that accepts them as they are read.
    pub(crate) fn add_free(&mut self, squares: Bitboard) {
        self.squares |= squares;
    }

    /// Sets squares aside at no cost, also in every line that goes on from this one. What they cost so far is refunded.
    pub(crate) fn accept(&mut self, squares: Bitboard) {
        self.priced.retain(|fault| !squares.contains(fault.square));
        self.squares |= squares;
        self.accepted |= squares;
    }

    /// Stops setting aside the squares outside `contradicted`. Returns the points that are not refunded.
    pub(crate) fn keep(&mut self, contradicted: Bitboard) -> u32 {
        self.accepted &= contradicted;
        self.take(self.squares & !contradicted, true)
    }

    /// Takes over from `before`, the faults of the line that this line goes on from, what is not refunded: the price of a
    /// piece that went on and was never seen where it stood. What was assumed of its square was not borne out. A second
    /// piece on the same square costs nothing, nor does a pawn for which an irregular ply has been paid, nor a piece that is not read
    /// where it went either: then it is broken, which is one fault wherever it stands. `gone_to` says where the piece of a square
    /// went. Returns the points.
    pub(crate) fn go_on_from(
        &mut self,
        before: &SensorFaults,
        gone_to: impl Fn(Square) -> Option<Square>,
    ) -> u32 {
        let is_gone =
            |fault: &&SensorFault| fault.kind == Kind::Missing && !self.squares.contains(fault.square);
        let gone: Bitboard = before.priced.iter().filter(is_gone).map(|fault| fault.square).collect();
        let is_unread = |fault: &&SensorFault| gone.contains(fault.square) || fault.is_of_piece;
        let mut moved = Bitboard::EMPTY;
        for earlier in before.priced.iter().filter(is_unread) {
            let is_there = |fault: &&mut SensorFault| {
                gone_to(earlier.square) == Some(fault.square) && fault.kind == Kind::Missing
            };
            if let Some(fault) = self.priced.iter_mut().find(is_there) {
                fault.is_of_piece = true;
                moved.add(earlier.square);
            }
        }
        let gone = gone & !moved;
        self.weak = before.weak | gone;
        self.note_moved(before);
        self.accepted |= before.accepted;
        let (weak, accepted) = (self.weak, self.accepted);
        self.priced.retain(|fault| {
            let is_weak = fault.kind == Kind::Missing && weak.contains(fault.square) && !fault.is_of_piece;
            let is_accepted = fault.kind == Kind::WaitingPawn && accepted.contains(fault.square);
            !is_weak && !is_accepted
        });
        costs::FAULT_MISSING * gone.count() as u32
    }

    /// Takes, of the missing pieces on the squares `own`, the one whose square changed last for the one in the hand.
    pub(crate) fn hold_last(&mut self, own: Bitboard, changed_ms: impl Fn(Square) -> Option<Millis>) {
        let is_held = |fault: &SensorFault| fault.kind == Kind::InHand;
        let Some(held) = self.priced.iter().position(is_held) else { return };
        let is_own = |fault: &SensorFault| own.contains(fault.square) && fault.kind == Kind::Missing;
        let missing = (0..self.priced.len()).filter(|&index| is_own(&self.priced[index]));
        let last = missing.max_by_key(|&index| changed_ms(self.priced[index].square));
        let when = |index: usize| changed_ms(self.priced[index].square);
        if let Some(last) = last.filter(|&last| when(last) > when(held)) {
            self.priced[held].kind = Kind::Missing;
            self.priced[last].kind = Kind::InHand;
        }
    }

    /// Prices each piece that was in no place before, as `before` says, as one that is missing from its square: its side has
    /// moved another piece since, and had it in no hand.
    pub(crate) fn put_down(&mut self, before: &SensorFaults) {
        let was_gone = |square: Square| {
            let is_gone = |fault: &SensorFault| matches!(fault.kind, Kind::InHand | Kind::Missing);
            before.priced.iter().any(|fault| fault.square == square && is_gone(fault))
        };
        for fault in self.priced.iter_mut().filter(|fault| fault.kind == Kind::InHand) {
            if was_gone(fault.square) {
                fault.kind = Kind::Missing;
            }
        }
    }

    /// Counts a changed square as evidence again. Returns the points that are not refunded: 0 if a refundable fault has
    /// healed.
    pub(crate) fn reopen(&mut self, square: Square, healed: bool) -> u32 {
        self.take(self.squares & Bitboard::from(square), healed)
    }

    fn take(&mut self, squares: Bitboard, healed: bool) -> u32 {
        if squares.is_empty() {
            return 0;
        }
        self.squares &= !squares;
        let mut sunk = 0;
        self.priced.retain(|fault| {
            let taken = squares.contains(fault.square);
            if taken && !(healed && fault.kind.is_forgivable() && !fault.is_of_piece) {
                sunk += fault.kind.cost();
            }
            !taken
        });
        sunk
    }
}

/// Returns the price of all these faults together.
fn cost_of(faults: impl Iterator<Item = Kind>) -> u32 {
    let (all, missing) = faults.fold((0, 0usize), |(all, missing), kind| {
        (all + kind.cost(), missing + usize::from(kind == Kind::Missing))
    });
    let alike = u32::try_from(missing.saturating_sub(ALONE_MAX)).unwrap_or(0);
    all - alike * (costs::FAULT_MISSING - costs::FAULT_MISSING_TOO)
}

/// Prices `squares`, to be set aside by a line that leads from `start` to `after` and leaves `turn` to move. One piece
/// of the side to move may already be in a hand. A piece that is on a wrong square and missing from its own was moved
/// by hands, not misread by sensors.
pub(crate) fn priced(
    start: &Board,
    after: &Board,
    seen: &Seen,
    squares: Bitboard,
    turn: Color,
) -> SensorFaults {
    let elsewhere = squares & !after.occupied();
    let is_read = |piece: Piece| (seen.by_piece(piece) & elsewhere).any();
    let fault = |(square, kind)| {
        let is_displaced = after.piece_at(square).is_some_and(is_read);
        SensorFault { square, kind, is_handled: false, is_displaced, is_of_piece: false }
    };
    let priced = kinds(start, after, seen, squares, turn).map(fault).collect();
    SensorFaults { squares, priced, ..SensorFaults::default() }
}

/// Returns the cost of what [`priced`] returns.
pub(crate) fn price(start: &Board, after: &Board, seen: &Seen, squares: Bitboard, turn: Color) -> u32 {
    cost_of(kinds(start, after, seen, squares, turn).map(|(_, kind)| kind))
}

fn kinds<'a>(
    start: &'a Board,
    after: &'a Board,
    seen: &'a Seen,
    squares: Bitboard,
    turn: Color,
) -> impl Iterator<Item = (Square, Kind)> + 'a {
    let read = seen.occupied();
    let is_missing = move |piece: Piece| (after.by_piece(piece) & squares & !read).any();
    let mut in_hand = true;
    squares.into_iter().map(move |square| {
        let kind = match (after.piece_at(square), seen.piece_at(square), read.contains(square)) {
            (Some(piece), _, false) if piece.color == turn && in_hand => {
                in_hand = false;
                Kind::InHand
            }
            (Some(_), _, false) => Kind::Missing,
            (None, Some(piece), _) if start.piece_at(square) == Some(piece) => Kind::NotRemoved,
            (None, Some(piece), _) if is_missing(piece) => Kind::Misplaced,
            (None, _, _) => Kind::Ghost,
            (Some(piece), _, true) if is_waiting_pawn(seen, square, piece) => Kind::WaitingPawn,
            (Some(_), _, true) => Kind::WrongPiece,
        };
        (square, kind)
    })
}

/// Returns whether a pawn was left on its last rank, on the square where `piece`, which it became, should be.
pub(crate) fn is_waiting_pawn(seen: &Seen, square: Square, piece: Piece) -> bool {
    piece.role != Role::Pawn
        && seen.piece_at(square) == Some(piece.color.pawn())
        && square.rank() == piece.color.fold_wb(Rank::Eighth, Rank::First)
}
