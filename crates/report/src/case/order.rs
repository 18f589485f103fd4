//! The order of touches. Times are inexact, so each touch gets the first and the last place in the order that it can
//! have.
//!
//! One touch certainly follows another if no error within the limits can reverse their order ([`Time::order`]). The
//! first place of a touch comes after all touches that it certainly follows. The last place comes before all touches
//! that certainly follow it.

use super::Touch;
use std::cmp::Ordering;

/// Sets the first and the last place of each touch.
pub(super) fn place(touches: &mut [Touch]) {
    let count = touches.len();
    for index in 0..count {
        let time = touches[index].time;
        let before = |touch: &&Touch| touch.time.order(time) == Some(Ordering::Less);
        let after = |touch: &&Touch| touch.time.order(time) == Some(Ordering::Greater);
        let earlier = touches.iter().filter(before).count();
        let later = touches.iter().filter(after).count();
        touches[index].place = (earlier + 1, count - later);
    }
}

#[cfg(test)]
mod tests {
    use super::place;
    use crate::case::{Handled, Touch};
    use board::{Contents, Timing};
    use shakmaty::{Color, Square};

    fn check(squares: &[u64], presses: &[u64], places: &[(usize, usize)]) {
        let square = |&t_ms: &u64| Touch {
            time: Timing::DGT.of_square(t_ms),
            seq: 1,
            what: Handled::Square { square: Square::E2, before: None, now: Contents::Empty },
            place: (0, 0),
        };
        let press = |&t_ms: &u64| Touch {
            time: Timing::DGT.of_press(t_ms),
            seq: 1,
            what: Handled::Press(Color::White),
            place: (0, 0),
        };
        let mut touches: Vec<Touch> = squares.iter().map(square).chain(presses.iter().map(press)).collect();
        touches.sort_by_key(|touch| touch.time.t_ms);
        place(&mut touches);
        let found: Vec<(usize, usize)> = touches.iter().map(|touch| touch.place).collect();
        assert_eq!(found, places, "{squares:?} {presses:?}");
    }

    #[test]
    fn touches_of_one_scan_have_no_order_and_others_have() {
        check(&[1_000, 2_000, 3_000], &[], &[(1, 1), (2, 2), (3, 3)]);
        check(&[1_000, 1_000], &[], &[(1, 2), (1, 2)]);
        check(&[1_000, 1_150, 2_000], &[], &[(1, 2), (1, 2), (3, 3)]);
        // The first and the second touch may be in reverse order, and so may the second and the third, but not the
        // first and the third.
        check(&[1_000, 1_200, 1_400], &[], &[(1, 2), (1, 3), (2, 3)]);
        // A press is reported late, so it may have happened before the piece was put down.
        check(&[1_000, 4_000], &[4_500], &[(1, 1), (2, 3), (2, 3)]);
        check(&[], &[], &[]);
    }
}
