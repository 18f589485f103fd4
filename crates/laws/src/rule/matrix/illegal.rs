//! The section of the rules' matrix on illegal moves.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::IllegalMoveCompleted,
        page(
            ["Illegal move", "Nieprawidłowe posunięcie", "Невозможный ход"],
            [
                &["7.4(a)", "7.4(b)", "4.3", "4.6", "6.13"],
                &["7.5.1", "7.5.5", "4.3", "4.7", "7.1"],
                &["7.5.1", "7.5.5", "4.3", "4.7", "7.1"],
            ],
            "a settled position after the press that no legal move explains",
            "violation: kind, position to put back, legal moves of the touched piece, bonus or outcome, counter, count; on a claim only in rapid and blitz of 2009",
            "an exchange of equal squares, on a board of squares; whether the arbiter saw it",
        ),
    ),
    (
        RuleId::IllegalMoveCount,
        page(
            ["Count of illegal moves", "Liczba nieprawidłowych posunięć", "Счёт невозможных ходов"],
            [&["7.4(b)"], &["7.5.5"], &["7.5.5"]],
            "what the arbiter confirmed",
            "the count in each violation, and what the next one would lead to",
            "",
        ),
    ),
    (
        RuleId::IllegalMoveUncompleted,
        page(
            [
                "Illegal move, not completed",
                "Nieprawidłowe posunięcie, niezakończone",
                "Невозможный ход, не завершён",
            ],
            [&["4.6", "7.4(a)"], &["7.5.1"], &["7.5.1"]],
            "an impossible position, or a piece where it cannot go, put right before the press",
            "note",
            "",
        ),
    ),
    (
        RuleId::IllegalMoveWindow,
        page(
            [
                "Illegal move that now stands",
                "Nieprawidłowe posunięcie, które pozostaje",
                "Невозможный ход, который остаётся в силе",
            ],
            [&["A.4(c)", "B.3(c)"], &["13.4.2", "14.4"], &["A.5.2", "B.3"]],
            "the opponent's next move (2009 rapid: completed)",
            "the violation closes by itself, and a note says since when it stands",
            "an agreement of the players to correct it",
        ),
    ),
    (
        RuleId::IllegalMoveFoundLate,
        page(
            [
                "Illegal move found later",
                "Nieprawidłowe posunięcie wykryte później",
                "Невозможный ход, обнаруженный позже",
            ],
            [&["7.4(a)"], &["7.5.1"], &["7.5.1"]],
            "a claim or a confirmation when play has gone on, in standard play",
            "violation: position to put back, plies undone, times then and now",
            "",
        ),
    ),
    (
        RuleId::KingCaptured,
        page(
            ["King captured", "Zbicie króla", "Взятие короля"],
            [&["1.2", "7.4(a)"], &["1.4.1", "7.5.1"], &["1.4.1", "7.5.1"]],
            "a piece on the square of the opponent's king",
            "violation; the game goes on from no position",
            "on a board of squares, what was taken",
        ),
    ),
    (
        RuleId::BothKingsInCheck,
        page(
            ["Both kings in check", "Obaj królowie pod szachem", "Оба короля под шахом"],
            [&["7.4(a)"], &["7.5.1"], &["7.5.1"]],
            "both kings attacked after an illegal move",
            "violation with the arbiter's duty of the edition and discipline; a draw once the next move is completed",
            "whether the arbiter observed it",
        ),
    ),
    (
        RuleId::PawnOnLastRank,
        page(
            ["Pawn on the last rank", "Pion na ostatniej linii", "Пешка на последней горизонтали"],
            [&["7.4(a)"], &["7.5.2"], &["7.5.2"]],
            "a pawn read on its last rank in rapid and blitz, while presses follow",
            "violation with the duty; a draw once the next move after it was seen is completed",
            "a pawn, on a board of squares; whether the arbiter observed it",
        ),
    ),
    (
        RuleId::TwoHands,
        page(
            ["Move with two hands", "Posunięcie dwiema rękami", "Ход двумя руками"],
            [&["4.1"], &["4.1", "7.5.4"], &["4.1", "7.5.4"]],
            "king and rook in the air together; a capture whose two squares, far apart, emptied too close together for one hand, the scan of \
             the board included",
            "hint for castling, note for a capture",
            "which hand, and how many",
        ),
    ),
];
