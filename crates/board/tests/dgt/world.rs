//! A session and a simulated DGT board on one cable, with hands and a clock at the board.

use board::bench::Bench;
pub(crate) use board::bench::{Damage, Dice, Weather};
use board::dgt::{ClockState, Device, DeviceOptions, Session};
use board::{LinkState, Millis};
use shakmaty::{Board, ByColor, Color, Piece, Role, Square};

/// The whole test world and its time.
pub(crate) type World = Bench<Session, Device>;

/// The world as it begins, what hands do in it, and whether it is told truly.
pub(crate) trait Hands: Sized {
    /// A board with these pieces on it; the port is not open yet.
    fn new(options: DeviceOptions, placement: &Board) -> Self;
    /// A board with the start array that is awake, with its port opened.
    fn live(options: DeviceOptions) -> Self;
    fn set_clock(&mut self, white_s: u32, black_s: u32, running: Option<Color>, lever: Color);
    /// Presses the clock as this side, which gains the increment.
    fn press(&mut self, by: Color, increment_s: u32);
    /// Plays a random game of hands: pieces are lifted, put down and captured, the clock is pressed.
    fn fidget(&mut self, dice: &mut Dice, times: u32);
    /// Fails unless host and events agree with the pieces that truly stand there.
    fn check_truth(&self, what: &str);
    /// The messages sent to the board.
    fn sent(&self) -> Vec<Vec<u8>>;
}

impl Hands for World {
    fn new(options: DeviceOptions, placement: &Board) -> Self {
        Bench::of(Session::new(), Device::with_board(options, placement))
    }

    fn live(options: DeviceOptions) -> Self {
        let mut world = World::new(options, &Board::default());
        world.plug();
        world.run(3000);
        assert_eq!(world.session.state(), LinkState::Live, "the board is awake");
        world
    }

    fn set_clock(&mut self, white_s: u32, black_s: u32, running: Option<Color>, lever: Color) {
        let left_ms = ByColor { white: white_s * 1000, black: black_s * 1000 };
        self.device.set_clock(self.t, ClockState { left_ms, running, lever });
        self.settle();
    }

    fn press(&mut self, by: Color, increment_s: u32) {
        let mut state = self.device.clock(self.t).expect("a clock is attached and set");
        *state.left_ms.get_mut(by) += increment_s * 1000;
        state.running = Some(!by);
        state.lever = !by;
        self.device.set_clock(self.t, state);
        self.settle();
    }

    fn fidget(&mut self, dice: &mut Dice, times: u32) {
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

    fn check_truth(&self, what: &str) {
        self.heard.check(self.session.state(), self.session.reading(), &self.device.truth(), what);
    }

    fn sent(&self) -> Vec<Vec<u8>> {
        self.down.said.iter().map(|(_, bytes)| bytes.clone()).collect()
    }
}

/// The options of most tests: a board that is not slow.
pub(crate) fn options() -> DeviceOptions {
    DeviceOptions::default()
}

pub(crate) fn placement(fen: &str) -> Board {
    Board::from_ascii_board_fen(fen.as_bytes()).expect("a placement")
}
