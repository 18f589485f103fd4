//! Going back to what a ledger was before an order that is taken back.

use super::Ledger;
use crate::Incident;
use board::Millis;

impl Ledger {
    /// Goes back to what the ledger was before an order that is taken back at `t_ms`. Whatever was reported since keeps its
    /// number and what an arbiter ruled on it. If the order had begun another game, the incidents of that game are closed.
    pub(crate) fn go_back(&mut self, t_ms: Millis, before: Ledger, (game, began): (u32, u32)) {
        let Ledger { last_no, entries, confirmed, muted, handless, .. } = before;
        let mut since = std::mem::take(&mut self.entries);
        if game != began {
            for entry in since.iter_mut().filter(|entry| entry.incident.no > 0) {
                if entry.incident.closed_ms.is_none() {
                    entry.incident.closed_ms = Some(t_ms);
                    self.changed.push_back(entry.incident.clone());
                }
            }
            self.earlier.extend(since.drain(..).map(|entry| (began, entry.incident)));
        }
        let mut known: Vec<Incident> = since.iter().map(|entry| entry.incident.clone()).collect();
        let is_of_game = |(of, _): &(u32, Incident)| *of == game;
        let of_game = self.earlier.iter().filter(|earlier| is_of_game(earlier));
        known.extend(of_game.map(|(_, incident)| incident.clone()));
        self.earlier.retain(|earlier| !is_of_game(earlier));
        for mut entry in entries {
            let now = known.iter().find(|now| now.no > 0 && now.no == entry.incident.no);
            if let Some(now) = now {
                entry.incident.status = now.status;
                if *now != entry.incident {
                    self.changed.push_back(entry.incident.clone());
                }
            }
            self.entries.push(entry);
        }
        self.entries.extend(since.into_iter().filter(|entry| entry.incident.no > last_no));
        (self.confirmed, self.muted, self.handless) = (confirmed, muted, handless);
    }
}
