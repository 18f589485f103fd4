//! The snapshot of a table, taken before the players reconstruct the moves on another board (PL09 8.5(c), RU20 and FIDE
//! 8.5.3): the position, both times, whose clock was running, and the moves made and completed.

use super::text;
use crate::{Phrase, Value, seen::scene::Scene};
use board::{Millis, Time};
use shakmaty::{ByColor, Color};

/// The state of a table at one instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The instant of the snapshot.
    pub t_ms: Millis,
    /// The position according to the record.
    pub fen: String,
    /// The time left for each player; `None` if no clock was read.
    pub left: Option<ByColor<Time>>,
    /// The sentence that the clock has been silent for a while, so that the times are computed from an old reading;
    /// `None` if it has not.
    pub unheard: Option<Phrase>,
    /// The side whose clock was running; `None` if neither clock was running.
    pub running: Option<Color>,
    /// The number of moves that each side has made.
    pub made: ByColor<u32>,
    /// The number of moves that each side has completed.
    pub completed: ByColor<u32>,
}

impl Snapshot {
    pub(super) fn of(scene: &Scene) -> Snapshot {
        let score = scene.score;
        let made = |color: Color| {
            let count = (0..score.plies.len()).filter(|&index| score.mover(index) == color).count();
            u32::try_from(count).unwrap_or(u32::MAX)
        };
        Snapshot {
            t_ms: scene.t_ms,
            fen: score.standing().fen(),
            left: scene.left_now(),
            unheard: scene.unheard_clock(),
            running: score.clock.and_then(|face| face.running),
            made: ByColor::new_with(made),
            completed: ByColor::new_with(|color| scene.completed_by(color)),
        }
    }

    pub(super) fn phrases(&self) -> Vec<Phrase> {
        let number = |count: u32| Value::Number(count.into());
        let mut phrases = vec![text::FROZEN.with([Value::Words(self.fen.clone())])];
        phrases.extend(self.left.map(|left| text::TIMES.with([Value::Readings(left)])));
        phrases.extend(self.unheard.clone());
        phrases.push(match self.running {
            Some(side) => text::RUNS.with([Value::Side(side)]),
            None => text::NOBODY_RUNS.plain(),
        });
        let counts = [self.made.white, self.completed.white, self.made.black, self.completed.black];
        phrases.push(text::COUNTS.with(counts.map(number)));
        phrases
    }
}
