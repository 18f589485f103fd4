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
        // A press for the player's next move completes this one only where that move itself does not.
        let next_completes = scene.profile.edition.next_move_completes();
        let pressed_ms = if next_completes { scene.score.press_ms(index) } else { ply.pressed_ms };
        let completed = match (pressed_ms, ply.state) {
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
            let pressed = pressed_ms.filter(|_| is_doubtful).map(|t_ms| scene.timing.of_press(t_ms));
            done.near.push(Near { index, made, pressed });
        }
    }
    done
}

/// Returns whether the player to move after a ply has no legal move.
pub(super) fn ends(ply: &Ply) -> bool {
    ply.after.position().is_some_and(|position| position.legal_moves().is_empty())
}

#[cfg(test)]
mod tests {
    use super::by;
    use crate::{
        Edition, Profile,
        seen::{scene::Scene, trail::Trail},
    };
    use board::{BoardEvent, Contents, Maker, Millis, Reading, Sensing, Timing};
    use game::{Played, Ply, PlyNo, PlyState, Reason, Score, Standing, Tags};
    use shakmaty::{Color, Square, san::San};
    use std::cell::OnceCell;

    /// The plies 1. Nf3 Nc6 2. d4, made every 5 s. White pressed for the second of their moves at 20 s, and forgot the first press:
    /// the press is noted at both.
    fn with_forgotten_press() -> Score {
        let mut score = Score::new(1, Standing::initial(), Tags::default(), 0);
        let pressed = [Some(20_000), None, Some(20_000)];
        for (san, (made_ms, pressed_ms)) in ["Nf3", "Nc6", "d4"].into_iter().zip((1..).zip(pressed)) {
            let position = score.standing().position().expect("the game goes on").clone();
            let mv = san.parse::<San>().expect("a move").to_move(&position).expect("it is legal");
            let made_ms: Millis = made_ms * 5_000;
            let after = score.standing().play(mv);
            score.plies.push(Ply {
                played: Played::Legal(mv),
                after,
                state: PlyState::Completed,
                reason: Reason::Press,
                touched_ms: made_ms - 500,
                made_ms,
                pressed_ms,
                left_ms: None,
                estimated: false,
                released: false,
            });
        }
        score
    }

    /// Looks at the game under an edition.
    fn look<T>(edition: Edition, trail: &Trail, at: impl FnOnce(&Scene) -> T) -> T {
        let profile = Profile { edition, ..Profile::default() };
        at(&Scene {
            t_ms: 30_000,
            profile: &profile,
            parameters: &profile.parameters(),
            control: None,
            sensing: Sensing::Piece,
            timing: Timing::of(Maker::Dgt),
            score: &with_forgotten_press(),
            trail,
            asked: None,
            is_clock_turned: false,
            hands: &OnceCell::new(),
        })
    }

    #[test]
    fn hands_that_forgot_to_press_are_those_of_their_own_turn() {
        let mut trail = Trail::default();
        trail.note(0, &BoardEvent::Reading(Reading::from_board(Standing::initial().board())));
        for (t_ms, square) in [(4_500, Square::G1), (9_500, Square::B8), (14_500, Square::D2)] {
            trail.note(t_ms, &BoardEvent::Square { square, contents: Contents::Empty });
        }
        let lifted = |ply: usize| {
            let of =
                |scene: &Scene| scene.hands(PlyNo::of_index(ply)).lifts.iter().map(|it| it.square).collect();
            look::<Vec<Square>>(Edition::Fide23, &trail, of)
        };
        assert_eq!([0, 1, 2].map(lifted), [[Square::G1], [Square::B8], [Square::D2]]);
    }

    #[test]
    fn the_next_move_completes_one_whose_press_was_forgotten_where_the_laws_say_so() {
        let timing = Timing::of(Maker::Dgt);
        let completed = |edition: Edition, flag_ms: Millis| {
            look(edition, &Trail::default(), |scene| {
                by(scene, Color::White, timing.of_flag(flag_ms)).completed
            })
        };
        for edition in [Edition::Ru20, Edition::Fide23] {
            assert_eq!([13_000, 18_000, 25_000].map(|ms| completed(edition, ms)), [0, 1, 2], "{edition:?}");
        }
        assert_eq!([18_000, 25_000].map(|ms| completed(Edition::Pl09, ms)), [0, 2]);
    }
}
