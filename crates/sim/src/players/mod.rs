//! The players: two pairs of hands, their pace, their habits and their troubles.

pub mod act;
pub mod hands;
pub mod tempo;
pub mod traits;
pub mod trouble;
