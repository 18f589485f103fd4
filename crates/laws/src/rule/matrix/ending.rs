//! Draws and the end of the game: the pages.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (RuleId::Checkmate, page([&["1.2", "5.1(a)"], &["1.4.1", "5.1.1"], &["1.4.1", "5.1.1"]], "", "", "")),
    (RuleId::Stalemate, page([&["5.2(a)"], &["5.2.1"], &["5.2.1"]], "", "", "")),
    (
        RuleId::DeadPosition,
        page([&["1.3", "5.2(b)", "9.6"], &["1.5", "5.2.2"], &["1.5", "5.2.2"]], "", "", ""),
    ),
    (RuleId::Resignation, page([&["5.1(b)"], &["5.1.2"], &["5.1.2"]], "", "", "")),
    (
        RuleId::DrawOffer,
        page([&["9.1(b)", "8.1"], &["9.1.2", "8.1.5", "17.11"], &["9.1.2", "8.1.5"]], "", "", ""),
    ),
    (RuleId::DrawRestriction, page([&["9.1(a)"], &["9.1.1", "5.2.3"], &["9.1.1", "5.2.3"]], "", "", "")),
    (
        RuleId::ThreefoldClaim,
        page(
            [
                &["5.2(d)", "9.2(a)", "9.2(b)"],
                &["9.2.1.1", "9.2.1.2", "9.2.2", "11.12"],
                &["9.2.1", "9.2.2", "9.2.3"],
            ],
            "",
            "",
            "",
        ),
    ),
    (
        RuleId::FiftyMoveClaim,
        page([&["5.2(e)", "9.3(a)", "9.3(b)"], &["9.3.1", "9.3.2"], &["9.3.1", "9.3.2"]], "", "", ""),
    ),
    (RuleId::FivefoldRepetition, page([&[], &["9.6.1"], &["9.6.1"]], "", "", "")),
    (RuleId::SeventyfiveMoves, page([&[], &["9.6.2"], &["9.6.2"]], "", "", "")),
    (RuleId::ClaimAfterTouch, page([&["9.4"], &["9.4"], &["9.4"]], "", "", "")),
    (RuleId::WrongClaimBonus, page([&["9.5(b)"], &["9.5.3"], &["9.5.3"]], "", "", "")),
    (RuleId::ClaimStopsClock, page([&["9.5"], &["9.5.1"], &["9.5.1"]], "", "", "")),
    (RuleId::ResultEntry, page([&["8.7", "11.1"], &["8.7", "10.1", "10.2"], &["8.7", "10"]], "", "", "")),
    (RuleId::KingsCentre, page([&[], &["32.5"], &[]], "", "", "")),
];
