//! Kings that are put in the centre of a board that senses occupancy only. Which pieces came there nobody can tell; but that both
//! kings have left, that nothing else has, and that two squares which touch are occupied anew, no moves explain.

use crate::{Scribe, follow::ending::CENTRE};
use shakmaty::{Bitboard, Color};

/// The greatest number of last plies that a king on its way to the centre may have seemed to make.
const SEEMED_MAX: usize = 2;

impl Scribe {
    /// Returns the two squares of the centre on which the kings stand, and the number of plies of the score after which they were put
    /// there; `None` if not both are. Whatever stood on these squares was taken away.
    pub(super) fn kings_on_squares(&self) -> Option<(Bitboard, usize)> {
        let (plies, seen) = (self.score.plies.len(), self.seen.occupied());
        (plies.saturating_sub(SEEMED_MAX)..=plies).rev().find_map(|kept| {
            let since = kept.checked_sub(1).map_or(0, |last| self.score.plies[last].made_ms);
            let come = seen & CENTRE & self.touches.since(since);
            let board = self.score.after(kept).board();
            let homes = Bitboard::from(board.king_of(Color::White)?) | board.king_of(Color::Black)?;
            let is_gesture = come.count() == 2 && seen & !come == board.occupied() & !homes & !come;
            is_gesture.then_some((come, kept))
        })
    }
}
