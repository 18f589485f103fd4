//! The watch over one table. It receives what the sensors report and what the game concludes from it, and reports what
//! the arbiter should know.
//!
//! The watch works beside the scribe. A board event goes first to the watch and then to the scribe, and the scribe's
//! game events go to the watch. The watch decides nothing and changes nothing: without the watch the game would be no
//! different.

mod before;
mod list;

use crate::observers::reports::{
    guide::{IN_HAND_MAX, is_in_hand},
    round_check::{self, RoundCheck},
    steps::{Step, steps},
};
use crate::{
    Counts, Incident, Parameters, Profile, Refusal, RuleId, Status, TimeControl,
    ledger::Ledger,
    observer::{Observer, dispatch},
    observers::draughts::{self, DraughtsTable},
    seen::{
        differences::differences,
        scene::{Scene, times_before},
        trail::Trail,
    },
};
pub use before::WatchBefore;
use board::{BoardEvent, Millis, Sensing, Timing};
use game::{Command, Decision, GameEvent, Order, PlyNo, Ruling, Score, Terms};
use list::Observers;
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
    /// The ply about which a question is open; `None` if no question is open.
    asked: Option<PlyNo>,
    /// The number of the present game.
    game: u32,
    observers: Observers,
    /// The observer of a draughts table; `None` if chess is played. It replaces the observers of chess.
    draughts: Option<DraughtsTable>,
    ledger: Ledger,
}

impl Watch {
    /// Creates a watch over a game with these terms, under these rules. The time control is in PGN's notation; one that
    /// cannot be parsed counts as unknown.
    pub fn new(profile: Profile, terms: &Terms, time_control: &str) -> Watch {
        Watch {
            profile,
            parameters: profile.parameters(),
            control: TimeControl::parse(time_control).ok().flatten(),
            sensing: terms.sensing,
            timing: Timing { scan_ms: terms.scan_ms, ..Timing::DGT },
            trail: Trail::default(),
            asked: None,
            game: 1,
            observers: Observers::default(),
            draughts: profile.draughts.map(DraughtsTable::new),
            ledger: Ledger::default(),
        }
    }

    /// Returns the profile of the event.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Returns whether chess is played. In draughts the moves are not followed.
    pub fn is_chess(&self) -> bool {
        self.draughts.is_none()
    }

    /// Returns the numbers of suspected and confirmed illegal moves in the present game.
    pub fn counts(&self) -> Counts {
        self.ledger.counts()
    }

    /// Returns the latest incidents that the arbiter is dealing with, each by its number and with its steps.
    pub fn in_hand(&self, score: &Score) -> Vec<(u32, Vec<Step>)> {
        let (reading, clock) = (self.trail.reading(), self.trail.clock());
        let mut found: Vec<(u32, Vec<Step>)> = self
            .ledger
            .all()
            .filter(|incident| is_in_hand(incident))
            .map(|incident| {
                let then = times_before(score, incident.ply.unwrap_or_default(), self.timing);
                (incident.no, steps(incident, score.start.mode(), reading, clock, then, self.timing))
            })
            .filter(|(_, steps)| !steps.is_empty())
            .collect();
        found.sort_by_key(|(no, _)| *no);
        found.split_off(found.len().saturating_sub(IN_HAND_MAX))
    }

    /// Returns whether the arbiter is dealing with any incident.
    pub fn is_guiding(&self) -> bool {
        self.ledger.all().any(is_in_hand)
    }

    /// Returns the check of the table before its first move, as the sensors see it. `is_read` is false if the board
    /// cannot be read now.
    pub fn round_check(&self, score: &Score, has_clock: bool, is_read: bool) -> RoundCheck {
        let reading = Some(self.trail.reading()).filter(|_| is_read && self.trail.is_read());
        let (control, clock) = (self.control.as_ref(), self.trail.clock());
        if self.is_chess() {
            round_check::check(&score.start, control, reading, clock, has_clock, self.timing)
        } else {
            round_check::check_clock(score.start.turn(), control, clock, has_clock, self.timing)
        }
    }

    /// Returns the snapshots taken in the present game, oldest first.
    pub fn snapshots(&self) -> &[crate::observers::reports::snapshot::Snapshot] {
        self.observers.snapshots()
    }

    /// Returns the adjournment of the present game, with its stage and the sheet for the envelope.
    pub fn adjournment(&self) -> &crate::observers::adjourn::Adjournment {
        self.observers.adjournment()
    }

    /// Returns the time control; `None` if it is unknown.
    pub fn control(&self) -> Option<&TimeControl> {
        self.control.as_ref()
    }

    /// Sets the time control for this game and later ones.
    pub fn set_control(&mut self, control: Option<TimeControl>) {
        self.control = control;
    }

    /// Sets what the table's board senses, and the delays with which it reports.
    pub fn sense(&mut self, sensing: Sensing, timing: Timing) {
        self.sensing = sensing;
        self.timing = timing;
    }

    /// Returns the delays with which board and clock report events. Until the board is known, those of a DGT board
    /// apply.
    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// Handles a board event. `score` does not contain the event yet.
    pub fn handle_board(&mut self, t_ms: Millis, event: &BoardEvent, score: &Score) {
        self.advance(t_ms, score);
        self.trail.note(t_ms, event);
        self.prove(score);
        self.tell(t_ms, score, |to, scene, ledger| dispatch::board_event(to, scene, event, ledger));
    }

    /// Handles a game event. `score` already contains the event.
    pub fn handle_event(&mut self, t_ms: Millis, event: &GameEvent, score: &Score) {
        self.advance(t_ms, score);
        if let GameEvent::Began { .. } = event {
            self.ledger.begin(std::mem::replace(&mut self.game, score.number));
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
            self.tell(t_ms, score, |to, scene, ledger| dispatch::game_event(to, scene, event, ledger));
        }
    }

    /// Checks whether a person's command can be carried out, before anything carries it out. `Err` says why it cannot.
    pub fn check(&self, command: &Command) -> Result<(), Refusal> {
        if self.draughts.is_some() {
            draughts::check(command)?;
        }
        match &command.order {
            Order::Rule { incident, .. } if self.ledger.numbered(*incident).is_none() => {
                Err(Refusal::NoIncident(*incident))
            }
            _ => Ok(()),
        }
    }

    /// Returns what was ruled on an incident of the game on the board, or of the `earlier` game with this number; `None` if
    /// no such incident is known.
    pub fn ruled(&self, earlier: Option<u32>, incident: u64) -> Option<Status> {
        self.ledger.find(earlier, incident).map(|incident| incident.status)
    }

    /// Returns the ruling of an order on an irregular ply; `None` for other orders.
    pub fn ruling(&self, order: &Order) -> Option<Ruling> {
        let Order::Rule { incident, decision } = order else { return None };
        let ruled = self.ledger.numbered(*incident)?;
        ruling_on(ruled, *decision)
    }

    /// Handles a person's command, which the game has already carried out. `score` already contains the effect.
    pub fn handle_command(&mut self, t_ms: Millis, command: &Command, score: &Score) {
        self.advance(t_ms, score);
        if let Order::Rule { incident, decision } = &command.order {
            self.ledger.rule(t_ms, *incident, status_of(*decision));
        }
        self.tell(t_ms, score, |to, scene, ledger| dispatch::order(to, scene, &command.order, ledger));
    }

    /// Applies the arbiter's ruling to an incident of the earlier game with this number. Returns the ruling on an
    /// irregular ply, if it is one. `Err` if the incident is not known; nothing has changed then.
    pub fn rule_earlier(
        &mut self,
        t_ms: Millis,
        game: u32,
        incident: u64,
        decision: Decision,
    ) -> Result<Option<Ruling>, Refusal> {
        let ruled = self.ledger.rule_earlier(t_ms, game, incident, status_of(decision));
        let ruled = ruled.ok_or(Refusal::NoIncident(incident))?;
        Ok(ruling_on(ruled, decision))
    }

    /// Handles every deadline up to `t_ms`, each at its own instant.
    pub fn advance(&mut self, t_ms: Millis, score: &Score) {
        // Each observer clears the deadline at which it was called. One that fails to do so is called at most once a
        // millisecond.
        let mut from = 0;
        while let Some(at) = self.next_deadline().map(|at| at.max(from)).filter(|&at| at <= t_ms) {
            self.tell(at, score, |to, scene, ledger| {
                if to.next_deadline().is_some_and(|at| at <= scene.t_ms) {
                    to.advance(scene, ledger);
                }
            });
            from = at + 1;
        }
    }

    /// Returns the instant at which `advance` is to be called next; `None` if nothing is due.
    pub fn next_deadline(&self) -> Option<Millis> {
        match &self.draughts {
            Some(draughts) => draughts.next_deadline(),
            None => self.observers.next_deadline(),
        }
    }

    /// Returns the next incident that was opened, changed or closed, in its state at that time; `None` if there is
    /// none.
    pub fn poll_incident(&mut self) -> Option<Incident> {
        self.ledger.poll()
    }

    /// Confirms the record after a lost link. The proof is a move that was seen after the loss and that leads to the
    /// position on the board. A board that merely agrees with reconstructed moves does not show whose turn it is.
    fn prove(&mut self, score: &Score) {
        let since_ms = self.trail.blind_until_ms();
        let seen = score.plies.last().is_some_and(|ply| !ply.estimated && ply.made_ms > since_ms);
        if self.trail.is_unproved() && seen && differences(self.trail.reading(), score.standing()).is_empty()
        {
            self.trail.prove();
        }
    }

    /// Calls `tell` with every observer in turn.
    fn tell(&mut self, t_ms: Millis, score: &Score, tell: impl Fn(&mut dyn Observer, &Scene, &mut Ledger)) {
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
            Some(draughts) => tell(draughts, &scene, &mut self.ledger),
            None => self.observers.each(|to| tell(to, &scene, &mut self.ledger)),
        }
    }
}

/// Returns the ruling on the irregular ply of an incident; `None` if the incident is about something else.
fn ruling_on(incident: &Incident, decision: Decision) -> Option<Ruling> {
    let ply = incident.ply.filter(|_| incident.rule.is_same_act(RuleId::IllegalMoveCompleted))?;
    let found_ms = incident.repeated.map_or(incident.t_ms, |repeated| repeated.last_ms);
    Some(Ruling { ply, found_ms, stands: decision == Decision::Stands })
}

fn status_of(decision: Decision) -> Status {
    match decision {
        Decision::Confirm => Status::Confirmed,
        Decision::Dismiss => Status::Dismissed,
        Decision::Stands => Status::Stands,
    }
}

/// Returns whether the ply of an event is no longer in the score, because the scribe reported the ply and withdrew it
/// at one instant.
fn is_taken_back(event: &GameEvent, score: &Score) -> bool {
    match event {
        GameEvent::Ply { ply, .. } => ply.index() >= score.plies.len(),
        GameEvent::Irregular(irregular) => irregular.ply.index() > score.plies.len(),
        _ => false,
    }
}
