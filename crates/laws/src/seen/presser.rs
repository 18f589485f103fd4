//! The player who pressed while pieces were displaced, by the first press after the displacement. The opponent may then
//! press to give that player their time back: under PL09 7.3, and 7.4.1 of the later editions, pieces are put right on
//! the time of the player who displaced them.

use crate::seen::{
    differences::{differences, is_arrival},
    scene::Scene,
    trail::Press,
};
use board::Millis;
use shakmaty::{Color, Square};
use std::cmp::Ordering;

/// The player who pressed first after pieces were displaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presser {
    /// Nobody has pressed since the pieces were displaced.
    Nobody,
    /// This player pressed first, so the pieces were displaced on their time.
    Of(Color),
    /// The press and the displacement are closer together than the error of their times, so it is unknown on whose time
    /// it happened.
    Unknown,
}

impl Presser {
    pub(crate) fn known(self) -> Option<Color> {
        match self {
            Presser::Of(color) => Some(color),
            Presser::Nobody | Presser::Unknown => None,
        }
    }
}

/// Returns the player who pressed first after the last change of these squares.
pub(crate) fn of(scene: &Scene, squares: &[Square]) -> Presser {
    let Some(changed_ms) = last_change_ms(scene, squares, scene.t_ms) else { return Presser::Nobody };
    let changed = scene.timing.of_square(changed_ms);
    for press in scene.trail.presses() {
        match scene.timing.of_press(press.t_ms).order(changed) {
            Some(Ordering::Less) => {}
            Some(Ordering::Greater) => return Presser::Of(press.by),
            Some(Ordering::Equal) | None => return Presser::Unknown,
        }
    }
    Presser::Nobody
}

/// Returns whether pieces were displaced at the instant of this press, perhaps on the opponent's time. If so, the press
/// may give that time back.
pub(crate) fn is_given_back(scene: &Scene, press: Press) -> bool {
    let opponents =
        scene.trail.presses().rev().find(|other| other.by != press.by && other.t_ms <= press.t_ms);
    let Some(opponents) = opponents else { return false };
    let reading = scene.trail.reading_at(press.t_ms);
    let made = scene.score.plies.iter().take_while(|ply| ply.made_ms <= press.t_ms).count();
    let standing = scene.score.after(made);
    let squares: Vec<Square> = differences(&reading, standing).iter().map(|(square, ..)| *square).collect();
    let Some(changed_ms) = last_change_ms(scene, &squares, press.t_ms) else { return false };
    let given = scene.timing.of_press(opponents.t_ms);
    squares.iter().any(|square| is_arrival(&reading, standing, *square))
        && scene.timing.of_square(changed_ms).order(given) != Some(Ordering::Greater)
}

fn last_change_ms(scene: &Scene, squares: &[Square], until_ms: Millis) -> Option<Millis> {
    let of_them = scene.trail.changes(0, until_ms).filter(|change| squares.contains(&change.square));
    of_them.last().map(|change| change.t_ms)
}
