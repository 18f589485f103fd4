//! A home-made board, a cable and a session, with hands at the board.

use board::bench::Bench;
use board::dgt::{ClockState, DeviceOptions};
use board::homemade::{Device, Session};
use board::{BoardEvent, Contents, Reading};
use shakmaty::{Board, ByColor, Color, Square};

pub(crate) type World = Bench<Session, Device>;

/// The world as it begins, and what hands do in it.
pub(crate) trait Hands: Sized {
    fn new(options: DeviceOptions) -> Self;
    /// A link that is live.
    fn live() -> Self;
    fn set(&mut self, square: Square, is_occupied: bool);
    /// Lifts a piece, and puts it down after a quarter of a second.
    fn play(&mut self, from: Square, to: Square);
    fn press(&mut self, by: Color);
    /// The events in short words, without times.
    fn words(&self) -> Vec<String>;
}

impl Hands for World {
    fn new(options: DeviceOptions) -> Self {
        let device = Device::with_board(DeviceOptions { scan_ms: 8, ..options }, &Board::new());
        Bench::of(Session::new(), device)
    }

    fn live() -> Self {
        let mut world = World::new(DeviceOptions::default());
        world.run(200);
        world.plug();
        world.run(500);
        world.heard.events.clear();
        world
    }

    fn set(&mut self, square: Square, is_occupied: bool) {
        let contents = if is_occupied { Contents::Occupied } else { Contents::Empty };
        self.device.set_square(self.t, square, contents);
    }

    fn play(&mut self, from: Square, to: Square) {
        self.set(from, false);
        self.run(250);
        self.set(to, true);
        self.run(250);
    }

    fn press(&mut self, by: Color) {
        let state = ClockState { left_ms: ByColor { white: 1, black: 1 }, running: Some(!by), lever: !by };
        self.device.set_clock(self.t, state);
    }

    fn words(&self) -> Vec<String> {
        self.heard.events.iter().map(|(_, event)| word(event)).collect()
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
        _ => {
            panic!("these boards have no clock and no marker pieces: {event:?}")
        }
    }
}

fn is_array(reading: &Reading) -> bool {
    reading.occupied() == Board::new().occupied()
}
