//! Which of two happenings was first, where board and clock can tell: the errors of their times must not overlap.
//!
//! Two words of one clock have an order whatever their error, where each says how everything stood: what only the later one
//! says had not happened at the earlier.

use crate::{Form, Phrase};
use board::{Millis, Time, Timing};
use std::cmp::Ordering;

/// Follows the sentence that tells how far apart the two were.
const UNKNOWN: Form = Form {
    en: "That is within the error: which was first is not known.",
    pl: "To mieści się w granicach błędu: nie wiadomo, co było pierwsze.",
    ru: "Это в пределах погрешности: что было раньше, неизвестно.",
};

/// What is to be said of two happenings that cannot be told apart; nothing of those that can.
pub(crate) fn doubt(one: Time, other: Time) -> Option<Phrase> {
    one.order(other).is_none().then(|| UNKNOWN.plain())
}

/// Whether a press came before or after a flag; none where that is not known.
///
/// A clock that tells a press with its times tells both in one kind of word: different words have an order, one word has none.
/// A clock that tells a press at once says nothing of the flag then, and the errors of both count.
pub(crate) fn of_press(timing: Timing, pressed_ms: Millis, flag: Time) -> Option<Ordering> {
    if timing.press_ms < timing.quantum_ms {
        return timing.of_press(pressed_ms).order(flag);
    }
    Some(pressed_ms.cmp(&flag.t_ms)).filter(|order| order.is_ne())
}

#[cfg(test)]
mod tests {
    use super::of_press;
    use board::{Maker, Millis, Timing};
    use std::cmp::Ordering;

    #[test]
    fn a_press_and_a_flag_have_an_order_where_the_clock_tells_it() {
        let check = |maker: Maker, pressed_ms: Millis, order: Option<Ordering>| {
            let timing = Timing::of(maker);
            assert_eq!(
                of_press(timing, pressed_ms, timing.of_flag(10_000)),
                order,
                "{maker:?}, {pressed_ms}"
            );
        };
        check(Maker::Dgt, 9_999, Some(Ordering::Less));
        check(Maker::Dgt, 10_000, None);
        check(Maker::Dgt, 10_001, Some(Ordering::Greater));
        // Its switch tells at once, the clock beside it that its flag is down up to a second later.
        check(Maker::Home, 8_900, Some(Ordering::Less));
        check(Maker::Home, 9_999, None);
        check(Maker::Home, 10_050, None);
        check(Maker::Home, 10_100, Some(Ordering::Greater));
    }
}
