//! Certabo and Tabutronic boards, both ends of the cable: docs/protocols/certabo.md, "Frames".
//!
//! ```text
//!  : n n n … n _ CR LF   320 numbers, five for each square from a8 to h1: the chip in the piece on the square
//!  : n n n n n n n n     eight numbers, one for each rank from the eighth: occupied squares, a-file first (Sentio)
//! ```
//! A blank may stand before the end of a line. Some boards send no colon, some break a line inside a number, some
//! name their lamps between the numbers (L, D). All these forms are read. Lines have no check of any kind: a square
//! is accepted when two of three lines agree. A chip's numbers do not name its piece: [`calibration`] learns which
//! piece each chip is in. Nothing is ever sent to these boards: whatever they receive sets their lamps.

pub mod calibration;
pub mod device;
pub mod line;
pub mod session;

pub use device::{Device, SentioDevice};
pub use session::{SentioSession, Session};
