//! The squares that changed, and the instants of the changes: the evidence of the last moves.

use board::Millis;
use shakmaty::{Bitboard, Square};
use std::collections::VecDeque;

/// The latest changes, oldest first. The oldest changes are forgotten when there are too many; the times computed from
/// the others are then less exact.
#[derive(Debug, Clone, Default)]
pub(crate) struct Touches {
    ring: VecDeque<(Millis, Square)>,
    /// The changes that only a full reading told, each with the instant of the reading: nobody knows when they were made.
    undated: VecDeque<(Millis, Square)>,
}

const TOUCHES_MAX: usize = 128;

impl Touches {
    pub(crate) fn note(&mut self, t: Millis, square: Square) {
        if self.ring.len() == TOUCHES_MAX {
            self.ring.pop_front();
        }
        self.ring.push_back((t, square));
    }

    /// Notes that a change of `square` was told by a full reading at `t`, and by no report of its own.
    pub(crate) fn note_undated(&mut self, t: Millis, square: Square) {
        if self.undated.len() == TOUCHES_MAX {
            self.undated.pop_front();
        }
        self.undated.push_back((t, square));
    }

    /// Returns the squares of whose changes after `since` it is not known when they were made.
    pub(crate) fn undated_since(&self, since: Millis) -> Bitboard {
        self.undated.iter().filter(|&&(at, _)| at > since).map(|&(_, square)| square).collect()
    }

    /// Returns whether it is not known of any change after `since` when it was made.
    pub(crate) fn are_undated_since(&self, since: Millis) -> bool {
        let mut later = self.ring.iter().filter(|&&(at, _)| at > since);
        later.all(|change| self.undated.contains(change))
    }

    /// Returns the changes after `since`, oldest first.
    pub(crate) fn after(&self, since: Millis) -> impl Iterator<Item = (Millis, Square)> {
        self.ring.iter().copied().filter(move |&(at, _)| at > since)
    }

    /// Returns the instants of the first and the last change of any of these squares after `since`. If there was none,
    /// both are `t`.
    pub(crate) fn span(&self, squares: Bitboard, since: Millis, t: Millis) -> (Millis, Millis) {
        let mut span = None;
        for &(at, _) in self.ring.iter().filter(|&&(at, square)| at > since && squares.contains(square)) {
            span = Some(span.map_or((at, at), |(first, _)| (first, at)));
        }
        span.unwrap_or((t, t))
    }

    /// Returns the instant of a square's last change, if a change of it is remembered.
    pub(crate) fn last(&self, square: Square) -> Option<Millis> {
        self.ring.iter().rev().find(|&&(_, touched)| touched == square).map(|&(at, _)| at)
    }

    /// Returns the squares that changed until `t`, after the last change of `square` by then.
    pub(crate) fn since_landed(&self, square: Square, t: Millis) -> Bitboard {
        let until = self.ring.iter().rev().skip_while(|&&(at, _)| at > t);
        until.map(|&(_, touched)| touched).take_while(|&touched| touched != square).collect()
    }

    /// Returns how many changes of a square are remembered after `since` and until `until`.
    pub(crate) fn count(&self, square: Square, since: Millis, until: Millis) -> usize {
        let is_change = |&&(at, touched): &&(Millis, Square)| touched == square && at > since && at <= until;
        self.ring.iter().filter(is_change).count()
    }

    /// Returns the instant of a square's first change after `since`; `None` if none is remembered.
    pub(crate) fn first_since(&self, square: Option<Square>, since: Millis) -> Option<Millis> {
        self.ring.iter().find(|&&(at, touched)| at > since && Some(touched) == square).map(|&(at, _)| at)
    }

    /// Returns whether changes after `since` may have been forgotten.
    pub(crate) fn are_forgotten_since(&self, since: Millis) -> bool {
        self.ring.len() == TOUCHES_MAX && self.ring[0].0 > since
    }

    /// Returns the instant of the latest change; `None` if no change is remembered.
    pub(crate) fn latest(&self) -> Option<Millis> {
        self.ring.back().map(|&(at, _)| at)
    }

    /// Returns the instant of the last change before `t`, or 0 if no change before `t` is remembered.
    pub(crate) fn last_before(&self, t: Millis) -> Millis {
        self.ring.iter().rev().find(|&&(at, _)| at < t).map_or(0, |&(at, _)| at)
    }

    /// Returns the squares that changed after `since`.
    pub(crate) fn since(&self, since: Millis) -> Bitboard {
        self.ring.iter().filter(|&&(at, _)| at > since).map(|&(_, square)| square).collect()
    }

    /// Returns the squares that changed after `since` and before `until`.
    pub(crate) fn between(&self, since: Millis, until: Millis) -> Bitboard {
        self.ring.iter().filter(|&&(at, _)| at > since && at < until).map(|&(_, square)| square).collect()
    }

    /// Returns the instant at which the latest activity began, after a pause of at least `pause_ms` without any change;
    /// `None` if no change is remembered.
    pub(crate) fn activity_began(&self, pause_ms: Millis) -> Option<Millis> {
        let mut began = None;
        let mut later = None;
        for &(at, _) in self.ring.iter().rev() {
            if later.is_some_and(|next: Millis| next - at >= pause_ms) {
                break;
            }
            began = Some(at);
            later = Some(at);
        }
        began
    }
}
