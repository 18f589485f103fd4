//! The clock: the pages.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (RuleId::WhiteClockStart, page([&["6.5"], &["6.6", "32.4"], &["6.6"]], "", "", "")),
    (
        RuleId::DefaultTime,
        page([&["6.6(a)", "6.6(b)"], &["6.7.1", "6.7.2"], &["6.7.1", "6.7.2"]], "", "", ""),
    ),
    (
        RuleId::FlagFall,
        page(
            [&["6.1", "6.3", "6.8", "6.9"], &["6.1", "6.4", "6.8", "6.9"], &["6.1.1", "6.4", "6.8", "6.9"]],
            "",
            "",
            "",
        ),
    ),
    (
        RuleId::FlagFallMovesCheck,
        page(
            [&["6.2(a)", "6.3", "6.7(a)"], &["6.3.1", "6.4", "6.2.1"], &["6.3.1", "6.4", "6.2.1"]],
            "",
            "",
            "",
        ),
    ),
    (RuleId::BothFlagsFallen, page([&["6.11"], &["19.3.1"], &["III.3.1"]], "", "", "")),
    (
        RuleId::InsufficientToWin,
        page([&["6.9", "7.4(b)"], &["6.9", "7.5.5"], &["6.9", "7.5.5", "5.1.2"]], "", "", ""),
    ),
    (
        RuleId::ClockStoppedByPlayer,
        page([&["6.12(b)", "6.12(d)"], &["6.11.2", "6.11.4"], &["6.11.2", "6.11.4"]], "", "", ""),
    ),
    (
        RuleId::GameInterrupted,
        page([&["6.12(a)", "6.12(c)"], &["6.11.1", "6.11.3"], &["6.11.1", "6.11.3"]], "", "", ""),
    ),
    (RuleId::ClockSetting, page([&["6.10(b)"], &["6.10.2"], &["6.10.2"]], "", "", "")),
    (RuleId::ClockDefect, page([&["6.10(a)"], &["6.10.1"], &["6.10.1"]], "", "", "")),
    (RuleId::DelayMode, page([&["6.2(b)"], &["6.3.2"], &["6.3.2"]], "", "", "")),
    (RuleId::RecordingExemption, page([&["8.4"], &["8.4"], &["8.4"]], "", "", "")),
    (
        RuleId::RecordUpdateAfterFlag,
        page([&["8.5(a)", "8.5(b)"], &["8.5.1", "8.5.2"], &["8.5.1", "8.5.2"]], "", "", ""),
    ),
    (RuleId::ReconstructSnapshot, page([&["8.5(c)"], &["8.5.3"], &["8.5.3"]], "", "", "")),
    (RuleId::PeriodCountEvidence, page([&["8.6"], &["8.6"], &["8.6"]], "", "", "")),
    (RuleId::HallCountdown, page([&[], &["32.3"], &[]], "", "", "")),
];
