//! The book: record lines, hash chain, reader, writer, recovery verdict.
//!
//! ```text
//! line n:   CHECK SP BODY LF          CHECK = first 16 hexadecimal digits of h(n)
//!           h(0) = 32 zero bytes      h(n)  = sha256(h(n-1) || BODY(n))
//! ```
//!
//! The crate knows no chess and opens no file: bodies come in as text, lines come out as bytes, and the other way
//! round. What a body means is for others to say.
//!
//! Invariants:
//! * A line that was written is never written differently: the same bodies give the same bytes.
//! * A changed, dropped, doubled or moved line breaks the chain at that line, and the reader says which it is.
//! * A book that was cut exactly at the end of a line looks whole. Only a head kept elsewhere ([`Chain::head_hex`])
//!   can tell that records are missing from the end.

pub mod chain;
pub mod mark;
pub mod opening;
pub mod reader;
pub mod writer;

pub use chain::Chain;
pub use opening::Opening;
pub use reader::{Reader, Record, Verdict};
pub use writer::{AppendError, Writer};

/// The longest line, with its check and line feed. A longer one is refused by the writer and damage to the reader.
pub const LINE_MAX: usize = 1 << 20;
