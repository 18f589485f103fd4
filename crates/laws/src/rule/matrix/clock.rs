//! The section of the rules' matrix on the clock.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::WhiteClockStart,
        page(
            ["Start of White's clock", "Uruchomienie zegara białych", "Пуск часов белых"],
            [&["6.5"], &["6.6", "32.4"], &["6.6"]],
            "clock readings after the reported start",
            "note",
            "whether a player is there",
        ),
    ),
    (
        RuleId::DefaultTime,
        page(
            ["Late arrival", "Spóźnienie", "Опоздание"],
            [&["6.6(a)", "6.6(b)"], &["6.7.1", "6.7.2"], &["6.7.1", "6.7.2"]],
            "reports of start and arrival",
            "note: who bears which time",
            "who is there",
        ),
    ),
    (
        RuleId::FlagFall,
        page(
            ["Flag fall", "Upadek chorągiewki", "Падение флага"],
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
            [
                "Flag fall, moves to be counted",
                "Upadek chorągiewki, sprawdzenie liczby posunięć",
                "Падение флага, проверка числа ходов",
            ],
            [&["6.2(a)", "6.3", "6.7(a)"], &["6.3.1", "6.4", "6.2.1"], &["6.3.1", "6.4", "6.2.1"]],
            "completed moves against the control",
            "required, completed, how long the next move had landed; a hint with both outcomes where the order is within the error",
            "the order of a move and a flag within the error",
        ),
    ),
    (
        RuleId::BothFlagsFallen,
        page(
            ["Both flags fallen", "Upadek obu chorągiewek", "Упали оба флага"],
            [&["6.11"], &["19.3.1"], &["III.3.1"]],
            "both flags, and which came first if the clock tells",
            "which first where that is certain, or what the edition says",
            "the order within the error of the two",
        ),
    ),
    (
        RuleId::InsufficientToWin,
        page(
            [
                "Flag fall, no mate possible",
                "Upadek chorągiewki, mat niemożliwy",
                "Падение флага, мат невозможен",
            ],
            [&["6.9", "7.4(b)"], &["6.9", "7.5.5"], &["6.9", "7.5.5", "5.1.2"]],
            "material and a search for any mate",
            "draw where proven, otherwise not proven",
            "",
        ),
    ),
    (
        RuleId::ClockStoppedByPlayer,
        page(
            ["Clock stopped by a player", "Zegar zatrzymany przez gracza", "Часы остановлены игроком"],
            [&["6.12(b)", "6.12(d)"], &["6.11.2", "6.11.4"], &["6.11.2", "6.11.4"]],
            "both times stopped",
            "note: the arbiter is wanted",
            "why",
        ),
    ),
    (
        RuleId::GameInterrupted,
        page(
            ["Game interrupted", "Partia wstrzymana", "Партия приостановлена"],
            [&["6.12(a)", "6.12(c)"], &["6.11.1", "6.11.3"], &["6.11.1", "6.11.3"]],
            "both times stopped",
            "note, and what stood",
            "who stopped it",
        ),
    ),
    (
        RuleId::ClockSetting,
        page(
            ["Clock set wrongly", "Źle ustawiony zegar", "Часы установлены неверно"],
            [&["6.10(b)"], &["6.10.2"], &["6.10.2"]],
            "readings against the time control",
            "violation: the times that should stand",
            "the clock's menu",
        ),
    ),
    (
        RuleId::ClockDefect,
        page(
            ["Clock defect", "Wada zegara", "Неисправность часов"],
            [&["6.10(a)"], &["6.10.1"], &["6.10.1"]],
            "jumps, stand-stills, lost link",
            "last certain times and what passed since",
            "",
        ),
    ),
    (
        RuleId::ClockReversed,
        page(
            ["Clock turned round", "Odwrócony zegar", "Часы повёрнуты"],
            [&["6.4"], &["6.5"], &["6.5"]],
            "presses of one side after the moves of the other, made while its time runs",
            "hint at the first press, violation from the second on; nobody is accused, and flags and hands are not put down to a side",
            "how the clock lies on the table",
        ),
    ),
    (
        RuleId::DelayMode,
        page(
            ["Clock with a delay", "Zegar z opóźnieniem", "Часы с задержкой"],
            [&["6.2(b)"], &["6.3.2"], &["6.3.2"]],
            "a time that stands still after a press",
            "nothing: it is modelled",
            "the clock's mode, until it is seen",
        ),
    ),
    (
        RuleId::RecordingExemption,
        page(
            ["Exempt from recording", "Zwolnienie z zapisu", "Освобождение от записи"],
            [&["8.4"], &["8.4"], &["8.4"]],
            "less than five minutes without 30 s increment",
            "note",
            "whether the player records",
        ),
    ),
    (
        RuleId::RecordUpdateAfterFlag,
        page(
            ["Record to be completed", "Zapis do uzupełnienia", "Запись нужно дополнить"],
            [&["8.5(a)", "8.5(b)"], &["8.5.1", "8.5.2"], &["8.5.1", "8.5.2"]],
            "a flag, and who was exempt",
            "what each has to complete",
            "the score sheets",
        ),
    ),
    (
        RuleId::ReconstructSnapshot,
        page(
            [
                "State noted for reconstruction",
                "Stan zapisany do odtworzenia partii",
                "Состояние записано для восстановления партии",
            ],
            [&["8.5(c)"], &["8.5.3"], &["8.5.3"]],
            "a report",
            "position, times, whose clock ran, moves",
            "",
        ),
    ),
    (
        RuleId::PeriodCountEvidence,
        page(
            ["Proof of the number of moves", "Dowód liczby posunięć", "Подтверждение числа ходов"],
            [&["8.6"], &["8.6"], &["8.6"]],
            "completed moves in the record",
            "evidence of how many were made",
            "",
        ),
    ),
    (
        RuleId::HallCountdown,
        page(
            ["Countdown in the hall", "Odliczanie na sali", "Обратный отсчёт в зале"],
            [&[], &["32.3"], &[]],
            "nothing",
            "nothing here; a page",
            "",
        ),
    ),
];
