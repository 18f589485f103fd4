//! The watch over one table: sees what the sensors say and what the game makes of it, says what the arbiter should know.
//!
//! It is fed beside the scribe: an event of the board first comes to the watch, then to the scribe, then what the scribe
//! made of it comes back to the watch. It decides nothing and changes nothing; without it the game is the same.

use crate::observers::desk::{
    guide::{IN_HAND_MAX, is_in_hand},
    round_check::{self, RoundCheck},
    steps::{Step, steps},
};
use crate::{
    Counts, Incident, Parameters, Profile, RuleId, Status, TimeControl,
    ledger::Ledger,
    observer::{Observer, Observers},
    observers::{
        displaced::differences,
        draughts::{self, DraughtsTable},
    },
    seen::{scene::Scene, trail::Trail, window::times_before},
};
use board::{BoardEvent, Millis, Sensing, Timing};
use game::{Command, Decision, GameEvent, Order, Score, Terms};
use std::cell::OnceCell;

/// The watch over one table.
#[derive(Debug)]
pub struct Watch {
    profile: Profile,
    parameters: Parameters,
    control: Option<TimeControl>,
    sensing: Sensing,
    timing: Timing,
    trail: Trail,
    /// The ply that is asked about.
    asked: Option<usize>,
    observers: Observers,
    /// Where draughts is played, it sees everything and the observers of chess nothing.
    draughts: Option<DraughtsTable>,
    ledger: Ledger,
}

impl Watch {
    /// A watch under these rules over a game on these terms. The time control is PGN's text; one that cannot be read
    /// counts as not known.
    pub fn new(profile: Profile, terms: &Terms, time_control: &str) -> Watch {
        Watch {
            profile,
            parameters: profile.parameters(),
            control: TimeControl::parse(time_control).ok().flatten(),
            sensing: terms.sensing,
            timing: Timing { scan_ms: terms.scan_ms, ..Timing::DGT },
            trail: Trail::default(),
            asked: None,
            observers: Observers::default(),
            draughts: profile.draughts.map(DraughtsTable::new),
            ledger: Ledger::default(),
        }
    }

    /// The rules.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Whether chess is played: the moves of draughts are followed by nobody.
    pub fn is_chess(&self) -> bool {
        self.draughts.is_none()
    }

    /// Suspected and confirmed illegal moves of the present game.
    pub fn counts(&self) -> Counts {
        self.ledger.counts()
    }

    /// What the arbiter has in hand, by number, with what is to be done, step by step; the latest few.
    pub fn in_hand(&self, score: &Score) -> Vec<(u32, Vec<Step>)> {
        let (reading, clock) = (self.trail.reading(), self.trail.clock());
        let mut found: Vec<(u32, Vec<Step>)> = self
            .ledger
            .all()
            .filter(|incident| is_in_hand(incident))
            .map(|incident| {
                let then = times_before(score, incident.ply, self.timing);
                (incident.no, steps(incident, score.start.mode(), reading, clock, then, self.timing))
            })
            .filter(|(_, steps)| !steps.is_empty())
            .collect();
        found.sort_by_key(|(no, _)| *no);
        found.split_off(found.len().saturating_sub(IN_HAND_MAX))
    }

    /// Whether the arbiter has anything in hand.
    pub fn is_guiding(&self) -> bool {
        self.ledger.all().any(is_in_hand)
    }

    /// The table before its first move, as the sensors see it. `is_read` says whether the board can be read now.
    pub fn round_check(&self, score: &Score, has_clock: bool, is_read: bool) -> RoundCheck {
        let reading = Some(self.trail.reading()).filter(|_| is_read && self.trail.is_read());
        let (control, clock) = (self.control.as_ref(), self.trail.clock());
        if self.is_chess() {
            round_check::check(&score.start, control, reading, clock, has_clock, self.timing)
        } else {
            round_check::check_clock(score.start.turn(), control, clock, has_clock, self.timing)
        }
    }

    /// The pictures frozen in the present game, oldest first.
    pub fn snapshots(&self) -> &[crate::observers::desk::snapshot::Snapshot] {
        self.observers.snapshots()
    }

    /// The adjournment of the present game: its stage, and the sheet for the envelope.
    pub fn adjournment(&self) -> &crate::observers::adjourn::Adjournment {
        self.observers.adjournment()
    }

    /// The time control, where it is known.
    pub fn control(&self) -> Option<&TimeControl> {
        self.control.as_ref()
    }

    /// The games are played with this time control from now on.
    pub fn set_control(&mut self, control: Option<TimeControl>) {
        self.control = control;
    }

    /// The board on the table senses so, and tells it so late.
    pub fn sense(&mut self, sensing: Sensing, timing: Timing) {
        self.sensing = sensing;
        self.timing = timing;
    }

    /// How late board and clock tell what happens: as for a DGT board, until a board says otherwise.
    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// The sensors said this. The score is that from before.
    pub fn handle_board(&mut self, t_ms: Millis, event: &BoardEvent, score: &Score) {
        self.advance(t_ms, score);
        self.trail.note(t_ms, event);
        self.prove(score);
        self.with(t_ms, score, |observers, scene, ledger| observers.handle_board(scene, event, ledger));
    }

    /// Something happened in the game, whose score is now this.
    pub fn handle_event(&mut self, t_ms: Millis, event: &GameEvent, score: &Score) {
        self.advance(t_ms, score);
        if let GameEvent::Began { .. } = event {
            self.ledger.begin();
            self.trail.begin(t_ms);
            self.observers = Observers::default();
            self.draughts = self.profile.draughts.map(DraughtsTable::new);
            self.asked = None;
        }
        if let GameEvent::Asked { ply, .. } = event {
            self.asked = Some(*ply);
        }
        if matches!(event, GameEvent::Answered { ply } if self.asked == Some(*ply)) {
            self.asked = None;
        }
        self.prove(score);
        if !is_taken_back(event, score) {
            self.with(t_ms, score, |observers, scene, ledger| observers.handle_event(scene, event, ledger));
        }
    }

    /// Whether a person's command can be done, asked before anybody obeys it. `Err` says why not.
    pub fn check(&self, command: &Command) -> Result<(), String> {
        if self.draughts.is_some() {
            draughts::check(command)?;
        }
        match &command.order {
            Order::Rule { incident, .. } => match self.ledger.all().any(|found| found.is_no(*incident)) {
                true => Ok(()),
                false => Err(format!("there is no incident {incident} in this game")),
            },
            Order::Start { .. }
            | Order::Result { .. }
            | Order::Correct { .. }
            | Order::Choose { .. }
            | Order::Promote { .. }
            | Order::Claim { .. }
            | Order::Restore { .. }
            | Order::DrawOffer { .. }
            | Order::Adjourn
            | Order::Clock(_)
            | Order::Report { .. }
            | Order::Note { .. } => Ok(()),
        }
    }

    /// The ply no rule allows that this is a ruling on, and whether it is let stand.
    pub fn ruled_ply(&self, order: &Order) -> Option<(usize, bool)> {
        let Order::Rule { incident, decision } = order else { return None };
        let ruled = self.ledger.all().find(|found| found.is_no(*incident))?;
        let is_meant = ruled.rule.is_same_act(RuleId::IllegalMoveCompleted);
        is_meant.then_some((ruled.ply, *decision == Decision::Stands))
    }

    /// A person said this, and the game has obeyed: the score is that from after it.
    pub fn handle_command(&mut self, t_ms: Millis, command: &Command, score: &Score) {
        self.advance(t_ms, score);
        if let Order::Rule { incident, decision } = &command.order {
            let status = match decision {
                Decision::Confirm => Status::Confirmed,
                Decision::Dismiss => Status::Dismissed,
                Decision::Stands => Status::Stands,
            };
            self.ledger.rule(t_ms, *incident, status);
        }
        self.with(t_ms, score, |observers, scene, ledger| {
            observers.handle_order(scene, &command.order, ledger)
        });
    }

    /// Fires every deadline up to `t_ms`, each at its own instant.
    pub fn advance(&mut self, t_ms: Millis, score: &Score) {
        // Each observer clears the deadline it was called for; one that does not is asked no more than once a millisecond.
        let mut from = 0;
        while let Some(at) = self.next_deadline().map(|at| at.max(from)).filter(|&at| at <= t_ms) {
            self.with(at, score, |observers, scene, ledger| observers.advance(scene, ledger));
            from = at + 1;
        }
    }

    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        match &self.draughts {
            Some(draughts) => draughts.next_deadline(),
            None => self.observers.next_deadline(),
        }
    }

    /// An incident that opened, changed or closed, as it is now.
    pub fn poll_incident(&mut self) -> Option<Incident> {
        self.ledger.poll()
    }

    /// After a lost link the record is borne out by the first move that was seen since and left what the board shows. That the
    /// board fits what was pieced together says nothing of whose turn it is.
    fn prove(&mut self, score: &Score) {
        let since_ms = self.trail.blind_until_ms();
        let seen = score.plies.last().is_some_and(|ply| !ply.estimated && ply.made_ms > since_ms);
        if self.trail.is_unproved() && seen && differences(self.trail.reading(), score.standing()).is_empty()
        {
            self.trail.prove();
        }
    }

    fn with(
        &mut self,
        t_ms: Millis,
        score: &Score,
        act: impl FnOnce(&mut dyn Observer, &Scene, &mut Ledger),
    ) {
        let hands = OnceCell::new();
        let scene = Scene {
            t_ms,
            profile: &self.profile,
            parameters: &self.parameters,
            control: self.control.as_ref(),
            sensing: self.sensing,
            timing: self.timing,
            score,
            trail: &self.trail,
            asked: self.asked,
            is_clock_turned: self.ledger.any(|incident| incident.rule == RuleId::ClockReversed),
            hands: &hands,
        };
        match &mut self.draughts {
            Some(draughts) => act(draughts, &scene, &mut self.ledger),
            None => act(&mut self.observers, &scene, &mut self.ledger),
        }
    }
}

/// Whether the ply an event tells of is gone from the score already: the scribe told of it and took it back in one instant,
/// and nobody saw it.
fn is_taken_back(event: &GameEvent, score: &Score) -> bool {
    match event {
        GameEvent::Ply { ply, .. } => *ply > score.plies.len(),
        GameEvent::Irregular(irregular) => irregular.ply > score.plies.len() + 1,
        GameEvent::Began { .. }
        | GameEvent::Superseded { .. }
        | GameEvent::Asked { .. }
        | GameEvent::Answered { .. }
        | GameEvent::IrregularClosed { .. }
        | GameEvent::PressWithoutMove { .. }
        | GameEvent::Proposed { .. }
        | GameEvent::ProposalWithdrawn
        | GameEvent::Result { .. }
        | GameEvent::WrongSetup { .. }
        | GameEvent::PickedUp(_)
        | GameEvent::PositionNeeded => false,
    }
}
