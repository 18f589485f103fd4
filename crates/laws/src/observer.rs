//! The observers: one for each subject of the Laws. All receive the same scene, and none knows of another.
//!
//! An observer remembers what it needs from one call to the next, and nothing that the scene contains. It is created
//! anew for each game. All observers are called for every input, in the order of the list.

use crate::{ledger::Ledger, seen::scene::Scene};
use board::{BoardEvent, Millis};
use game::{GameEvent, Order};

/// One subject of the Laws.
pub(crate) trait Observer {
    /// Handles what the sensors said. The scene's score does not contain the event yet.
    fn handle_board(&mut self, _scene: &Scene, _event: &BoardEvent, _ledger: &mut Ledger) {}
    /// Handles a change of the game.
    fn handle_event(&mut self, _scene: &Scene, _event: &GameEvent, _ledger: &mut Ledger) {}
    /// Handles a person's order, which the game has already obeyed.
    fn handle_order(&mut self, _scene: &Scene, _order: &Order, _ledger: &mut Ledger) {}
    /// Handles a deadline that has come.
    fn advance(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}
    /// Returns when `advance` is to be called next.
    fn next_deadline(&self) -> Option<Millis> {
        None
    }
}

/// Returns the earlier of two deadlines, or the only one.
fn earlier(a: Option<Millis>, b: Option<Millis>) -> Option<Millis> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

macro_rules! observers {
    ($($(#[doc = $doc:literal])* $field:ident: $kind:ty,)*) => {
        /// All observers.
        #[derive(Debug, Default)]
        pub(crate) struct Observers {
            $($(#[doc = $doc])* $field: $kind,)*
        }

        impl Observer for Observers {
            fn handle_board(&mut self, scene: &Scene, event: &BoardEvent, ledger: &mut Ledger) {
                $(self.$field.handle_board(scene, event, ledger);)*
            }
            fn handle_event(&mut self, scene: &Scene, event: &GameEvent, ledger: &mut Ledger) {
                $(self.$field.handle_event(scene, event, ledger);)*
            }
            fn handle_order(&mut self, scene: &Scene, order: &Order, ledger: &mut Ledger) {
                $(self.$field.handle_order(scene, order, ledger);)*
            }
            fn advance(&mut self, scene: &Scene, ledger: &mut Ledger) {
                $(if self.$field.next_deadline().is_some_and(|at| at <= scene.t_ms) {
                    self.$field.advance(scene, ledger);
                })*
            }
            fn next_deadline(&self) -> Option<Millis> {
                // The deadlines are compared one by one, without collecting them: this runs on every input, and most
                // observers have no deadline.
                let mut first = None;
                $(first = earlier(first, self.$field.next_deadline());)*
                first
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
    desk: crate::observers::desk::Desks,
    /// The incidents that the arbiter is dealing with.
    guide: crate::observers::desk::guide::Guide,
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
    window: crate::seen::window::Windows,
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
    pub(crate) fn snapshots(&self) -> &[crate::observers::desk::snapshot::Snapshot] {
        self.desk.snapshots()
    }

    /// Returns the adjournment of the present game.
    pub(crate) fn adjournment(&self) -> &crate::observers::adjourn::Adjournment {
        &self.adjourn
    }
}
