//! A hall with simulated boards on its links, and its journal: what the program does, without the program.

use board::dgt::ClockState;
use board::dgt::{Device, DeviceOptions};
use board::{Contents, Millis};
use game::Player;
use hall::{
    BoardChoice, Body, Fold, Hall, HallSetup, Input, LinkNo, Output, Publication, Stamp, TableNo, TableSetup,
};
use laws::Incident;
use shakmaty::{Board, ByColor, Color, Piece, Square};
use std::collections::BTreeMap;

/// The hall, its boards and its journal.
pub(crate) struct Rig {
    pub(crate) hall: Hall,
    pub(crate) boards: BTreeMap<LinkNo, Device>,
    /// The bodies of the journal, as written.
    pub(crate) book: Vec<String>,
    pub(crate) t_ms: Millis,
    /// The number of messages that told lamps to light.
    pub(crate) lamps_lit: usize,
    /// What else came out of the hall, in order.
    pub(crate) outputs: Vec<Output>,
}

impl Rig {
    pub(crate) fn new(setup: HallSetup) -> Rig {
        let mut rig = Rig::of(Hall::new(), BTreeMap::new(), Vec::new(), 0);
        rig.write(&Body::Journal { program: "test".to_owned(), epoch: "e".to_owned(), segment: None });
        rig.start();
        rig.input(Input::Setup(Box::new(setup)));
        rig
    }

    /// Creates a rig that goes on from a journal, with the boards as they stand.
    pub(crate) fn restart(book: Vec<String>, boards: BTreeMap<LinkNo, Device>, t_ms: Millis) -> Rig {
        let folded = fold(&book).finish();
        assert!(folded.divergences.is_empty(), "{:?}", folded.divergences);
        let mut rig = Rig::of(folded.hall, boards, book, t_ms);
        rig.drain();
        rig.start();
        rig
    }

    fn of(hall: Hall, boards: BTreeMap<LinkNo, Device>, book: Vec<String>, t_ms: Millis) -> Rig {
        Rig { hall, boards, book, t_ms, lamps_lit: 0, outputs: Vec::new() }
    }

    fn start(&mut self) {
        self.input(Input::Start { program: "test".to_owned(), wall_ms: None });
    }

    pub(crate) fn write(&mut self, body: &Body) {
        self.book.push(body.emit());
    }

    /// Appends an input, folds it, and publishes what follows.
    pub(crate) fn input(&mut self, input: Input) {
        let _refused = self.try_input(input);
    }

    /// Does what `input` does. `Err` says why a command cannot be done.
    pub(crate) fn try_input(&mut self, input: Input) -> Result<(), String> {
        self.write(&Body::from_input(self.t_ms, &input));
        let stamp = Stamp { seq: self.book.len() as u64, t_ms: self.t_ms };
        let done = self.hall.handle(stamp, &input);
        self.drain();
        done
    }

    pub(crate) fn drain(&mut self) {
        while let Some(output) = self.hall.poll() {
            match output {
                Output::Publish(publication) => {
                    self.write(&Body::Published { t_ms: self.t_ms, publication: Box::new(publication) });
                }
                Output::Transmit(transmit) => {
                    self.lamps_lit += usize::from(matches!(transmit.bytes[..], [0x60, 4, 1, ..]));
                    if let Some(board) = self.boards.get_mut(&transmit.link) {
                        board.handle_bytes(self.t_ms, &transmit.bytes);
                    }
                }
                other => self.outputs.push(other),
            }
        }
    }

    /// Returns the incidents that came out of the hall, each with its table.
    pub(crate) fn incidents(&self) -> Vec<(TableNo, Incident)> {
        let incidents = self.outputs.iter().filter_map(|output| match output {
            Output::Incident(table, incident) => Some((*table, incident.clone())),
            _ => None,
        });
        incidents.collect()
    }

    /// Plugs in a board of this version.
    pub(crate) fn plug_version(&mut self, link: LinkNo, version: (u8, u8), placement: &Board) {
        self.plug_options(link, DeviceOptions { version, ..DeviceOptions::default() }, placement);
    }

    pub(crate) fn plug_options(&mut self, link: LinkNo, options: DeviceOptions, placement: &Board) {
        self.boards.insert(link, Device::with_board(options, placement));
        self.open(link);
    }

    /// Plugs in a board.
    pub(crate) fn plug(&mut self, link: LinkNo, serial: &str, placement: &Board) {
        let options = DeviceOptions {
            serial: serial.to_owned(),
            long_serial: None,
            clock: true,
            ..DeviceOptions::default()
        };
        self.boards.insert(link, Device::with_board(options, placement));
        self.open(link);
    }

    pub(crate) fn open(&mut self, link: LinkNo) {
        self.input(Input::Opened { link, port: format!("port{link}"), maker: board::Maker::Dgt });
    }

    /// Lets time pass; hall and boards act each at their own instants.
    pub(crate) fn run(&mut self, ms: Millis) {
        let end = self.t_ms + ms;
        loop {
            let boards = self.boards.values().filter_map(Device::next_deadline);
            let due = boards.chain(self.hall.next_deadline()).min();
            let at = due.unwrap_or(end).clamp(self.t_ms, end);
            self.t_ms = at;
            self.hall.advance(at);
            self.drain();
            for link in self.boards.keys().copied().collect::<Vec<_>>() {
                let board = self.boards.get_mut(&link).expect("the key is there");
                board.advance(at);
                let bytes: Vec<u8> = std::iter::from_fn(|| board.poll_transmit()).flatten().collect();
                let open = self.hall.link(link).is_some_and(hall::Link::is_open);
                if open && !bytes.is_empty() {
                    self.input(Input::Bytes { link, bytes });
                }
            }
            if at == end && due.is_none_or(|due| due > end) {
                return;
            }
        }
    }

    /// Moves a piece by hand, slowly, and presses the clock.
    pub(crate) fn play(&mut self, link: LinkNo, moves: &str) {
        for word in moves.split_whitespace() {
            let from: Square = word[..2].parse().expect("a square");
            let to: Square = word[2..4].parse().expect("a square");
            let piece = self.piece(link, from);
            self.put(link, from, Contents::Empty);
            self.run(700);
            if self.piece_at(link, to).is_some() {
                self.put(link, to, Contents::Empty);
                self.run(400);
            }
            self.put(link, to, Contents::Piece(piece));
            self.run(900);
            self.press(link, piece.color);
            self.run(1_500);
        }
    }

    pub(crate) fn press(&mut self, link: LinkNo, by: Color) {
        let board = self.boards.get_mut(&link).expect("the board is plugged in");
        let left_ms =
            board.clock(self.t_ms).map_or(ByColor { white: 300_000, black: 300_000 }, |state| state.left_ms);
        board.set_clock(self.t_ms, ClockState { left_ms, running: Some(!by), lever: !by });
    }

    pub(crate) fn put(&mut self, link: LinkNo, square: Square, contents: Contents) {
        self.boards.get_mut(&link).expect("the board is plugged in").set_square(self.t_ms, square, contents);
    }

    fn piece_at(&self, link: LinkNo, square: Square) -> Option<Piece> {
        self.boards[&link].truth().known().piece_at(square)
    }

    fn piece(&self, link: LinkNo, square: Square) -> Piece {
        self.piece_at(link, square).expect("a piece stands there")
    }

    /// Returns what was published, in order.
    pub(crate) fn published(&self) -> Vec<Publication> {
        published(&self.book)
    }

    /// Returns the moves of a table as the world knows them.
    pub(crate) fn moves(&self, table: TableNo) -> String {
        let mut moves: Vec<String> = Vec::new();
        for publication in self.published().into_iter().filter(|publication| publication.table == table) {
            moves.truncate(publication.from);
            moves.extend(publication.plies.into_iter().map(|ply| ply.san));
        }
        moves.join(" ")
    }
}

/// Returns the publications of a journal.
pub(crate) fn published(book: &[String]) -> Vec<Publication> {
    book.iter()
        .filter_map(|line| match Body::parse(line).expect("the book is readable") {
            Body::Published { publication, .. } => Some(*publication),
            _ => None,
        })
        .collect()
}

/// Returns the publications that wait in a hall.
pub(crate) fn untold(hall: &mut Hall) -> Vec<Publication> {
    let publications = std::iter::from_fn(|| hall.poll()).filter_map(|output| match output {
        Output::Publish(publication) => Some(publication),
        _ => None,
    });
    publications.collect()
}

/// Folds a journal.
pub(crate) fn fold(book: &[String]) -> Fold {
    let mut fold = Fold::new();
    for (index, line) in book.iter().enumerate() {
        fold.feed(index as u64 + 1, Body::parse(line).expect("the book is readable"));
    }
    fold
}

/// Returns a set-up with a table for each of these boards.
pub(crate) fn setup(boards: &[BoardChoice]) -> HallSetup {
    let player = |name: &str| Player { name: name.to_owned(), ..Player::default() };
    let tables = boards.iter().zip(1..).map(|(board, table)| TableSetup {
        table,
        board: board.clone(),
        players: ByColor { white: player("White, One"), black: player("Black, Two") },
        clock: true,
        clock_port: None,
        chess960: false,
        fen: None,
    });
    HallSetup { event: "Test".to_owned(), tables: tables.collect(), ..HallSetup::default() }
}
