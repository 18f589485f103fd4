//! Any session and any simulated board on one cable, in memory. The cable can be made faulty.

use board::dgt::DeviceOptions;
use board::{BoardEvent, Contents, Device, LinkState, Maker, Millis, Reading, Session};
use shakmaty::{Board, Piece, Square};

/// The makers whose boards tell squares.
pub(crate) const TELLING_SQUARES: [Maker; 6] =
    [Maker::ChessLink, Maker::Certabo, Maker::Sentio, Maker::Chessnut, Maker::Pegasus, Maker::SquareOff];

/// Damage to a byte on the way to the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    Delete,
    Double,
    Flip(u8),
}

pub(crate) struct Cable {
    pub(crate) t: Millis,
    pub(crate) session: Session,
    pub(crate) device: Device,
    pub(crate) plugged: bool,
    /// True while the board does not hear.
    pub(crate) is_deaf: bool,
    /// The number of bytes that came so far.
    pub(crate) count: usize,
    /// Damage to bytes, by the number of the byte.
    pub(crate) damage: Vec<(usize, Damage)>,
    /// True if the adapter takes the top bit of every byte of the board away.
    pub(crate) is_seven_bit: bool,
    /// The most bytes that come in one piece.
    pub(crate) piece_len: usize,
    pub(crate) sent: Vec<Vec<u8>>,
    pub(crate) events: Vec<(Millis, BoardEvent)>,
    /// The reading as anybody with nothing but the events must believe it.
    pub(crate) believed: Reading,
}

/// The options of this maker's board in these tests.
pub(crate) fn options(maker: Maker) -> DeviceOptions {
    let scan_ms = match maker {
        Maker::Certabo => 300,
        Maker::ChessLink => 41,
        _ => 100,
    };
    DeviceOptions { scan_ms, ..DeviceOptions::default() }
}

impl Cable {
    pub(crate) fn new(maker: Maker, options: DeviceOptions, placement: &Board) -> Cable {
        let device = Device::with_board(maker, options, placement);
        Cable {
            t: 0,
            session: Session::new(maker).expect("one board"),
            device,
            plugged: false,
            is_deaf: false,
            count: 0,
            damage: Vec::new(),
            is_seven_bit: false,
            piece_len: usize::MAX,
            sent: Vec::new(),
            events: Vec::new(),
            believed: Reading::empty(),
        }
    }

    /// A board with the start array whose game is about to begin; its chips are learnt.
    pub(crate) fn live(maker: Maker) -> Cable {
        Cable::live_with(maker, options(maker))
    }

    pub(crate) fn live_with(maker: Maker, options: DeviceOptions) -> Cable {
        let mut cable = Cable::new(maker, options, &Board::new());
        cable.session.expect(&Board::new());
        cable.plug();
        cable.run(6000);
        assert_eq!(cable.session.state(), LinkState::Live, "{maker:?} is awake");
        cable
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

    fn settle(&mut self) {
        loop {
            let mut moved = false;
            while let Some(bytes) = self.session.poll_transmit() {
                moved = true;
                if self.plugged && !self.is_deaf {
                    self.device.handle_bytes(self.t, &bytes);
                    self.sent.push(bytes);
                }
            }
            while let Some(bytes) = self.device.poll_transmit() {
                moved = true;
                let carried = self.carry(&bytes);
                if self.plugged {
                    for piece in carried.chunks(self.piece_len.min(carried.len().max(1))) {
                        self.session.handle_bytes(self.t, piece);
                    }
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
                _ => {}
            }
            self.events.push((t, event));
        }
    }

    fn carry(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut carried = Vec::with_capacity(bytes.len() + 1);
        for &byte in bytes {
            let byte = if self.is_seven_bit { byte & 0x7f } else { byte };
            let number = self.count;
            self.count += 1;
            match self.damage.iter().find(|(at, _)| *at == number).map(|(_, damage)| *damage) {
                None => carried.push(byte),
                Some(Damage::Delete) => {}
                Some(Damage::Double) => carried.extend([byte, byte]),
                Some(Damage::Flip(bits)) => carried.push(byte ^ bits),
            }
        }
        carried
    }

    pub(crate) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.device.set_square(self.t, square, piece.map_or(Contents::Empty, Contents::Piece));
        self.settle();
    }

    pub(crate) fn since(&self, count: usize) -> Vec<BoardEvent> {
        self.events[count..].iter().map(|(_, event)| event.clone()).collect()
    }

    /// The pieces that truly stand there, as far as this maker's boards can tell them.
    pub(crate) fn truth(&self) -> Reading {
        match self.session.maker().sensing() {
            board::Sensing::Piece => self.device.truth(),
            board::Sensing::Occupancy => Reading::from_occupied(self.device.truth().occupied()),
        }
    }

    pub(crate) fn check_truth(&self, what: &str) {
        let maker = self.session.maker();
        assert_eq!(self.session.state(), LinkState::Live, "{maker:?}: the link lives: {what}");
        assert_eq!(self.session.reading(), Some(self.truth()), "{maker:?}: the session is right: {what}");
        assert_eq!(self.believed, self.truth(), "{maker:?}: whoever follows the events is right: {what}");
        assert!(self.events.is_sorted_by_key(|(t, _)| *t), "{maker:?}: time does not go back: {what}");
    }
}
