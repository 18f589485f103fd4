//! The habits of a pair of hands: drawn once for each player, kept for the game.

use crate::{Ppm, Rng};

/// One player's habits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits {
    /// The share of moves along a line that are dragged over the squares between.
    pub drag_ppm: Ppm,
    /// The share of captures made with one hand, which sets the capturing piece down in place of the captured one.
    pub swap_ppm: Ppm,
    /// The share of moves in which the piece first comes near a square beside its target.
    pub low_approach_ppm: Ppm,
    /// The share of captures in which the captured piece is carried off low over a neighbouring square.
    pub carry_off_ppm: Ppm,
    /// The share of castlings made with both hands at once.
    pub two_hands_ppm: Ppm,
    /// The time for which the player's hand carries a piece, in percent of the usual time of the tempo.
    pub hand_percent: u64,
}

impl Traits {
    /// Returns the average habits of the measured players, none of whom dragged pieces.
    pub fn measured() -> Traits {
        Traits {
            drag_ppm: 0,
            swap_ppm: 790_000,
            low_approach_ppm: 100_000,
            carry_off_ppm: 155_000,
            two_hands_ppm: 50_000,
            hand_percent: 100,
        }
    }

    /// Draws the habits of a player. One player in thirty drags most of their pieces.
    pub fn draw(rng: &mut Rng) -> Traits {
        let dragger = rng.chance(33_000);
        Traits {
            drag_ppm: if dragger { 700_000 } else { rng.below(20_000) as Ppm },
            swap_ppm: rng.beta(8, 2),
            low_approach_ppm: rng.beta(2, 18),
            carry_off_ppm: rng.beta(3, 16),
            two_hands_ppm: if rng.chance(100_000) { 400_000 } else { 20_000 },
            hand_percent: rng.between(85, 120),
        }
    }
}
