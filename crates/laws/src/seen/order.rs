//! The order of two events, as far as board and clock can tell: the errors of their times must not overlap.
//!
//! Two messages of one clock have an order whatever their error, provided each reports the whole state of the clock:
//! what only the later one reports had not happened at the earlier.

use crate::{Form, Phrase};
use board::{Millis, Time, Timing};
use std::cmp::Ordering;

/// Follows the sentence that says how far apart the two events were.
const UNKNOWN: Form = Form {
    en: "That is within the error: which was first is not known.",
    pl: "To mieści się w granicach błędu: nie wiadomo, co było pierwsze.",
    ru: "Это в пределах погрешности: что было раньше, неизвестно.",
};

/// Returns the sentence for two events that cannot be put in order; `None` if they can.
pub(crate) fn doubt(one: Time, other: Time) -> Option<Phrase> {
    one.order(other).is_none().then(|| UNKNOWN.plain())
}

/// Returns whether a press came before or after a flag; `None` if that is not known.
///
/// A clock that reports presses with its times reports press and flag in one kind of message: different messages have
/// an order, one message has none. A clock that reports a press at once says nothing of the flag then, and the errors
/// of both count.
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
        // The switch reports at once; the clock beside it reports its fallen flag up to a second later.
        check(Maker::Home, 8_900, Some(Ordering::Less));
        check(Maker::Home, 9_999, None);
        check(Maker::Home, 10_050, None);
        check(Maker::Home, 10_100, Some(Ordering::Greater));
    }
}
