//! How long a hint waits for the arbiter. A hint that waits no more stays in the record, and the arbiter can still rule
//! on it.

use crate::{Incident, Kind, Parameters, RuleId, profile::parameters::IllegalWindow};
use board::Millis;
use game::PlyNo;

/// The time for which a hint or a question has stood before it waits for anybody, in milliseconds. Most are answered
/// within it by the game itself: the opponent touches a piece, or the next move shows which one was played.
pub const GLANCE_MS: Millis = 10_000;

impl Incident {
    /// Returns the ply with which the incident waits for nobody any more, because the opponent has played on; `None` if
    /// no ply ends its wait.
    ///
    /// It is about castling with two hands and about a press before the move. A claim of two hands is lost with the
    /// touch of a piece (4.8; PL09 4.7), and where an illegal move can be acted on only until the reply, so can a move
    /// with two hands (7.5.4). The Laws set no limit for a press before the move (6.2.4). Under the same rules it is
    /// left to the record, too: the opponent had the position, replied and said nothing.
    pub fn waits_until(&self, parameters: &Parameters) -> Option<PlyNo> {
        let is_of_the_moment = matches!(self.rule, RuleId::TwoHands | RuleId::PressBeforeMove);
        let ends = parameters.illegal_window.value != IllegalWindow::DuringGame;
        let ply = self.ply.filter(|_| self.kind == Kind::Hint && is_of_the_moment && ends)?;
        PlyNo::new(ply.get() + 1)
    }
}
