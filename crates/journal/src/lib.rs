//! The book: record lines, hash chain, reader, writer, recovery verdict, signatures, excerpts.
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
//! * A book that was cut exactly at the end of a line looks whole. Only a head kept elsewhere ([`KnownHead`]) can tell
//!   that records are missing from the end.
//! * What was erased leaves a signed [`Tombstone`], and the chain goes on behind it.
//! * Whoever has the file can chain it anew. Only who has the key can sign it anew ([`signature`], [`audit`]).

pub mod chain;
mod evidence;
pub mod hex;
pub mod mark;
pub mod opening;
pub mod reader;
pub mod writer;

pub use chain::Chain;
pub use evidence::accepted::Accepted;
pub use evidence::audit::{Audit, Audited, Expected, Finding};
pub use evidence::excerpt::{Excerpt, ExcerptCutter, Link};
pub use evidence::known_head::KnownHead;
pub use evidence::signature::{PublicKey, SignedHead};
pub use evidence::tombstone::Tombstone;
pub use evidence::unsigned::Stretch;
pub use evidence::witness::Witness;
pub use evidence::{accepted, audit, excerpt, known_head, seal, signature, tombstone, unsigned, witness};
pub use opening::Opening;
pub use reader::{Reader, Record, Verdict};
pub use writer::{AppendError, Writer};

/// The longest line, with its check and line feed. A longer one is refused by the writer and damage to the reader.
pub const LINE_MAX: usize = 1 << 20;
