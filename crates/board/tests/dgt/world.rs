//! A session and a simulated board on one cable, in memory. The cable can be made faulty.

use board::dgt::{ClockState, Device, DeviceOptions, Session};
use board::{BoardEvent, Contents, LinkState, Millis, Reading};
use shakmaty::{Board, ByColor, Color, Piece, Role, Square};

/// Damage to one byte on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    /// The byte is lost.
    Delete,
    /// This byte is inserted before it.
    Insert(u8),
    /// These bits are flipped.
    Flip(u8),
}

/// One direction of the cable.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wire {
    /// The number of bytes that went in.
    pub(crate) count: usize,
    /// The damage to the byte with this number.
    pub(crate) damage: Option<(usize, Damage)>,
}

impl Wire {
    fn carry(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len() + 1);
        for &byte in bytes {
            match self.damage.filter(|&(at, _)| at == self.count) {
                None => out.push(byte),
                Some((_, Damage::Delete)) => {}
                Some((_, Damage::Insert(other))) => out.extend([other, byte]),
                Some((_, Damage::Flip(bits))) => out.push(byte ^ bits),
            }
            self.count += 1;
        }
        out
    }
}

/// The whole test world and its time.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) t: Millis,
    pub(crate) session: Session,
    pub(crate) device: Device,
    pub(crate) to_host: Wire,
    pub(crate) to_board: Wire,
    /// The most bytes that the cable hands to the host in one piece.
    pub(crate) piece_len: usize,
    pub(crate) plugged: bool,
    /// True while the board does not hear: the line to it is broken.
    pub(crate) is_deaf: bool,
    /// Commands that this board does not know.
    pub(crate) unknown_commands: Vec<u8>,
    pub(crate) events: Vec<(Millis, BoardEvent)>,
    /// The bytes the host received, with their instants.
    pub(crate) received: Vec<(Millis, Vec<u8>)>,
    /// The bytes the board received.
    pub(crate) sent: Vec<Vec<u8>>,
    /// The reading as anybody with nothing but the events must believe it.
    pub(crate) believed: Reading,
}

impl World {
    /// A board with these pieces on it; the port is not open yet.
    pub(crate) fn new(options: DeviceOptions, placement: &Board) -> World {
        World {
            t: 0,
            session: Session::new(),
            device: Device::with_board(options, placement),
            to_host: Wire::default(),
            to_board: Wire::default(),
            piece_len: usize::MAX,
            plugged: false,
            is_deaf: false,
            unknown_commands: Vec::new(),
            events: Vec::new(),
            received: Vec::new(),
            sent: Vec::new(),
            believed: Reading::empty(),
        }
    }

    /// A board with the start array that is awake, with its port opened.
    pub(crate) fn live(options: DeviceOptions) -> World {
        let mut world = World::new(options, &Board::default());
        world.plug();
        world.run(3000);
        assert_eq!(world.session.state(), LinkState::Live, "the board is awake");
        world
    }

    pub(crate) fn plug(&mut self) {
        self.plugged = true;
        self.session.handle_open(self.t);
        self.settle();
    }

    pub(crate) fn unplug(&mut self) {
        self.plugged = false;
        self.session.handle_lost(self.t);
        self.settle();
    }

    /// Lets time pass.
    pub(crate) fn run(&mut self, ms: Millis) {
        let until = self.t + ms;
        loop {
            let deadlines = [self.session.next_deadline(), self.device.next_deadline()];
            let next = deadlines.into_iter().flatten().min().unwrap_or(until).clamp(self.t, until);
            self.t = next;
            self.device.advance(next);
            self.session.advance(next);
            self.settle();
            let due = [self.session.next_deadline(), self.device.next_deadline()];
            if next == until && due.into_iter().flatten().all(|due| due > until) {
                return;
            }
        }
    }

    /// Moves bytes until none are left.
    fn settle(&mut self) {
        loop {
            let mut moved = false;
            while let Some(bytes) = self.session.poll_transmit() {
                moved = true;
                let bytes = self.to_board.carry(&bytes);
                if self.plugged {
                    let is_known = bytes.len() != 1 || !self.unknown_commands.contains(&bytes[0]);
                    if is_known && !self.is_deaf {
                        self.device.handle_bytes(self.t, &bytes);
                    }
                    self.sent.push(bytes);
                }
            }
            while let Some(bytes) = self.device.poll_transmit() {
                moved = true;
                if self.plugged {
                    let bytes = self.to_host.carry(&bytes);
                    for piece in bytes.chunks(self.piece_len.min(bytes.len().max(1))) {
                        self.session.handle_bytes(self.t, piece);
                    }
                    self.received.push((self.t, bytes));
                }
            }
            if !moved {
                break;
            }
        }
        while let Some((t, event)) = self.session.poll_event() {
            match &event {
                BoardEvent::Reading(reading) => self.believed = reading.clone(),
                BoardEvent::Square { square, contents } => self.believed.set(*square, *contents),
                BoardEvent::Clock(_)
                | BoardEvent::Press(_)
                | BoardEvent::Flag(_)
                | BoardEvent::Gap { .. }
                | BoardEvent::ResultPiece { .. }
                | BoardEvent::Identity(_)
                | BoardEvent::Link(_)
                | BoardEvent::Turned(_)
                | BoardEvent::SidesUnknown
                | BoardEvent::Unknown { .. } => {}
            }
            self.events.push((t, event));
        }
    }

    pub(crate) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.device.set_square(self.t, square, piece.map_or(Contents::Empty, Contents::Piece));
        self.settle();
    }

    pub(crate) fn set_clock(&mut self, white_s: u32, black_s: u32, running: Option<Color>, lever: Color) {
        let left_ms = ByColor { white: white_s * 1000, black: black_s * 1000 };
        self.device.set_clock(self.t, ClockState { left_ms, running, lever });
        self.settle();
    }

    /// Presses the clock as this side, which gains the increment.
    pub(crate) fn press(&mut self, by: Color, increment_s: u32) {
        let mut state = self.device.clock(self.t).expect("a clock is attached and set");
        *state.left_ms.get_mut(by) += increment_s * 1000;
        state.running = Some(!by);
        state.lever = !by;
        self.device.set_clock(self.t, state);
        self.settle();
    }

    /// The events since event number `count`.
    pub(crate) fn since(&self, count: usize) -> Vec<BoardEvent> {
        self.events[count..].iter().map(|(_, event)| event.clone()).collect()
    }

    /// Fails unless host and events agree with the pieces that truly stand there.
    pub(crate) fn check_truth(&self, what: &str) {
        assert_eq!(self.session.state(), LinkState::Live, "the link lives: {what}");
        assert_eq!(self.session.reading(), Some(self.device.truth()), "the session is right: {what}");
        assert_eq!(self.believed, self.device.truth(), "whoever follows the events is right: {what}");
        assert!(self.events.is_sorted_by_key(|(t, _)| *t), "time does not go back: {what}");
    }

    /// Plays a random game of hands: pieces are lifted, put down and captured, the clock is pressed.
    pub(crate) fn fidget(&mut self, dice: &mut Dice, times: u32) {
        for _ in 0..times {
            let square = Square::new(dice.below(64));
            let piece = match dice.below(3) {
                0 => None,
                _ => Some(Piece {
                    color: if dice.below(2) == 0 { Color::White } else { Color::Black },
                    role: Role::ALL[dice.below(6) as usize],
                }),
            };
            self.put(square, piece);
            self.run(Millis::from(dice.below(700)));
            let by = self.device.clock(self.t).and_then(|clock| clock.running);
            if let Some(by) = by.filter(|_| dice.below(4) == 0) {
                self.press(by, 2);
            }
        }
    }
}

/// Numbers that look random and are reproducible.
#[derive(Debug, Clone)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % u64::from(limit)) as u32
    }
}

/// The options of most tests: a board that is not slow.
pub(crate) fn options() -> DeviceOptions {
    DeviceOptions::default()
}

pub(crate) fn placement(fen: &str) -> Board {
    Board::from_ascii_board_fen(fen.as_bytes()).expect("a placement")
}
