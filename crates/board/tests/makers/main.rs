//! The other makers' protocols, tested at their borders: bytes in, bytes out, events out.

mod asked;
mod bytes;
mod cable;
mod calibration;
mod chessnut;
mod novag;
mod told;
mod trouble;
