//! Touched pieces, adjusting, castling: the pages.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::TouchedOwnPiece,
        page([&["4.3(a)", "4.5"], &["4.2.2", "4.3.1", "4.5"], &["4.2.2", "4.3.1", "4.5"]], "", "", ""),
    ),
    (RuleId::TouchedOpponentPiece, page([&["4.3(b)"], &["4.3.2"], &["4.3.2"]], "", "", "")),
    (RuleId::TouchedBothColours, page([&["4.3(c)"], &["4.3.3"], &["4.3.3"]], "", "", "")),
    (RuleId::TouchClaimWindow, page([&["4.7"], &["4.8"], &["4.8"]], "", "", "")),
    (RuleId::TouchRapidClaimOnly, page([&["A.4(b)"], &[], &[]], "", "", "")),
    (RuleId::AdjustPieces, page([&["4.2"], &["4.2.1"], &["4.2.1"]], "", "", "")),
    (RuleId::AdjustOffClock, page([&["4.2"], &["6.2.5"], &["6.2.5"]], "", "", "")),
    (
        RuleId::CastlingKingFirst,
        page([&["3.8(a)", "4.6(b)"], &["3.8.2", "4.7.2"], &["3.8.2", "4.7.2"]], "", "", ""),
    ),
    (
        RuleId::CastlingTouchOrder,
        page([&["4.4(b)", "4.3(a)"], &["4.4.2", "4.3.1"], &["4.4.2", "4.3.1"]], "", "", ""),
    ),
    (RuleId::CastlingTouchedNotDone, page([&["4.4(a)"], &["4.4.1"], &["4.4.1"]], "", "", "")),
    (
        RuleId::CastlingKingReleased,
        page([&["4.6(b)", "4.4(c)"], &["4.7.2", "4.4.3"], &["4.7.2", "4.4.3"]], "", "", ""),
    ),
    (
        RuleId::CastlingIllegal,
        page(
            [&["7.4(a)", "7.4(b)", "4.4(c)"], &["7.5.1", "7.5.5", "4.4.3"], &["7.5.1", "7.5.5", "4.4.3"]],
            "",
            "",
            "",
        ),
    ),
    (
        RuleId::CastlingRookMissing,
        page(
            [&["7.4(a)", "7.4(b)", "4.6(b)"], &["7.5.1", "7.5.5", "4.7.2"], &["7.5.1", "7.5.5", "4.7.2"]],
            "",
            "",
            "",
        ),
    ),
];
