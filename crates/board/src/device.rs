//! A simulated board of any maker, for tests and simulation.

mod options;

pub use options::{AckHabit, DeviceOptions};

use crate::makers::dgt::ClockState;
use crate::{Contents, Maker, Millis, Reading};
use shakmaty::{Board, Role, Square};
use std::any::Any;
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

/// The methods of every simulated board. Those with a default body are for boards with a clock, and for boards that
/// follow the game and report moves; other boards keep the default.
pub trait BoardDevice: Any + Debug + Send {
    /// Handles bytes from the host.
    fn handle_bytes(&mut self, t: Millis, bytes: &[u8]);

    /// Sets the contents of a square, named as in the game, whichever way round the board stands. A board that follows
    /// the game reports nothing then: its moves are made with [`BoardDevice::play`].
    fn set_square(&mut self, t: Millis, square: Square, contents: Contents);

    /// Returns the pieces that are really on the board, whether or not a scan has found them.
    fn truth(&self) -> Reading;

    /// Advances to `t`, and acts on each deadline at its own instant.
    fn advance(&mut self, t: Millis);

    /// Returns the instant of the next deadline, if there is one.
    fn next_deadline(&self) -> Option<Millis>;

    /// Returns the next bytes to send to the host, if there are any.
    fn poll_transmit(&mut self) -> Option<Vec<u8>>;

    /// Mutes the board, so that it neither receives nor sends anything, or ends the muting.
    fn mute(&mut self, muted: bool);

    /// Simulates a short power failure.
    fn reboot(&mut self, t: Millis);

    /// Sets the clock's state: its times, its lever, and whether it runs.
    fn set_clock(&mut self, _: Millis, _: ClockState) {}

    /// Returns whether the lever switch says that White's side has pressed.
    fn lever(&self) -> bool {
        false
    }

    /// Makes a move on a board that follows the game.
    fn play(&mut self, _: Millis, _from: Square, _to: Square, _promotion: Option<Role>) {}

    /// Takes the last move back on a board that follows the game.
    fn take_back(&mut self, _: Millis) {}

    /// Begins a new game on a board that follows the game, unless the game began when the pieces were set up.
    fn new_game(&mut self, _: Millis) {}
}

/// Implements the methods of [`BoardDevice`] by a type's own methods of the same names.
macro_rules! own_device_methods {
    () => {
        fn handle_bytes(&mut self, t: $crate::Millis, bytes: &[u8]) {
            self.handle_bytes(t, bytes);
        }
        fn set_square(&mut self, t: $crate::Millis, square: shakmaty::Square, contents: $crate::Contents) {
            self.set_square(t, square, contents);
        }
        fn truth(&self) -> $crate::Reading {
            self.truth()
        }
        fn advance(&mut self, t: $crate::Millis) {
            self.advance(t);
        }
        fn next_deadline(&self) -> Option<$crate::Millis> {
            self.next_deadline()
        }
        fn poll_transmit(&mut self) -> Option<Vec<u8>> {
            self.poll_transmit()
        }
        fn mute(&mut self, muted: bool) {
            self.mute(muted);
        }
        fn reboot(&mut self, t: $crate::Millis) {
            self.reboot(t);
        }
    };
}
pub(crate) use own_device_methods;

/// A simulated board.
#[derive(Debug)]
pub struct Device(Box<dyn BoardDevice>);

impl Device {
    /// Creates a board that is switched on and has these pieces on it.
    pub fn with_board(maker: Maker, options: DeviceOptions, board: &Board) -> Device {
        Device((maker.facts().device)(options, board))
    }
}

impl Deref for Device {
    type Target = dyn BoardDevice;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for Device {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}
