//! The section of the rules' matrix on draws and the end of the game.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::Checkmate,
        page(
            ["Checkmate", "Mat", "Мат"],
            [&["1.2", "5.1(a)"], &["1.4.1", "5.1.1"], &["1.4.1", "5.1.1"]],
            "a legal mate on the board",
            "a proposal to be confirmed",
            "",
        ),
    ),
    (
        RuleId::Stalemate,
        page(
            ["Stalemate", "Pat", "Пат"],
            [&["5.2(a)"], &["5.2.1"], &["5.2.1"]],
            "a legal stalemate",
            "a proposal to be confirmed",
            "",
        ),
    ),
    (
        RuleId::DeadPosition,
        page(
            ["Dead position", "Martwa pozycja", "Мёртвая позиция"],
            [&["1.3", "5.2(b)", "9.6"], &["1.5", "5.2.2"], &["1.5", "5.2.2"]],
            "a search that no mate is possible",
            "the result: the game is drawn",
            "",
        ),
    ),
    (
        RuleId::Resignation,
        page(
            ["Resignation", "Poddanie partii", "Сдача партии"],
            [&["5.1(b)"], &["5.1.2"], &["5.1.2"]],
            "kings in the centre, a report",
            "a proposal to be confirmed",
            "the handshake",
        ),
    ),
    (
        RuleId::DrawOffer,
        page(
            ["Draw offer", "Propozycja remisu", "Предложение ничьей"],
            [&["9.1(b)", "8.1"], &["9.1.2", "8.1.5", "17.11"], &["9.1.2", "8.1.5"]],
            "a report",
            "comment in the PGN",
            "an offer is spoken",
        ),
    ),
    (
        RuleId::DrawRestriction,
        page(
            ["Draw agreed too early", "Zbyt wczesny remis", "Слишком ранняя ничья"],
            [&["9.1(a)"], &["9.1.1", "5.2.3"], &["9.1.1", "5.2.3"]],
            "a draw reported before the move it is allowed at",
            "violation",
            "",
        ),
    ),
    (
        RuleId::ThreefoldClaim,
        page(
            [
                "Claim: threefold repetition",
                "Reklamacja: trzykrotne powtórzenie",
                "Требование: троекратное повторение",
            ],
            [
                &["5.2(d)", "9.2(a)", "9.2(b)"],
                &["9.2.1.1", "9.2.1.2", "9.2.2", "11.12"],
                &["9.2.1", "9.2.2", "9.2.3"],
            ],
            "the record, on a claim",
            "on a claim only: each occurrence",
            "",
        ),
    ),
    (
        RuleId::FiftyMoveClaim,
        page(
            ["Claim: fifty moves", "Reklamacja: pięćdziesiąt posunięć", "Требование: пятьдесят ходов"],
            [&["5.2(e)", "9.3(a)", "9.3(b)"], &["9.3.1", "9.3.2"], &["9.3.1", "9.3.2"]],
            "the record, on a claim",
            "on a claim only: the counter",
            "",
        ),
    ),
    (
        RuleId::FivefoldRepetition,
        page(
            ["Fivefold repetition", "Pięciokrotne powtórzenie", "Пятикратное повторение"],
            [&[], &["9.6.1"], &["9.6.1"]],
            "the record",
            "the result, where the edition has the rule",
            "",
        ),
    ),
    (
        RuleId::SeventyfiveMoves,
        page(
            ["Seventy-five moves", "Siedemdziesiąt pięć posunięć", "Семьдесят пять ходов"],
            [&[], &["9.6.2"], &["9.6.2"]],
            "the record",
            "the result, where the edition has the rule",
            "",
        ),
    ),
    (
        RuleId::ClaimAfterTouch,
        page(
            [
                "Claim after touching a piece",
                "Reklamacja po dotknięciu bierki",
                "Требование после касания фигуры",
            ],
            [&["9.4"], &["9.4"], &["9.4"]],
            "a lift in the claimant's turn before the claim",
            "hint: the right is lost for this turn",
            "a touch without lifting",
        ),
    ),
    (
        RuleId::WrongClaimBonus,
        page(
            ["Time for a wrong claim", "Czas za niesłuszną reklamację", "Время за неверное требование"],
            [&["9.5(b)"], &["9.5.3"], &["9.5.3"]],
            "a claim that the record refutes",
            "the bonus",
            "",
        ),
    ),
    (
        RuleId::ClaimStopsClock,
        page(
            [
                "Clock stopped for a claim",
                "Zegar zatrzymany do reklamacji",
                "Часы остановлены для требования",
            ],
            [&["9.5"], &["9.5.1"], &["9.5.1"]],
            "both times stopped before a claim",
            "note",
            "",
        ),
    ),
    (
        RuleId::ResultEntry,
        page(
            ["Result entered", "Wpisany wynik", "Внесён результат"],
            [&["8.7", "11.1"], &["8.7", "10.1", "10.2"], &["8.7", "10"]],
            "a person's entry",
            "the result is open until confirmed; a hint where the board showed another",
            "the signatures",
        ),
    ),
    (
        RuleId::KingsCentre,
        page(
            ["Kings in the centre", "Królowie w centrum", "Короли в центре"],
            [&[], &["32.5"], &[]],
            "both kings on the four centre squares",
            "a proposal to be confirmed, never a move",
            "",
        ),
    ),
];
