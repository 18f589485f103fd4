//! Faults of a board or its cable that its bytes reveal while the board can still be followed. They are for the
//! operator.

/// A fault of a board or its cable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ailment {
    /// The board talks and answers nothing, so it does not hear. What it tells is followed, but it cannot be
    /// asked what stands on it.
    Deaf {
        /// True once the pieces on the board are known; false while it has not told enough.
        is_followed: bool,
    },
    /// No character has the parity that the maker's boards send.
    NoParity,
}
