//! Berger's tables: who plays whom in a round robin (RU20 31.5), and in one of two cycles (31.6).

mod schedule;

pub use schedule::Schedule;

use crate::PlayerNo;

/// The pairings of a round by numbers, board 1 first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BergerRound {
    /// White and Black of each game.
    pub pairs: Vec<(PlayerNo, PlayerNo)>,
    /// The player who is free, if their number is odd.
    pub free: Option<PlayerNo>,
}

/// Returns the rounds of a round robin for players numbered from 1. Of fewer than two players there are none.
///
/// The last of an even number meets the others in the order 1, n/2 + 1, 2, n/2 + 2 …, and has Black in odd rounds. The
/// others sit in a circle, and those meet who have the same distance from the one whom the last meets.
pub fn rounds(players: PlayerNo) -> Vec<BergerRound> {
    let players = u32::from(players);
    let last = players + players % 2;
    if players < 2 {
        return Vec::new();
    }
    let circle = last - 1;
    let round = |number: u32| {
        let middle = number * (last / 2) % circle;
        let at = |steps: u32| (middle + steps) % circle + 1;
        let with_last = if number.is_multiple_of(2) { (at(0), last) } else { (last, at(0)) };
        let others = (1..last / 2).map(|steps| (at(steps), at(circle - steps)));
        let (real, free): (Vec<_>, Vec<_>) = std::iter::once(with_last)
            .chain(others)
            .partition(|(white, black)| *white <= players && *black <= players);
        let number_of = |player: u32| PlayerNo::try_from(player).unwrap_or(PlayerNo::MAX);
        BergerRound {
            pairs: real.into_iter().map(|(white, black)| (number_of(white), number_of(black))).collect(),
            free: free.first().map(|(white, black)| number_of(*white.min(black))),
        }
    };
    (0..circle).map(round).collect()
}

/// Returns the rounds of a round robin in which everybody meets everybody twice. The last two rounds of the first cycle
/// are exchanged, so that nobody has one colour three times in a row (31.6).
pub fn double_rounds(players: PlayerNo) -> Vec<BergerRound> {
    let mut all = two_cycles(players);
    let cycle = all.len() / 2;
    if let [.., before, last] = &mut all[..cycle] {
        std::mem::swap(before, last);
    }
    all
}

/// Returns the rounds of two cycles, each in the order of the tables, the second with colours reversed.
pub fn two_cycles(players: PlayerNo) -> Vec<BergerRound> {
    let first = rounds(players);
    let reversed = |round: &BergerRound| BergerRound {
        pairs: round.pairs.iter().map(|(white, black)| (*black, *white)).collect(),
        free: round.free,
    };
    let second: Vec<BergerRound> = first.iter().map(reversed).collect();
    first.into_iter().chain(second).collect()
}
