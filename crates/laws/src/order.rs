//! Which of two happenings was first, where board and clock can tell: the errors of their times must not overlap.
//!
//! Two words of one clock have an order whatever their error: each says how everything stood, so what only the later one
//! says had not happened at the earlier.

use crate::{Form, Phrase};
use board::Time;

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
