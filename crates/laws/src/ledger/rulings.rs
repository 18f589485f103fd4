//! The arbiter's rulings on incidents, of the game on the board and of earlier ones.

use super::Ledger;
use crate::{Incident, Status};
use board::Millis;

impl Ledger {
    /// Returns the incident with this number of the game on the board, or of the `earlier` game with that number; `None` if
    /// it is not known.
    pub(crate) fn find(&self, earlier: Option<u32>, no: u64) -> Option<&Incident> {
        let Some(game) = earlier else { return self.numbered(no) };
        self.earlier
            .iter()
            .find(|(of, incident)| *of == game && incident.is_no(no))
            .map(|(_, incident)| incident)
    }

    /// Applies the arbiter's ruling to an incident, and returns the incident; `None` if no incident has this number.
    pub(crate) fn rule(&mut self, t_ms: Millis, no: u64, status: Status) -> Option<Incident> {
        let index = self.entries.iter().position(|entry| entry.incident.is_no(no))?;
        let entry = &mut self.entries[index];
        let counted = |status: Status| matches!(status, Status::Confirmed | Status::Stands);
        if let Some(by) = entry.incident.by.filter(|_| entry.counts) {
            let confirmed = &mut self.confirmed[by];
            match (counted(entry.incident.status), counted(status)) {
                (false, true) => *confirmed = confirmed.saturating_add(1),
                (true, false) => *confirmed = confirmed.saturating_sub(1),
                (true, true) | (false, false) => {}
            }
        }
        entry.incident.status = status;
        if matches!(status, Status::Dismissed | Status::Stands) {
            entry.incident.closed_ms.get_or_insert(t_ms);
        }
        let incident = entry.incident.clone();
        self.changed.push_back(incident.clone());
        Some(incident)
    }

    /// Applies the arbiter's ruling to an incident of the earlier game with this number, and returns the incident; `None`
    /// if it is not known.
    pub(crate) fn rule_earlier(
        &mut self,
        t_ms: Millis,
        game: u32,
        no: u64,
        status: Status,
    ) -> Option<&Incident> {
        let (_, incident) =
            self.earlier.iter_mut().find(|(of, incident)| *of == game && incident.is_no(no))?;
        incident.status = status;
        if matches!(status, Status::Dismissed | Status::Stands) {
            incident.closed_ms.get_or_insert(t_ms);
        }
        self.changed.push_back(incident.clone());
        Some(incident)
    }
}
