//! Novag Citrine and Star Diamond, both ends of the cable: docs/protocols/novag.md, "Frames".
//!
//! ```text
//!  host   I · U ON · X ON                                     lines of text, CR LF
//!  board  M 1 e2-e4 · M 1, e7-e5 · M 60 a7-a8/Q               moves, a comma for Black's
//!         M 4 O-O · M 7 e5xd6ep · T 1, e7-e5 · New Game       castling, in passing; take back; it forgets its settings
//! ```
//! These boards follow the game themselves and report moves, not squares. The session starts from the placement that
//! the game expected when the link began, and changes it by every move reported. Anything else that hands do on the
//! board goes unnoticed.
//!
//! To a DGT board `I` (0x49) means eight seconds of log, and `N` (0x4e, also in `X ON`) the boot loader. So a Novag
//! board is never looked for by asking: it is named in the configuration, or recognised when it reports a move.
//! Before its session sends any of these letters, it makes sure with the harmless 0x4d that no DGT board has come to
//! the port.

pub mod device;
pub mod game;
pub mod line;
pub mod session;

pub use device::Device;
pub use session::Session;
