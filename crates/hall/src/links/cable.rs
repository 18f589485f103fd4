//! A port that several boards share: the master of a DGT bus, and the links of the boards on it.
//!
//! The port itself has a number, under which bytes come and go. Each board found on it gets its own link, with the
//! next free number and a path made of the port's path, `#` and the board's address. A board that comes back gets its
//! earlier link. A table can therefore claim a board on a bus like any other: by serial number (on a bus, the address)
//! or by path.

use crate::hall::Hall;
use crate::links::link::LinkOutput;
use crate::notice::panic_text;
use crate::output::push_bounded;
use crate::{Link, LinkNo, Notice, Transmit};
use board::dgt::bus::Master;
use board::{BoardEvent, LinkState, Millis};
use shakmaty::Board;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A port that several boards share.
#[derive(Debug)]
pub(crate) struct Cable {
    port: String,
    master: Master,
    open: bool,
    /// The master's next deadline. It is stored because it is read far more often than it changes.
    due_ms: Option<Millis>,
    not_before: Millis,
}

impl Cable {
    pub(crate) fn port(&self) -> &str {
        &self.port
    }

    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// Returns the instant at which the cable is to be advanced next. It is always later than the last advance, so
    /// that a mistake in the master cannot keep the hall busy forever.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        self.due_ms.map(|at| at.max(self.not_before))
    }
}

impl Hall {
    /// Handles the opening of a port that several boards share.
    pub(crate) fn open_cable(&mut self, t_ms: Millis, no: LinkNo, port: &str) {
        let cable = self.cables.entry(no).or_insert_with(|| Cable {
            port: String::new(),
            master: Master::new(),
            open: false,
            due_ms: None,
            not_before: 0,
        });
        port.clone_into(&mut cable.port);
        cable.open = true;
        self.work_cable(t_ms, no, |master| master.handle_open(t_ms));
    }

    /// Handles the loss of a shared port, and so of all boards on it.
    pub(crate) fn lose_cable(&mut self, t_ms: Millis, no: LinkNo) {
        let Some(cable) = self.cables.get_mut(&no).filter(|cable| cable.open) else { return };
        cable.open = false;
        self.work_cable(t_ms, no, |master| master.handle_lost(t_ms));
        for link in self.boards_on(no) {
            self.lose(t_ms, link);
        }
    }

    /// Handles bytes from a shared port.
    pub(crate) fn feed_cable(&mut self, t_ms: Millis, no: LinkNo, bytes: &[u8]) {
        self.work_cable(t_ms, no, |master| master.handle_bytes(t_ms, bytes));
    }

    /// Fires the deadlines of a shared port that are due.
    pub(crate) fn advance_cable(&mut self, t_ms: Millis, no: LinkNo) {
        if let Some(cable) = self.cables.get_mut(&no) {
            cable.not_before = t_ms + 1;
        }
        self.work_cable(t_ms, no, |master| master.advance(t_ms));
    }

    /// Sets the placement that the master should expect on a board of its bus.
    pub(crate) fn expect_on_cable(&mut self, no: LinkNo, address: u16, placement: &Board) {
        self.work_cable(self.now_ms, no, |master| master.expect(address, placement));
    }

    /// Runs `act` on a master and passes on its output. If `act` panics, a new master takes the place of the old.
    pub(super) fn work_cable(&mut self, t_ms: Millis, no: LinkNo, act: impl FnOnce(&mut Master)) {
        let Some(cable) = self.cables.get_mut(&no) else { return };
        let master = &mut cable.master;
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            act(master);
            let events: Vec<(u16, Millis, BoardEvent)> = std::iter::from_fn(|| master.poll_event()).collect();
            let transmits: Vec<Vec<u8>> = std::iter::from_fn(|| master.poll_transmit()).collect();
            (events, transmits)
        }));
        let (events, transmits) = outcome.unwrap_or_else(|panic| {
            cable.master = Master::new();
            if cable.open {
                cable.master.handle_open(t_ms);
            }
            let why = panic_text(panic.as_ref());
            push_bounded(&mut self.outputs.notices, Notice::LinkFaulted { link: no, why });
            (Vec::new(), Vec::new())
        });
        cable.due_ms = cable.master.next_deadline();
        let port = cable.port.clone();
        self.plan_link(no);
        self.outputs.transmits.extend(transmits.into_iter().map(|bytes| Transmit {
            link: no,
            bytes,
            ordered: false,
        }));
        for (address, at_ms, event) in events {
            let link = self.link_on_cable(no, &port, address);
            self.hear_on_cable(link, at_ms, event);
        }
    }

    /// Returns the link of a board on a shared port: its earlier link if it had one, otherwise a new one.
    fn link_on_cable(&mut self, no: LinkNo, port: &str, address: u16) -> LinkNo {
        let path = format!("{port}#{address:05}");
        let link = self.link_for_port(&path);
        self.links.entry(link).or_insert_with(|| Link::on_cable(link, no, address, path));
        link
    }

    fn hear_on_cable(&mut self, link: LinkNo, at_ms: Millis, event: BoardEvent) {
        let t_ms = at_ms.max(self.now_ms);
        let is_down = event == BoardEvent::Link(LinkState::Down);
        let Some(entry) = self.links.get_mut(&link) else { return };
        if !entry.is_open() && !is_down {
            self.openings += 1;
            entry.reopen(self.openings);
        }
        self.take(link, LinkOutput { events: vec![(t_ms, event)], ..LinkOutput::default() });
        if is_down {
            self.lose(t_ms, link);
        }
        self.plan_seating();
    }

    fn boards_on(&self, no: LinkNo) -> Vec<LinkNo> {
        let here = |link: &&Link| link.cable().is_some_and(|(cable, _)| cable == no);
        self.links.values().filter(here).map(Link::no).collect()
    }
}
