//! The outputs of the hall: everything that an input led to comes out of [`Hall::poll`].
//!
//! Contract: after each call of [`Hall::handle`] or [`Hall::advance`], the caller calls [`Hall::poll`] until it returns
//! `None`. A debug build panics at the next call if an output was left. So no output can be dropped by forgetting it.

use crate::tables::tee::TeeInput;
use crate::{GamesNews, Hall, Notice, Publication, ReadClock, TableNo, Transmit};
use board::Millis;
use board::dgt::ClockAnswer;
use game::{CommandJson, GameEvent};
use laws::Incident;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// One output of the hall.
///
/// The outputs of one input come out in the order of the variants. Publications come first: the caller makes records of
/// them, and must not tell anybody of later outputs until those records are safe.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "an output that is dropped is lost"]
pub enum Output {
    /// A publication for the world. The caller also writes it to the journal as a record.
    Publish(Publication),
    /// The public form of a table's games changed.
    Games(GamesNews),
    /// Bytes for a device.
    Transmit(Transmit),
    /// An input of a table with a tee ([`Hall::tee`]), with its journal time.
    TeeInput(TableNo, Millis, TeeInput),
    /// A change in a game, with its journal time.
    GameEvent(TableNo, Millis, GameEvent),
    /// An incident for the arbiter that opened, changed or closed.
    Incident(TableNo, Incident),
    /// A notice for the operator.
    Notice(Notice),
    /// The result of an order for a table's clock. Results come out in the order in which they arrived.
    ClockAnswer(TableNo, ClockAnswer),
    /// A command that was carried out, with its journal time, for readers who may see what people said.
    Obeyed(TableNo, Millis, CommandJson),
    /// A table that looks different on the arbiter's page although nothing was published: pieces were put back, or a
    /// board was set up.
    ArbiterTableChanged(TableNo),
    /// The latest reading of a table's clock. Readings are not for the journal.
    ClockRead(ReadClock),
}

/// The outputs that wait to be polled.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    pub(crate) publications: VecDeque<Publication>,
    /// The games of each table whose public form may have changed.
    pub(crate) games: BTreeMap<TableNo, BTreeSet<u32>>,
    pub(crate) transmits: VecDeque<Transmit>,
    pub(crate) tee_inputs: VecDeque<(TableNo, Millis, TeeInput)>,
    pub(crate) events: VecDeque<(TableNo, Millis, GameEvent)>,
    pub(crate) incidents: VecDeque<(TableNo, Incident)>,
    pub(crate) notices: VecDeque<Notice>,
    pub(crate) clock_answers: VecDeque<(TableNo, ClockAnswer)>,
    pub(crate) obeyed: VecDeque<(TableNo, Millis, CommandJson)>,
    pub(crate) arbiter_tables: BTreeSet<TableNo>,
    pub(crate) clocks: BTreeMap<TableNo, ReadClock>,
}

/// The greatest number of occurrences of each kind that may wait. If there are more, the oldest are dropped.
/// Occurrences wait only in a [`Fold`](crate::Fold), which need not be polled after each record.
const WAITING_MAX: usize = 4096;

impl Outputs {
    /// Returns the next occurrence: an output that is not merged with later ones and needs no record. `None` if none
    /// waits.
    pub(crate) fn poll_occurrence(&mut self) -> Option<Output> {
        if let Some((table, t_ms, what)) = self.tee_inputs.pop_front() {
            return Some(Output::TeeInput(table, t_ms, what));
        }
        if let Some((table, t_ms, event)) = self.events.pop_front() {
            return Some(Output::GameEvent(table, t_ms, event));
        }
        if let Some((table, incident)) = self.incidents.pop_front() {
            return Some(Output::Incident(table, incident));
        }
        if let Some(notice) = self.notices.pop_front() {
            return Some(Output::Notice(notice));
        }
        if let Some((table, answer)) = self.clock_answers.pop_front() {
            return Some(Output::ClockAnswer(table, answer));
        }
        let (table, t_ms, command) = self.obeyed.pop_front()?;
        Some(Output::Obeyed(table, t_ms, command))
    }

    /// Returns whether any output waits that is news. Bytes for devices, clock readings and the public form of games do
    /// not count.
    pub(crate) fn has_news(&self) -> bool {
        !(self.publications.is_empty()
            && self.events.is_empty()
            && self.incidents.is_empty()
            && self.notices.is_empty()
            && self.clock_answers.is_empty()
            && self.obeyed.is_empty()
            && self.arbiter_tables.is_empty())
    }

    fn is_empty(&self) -> bool {
        let others = self.games.is_empty() && self.transmits.is_empty();
        others && self.tee_inputs.is_empty() && self.clocks.is_empty() && !self.has_news()
    }
}

impl Hall {
    /// Returns the next output, or `None` when the caller may wait for an input or [`Hall::next_deadline`].
    //
    // The result is `None` and not a variant that holds the deadline: the main loop polls many times before it waits
    // once.
    pub fn poll(&mut self) -> Option<Output> {
        if let Some(publication) = self.outputs.publications.pop_front() {
            return Some(Output::Publish(publication));
        }
        if let Some(news) = self.poll_games() {
            return Some(Output::Games(news));
        }
        if let Some(transmit) = self.outputs.transmits.pop_front() {
            return Some(Output::Transmit(transmit));
        }
        if let Some(occurrence) = self.outputs.poll_occurrence() {
            return Some(occurrence);
        }
        if let Some(table) = self.outputs.arbiter_tables.pop_first() {
            return Some(Output::ArbiterTableChanged(table));
        }
        self.outputs.clocks.pop_first().map(|(_, clock)| Output::ClockRead(clock))
    }

    /// Returns whether any output waits that is news. Bytes for devices, clock readings and the public form of games do
    /// not count.
    pub fn has_news(&self) -> bool {
        self.outputs.has_news()
    }

    /// Panics in a debug build if an output of an earlier input was not polled.
    pub(crate) fn check_drained(&self) {
        debug_assert!(self.outputs.is_empty(), "the hall was not polled until `None`: {:?}", self.outputs);
    }
}

pub(crate) fn push_bounded<T>(queue: &mut VecDeque<T>, item: T) {
    if queue.len() == WAITING_MAX {
        queue.pop_front();
    }
    queue.push_back(item);
}

#[cfg(test)]
mod tests {
    use crate::{BoardChoice, Hall, HallSetup, Input, Output, Stamp, TableSetup};
    use shakmaty::ByColor;

    fn set_up() -> Hall {
        let setup = TableSetup {
            table: 1,
            board: BoardChoice::Any,
            players: ByColor::default(),
            clock: true,
            clock_port: None,
            chess960: false,
            fen: None,
            stands: crate::Stands::default(),
        };
        let mut hall = Hall::new();
        let input = Input::Setup(Box::new(HallSetup { tables: vec![setup], ..HallSetup::default() }));
        hall.handle(Stamp { seq: 1, t_ms: 0 }, &input).expect("it can be set up");
        hall
    }

    #[test]
    fn the_publication_comes_first_and_then_what_waits_for_its_record() {
        let mut hall = set_up();
        assert!(matches!(hall.poll(), Some(Output::Publish(told)) if told.table == 1));
        assert!(matches!(hall.poll(), Some(Output::Games(news)) if news.kept == [1]));
        while hall.poll().is_some() {}
        hall.advance(1_000);
        assert_eq!(hall.poll(), None);
    }

    #[test]
    #[should_panic = "the hall was not polled until `None`"]
    fn an_output_that_is_left_is_noticed_at_the_next_input() {
        set_up().advance(1_000);
    }
}
