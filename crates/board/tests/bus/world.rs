//! A master and the boards of a bus on one cable.

use board::bench::Bench;
pub(crate) use board::bench::{Dice, Weather};
use board::dgt::ClockState;
use board::dgt::bus::{Master, Slave, Strand};
use board::{BoardEvent, Contents, Millis};
use shakmaty::{Board, ByColor, Color, Piece, Square};

pub(crate) type World = Bench<Master, Strand>;

/// What is done at one of the boards, and what the master says of it.
pub(crate) trait Boards: Sized {
    fn new(addresses: impl IntoIterator<Item = u16>) -> Self;
    fn board(&mut self, address: u16) -> &mut Slave;
    fn place(&mut self, address: u16, square: Square, piece: Option<Piece>);
    fn clock(&mut self, address: u16, white_s: u32, black_s: u32, running: Color);
    /// The number of bytes on the line so far.
    fn bytes(&self) -> usize;
    /// The events of a board, with their instants.
    fn events(&self, address: u16) -> &[(Millis, BoardEvent)];
    /// The squares and presses told since event number `from`.
    fn told(&self, address: u16, from: usize) -> Vec<BoardEvent>;
    fn check_truth(&mut self, address: u16, what: &str);
}

impl Boards for World {
    fn new(addresses: impl IntoIterator<Item = u16>) -> Self {
        let boards = addresses.into_iter().map(|address| Slave::new(address, &Board::new())).collect();
        Bench::of(Master::new(), Strand::new(boards))
    }

    fn board(&mut self, address: u16) -> &mut Slave {
        self.device.board(address).expect("it is there")
    }

    fn place(&mut self, address: u16, square: Square, piece: Option<Piece>) {
        let t = self.t;
        self.board(address).set_square(t, square, piece.map_or(Contents::Empty, Contents::Piece));
        self.settle();
    }

    fn clock(&mut self, address: u16, white_s: u32, black_s: u32, running: Color) {
        let left_ms = ByColor { white: white_s * 1000, black: black_s * 1000 };
        let t = self.t;
        self.board(address).set_clock(t, ClockState { left_ms, running: Some(running), lever: running });
    }

    fn bytes(&self) -> usize {
        self.down.count + self.up.count
    }

    fn events(&self, address: u16) -> &[(Millis, BoardEvent)] {
        self.heard.get(&address).map_or(&[], |heard| &heard.events)
    }

    fn told(&self, address: u16, from: usize) -> Vec<BoardEvent> {
        let telling = |event: &BoardEvent| matches!(event, BoardEvent::Square { .. } | BoardEvent::Press(_));
        self.heard[&address].since(from).into_iter().filter(telling).collect()
    }

    fn check_truth(&mut self, address: u16, what: &str) {
        let truth = self.board(address).truth();
        let (state, reading) = (self.session.state(address), self.session.reading(address));
        let heard = self.heard.entry(address).or_default();
        heard.check(state, reading, &truth, &format!("{address}: {what}"));
    }
}
