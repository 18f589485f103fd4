//! The orders of a table that can be taken back, each with what stood before it.
//!
//! An order is taken back by a command like any other ([`Order::Undo`]), so the journal holds both. It names the order by its
//! number: two people at two screens take back what they mean, or nothing. Orders about the game are taken back in turn, last
//! first, and so are orders to the clock, apart from each other.
//!
//! Limit: [`STEPS_MAX`] orders a table. Each keeps a copy of the game.

use super::Watched;
use crate::Refusal;
use board::{Millis, dgt::ClockOrder};
use game::{Command, Order, ResultEntry, Standing, StoodBefore, Tags, Undoable};
use laws::WatchBefore;
use shakmaty::Color;
use std::collections::VecDeque;

/// The greatest number of a table's orders that can be taken back.
const STEPS_MAX: usize = 4;

/// The orders of a table that can be taken back, oldest first.
#[derive(Debug, Default)]
pub(super) struct Steps {
    done: VecDeque<Step>,
    /// The number of the latest order that could be taken back. Numbers are not used again.
    last: u32,
    /// The text that the clock shows in place of the times, as far as it was ordered.
    text: Option<String>,
    /// The orders on their way to the clock, oldest first.
    on_way: VecDeque<OnWay>,
}

/// An order that can be taken back.
#[derive(Debug, Clone)]
struct Step {
    no: u32,
    of: Undoable,
    author: Option<String>,
    what: Kept,
    /// The person who decided something since that cannot be taken back.
    barred: Option<String>,
}

/// What stood before an order.
#[derive(Debug, Clone)]
pub(crate) enum Kept {
    Game { game: Box<StoodBefore>, watch: Option<Box<WatchBefore>> },
    Clock(ClockBefore),
}

/// What a clock showed before an order to it.
#[derive(Debug, Clone)]
pub(crate) struct ClockBefore {
    order: ClockOrder,
    text: Option<String>,
    /// The number of plies, and the sides whose time may run now unless somebody pressed since: the one that ran, and the one
    /// that was ordered to run.
    plies: usize,
    running: [Option<Color>; 2],
}

/// An order whose fate the clock tells.
#[derive(Debug)]
enum OnWay {
    Done(u32),
    Undone(Box<Step>),
    Other,
}

/// The order of a table that can be taken back next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastOrder {
    /// The number of the order.
    pub no: u32,
    /// The kind of the order.
    pub of: Undoable,
}

/// What was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Undone {
    /// The scribe's own number of the game that has what stood before; `None` of an order to the clock.
    pub(crate) game: Option<u32>,
    /// The result that the game has again, if the order was one.
    pub(crate) result: Option<Option<ResultEntry>>,
}

impl Step {
    fn is_of_clock(&self) -> bool {
        self.of == Undoable::Clock
    }
}

impl Watched {
    /// Returns the number of the latest order that could be taken back; 0 if there was none.
    pub fn ordered(&self) -> u32 {
        self.steps.last
    }

    /// Returns the latest order about the game, and the latest to the clock, that were not taken back.
    pub fn last_orders(&self) -> [Option<LastOrder>; 2] {
        [false, true].map(|is_of_clock| {
            let mut latest = self.steps.done.iter().rev();
            latest
                .find(|step| step.is_of_clock() == is_of_clock)
                .map(|step| LastOrder { no: step.no, of: step.of })
        })
    }

    /// Returns what stands before a command, if the command can be taken back.
    pub(super) fn before(&self, t_ms: Millis, command: &Command) -> Option<Kept> {
        if let Order::Clock(order) = &command.order {
            return self.clock_before(t_ms, order).map(Kept::Clock);
        }
        let game = Box::new(self.scribe.stands_before(t_ms, command)?);
        let is_on_board = command.game.is_none_or(|number| number == self.scribe.score().number);
        let watch = is_on_board.then(|| Box::new(self.watch.stands_before()));
        Some(Kept::Game { game, watch })
    }

    /// Notes a command that was carried out.
    pub(super) fn note_done(&mut self, command: &Command, before: Option<Kept>) {
        let bars = matches!(
            command.order,
            Order::Claim { .. } | Order::Rule { .. } | Order::DrawOffer { .. } | Order::Adjourn
        );
        if bars {
            let by = command.author.clone().unwrap_or_default();
            let of_game = self.steps.done.iter_mut().filter(|step| !step.is_of_clock());
            of_game.for_each(|step| step.barred = Some(by.clone()));
        }
        if let Order::Clock(order) = &command.order {
            self.steps.text = match order {
                ClockOrder::Text(text) => Some(text.clone()),
                ClockOrder::Set { .. } | ClockOrder::Times => None,
                ClockOrder::Version => self.steps.text.take(),
            };
        }
        let waits = matches!(command.order, Order::Clock(_));
        let Some((mut what, of)) = before.zip(command.order.undoable()) else {
            if waits {
                self.steps.on_way.push_back(OnWay::Other);
            }
            return;
        };
        if let Kept::Game { game, .. } = &mut what {
            self.scribe.note_after(game);
        }
        self.steps.last += 1;
        let (no, author) = (self.steps.last, command.author.clone());
        if waits {
            self.steps.on_way.push_back(OnWay::Done(no));
        }
        if self.steps.done.len() == STEPS_MAX {
            self.steps.done.pop_front();
        }
        self.steps.done.push_back(Step { no, of, author, what, barred: None });
    }

    /// Returns the place of the order that a command names. `Err` says why it cannot be taken back.
    fn may_undo(&self, of: Undoable, no: u32) -> Result<usize, Refusal> {
        let steps = &self.steps.done;
        let index = steps.iter().position(|step| (step.no, step.of) == (no, of));
        let index = index.ok_or(Refusal::NotUndoable { no })?;
        let step = &steps[index];
        let later =
            steps.iter().skip(index + 1).rev().find(|later| later.is_of_clock() == step.is_of_clock());
        if let Some(later) = later {
            let author = later.author.clone().unwrap_or_default();
            return Err(Refusal::OrderedSince { author, of: later.of.name() });
        }
        if let Some(by) = &step.barred {
            return Err(Refusal::DecidedSince { author: by.clone() });
        }
        match &step.what {
            Kept::Game { game, .. } => {
                if self.watch.adjournment().public_plies().is_some() {
                    return Err(laws::Refusal::EnvelopeClosed.into());
                }
                self.scribe.may_undo(game)?;
            }
            Kept::Clock(before) => {
                let score = self.scribe.score();
                let is_same_side = score.clock.is_none_or(|face| before.running.contains(&face.running));
                if score.plies.len() != before.plies || !is_same_side {
                    return Err(Refusal::PressedSince);
                }
            }
        }
        Ok(index)
    }

    /// Returns the order by which an order to the clock is taken back. `Err` says why it cannot be.
    pub(crate) fn clock_undo(&self, of: Undoable, no: u32) -> Result<ClockOrder, Refusal> {
        match &self.steps.done[self.may_undo(of, no)?].what {
            Kept::Clock(before) => Ok(before.order.clone()),
            Kept::Game { .. } => Err(Refusal::NotUndoable { no }),
        }
    }

    /// Takes an order back. `Err` says why that cannot be done; nothing has changed then. Of an order to the clock the caller
    /// gives the clock what [`Watched::clock_undo`] says.
    pub(crate) fn undo(&mut self, t_ms: Millis, of: Undoable, no: u32) -> Result<Undone, Refusal> {
        let index = self.may_undo(of, no)?;
        let Some(step) = self.steps.done.remove(index) else { return Err(Refusal::NotUndoable { no }) };
        let (game, watch) = match step.what {
            Kept::Clock(ref before) => {
                self.steps.text.clone_from(&before.text);
                self.steps.on_way.push_back(OnWay::Undone(Box::new(step)));
                return Ok(Undone { game: None, result: None });
            }
            Kept::Game { game, watch } => (game, watch),
        };
        let (number, result) = (game.game(), game.result());
        let was_of = self.scribe.score().number;
        let is_later = of == Undoable::Result && number != was_of;
        self.scribe.undo(t_ms, *game);
        self.pass_on();
        if let Some(watch) = watch.filter(|_| !is_later) {
            self.watch.undo(t_ms, *watch);
            self.follow_control();
            self.scribe.look_again(t_ms);
        }
        self.drain();
        Ok(Undone { game: Some(number), result: (of == Undoable::Result).then_some(result) })
    }

    /// Begins a game of these players from `start`, and returns what stood before it. A full reading of the board must follow.
    pub(crate) fn begin_anew(&mut self, t_ms: Millis, start: Standing, tags: Tags) -> Kept {
        self.advance(t_ms);
        let mut game = Box::new(self.scribe.stands_on_board(t_ms, Undoable::Start));
        let watch = Some(Box::new(self.watch.stands_before()));
        self.scribe.begin_anew(t_ms, start, tags);
        self.drain();
        self.scribe.note_after(&mut game);
        Kept::Game { game, watch }
    }

    /// Goes back to what stood before a game began, at a table where nobody plays. Returns whether it did: a game that has moves
    /// or a result stays.
    pub(crate) fn undo_beginning(&mut self, t_ms: Millis, before: Kept) -> bool {
        let Kept::Game { game, watch: Some(watch) } = before else { return false };
        if self.scribe.may_undo(&game).is_err() {
            return false;
        }
        self.scribe.undo_beginning(t_ms, *game);
        self.pass_on();
        self.watch.undo(t_ms, *watch);
        self.follow_control();
        self.drain();
        true
    }

    /// Passes the scribe's news on, but not to the watch, which goes back itself: it is not told of what it knew then.
    fn pass_on(&mut self) {
        while let Some((t_ms, event)) = self.scribe.poll_event() {
            self.outputs.push_back(super::WatchedOutput::Event(t_ms, event));
        }
    }

    /// Notes whether the clock carried the oldest order out that was on its way to it. An order that it refused was not done,
    /// and one that it refused to take back still is.
    pub(crate) fn note_clock_answer(&mut self, is_done: bool) {
        match self.steps.on_way.pop_front() {
            Some(OnWay::Done(no)) if !is_done => self.steps.done.retain(|step| step.no != no),
            Some(OnWay::Undone(step)) if !is_done => {
                let at = self.steps.done.iter().position(|later| later.no > step.no);
                self.steps.done.insert(at.unwrap_or(self.steps.done.len()), *step);
            }
            _ => {}
        }
    }

    fn clock_before(&self, t_ms: Millis, order: &ClockOrder) -> Option<ClockBefore> {
        let score = self.scribe.score();
        let (plies, text) = (score.plies.len(), self.steps.text.clone());
        let now = score.clock.and_then(|face| face.running);
        let (back, running) = match order {
            ClockOrder::Set { running, .. } => {
                let face = score.clock?;
                let times = ClockOrder::Set { left_ms: face.at(t_ms), running: face.running };
                (times, [face.running, *running])
            }
            ClockOrder::Text(_) | ClockOrder::Times => {
                (text.clone().map_or(ClockOrder::Times, ClockOrder::Text), [now, now])
            }
            ClockOrder::Version => return None,
        };
        Some(ClockBefore { order: back, text, plies, running })
    }
}
