//! Home-made boards: the protocol of the crate `sensor`, both ends of the cable.
//!
//! ```text
//!  bytes ─▶ sensor::Deframer ─▶ sensor::Report ─▶ session ─▶ BoardEvent       what is heard
//!  bytes ◀─ sensor::Request  ◀──────────────────────┘                         what is said, and when
//!  device = sensor::Station + simulated squares                               the board itself
//! ```
//! The frames and their meaning are in `sensor`, which the firmware shares. These boards know only occupied squares.
//! A lever switch, where there is one, reports presses; a DGT3000 on the board's own bus reports its times as well.

mod clock;
pub mod device;
pub mod session;
mod settling;

pub use device::Device;
pub use session::Session;
