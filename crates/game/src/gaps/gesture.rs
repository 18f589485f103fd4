//! Kings that were put in the centre while the link was lost: the reading tells the result, and not where the kings stood when
//! the last moves were played.

use crate::{
    Scribe,
    follow::{rest::Occasion, seen::Seen, timers::Timer},
};
use board::{Contents, Millis};
use shakmaty::{Color, Role, Square};

impl Scribe {
    /// Returns the reading with both kings back on the squares on which the score has them, if they are in the centre and these
    /// squares are empty.
    fn before_gesture(&self) -> Option<Seen> {
        self.kings_result()?;
        let board = self.score.standing().board();
        let mut before = self.seen.clone();
        for color in Color::ALL {
            let king = Contents::Piece(Role::King.of(color));
            let home = board.king_of(color)?;
            let stands = Square::ALL.into_iter().find(|&square| self.seen.at(square) == king)?;
            if stands != home && before.at(home).is_occupied() {
                return None;
            }
            before.set(stands, Contents::Empty);
            before.set(home, king);
        }
        Some(before)
    }

    /// Does what follows a lost link with the reading as it was before the kings were put in the centre, and then sees them
    /// there.
    pub(super) fn without_gesture(&mut self, t: Millis, act: impl FnOnce(&mut Scribe) -> bool) -> bool {
        let Some(before) = self.before_gesture() else { return act(self) };
        let now = std::mem::replace(&mut self.seen, before);
        let done = act(self);
        self.show(t, Occasion::Still);
        self.seen = now;
        self.changed(t);
        done
    }

    /// Looks for the moves played while the link was lost before the kings in the centre end the game: the clock has not been
    /// read yet.
    pub(crate) fn bridge_before_end(&mut self, t: Millis) {
        if self.lost.is_some() {
            self.bridge(t, None);
            self.timers.clear(Timer::Kings);
        }
    }
}
