//! Certabo and Tabutronic boards, both sides of the cable: docs/protocols/certabo.md, "Frames".
//!
//! ```text
//!  : n n n … n _ CR LF   320 numbers, five for each square from a8 to h1: the chip in the piece that stands there
//!  : n n n n n n n n     eight numbers, one for each rank from the eighth: occupied squares, a-file first (Sentio)
//! ```
//! Before the end of a line stands a blank, or none. Some send no colon, some break a line inside a number, some say between
//! the numbers what lamps they have (L, D). All of these are read. There is no check of any kind: a square is believed when two
//! of three lines agree. Chips have no meaning of their own: [`calibration`] learns whose piece each of them is in.
//! Nothing is ever said to these boards: what they take sets their lamps.

pub mod calibration;
pub mod device;
pub mod line;
pub mod session;

pub use device::{Device, SentioDevice};
pub use session::{SentioSession, Session};
