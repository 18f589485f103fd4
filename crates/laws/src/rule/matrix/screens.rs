//! The section of the rules' matrix on screens, silence and evidence.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::ScreensAllowed,
        page([&["6.14"], &["6.12.1"], &["6.12.1"]], "nothing", "what the public page may show", ""),
    ),
    (
        RuleId::NoClaimFromScreen,
        page(
            [&["6.14"], &["6.12.2"], &["6.12.2"]],
            "nothing",
            "a line on the page",
            "what a player looked at",
        ),
    ),
    (
        RuleId::NoMoveNumberAnnounce,
        page([&["13.6"], &["12.6"], &["12.6"]], "nothing", "nothing counts moves to a control in public", ""),
    ),
    (
        RuleId::NoPrompting,
        page([&["13.6", "A.4(d)(1)"], &["12.6"], &["12.6"]], "nothing", "nothing available is announced", ""),
    ),
    (
        RuleId::ReportOnlyToArbiter,
        page([&["13.7(a)"], &["12.7"], &["12.7"]], "nothing", "incidents have no place in a public type", ""),
    ),
    (
        RuleId::NoInformationToPlayers,
        page([&["12.3(a)"], &["11.3.1"], &["11.3.1"]], "nothing", "no evaluation anywhere", ""),
    ),
    (RuleId::NoDistraction, page([&["12.6"], &["11.5"], &["11.5"]], "nothing", "no sound", "")),
    (
        RuleId::DevicePermission,
        page([&["13.7(b)"], &["12.8"], &["12.8"]], "a note", "the note in the record", ""),
    ),
    (RuleId::BroadcastDelay, page([&[], &["12.2.7"], &["12.2.7"]], "nothing", "the feed's delay", "")),
    (
        RuleId::ScoresheetRequest,
        page(
            [&[], &["13.2", "13.3.2", "14.3.2"], &["A.4.3", "B.2.3"]],
            "a report",
            "the count; from the sixth on a distraction",
            "",
        ),
    ),
    (
        RuleId::ElectronicRecord,
        page([&[], &["13.3.1.2", "14.3.1.2"], &["A.4.2", "B.2.2"]], "nothing", "the record", ""),
    ),
    (
        RuleId::ScoresheetProperty,
        page([&["8.3"], &["8.3"], &["8.3"]], "nothing", "the organiser exports", ""),
    ),
    (
        RuleId::EvidenceLog,
        page(
            [&["8.5", "8.6", "12.10"], &["8.5", "8.6", "11.10", "11.11"], &["8.5", "8.6", "11.10"]],
            "everything that was sensed and said",
            "the journal; a person's note",
            "",
        ),
    ),
    (
        RuleId::PenaltyList,
        page([&["13.4"], &["12.9"], &["12.9"]], "nothing", "penalties are never chosen", ""),
    ),
    (RuleId::ExtraTime, page([&["13.5"], &["12.5"], &["12.5"]], "a report", "the record", "")),
    (RuleId::TeamColours, page([&[], &["21"], &[]], "the pairing", "a prompt at the round's beginning", "")),
];
