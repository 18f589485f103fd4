//! A board, a cable and a session, millisecond by millisecond.

use board::dgt::{ClockState, DeviceOptions};
use board::homemade::{Device, Session};
use board::{BoardEvent, Contents, Millis, Reading};
use shakmaty::{Board, ByColor, Color, Square};

pub(crate) struct World {
    pub(crate) t: Millis,
    pub(crate) device: Device,
    pub(crate) session: Session,
    pub(crate) events: Vec<(Millis, BoardEvent)>,
    /// Drops one in this many bytes from the board.
    pub(crate) drop_every: Option<usize>,
    /// The number of bytes that come at once; `None` for all there are.
    pub(crate) chunk: Option<usize>,
    carried: usize,
    /// True while the board does not hear.
    pub(crate) is_deaf: bool,
}

impl World {
    pub(crate) fn new(options: DeviceOptions) -> World {
        let mut device = Device::with_board(DeviceOptions { scan_ms: 8, ..options }, &Board::new());
        device.mute(true);
        World {
            t: 0,
            device,
            session: Session::new(),
            events: Vec::new(),
            drop_every: None,
            chunk: None,
            carried: 0,
            is_deaf: false,
        }
    }

    /// A link that is live.
    pub(crate) fn live() -> World {
        let mut world = World::new(DeviceOptions::default());
        world.run(200);
        world.plug();
        world.run(500);
        world.events.clear();
        world
    }

    pub(crate) fn run(&mut self, for_ms: Millis) {
        for _ in 0..for_ms {
            self.t += 1;
            self.device.advance(self.t);
            self.session.advance(self.t);
            self.carry();
            self.events.extend(std::iter::from_fn(|| self.session.poll_event()));
        }
    }

    pub(crate) fn set(&mut self, square: Square, is_occupied: bool) {
        let contents = if is_occupied { Contents::Occupied } else { Contents::Empty };
        self.device.set_square(self.t, square, contents);
    }

    /// Lifts a piece, and puts it down after a quarter of a second.
    pub(crate) fn play(&mut self, from: Square, to: Square) {
        self.set(from, false);
        self.run(250);
        self.set(to, true);
        self.run(250);
    }

    pub(crate) fn press(&mut self, by: Color) {
        let state = ClockState { left_ms: ByColor { white: 1, black: 1 }, running: Some(!by), lever: !by };
        self.device.set_clock(self.t, state);
    }

    /// Pulls the cable; the board has a supply of its own.
    pub(crate) fn unplug(&mut self) {
        self.device.mute(true);
        self.session.handle_lost(self.t);
    }

    pub(crate) fn plug(&mut self) {
        self.device.mute(false);
        self.session.handle_open(self.t);
    }

    /// The events in short words, without times.
    pub(crate) fn words(&self) -> Vec<String> {
        self.events.iter().map(|(_, event)| word(event)).collect()
    }

    fn carry(&mut self) {
        while let Some(bytes) = self.session.poll_transmit() {
            if !self.is_deaf {
                self.device.handle_bytes(self.t, &bytes);
            }
        }
        let mut heard = Vec::new();
        while let Some(bytes) = self.device.poll_transmit() {
            for byte in bytes {
                self.carried += 1;
                if self.drop_every.is_none_or(|every| !self.carried.is_multiple_of(every)) {
                    heard.push(byte);
                }
            }
        }
        for chunk in heard.chunks(self.chunk.unwrap_or(usize::MAX)) {
            self.session.handle_bytes(self.t, chunk);
        }
    }
}

pub(crate) fn word(event: &BoardEvent) -> String {
    match event {
        BoardEvent::Square { square, contents: Contents::Empty } => format!("-{square}"),
        BoardEvent::Square { square, .. } => format!("+{square}"),
        BoardEvent::Reading(reading) => {
            format!("reading {}{}", reading.occupied().count(), if is_array(reading) { " array" } else { "" })
        }
        BoardEvent::Press(color) => format!("press {color}"),
        BoardEvent::Gap { .. } => "gap".to_owned(),
        BoardEvent::Link(state) => format!("{state:?}"),
        BoardEvent::Turned(orientation) => format!("{orientation:?}"),
        BoardEvent::Identity(identity) => format!("serial {}", identity.serial.as_deref().unwrap_or("?")),
        BoardEvent::Unknown { id, .. } => format!("unknown {id:02x}"),
        BoardEvent::Clock(_)
        | BoardEvent::Flag(_)
        | BoardEvent::SidesUnknown
        | BoardEvent::ResultPiece { .. } => {
            panic!("these boards have no clock and no marker pieces: {event:?}")
        }
    }
}

fn is_array(reading: &Reading) -> bool {
    reading.occupied() == Board::new().occupied()
}
