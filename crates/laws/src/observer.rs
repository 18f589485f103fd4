//! The observers: one for each subject, all shown the same scene, none aware of another.
//!
//! An observer remembers what it needs between two instants, and nothing that the scene can tell it. It starts afresh
//! with each game. All observers are always called, in the order of the list.

use crate::{ledger::Ledger, seen::scene::Scene};
use board::{BoardEvent, Millis};
use game::{GameEvent, Order};

/// One subject of the Laws.
pub(crate) trait Observer {
    /// Handles what the sensors said; the score is still that from before.
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

/// Returns the earlier of two deadlines, if there is any.
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
                // One by one, without a collection: most never have a deadline, and every input asks for it.
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
    /// The clock that stands the wrong way round: what other observers say of a side depends on it.
    reversed: crate::observers::clock::reversed::Reversed,
    /// The clock, flags and claims on time.
    clock: crate::observers::clock::Clocks,
    /// Reports of people: the quickplay finish, results, records.
    desk: crate::observers::desk::Desks,
    /// The incidents that the arbiter is dealing with.
    guide: crate::observers::desk::guide::Guide,
    /// Draws, and the end of a game.
    draw: crate::observers::draw::Draws,
    /// Presses that are not the end of a move.
    press: crate::observers::press::Presses,
    /// Pieces touched and not moved.
    touch: crate::observers::touch::Touches,
    /// Castling that was begun in one way and finished in another.
    castling: crate::observers::castling::Castling,
    /// Pieces that moved on from a square where they may have been released.
    release: crate::observers::release::Releases,
    /// Two pieces in the air at once.
    two_hands: crate::observers::two_hands::TwoHands,
    /// The promotion piece that is not at hand.
    promotion: crate::observers::promotion::Promotions,
    /// The time in which an illegal move can be acted on.
    window: crate::seen::window::Windows,
    /// Impossible positions.
    impossible: crate::observers::impossible::Impossible,
    /// Displaced pieces.
    displaced: crate::observers::displaced::Displaced,
    /// Games that began wrongly.
    start: crate::observers::start::Start,
    /// The restoration of a position.
    restoring: crate::observers::restore::Restoring,
    /// The clock's count of moves.
    move_counter: crate::observers::counter::MoveCounter,
    /// Blind and visually disabled players.
    blind: crate::observers::blind::Blind,
    /// Notes and facts that people put on record.
    records: crate::observers::record::Records,
}

impl Observers {
    /// Returns the snapshots that the arbiter froze.
    pub(crate) fn snapshots(&self) -> &[crate::observers::desk::snapshot::Snapshot] {
        self.desk.snapshots()
    }

    /// Returns the adjournment of the present game.
    pub(crate) fn adjournment(&self) -> &crate::observers::adjourn::Adjournment {
        &self.adjourn
    }
}
