//! The section of the rules' matrix on touched pieces, adjusting and castling.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::TouchedOwnPiece,
        page(
            ["Touched own piece", "Dotknięta własna bierka", "Тронута своя фигура"],
            [&["4.3(a)", "4.5"], &["4.2.2", "4.3.1", "4.5"], &["4.2.2", "4.3.1", "4.5"]],
            "a piece lifted and put back on its player's time, another one moved",
            "hint with its legal moves; a note after the first of a game, until claimed",
            "touching without lifting, what was said, an accident",
        ),
    ),
    (
        RuleId::TouchedOpponentPiece,
        page(
            ["Touched opponent's piece", "Dotknięta bierka przeciwnika", "Тронута фигура соперника"],
            [&["4.3(b)"], &["4.3.2"], &["4.3.2"]],
            "an opponent's piece lifted and put back, that could have been captured",
            "hint with the captures",
            "touching without lifting, what was said",
        ),
    ),
    (
        RuleId::TouchedBothColours,
        page(
            ["Touched pieces of both colours", "Dotknięte bierki obu kolorów", "Тронуты фигуры обоих цветов"],
            [&["4.3(c)"], &["4.3.3"], &["4.3.3"]],
            "pieces of both colours lifted and put back",
            "hint with what is due; equal within one scan counts as the own piece first",
            "the order within one scan",
        ),
    ),
    (
        RuleId::TouchClaimWindow,
        page(
            [
                "Time to claim a touched piece",
                "Czas na reklamację dotkniętej bierki",
                "Срок требования о тронутой фигуре",
            ],
            [&["4.7"], &["4.8"], &["4.8"]],
            "the opponent lifts a piece",
            "the hint closes, and a note says when",
            "a touch without lifting",
        ),
    ),
    (
        RuleId::TouchRapidClaimOnly,
        page(
            [
                "Touched piece, on a claim only",
                "Dotknięta bierka, tylko na reklamację",
                "Тронутая фигура, только по требованию",
            ],
            [&["A.4(b)"], &[], &[]],
            "a claim",
            "hints appear only then",
            "",
        ),
    ),
    (
        RuleId::AdjustPieces,
        page(
            ["Pieces adjusted", "Poprawianie bierek", "Поправление фигур"],
            [&["4.2"], &["4.2.1"], &["4.2.1"]],
            "several own pieces lifted and put back in one turn",
            "note when they stand again: adjusting or touching",
            "what was said",
        ),
    ),
    (
        RuleId::AdjustOffClock,
        page(
            [
                "Pieces adjusted on the opponent's time",
                "Poprawianie bierek na czasie przeciwnika",
                "Поправление фигур на времени соперника",
            ],
            [&["4.2"], &["6.2.5"], &["6.2.5"]],
            "a piece lifted and put back while its player's time does not run",
            "note when it stands again",
            "who did it",
        ),
    ),
    (
        RuleId::CastlingKingFirst,
        page(
            ["Castling, king first", "Roszada, najpierw król", "Рокировка, сначала король"],
            [&["3.8(a)", "4.6(b)"], &["3.8.2", "4.7.2"], &["3.8.2", "4.7.2"]],
            "the king on its castling square, the rook to follow",
            "nothing: the normal order",
            "",
        ),
    ),
    (
        RuleId::CastlingTouchOrder,
        page(
            [
                "Castling, rook touched first",
                "Roszada, najpierw dotknięta wieża",
                "Рокировка, первой тронута ладья",
            ],
            [&["4.4(b)", "4.3(a)"], &["4.4.2", "4.3.1"], &["4.4.2", "4.3.1"]],
            "the rook lifted before the king, and castled",
            "hint: the rook was due",
            "intent; the order within one scan",
        ),
    ),
    (
        RuleId::CastlingTouchedNotDone,
        page(
            [
                "Castling touched, not played",
                "Roszada dotknięta, niewykonana",
                "Рокировка начата, но не сделана",
            ],
            [&["4.4(a)"], &["4.4.1"], &["4.4.1"]],
            "king and rook lifted, castling legal and not done",
            "hint: castling was due",
            "touching without lifting",
        ),
    ),
    (
        RuleId::CastlingKingReleased,
        page(
            ["Castling, king released", "Roszada, puszczony król", "Рокировка, король отпущен"],
            [&["4.6(b)", "4.4(c)"], &["4.7.2", "4.4.3"], &["4.7.2", "4.4.3"]],
            "the king rested on its castling square, then something else was played",
            "hint: what was due",
            "whether the hand had left it",
        ),
    ),
    (
        RuleId::CastlingIllegal,
        page(
            ["Illegal castling", "Nieprawidłowa roszada", "Невозможная рокировка"],
            [&["7.4(a)", "7.4(b)", "4.4(c)"], &["7.5.1", "7.5.5", "4.4.3"], &["7.5.1", "7.5.5", "4.4.3"]],
            "king and rook as after castling, without the right",
            "violation: king moves, castling on the other side included",
            "",
        ),
    ),
    (
        RuleId::CastlingRookMissing,
        page(
            ["Castling without the rook", "Roszada bez wieży", "Рокировка без ладьи"],
            [&["7.4(a)", "7.4(b)", "4.6(b)"], &["7.5.1", "7.5.5", "4.7.2"], &["7.5.1", "7.5.5", "4.7.2"]],
            "the king as after castling, the rook at home, pressed",
            "violation: castling if legal, otherwise a king move",
            "",
        ),
    ),
];
