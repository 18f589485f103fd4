//! What lies behind findings that come again and again: a clock set wrongly says so at every press, a weak square all evening.
//! Of one cause there is one incident, with how often it was found and when last; two causes stay two.

use shakmaty::{Color, Square};

/// What one incident is about, whatever the ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The clock adds too little at presses.
    Increment,
    /// A side's time is set otherwise from turn to turn, by as much each time; counted.
    Set(Color, u32),
    /// A side's time stands where it should run.
    Frozen(Color),
    /// The link is lost again and again.
    Link,
    /// A side's record may rest.
    Exempt(Color),
    /// The clock's count of a side's moves is not the record's.
    Counter(Color),
    /// The clock stands the wrong way round.
    ClockReversed,
    /// A square changes by itself.
    Flicker(Square),
    /// Pieces stand elsewhere than the game says, moved by one act; counted.
    Displaced(u32),
    /// A position that ends the game, from which play went on.
    Ended,
}

impl Cause {
    /// Whether two findings at one ply are two: a case that is better known at its second look is one.
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
