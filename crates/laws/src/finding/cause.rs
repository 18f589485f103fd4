//! The causes that lead to findings again and again: a wrongly set clock shows its fault at every press, a weak square
//! changes all evening. Each cause makes one incident, with the number of findings and the time of the last one.

use shakmaty::{Color, Square};

/// The cause of an incident, independent of the ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The clock adds too little time at presses.
    Increment,
    /// A side's time is changed in turn after turn by similar amounts. The number distinguishes one series of changes
    /// from another.
    Set(Color, u32),
    /// A side's time does not change although its clock should be running.
    Frozen(Color),
    /// The link is lost again and again.
    Link,
    /// A side may be exempt from recording its moves.
    Exempt(Color),
    /// The clock's count of a side's moves differs from the record.
    Counter(Color),
    /// The clock is turned round.
    ClockReversed,
    /// A square changes by itself.
    Flicker(Square),
    /// A square does not show its piece.
    Unread(Square),
    /// Pieces were displaced by one act. The number distinguishes one act from another.
    Displaced(u32),
    /// Play went on after a position that ends the game.
    Ended,
}

impl Cause {
    /// Returns whether a further finding of the cause at one ply counts as another occurrence. Otherwise it only
    /// changes the earlier finding.
    pub(crate) fn is_new_at_each_look(self) -> bool {
        match self {
            Cause::Increment
            | Cause::Set(..)
            | Cause::Frozen(_)
            | Cause::Link
            | Cause::Exempt(_)
            | Cause::Counter(_)
            | Cause::ClockReversed
            | Cause::Flicker(_) => true,
            Cause::Unread(_) | Cause::Displaced(_) | Cause::Ended => false,
        }
    }
}
