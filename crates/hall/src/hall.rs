//! The hall: links, tables and the order in which they are fed.

use crate::links::cable::Cable;
use crate::links::link::Heard;
use crate::links::stream::Again;
use crate::tables::due::{Agenda, Due};
use crate::tables::table::Said;
use crate::tables::tap::{Tap, Tapped};
use crate::{
    HallSetup, Input, Link, LinkNo, Notice, Publication, ReadClock, Stamp, Table, TableNo, Transmit,
};
use board::dgt::ClockAnswer;
use board::{BoardEvent, LinkState, Maker, Millis, Timing};
use game::{
    Command, GameEvent, Order,
    names::{self, NAME_MAX},
};
use laws::Incident;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Every table and every link.
#[derive(Debug, Default)]
pub struct Hall {
    setup: Option<Box<HallSetup>>,
    pub(crate) links: BTreeMap<LinkNo, Link>,
    /// Ports with many boards, numbered together with the links.
    pub(crate) cables: BTreeMap<LinkNo, Cable>,
    pub(crate) tables: BTreeMap<TableNo, Table>,
    pub(crate) now_ms: Millis,
    pub(crate) agenda: Agenda,
    /// Some table's clock has a port of its own.
    pub(crate) has_clock_ports: bool,
    pub(crate) openings: u64,
    pub(crate) transmits: VecDeque<Transmit>,
    pub(crate) publications: VecDeque<Publication>,
    pub(crate) notices: VecDeque<Notice>,
    incidents: VecDeque<(TableNo, Incident)>,
    clocks: BTreeMap<TableNo, ReadClock>,
    desks: BTreeSet<TableNo>,
    /// Games the public may read otherwise now, by table.
    pub(crate) games: BTreeMap<TableNo, BTreeSet<u32>>,
    events: VecDeque<(TableNo, Millis, GameEvent)>,
    obeyed: VecDeque<(TableNo, Millis, Command)>,
    /// Whose clocks have orders, in the order in which they came.
    pub(crate) clock_orders: Vec<(LinkNo, TableNo)>,
    pub(crate) clock_answers: VecDeque<(TableNo, ClockAnswer)>,
    tap: Option<Tap>,
    tapped: VecDeque<(TableNo, Millis, Tapped)>,
}

/// How many game events, notices, incidents and obeyed commands wait to be polled; beyond it the oldest are dropped.
/// Publications and bytes are never dropped: whoever feeds the hall drains them after each input.
const WAITING_MAX: usize = 4096;

impl Hall {
    /// An empty hall, before its set-up.
    pub fn new() -> Hall {
        Hall::default()
    }

    /// Advances to the stamp, then takes the input. `Err` is for a command that cannot be done: it says why, and
    /// nothing has changed. An input about a link nobody opened changes nothing.
    pub fn handle(&mut self, stamp: Stamp, input: &Input) -> Result<(), String> {
        self.advance(stamp.t_ms);
        let t_ms = self.now_ms;
        match input {
            Input::Start { .. } => {
                let open: Vec<LinkNo> =
                    self.links.values().filter(|link| link.is_open()).map(Link::no).collect();
                open.into_iter().for_each(|link| self.lose(t_ms, link));
                let open: Vec<LinkNo> =
                    self.cables.iter().filter(|(_, cable)| cable.is_open()).map(|(no, _)| *no).collect();
                open.into_iter().for_each(|no| self.lose_cable(t_ms, no));
            }
            Input::Setup(setup) => self.set_up(t_ms, setup),
            Input::Opened { link, port, maker } => self.open(t_ms, *link, port, *maker),
            Input::Lost { link } => {
                self.lose_cable(t_ms, *link);
                self.lose(t_ms, *link);
            }
            Input::Bytes { link, bytes } => {
                if self.cables.get(link).is_some_and(Cable::is_open) {
                    self.feed_cable(t_ms, *link, bytes);
                } else if let Some(entry) = self.links.get_mut(link) {
                    let heard = entry.handle_bytes(t_ms, bytes);
                    self.take(*link, heard);
                }
            }
            Input::Again(run) => {
                let mut at_ms = t_ms;
                for &Again { after_ms, link, length, back } in run {
                    at_ms = at_ms.saturating_add(after_ms);
                    self.advance(at_ms);
                    // What is not known any more is not guessed: the board is asked when it seems silent.
                    let bytes = self.links.get(&link).and_then(|entry| entry.read_back(length, back));
                    if let (Some(bytes), Some(entry)) = (bytes, self.links.get_mut(&link)) {
                        let heard = entry.handle_bytes(self.now_ms, &bytes);
                        self.take(link, heard);
                    }
                }
            }
            Input::Command { table, command } => {
                let entry = self.tables.get(table);
                if self.tap.is_some_and(|tap| tap.takes(*table)) {
                    let own = entry.and_then(|entry| entry.own(command).ok());
                    let own = own.map_or_else(|| command.clone(), Cow::into_owned);
                    self.tapped.push_back((*table, t_ms, Tapped::Command(own)));
                }
                if let Order::Clock(wish) = &command.order
                    && !entry.is_some_and(|entry| entry.is_about_another(command))
                {
                    self.order_clock(t_ms, *table, wish)?;
                }
                let mut answer = Err(format!("there is no table {table}; name one of the set-up"));
                self.at_table(*table, |entry, said| answer = entry.handle_command(t_ms, command, said));
                if answer.is_ok() {
                    push_bounded(&mut self.obeyed, (*table, t_ms, command.clone()));
                }
                return answer;
            }
        }
        Ok(())
    }

    /// Why a command may not even be written down; asked before it becomes a record.
    pub fn must_not_be_written(&self, table: TableNo, command: &Command) -> Option<String> {
        if let Order::Start { white, black, .. } = &command.order
            && let Some(why) =
                [white, black].into_iter().flatten().find_map(|name| names::check(name, NAME_MAX).err())
        {
            return Some(why);
        }
        let table = self.table(table)?;
        // What can be said of an earlier game is nothing of the one that is adjourned.
        if table.is_about_another(command) && command.order.is_of_the_record() {
            return None;
        }
        table.watch().adjournment().must_not_be_written(&command.order)
    }

    /// These bytes as a repetition of what the link said before, if they are one.
    pub fn find_again(&mut self, link: LinkNo, bytes: &[u8]) -> Option<Again> {
        let back = self.links.get_mut(&link)?.find(bytes)?;
        Some(Again { after_ms: 0, link, length: bytes.len(), back })
    }

    /// Whether anything waits to be told to anybody but a board.
    pub fn has_news(&self) -> bool {
        !(self.publications.is_empty()
            && self.notices.is_empty()
            && self.incidents.is_empty()
            && self.desks.is_empty()
            && self.events.is_empty()
            && self.obeyed.is_empty()
            && self.clock_answers.is_empty())
    }

    /// What devices said last is not known any more: records are missing.
    pub(crate) fn forget_streams(&mut self) {
        self.links.values_mut().for_each(Link::forget_stream);
    }

    /// Fires every deadline up to `t`, each at its own instant; at the same instant links before tables, the lower
    /// number first.
    pub fn advance(&mut self, t_ms: Millis) {
        while let Some((at, due)) = self.due_by(t_ms) {
            self.now_ms = self.now_ms.max(at);
            match due {
                Due::Link(link) => {
                    if self.cables.get(&link).is_some_and(Cable::is_open) {
                        self.advance_cable(at, link);
                    } else if let Some(entry) = self.links.get_mut(&link) {
                        let heard = entry.advance(at);
                        self.take(link, heard);
                    }
                }
                Due::Seating => self.seat(at),
                Due::Table(table) => self.at_table(table, |entry, said| entry.advance(at, said)),
            }
        }
        self.now_ms = self.now_ms.max(t_ms);
    }

    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.first_due_ms()
    }

    /// Bytes to be sent.
    pub fn poll_transmit(&mut self) -> Option<Transmit> {
        self.transmits.pop_front()
    }

    /// What is to be told to the world.
    pub fn poll_publication(&mut self) -> Option<Publication> {
        self.publications.pop_front()
    }

    /// What the operator should know.
    pub fn poll_notice(&mut self) -> Option<Notice> {
        self.notices.pop_front()
    }

    /// What the arbiter should know: an incident that opened, changed or closed.
    pub fn poll_incident(&mut self) -> Option<(TableNo, Incident)> {
        self.incidents.pop_front()
    }

    /// A clock that was read again since the last poll; the latest reading of each table. Not for the journal.
    pub fn poll_clock(&mut self) -> Option<ReadClock> {
        self.clocks.pop_first().map(|(_, clock)| clock)
    }

    /// A table whose arbiter sees something else since the last poll, though nothing was published: pieces put back, a
    /// board set up.
    pub fn poll_desk(&mut self) -> Option<TableNo> {
        self.desks.pop_first()
    }

    /// What changed in a game, for the program's log. The oldest are dropped beyond a limit.
    pub fn poll_game_event(&mut self) -> Option<(TableNo, Millis, GameEvent)> {
        self.events.pop_front()
    }

    /// What became of an order for a table's clock, in the order of their ends. The oldest are dropped beyond a limit.
    pub fn poll_clock_answer(&mut self) -> Option<(TableNo, ClockAnswer)> {
        self.clock_answers.pop_front()
    }

    /// A command that was obeyed: what people said, for those who may know. The oldest are dropped beyond a limit.
    pub fn poll_obeyed(&mut self) -> Option<(TableNo, Millis, Command)> {
        self.obeyed.pop_front()
    }

    /// The set-up, once there is one.
    pub fn setup(&self) -> Option<&HallSetup> {
        self.setup.as_deref()
    }

    /// How far the hall has been advanced: the time of whatever it says now.
    pub fn now_ms(&self) -> Millis {
        self.now_ms
    }

    /// Every link there has been, in the order of their numbers.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.links.values()
    }

    /// One link.
    pub fn link(&self, link: LinkNo) -> Option<&Link> {
        self.links.get(&link)
    }

    /// The number for the device on this port: the one it had before, or the next free one.
    pub fn link_for_port(&self, port: &str) -> LinkNo {
        let cable = self.cables.iter().find(|(_, cable)| cable.port() == port).map(|(no, _)| *no);
        let before = self.links.values().find(|link| link.port() == port).map(Link::no);
        let last = self.links.keys().chain(self.cables.keys()).max().copied();
        cable.or(before).unwrap_or_else(|| last.map_or(1, |last| last + 1))
    }

    /// One table.
    pub fn table(&self, table: TableNo) -> Option<&Table> {
        self.tables.get(&table)
    }

    /// How far the times of a table may be off ([`Table::timing`]).
    pub fn timing(&self, table: TableNo) -> Timing {
        self.tables.get(&table).map_or(Timing::DGT, Table::timing)
    }

    /// The tables, in the order of their numbers.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// From now on, keeps what these tables are given, to be polled.
    pub fn tap(&mut self, tap: Tap) {
        self.tap = Some(tap);
    }

    /// What a tapped table was given.
    pub fn poll_tapped(&mut self) -> Option<(TableNo, Millis, Tapped)> {
        self.tapped.pop_front()
    }

    /// Nothing of what waits for a device is to be sent: the bytes belong to another run.
    pub(crate) fn forget_transmits(&mut self) {
        self.transmits.clear();
    }

    /// The world was told this (a book says so): what is believed now is told as a change of it.
    pub(crate) fn adopt(&mut self, publication: &Publication) {
        self.at_table(publication.table, |entry, said| {
            entry.adopt(publication);
            entry.refresh(said);
        });
    }

    /// The world was told this, and what it came from is not known any more: the table goes on from it.
    pub(crate) fn align(&mut self, publication: &Publication) {
        self.at_table(publication.table, |entry, said| {
            // Its games before were erased; the one on the board keeps its number.
            entry.before = publication.game.saturating_sub(entry.score().number);
            entry.public_link = publication.link;
            entry.adopt(publication);
            entry.refresh(said);
        });
    }

    fn set_up(&mut self, t_ms: Millis, setup: &HallSetup) {
        let gone: Vec<TableNo> = self
            .tables
            .keys()
            .copied()
            .filter(|table| setup.tables.iter().all(|entry| entry.table != *table))
            .collect();
        for table in gone {
            self.tables.remove(&table);
            self.note_games(table, BTreeSet::new());
            self.plan_table(table);
            self.links
                .values_mut()
                .filter(|link| link.table == Some(table))
                .for_each(|link| link.table = None);
        }
        for entry in &setup.tables {
            self.reseat(t_ms, entry);
            let mut said = Said::default();
            let began = match self.tables.get_mut(&entry.table) {
                Some(table) => table.set_up(t_ms, setup, entry, &mut said),
                None => {
                    self.tables.insert(entry.table, Table::new(t_ms, setup, entry, &mut said));
                    false
                }
            };
            self.plan_table(entry.table);
            self.pass_on(entry.table, said);
            if began {
                self.show_board(t_ms, entry.table);
            }
        }
        self.setup = Some(Box::new(setup.clone()));
        self.has_clock_ports = setup.tables.iter().any(|entry| entry.clock_port.is_some());
        self.unseat_clocks(t_ms);
        setup.tables.iter().for_each(|entry| self.sense_clock(entry.table));
        self.seat(t_ms);
        setup.tables.iter().for_each(|entry| self.light(entry.table));
    }

    fn open(&mut self, t_ms: Millis, link: LinkNo, port: &str, maker: Maker) {
        self.lose_cable(t_ms, link);
        self.lose(t_ms, link);
        let fresh = Link::new(link, maker);
        let Some(fresh) = fresh else {
            self.open_cable(t_ms, link, port);
            return;
        };
        self.unseat_any(t_ms, link);
        self.openings += 1;
        let opening = self.openings;
        let entry = self.links.entry(link).or_insert(fresh);
        let heard = entry.handle_open(t_ms, port, maker, opening);
        let table = entry.table;
        self.take(link, heard);
        if let Some(table) = table {
            // Another maker's board may be behind the same port.
            self.sense(table, maker);
        }
        if let Some(table) = self.table_of_clock(link) {
            self.sense_clock(table);
        }
        self.seat(t_ms);
    }

    pub(crate) fn lose(&mut self, t_ms: Millis, link: LinkNo) {
        let Some(entry) = self.links.get_mut(&link).filter(|entry| entry.is_open()) else {
            return;
        };
        let (table, remembers) = (entry.table, entry.maker().remembers());
        let heard = entry.handle_lost(t_ms);
        self.take(link, heard);
        // Whatever the session said of it: a port that is gone cannot be read.
        if let Some(table) = table {
            self.unplug(t_ms, table);
        }
        if let Some(no) = table.filter(|_| remembers)
            && let Some(table) = self.tables.get_mut(&no)
        {
            table.wait_for_past(t_ms);
            self.plan_table(no);
        }
        self.seat(t_ms);
    }

    /// The table's board cannot be read from here on.
    pub(crate) fn unplug(&mut self, t_ms: Millis, table: TableNo) {
        self.at_table(table, |entry, said| {
            entry.set_link(t_ms, LinkState::Down);
            entry.refresh(said);
        });
    }

    /// Tells a table what its board can tell, and how late.
    pub(crate) fn sense(&mut self, table: TableNo, maker: Maker) {
        let timing = self.timing_with(table, maker);
        self.at_table(table, |entry, said| entry.sense(maker.sensing(), timing, said));
    }

    /// Takes what a session said: to the link's own notes, to its table, to the device.
    pub(crate) fn take(&mut self, link: LinkNo, heard: Heard) {
        self.plan_link(link);
        if let Some(why) = heard.fault {
            push_bounded(&mut self.notices, Notice::LinkFaulted { link, why });
        }
        let transmit = |(bytes, ordered)| Transmit { link, bytes, ordered };
        heard.transmits.into_iter().for_each(|bytes| self.transmits.push_back(transmit(bytes)));
        heard.answers.into_iter().for_each(|(_, answer)| self.note_clock_answer(link, answer));
        let table_of_clock = self.table_of_clock(link);
        for (t_ms, event) in heard.events {
            if let Some(table) = table_of_clock {
                self.hear_clock(link, table, t_ms, &event);
                continue;
            }
            let is_past = t_ms < self.now_ms && event.is_sensed();
            let t_ms = self.counts_from(link, t_ms, &event);
            let Some(entry) = self.links.get_mut(&link) else { return };
            let is_chess = self.setup.as_ref().is_none_or(|setup| setup.profile.draughts.is_none());
            if entry.is_found_large(&event) && is_chess {
                let port = entry.port().to_owned();
                push_bounded(&mut self.notices, Notice::LargeBoard { link, port });
            }
            // A link that is live already tells no more of the past.
            if is_past
                && entry.maker().remembers()
                && entry.state() == LinkState::Waking
                && let Some(table) = entry.table.and_then(|table| self.tables.get_mut(&table))
            {
                // It is planned when it sees the event below.
                table.wait_for_past(self.now_ms);
            }
            // A board that says who it is may turn out to be another table's.
            if entry.note(t_ms, &event) {
                self.seat(t_ms);
            }
            if let Some(table) = self.links.get(&link).and_then(|entry| entry.table) {
                self.show(t_ms, table, &event);
            }
        }
        self.note_ailment(link);
    }

    /// The operator is told what is wrong with a board or its cable, once.
    fn note_ailment(&mut self, link: LinkNo) {
        let Some(entry) = self.links.get_mut(&link).filter(|entry| entry.is_open()) else { return };
        if let Some((before, now)) = entry.ailment_news() {
            let port = entry.port().to_owned();
            push_bounded(&mut self.notices, Notice::Ailing { link, port, before, now });
        }
    }

    /// When something counts that a session tells with this time. A board that remembers tells what happened while
    /// its cable was out with the time of then, and so it counts, as far as its table has not moved on since. News of
    /// the link itself, and what nobody has a table for, counts from now on.
    fn counts_from(&self, link: LinkNo, t_ms: Millis, event: &BoardEvent) -> Millis {
        let table = self.links.get(&link).and_then(|entry| self.tables.get(&entry.table?));
        match table.filter(|_| event.is_sensed()) {
            Some(table) => t_ms.max(table.moved_on_ms().min(self.now_ms)),
            None => t_ms.max(self.now_ms),
        }
    }

    /// Lets a table see an event of its board.
    pub(crate) fn show(&mut self, t_ms: Millis, table: TableNo, event: &BoardEvent) {
        if self.tap.is_some_and(|tap| tap.takes(table)) {
            self.tapped.push_back((table, t_ms, Tapped::Board(event.clone())));
        }
        self.at_table(table, |entry, said| entry.handle_board(t_ms, event, said));
    }

    /// Tells a session which placement to expect.
    pub(crate) fn expect(&mut self, link: LinkNo, placement: &shakmaty::Board) {
        let Some(entry) = self.links.get_mut(&link) else { return };
        if let Some((cable, address)) = entry.cable() {
            self.expect_on_cable(cable, address, placement);
            return;
        }
        let heard = entry.expect(self.now_ms, placement);
        self.take(link, heard);
    }

    /// Does something at a table and passes on what it says; its board's session is told when another placement is
    /// expected from then on.
    pub(crate) fn at_table(&mut self, table: TableNo, act: impl FnOnce(&mut Table, &mut Said)) {
        let Some(entry) = self.tables.get_mut(&table) else { return };
        let before = entry.expected().clone();
        let mut said = Said::default();
        act(entry, &mut said);
        let changed = (*entry.expected() != before).then(|| entry.expected().clone());
        let link = entry.link;
        self.plan_table(table);
        self.pass_on(table, said);
        if let (Some(placement), Some(link)) = (changed, link) {
            self.expect(link, &placement);
        }
        self.light(table);
    }

    fn pass_on(&mut self, table: TableNo, said: Said) {
        if said.is_nothing() {
            return;
        }
        self.publications.extend(said.publications);
        said.notices.into_iter().for_each(|notice| push_bounded(&mut self.notices, notice));
        said.incidents.into_iter().for_each(|incident| push_bounded(&mut self.incidents, (table, incident)));
        said.events
            .into_iter()
            .for_each(|(t_ms, event)| push_bounded(&mut self.events, (table, t_ms, event)));
        if let Some(clock) = said.clock {
            self.clocks.insert(table, clock);
        }
        if said.is_desk_changed {
            self.desks.insert(table);
        }
        if !said.games.is_empty() {
            self.note_games(table, said.games);
        }
    }
}

pub(crate) fn push_bounded<T>(queue: &mut VecDeque<T>, item: T) {
    if queue.len() == WAITING_MAX {
        queue.pop_front();
    }
    queue.push_back(item);
}
