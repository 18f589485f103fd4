//! What is known of a board's sensors before a round: from the board itself, and from its reading of the start position.

use super::missing::Lack;
use crate::Link;
use board::{Contents, Reading};
use game::Standing;
use shakmaty::{Bitboard, Square};

/// The greatest number of wrong squares at which a sensor is suspected. If more are wrong, the pieces are.
const SUSPECTED_MAX: usize = 2;

/// Returns what the sensors of a board lack. `wrong` are the squares that differ from the start position.
pub(super) fn lacks(
    link: &Link,
    start: &Standing,
    reading: Option<&Reading>,
    wrong: &[Square],
) -> impl Iterator<Item = Lack> {
    let health = link.sensor_health();
    let due = start.board().occupied();
    let dead = health.map_or(Bitboard::EMPTY, |health| health.dead);
    let suspected = if wrong.len() <= SUSPECTED_MAX { wrong } else { &[] };
    let suspected: Bitboard = suspected.iter().copied().filter(|square| !dead.contains(*square)).collect();
    // While another position stands on the board, a square that was always occupied says nothing.
    let stuck = health.map_or(Bitboard::EMPTY, |health| health.stuck & suspected & !due);
    // A piece in the place of another is read well.
    let is_misread = |square: &Square| {
        reading.is_some_and(|reading| (reading.at(*square) == Contents::Empty) == due.contains(*square))
    };
    let doubted: Bitboard = (suspected & !stuck).into_iter().filter(is_misread).collect();
    let is_wired_badly = health.is_some_and(|health| health.is_wiring_faulty);
    let listed = |squares: Bitboard, lack: fn(Vec<Square>) -> Lack| {
        squares.any().then(|| lack(squares.into_iter().collect()))
    };
    is_wired_badly
        .then_some(Lack::Wiring)
        .into_iter()
        .chain(listed(dead, Lack::DeadSensors))
        .chain(listed(stuck, Lack::StuckSensors))
        .chain(listed(doubted, Lack::DoubtedSensors))
}
