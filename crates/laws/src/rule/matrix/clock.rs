//! The section of the rules' matrix on the clock.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::WhiteClockStart,
        page(
            [&["6.5"], &["6.6", "32.4"], &["6.6"]],
            "clock readings after the reported start",
            "note",
            "whether a player is there",
        ),
    ),
    (
        RuleId::DefaultTime,
        page(
            [&["6.6(a)", "6.6(b)"], &["6.7.1", "6.7.2"], &["6.7.1", "6.7.2"]],
            "reports of start and arrival",
            "note: who bears which time",
            "who is there",
        ),
    ),
    (
        RuleId::FlagFall,
        page(
            [&["6.1", "6.3", "6.8", "6.9"], &["6.1", "6.4", "6.8", "6.9"], &["6.1.1", "6.4", "6.8", "6.9"]],
            "the clock's flag and reading",
            "by edition: silent, may, or must be announced; completed moves, a mate after it; a hint with both outcomes where the \
             order is within the error",
            "what the arbiter saw; the clock is conclusive; the order of a mate and a flag within the error",
        ),
    ),
    (
        RuleId::FlagFallMovesCheck,
        page(
            [&["6.2(a)", "6.3", "6.7(a)"], &["6.3.1", "6.4", "6.2.1"], &["6.3.1", "6.4", "6.2.1"]],
            "completed moves against the control",
            "required, completed, how long the next move had landed; a hint with both outcomes where the order is within the error",
            "the order of a move and a flag within the error",
        ),
    ),
    (
        RuleId::BothFlagsFallen,
        page(
            [&["6.11"], &["19.3.1"], &["III.3.1"]],
            "both flags, and which came first if the clock tells",
            "which first where that is certain, or what the edition says",
            "the order within the error of the two",
        ),
    ),
    (
        RuleId::InsufficientToWin,
        page(
            [&["6.9", "7.4(b)"], &["6.9", "7.5.5"], &["6.9", "7.5.5", "5.1.2"]],
            "material and a search for any mate",
            "draw where proven, otherwise not proven",
            "",
        ),
    ),
    (
        RuleId::ClockStoppedByPlayer,
        page(
            [&["6.12(b)", "6.12(d)"], &["6.11.2", "6.11.4"], &["6.11.2", "6.11.4"]],
            "both times stopped",
            "note: the arbiter is wanted",
            "why",
        ),
    ),
    (
        RuleId::GameInterrupted,
        page(
            [&["6.12(a)", "6.12(c)"], &["6.11.1", "6.11.3"], &["6.11.1", "6.11.3"]],
            "both times stopped",
            "note, and what stood",
            "who stopped it",
        ),
    ),
    (
        RuleId::ClockSetting,
        page(
            [&["6.10(b)"], &["6.10.2"], &["6.10.2"]],
            "readings against the time control",
            "violation: the times that should stand",
            "the clock's menu",
        ),
    ),
    (
        RuleId::ClockDefect,
        page(
            [&["6.10(a)"], &["6.10.1"], &["6.10.1"]],
            "jumps, stand-stills, lost link",
            "last certain times and what passed since",
            "",
        ),
    ),
    (
        RuleId::ClockReversed,
        page(
            [&["6.4"], &["6.5"], &["6.5"]],
            "presses of one side after the moves of the other, made while its time runs",
            "hint at the first press, violation from the second on; nobody is accused, and flags and hands are not put down to a side",
            "how the clock lies on the table",
        ),
    ),
    (
        RuleId::DelayMode,
        page(
            [&["6.2(b)"], &["6.3.2"], &["6.3.2"]],
            "a time that stands still after a press",
            "nothing: it is modelled",
            "the clock's mode, until it is seen",
        ),
    ),
    (
        RuleId::RecordingExemption,
        page(
            [&["8.4"], &["8.4"], &["8.4"]],
            "less than five minutes without 30 s increment",
            "note",
            "whether the player records",
        ),
    ),
    (
        RuleId::RecordUpdateAfterFlag,
        page(
            [&["8.5(a)", "8.5(b)"], &["8.5.1", "8.5.2"], &["8.5.1", "8.5.2"]],
            "a flag, and who was exempt",
            "what each has to complete",
            "the score sheets",
        ),
    ),
    (
        RuleId::ReconstructSnapshot,
        page(
            [&["8.5(c)"], &["8.5.3"], &["8.5.3"]],
            "a report",
            "position, times, whose clock ran, moves",
            "",
        ),
    ),
    (
        RuleId::PeriodCountEvidence,
        page(
            [&["8.6"], &["8.6"], &["8.6"]],
            "completed moves in the record",
            "evidence of how many were made",
            "",
        ),
    ),
    (RuleId::HallCountdown, page([&[], &["32.3"], &[]], "nothing", "nothing here; a page", "")),
];
