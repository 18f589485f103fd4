//! The makers, a folder each: both sides of the cable.

pub mod certabo;
pub mod chesslink;
pub mod chessnut;
pub mod dgt;
pub mod dgt3000;
pub mod homemade;
pub mod novag;
pub mod pegasus;
pub mod squareoff;
