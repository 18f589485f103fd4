//! The boards as clients are told of them: in the organiser's order, each when it lies still, with the game on it.

use super::{
    Now,
    choice::{BoardName, Choice, is_same_serial},
    line::PlayedLine,
    message::{EboardView, text},
    own_round,
    steady::Steady,
};
use board::{ClockReading, Contents, LinkState, Millis, Reading, Sensing};
use game::ClockFace;
use hall::{BoardChoice, HallSetup, LinkNo, TableNo};
use relay::{Released, Screens, SensedBoard};
use shakmaty::{Board, Square};
use std::{collections::BTreeMap, sync::Arc};
use tournament::{Event, RoundState};

/// The state of a board that is read.
const ACTIVE: &str = "ACTIVE";
/// The state of a board that is known and not there.
const INACTIVE: &str = "INACTIVE";
/// The state of a board that is silent at present.
const SILENT: &str = "NOTRESPONDING";

/// The boards, their games and the rounds.
#[derive(Debug, Clone)]
pub struct Boards {
    /// The text of which names are made.
    pub(super) seed: Arc<str>,
    choice: Choice,
    boards: Vec<ShownBoard>,
    games: BTreeMap<(TableNo, u32), Arc<PlayedLine>>,
    clocks: BTreeMap<TableNo, ClockFace>,
    /// The event; without a tournament in it until one is entered.
    entered: Arc<Event>,
    /// The event, with what the tables play as its only tournament if none was entered.
    event: Arc<Event>,
}

/// A board as clients are told of it.
#[derive(Debug, Clone)]
pub(crate) struct ShownBoard {
    link: Option<LinkNo>,
    pub(crate) table: Option<TableNo>,
    pub(crate) serial: String,
    pub(crate) source: String,
    pub(crate) state: &'static str,
    pub(crate) battery_percent: Option<u8>,
    pub(crate) sensing: Sensing,
    /// What the sensors read last.
    pub(crate) reading: Reading,
    steady: Steady,
    /// The pieces when the board lay still last.
    pub(crate) pieces: Board,
    /// The game when the board lay still last.
    pub(crate) line: Option<Arc<PlayedLine>>,
    pub(crate) clock: Option<ClockFace>,
    /// What the clock on the board's own port shows.
    own_clock: Option<ClockFace>,
}

impl Boards {
    /// Creates the state of a hall of which nothing is known yet. Names of tournaments and games are made of `seed`, which
    /// stays as long as they do.
    pub fn new(seed: &str, choice: Choice) -> Boards {
        Boards {
            seed: seed.into(),
            choice,
            boards: Vec::new(),
            games: BTreeMap::new(),
            clocks: BTreeMap::new(),
            entered: Arc::default(),
            event: Arc::default(),
        }
    }

    /// Takes in what the sensors read at journal time `t_ms`, the set-up, and what was released to the screens since.
    pub fn update(
        &mut self,
        t_ms: Millis,
        sensed: Vec<SensedBoard>,
        setup: Option<&HallSetup>,
        mut released: Released<Screens>,
    ) {
        for news in released.take_games() {
            self.games.retain(|(table, number), _| *table != news.table || news.kept.contains(number));
            let changed =
                news.changed.iter().map(|(number, score)| (*number, Arc::new(PlayedLine::of(score))));
            self.games.extend(changed.map(|(number, line)| ((news.table, number), line)));
        }
        self.clocks.extend(released.clocks().iter().copied());
        if let Some(rounds) = released.take_rounds() {
            self.entered = Arc::new(rounds.event().clone());
        }
        self.event = match setup.filter(|_| self.entered.tournaments.is_empty()) {
            Some(setup) => Arc::new(own_round::event_of(setup, |table| self.present_game(table))),
            None => Arc::clone(&self.entered),
        };
        let mut before = std::mem::take(&mut self.boards);
        for board in sensed {
            let known = before.iter().position(|known| known.link == Some(board.link));
            let known = known.map(|index| before.swap_remove(index));
            self.boards.push(ShownBoard::of(t_ms, board, known));
        }
        self.add_absent(setup);
        self.settle(t_ms);
        let choice = self.choice.clone();
        if let Choice::Only(name) = &choice {
            self.boards.retain(|board| board.is(name));
        }
        self.boards.sort_by_key(|board| {
            let is_first = choice.name().is_some_and(|name| board.is(name));
            (!is_first, board.state != ACTIVE, board.table.is_none(), board.table, board.link)
        });
    }

    /// Tells the boards that have come to rest by journal time `t_ms`. Returns whether there were any.
    pub fn advance(&mut self, t_ms: Millis) -> bool {
        let is_due = self.next_deadline().is_some_and(|due_ms| due_ms <= t_ms);
        self.settle(t_ms);
        is_due
    }

    /// Returns the journal time at which a board comes to rest, if nothing moves before.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.boards.iter().filter_map(|board| board.steady.due_ms()).min()
    }

    /// Returns the list of boards as JSON in one line.
    pub fn eboards(&self, now: Now) -> String {
        text(&self.list(now))
    }

    pub(crate) fn list(&self, now: Now) -> Vec<EboardView> {
        self.boards.iter().map(|board| EboardView::of(board, now)).collect()
    }

    /// Returns whether only one board is told of.
    pub(crate) fn is_one(&self) -> bool {
        matches!(self.choice, Choice::Only(_))
    }

    pub(crate) fn event(&self) -> &Event {
        &self.event
    }

    pub(crate) fn first(&self) -> Option<&ShownBoard> {
        self.boards.first()
    }

    /// Returns the board of this serial number. A table that was called [`name_of_table`] while no board was there keeps that
    /// name for whoever follows it.
    pub(crate) fn by_serial(&self, serial: &str) -> Option<&ShownBoard> {
        let is_its = |board: &&ShownBoard| {
            let table = board.table.map(name_of_table);
            is_same_serial(&board.serial, serial) || table.is_some_and(|table| table == serial)
        };
        self.boards.iter().find(is_its)
    }

    pub(crate) fn at_table(&self, table: TableNo) -> Option<&ShownBoard> {
        self.boards.iter().find(|board| board.table == Some(table))
    }

    pub(crate) fn game(&self, table: TableNo, number: u32) -> Option<&PlayedLine> {
        self.games.get(&(table, number)).map(|line| &**line)
    }

    /// Returns the clock of a table. Once its game has a result, nothing more of the clock is shown on screens, and what it
    /// showed then would run on for ever; from then on it is the clock as it stands.
    pub(crate) fn clock(&self, table: TableNo) -> Option<&ClockFace> {
        let is_over = self.present_game(table).is_some_and(|line| line.result.is_some());
        let own = self.at_table(table).and_then(|board| board.own_clock.as_ref()).filter(|_| is_over);
        own.or(self.clocks.get(&table))
    }

    /// Returns the game on the board of a table.
    pub(crate) fn present_game(&self, table: TableNo) -> Option<&Arc<PlayedLine>> {
        self.games.range((table, 0)..=(table, u32::MAX)).next_back().map(|(_, line)| line)
    }

    /// Adds the boards that are known by their numbers and are not there, and one for each table of a round that is
    /// played without a board.
    fn add_absent(&mut self, setup: Option<&HallSetup>) {
        for table in setup.into_iter().flat_map(|setup| &setup.tables) {
            let is_there = self.at_table(table.table).is_some();
            let named = match &table.board {
                BoardChoice::Serial(serial) => Some(serial.clone()),
                BoardChoice::Port(_) | BoardChoice::Any => None,
            };
            let named = named.or_else(|| self.is_played(table.table).then(|| name_of_table(table.table)));
            if let Some(serial) = named.filter(|serial| !is_there && self.by_serial(serial).is_none()) {
                self.boards.push(ShownBoard::absent(table.table, serial));
            }
        }
    }

    fn is_played(&self, table: TableNo) -> bool {
        self.event.tournaments.values().any(|tournament| {
            let open = tournament.rounds.iter().filter(|(_, round)| round.state == RoundState::Open);
            open.flat_map(|(number, round)| round.pairings.keys().map(|board| (*number, *board)))
                .any(|(round, board)| tournament.table_of(round, board) == Some(table))
        })
    }

    fn settle(&mut self, t_ms: Millis) {
        for index in 0..self.boards.len() {
            let table = self.boards[index].table;
            let line = table.and_then(|table| self.present_game(table)).cloned();
            let clock = table.and_then(|table| self.clock(table)).copied();
            let board = &mut self.boards[index];
            board.clock = clock;
            if board.steady.settle(t_ms) {
                board.pieces = pieces(&board.reading, line.as_ref().map(|line| line.end()));
                board.line = line;
            }
        }
    }
}

impl ShownBoard {
    fn of(t_ms: Millis, sensed: SensedBoard, known: Option<ShownBoard>) -> ShownBoard {
        let source = sensed.port.rsplit('/').next().unwrap_or_default().to_owned();
        let state = match sensed.state {
            LinkState::Live => ACTIVE,
            LinkState::Doubtful => SILENT,
            LinkState::Down | LinkState::Waking => INACTIVE,
        };
        // A board that is away is still called what it was called.
        let serial = match (sensed.serial, &known) {
            (Some(serial), _) => serial,
            (None, Some(known)) if known.source == source => known.serial.clone(),
            (None, _) => source.clone(),
        };
        let mut board = known.unwrap_or_else(|| ShownBoard {
            link: Some(sensed.link),
            ..ShownBoard::absent(0, String::new())
        });
        if let Some(reading) = sensed.reading.filter(|reading| *reading != board.reading) {
            // Where nothing stood all pieces come at once: that is a board that was connected, and no hand.
            if board.reading != Reading::empty() {
                board.steady.change(t_ms);
            }
            board.reading = reading;
        }
        let is_known = |clock: &ClockReading| {
            board.own_clock.is_some_and(|own| (own.left_ms, own.running) == (clock.left_ms, clock.running))
        };
        if let Some(clock) = sensed.clock.filter(|clock| !is_known(clock)) {
            let ClockReading { left_ms, running, .. } = clock;
            board.own_clock = Some(ClockFace { left_ms, running, read_ms: t_ms });
        }
        ShownBoard {
            table: sensed.table,
            serial,
            source,
            state,
            battery_percent: sensed.battery_percent,
            sensing: sensed.sensing,
            ..board
        }
    }

    fn absent(table: TableNo, serial: String) -> ShownBoard {
        ShownBoard {
            link: None,
            table: Some(table),
            serial,
            source: String::new(),
            state: INACTIVE,
            battery_percent: None,
            sensing: Sensing::Piece,
            reading: Reading::empty(),
            steady: Steady::default(),
            pieces: Board::empty(),
            line: None,
            clock: None,
            own_clock: None,
        }
    }

    /// Returns whether the board lies still.
    pub(crate) fn is_resting(&self) -> bool {
        self.steady.due_ms().is_none()
    }

    fn is(&self, name: &BoardName) -> bool {
        match name {
            BoardName::Table(table) => self.table == Some(*table),
            BoardName::Serial(serial) => is_same_serial(&self.serial, serial),
        }
    }
}

/// Returns the name of the board of a table on which none is.
fn name_of_table(table: TableNo) -> String {
    format!("table-{table}")
}

/// Returns the pieces that a board reads. Where it knows only that something stands there, it is what the game has there.
fn pieces(reading: &Reading, game: Option<&Board>) -> Board {
    let mut board = reading.known();
    for square in Square::ALL {
        if reading.at(square) == Contents::Occupied
            && let Some(piece) = game.and_then(|game| game.piece_at(square))
        {
            board.set_piece_at(square, piece);
        }
    }
    board
}
