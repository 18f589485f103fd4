//! The observers: one for each subject, all shown the same scene, none knowing of the others.
//!
//! An observer keeps what it needs to remember between two instants, and nothing that the scene can tell. It begins
//! anew with each game. They are called in the order of the list, always all of them.

use crate::{ledger::Ledger, seen::scene::Scene};
use board::{BoardEvent, Millis};
use game::{GameEvent, Order};

/// One subject of the Laws.
pub(crate) trait Observer {
    /// The sensors said something; the score is still that from before.
    fn handle_board(&mut self, _scene: &Scene, _event: &BoardEvent, _ledger: &mut Ledger) {}
    /// The game changed.
    fn handle_event(&mut self, _scene: &Scene, _event: &GameEvent, _ledger: &mut Ledger) {}
    /// A person said something, and the game has obeyed.
    fn handle_order(&mut self, _scene: &Scene, _order: &Order, _ledger: &mut Ledger) {}
    /// A deadline has come.
    fn advance(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}
    /// When `advance` wants to be called next.
    fn next_deadline(&self) -> Option<Millis> {
        None
    }
}

/// The earlier of two deadlines, where there are any.
fn earlier(a: Option<Millis>, b: Option<Millis>) -> Option<Millis> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

macro_rules! observers {
    ($($(#[doc = $doc:literal])* $field:ident: $kind:ty,)*) => {
        /// Every observer.
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
                // One after the other: most of them never have one, and this is asked at every input.
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
    /// The clock that stands the wrong way round: what the others say of a side depends on it.
    reversed: crate::observers::clock::reversed::Reversed,
    /// The clock, flags, claims on time.
    clock: crate::observers::clock::Clocks,
    /// What a person says at his desk: quickplay finish, results, records.
    desk: crate::observers::desk::Desks,
    /// What the arbiter has in hand.
    guide: crate::observers::desk::guide::Guide,
    /// Draws, and what ends a game.
    draw: crate::observers::draw::Draws,
    /// Presses that are not the end of a move.
    press: crate::observers::press::Presses,
    /// Pieces touched and not moved.
    touch: crate::observers::touch::Touches,
    /// Castling begun otherwise than finished.
    castling: crate::observers::castling::Castling,
    /// Pieces that went on from where they may have been released.
    release: crate::observers::release::Releases,
    /// Two pieces in the air at once.
    two_hands: crate::observers::two_hands::TwoHands,
    /// The piece of a promotion that is not at hand.
    promotion: crate::observers::promotion::Promotions,
    /// How long an illegal move can be acted on.
    window: crate::seen::window::Windows,
    /// Positions that cannot be.
    impossible: crate::observers::impossible::Impossible,
    /// Pieces that stand elsewhere than the game says.
    displaced: crate::observers::displaced::Displaced,
    /// Games that began wrongly.
    start: crate::observers::start::Start,
    /// The way back to a position.
    restoring: crate::observers::restore::Restoring,
    /// The clock's count of moves.
    move_counter: crate::observers::counter::MoveCounter,
    /// Blind and visually disabled players.
    blind: crate::observers::blind::Blind,
    /// What people put on record.
    records: crate::observers::record::Records,
}

impl Observers {
    /// The pictures that were frozen.
    pub(crate) fn snapshots(&self) -> &[crate::observers::desk::snapshot::Snapshot] {
        self.desk.snapshots()
    }

    /// The adjournment of the present game.
    pub(crate) fn adjournment(&self) -> &crate::observers::adjourn::Adjournment {
        &self.adjourn
    }
}
