//! Clock orders: an order is sent to the clock once it is safe in the journal, and the clock's answer goes to the
//! order's author.
//!
//! Limit: an order that waited for the disk longer than [`STALE`] is not sent any more: the game has gone on meanwhile.

use super::MainLoop;
use crate::{
    mainloop::request::{Answer, AnswerWord, Done},
    terminal::log::{Trouble, report},
};
use board::dgt::ClockAnswer;
use game::CommandJson;
use hall::{Input, LinkNo, Refusal, TableNo, Transmit};
use std::{collections::VecDeque, time::Duration};
use tokio::{sync::oneshot, time::Instant};

/// The age at which an order that waited for the disk is no longer sent.
const STALE: Duration = Duration::from_secs(2);

/// The bytes that wait for the disk, and the people who wait for clocks.
#[derive(Debug, Default)]
pub(super) struct Orders {
    withheld: VecDeque<Withheld>,
    asked: VecDeque<Asked>,
    /// What clocks answered since the last turn. An order that is refused at once is answered before its author is
    /// in `asked`.
    answered: VecDeque<(TableNo, ClockAnswer)>,
}

/// Bytes that carry out a person's order.
#[derive(Debug)]
struct Withheld {
    /// The record that must be safe first.
    seq: u64,
    since: Instant,
    transmit: Transmit,
}

/// A person who waits for a clock's answer.
#[derive(Debug)]
struct Asked {
    table: TableNo,
    seq: u64,
    answer: oneshot::Sender<Done>,
}

impl Orders {
    /// Returns whether nothing waits for the disk.
    pub(super) fn is_sent(&self) -> bool {
        self.withheld.is_empty()
    }

    /// Notes a clock's answer, to be passed on.
    pub(super) fn note(&mut self, table: TableNo, answer: ClockAnswer) {
        self.answered.push_back((table, answer));
    }

    /// Drops the orders for the clock of a board that is gone, so that no other clock gets them.
    pub(super) fn forget(&mut self, link: LinkNo) {
        self.withheld.retain(|one| one.transmit.link != link);
    }
}

impl MainLoop {
    /// Carries out a person's command. The answer is given when the record is safe; to a clock order the answer is the
    /// clock's.
    pub(super) fn obey(&mut self, table: TableNo, command: CommandJson, answer: oneshot::Sender<Done>) {
        if let Err(refusal) = self.hall.may_be_written(table, &command) {
            report(&Trouble::CommandRefused { table, refusal: &refusal });
            // A command refused here has no record to wait for. The asker may have gone.
            let _ = answer.send(Err(refusal));
            return;
        }
        let is_for_clock = command.order.is_for_clock();
        let may_be_earlier = command.game.is_some();
        let done = self.feed(&Input::Command { table, command }, None);
        if may_be_earlier && done.is_ok() {
            // A command about an earlier game publishes nothing, but changes the game, most often its result.
            self.sign();
        }
        if let Err(refusal) = &done {
            report(&Trouble::CommandRefused { table, refusal });
        }
        let seq = self.journal.appended_seq();
        if is_for_clock && done.is_ok() {
            self.orders.asked.push_back(Asked { table, seq, answer });
        } else {
            self.tell_done(seq, answer, done.map(|()| None));
        }
    }

    /// Answers once the record is safe. A refusal promises nothing, so it does not wait for the disk.
    fn tell_done(&mut self, seq: u64, answer: oneshot::Sender<Done>, done: Done) {
        let is_refused = done.is_err();
        let word = AnswerWord::Command(answer, done);
        if is_refused {
            word.give();
        } else {
            self.answers.push_back(Answer { seq, word });
        }
    }

    /// Sends bytes to a board: at once, or when the order they carry out is safe.
    pub(super) fn transmit(&mut self, transmit: Transmit) {
        if transmit.ordered {
            let (seq, since) = (self.journal.appended_seq(), Instant::now());
            self.orders.withheld.push_back(Withheld { seq, since, transmit });
        } else {
            self.send(transmit);
        }
    }

    /// Sends the bytes whose orders are safe by now, and passes on the clocks' answers.
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
                self.tell_done(asked.seq, asked.answer, done);
            }
        }
    }

    fn send(&self, transmit: Transmit) {
        // If the board takes nothing, these bytes are lost; its session notices the silence and asks again.
        if let Some(board) = self.boards.get(&transmit.link)
            && board.try_send(transmit.bytes).is_err()
        {
            tracing::debug!("link {}: bytes for the board were dropped", transmit.link);
        }
    }
}

/// Returns what a clock's answer means to the author of the order.
fn said(answer: ClockAnswer) -> Done {
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
