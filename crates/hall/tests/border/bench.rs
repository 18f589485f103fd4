//! A hall with boards of any maker on its links and the journal it keeps, millisecond by millisecond.

use crate::rig::fold;
use board::dgt::{ClockState, DeviceOptions};
use board::{Contents, Device, Maker, Millis};
use hall::{Body, Hall, HallSetup, Input, LinkNo, Publication, Stamp, Table, codec::Squeezer};
use laws::Incident;
use shakmaty::{Board, ByColor, CastlingMode, Color, Square};
use std::collections::BTreeMap;

pub(crate) struct Bench {
    pub(crate) hall: Hall,
    boards: BTreeMap<LinkNo, (Maker, Device)>,
    pub(crate) book: Vec<String>,
    /// Says whether repetitions are written in short form.
    pub(crate) shortens: bool,
    squeezer: Squeezer,
    /// The number of bytes that come at once.
    pub(crate) chunk: usize,
    pub(crate) t_ms: Millis,
    pub(crate) told: Vec<Publication>,
    pub(crate) incidents: Vec<Incident>,
}

impl Bench {
    pub(crate) fn new(setup: HallSetup) -> Bench {
        let (hall, boards, book, squeezer, told, incidents) = Default::default();
        let (shortens, chunk) = (false, usize::MAX);
        let mut bench = Bench { hall, boards, book, shortens, squeezer, chunk, t_ms: 0, told, incidents };
        bench.write(&Body::Journal { program: "test".to_owned(), epoch: "e".to_owned(), segment: None });
        bench.input(Input::Start { program: "test".to_owned(), wall_ms: None });
        bench.input(Input::Setup(Box::new(setup)));
        bench
    }

    /// Plugs in a board with its pieces in the start position on this link.
    pub(crate) fn add(&mut self, link: LinkNo, maker: Maker, options: DeviceOptions) {
        self.add_with(link, maker, options, &Board::default());
    }

    /// Plugs in a board with these pieces on it.
    pub(crate) fn add_with(&mut self, link: LinkNo, maker: Maker, options: DeviceOptions, placement: &Board) {
        let device = Device::with_board(maker, options, placement);
        self.boards.insert(link, (maker, device));
        self.plug(link);
    }

    pub(crate) fn set_clock(&mut self, link: LinkNo, clock: ClockState) {
        let now = self.t_ms;
        self.device(link).set_clock(now, clock);
    }

    pub(crate) fn plug(&mut self, link: LinkNo) {
        let maker = self.boards[&link].0;
        self.device(link).mute(false);
        self.input(Input::Opened { link, port: format!("port{link}"), maker });
    }

    pub(crate) fn unplug(&mut self, link: LinkNo) {
        self.device(link).mute(true);
        self.input(Input::Lost { link });
    }

    pub(crate) fn run(&mut self, ms: Millis) {
        for _ in 0..ms {
            self.t_ms += 1;
            self.hall.advance(self.t_ms);
            self.drain();
            for link in self.boards.keys().copied().collect::<Vec<_>>() {
                let now = self.t_ms;
                let device = self.device(link);
                device.advance(now);
                let bytes: Vec<u8> = std::iter::from_fn(|| device.poll_transmit()).flatten().collect();
                for part in bytes.chunks(self.chunk) {
                    self.input(Input::Bytes { link, bytes: part.to_vec() });
                }
            }
        }
        self.close();
    }

    /// Makes moves on a board a second and a half apart, each with a press at the clock of the link `clock`. Returns
    /// the instants of the presses.
    pub(crate) fn play(&mut self, board: LinkNo, clock: LinkNo, moves: &str, first: Color) -> Vec<Millis> {
        let mut pressed = Vec::new();
        let mut by = first;
        for word in moves.split_whitespace() {
            let [from, to]: [Square; 2] =
                [&word[..2], &word[2..]].map(|name| name.parse().expect("a square"));
            self.carry(board, from, to);
            self.press(clock, by);
            pressed.push(self.t_ms);
            self.run(1_000);
            by = !by;
        }
        pressed
    }

    /// Lifts a man and puts it down elsewhere.
    pub(crate) fn carry(&mut self, board: LinkNo, from: Square, to: Square) {
        let held = self.lift(board, from);
        self.run(300);
        self.put(board, to, held);
        self.run(200);
    }

    /// Takes up whatever stands on a square.
    pub(crate) fn lift(&mut self, board: LinkNo, from: Square) -> Contents {
        let held = self.device(board).truth().at(from);
        self.put(board, from, Contents::Empty);
        held
    }

    pub(crate) fn put(&mut self, board: LinkNo, square: Square, contents: Contents) {
        let now = self.t_ms;
        self.device(board).set_square(now, square, contents);
    }

    pub(crate) fn press(&mut self, clock: LinkNo, by: Color) {
        let left_ms = ByColor { white: 5_400_000, black: 5_400_000 };
        let now = self.t_ms;
        self.device(clock).set_clock(now, ClockState { left_ms, running: Some(!by), lever: !by });
    }

    pub(crate) fn table(&self) -> &Table {
        self.hall.table(1).expect("it is there")
    }

    /// Returns the moves of the table, as UCI.
    pub(crate) fn moves(&self) -> Vec<String> {
        self.table().score().plies.iter().map(|ply| ply.played.report(CastlingMode::Standard)).collect()
    }

    /// Checks that the journal folds to what was published.
    pub(crate) fn check_book(&self) {
        check(&self.book);
    }

    pub(crate) fn input(&mut self, input: Input) {
        // Whatever falls due before the input stands before it in the journal.
        self.hall.advance(self.t_ms);
        self.drain();
        match &input {
            Input::Bytes { link, bytes }
                if self.shortens && self.squeezer.put(self.t_ms, *link, bytes, u64::MAX) => {}
            other => self.write(&Body::from_input(self.t_ms, other)),
        }
        let seq = self.book.len() as u64 + u64::from(self.squeezer.words() > 0);
        let stamp = Stamp { seq, t_ms: self.t_ms };
        self.hall.handle(stamp, &input).expect("it can be done");
        self.drain();
    }

    fn device(&mut self, link: LinkNo) -> &mut Device {
        &mut self.boards.get_mut(&link).expect("it was put there").1
    }

    fn write(&mut self, body: &Body) {
        self.close();
        self.squeezer.note(body);
        self.book.push(body.emit());
    }

    /// Writes the open record of repetitions.
    fn close(&mut self) {
        let again = self.squeezer.close();
        self.book.extend(again.map(|body| body.emit()));
    }

    fn drain(&mut self) {
        while let Some(publication) = self.hall.poll_publication() {
            self.told.push(publication.clone());
            self.write(&Body::Published { t_ms: self.t_ms, publication: Box::new(publication) });
        }
        while let Some(transmit) = self.hall.poll_transmit() {
            let now = self.t_ms;
            if let Some((_, device)) = self.boards.get_mut(&transmit.link) {
                device.handle_bytes(now, &transmit.bytes);
            }
        }
        self.incidents.extend(std::iter::from_fn(|| self.hall.poll_incident()).map(|(_, incident)| incident));
    }
}

/// Checks that a journal folds to what it says was published.
pub(crate) fn check(book: &[String]) {
    let mut folded = fold(book).finish();
    assert_eq!(folded.divergent, 0, "{:?}", folded.divergences);
    assert_eq!(folded.hall.poll_publication(), None, "everything was told");
}
