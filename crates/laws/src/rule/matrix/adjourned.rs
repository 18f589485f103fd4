//! Adjournment and the quickplay finish: the pages.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (RuleId::AdjournOrder, page([&["1(a)"], &["18.1.1"], &["I.1.1"]], "", "", "")),
    (RuleId::AdjournEarly, page([&["1(b)"], &["18.1.2"], &["I.1.2"]], "", "", "")),
    (RuleId::AdjournBoardMove, page([&["1(a)"], &["18.1.1"], &["I.1.1"]], "", "", "")),
    (RuleId::AdjournChange, page([&["1(a)"], &["18.1.1"], &["I.1.1"]], "", "", "")),
    (RuleId::AdjournEnvelope, page([&["2", "3"], &["18.2", "18.3"], &["I.2", "I.3"]], "", "", "")),
    (RuleId::AdjournDrawOffer, page([&["4"], &["18.4"], &["I.4"]], "", "", "")),
    (RuleId::AdjournConcluded, page([&["6"], &["18.6"], &["I.6"]], "", "", "")),
    (RuleId::AdjournSetup, page([&["5"], &["18.5"], &["I.5"]], "", "", "")),
    (RuleId::AdjournOpen, page([&["7", "9(a)"], &["18.7", "18.9.1"], &["I.7", "I.9.1"]], "", "", "")),
    (RuleId::AdjournReplierAbsent, page([&["9(b)"], &["18.9.2"], &["I.9.2"]], "", "", "")),
    (RuleId::AdjournSealerAbsent, page([&["9(c)"], &["18.9.3"], &["I.9.3"]], "", "", "")),
    (RuleId::AdjournSealedInvalid, page([&["8"], &["18.8"], &["I.8"]], "", "", "")),
    (RuleId::AdjournLate, page([&["10"], &["18.10"], &["I.10"]], "", "", "")),
    (RuleId::AdjournBothAbsent, page([&[], &["18.11"], &["I.11"]], "", "", "")),
    (
        RuleId::AdjournMissingEnvelope,
        page([&["11(a)", "11(b)"], &["18.12.1", "18.12.2"], &["I.12.1", "I.12.2"]], "", "", ""),
    ),
    (RuleId::AdjournClockError, page([&["12"], &["18.13"], &["I.13"]], "", "", "")),
    (RuleId::AdjournSessionClock, page([&["13"], &["18.14"], &["I.14"]], "", "", "")),
    (
        RuleId::QuickplayScope,
        page([&["10.1"], &["19.1", "19.2.1", "19.2.2"], &["III.1", "III.2.1", "III.2.2"]], "", "", ""),
    ),
    (RuleId::QuickplayPhase, page([&["10.1"], &["19.1"], &["III.1"]], "", "", "")),
    (RuleId::QuickplayEligible, page([&["10.2"], &["19.4", "19.5"], &["III.4", "III.5"]], "", "", "")),
    (RuleId::QuickplayIncrementRequest, page([&[], &["19.4"], &["III.4"]], "", "", "")),
    (RuleId::QuickplayDrawClaim, page([&["10.2"], &["19.5"], &["III.5"]], "", "", "")),
    (RuleId::QuickplayAgreed, page([&["10.2(a)"], &["19.5.1"], &["III.5.1"]], "", "", "")),
    (RuleId::QuickplayPostponed, page([&["10.2(b)"], &["19.5.2"], &["III.5.2"]], "", "", "")),
    (RuleId::QuickplayRejected, page([&["10.2(c)"], &["19.5.3"], &["III.5.3"]], "", "", "")),
    (RuleId::QuickplayFinal, page([&["10.2(d)", "12.10"], &[], &[]], "", "", "")),
    (
        RuleId::QuickplayUnsupervised,
        page([&["D.1"], &["19.6.1", "19.6.2"], &["III.6.1", "III.6.2"]], "", "", ""),
    ),
];
