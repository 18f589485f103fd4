//! Screens, silence, evidence: the pages.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (RuleId::ScreensAllowed, page([&["6.14"], &["6.12.1"], &["6.12.1"]], "", "", "")),
    (RuleId::NoClaimFromScreen, page([&["6.14"], &["6.12.2"], &["6.12.2"]], "", "", "")),
    (RuleId::NoMoveNumberAnnounce, page([&["13.6"], &["12.6"], &["12.6"]], "", "", "")),
    (RuleId::NoPrompting, page([&["13.6", "A.4(d)(1)"], &["12.6"], &["12.6"]], "", "", "")),
    (RuleId::ReportOnlyToArbiter, page([&["13.7(a)"], &["12.7"], &["12.7"]], "", "", "")),
    (RuleId::NoInformationToPlayers, page([&["12.3(a)"], &["11.3.1"], &["11.3.1"]], "", "", "")),
    (RuleId::NoDistraction, page([&["12.6"], &["11.5"], &["11.5"]], "", "", "")),
    (RuleId::DevicePermission, page([&["13.7(b)"], &["12.8"], &["12.8"]], "", "", "")),
    (RuleId::BroadcastDelay, page([&[], &["12.2.7"], &["12.2.7"]], "", "", "")),
    (RuleId::ScoresheetRequest, page([&[], &["13.2", "13.3.2", "14.3.2"], &["A.4.3", "B.2.3"]], "", "", "")),
    (RuleId::ElectronicRecord, page([&[], &["13.3.1.2", "14.3.1.2"], &["A.4.2", "B.2.2"]], "", "", "")),
    (RuleId::ScoresheetProperty, page([&["8.3"], &["8.3"], &["8.3"]], "", "", "")),
    (
        RuleId::EvidenceLog,
        page(
            [&["8.5", "8.6", "12.10"], &["8.5", "8.6", "11.10", "11.11"], &["8.5", "8.6", "11.10"]],
            "",
            "",
            "",
        ),
    ),
    (RuleId::PenaltyList, page([&["13.4"], &["12.9"], &["12.9"]], "", "", "")),
    (RuleId::ExtraTime, page([&["13.5"], &["12.5"], &["12.5"]], "", "", "")),
    (RuleId::TeamColours, page([&[], &["21"], &[]], "", "", "")),
];
