//! The section of the rules' matrix on blind and visually disabled players. The Russian rules of 2020 mention only
//! their assistants (4.9, 6.2.6, 8.1.6).

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::BlindTwoBoards,
        page(
            ["Second board", "Druga szachownica", "Вторая доска"],
            [&["E.1"], &[], &["D.1"]],
            "a report",
            "note; from then on nothing is said of that player's hands on this board",
            "the second board, which has no sensors",
        ),
    ),
    (
        RuleId::BlindAnnounce,
        page(
            ["Moves announced aloud", "Głośne podawanie posunięć", "Объявление ходов вслух"],
            [&["E.2.1"], &[], &["D.2.1"]],
            "each completed move, once a second board was reported",
            "one note with the words of the last move in Polish, English, Russian and German",
            "what is spoken and repeated",
        ),
    ),
    (
        RuleId::BlindTouched,
        page(
            [
                "Touched piece on the second board",
                "Dotknięta bierka na drugiej szachownicy",
                "Тронутая фигура на второй доске",
            ],
            [&["E.2.2"], &[], &["D.2.2"]],
            "nothing",
            "nothing",
            "a piece taken out of its hole: the board with holes has no sensors",
        ),
    ),
    (
        RuleId::BlindMade,
        page(
            ["Move made on the second board", "Posunięcie na drugiej szachownicy", "Ход на второй доске"],
            [&["E.2.3"], &[], &["D.2.3"]],
            "the press, which asserts it",
            "nothing: the move is completed as usual",
            "what was announced, and the holes",
        ),
    ),
    (
        RuleId::BlindSightedNormal,
        page(
            ["Sighted player's board", "Szachownica widzącego", "Доска зрячего"],
            [&["E.2"], &[], &["D.2.5"]],
            "the sighted player's hands on their own board",
            "their incidents as in any game",
            "",
        ),
    ),
    (
        RuleId::BlindClock,
        page(
            ["Clock for the blind", "Zegar dla niewidomych", "Часы для незрячих"],
            [&["E.2.4"], &[], &["D.2.6"]],
            "nothing",
            "nothing",
            "a clock that is touched or speaks",
        ),
    ),
    (
        RuleId::BlindRecord,
        page(
            ["Record of a blind player", "Zapis niewidomego", "Запись незрячего"],
            [&["E.2.5"], &[], &["D.2.7"]],
            "a report with the moves of a record",
            "note: how many plies, or where it cannot be read",
            "Braille and tapes",
        ),
    ),
    (
        RuleId::BlindSlip,
        page(
            ["Slip of the tongue", "Przejęzyczenie", "Оговорка"],
            [&["E.2.6"], &[], &["D.2.8"]],
            "a report, and whose time runs",
            "note: whether it is still corrected",
            "what was spoken",
        ),
    ),
    (
        RuleId::BlindDivergence,
        page(
            ["The two boards differ", "Szachownice się różnią", "Доски различаются"],
            [&["E.2.7"], &[], &["D.2.9.1"]],
            "a report with the moves of the second board",
            "violation where the boards part: both positions, times, and by both records whose is put right",
            "the second board",
        ),
    ),
    (
        RuleId::BlindRecordsDiffer,
        page(
            ["The two records differ", "Zapisy się różnią", "Записи различаются"],
            [&["E.2.8"], &[], &["D.2.9.2"]],
            "reports with both records",
            "violation: the position to go back to, and the times then",
            "",
        ),
    ),
    (
        RuleId::BlindAssistant,
        page(
            ["Assistant of a blind player", "Asystent niewidomego", "Помощник незрячего"],
            [&["E.2.9(d)"], &[], &["D.2.10.4"]],
            "a report that the player asks",
            "note: moves made and times, on request only",
            "who moves the pieces, announces and presses for the player",
        ),
    ),
];
