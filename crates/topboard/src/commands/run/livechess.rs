//! The interface for programs that know LiveChess, as a part of a hall that runs.

use crate::{
    livechess::{self, LivechessListeners},
    mainloop::{readers::Appended, run_clock::RunClock},
    public::follower::Recall,
    tls::Tls,
};
use broadcast::livechess::Boards;
use hall::HallSetup;
use relay::{DelayedHall, Screens};
use std::{net::SocketAddr, sync::Arc};
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
};

/// The listeners, and the hall that is folded for them while the journal is read.
pub(super) struct Reading {
    listeners: LivechessListeners,
    pub(super) recall: Recall<Screens>,
}

/// The interface when it is served.
#[derive(Default)]
pub(super) struct Served {
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) reader: Option<mpsc::Sender<Arc<[Appended]>>>,
    pub(super) servers: Vec<JoinHandle<()>>,
}

impl Reading {
    pub(super) fn begin(listeners: LivechessListeners) -> Reading {
        Reading { listeners, recall: Recall::begin(DelayedHall::at_once()) }
    }

    /// Serves the boards. `journal` names it for ever; tournaments and games are named after it.
    pub(super) fn serve(
        self,
        journal: &str,
        setup: &HallSetup,
        clock: RunClock,
        tls: Option<Arc<Tls>>,
        stop: &watch::Receiver<bool>,
    ) -> Served {
        let boards = Boards::new(journal, self.listeners.boards.clone());
        // The feed that was filled beside the hall is for pages.
        let (hall, _) = self.recall.end(journal, setup);
        let (reader, doors) = livechess::open(hall, boards, clock);
        let addresses = self.listeners.addresses();
        let servers = livechess::serve(self.listeners, &doors, tls, stop);
        Served { addresses, reader: Some(reader), servers }
    }
}
