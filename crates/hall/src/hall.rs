//! The hall: it owns the links and the tables, and determines the order in which they are fed.

use crate::links::cable::Cable;
use crate::links::link::LinkOutput;
use crate::output::{Outputs, push_bounded};
use crate::tables::due::{Agenda, Due};
use crate::tables::table::TableOutput;
use crate::tables::tee::{Tee, TeeInput};
use crate::{HallSetup, Input, Link, LinkNo, Notice, Publication, Refusal, Stamp, Table, TableNo, Transmit};
use board::{BoardEvent, LinkState, Maker, Millis, Timing};
use game::{
    Command, CommandJson, Order,
    names::{self, NAME_MAX},
};
use laws::RuleId;
use std::collections::{BTreeMap, BTreeSet};
use tournament::{History, Plan};

/// The links and tables of an event, as one machine.
#[derive(Debug, Default)]
pub struct Hall {
    setup: Option<Box<HallSetup>>,
    pub(crate) links: BTreeMap<LinkNo, Link>,
    /// The ports that several boards share. Their numbers come from the same sequence as those of the links.
    pub(crate) cables: BTreeMap<LinkNo, Cable>,
    pub(crate) tables: BTreeMap<TableNo, Table>,
    pub(crate) now_ms: Millis,
    pub(crate) agenda: Agenda,
    /// Says whether any table has a clock on a port of its own.
    pub(crate) has_clock_ports: bool,
    pub(crate) openings: u64,
    /// The open orders for clocks, oldest first: the link that carries out the order, and the table it is for.
    pub(crate) clock_orders: Vec<(LinkNo, TableNo)>,
    /// The set-up as configured, before the event changes names and boards in it.
    pub(crate) configured: Option<Box<HallSetup>>,
    /// The event, with the orders that can be taken back.
    pub(crate) history: History,
    /// The table whose board is being looked for: the board on which a piece moves next.
    pub(crate) finding: Option<TableNo>,
    tee: Option<Tee>,
    pub(crate) outputs: Outputs,
}

impl Hall {
    /// Creates an empty hall, before its set-up.
    pub fn new() -> Hall {
        Hall::default()
    }

    /// Advances to the stamp, then handles the input. `Err` only occurs for a command that cannot be carried out: it
    /// says why, and nothing has changed. An input about a link that was never opened changes nothing either. The
    /// caller must call [`Hall::poll`] afterwards until it returns `None`.
    pub fn handle(&mut self, stamp: Stamp, input: &Input) -> Result<(), Refusal> {
        self.check_drained();
        self.fold(stamp, input)
    }

    /// Handles an input as [`Hall::handle`] does, but allows earlier outputs to be unpolled, as they may be in a fold.
    pub(crate) fn fold(&mut self, stamp: Stamp, input: &Input) -> Result<(), Refusal> {
        self.fold_until(stamp.t_ms);
        let done = self.take_input(input);
        self.check_agenda();
        done
    }

    fn take_input(&mut self, input: &Input) -> Result<(), Refusal> {
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
            Input::Setup(setup) => {
                self.configured = Some(setup.clone());
                self.set_up(t_ms, setup);
            }
            Input::Event(command) => return self.obey_event(t_ms, command),
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
            Input::Command { table, command } => {
                let entry = self.tables.get(table);
                if self.tee.is_some_and(|tee| tee.takes(*table)) {
                    let own = entry.and_then(|entry| entry.own_number(command.game).ok());
                    let own = CommandJson { game: own.unwrap_or(command.game), ..command.clone() };
                    self.outputs.tee_inputs.push_back((*table, t_ms, TeeInput::Command(own)));
                }
                let read = match Command::read(command) {
                    // Earlier versions of the program accepted a claim, an offer or a report by neither player, and did
                    // nothing. A live command of this kind is refused before it is written.
                    Err(game::Refusal::NotASide(_) | game::Refusal::NeitherSide(_))
                        if entry.is_some() && !command.order.is_for_clock() =>
                    {
                        push_bounded(&mut self.outputs.obeyed, (*table, t_ms, command.clone()));
                        return Ok(());
                    }
                    read => read?,
                };
                if let Some(entry) = entry {
                    entry.may_announce(&read)?;
                }
                let heard = match &read.order {
                    Order::Clock(order) if !entry.is_some_and(|entry| entry.is_another(read.game)) => {
                        Some(self.order_clock(t_ms, *table, order.clone())?)
                    }
                    _ => None,
                };
                if let Order::Undo { of, no } = read.order {
                    self.undo(t_ms, *table, (of, no))?;
                    push_bounded(&mut self.outputs.obeyed, (*table, t_ms, command.clone()));
                    return Ok(());
                }
                let mut answer = Err(Refusal::NoTable(*table));
                self.at_table(*table, |entry, output| answer = entry.handle_command(t_ms, &read, output));
                heard.into_iter().for_each(|(link, heard)| self.take(link, heard));
                if answer.is_ok() {
                    if let (Order::Result(result), Some(game)) = (&read.order, read.game) {
                        self.note_earlier_result(*table, game, *result);
                    }
                    push_bounded(&mut self.outputs.obeyed, (*table, t_ms, command.clone()));
                }
                return answer;
            }
        }
        Ok(())
    }

    /// Checks whether a command may be written to the journal. Call this before the command becomes a record. `Err`
    /// says why not: even a command without meaning might hold a move that nobody may see yet.
    pub fn may_be_written(&self, table: TableNo, command: &CommandJson) -> Result<(), Refusal> {
        let command = Command::read(command)?;
        if let Order::Start { names, .. } = &command.order {
            names.iter().flatten().try_for_each(|name| names::check(name, NAME_MAX))?;
        }
        if let Order::Report { rule, .. } = &command.order
            && RuleId::parse(rule).is_none()
        {
            return Err(laws::Refusal::NoRule(rule.clone()).into());
        }
        let Some(table) = self.table(table) else { return Ok(()) };
        // A command for the record of an earlier game reveals nothing about the adjourned game.
        if table.is_another(command.game) && command.order.is_of_the_record() {
            return Ok(());
        }
        Ok(table.watch().adjournment().may_be_written(&command.order)?)
    }

    /// Fires every deadline up to `t_ms`, each at its own instant. At one instant, links come before seating, seating
    /// before tables, and lower numbers first. The caller must poll until `None` afterwards.
    pub fn advance(&mut self, t_ms: Millis) {
        self.check_drained();
        self.fold_until(t_ms);
    }

    /// Advances as [`Hall::advance`] does, but allows earlier outputs to be unpolled, as they may be in a fold.
    pub(crate) fn fold_until(&mut self, t_ms: Millis) {
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
                Due::Table(table) => self.at_table(table, |entry, output| entry.advance(at, output)),
            }
            self.check_agenda();
        }
        self.now_ms = self.now_ms.max(t_ms);
    }

    /// Returns the instant at which `advance` is to be called next; `None` if no deadline is set.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.first_due_ms()
    }

    /// Returns the set-up; `None` until the hall is set up.
    pub fn setup(&self) -> Option<&HallSetup> {
        self.setup.as_deref()
    }

    /// Returns the set-up as configured, before the event changed names and boards in it; `None` until the hall is set
    /// up.
    pub fn configured(&self) -> Option<&HallSetup> {
        self.configured.as_deref()
    }

    /// Returns the journal time up to which the hall has been advanced: the time of its present state.
    pub fn now_ms(&self) -> Millis {
        self.now_ms
    }

    /// Returns every link there has ever been, in the order of their numbers.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.links.values()
    }

    /// Returns the link with this number; `None` if there is none.
    pub fn link(&self, link: LinkNo) -> Option<&Link> {
        self.links.get(&link)
    }

    /// Returns the number for the device on this port: the number that the port already has, or the next free one.
    pub fn link_for_port(&self, port: &str) -> LinkNo {
        let cable = self.cables.iter().find(|(_, cable)| cable.port() == port).map(|(no, _)| *no);
        let before = self.links.values().find(|link| link.port() == port).map(Link::no);
        let last = self.links.keys().chain(self.cables.keys()).max().copied();
        cable.or(before).unwrap_or_else(|| last.map_or(1, |last| last + 1))
    }

    /// Returns the table with this number; `None` if there is none.
    pub fn table(&self, table: TableNo) -> Option<&Table> {
        self.tables.get(&table)
    }

    /// Returns how inexact the times of a table may be ([`Table::timing`]).
    pub fn timing(&self, table: TableNo) -> Timing {
        self.tables.get(&table).map_or(Timing::DGT, Table::timing)
    }

    /// Returns the tables in the order of their numbers.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// Makes the inputs of these tables come out as [`Output::TeeInput`](crate::Output::TeeInput).
    pub fn tee(&mut self, tee: Tee) {
        self.tee = Some(tee);
    }

    /// Drops all bytes that wait to be sent to devices. They belong to an earlier run of the program.
    pub(crate) fn forget_transmits(&mut self) {
        self.outputs.transmits.clear();
    }

    /// Takes over a publication from the journal. If the hall's own decision differs, it publishes the change.
    pub(crate) fn adopt(&mut self, publication: &Publication) {
        self.at_table(publication.table, |entry, output| {
            entry.adopt(publication);
            entry.refresh(output);
        });
    }

    /// Takes over the state of a table from a publication in the journal, because the records that led to it were
    /// erased.
    pub(crate) fn align(&mut self, publication: &Publication) {
        self.at_table(publication.table, |entry, output| {
            // Earlier games of the table may be among the erased records. The game on the board must keep its
            // published number.
            entry.before = publication.game.saturating_sub(entry.score().number);
            entry.public_link = publication.link;
            entry.adopt(publication);
            entry.refresh(output);
        });
    }

    pub(crate) fn set_up(&mut self, t_ms: Millis, configured: &HallSetup) {
        let setup = &self.with_event(configured);
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
            let mut output = TableOutput::default();
            let (plan, tags) = self.plan_of(setup, entry);
            self.undo_beginning(t_ms, entry.table);
            let mut began = match self.tables.get_mut(&entry.table) {
                Some(table) => table.set_up(t_ms, setup, entry, &plan, &mut output),
                None => {
                    self.tables.insert(entry.table, Table::new(t_ms, setup, entry, &mut output));
                    false
                }
            };
            if let Some(table) = self.tables.get_mut(&entry.table)
                && (*table.plan() != plan || plan != Plan::Free)
            {
                began |= table.follow(t_ms, plan, setup.terms(entry).0.start, &tags, &mut output);
            }
            self.plan_table(entry.table);
            self.pass_on(entry.table, output);
            self.give_orientation(entry.table);
            if began {
                self.show_board(t_ms, entry.table);
            }
        }
        self.note_games_in_play();
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
            // The board that is now behind the port may be of another maker.
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
        // A closed port cannot be read, whatever state the session reported last.
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

    /// Notes that the table's board can no longer be read.
    pub(crate) fn unplug(&mut self, t_ms: Millis, table: TableNo) {
        self.at_table(table, |entry, output| {
            entry.set_link(t_ms, LinkState::Down);
            entry.refresh(output);
        });
    }

    /// Sets what a table's board can sense and how late it reports.
    pub(crate) fn sense(&mut self, table: TableNo, maker: Maker) {
        let timing = self.timing_with(table, maker);
        self.at_table(table, |entry, output| entry.sense(maker.sensing(), timing, output));
    }

    /// Passes the output of a session on: to the link, to its table and to the device.
    pub(crate) fn take(&mut self, link: LinkNo, heard: LinkOutput) {
        self.plan_link(link);
        if let Some(why) = heard.fault {
            push_bounded(&mut self.outputs.notices, Notice::LinkFaulted { link, why });
        }
        let transmit = |(bytes, ordered)| Transmit { link, bytes, ordered };
        heard.transmits.into_iter().for_each(|bytes| self.outputs.transmits.push_back(transmit(bytes)));
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
                push_bounded(&mut self.outputs.notices, Notice::LargeBoard { link, port });
            }
            // A board that has reported its present state has no more past events to report.
            if is_past
                && entry.maker().remembers()
                && entry.state() == LinkState::Waking
                && let Some(table) = entry.table.and_then(|table| self.tables.get_mut(&table))
            {
                // The agenda learns of the wait when the table handles the event below.
                table.wait_for_past(self.now_ms);
            }
            // A board that has just reported its serial number may turn out to belong to another table.
            if entry.note(t_ms, &event) {
                self.seat(t_ms);
            }
            self.find_board(t_ms, link, &event);
            if let Some(table) = self.links.get(&link).and_then(|entry| entry.table) {
                self.show_what_stayed(t_ms, link, table, &event);
                self.show(t_ms, table, &event);
            }
        }
        self.note_ailment(link);
        self.note_condition(link);
    }

    /// Notes how the board behind a link is. Whoever looks after its table is told if that changed.
    fn note_condition(&mut self, link: LinkNo) {
        let Some(entry) = self.links.get_mut(&link) else { return };
        if entry.note_condition(self.now_ms)
            && let Some(table) = entry.table
        {
            self.outputs.arbiter_tables.insert(table);
        }
    }

    /// Notifies the operator once each time something goes wrong with a board or its cable, or is put right.
    fn note_ailment(&mut self, link: LinkNo) {
        let Some(entry) = self.links.get_mut(&link).filter(|entry| entry.is_open()) else { return };
        if let Some((before, now)) = entry.ailment_news() {
            let port = entry.port().to_owned();
            push_bounded(&mut self.outputs.notices, Notice::Ailing { link, port, before, now });
        }
    }

    /// Returns the instant at which an event counts that a session reports for the instant `t_ms`. A board with a
    /// memory reports events from the time when its cable was out, each with its own time. Such an event counts at its
    /// own time, but not before the latest event that the table has handled. An event about the link itself, and any
    /// event of a board without a table, counts at the present instant at the earliest.
    fn counts_from(&self, link: LinkNo, t_ms: Millis, event: &BoardEvent) -> Millis {
        let table = self.links.get(&link).and_then(|entry| self.tables.get(&entry.table?));
        match table.filter(|_| event.is_sensed()) {
            Some(table) => t_ms.max(table.moved_on_ms().min(self.now_ms)),
            None => t_ms.max(self.now_ms),
        }
    }

    /// Passes an event of a board on to its table.
    pub(crate) fn show(&mut self, t_ms: Millis, table: TableNo, event: &BoardEvent) {
        let Some(stands) = self.tables.get(&table).map(|entry| entry.setup().stands) else { return };
        let event = &*stands.straighten(event);
        if self.tee.is_some_and(|tee| tee.takes(table)) {
            self.outputs.tee_inputs.push_back((table, t_ms, TeeInput::Board(event.clone())));
        }
        self.at_table(table, |entry, output| entry.handle_board(t_ms, event, output));
    }

    /// Sets the placement that the board's session should expect.
    pub(crate) fn expect(&mut self, link: LinkNo, placement: &shakmaty::Board) {
        let Some(entry) = self.links.get_mut(&link) else { return };
        if let Some((cable, address)) = entry.cable() {
            self.expect_on_cable(cable, address, placement);
            return;
        }
        let heard = entry.expect(self.now_ms, placement);
        self.take(link, heard);
    }

    /// Runs `act` on a table and passes on its output. If the table then expects another placement, the session of its
    /// board learns of the change.
    pub(crate) fn at_table(&mut self, table: TableNo, act: impl FnOnce(&mut Table, &mut TableOutput)) {
        let Some(entry) = self.tables.get_mut(&table) else { return };
        let before = entry.expected().clone();
        let mut output = TableOutput::default();
        act(entry, &mut output);
        let changed = (*entry.expected() != before).then(|| entry.expected().clone());
        let link = entry.link;
        let news = entry.game_of_pairing();
        self.plan_table(table);
        self.pass_on(table, output);
        if let Some((pairing, news)) = news {
            self.note_game_of_pairing(self.now_ms, &pairing, news);
        }
        if let (Some(placement), Some(link)) = (changed, link) {
            self.expect(link, &placement);
        }
        self.light(table);
    }

    fn pass_on(&mut self, table: TableNo, output: TableOutput) {
        if output.is_nothing() {
            return;
        }
        self.outputs.publications.extend(output.publications);
        output.notices.into_iter().for_each(|notice| push_bounded(&mut self.outputs.notices, notice));
        output
            .incidents
            .into_iter()
            .for_each(|incident| push_bounded(&mut self.outputs.incidents, (table, incident)));
        output
            .events
            .into_iter()
            .for_each(|(t_ms, event)| push_bounded(&mut self.outputs.events, (table, t_ms, event)));
        if let Some(clock) = output.clock {
            self.outputs.clocks.insert(table, clock);
        }
        if output.is_arbiter_table_changed {
            self.outputs.arbiter_tables.insert(table);
        }
        if !output.games.is_empty() {
            self.note_games(table, output.games);
        }
    }
}
