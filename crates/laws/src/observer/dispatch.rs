//! The dispatch of events and commands to observers. This is the only place that knows every kind of event and command:
//! it calls the method of [`Observer`] for each, and lists those that no observer handles.

use super::{Claimed, Observer, Report};
use crate::{RuleId, ledger::Ledger, seen::scene::Scene};
use board::BoardEvent;
use game::{GameEvent, Order, PlyState};

/// Passes an event of the sensors to an observer.
pub(crate) fn board_event(to: &mut dyn Observer, scene: &Scene, event: &BoardEvent, ledger: &mut Ledger) {
    to.before_board_event(scene);
    match event {
        BoardEvent::Reading(_) => {
            to.squares(scene, ledger);
            to.reading(scene, ledger);
        }
        BoardEvent::Square { square, contents } => {
            to.squares(scene, ledger);
            to.square(scene, *square, *contents, ledger);
        }
        BoardEvent::Clock(reading) => to.clock(scene, reading, ledger),
        BoardEvent::Press(by) => to.press(scene, *by, ledger),
        BoardEvent::Flag(side) => to.flag(scene, *side, ledger),
        BoardEvent::Gap { gap_ms } => to.gap(scene, *gap_ms, ledger),
        BoardEvent::Turned(orientation) => to.turned(scene, *orientation, ledger),
        BoardEvent::SidesUnknown => to.sides_unknown(scene, ledger),
        BoardEvent::ResultPiece { .. }
        | BoardEvent::Identity(_)
        | BoardEvent::Link(_)
        | BoardEvent::Unknown { .. } => {}
    }
    to.after_board_event(scene, ledger);
}

/// Passes an event of the game to an observer.
pub(crate) fn game_event(to: &mut dyn Observer, scene: &Scene, event: &GameEvent, ledger: &mut Ledger) {
    match event {
        GameEvent::Ply { ply, played, state, .. } => {
            to.ply(scene, *ply, played, *state, ledger);
            if *state >= PlyState::Final {
                to.decided(scene, *ply, ledger);
            }
            if *state == PlyState::Completed {
                to.completed(scene, *ply, ledger);
            }
        }
        GameEvent::Superseded { ply, .. } => to.superseded(scene, *ply, ledger),
        GameEvent::Irregular(irregular) => to.irregular(scene, irregular, ledger),
        GameEvent::IrregularClosed { ply, ending } => to.irregular_closed(scene, *ply, *ending, ledger),
        GameEvent::PressWithoutMove { by, ply } => to.pressed_without_move(scene, *by, *ply, ledger),
        GameEvent::Proposed { outcome } => to.proposed(scene, *outcome, ledger),
        GameEvent::ProposalWithdrawn => to.proposal_withdrawn(),
        GameEvent::Result { outcome } => to.result(*outcome),
        GameEvent::WrongSetup { .. } => to.wrong_setup(scene, ledger),
        GameEvent::JoinedMidgame(fact) => to.joined_midgame(scene, fact, ledger),
        GameEvent::PutRight => to.put_right(scene, ledger),
        GameEvent::PositionNeeded => to.position_needed(scene, ledger),
        // Only the watch handles these events: observers are created anew in each game, and the scene holds the open
        // question.
        GameEvent::Began { .. }
        | GameEvent::Resumed { .. }
        | GameEvent::Asked { .. }
        | GameEvent::Answered { .. } => {}
    }
}

/// Passes a person's command to an observer.
pub(crate) fn order(to: &mut dyn Observer, scene: &Scene, order: &Order, ledger: &mut Ledger) {
    match order {
        Order::Claim { by, kind, announced } => {
            to.claimed(scene, &Claimed { by: *by, kind: *kind, announced: announced.as_deref() }, ledger);
        }
        Order::Rule { incident, decision } => {
            if let Some(incident) = ledger.numbered(*incident).cloned() {
                to.ruled(scene, &incident, *decision, ledger);
            }
        }
        Order::Restore { ply } => to.restored(scene, *ply, ledger),
        Order::DrawOffer { by } => to.draw_offered(scene, *by, ledger),
        Order::Adjourn => to.adjourned(scene, ledger),
        Order::Result(result) => to.result_entered(scene, *result, ledger),
        Order::Report { rule, by, text } => {
            if let Some(rule) = RuleId::parse(rule) {
                let words = text.as_deref().unwrap_or("");
                to.reported(scene, &Report { rule, by: *by, words }, ledger);
            }
        }
        Order::Note { text } => to.noted(scene, text, ledger),
        // Observers see only the consequences of these commands, in the changed game and in later readings of the
        // clock.
        Order::Start { .. }
        | Order::Correct { .. }
        | Order::Choose { .. }
        | Order::Promote { .. }
        | Order::Clock(_) => {}
        // A prepared decision is carried out as an order of its own when it is announced.
        Order::Prepare(_) | Order::Drop => {}
        // The watch itself goes back.
        Order::Undo { .. } => {}
    }
}
