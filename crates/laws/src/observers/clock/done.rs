//! What a side had done when its flag fell, as far as board and clock can tell.
//!
//! Board and clock are two devices: a piece and a flag have an order only where their errors do not overlap. A press and a flag
//! are told by one, see [`order::of_press`].

use crate::seen::{order, scene::Scene};
use board::Time;
use game::{Ply, PlyState};
use shakmaty::{Color, Position};
use std::cmp::Ordering;

/// What a side had done when its flag fell.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Moves that were completed before it for certain.
    pub(super) completed: u32,
    /// So many more may have been.
    pub(super) doubtful: u32,
    /// Whether a completed one had ended the game.
    pub(super) ended: Ended,
    /// Moves that stood on the board about when it fell, and were not completed for certain; none that came after it for certain.
    pub(super) near: Vec<Near>,
}

/// Whether the position had ended the game before the flag fell.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// It had not.
    #[default]
    No,
    /// It had.
    Before,
    /// It ended the game, and which was first is not known.
    Unknown,
}

/// A move about when the flag fell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Near {
    /// Its ply, counted from 0.
    pub(super) index: usize,
    /// When it was made.
    pub(super) made: Time,
    /// When it was pressed for, where it is not known whether that was before the flag.
    pub(super) pressed: Option<Time>,
}

/// What a side had done when its flag fell.
pub(super) fn by(scene: &Scene, side: Color, flag: Time) -> Done {
    let plies = &scene.score.plies;
    let mut done = Done::default();
    for (index, ply) in plies.iter().enumerate().filter(|(index, _)| scene.score.mover(*index) == side) {
        let made = scene.timing.of_square(ply.made_ms);
        let is_end = ends(ply);
        // His own next move completes the one before, where the edition says so; it is near the flag itself then.
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
            // One word of the clock, or two within their errors.
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

/// Whether no game can go on after a ply.
pub(super) fn ends(ply: &Ply) -> bool {
    ply.after.position().is_some_and(|position| position.legal_moves().is_empty())
}
