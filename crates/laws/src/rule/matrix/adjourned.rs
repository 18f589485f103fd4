//! The section of the rules' matrix on adjournment and the quickplay finish.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::AdjournOrder,
        page(
            ["Adjournment ordered", "Zarządzone przerwanie partii", "Назначено откладывание"],
            [&["1(a)"], &["18.1.1"], &["I.1.1"]],
            "a command",
            "the state of adjournment",
            "",
        ),
    ),
    (
        RuleId::AdjournEarly,
        page(
            ["Adjourned early", "Wcześniejsze przerwanie", "Раннее откладывание"],
            [&["1(b)"], &["18.1.2"], &["I.1.2"]],
            "a command and the nominal end",
            "the minutes to deduct",
            "",
        ),
    ),
    (
        RuleId::AdjournBoardMove,
        page(
            [
                "Move on the board instead of in writing",
                "Posunięcie na szachownicy zamiast na piśmie",
                "Ход на доске вместо записи",
            ],
            [&["1(a)"], &["18.1.1"], &["I.1.1"]],
            "a move on the board after the order",
            "violation: it is to be written down",
            "",
        ),
    ),
    (
        RuleId::AdjournChange,
        page(
            ["Sealed move changed", "Zmiana zapisanego posunięcia", "Записанный ход изменён"],
            [&["1(a)"], &["18.1.1"], &["I.1.1"]],
            "both times not yet stopped",
            "nothing: the move may still be changed",
            "",
        ),
    ),
    (
        RuleId::AdjournEnvelope,
        page(
            ["Envelope", "Koperta", "Конверт"],
            [&["2", "3"], &["18.2", "18.3"], &["I.2", "I.3"]],
            "the record",
            "the sheet with seven items",
            "what is in the envelope",
        ),
    ),
    (
        RuleId::AdjournDrawOffer,
        page(
            [
                "Draw offer at the adjournment",
                "Propozycja remisu przy przerwaniu",
                "Предложение ничьей при откладывании",
            ],
            [&["4"], &["18.4"], &["I.4"]],
            "the record",
            "the offer stays open",
            "",
        ),
    ),
    (
        RuleId::AdjournConcluded,
        page(
            ["Concluded before the resumption", "Zakończona przed wznowieniem", "Закончена до доигрывания"],
            [&["6"], &["18.6"], &["I.6"]],
            "a result before resumption",
            "the result",
            "",
        ),
    ),
    (
        RuleId::AdjournSetup,
        page(
            ["Set up for the resumption", "Ustawienie do wznowienia", "Расстановка для доигрывания"],
            [&["5"], &["18.5"], &["I.5"]],
            "the board against the stored position",
            "square by square",
            "",
        ),
    ),
    (
        RuleId::AdjournOpen,
        page(
            ["Opening of the envelope", "Otwarcie koperty", "Вскрытие конверта"],
            [&["7", "9(a)"], &["18.7", "18.9.1"], &["I.7", "I.9.1"]],
            "a report who is present",
            "when to open",
            "who is present",
        ),
    ),
    (
        RuleId::AdjournReplierAbsent,
        page(
            ["Player to reply absent", "Nieobecny odpowiadający", "Нет отвечающего"],
            [&["9(b)"], &["18.9.2"], &["I.9.2"]],
            "a report",
            "the replier's time runs, the move stays hidden",
            "who is present",
        ),
    ),
    (
        RuleId::AdjournSealerAbsent,
        page(
            ["Player who sealed absent", "Nieobecny zapisujący", "Нет записавшего ход"],
            [&["9(c)"], &["18.9.3"], &["I.9.3"]],
            "a report",
            "a press without a move is accepted",
            "who is present",
        ),
    ),
    (
        RuleId::AdjournSealedInvalid,
        page(
            ["Sealed move in doubt", "Wątpliwe zapisane posunięcie", "Записанный ход сомнителен"],
            [&["8"], &["18.8"], &["I.8"]],
            "the typed text of the move",
            "loss of the sealer, with exceptions",
            "the handwriting",
        ),
    ),
    (
        RuleId::AdjournLate,
        page(
            ["Late for the resumption", "Spóźnienie na wznowienie", "Опоздание к доигрыванию"],
            [&["10"], &["18.10"], &["I.10"]],
            "a report",
            "by edition: loss, with exceptions",
            "who is present",
        ),
    ),
    (
        RuleId::AdjournBothAbsent,
        page(
            ["Both players absent", "Obaj gracze nieobecni", "Нет обоих игроков"],
            [&[], &["18.11"], &["I.11"]],
            "a report",
            "whose time is lost",
            "who is present",
        ),
    ),
    (
        RuleId::AdjournMissingEnvelope,
        page(
            ["Envelope missing", "Brak koperty", "Конверт утерян"],
            [&["11(a)", "11(b)"], &["18.12.1", "18.12.2"], &["I.12.1", "I.12.2"]],
            "a report",
            "go on as stated, or annul",
            "",
        ),
    ),
    (
        RuleId::AdjournClockError,
        page(
            ["Wrong times at the resumption", "Złe czasy przy wznowieniu", "Неверное время при доигрывании"],
            [&["12"], &["18.13"], &["I.13"]],
            "a report and whether the player has moved",
            "correct, or too late",
            "",
        ),
    ),
    (
        RuleId::AdjournSessionClock,
        page(
            ["Timepiece of the session", "Zegar sesji", "Часы тура"],
            [&["13"], &["18.14"], &["I.14"]],
            "nothing",
            "the arbiter's own timepiece counts",
            "",
        ),
    ),
    (
        RuleId::QuickplayScope,
        page(
            [
                "Quickplay finish, where it applies",
                "Szybkie zakończenie, zakres",
                "Быстрое завершение, когда применяется",
            ],
            [&["10.1"], &["19.1", "19.2.1", "19.2.2"], &["III.1", "III.2.1", "III.2.2"]],
            "the time control and what was announced",
            "whether a claim is possible",
            "",
        ),
    ),
    (
        RuleId::QuickplayPhase,
        page(
            [
                "Quickplay finish, last period",
                "Szybkie zakończenie, ostatni okres",
                "Быстрое завершение, последний период",
            ],
            [&["10.1"], &["19.1"], &["III.1"]],
            "the periods and completed moves",
            "whether the last period runs",
            "",
        ),
    ),
    (
        RuleId::QuickplayEligible,
        page(
            [
                "Quickplay finish, under two minutes",
                "Szybkie zakończenie, poniżej dwóch minut",
                "Быстрое завершение, меньше двух минут",
            ],
            [&["10.2"], &["19.4", "19.5"], &["III.4", "III.5"]],
            "the exact time at the claim",
            "below 2:00 or not",
            "",
        ),
    ),
    (
        RuleId::QuickplayIncrementRequest,
        page(
            [
                "Claim: increment in a quickplay finish",
                "Reklamacja: dodawanie czasu w szybkim zakończeniu",
                "Требование: добавление при быстром завершении",
            ],
            [&[], &["19.4"], &["III.4"]],
            "a claim",
            "+5 s for both, +2:00 for the opponent",
            "",
        ),
    ),
    (
        RuleId::QuickplayDrawClaim,
        page(
            [
                "Claim: draw in a quickplay finish",
                "Reklamacja: remis w szybkim zakończeniu",
                "Требование: ничья при быстром завершении",
            ],
            [&["10.2"], &["19.5"], &["III.5"]],
            "a claim",
            "time, ply, record",
            "",
        ),
    ),
    (
        RuleId::QuickplayAgreed,
        page(
            [
                "Quickplay finish, draw granted",
                "Szybkie zakończenie, remis uznany",
                "Быстрое завершение, ничья признана",
            ],
            [&["10.2(a)"], &["19.5.1"], &["III.5.1"]],
            "a ruling",
            "draw",
            "",
        ),
    ),
    (
        RuleId::QuickplayPostponed,
        page(
            [
                "Quickplay finish, decision postponed",
                "Szybkie zakończenie, decyzja odroczona",
                "Быстрое завершение, решение отложено",
            ],
            [&["10.2(b)"], &["19.5.2"], &["III.5.2"]],
            "a ruling",
            "the log from the claim on",
            "",
        ),
    ),
    (
        RuleId::QuickplayRejected,
        page(
            [
                "Quickplay finish, claim rejected",
                "Szybkie zakończenie, reklamacja oddalona",
                "Быстрое завершение, требование отклонено",
            ],
            [&["10.2(c)"], &["19.5.3"], &["III.5.3"]],
            "a ruling",
            "+2:00 for the opponent",
            "",
        ),
    ),
    (
        RuleId::QuickplayFinal,
        page(
            [
                "Quickplay finish, final decision",
                "Szybkie zakończenie, decyzja ostateczna",
                "Быстрое завершение, решение окончательно",
            ],
            [&["10.2(d)", "12.10"], &[], &[]],
            "a ruling",
            "no appeal in 2009",
            "",
        ),
    ),
    (
        RuleId::QuickplayUnsupervised,
        page(
            [
                "Quickplay finish without an arbiter",
                "Szybkie zakończenie bez sędziego",
                "Быстрое завершение без арбитра",
            ],
            [&["D.1"], &["19.6.1", "19.6.2"], &["III.6.1", "III.6.2"]],
            "the final position",
            "the sheet to send",
            "",
        ),
    ),
];
