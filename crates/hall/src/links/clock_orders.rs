//! Orders for the clocks of tables: the arbiter gives them, the board's session carries them out and reports the
//! result.
//!
//! Invariant: an order comes only from a command, and the command is in the journal before anything goes to a clock.
//! The journal holds no record of the clock's answer except the bytes in which it came.

use crate::hall::Hall;
use crate::output::push_bounded;
use crate::{LinkNo, TableNo};
use board::Millis;
use board::dgt::{ClockAnswer, ClockOrder, ClockRefusal};
use game::ClockWish;
use shakmaty::{ByColor, Color};

impl Hall {
    /// Passes an order on to the session of the table's board. `Err` says why nothing was ordered.
    pub(crate) fn order_clock(
        &mut self,
        t_ms: Millis,
        table: TableNo,
        wish: &ClockWish,
    ) -> Result<(), String> {
        let order = order(wish)?;
        let entry =
            self.table(table).ok_or_else(|| format!("there is no table {table}; name one of the set-up"))?;
        if let Some(why) = entry.fault() {
            return Err(format!("table {table} failed ({why}); set its clock by hand"));
        }
        let link = entry.link().and_then(|link| self.links.get_mut(&link));
        let link = link.ok_or_else(|| format!("table {table} has no board; set its clock by hand"))?;
        let no = link.no();
        let heard = link.order_clock(t_ms, order).map_err(|refusal: ClockRefusal| refusal.to_string())?;
        self.clock_orders.push((no, table));
        self.take(no, heard);
        Ok(())
    }

    /// Notes the result of the oldest open order on a link: the clock's answer, or that none came.
    pub(crate) fn note_clock_answer(&mut self, link: LinkNo, answer: ClockAnswer) {
        // The results for one clock come in the order in which the orders were given.
        let Some(index) = self.clock_orders.iter().position(|(ordered, _)| *ordered == link) else { return };
        let (_, table) = self.clock_orders.remove(index);
        push_bounded(&mut self.outputs.clock_answers, (table, answer));
    }
}

fn order(wish: &ClockWish) -> Result<ClockOrder, String> {
    Ok(match wish {
        ClockWish::Set { white_ms, black_ms, running } => {
            let running = match running.as_deref() {
                None => None,
                Some("white") => Some(Color::White),
                Some("black") => Some(Color::Black),
                Some(other) => {
                    return Err(format!("{other:?} is no side; write white or black, or leave it out"));
                }
            };
            ClockOrder::Set { left_ms: ByColor { white: *white_ms, black: *black_ms }, running }
        }
        ClockWish::Text { text } => ClockOrder::Text(text.clone()),
        ClockWish::Times => ClockOrder::Times,
        ClockWish::Version => ClockOrder::Version,
    })
}
