//! The journal: record lines, hash chain, reader, writer, recovery verdict, signatures, excerpts.
//!
//! ```text
//! line n:   CHECK SP BODY LF          CHECK = first 16 hexadecimal digits of h(n)
//!           h(0) = 32 zero bytes      h(n)  = sha256(h(n-1) || BODY(n))
//! ```
//!
//! The crate knows no chess and opens no file: text bodies become lines of bytes, and lines become bodies again. Other
//! crates decide what a body means.
//!
//! Invariants:
//! * Each body has exactly one form as a line: equal bodies give equal bytes.
//! * A changed, dropped, doubled or moved line breaks the chain at that line, and the reader reports where.
//! * A journal that was cut exactly at the end of a line looks complete. Only a head kept elsewhere ([`KnownHead`]) can
//!   reveal that records are missing at the end.
//! * Erased records leave a signed [`Tombstone`], and the chain continues after it.
//! * Anybody who has the file can compute a new chain for it. Only the holder of the key can make new signatures
//!   ([`signature`], [`audit`]).

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
pub use evidence::excerpt::{ChainLink, Excerpt, ExcerptCutter};
pub use evidence::known_head::KnownHead;
pub use evidence::signature::{PublicKey, SignedHead};
pub use evidence::tombstone::Tombstone;
pub use evidence::unsigned::Stretch;
pub use evidence::witness::Witness;
pub use evidence::{accepted, audit, excerpt, known_head, seal, signature, tombstone, unsigned, witness};
pub use opening::Opening;
pub use reader::{Reader, Record, Verdict};
pub use writer::{AppendError, Writer};

/// The greatest length of a line in bytes, including its check and its line feed. The writer refuses a longer line; the
/// reader reports it as damage.
pub const LINE_MAX: usize = 1 << 20;
