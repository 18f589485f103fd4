//! The order of two events, as far as board and clock can tell. The order is known only if the errors of the events'
//! times do not overlap.
//!
//! Two messages of one clock can be put in order whatever their error, if each reports the whole state of the clock: if
//! only the later message reports an event, the event had not happened when the earlier message was sent.

use crate::{Form, Phrase};
use board::{Millis, Time, Timing};
use std::cmp::Ordering;

/// The sentence that the order of two events is unknown. It follows the sentence on the time between them.
const UNKNOWN: Form = Form {
    en: "That is within the error: which was first is not known.",
    pl: "To mieści się w granicach błędu: nie wiadomo, co było pierwsze.",
    ru: "Это в пределах погрешности: что было раньше, неизвестно.",
};

/// Returns the sentence that the order of two events is unknown; `None` if it is known.
pub(crate) fn doubt(one: Time, other: Time) -> Option<Phrase> {
    one.order(other).is_none().then(|| UNKNOWN.plain())
}

/// Returns whether a press came before or after a flag; `None` if that is not known.
///
/// If a clock reports presses together with its times, one kind of message reports both press and flag: two messages
/// give an order, a single message gives none. If a clock reports a press at once, the message of the press says
/// nothing of the flag, and the errors of both times count.
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
        // The switch reports a press at once. The clock beside it reports a fallen flag up to a second late.
        check(Maker::Home, 8_900, Some(Ordering::Less));
        check(Maker::Home, 9_999, None);
        check(Maker::Home, 10_050, None);
        check(Maker::Home, 10_100, Some(Ordering::Greater));
    }
}
