//! A hall with simulated boards of any maker on its links, and the journal it keeps: what the program does, without
//! the program. The hall is one node of the bench, its boards are the other.

use crate::rig::{fold, untold};
use board::bench::{self, Node};
use board::dgt::{ClockState, DeviceOptions};
use board::{Contents, Device, Maker, Millis};
use hall::{
    Body, Hall, HallSetup, Input, LinkNo, Output, Publication, Refusal, Stamp, Table, TableNo,
    codec::Squeezer,
};
use laws::Incident;
use shakmaty::{Board, ByColor, CastlingMode, Color, Square};
use std::collections::{BTreeMap, VecDeque};

/// Bytes on a link, in either direction.
type OnLink = (LinkNo, Vec<u8>);

#[derive(Default)]
pub(crate) struct Bench {
    pub(crate) hall: Hall,
    pub(crate) boards: Boards,
    /// The bodies of the journal, as written.
    pub(crate) journal: Vec<String>,
    /// Says whether repetitions are written in short form.
    pub(crate) shortens: bool,
    squeezer: Squeezer,
    pub(crate) t_ms: Millis,
    pub(crate) told: Vec<Publication>,
    pub(crate) incidents: Vec<(TableNo, Incident)>,
    /// What else came out of the hall, in order.
    pub(crate) outputs: Vec<Output>,
    /// The number of messages that told lamps to light.
    pub(crate) lamps_lit: usize,
    /// What the hall has to say to the boards.
    outbox: VecDeque<OnLink>,
}

/// The boards on the links.
#[derive(Default)]
pub(crate) struct Boards {
    pub(crate) on: BTreeMap<LinkNo, (Maker, Device)>,
    /// The number of bytes that come at once, if that is limited.
    pub(crate) chunk: Option<usize>,
    waiting: VecDeque<OnLink>,
}

impl Node<OnLink> for Boards {
    fn process(&mut self, t: Millis, input: Option<OnLink>) -> Option<OnLink> {
        if let Some((link, bytes)) = input
            && let Some((_, device)) = self.on.get_mut(&link)
        {
            device.handle_bytes(t, &bytes);
        }
        for (&link, (_, device)) in &mut self.on {
            device.advance(t);
            let bytes: Vec<u8> = std::iter::from_fn(|| device.poll_transmit()).flatten().collect();
            let chunks = bytes.chunks(self.chunk.unwrap_or(usize::MAX));
            self.waiting.extend(chunks.map(|chunk| (link, chunk.to_vec())));
        }
        self.waiting.pop_front()
    }

    fn due(&self) -> Option<Millis> {
        self.on.values().filter_map(|(_, device)| device.next_deadline()).min()
    }
}

impl Node<OnLink> for Bench {
    fn process(&mut self, t: Millis, input: Option<OnLink>) -> Option<OnLink> {
        self.t_ms = t;
        self.hall.advance(t);
        self.drain();
        if let Some((link, bytes)) = input
            && self.hall.link(link).is_some_and(hall::Link::is_open)
        {
            self.input(Input::Bytes { link, bytes });
        }
        self.outbox.pop_front()
    }

    fn due(&self) -> Option<Millis> {
        self.hall.next_deadline()
    }
}

impl Bench {
    pub(crate) fn new(setup: HallSetup) -> Bench {
        let mut bench = Bench::default();
        bench.write(&Body::Journal { program: "test".to_owned(), epoch: "e".to_owned(), segment: None });
        bench.start();
        bench.input(Input::Setup(Box::new(setup)));
        bench
    }

    /// Goes on from a journal, with the boards as they stand.
    pub(crate) fn restart(journal: Vec<String>, boards: Boards, t_ms: Millis) -> Bench {
        let folded = fold(&journal).finish();
        assert!(folded.divergences.is_empty(), "{:?}", folded.divergences);
        let mut bench = Bench { hall: folded.hall, boards, journal, t_ms, ..Bench::default() };
        bench.drain();
        bench.start();
        bench
    }

    fn start(&mut self) {
        self.input(Input::Start { program: "test".to_owned(), wall_ms: None });
    }

    /// Plugs in a board with its pieces in the start position on this link.
    pub(crate) fn add(&mut self, link: LinkNo, maker: Maker, options: DeviceOptions) {
        self.add_with(link, maker, options, &Board::default());
    }

    /// Plugs in a board with these pieces on it.
    pub(crate) fn add_with(&mut self, link: LinkNo, maker: Maker, options: DeviceOptions, placement: &Board) {
        let device = Device::with_board(maker, options, placement);
        self.boards.on.insert(link, (maker, device));
        self.open(link);
    }

    pub(crate) fn set_clock(&mut self, link: LinkNo, clock: ClockState) {
        let now = self.t_ms;
        self.device(link).set_clock(now, clock);
    }

    /// Opens the port of a board that is on this link.
    pub(crate) fn open(&mut self, link: LinkNo) {
        let (maker, device) = self.boards.on.get_mut(&link).expect("it was put there");
        device.mute(false);
        let maker = *maker;
        self.input(Input::Opened { link, port: format!("port{link}"), maker });
    }

    pub(crate) fn unplug(&mut self, link: LinkNo) {
        self.device(link).mute(true);
        self.input(Input::Lost { link });
    }

    /// Lets time pass.
    pub(crate) fn run(&mut self, ms: Millis) {
        let (mut t, until) = (self.t_ms, self.t_ms + ms);
        let mut boards = std::mem::take(&mut self.boards);
        bench::run(&mut t, until, &mut [self, &mut boards]);
        self.boards = boards;
        self.close();
    }

    /// Makes moves on a board a second and a half apart, each with a press at the clock of the link `clock`. Returns
    /// the instants of the presses.
    pub(crate) fn play_with(
        &mut self,
        board: LinkNo,
        clock: LinkNo,
        moves: &str,
        first: Color,
    ) -> Vec<Millis> {
        let mut pressed = Vec::new();
        let mut by = first;
        for word in moves.split_whitespace() {
            let [from, to]: [Square; 2] =
                [&word[..2], &word[2..]].map(|name| name.parse().expect("a square"));
            self.carry(board, from, to);
            self.press_for_hours(clock, by);
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

    pub(crate) fn press_for_hours(&mut self, clock: LinkNo, by: Color) {
        let left_ms = ByColor { white: 5_400_000, black: 5_400_000 };
        let now = self.t_ms;
        self.device(clock).set_clock(now, ClockState { left_ms, running: Some(!by), lever: !by });
    }

    pub(crate) fn table(&self) -> &Table {
        self.hall.table(1).expect("it is there")
    }

    /// Returns the moves of the first table, as UCI.
    pub(crate) fn uci(&self) -> Vec<String> {
        self.table().score().plies.iter().map(|ply| ply.played.report(CastlingMode::Standard)).collect()
    }

    /// Checks that the journal folds to what was published.
    pub(crate) fn check_journal(&self) {
        check(&self.journal);
    }

    /// Appends an input, folds it, and publishes what follows.
    pub(crate) fn input(&mut self, input: Input) {
        self.try_input(input).expect("it can be done");
    }

    /// Does what `input` does. `Err` says why a command cannot be done.
    pub(crate) fn try_input(&mut self, input: Input) -> Result<(), Refusal> {
        // Whatever falls due before the input stands before it in the journal.
        self.hall.advance(self.t_ms);
        self.drain();
        match &input {
            Input::Bytes { link, bytes }
                if self.shortens && self.squeezer.put(self.t_ms, *link, bytes, u64::MAX) => {}
            other => self.write(&Body::from_input(self.t_ms, other)),
        }
        let seq = self.journal.len() as u64 + u64::from(self.squeezer.words() > 0);
        let stamp = Stamp { seq, t_ms: self.t_ms };
        let done = self.hall.handle(stamp, &input);
        self.drain();
        done
    }

    pub(crate) fn device(&mut self, link: LinkNo) -> &mut Device {
        &mut self.boards.on.get_mut(&link).expect("it was put there").1
    }

    pub(crate) fn write(&mut self, body: &Body) {
        self.close();
        self.squeezer.note(body);
        self.journal.push(body.emit());
    }

    /// Writes the open record of repetitions.
    fn close(&mut self) {
        let again = self.squeezer.close();
        self.journal.extend(again.map(|body| body.emit()));
    }

    pub(crate) fn drain(&mut self) {
        while let Some(output) = self.hall.poll() {
            match output {
                Output::Publish(publication) => {
                    self.told.push(publication.clone());
                    self.write(&Body::Published { t_ms: self.t_ms, publication: Box::new(publication) });
                }
                Output::Transmit(transmit) => {
                    self.lamps_lit += usize::from(matches!(transmit.bytes[..], [0x60, 4, 1, ..]));
                    self.outbox.push_back((transmit.link, transmit.bytes));
                }
                Output::Incident(table, incident) => self.incidents.push((table, incident)),
                other => self.outputs.push(other),
            }
        }
    }
}

/// Checks that a journal folds to what it says was published.
pub(crate) fn check(journal: &[String]) {
    let mut folded = fold(journal).finish();
    assert_eq!(folded.divergent, 0, "{:?}", folded.divergences);
    assert_eq!(untold(&mut folded.hall), [], "everything was told");
}
