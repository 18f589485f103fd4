//! Orders for the clocks of tables. The arbiter gives them; the board's session carries them out and reports the
//! result.
//!
//! Invariant: an order comes only from a command, and the command is in the journal before anything goes to a clock.
//! The journal holds no record of the clock's answer except the bytes in which it came.

use crate::hall::Hall;
use crate::links::link::LinkOutput;
use crate::output::push_bounded;
use crate::{LinkNo, Refusal, TableNo};
use board::Millis;
use board::dgt::{ClockAnswer, ClockOrder};
use game::Undoable;

impl Hall {
    /// Passes an order on to the session of the table's board, and returns the session's answer, which the caller takes once the
    /// table knows of the order. `Err` says why nothing was ordered.
    pub(crate) fn order_clock(
        &mut self,
        t_ms: Millis,
        table: TableNo,
        order: ClockOrder,
    ) -> Result<(LinkNo, LinkOutput), Refusal> {
        let entry = self.table(table).ok_or(Refusal::NoTable(table))?;
        if let Some(why) = entry.fault() {
            return Err(Refusal::TableFailed(table, why.to_owned()));
        }
        let order = entry.setup().stands.order(order);
        let link = entry.link().and_then(|link| self.links.get_mut(&link));
        let link = link.ok_or(Refusal::NoBoard(table))?;
        let no = link.no();
        let heard = link.order_clock(t_ms, order).map_err(Refusal::Clock)?;
        self.clock_orders.push((no, table));
        Ok((no, heard))
    }

    /// Takes an order to a table back. An order to its clock is taken back by another.
    pub(crate) fn undo(
        &mut self,
        t_ms: Millis,
        table: TableNo,
        (of, no): (Undoable, u32),
    ) -> Result<(), Refusal> {
        let entry = self.table(table).ok_or(Refusal::NoTable(table))?;
        let heard = match of {
            Undoable::Clock => {
                let order = entry.game.clock_undo(of, no)?;
                Some(self.order_clock(t_ms, table, order)?)
            }
            _ => None,
        };
        let mut answer = Err(Refusal::NoTable(table));
        self.at_table(table, |entry, output| answer = entry.undo(t_ms, (of, no), output));
        heard.into_iter().for_each(|(link, heard)| self.take(link, heard));
        if let Some((game, result)) = answer? {
            self.note_earlier_result(table, game, result);
        }
        Ok(())
    }

    /// Notes the result of the oldest open order on a link: the clock's answer, or that none came.
    pub(crate) fn note_clock_answer(&mut self, link: LinkNo, answer: ClockAnswer) {
        // The results for one clock come in the order in which the orders were given.
        let Some(index) = self.clock_orders.iter().position(|(ordered, _)| *ordered == link) else { return };
        let (_, table) = self.clock_orders.remove(index);
        let is_done = matches!(answer, ClockAnswer::Done | ClockAnswer::Version { .. });
        if let Some(entry) = self.tables.get_mut(&table) {
            entry.game.note_clock_answer(is_done);
            self.outputs.arbiter_tables.insert(table);
        }
        push_bounded(&mut self.outputs.clock_answers, (table, answer));
    }
}
