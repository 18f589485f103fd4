//! The list of all observers, in the order in which they are called.

use crate::observer::Observer;
use board::Millis;

macro_rules! observers {
    ($($(#[doc = $doc:literal])* $field:ident: $kind:ty,)*) => {
        /// All observers.
        #[derive(Debug, Default)]
        pub(crate) struct Observers {
            $($(#[doc = $doc])* $field: $kind,)*
        }

        impl Observers {
            /// Calls `act` with every observer, in the order of the list.
            pub(crate) fn each(&mut self, mut act: impl FnMut(&mut dyn Observer)) {
                $(act(&mut self.$field);)*
            }

            /// Returns when the first observer is to be called next.
            pub(crate) fn next_deadline(&self) -> Option<Millis> {
                [$(self.$field.next_deadline()),*].into_iter().flatten().min()
            }
        }
    };
}

observers! {
    /// Illegal moves, and how they end.
    illegal_move: crate::observers::illegal_move::IllegalMoves,
    /// Adjourned games.
    adjourn: crate::observers::adjourn::Adjournment,
    /// The clock that is turned round. What other observers say of a side depends on whether it is.
    reversed: crate::observers::clock::reversed::Reversed,
    /// The clock, flags and claims on time.
    clock: crate::observers::clock::Clocks,
    /// People's reports: the quickplay finish, results, records.
    reports: crate::observers::reports::Reports,
    /// The incidents that the arbiter is dealing with.
    guide: crate::observers::reports::guide::Guide,
    /// Draws, and the end of a game.
    draw: crate::observers::draw::Draws,
    /// Presses that do not end a move.
    press: crate::observers::press::Presses,
    /// Pieces that were touched and not moved.
    touch: crate::observers::touch::Touches,
    /// Castling that was begun in one way and finished in another.
    castling: crate::observers::castling::Castling,
    /// Pieces that moved on from a square where they may have been released.
    release: crate::observers::release::Releases,
    /// Two pieces in the air at once.
    two_hands: crate::observers::two_hands::TwoHands,
    /// A promotion piece that is not at hand.
    promotion: crate::observers::promotion::Promotions,
    /// The time in which an illegal move can be acted on.
    window: crate::observers::window::Windows,
    /// Impossible positions.
    impossible: crate::observers::impossible::Impossible,
    /// Displaced pieces.
    displaced: crate::observers::displaced::Displaced,
    /// Games that began from a wrong position or with reversed colours.
    start: crate::observers::start::Start,
    /// The restoration of a position.
    restoring: crate::observers::restore::Restoring,
    /// The clock's move counter.
    move_counter: crate::observers::counter::MoveCounter,
    /// Blind and visually disabled players.
    blind: crate::observers::blind::Blind,
    /// Notes and facts that people put on record.
    records: crate::observers::record::Records,
}

impl Observers {
    /// Returns the snapshots taken of the table.
    pub(crate) fn snapshots(&self) -> &[crate::observers::reports::snapshot::Snapshot] {
        self.reports.snapshots()
    }

    /// Returns the adjournment of the present game.
    pub(crate) fn adjournment(&self) -> &crate::observers::adjourn::Adjournment {
        &self.adjourn
    }
}
