//! The moves that a side had made and completed when its flag fell, as far as board and clock can tell.
//!
//! Board and clock are two devices: the order of a move and a flag is known only if the errors of their times do not
//! overlap. A press and a flag are both reported by the clock: see [`order::of_press`].

use crate::seen::{order, scene::Scene};
use board::Time;
use game::{Ply, PlyState};
use shakmaty::{Color, Position};
use std::cmp::Ordering;

/// The moves that a side had made and completed when its flag fell.
#[derive(Debug, Clone, Default)]
pub(super) struct Done {
    /// The number of moves that were certainly completed before the flag fell.
    pub(super) completed: u32,
    /// The number of further moves that may have been completed before the flag fell.
    pub(super) doubtful: u32,
    /// Says whether one of the side's moves ended the game, and whether before the flag fell.
    pub(super) ended: Ended,
    /// The moves made before or around the fall of the flag that were not certainly completed by then. Moves that were
    /// certainly made after it are left out.
    pub(super) near: Vec<Near>,
}

/// Says whether the game had ended on the board when the flag fell.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// The game had not ended.
    #[default]
    No,
    /// The game had ended before the flag fell.
    Before,
    /// The game ended, but it is unknown whether before or after the flag fell.
    Unknown,
}

/// A move made around the time at which the flag fell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Near {
    /// The index of the ply; the first ply has index 0.
    pub(super) index: usize,
    /// The time at which the move was made.
    pub(super) made: Time,
    /// The time of the press after the move, if it is unknown whether the press came before or after the flag;
    /// otherwise `None`.
    pub(super) pressed: Option<Time>,
}

/// Returns the moves that a side had made and completed when its flag fell.
pub(super) fn by(scene: &Scene, side: Color, flag: Time) -> Done {
    let plies = &scene.score.plies;
    let mut done = Done::default();
    for (index, ply) in plies.iter().enumerate().filter(|(index, _)| scene.score.mover(*index) == side) {
        let made = scene.timing.of_square(ply.made_ms);
        let is_end = ends(ply);
        // In some editions, a player's next move completes a move after which they did not press. Then the next move is
        // the one near the flag.
        let mut by_next_move = false;
        let completed = match (ply.pressed_ms, ply.state) {
            _ if is_end => made.order(flag),
            (Some(pressed_ms), _) => order::of_press(scene.timing, pressed_ms, flag),
            (None, PlyState::Completed) => {
                by_next_move = true;
                let next = plies.get(index + 2).map(|next| scene.timing.of_square(next.made_ms));
                next.map_or(Some(Ordering::Greater), |next| next.order(flag))
            }
            (None, PlyState::Provisional | PlyState::Final) => Some(Ordering::Greater),
        };
        match completed {
            Some(Ordering::Less) => {
                done.completed += 1;
                done.ended = if is_end { Ended::Before } else { done.ended };
                continue;
            }
            // Press and flag came in one message of the clock, or in two messages whose errors overlap.
            Some(Ordering::Equal) | None => {
                done.doubtful += 1;
                done.ended = if is_end { Ended::Unknown } else { done.ended };
                if by_next_move {
                    continue;
                }
            }
            Some(Ordering::Greater) => {}
        }
        if made.order(flag) != Some(Ordering::Greater) {
            let is_doubtful = completed.is_none() && !is_end;
            let pressed = ply.pressed_ms.filter(|_| is_doubtful).map(|t_ms| scene.timing.of_press(t_ms));
            done.near.push(Near { index, made, pressed });
        }
    }
    done
}

/// Returns whether the player to move after a ply has no legal move.
pub(super) fn ends(ply: &Ply) -> bool {
    ply.after.position().is_some_and(|position| position.legal_moves().is_empty())
}
