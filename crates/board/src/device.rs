//! A simulated board of any maker, for tests and simulation. All kinds share one set of methods.

use crate::full_scan::plate::Plate;
use crate::makers::dgt::{self, ClockState, DeviceOptions, bus};
use crate::{
    Contents, Maker, Millis,
    makers::{certabo, chesslink, chessnut, homemade, novag, pegasus, squareoff},
};
use shakmaty::{Board, Role, Square};

/// A simulated board. DGT boards report their clock, home-made ones its lever; no other board reports a clock. Novag
/// boards report moves, not squares.
#[derive(Debug, Clone)]
pub enum Device {
    /// A DGT board on a cable of its own.
    Dgt(Box<dgt::Device>),
    /// A ChessLink board.
    ChessLink(Box<chesslink::Device>),
    /// A Certabo board.
    Certabo(Box<certabo::Device>),
    /// A Sentio board.
    Sentio(Box<certabo::SentioDevice>),
    /// A Chessnut board.
    Chessnut(Box<chessnut::Device>),
    /// A Pegasus.
    Pegasus(Box<pegasus::Device>),
    /// A Square Off board.
    SquareOff(Box<squareoff::Device>),
    /// A home-made board.
    Home(Box<homemade::Device>),
    /// A Novag board.
    Novag(Box<novag::Device>),
    /// A DGT board alone on a bus.
    Bus(Box<bus::Strand>),
}

/// Calls a method on whichever kind of board it is.
macro_rules! each {
    ($device:expr, $own:ident => $does:expr) => {
        match $device {
            Device::Dgt($own) => $does,
            Device::ChessLink($own) => $does,
            Device::Certabo($own) => $does,
            Device::Sentio($own) => $does,
            Device::Chessnut($own) => $does,
            Device::Pegasus($own) => $does,
            Device::SquareOff($own) => $does,
            Device::Home($own) => $does,
            Device::Novag($own) => $does,
            Device::Bus($own) => $does,
        }
    };
}

impl Device {
    /// A board switched on with these pieces.
    pub fn with_board(maker: Maker, options: DeviceOptions, board: &Board) -> Device {
        match maker {
            Maker::Dgt => Device::Dgt(Box::new(dgt::Device::with_board(options, board))),
            Maker::ChessLink => Device::ChessLink(Box::new(Plate::with_board(options, board))),
            Maker::Certabo => Device::Certabo(Box::new(Plate::with_board(options, board))),
            Maker::Sentio => Device::Sentio(Box::new(Plate::with_board(options, board))),
            Maker::Chessnut => Device::Chessnut(Box::new(Plate::with_board(options, board))),
            Maker::Pegasus => Device::Pegasus(Box::new(Plate::with_board(options, board))),
            Maker::SquareOff => Device::SquareOff(Box::new(Plate::with_board(options, board))),
            Maker::Home => Device::Home(Box::new(homemade::Device::with_board(options, board))),
            Maker::Novag => Device::Novag(Box::new(novag::Device::with_board(board))),
            Maker::DgtBus => Device::Bus(Box::new(bus::Strand::with_board(&options, board))),
        }
    }

    /// Takes bytes from the host.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        each!(self, own => own.handle_bytes(t, bytes));
    }

    /// Sets the contents of a square, named as on the table.
    pub fn set_square(&mut self, t: Millis, square: Square, contents: Contents) {
        each!(self, own => own.set_square(t, square, contents));
    }

    /// Sets, starts, stops or presses the clock.
    pub fn set_clock(&mut self, t: Millis, state: ClockState) {
        match self {
            Device::Dgt(own) => own.set_clock(t, state),
            Device::Home(own) => own.set_clock(t, state),
            Device::Bus(own) => own.set_clock(t, state),
            Device::Novag(_)
            | Device::ChessLink(_)
            | Device::Certabo(_)
            | Device::Sentio(_)
            | Device::Chessnut(_)
            | Device::Pegasus(_)
            | Device::SquareOff(_) => {}
        }
    }

    /// Makes a move on a board that follows the game. Boards that report squares ignore the call.
    pub fn play(&mut self, t: Millis, from: Square, to: Square, promotion: Option<Role>) {
        if let Device::Novag(own) = self {
            own.play(t, from, to, promotion);
        }
    }

    /// Takes the last move back on a board that follows the game.
    pub fn take_back(&mut self, t: Millis) {
        if let Device::Novag(own) = self {
            own.take_back(t);
        }
    }

    /// Begins a new game on a board that follows the game, unless setting up the pieces has begun it already.
    pub fn new_game(&mut self, t: Millis) {
        if let Device::Novag(own) = self
            && !own.is_new()
        {
            own.new_game(t);
        }
    }

    /// The pieces that are really on the board, whether scanned or not.
    pub fn truth(&self) -> crate::Reading {
        each!(self, own => own.truth())
    }

    /// Advances to `t`, each event at its own instant.
    pub fn advance(&mut self, t: Millis) {
        each!(self, own => own.advance(t));
    }

    /// The next deadline.
    pub fn next_deadline(&self) -> Option<Millis> {
        each!(self, own => own.next_deadline())
    }

    /// Bytes for the host.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        each!(self, own => own.poll_transmit())
    }

    /// Mutes the board, so that it neither hears nor speaks, or ends the muting.
    pub fn mute(&mut self, muted: bool) {
        each!(self, own => own.mute(muted));
    }

    /// Simulates a short power failure.
    pub fn reboot(&mut self, t: Millis) {
        each!(self, own => own.reboot(t));
    }
}
