//! The observers: one for each subject, all shown the same scene, none knowing of the others.
//!
//! An observer keeps what it needs to remember between two instants, and nothing that the scene can tell. It begins
//! anew with each game. They are called in the order of the list, always all of them.

use crate::{ledger::Ledger, scene::Scene};
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
    illegal_move: crate::illegal_move::IllegalMoves,
    /// Adjourned games.
    adjourn: crate::adjourn::Adjournment,
    /// The clock that stands the wrong way round: what the others say of a side depends on it.
    reversed: crate::clock::reversed::Reversed,
    /// The clock, flags, claims on time.
    clock: crate::clock::Clocks,
    /// What a person says at his desk: quickplay finish, results, records.
    desk: crate::desk::Desks,
    /// What the arbiter has in hand.
    guide: crate::desk::guide::Guide,
    /// Draws, and what ends a game.
    draw: crate::draw::Draws,
    /// Presses that are not the end of a move.
    press: crate::press::Presses,
    /// Pieces touched and not moved.
    touch: crate::touch::Touches,
    /// Castling begun otherwise than finished.
    castling: crate::castling::Castling,
    /// Pieces that went on from where they may have been released.
    release: crate::release::Releases,
    /// Two pieces in the air at once.
    two_hands: crate::two_hands::TwoHands,
    /// The piece of a promotion that is not at hand.
    promotion: crate::promotion::Promotions,
    /// How long an illegal move can be acted on.
    window: crate::window::Windows,
    /// Positions that cannot be.
    impossible: crate::impossible::Impossible,
    /// Pieces that stand elsewhere than the game says.
    displaced: crate::displaced::Displaced,
    /// Games that began wrongly.
    start: crate::start::Start,
    /// The way back to a position.
    restoring: crate::restore::Restoring,
    /// The clock's count of moves.
    move_counter: crate::counter::MoveCounter,
    /// Blind and visually disabled players.
    blind: crate::blind::Blind,
    /// What people put on record.
    records: crate::record::Records,
}

impl Observers {
    /// The pictures that were frozen.
    pub(crate) fn snapshots(&self) -> &[crate::desk::snapshot::Snapshot] {
        self.desk.snapshots()
    }

    /// The adjournment of the present game.
    pub(crate) fn adjournment(&self) -> &crate::adjourn::Adjournment {
        &self.adjourn
    }
}
