//! Clock orders: bytes that set a clock. They are sent once the order is safe in the journal, and the clock's answer
//! goes to the order's author.
//!
//! Limit: an order that waited for the disk longer than [`STALE`] is not sent any more, because the game has gone on
//! meanwhile.

use super::MainLoop;
use crate::{
    mainloop::request::{Answer, AnswerWord, CarriedOut, Done},
    terminal::log::{Trouble, report},
};
use board::dgt::ClockAnswer;
use game::{CommandJson, OrderJson};
use hall::{Input, LinkNo, Refusal, TableNo, Transmit};
use std::{collections::VecDeque, time::Duration};
use tokio::{sync::oneshot, time::Instant};

/// The age at which an order that waited for the disk is no longer sent.
const STALE: Duration = Duration::from_secs(2);

/// The clock orders that wait for the disk, and the people who wait for clocks to answer.
#[derive(Debug, Default)]
pub(super) struct Orders {
    withheld: VecDeque<Withheld>,
    asked: VecDeque<Asked>,
    /// The answers of clocks since the last turn. They are kept until the end of the turn, because an order that is
    /// refused at once is answered before its author is in `asked`.
    answered: VecDeque<(TableNo, ClockAnswer)>,
}

/// Bytes for a board that wait until the order they carry out is safe.
#[derive(Debug)]
struct Withheld {
    /// The number of the record that must be safe before the bytes are sent.
    seq: u64,
    since: Instant,
    transmit: Transmit,
}

/// A person who waits for a clock's answer.
#[derive(Debug)]
struct Asked {
    table: TableNo,
    seq: u64,
    /// The number under which the order can be taken back.
    order: Option<u32>,
    answer: oneshot::Sender<Done>,
}

impl Orders {
    /// Returns whether no clock order waits for the disk.
    pub(super) fn is_sent(&self) -> bool {
        self.withheld.is_empty()
    }

    /// Keeps a clock's answer until [`MainLoop::settle_orders`] passes it on.
    pub(super) fn note(&mut self, table: TableNo, answer: ClockAnswer) {
        self.answered.push_back((table, answer));
    }

    /// Drops the waiting clock orders for a board that is gone, so that no other clock gets them.
    pub(super) fn forget(&mut self, link: LinkNo) {
        self.withheld.retain(|one| one.transmit.link != link);
    }
}

impl MainLoop {
    /// Carries out a person's command. The answer is given when the command's record is safe; for a clock order it is
    /// the clock's answer.
    pub(super) fn obey(&mut self, table: TableNo, command: CommandJson, answer: oneshot::Sender<Done>) {
        if let Err(refusal) = self.hall.may_be_written(table, &command) {
            report(&Trouble::CommandRefused { table, refusal: &refusal });
            // A command refused here has no record to wait for. If the asker has gone, the answer is dropped.
            let _ = answer.send(Err(refusal));
            return;
        }
        let is_for_clock = command.order.is_for_clock();
        // What is prepared changes no game.
        let is_prepared = matches!(command.order, OrderJson::Prepare { .. } | OrderJson::Drop);
        let may_be_earlier = command.game.is_some() && !is_prepared;
        let before = self.ordered(table);
        let done = self.feed(&Input::Command { table, command }, None);
        let order = Some(self.ordered(table)).filter(|order| *order > before);
        if may_be_earlier && done.is_ok() {
            // A command about an earlier game publishes nothing, so no publication calls for a signature. But it
            // usually changes that game's result.
            self.sign();
        }
        if let Err(refusal) = &done {
            report(&Trouble::CommandRefused { table, refusal });
        }
        let seq = self.journal.appended_seq();
        if is_for_clock && done.is_ok() {
            self.orders.asked.push_back(Asked { table, seq, order, answer });
        } else {
            self.tell_done(seq, answer, done.map(|()| CarriedOut { order, ..CarriedOut::default() }));
        }
    }

    /// Returns the number of the latest order to a table that could be taken back.
    fn ordered(&self, table: TableNo) -> u32 {
        self.hall.table(table).map_or(0, hall::Table::ordered)
    }

    /// Answers a command once its record is safe. A refusal promises nothing, so it is given without waiting for the
    /// disk.
    pub(super) fn tell_done(&mut self, seq: u64, answer: oneshot::Sender<Done>, done: Done) {
        let is_refused = done.is_err();
        let word = AnswerWord::Command(answer, done);
        if is_refused {
            word.give();
        } else {
            self.answers.push_back(Answer { seq, word });
        }
    }

    /// Sends bytes to a board: at once, or when the person's order that they carry out is safe.
    pub(super) fn transmit(&mut self, transmit: Transmit) {
        if transmit.ordered {
            let (seq, since) = (self.journal.appended_seq(), Instant::now());
            self.orders.withheld.push_back(Withheld { seq, since, transmit });
        } else {
            self.send(transmit);
        }
    }

    /// Sends the bytes whose orders are safe, drops those that waited too long, and passes on the clocks' answers.
    pub(super) fn settle_orders(&mut self) {
        let safe_seq = self.journal.safe_seq();
        let is_over = |one: &Withheld| one.seq <= safe_seq || one.since.elapsed() > STALE;
        while self.orders.withheld.front().is_some_and(is_over) {
            let Some(one) = self.orders.withheld.pop_front() else { break };
            if one.since.elapsed() <= STALE {
                self.send(one.transmit);
            } else {
                tracing::debug!(
                    "link {}: an order for the clock became too old to be sent",
                    one.transmit.link
                );
            }
        }
        while let Some((table, answer)) = self.orders.answered.pop_front() {
            let done = said(answer);
            match &done {
                Ok(text) => {
                    tracing::info!("table {table}: {}", text.as_deref().unwrap_or("the clock obeyed"))
                }
                Err(refusal) => report(&Trouble::CommandRefused { table, refusal }),
            }
            let asked = self.orders.asked.iter().position(|asked| asked.table == table);
            if let Some(asked) = asked.and_then(|index| self.orders.asked.remove(index)) {
                let done = done.map(|text| CarriedOut { text, order: asked.order, ..CarriedOut::default() });
                self.tell_done(asked.seq, asked.answer, done);
            }
        }
    }

    fn send(&self, transmit: Transmit) {
        // If the board's driver cannot take the bytes, they are lost. The board's session notices that no answer comes,
        // and asks again.
        if let Some(board) = self.boards.get(&transmit.link)
            && board.try_send(transmit.bytes).is_err()
        {
            tracing::debug!("link {}: bytes for the board were dropped", transmit.link);
        }
    }
}

/// Returns the outcome of a clock order, given the clock's answer: what the clock said, if it was asked something.
fn said(answer: ClockAnswer) -> Result<Option<String>, Refusal> {
    match answer {
        ClockAnswer::Done => Ok(None),
        ClockAnswer::Version { major, minor } => {
            let clock = match major {
                1 => "a DGT XL",
                2 => "a DGT 3000",
                _ => "a clock nobody knows",
            };
            Ok(Some(format!("the clock is {clock}, version {major}.{minor}")))
        }
        ClockAnswer::Refused => Err(Refusal::ClockRefused),
        ClockAnswer::TooLong { characters } => Err(Refusal::ClockTooLong { characters }),
        ClockAnswer::Silent => Err(Refusal::ClockSilent),
    }
}
