//! The watch over one table: hears what happens in the game, says what the arbiter should know.

use crate::{Incident, Profile, illegal_move};
use board::Millis;
use game::{Ending, GameEvent};
use shakmaty::CastlingMode;
use std::collections::VecDeque;

/// The watch over one table.
#[derive(Debug)]
pub struct Watch {
    profile: Profile,
    mode: CastlingMode,
    last_no: u32,
    open: Vec<Incident>,
    changed: VecDeque<Incident>,
}

/// How many incidents are watched at once; beyond it the oldest stays as it was last told.
const OPEN_MAX: usize = 64;

impl Watch {
    /// A watch under these rules.
    pub fn new(profile: Profile, mode: CastlingMode) -> Watch {
        Watch { profile, mode, last_no: 0, open: Vec::new(), changed: VecDeque::new() }
    }

    /// Something happened in the game.
    pub fn handle_event(&mut self, t_ms: Millis, event: &GameEvent) {
        match event {
            GameEvent::Irregular(irregular) => {
                let incident = illegal_move::incident(self.profile, self.mode, t_ms, irregular);
                self.open(incident);
            }
            GameEvent::IrregularClosed { ply, ending } => self.close(t_ms, *ply, *ending),
            // What was open in the game before stays as it was last told.
            GameEvent::Began { .. } => self.open.clear(),
            GameEvent::Ply { .. }
            | GameEvent::Superseded { .. }
            | GameEvent::Asked { .. }
            | GameEvent::Answered { .. }
            | GameEvent::PressWithoutMove { .. }
            | GameEvent::Proposed { .. }
            | GameEvent::ProposalWithdrawn
            | GameEvent::Result { .. }
            | GameEvent::WrongSetup { .. } => {}
        }
    }

    /// An incident that opened, changed or closed, as it is now.
    pub fn poll_incident(&mut self) -> Option<Incident> {
        self.changed.pop_front()
    }

    /// Opens an incident. One at the same ply by the same side is the same act, seen further: it keeps its number.
    fn open(&mut self, mut incident: Incident) {
        match self.open.iter_mut().find(|open| open.ply == incident.ply && open.by == incident.by) {
            Some(open) => {
                incident.no = open.no;
                *open = incident.clone();
            }
            None => {
                self.last_no += 1;
                incident.no = self.last_no;
                if self.open.len() == OPEN_MAX {
                    self.open.remove(0);
                }
                self.open.push(incident.clone());
            }
        }
        self.changed.push_back(incident);
    }

    fn close(&mut self, t_ms: Millis, ply: usize, ending: Ending) {
        while let Some(index) = self.open.iter().position(|open| open.ply == ply) {
            let mut incident = self.open.remove(index);
            incident.closed_ms = Some(t_ms);
            incident.text.push_str(match ending {
                Ending::Restored => " The position was put back.",
                Ending::Stands => " Play went on from it.",
            });
            self.changed.push_back(incident);
        }
    }
}
