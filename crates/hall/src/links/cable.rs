//! One port with many boards: the master of a DGT bus, and the links of its boards.
//!
//! The port has a number of its own and takes and gives the bytes. Each board that is found gets a link of its own, with
//! the next free number and the port's path followed by `#` and its address; the same board gets the same link again. So
//! a table claims a board on a bus as it claims any other: by serial number (the address), or by that path.

use crate::hall::{Hall, push_bounded};
use crate::links::link::Heard;
use crate::notice::panic_text;
use crate::{Link, LinkNo, Notice, Transmit};
use board::dgt::bus::Master;
use board::{BoardEvent, LinkState, Millis};
use shakmaty::Board;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One port with many boards.
#[derive(Debug)]
pub(crate) struct Cable {
    port: String,
    master: Master,
    open: bool,
    /// The master's next deadline: asked far more often than it changes.
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

    /// When it wants to be advanced next; later than the last instant it was, so that no mistake of it stops the hall.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        self.due_ms.map(|at| at.max(self.not_before))
    }
}

impl Hall {
    /// A port with many boards was opened.
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

    /// Such a port was lost, and all its boards with it.
    pub(crate) fn lose_cable(&mut self, t_ms: Millis, no: LinkNo) {
        let Some(cable) = self.cables.get_mut(&no).filter(|cable| cable.open) else { return };
        cable.open = false;
        self.work_cable(t_ms, no, |master| master.handle_lost(t_ms));
        for link in self.boards_on(no) {
            self.lose(t_ms, link);
        }
    }

    /// Bytes came from such a port.
    pub(crate) fn feed_cable(&mut self, t_ms: Millis, no: LinkNo, bytes: &[u8]) {
        self.work_cable(t_ms, no, |master| master.handle_bytes(t_ms, bytes));
    }

    /// Fires what is due on such a port.
    pub(crate) fn advance_cable(&mut self, t_ms: Millis, no: LinkNo) {
        if let Some(cable) = self.cables.get_mut(&no) {
            cable.not_before = t_ms + 1;
        }
        self.work_cable(t_ms, no, |master| master.advance(t_ms));
    }

    /// The placement one of its boards should show.
    pub(crate) fn expect_on_cable(&mut self, no: LinkNo, address: u16, placement: &Board) {
        self.work_cable(self.now_ms, no, |master| master.expect(address, placement));
    }

    /// Does something with a master and takes what it says. A panic costs the master: a new one begins.
    fn work_cable(&mut self, t_ms: Millis, no: LinkNo, act: impl FnOnce(&mut Master)) {
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
            push_bounded(&mut self.notices, Notice::LinkFaulted { link: no, why });
            (Vec::new(), Vec::new())
        });
        cable.due_ms = cable.master.next_deadline();
        let port = cable.port.clone();
        self.plan_link(no);
        self.transmits.extend(transmits.into_iter().map(|bytes| Transmit {
            link: no,
            bytes,
            ordered: false,
        }));
        for (address, at_ms, event) in events {
            let link = self.link_on_cable(no, &port, address);
            self.hear_on_cable(link, at_ms, event);
        }
    }

    /// The link of a board on a cable: the one it had before, or a new one.
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
        self.take(link, Heard { events: vec![(t_ms, event)], ..Heard::default() });
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
