//! Displaced pieces, start position, restoring: the pages.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (RuleId::DisplacedPiece, page([&["7.3", "7.5"], &["7.4", "7.6"], &["7.4", "7.6"]], "", "", "")),
    (
        RuleId::DisplacedOwnTime,
        page([&["7.3"], &["7.4.1", "7.4.2", "7.4.3"], &["7.4.1", "7.4.2", "7.4.3"]], "", "", ""),
    ),
    (RuleId::DisplacedRestored, page([&["7.3"], &["7.4.1"], &["7.4.1"]], "", "", "")),
    (RuleId::RestorePosition, page([&["6.13", "7.4(a)", "7.5"], &["7.1"], &["7.1"]], "", "", "")),
    (RuleId::MoveCounter, page([&["6.10(b)", "6.13"], &["6.10.2", "7.1"], &["6.10.2", "7.1"]], "", "", "")),
    (RuleId::SensorUnreliable, page([&[], &[], &[]], "", "", "")),
    (
        RuleId::StartPosition,
        page([&["2.2", "2.3", "7.1(a)"], &["2.2", "2.3", "7.2.1"], &["2.2", "2.3", "7.2.1"]], "", "", ""),
    ),
    (RuleId::BoardOrientation, page([&["2.1", "7.1(b)"], &["2.1", "7.2.2"], &["2.1", "7.2.2"]], "", "", "")),
    (RuleId::ColoursReversed, page([&["7.2"], &["7.3"], &["7.3"]], "", "", "")),
];
