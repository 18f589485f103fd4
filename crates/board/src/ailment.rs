//! Faults of a board or its cable that its bytes reveal while the board can still be followed. They are for the
//! operator.

/// A fault of a board or its cable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ailment {
    /// The board sends reports but answers no question, so it seems to receive nothing. Its reports are followed, but
    /// it cannot be asked which pieces are on it.
    Deaf {
        /// True once the pieces on the board are known; false while the board has not reported enough.
        is_followed: bool,
    },
    /// No character arrives with the parity that the maker's boards send.
    NoParity,
}
