//! The section of the rules' matrix on moves, their completion, and presses.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::MoveMade,
        page(
            ["Move made", "Posunięcie wykonane", "Ход сделан"],
            [
                &["1.1", "4.6(a)", "4.6(b)", "4.6(c)"],
                &["1.3", "4.7.1", "4.7.2", "4.7.3"],
                &["1.3", "4.7.1", "4.7.2", "4.7.3"],
            ],
            "the instant the last square of the move settled",
            "nothing; the trace has it",
            "when the hand left the piece: a move is made between the landing and the next lift or press",
        ),
    ),
    (
        RuleId::MoveCompleted,
        page(
            ["Move completed", "Posunięcie zakończone", "Ход завершён"],
            [&["6.7(a)"], &["6.2.1", "6.2.1.1", "6.2.1.2"], &["6.2.1", "6.2.1.1", "6.2.1.2"]],
            "the press, a position that ends the game, or the player's own next move",
            "nothing; the ply is marked completed",
            "",
        ),
    ),
    (
        RuleId::PressLate,
        page(
            ["Clock pressed late", "Późne przełączenie zegara", "Позднее нажатие на часы"],
            [&["6.7(a)"], &["6.2.2"], &["6.2.2"]],
            "a press by a player whose move already has a reply",
            "nothing: it is allowed",
            "",
        ),
    ),
    (
        RuleId::PressForgotten,
        page(
            ["Clock not pressed", "Nieprzełączony zegar", "Часы не переключены"],
            [&["6.7(a)", "13.6"], &["6.2.1", "12.6"], &["6.2.1", "12.6"]],
            "a move whose player's time still runs",
            "nothing, to nobody: the Laws forbid to prompt",
            "",
        ),
    ),
    (
        RuleId::PressWithoutMove,
        page(
            [
                "Clock pressed without a move",
                "Przełączenie zegara bez posunięcia",
                "Нажатие на часы без хода",
            ],
            [&["6.7(c)", "13.4"], &["7.5.3", "7.5.5"], &["7.5.3", "7.5.5"]],
            "a press while nothing has changed since the opponent's move, or with a piece in the air that is put back; none \
             that gives time back to an opponent who left pieces displaced, made an illegal move or pressed before moving",
            "violation with bonus and count (a hint in 2009, where it is no illegal move)",
            "on a board of squares, a piece exchanged for a captured one",
        ),
    ),
    (
        RuleId::PressBeforeMove,
        page(
            [
                "Clock pressed before the move",
                "Przełączenie zegara przed posunięciem",
                "Нажатие на часы до хода",
            ],
            [&["6.7(a)", "6.7(c)"], &["6.2.4", "12.9"], &["6.2.4", "12.9"]],
            "a press with a piece in the air, or where it cannot go, that is put down later",
            "hint with the delay",
            "",
        ),
    ),
    (
        RuleId::PressHand,
        page(
            ["Hand that presses the clock", "Ręka przełączająca zegar", "Рука, нажимающая на часы"],
            [&["6.7(b)"], &["6.2.3"], &["6.2.3"]],
            "nothing",
            "nothing",
            "which hand pressed",
        ),
    ),
    (
        RuleId::ClockHandling,
        page(
            ["Handling of the clock", "Sposób używania zegara", "Обращение с часами"],
            [&["6.7(c)", "13.4"], &["6.2.4", "12.9"], &["6.2.4", "12.9"]],
            "three presses within three seconds with no change on the board",
            "note",
            "a clock lifted or struck",
        ),
    ),
    (
        RuleId::CaptureOrder,
        page(
            ["Order of a capture", "Kolejność przy biciu", "Порядок при взятии"],
            [&["3.1", "4.6(a)"], &["3.1.1", "4.7.1"], &["3.1.1", "4.7.1"]],
            "both lifts, in any order",
            "nothing: both orders are allowed",
            "",
        ),
    ),
    (
        RuleId::EnPassant,
        page(
            ["Capture en passant", "Bicie w przelocie", "Взятие на проходе"],
            [&["3.7(d)"], &["3.7.4.1", "3.7.4.2"], &["3.7.3.1", "3.7.3.2"]],
            "three squares, in any order",
            "nothing; one move too late, or a pawn not removed, is an illegal move",
            "",
        ),
    ),
    (
        RuleId::PromotionOrder,
        page(
            ["Order of a promotion", "Kolejność przy promocji", "Порядок при превращении"],
            [
                &["3.7(e)", "4.6(c)"],
                &["3.7.5.1", "4.6.1", "4.6.2", "4.6.3", "4.7.3"],
                &["3.7.3.3", "4.6.1", "4.6.2", "4.6.3", "4.7.3"],
            ],
            "pawn and new piece, in any order",
            "nothing: every order is allowed",
            "the new piece, on a board of squares",
        ),
    ),
    (
        RuleId::PromotionChoiceFinal,
        page(
            [
                "Promotion piece already chosen",
                "Figura promocji już wybrana",
                "Фигура превращения уже выбрана",
            ],
            [&["4.4(d)"], &["4.4.4"], &["4.4.4"]],
            "a piece that stood on the square of promotion before another",
            "hint",
            "the piece, on a board of squares; a piece that touched the square without being read",
        ),
    ),
    (
        RuleId::PromotionNotReplaced,
        page(
            ["Pawn not replaced", "Pion niezamieniony na figurę", "Пешка не заменена фигурой"],
            [&["7.4(a)", "7.4(b)", "4.3", "4.6(c)"], &["7.5.2", "7.5.5"], &["7.5.2", "7.5.5"]],
            "a pawn read on its last rank at the press",
            "violation: the queen it becomes (2009: the position to put back), bonus, count",
            "a pawn looks like a piece on a board of squares",
        ),
    ),
    (
        RuleId::PromotionPawnLeft,
        page(
            [
                "Promoted pawn left on the board",
                "Promowany pion pozostał na szachownicy",
                "Превращённая пешка осталась на доске",
            ],
            [
                &["7.4(a)", "7.4(b)", "4.4(d)", "4.6(c)"],
                &["4.7.3", "7.5.1", "7.5.5", "4.4.4"],
                &["4.7.3", "7.5.1", "7.5.5", "4.4.4"],
            ],
            "the new piece on the square of promotion at the press, and the pawn still where it was",
            "violation: no move was made; the position to put back, the promotion to be finished with that piece, bonus, count",
            "what was put down, on a board of squares; there a capture that promotes looks like a press without a move",
        ),
    ),
    (
        RuleId::PromotionPieceUnavailable,
        page(
            ["Promotion piece not at hand", "Brak figury do promocji", "Нет фигуры для превращения"],
            [&["6.12(b)"], &["6.11.2"], &["6.11.2"]],
            "both times stopped while a pawn waits on, or is lifted towards, its last rank",
            "note: a good reason to stop",
            "why the clock was stopped",
        ),
    ),
    (
        RuleId::ReleasedPieceMovedAgain,
        page(
            [
                "Released piece moved again",
                "Puszczona bierka przestawiona ponownie",
                "Отпущенная фигура передвинута снова",
            ],
            [&["4.6(c)"], &["4.7"], &["4.7"]],
            "a piece that rested longer than the dwell limit where it could stay, and went on",
            "hint; a note after the first of a game, until claimed",
            "whether the hand had left it",
        ),
    ),
    (
        RuleId::Assistant,
        page(
            ["Assistant at the board", "Asystent przy szachownicy", "Помощник за доской"],
            [&["6.7(d)", "8.1"], &["4.9", "6.2.6", "8.1.6"], &["4.9", "6.2.6", "8.1.6"]],
            "nothing; a report",
            "the report in the record",
            "who moves the pieces",
        ),
    ),
];
