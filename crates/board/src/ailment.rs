//! What is wrong with a board or its cable though the board can be followed, as its bytes show it: for the operator.

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ailment {
    /// It talks and answers nothing: it does not hear. What it tells is followed, but nobody can ask it what stands on it.
    Deaf {
        /// Whether it is known what stands on it; else not enough was told yet.
        is_followed: bool,
    },
    /// None of its characters has the parity that its maker's have.
    NoParity,
}
