//! What a watch knew before an order. If the order is taken back, the watch goes back, too: what was suspected and counted
//! then is again, and nothing is found that the order alone had brought about.
//!
//! What board and clock said since is kept, because it happened. Incidents that were reported since keep their numbers.

use super::{Watch, list::Observers};
use crate::{ledger::Ledger, observers::draughts::DraughtsTable};
use board::Millis;
use game::PlyNo;

/// What a watch knew before an order that can be taken back.
#[derive(Debug, Clone)]
pub struct WatchBefore {
    game: u32,
    asked: Option<PlyNo>,
    observers: Observers,
    draughts: Option<DraughtsTable>,
    ledger: Ledger,
}

impl Watch {
    /// Returns what the watch knows now, before an order.
    pub fn stands_before(&self) -> WatchBefore {
        WatchBefore {
            game: self.game,
            asked: self.asked,
            observers: self.observers.clone(),
            draughts: self.draughts.clone(),
            ledger: self.ledger.clone(),
        }
    }

    /// Goes back to what was known before an order, which is taken back at `t_ms`.
    pub fn undo(&mut self, t_ms: Millis, before: WatchBefore) {
        let WatchBefore { game, asked, observers, draughts, ledger } = before;
        self.ledger.go_back(t_ms, ledger, (game, self.game));
        if game != self.game {
            self.trail.begin(t_ms);
        }
        (self.game, self.asked, self.observers, self.draughts) = (game, asked, observers, draughts);
    }
}
