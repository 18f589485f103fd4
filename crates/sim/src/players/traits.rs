//! What is peculiar to a pair of hands: drawn once for each player, kept for the game.

use crate::{Ppm, Rng};

/// One player's habits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits {
    /// Of moves along a line: dragged over the squares between.
    pub drag_ppm: Ppm,
    /// Of captures: with one hand, the piece set down in the place of the other.
    pub swap_ppm: Ppm,
    /// Of moves: the piece comes near the square beside its target first.
    pub low_approach_ppm: Ppm,
    /// Of captures: the captured piece is carried off low over a neighbouring square.
    pub carry_off_ppm: Ppm,
    /// Of castlings: with both hands at once.
    pub two_hands_ppm: Ppm,
    /// How long the hand takes, in percent of the tempo's.
    pub hand_percent: u64,
}

impl Traits {
    /// The average of the players that were measured; none of them dragged pieces.
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

    /// Somebody. One player in thirty drags most of his pieces.
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
