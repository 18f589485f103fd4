//! What the clocks of a round lack.

use super::{
    Seat,
    missing::{Lack, Missing},
};
use crate::{Hall, Link, Table};
use board::{ClockSense, LinkState};
use laws::reports::round_check::{self, Unready};
use shakmaty::{ByColor, Color};
use std::collections::BTreeMap;

/// The number of clocks that must agree before another one counts as different.
const AGREEING_MIN: usize = 2;

impl Hall {
    /// Returns what the clock of a table lacks.
    pub(super) fn lacks_of_clock(&self, seat: &Seat, table: &Table, is_board_read: bool) -> Vec<Lack> {
        let has_own_port = table.setup().clock_port.is_some();
        // A clock that is connected to a board which cannot be read is as lost as the board, and nothing more.
        if !table.setup().clock || !is_board_read && !has_own_port {
            return Vec::new();
        }
        let link = self.clock_link(table);
        let sense = link.map(|link| link.maker().clock_sense());
        if !has_own_port && sense == Some(ClockSense::Nothing) {
            return Vec::new();
        }
        let reading = link.filter(|link| link.is_open()).and_then(Link::clock);
        let reading = reading.map(|reading| table.setup().stands.reading(reading));
        if reading.is_none() {
            let is_read = link.is_some_and(|link| link.is_open() && link.state() == LinkState::Live);
            return match sense {
                // A lever has no times to be read: it is heard at its first press.
                Some(ClockSense::Presses) if link.is_some_and(Link::is_press_heard) => Vec::new(),
                Some(ClockSense::Presses) if is_read => vec![Lack::ClockUnheard],
                _ => vec![Lack::Unready(Unready::NoClock)],
            };
        }
        let begins =
            self.configured().map_or(Color::White, |setup| setup.terms(table.setup()).0.start.turn());
        let check =
            round_check::check_clock(begins, seat.control.as_ref(), reading.as_ref(), true, table.timing());
        let is_running = check.unready.iter().any(|unready| matches!(unready, Unready::Running(_)));
        // The times of a running clock cannot be right.
        let counts = |unready: &Unready| !(is_running && matches!(unready, Unready::Setting { .. }));
        check.unready.into_iter().filter(counts).map(Lack::Unready).collect()
    }

    /// Returns the clocks that show other times than most. Where the time control is known it says more.
    pub(super) fn odd_clock(&self, seats: &[Seat]) -> Vec<Missing> {
        let shown = |seat: &Seat| {
            let table = self.table(seat.table).filter(|table| table.setup().clock)?;
            let reading = self.clock_link(table).filter(|link| link.is_open())?.clock()?;
            let left_ms = table.setup().stands.reading(reading).left_ms;
            // The clock speaks in whole seconds.
            Some((table, left_ms.map(|ms| ms / 1_000)))
        };
        let mut by_times: BTreeMap<(u32, u32), Vec<(&Seat, &Table)>> = BTreeMap::new();
        for seat in seats.iter().filter(|seat| seat.control.is_none()) {
            if let Some((table, ByColor { white, black })) = shown(seat) {
                by_times.entry((white, black)).or_default().push((seat, table));
            }
        }
        let total: usize = by_times.values().map(Vec::len).sum();
        let usual = by_times.iter().max_by_key(|(_, seats)| seats.len());
        let Some((&usual, _)) =
            usual.filter(|(_, seats)| seats.len() >= AGREEING_MIN && 2 * seats.len() > total)
        else {
            return Vec::new();
        };
        let odd = by_times.iter().filter(|(times, _)| **times != usual);
        let readings = |(white, black): (u32, u32), table: &Table| {
            ByColor { white, black }.map(|seconds| table.timing().of_reading(seconds * 1_000))
        };
        let lacks = odd.flat_map(|(times, seats)| {
            seats.iter().map(|(seat, table)| {
                let lack =
                    Lack::ClockDiffers { shown: readings(*times, table), usual: readings(usual, table) };
                Missing::at_table(lack, seat.at.as_ref(), seat.table)
            })
        });
        lacks.collect()
    }
}
