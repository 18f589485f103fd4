//! The causes of findings that come again and again: a clock set wrongly shows at every press, a weak square all
//! evening. One cause is one incident, with a count and the last time it was found; two causes stay apart.

use shakmaty::{Color, Square};

/// The cause of an incident, whatever the ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The clock adds too little at presses.
    Increment,
    /// A side's time is set differently from turn to turn, each time by a similar amount; numbered.
    Set(Color, u32),
    /// A side's time stands still when it should run.
    Frozen(Color),
    /// The link is lost again and again.
    Link,
    /// A side may be exempt from recording.
    Exempt(Color),
    /// The clock's count of a side's moves differs from the record.
    Counter(Color),
    /// The clock stands the wrong way round.
    ClockReversed,
    /// A square changes by itself.
    Flicker(Square),
    /// Pieces were displaced by one act; numbered.
    Displaced(u32),
    /// Play went on from a position that ends the game.
    Ended,
}

impl Cause {
    /// Returns whether two findings at one ply count as two. If not, the second only tells more of the first.
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
