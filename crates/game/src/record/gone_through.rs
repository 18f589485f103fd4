//! What was pressed for and withdrawn while nobody presses any more.

use crate::Ply;

/// The plies of the score that were pressed for and withdrawn since the last press.
#[derive(Debug, Clone)]
pub(crate) struct GoneThrough {
    /// The index of the first of them.
    pub(crate) from: usize,
    /// They, and the plies that followed them.
    pub(crate) plies: Vec<Ply>,
    /// Set while the clock is stopped, and the score shows them again.
    pub(crate) is_restored: bool,
}
