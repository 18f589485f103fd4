//! The watch over one table: sees what the sensors say and what the game makes of it, says what the arbiter should know.
//!
//! It is fed beside the scribe: an event of the board first comes to the watch, then to the scribe, then what the scribe
//! made of it comes back to the watch. It decides nothing and changes nothing; without it the game is the same.

use crate::desk::{
    guide::{IN_HAND_MAX, is_in_hand},
    round_check::{self, RoundCheck},
    steps::{Step, steps},
};
use crate::{
    Counts, Incident, Parameters, Profile, Status, TimeControl,
    ledger::Ledger,
    observer::{Observer, Observers},
    scene::Scene,
    trail::Trail,
    window::times_before,
};
use board::{BoardEvent, Millis, Sensing};
use game::{Command, Decision, GameEvent, Order, Score, Terms};

/// The watch over one table.
#[derive(Debug)]
pub struct Watch {
    profile: Profile,
    parameters: Parameters,
    control: Option<TimeControl>,
    sensing: Sensing,
    scan_ms: Millis,
    trail: Trail,
    /// The ply that is asked about.
    asked: Option<usize>,
    observers: Observers,
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
            scan_ms: Millis::from(terms.scan_ms),
            trail: Trail::default(),
            asked: None,
            observers: Observers::default(),
            ledger: Ledger::default(),
        }
    }

    /// The rules.
    pub fn profile(&self) -> &Profile {
        &self.profile
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
                let then = times_before(score, incident.ply);
                (incident.no, steps(incident, score.start.mode(), reading, clock, then))
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
        round_check::check(&score.start, self.control.as_ref(), reading, self.trail.clock(), has_clock)
    }

    /// The pictures frozen in the present game, oldest first.
    pub fn snapshots(&self) -> &[crate::desk::snapshot::Snapshot] {
        self.observers.snapshots()
    }

    /// The adjournment of the present game: its stage, and the sheet for the envelope.
    pub fn adjournment(&self) -> &crate::adjourn::Adjournment {
        self.observers.adjournment()
    }

    /// The board on the table senses so.
    pub fn sense(&mut self, sensing: Sensing, scan_ms: u32) {
        self.sensing = sensing;
        self.scan_ms = Millis::from(scan_ms);
    }

    /// The sensors said this. The score is that from before.
    pub fn handle_board(&mut self, t_ms: Millis, event: &BoardEvent, score: &Score) {
        self.advance(t_ms, score);
        self.trail.note(t_ms, event);
        self.with(t_ms, score, |observers, scene, ledger| observers.handle_board(scene, event, ledger));
    }

    /// Something happened in the game, whose score is now this.
    pub fn handle_event(&mut self, t_ms: Millis, event: &GameEvent, score: &Score) {
        self.advance(t_ms, score);
        if let GameEvent::Began { .. } = event {
            self.ledger.begin();
            self.observers = Observers::default();
            self.asked = None;
        }
        if let GameEvent::Asked { ply, .. } = event {
            self.asked = Some(*ply);
        }
        if matches!(event, GameEvent::Answered { ply } if self.asked == Some(*ply)) {
            self.asked = None;
        }
        self.with(t_ms, score, |observers, scene, ledger| observers.handle_event(scene, event, ledger));
    }

    /// A person said this. The score is that from before. `Err` says why it cannot be done; nothing has changed then.
    pub fn handle_command(&mut self, t_ms: Millis, command: &Command, score: &Score) -> Result<(), String> {
        self.advance(t_ms, score);
        if let Order::Rule { incident, decision } = &command.order {
            let status = match decision {
                Decision::Confirm => Status::Confirmed,
                Decision::Dismiss => Status::Dismissed,
                Decision::Stands => Status::Stands,
            };
            if self.ledger.rule(t_ms, *incident, status).is_none() {
                return Err(format!("there is no incident {incident} in this game"));
            }
        }
        self.with(t_ms, score, |observers, scene, ledger| {
            observers.handle_order(scene, &command.order, ledger)
        });
        Ok(())
    }

    /// Fires every deadline up to `t_ms`, each at its own instant.
    pub fn advance(&mut self, t_ms: Millis, score: &Score) {
        // Each observer clears the deadline it was called for; one that does not is asked no more than once a millisecond.
        let mut from = 0;
        while let Some(at) = self.observers.next_deadline().map(|at| at.max(from)).filter(|&at| at <= t_ms) {
            self.with(at, score, |observers, scene, ledger| observers.advance(scene, ledger));
            from = at + 1;
        }
    }

    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.observers.next_deadline()
    }

    /// An incident that opened, changed or closed, as it is now.
    pub fn poll_incident(&mut self) -> Option<Incident> {
        self.ledger.poll()
    }

    fn with(&mut self, t_ms: Millis, score: &Score, act: impl FnOnce(&mut Observers, &Scene, &mut Ledger)) {
        let scene = Scene {
            t_ms,
            profile: &self.profile,
            parameters: &self.parameters,
            control: self.control.as_ref(),
            sensing: self.sensing,
            scan_ms: self.scan_ms,
            score,
            trail: &self.trail,
            asked: self.asked,
        };
        act(&mut self.observers, &scene, &mut self.ledger);
    }
}
