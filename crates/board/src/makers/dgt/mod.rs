//! The DGT e-board protocol, both ends of the cable.
//!
//! ```text
//!  bytes ─▶ frame ─▶ message ─▶ interpreter ─▶ BoardEvent      what is heard
//!                                   ▲
//!  bytes ◀─ command ◀─ session ─────┘                          what is asked, and when
//!  device                                                      the board itself, for tests and simulation
//! ```
//! [`bus`] is the mode in which many boards share one cable. The simulated board with a cable of its own knows bus
//! mode only as the state in which it powers up. [`memory`] is the board's own record of events.

mod asker;
pub mod bus;
pub mod clock;
pub mod clock_command;
pub mod clock_desk;
pub mod clock_orders;
pub mod code;
pub mod command;
pub mod device;
pub mod device_clock;
pub mod device_options;
mod device_squares;
mod facts;
pub mod frame;
pub mod interpreter;
mod lamps;
pub mod memory;
pub mod message;
mod request;
mod segments;
pub mod session;
mod timers;

pub use clock_command::ClockCommand;
pub use clock_desk::ClockOutcome;
pub use clock_orders::{ClockAnswer, ClockOrder, ClockOrders, ClockRefusal};
pub use device::Device;
pub use device_clock::ClockState;
pub use device_options::{AckHabit, DeviceOptions};
pub use interpreter::Interpreter;
pub use session::{Session, SessionOptions};
