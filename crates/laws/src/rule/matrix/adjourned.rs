//! The section of the rules' matrix on adjournment and the quickplay finish.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::AdjournOrder,
        page([&["1(a)"], &["18.1.1"], &["I.1.1"]], "a command", "the state of adjournment", ""),
    ),
    (
        RuleId::AdjournEarly,
        page(
            [&["1(b)"], &["18.1.2"], &["I.1.2"]],
            "a command and the nominal end",
            "the minutes to deduct",
            "",
        ),
    ),
    (
        RuleId::AdjournBoardMove,
        page(
            [&["1(a)"], &["18.1.1"], &["I.1.1"]],
            "a move on the board after the order",
            "violation: it is to be written down",
            "",
        ),
    ),
    (
        RuleId::AdjournChange,
        page(
            [&["1(a)"], &["18.1.1"], &["I.1.1"]],
            "both times not yet stopped",
            "nothing: the move may still be changed",
            "",
        ),
    ),
    (
        RuleId::AdjournEnvelope,
        page(
            [&["2", "3"], &["18.2", "18.3"], &["I.2", "I.3"]],
            "the record",
            "the sheet with seven items",
            "what is in the envelope",
        ),
    ),
    (RuleId::AdjournDrawOffer, page([&["4"], &["18.4"], &["I.4"]], "the record", "the offer stays open", "")),
    (
        RuleId::AdjournConcluded,
        page([&["6"], &["18.6"], &["I.6"]], "a result before resumption", "the result", ""),
    ),
    (
        RuleId::AdjournSetup,
        page([&["5"], &["18.5"], &["I.5"]], "the board against the stored position", "square by square", ""),
    ),
    (
        RuleId::AdjournOpen,
        page(
            [&["7", "9(a)"], &["18.7", "18.9.1"], &["I.7", "I.9.1"]],
            "a report who is present",
            "when to open",
            "who is present",
        ),
    ),
    (
        RuleId::AdjournReplierAbsent,
        page(
            [&["9(b)"], &["18.9.2"], &["I.9.2"]],
            "a report",
            "the replier's time runs, the move stays hidden",
            "who is present",
        ),
    ),
    (
        RuleId::AdjournSealerAbsent,
        page(
            [&["9(c)"], &["18.9.3"], &["I.9.3"]],
            "a report",
            "a press without a move is accepted",
            "who is present",
        ),
    ),
    (
        RuleId::AdjournSealedInvalid,
        page(
            [&["8"], &["18.8"], &["I.8"]],
            "the typed text of the move",
            "loss of the sealer, with exceptions",
            "the handwriting",
        ),
    ),
    (
        RuleId::AdjournLate,
        page(
            [&["10"], &["18.10"], &["I.10"]],
            "a report",
            "by edition: loss, with exceptions",
            "who is present",
        ),
    ),
    (
        RuleId::AdjournBothAbsent,
        page([&[], &["18.11"], &["I.11"]], "a report", "whose time is lost", "who is present"),
    ),
    (
        RuleId::AdjournMissingEnvelope,
        page(
            [&["11(a)", "11(b)"], &["18.12.1", "18.12.2"], &["I.12.1", "I.12.2"]],
            "a report",
            "go on as stated, or annul",
            "",
        ),
    ),
    (
        RuleId::AdjournClockError,
        page(
            [&["12"], &["18.13"], &["I.13"]],
            "a report and whether the player has moved",
            "correct, or too late",
            "",
        ),
    ),
    (
        RuleId::AdjournSessionClock,
        page([&["13"], &["18.14"], &["I.14"]], "nothing", "the arbiter's own timepiece counts", ""),
    ),
    (
        RuleId::QuickplayScope,
        page(
            [&["10.1"], &["19.1", "19.2.1", "19.2.2"], &["III.1", "III.2.1", "III.2.2"]],
            "the time control and what was announced",
            "whether a claim is possible",
            "",
        ),
    ),
    (
        RuleId::QuickplayPhase,
        page(
            [&["10.1"], &["19.1"], &["III.1"]],
            "the periods and completed moves",
            "whether the last period runs",
            "",
        ),
    ),
    (
        RuleId::QuickplayEligible,
        page(
            [&["10.2"], &["19.4", "19.5"], &["III.4", "III.5"]],
            "the exact time at the claim",
            "below 2:00 or not",
            "",
        ),
    ),
    (
        RuleId::QuickplayIncrementRequest,
        page([&[], &["19.4"], &["III.4"]], "a claim", "+5 s for both, +2:00 for the opponent", ""),
    ),
    (
        RuleId::QuickplayDrawClaim,
        page([&["10.2"], &["19.5"], &["III.5"]], "a claim", "time, ply, record", ""),
    ),
    (RuleId::QuickplayAgreed, page([&["10.2(a)"], &["19.5.1"], &["III.5.1"]], "a ruling", "draw", "")),
    (
        RuleId::QuickplayPostponed,
        page([&["10.2(b)"], &["19.5.2"], &["III.5.2"]], "a ruling", "the log from the claim on", ""),
    ),
    (
        RuleId::QuickplayRejected,
        page([&["10.2(c)"], &["19.5.3"], &["III.5.3"]], "a ruling", "+2:00 for the opponent", ""),
    ),
    (RuleId::QuickplayFinal, page([&["10.2(d)", "12.10"], &[], &[]], "a ruling", "no appeal in 2009", "")),
    (
        RuleId::QuickplayUnsupervised,
        page(
            [&["D.1"], &["19.6.1", "19.6.2"], &["III.6.1", "III.6.2"]],
            "the final position",
            "the sheet to send",
            "",
        ),
    ),
];
