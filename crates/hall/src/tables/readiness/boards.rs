//! What the boards of a round lack.

use super::{
    Seat,
    missing::{Lack, Missing},
    sensors,
};
use crate::{BoardChoice, Hall, Link, Table, TableNo};
use board::LinkState;
use game::Standing;
use laws::reports::round_check::{self, Unready};
use std::collections::BTreeMap;

/// The charge of a battery below which it is not trusted with a round, in percent.
const BATTERY_MIN: u8 = 20;

impl Hall {
    /// Returns what a table and its board lack.
    pub(super) fn lacks_of_seat(&self, seat: &Seat) -> Vec<Missing> {
        let Some(table) = self.table(seat.table) else { return Vec::new() };
        let mut lacks = Vec::new();
        lacks.extend(table.fault().map(|why| Lack::TableFailed(why.to_owned())));
        let board = table.link().and_then(|link| self.link(link));
        let is_read = match board {
            None => {
                lacks.push(Lack::NoBoard);
                false
            }
            Some(link) => lacks_of_link(link, &mut lacks),
        };
        let is_chess = table.watch().is_chess();
        if let Some(link) = board.filter(|_| is_read && is_chess) {
            let start =
                self.configured().map_or_else(Standing::initial, |setup| setup.terms(table.setup()).0.start);
            let reading = link.reading().filter(|_| link.state() == LinkState::Live);
            let check = round_check::check(&start, None, reading, None, false, table.timing());
            let wrong = match &check.unready[..] {
                [Unready::Pieces(squares)] => squares.clone(),
                _ => Vec::new(),
            };
            lacks.extend(sensors::lacks(link, &start, reading, &wrong));
            lacks.extend(link.is_across().then_some(Lack::Unready(Unready::Turned)));
            lacks.extend(check.unready.into_iter().map(Lack::Unready));
        }
        lacks.extend(self.lacks_of_clock(seat, table, is_read));
        lacks.into_iter().map(|lack| Missing::at_table(lack, seat.at.as_ref(), seat.table)).collect()
    }

    /// Returns the serial numbers that two tables claim, or that two boards have.
    pub(super) fn lacks_of_serials(&self) -> Vec<Missing> {
        let bare = |serial: &str| serial.trim().trim_start_matches('0').to_ascii_lowercase();
        let mut claims: BTreeMap<String, Vec<TableNo>> = BTreeMap::new();
        for table in self.tables() {
            if let BoardChoice::Serial(serial) = &table.setup().board {
                claims.entry(bare(serial)).or_default().push(table.number());
            }
        }
        let mut boards: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for link in self.links().filter(|link| link.is_open()) {
            if let Some(serial) = link.serial() {
                boards.entry(bare(serial)).or_default().push(link.port().to_owned());
            }
        }
        let claims = claims.into_iter().filter(|(_, tables)| tables.len() > 1);
        let boards = boards.into_iter().filter(|(serial, ports)| !serial.is_empty() && ports.len() > 1);
        let lacks = claims
            .map(|(serial, tables)| Lack::SerialClaimedTwice(serial, tables))
            .chain(boards.map(|(serial, ports)| Lack::SerialTwice(serial, ports)));
        lacks.map(Missing::of_event).collect()
    }

    /// Returns the link of a table's clock: its own, or that of the board.
    pub(super) fn clock_link(&self, table: &Table) -> Option<&Link> {
        if table.setup().clock_port.is_some() {
            return self.links().find(|link| self.table_of_clock(link.no()) == Some(table.number()));
        }
        self.link(table.link()?)
    }
}

/// Collects what a link lacks. Returns whether the board behind it can be read.
fn lacks_of_link(link: &Link, lacks: &mut Vec<Lack>) -> bool {
    if !link.is_open() {
        lacks.push(Lack::BoardLost);
        return false;
    }
    if link.identity().is_large {
        lacks.push(Lack::LargeBoard);
    }
    lacks.extend(link.ailment().map(Lack::Ailing));
    lacks.extend(link.identity().battery_percent.filter(|percent| *percent < BATTERY_MIN).map(Lack::Battery));
    if link.state() == LinkState::Doubtful {
        lacks.push(Lack::BoardSilent);
        return false;
    }
    true
}
