//! Electronic boards and clocks: bytes to frames to messages to [`BoardEvent`]s.
//!
//! There is one folder for each maker in `makers`, with both ends of the cable: the session that talks to a device, and
//! the device itself for tests and simulation. A folder states the [`Facts`] of its boards, and [`Maker`] lists them.
//! [`Inquiry`] finds out which maker's board is on a port; [`Session`] is any of the sessions, [`Device`] any of the
//! simulated boards. Boards that report all squares at once share [`full_scan_session`] (the session) and
//! [`scanner_device`] (the device). [`dgt3000`] is a clock without a board. The [`mod@bench`] connects both ends of a
//! cable in tests.
//!
//! The crate uses chess terms only as a vocabulary (squares, pieces). It knows no rules, no clock of its own and no
//! port: bytes and time come in as arguments, bytes and events go out.
//!
//! Invariants:
//! * Bad bytes are noise, never an error: they are skipped and counted, and the next full reading repairs the damage.
//! * Every message is kept, even one that the program does not understand: [`BoardEvent::Unknown`].

pub mod bench;
pub mod device;
pub mod event;
mod full_scan;
pub mod gatt;
pub mod inquiry;
pub mod maker;
mod makers;
pub mod session;
mod squares;
pub mod time;
pub mod timing;

pub use device::{AckHabit, BoardDevice, Device, DeviceOptions};
pub use event::{Ailment, BoardEvent, ClockReading, Identity, LinkState, SensorHealth};
pub use full_scan::{full_scan_session, scanner_device};
pub use inquiry::Inquiry;
pub use maker::{ClockSense, Facts, SerialLine};
pub use makers::*;
pub use session::{BoardSession, Session};
pub use squares::contents::{Contents, Reading, Sensing};
pub use squares::orientation::Orientation;
pub use squares::stance::{Sides, Stance};
pub use squares::straightener::Straightener;
pub use squares::{contents, orientation, stance, straightener};
pub use time::{Time, hms};
pub use timing::Timing;

/// Milliseconds of journal time, which never goes back and starts whenever the caller chooses.
pub type Millis = u64;
