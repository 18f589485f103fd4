//! The gestures with which moves are made: a piece is lifted, dragged, or carried low over a neighbouring square.
//! Captures are made in every order, also en passant.

use super::Sitting;
use board::Millis;
use shakmaty::{Move, Piece, Role, Square, attacks::between};

/// The order of the acts in a capture.
enum CaptureOrder {
    /// The captured piece is taken off first.
    VictimFirst,
    /// The capturing piece is set down in place of the captured piece with one hand.
    Swap,
    /// The capturing piece is lifted first, then the captured piece.
    MoverFirst,
    /// The captured piece is pushed to the next square and lifted from there.
    Push,
}

impl Sitting<'_> {
    /// Makes a legal move on the board.
    pub(super) fn make(&mut self, mv: Move) {
        match mv {
            Move::Normal { from, to, promotion: Some(role), .. } => self.promote(from, to, role),
            Move::Normal { from, to, capture: Some(_), .. } => self.capture(from, to),
            Move::Normal { from, to, .. } => self.carry(from, to),
            Move::EnPassant { from, to } => self.en_passant(from, to),
            Move::Castle { king, rook } => self.castle(king, rook),
            Move::Put { .. } => {}
        }
        self.early = None;
    }

    /// Returns the piece that the side to move has on this square, even if a hand has already lifted it.
    pub(super) fn mover_on(&self, square: Square) -> Piece {
        let on_board = self.script.board.piece_at(square).or(self.standing.board().piece_at(square));
        on_board.unwrap_or(Piece { color: self.standing.turn(), role: Role::Pawn })
    }

    /// Lifts a piece, carries it and puts it down, perhaps on a wrong square first.
    pub(super) fn carry(&mut self, from: Square, to: Square) {
        let piece = self.mover_on(from);
        self.script.lift(from);
        self.approach(from, to, piece);
        self.stray(from, to, piece);
        self.script.place(to, piece);
    }

    /// Passes the time for which a hand carries the piece, and adds what the sensors notice on the way.
    pub(super) fn approach(&mut self, from: Square, to: Square, piece: Piece) {
        let traits = self.traits[piece.color];
        let carry_ms = self.pace.carry(self.rng, traits.hand_percent);
        let mut path: Vec<Square> = between(from, to).into_iter().collect();
        let clear = path.iter().all(|&square| self.script.board.piece_at(square).is_none());
        if !path.is_empty() && clear && self.rng.chance(traits.drag_ppm) {
            path.sort_by_key(|square| square.distance(from));
            for square in path {
                let dwell = self.rng.between(90, 180);
                self.script.brush(square, piece, dwell);
            }
        } else if self.rng.chance(traits.low_approach_ppm) {
            self.come_low(from, to, piece, carry_ms);
        } else {
            self.script.wait(carry_ms);
        }
    }

    fn come_low(&mut self, from: Square, to: Square, piece: Piece, carry_ms: Millis) {
        // The times are chosen so that a board that scans every 200 ms misses half of these brushes.
        let dwell = self.rng.between(40, 160);
        let last = self.rng.between(20, 60);
        self.script.wait(carry_ms.saturating_sub(dwell + last).max(80));
        let mut beside = self.script.empty_beside(to);
        beside.retain(|&square| square != from);
        match self.rng.pick(&beside) {
            Some(&square) => self.script.brush(square, piece, dwell),
            None => self.script.wait(dwell),
        }
        self.script.wait(last);
    }

    fn capture(&mut self, from: Square, to: Square) {
        let piece = self.mover_on(from);
        let victim = self.script.board.piece_at(to);
        match self.capture_order(piece) {
            CaptureOrder::VictimFirst => {
                self.script.lift(to);
                let together = self.rng.chance(self.trouble.mishap(self.tempo, 2_000, 5_000));
                if together {
                    self.gap(10, 100)
                } else {
                    self.gap(300, 900)
                }
                self.carry(from, to);
            }
            CaptureOrder::Swap => {
                self.script.lift(from);
                self.approach(from, to, piece);
                // Two pieces cannot stand on one square: the square is empty for a moment that is too short for a
                // slow board. The length of the moment, 22 ms on average, follows from the share of such captures
                // that a board with five scans a second misses. A board with ten scans a second also misses most of
                // them.
                self.script.lift(to);
                let empty_ms = if self.rng.chance(50_000) {
                    self.rng.between(25, 200)
                } else {
                    self.rng.between(20, 24)
                };
                self.script.wait(empty_ms);
                self.script.place(to, piece);
            }
            CaptureOrder::MoverFirst => {
                self.script.lift(from);
                self.gap(300, 700);
                self.script.lift(to);
                self.gap(300, 700);
                self.script.place(to, piece);
            }
            CaptureOrder::Push => {
                self.script.lift(from);
                self.approach(from, to, piece);
                let mut beside = self.script.empty_beside(to);
                beside.retain(|&square| square != from);
                self.script.place(to, piece);
                if let (Some(&square), Some(victim)) = (self.rng.pick(&beside), victim) {
                    let dwell = self.pace.gap(self.rng, 200, 800);
                    self.script.brush(square, victim, dwell);
                }
            }
        }
    }

    fn capture_order(&mut self, piece: Piece) -> CaptureOrder {
        // If the capturing piece was lifted early, it was lifted before the captured piece.
        let swap = self.traits[piece.color].swap_ppm;
        if self.rng.chance(swap) {
            return CaptureOrder::Swap;
        }
        match self.rng.weighted(&[90, 5, 5]) {
            0 if self.early.is_none() => CaptureOrder::VictimFirst,
            0 | 1 => CaptureOrder::MoverFirst,
            _ => CaptureOrder::Push,
        }
    }

    fn en_passant(&mut self, from: Square, to: Square) {
        let victim = Square::from_coords(to.file(), from.rank());
        match self.rng.weighted(&[70, 15, 15]) {
            0 => {
                self.carry(from, to);
                self.gap(400, 1_200);
                self.script.lift(victim);
            }
            1 => {
                self.script.lift(victim);
                self.gap(300, 900);
                self.carry(from, to);
            }
            _ => {
                let piece = self.mover_on(from);
                self.script.lift(from);
                self.gap(300, 700);
                self.script.lift(victim);
                self.approach(from, to, piece);
                self.script.place(to, piece);
            }
        }
    }

    /// Performs what follows a move: the captured piece is sensed once more on its way off, a neighbour is put
    /// straight or bumped.
    pub(super) fn carry_off_and_bump(&mut self, mv: Move) {
        let to = mv.to();
        let mover = !self.standing.turn();
        if let Some(role) = mv.capture()
            && self.rng.chance(self.traits[mover].carry_off_ppm)
        {
            let beside = self.script.empty_beside(to);
            self.gap(100, 400);
            if let Some(&square) = self.rng.pick(&beside) {
                let dwell = self.rng.between(80, 350);
                self.script.brush(square, Piece { color: !mover, role }, dwell);
            }
        }
        let straighten = if mv.is_capture() { self.trouble.mishap(self.tempo, 19_000, 19_000) } else { 0 };
        let bump = self.trouble.mishap(self.tempo, 3_000, 10_000);
        if self.rng.chance(straighten + bump) {
            let beside: Vec<Square> = self.script.occupied_beside(to).into_iter().collect();
            if let Some(&square) = self.rng.pick(&beside) {
                self.gap(50, 200);
                let held = self.rng.between(100, 500);
                self.script.touch(square, held);
            }
        }
    }
}
