//! The wire: its bytes per version, its framing under every cut and damage, and both ends of a link.

mod chips;
mod framing;
mod golden_bytes;
mod link;
mod scanning;
mod two_wire;
mod wirings;
