//! The causes of findings that come again and again: a wrongly set clock shows its fault at every press, a weak square
//! changes all evening. Each cause makes one incident, with a count and the time at which it was last found. Two causes
//! make two incidents.

use shakmaty::{Color, Square};

/// The cause of an incident, independent of the ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The clock adds too little time at presses.
    Increment,
    /// A side's time is changed from turn to turn, each time by a similar amount. The number tells such series apart.
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
    /// Pieces were displaced by one act. The number tells such acts apart.
    Displaced(u32),
    /// Play went on after a position that ends the game.
    Ended,
}

impl Cause {
    /// Returns whether a second finding of the cause at one ply counts as another occurrence. If not, the second
    /// finding only changes the first.
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
            Cause::Displaced(_) | Cause::Ended => false,
        }
    }
}
