//! The list of all observers, in the order in which they are called.

use crate::observer::Observer;
use board::Millis;

macro_rules! observers {
    ($($(#[doc = $doc:literal])* $field:ident: $kind:ty,)*) => {
        /// All observers.
        #[derive(Debug, Clone, Default)]
        pub(crate) struct Observers {
            $($(#[doc = $doc])* $field: $kind,)*
        }

        impl Observers {
            /// Calls `act` with every observer, in the order of the list.
            pub(crate) fn each(&mut self, mut act: impl FnMut(&mut dyn Observer)) {
                $(act(&mut self.$field);)*
            }

            /// Returns the earliest instant at which an observer has to be called; `None` if no observer waits for a
            /// deadline.
            pub(crate) fn next_deadline(&self) -> Option<Millis> {
                [$(self.$field.next_deadline()),*].into_iter().flatten().min()
            }
        }
    };
}

observers! {
    /// The observer of illegal moves and of how they end.
    illegal_move: crate::observers::illegal_move::IllegalMoves,
    /// The observer of adjourned games.
    adjourn: crate::observers::adjourn::Adjournment,
    /// The observer of a clock that is turned round. What other observers say of a side depends on it.
    reversed: crate::observers::clock::reversed::Reversed,
    /// The observer of the clock, flags and claims on time.
    clock: crate::observers::clock::Clocks,
    /// The observer of people's reports: the quickplay finish, results, records.
    reports: crate::observers::reports::Reports,
    /// The observer of the incidents that the arbiter is dealing with.
    guide: crate::observers::reports::guide::Guide,
    /// The observer of draws and of the end of a game.
    draw: crate::observers::draw::Draws,
    /// The observer of presses that do not end a move.
    press: crate::observers::press::Presses,
    /// The observer of pieces that were touched and not moved.
    touch: crate::observers::touch::Touches,
    /// The observer of castling that was begun in one way and finished in another.
    castling: crate::observers::castling::Castling,
    /// The observer of pieces that moved on from a square where they may have been released.
    release: crate::observers::release::Releases,
    /// The observer of two pieces in the air at once.
    two_hands: crate::observers::two_hands::TwoHands,
    /// The observer of a promotion piece that is not at hand.
    promotion: crate::observers::promotion::Promotions,
    /// The observer of the time in which an illegal move can be acted on.
    window: crate::observers::window::Windows,
    /// The observer of impossible positions.
    impossible: crate::observers::impossible::Impossible,
    /// The observer of displaced pieces.
    displaced: crate::observers::displaced::Displaced,
    /// The observer of games that began from a wrong position or with reversed colours.
    start: crate::observers::start::Start,
    /// The observer of the restoration of a position.
    restoring: crate::observers::restore::Restoring,
    /// The observer of the clock's move counter.
    move_counter: crate::observers::counter::MoveCounter,
    /// The observer of blind and visually disabled players.
    blind: crate::observers::blind::Blind,
    /// The observer of notes and facts that people put on record.
    records: crate::observers::record::Records,
}

impl Observers {
    /// Returns the snapshots taken in the present game, oldest first.
    pub(crate) fn snapshots(&self) -> &[crate::observers::reports::snapshot::Snapshot] {
        self.reports.snapshots()
    }

    /// Returns the adjournment of the present game.
    pub(crate) fn adjournment(&self) -> &crate::observers::adjourn::Adjournment {
        &self.adjourn
    }
}
