//! The section of the rules' matrix on displaced pieces, the start position and restoring.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::DisplacedPiece,
        page(
            ["Displaced pieces", "Przesunięte bierki", "Смещённые фигуры"],
            [&["7.3", "7.5"], &["7.4", "7.6"], &["7.4", "7.6"]],
            "pieces elsewhere than after any move, some time after a press or in a long quiet",
            "violation: expected and read, every explanation, the last certain position",
            "pieces exchanged, on a board of squares; who did it",
        ),
    ),
    (
        RuleId::DisplacedOwnTime,
        page(
            [
                "Displaced pieces, to be put right on own time",
                "Przesunięte bierki, do ustawienia na własnym czasie",
                "Смещённые фигуры, ставятся на своём времени",
            ],
            [&["7.3"], &["7.4.1", "7.4.2", "7.4.3"], &["7.4.1", "7.4.2", "7.4.3"]],
            "the first press with pieces displaced",
            "hint: to be put right on that player's time",
            "who did it",
        ),
    ),
    (
        RuleId::DisplacedRestored,
        page(
            [
                "Displaced pieces, put back",
                "Przesunięte bierki, odstawione na miejsce",
                "Смещённые фигуры, возвращены на место",
            ],
            [&["7.3"], &["7.4.1"], &["7.4.1"]],
            "a piece elsewhere and back within the turn",
            "note",
            "who did it",
        ),
    ),
    (
        RuleId::RestorePosition,
        page(
            ["Position to be put back", "Pozycja do przywrócenia", "Позиция, которую нужно восстановить"],
            [&["6.13", "7.4(a)", "7.5"], &["7.1"], &["7.1"]],
            "the squares still to change, until the board shows the position",
            "square by square; then times and counter to set",
            "",
        ),
    ),
    (
        RuleId::MoveCounter,
        page(
            ["Move counter of the clock", "Licznik posunięć zegara", "Счётчик ходов на часах"],
            [&["6.10(b)", "6.13"], &["6.10.2", "7.1"], &["6.10.2", "7.1"]],
            "presses counted against moves",
            "note with the number to set",
            "the clock's own display, on clocks that do not tell it",
        ),
    ),
    (
        RuleId::SensorUnreliable,
        page(
            ["Unreliable sensor", "Niepewny czujnik", "Ненадёжный датчик"],
            [&[], &[], &[]],
            "a square that changes eight times in ten seconds, or does not show its piece through three presses",
            "note: the sensor, not the players, or a piece to be looked after",
            "",
        ),
    ),
    (
        RuleId::StartPosition,
        page(
            ["Start position", "Pozycja początkowa", "Начальная позиция"],
            [&["2.2", "2.3", "7.1(a)"], &["2.2", "2.3", "7.2.1"], &["2.2", "2.3", "7.2.1"]],
            "the board read before the first move",
            "note before, violation after it; by the number of moves a new game, or too late and which castling is lost",
            "pieces exchanged, on a board of squares",
        ),
    ),
    (
        RuleId::BoardOrientation,
        page(
            ["Board turned the wrong way", "Źle ustawiona szachownica", "Доска повёрнута неверно"],
            [&["2.1", "7.1(b)"], &["2.1", "7.2.2"], &["2.1", "7.2.2"]],
            "pieces along the files; half a turn is read the other way round",
            "violation",
            "half a turn, on a board of squares with equal ends",
        ),
    ),
    (
        RuleId::ColoursReversed,
        page(
            ["Colours reversed", "Zamienione kolory", "Перепутаны цвета"],
            [&["7.2"], &["7.3"], &["7.3"]],
            "nothing; a report",
            "new game or go on, by the completed moves",
            "who sits where",
        ),
    ),
];
