//! The DGT e-board protocol, both ends of the cable.
//!
//! ```text
//!  bytes ─▶ frame ─▶ message ─▶ interpreter ─▶ BoardEvent      what is heard
//!                                   ▲
//!  bytes ◀─ command ◀─ session ─────┘                          what is asked, and when
//!  device                                                      the board itself, for tests and simulation
//! ```
//! [`bus`] is the mode in which many boards share one cable. The simulated board in `device` has a cable of its own,
//! and is in bus mode only after it powers up. [`memory`] is the board's own record of events.

mod account;
mod asker;
pub mod bus;
pub mod clock;
pub mod clock_command;
pub mod clock_commands;
pub mod clock_orders;
pub mod code;
pub mod command;
pub mod device;
pub mod device_clock;
mod device_squares;
pub(crate) mod ear;
pub mod frame;
pub mod interpreter;
mod lamps;
pub mod memory;
pub mod message;
mod request;
mod segments;
pub mod session;
mod timers;

pub use crate::device::{AckHabit, DeviceOptions};
pub use clock_command::ClockCommand;
pub use clock_commands::ClockOutcome;
pub use clock_orders::{ClockAnswer, ClockOrder, ClockOrders, ClockRefusal};
pub use device::Device;
pub use device_clock::ClockState;
pub use interpreter::Interpreter;
pub use session::{Session, SessionOptions};

use crate::timing::{CABLE_MS, QUANTUM_MS};
use crate::{ClockSense, Facts, Sensing, SerialLine, Timing};

/// The facts of a DGT board on a cable of its own. The scan time is taken from DGT's own header file.
pub const FACTS: Facts = Facts {
    name: "dgt",
    title: "DGT protocol",
    sensing: Sensing::Piece,
    scan_ms: 200,
    // The clock reports once a second.
    timing: Timing { scan_ms: 200, settle_ms: 0, link_ms: CABLE_MS, press_ms: 1000, quantum_ms: QUANTUM_MS },
    line: Some(SerialLine { baud: 9600, dtr: None }),
    hid: None,
    ble: None,
    repeats: false,
    remembers: false,
    clock: ClockSense::Times,
    hears: true,
    known_ms: 2_500,
    questions: &[ear::VERSION_AFTER_FLUSH],
    ear: Some(|| Box::new(ear::Ear::default())),
    session: Some(|| Box::new(Session::default())),
    device: |options, board| Box::new(Device::with_board(options, board)),
};
