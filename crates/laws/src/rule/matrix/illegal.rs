//! Illegal moves: the pages.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::IllegalMoveCompleted,
        page(
            [
                &["7.4(a)", "7.4(b)", "4.3", "4.6", "6.13"],
                &["7.5.1", "7.5.5", "4.3", "4.7", "7.1"],
                &["7.5.1", "7.5.5", "4.3", "4.7", "7.1"],
            ],
            "",
            "",
            "",
        ),
    ),
    (RuleId::IllegalMoveCount, page([&["7.4(b)"], &["7.5.5"], &["7.5.5"]], "", "", "")),
    (RuleId::IllegalMoveUncompleted, page([&["4.6", "7.4(a)"], &["7.5.1"], &["7.5.1"]], "", "", "")),
    (
        RuleId::IllegalMoveWindow,
        page([&["A.4(c)", "B.3(c)"], &["13.4.2", "14.4"], &["A.5.2", "B.3"]], "", "", ""),
    ),
    (RuleId::IllegalMoveFoundLate, page([&["7.4(a)"], &["7.5.1"], &["7.5.1"]], "", "", "")),
    (RuleId::KingCaptured, page([&["1.2", "7.4(a)"], &["1.4.1", "7.5.1"], &["1.4.1", "7.5.1"]], "", "", "")),
    (RuleId::BothKingsInCheck, page([&["7.4(a)"], &["7.5.1"], &["7.5.1"]], "", "", "")),
    (RuleId::PawnOnLastRank, page([&["7.4(a)"], &["7.5.2"], &["7.5.2"]], "", "", "")),
    (RuleId::TwoHands, page([&["4.1"], &["4.1", "7.5.4"], &["4.1", "7.5.4"]], "", "", "")),
];
