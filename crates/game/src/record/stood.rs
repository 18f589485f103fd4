//! A ply whose place was taken although it had stood.

use crate::Ply;
use board::Millis;

/// The last ply of the score as it stood before another took its place.
#[derive(Debug, Clone)]
pub(crate) struct Stood {
    pub(crate) index: usize,
    pub(crate) ply: Ply,
    /// The instant at which its place was taken.
    pub(crate) until_ms: Millis,
    /// Set if pieces stood where the score has none when the link was lost soon after.
    pub(crate) is_cleared: bool,
}
