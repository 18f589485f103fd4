//! The section of the rules' matrix on draughts (WARC).

use super::{Page, warc};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::DrTimeControls,
        warc(
            ["Draughts: time control", "Warcaby: tempo gry", "Шашки: контроль времени"],
            &["6.1.1", "6.1.2.1", "6.1.2.2", "6.1.2.3", "6.1.2.4", "6.1.3", "6.2.1", "6.2.2", "6.2.3"],
            "the time control",
            "note: which article names it, or none",
            "",
        ),
    ),
    (
        RuleId::DrClockDevice,
        warc(
            [
                "Draughts: which flag fell first",
                "Warcaby: która chorągiewka upadła pierwsza",
                "Шашки: какой флаг упал первым",
            ],
            &["3.7.3", "3.7.4", "3.7.5", "3.7.6"],
            "both flags, one after the other",
            "note: which fell first, and how long before; or that the clock told both at once",
            "how the clock shows it",
        ),
    ),
    (
        RuleId::DrClockPlace,
        warc(
            ["Draughts: place of the clock", "Warcaby: miejsce zegara", "Шашки: место часов"],
            &["3.8", "6.7.1"],
            "nothing",
            "nothing",
            "on which side the clock stands",
        ),
    ),
    (
        RuleId::DrStart,
        warc(
            ["Draughts: start of the game", "Warcaby: rozpoczęcie partii", "Шашки: начало партии"],
            &["4.4", "4.5"],
            "a report",
            "note: whose clock runs, who bears what",
            "who is there",
        ),
    ),
    (
        RuleId::DrNoStop,
        warc(
            ["Draughts: clock stopped", "Warcaby: zatrzymany zegar", "Шашки: часы остановлены"],
            &["4.4", "6.18"],
            "both times stopped before the end",
            "violation; a note where a regulation draw is claimed and all moves are in one time",
            "who stopped them: the arbiter may",
        ),
    ),
    (
        RuleId::DrColours,
        warc(
            ["Draughts: wrong colours", "Warcaby: złe kolory", "Шашки: не те цвета"],
            &["4.6"],
            "a report",
            "note: the game goes on",
            "who sits where",
        ),
    ),
    (
        RuleId::DrDrawOffer,
        warc(
            ["Draughts: draw offer", "Warcaby: propozycja remisu", "Шашки: предложение ничьей"],
            &["5.1"],
            "a command, and the moves completed by presses",
            "violation before move 40 (15 on 64 squares) or twice in a row, else a note; a hint where the link was lost",
            "an offer is spoken; whether it came between move and press",
        ),
    ),
    (
        RuleId::DrScore,
        warc(
            ["Draughts: score", "Warcaby: punktacja", "Шашки: счёт"],
            &["5.4", "5.5", "5.6"],
            "a person's entry",
            "note: the points",
            "",
        ),
    ),
    (
        RuleId::DrRecord,
        warc(
            ["Draughts: record", "Warcaby: zapis", "Шашки: запись"],
            &["6.3", "6.4.1", "6.4.2", "6.4.3", "6.4.4"],
            "nothing",
            "nothing",
            "the score sheets",
        ),
    ),
    (
        RuleId::DrTimeTrouble,
        warc(
            ["Draughts: time trouble", "Warcaby: niedoczas", "Шашки: цейтнот"],
            &["6.13"],
            "five minutes or less to the control",
            "note; not with a minute for each move",
            "whether the player records",
        ),
    ),
    (
        RuleId::DrCompleteRecord,
        warc(
            [
                "Draughts: record to be completed",
                "Warcaby: zapis do uzupełnienia",
                "Шашки: запись нужно дополнить",
            ],
            &["6.14", "6.15"],
            "a flag after time trouble, or a report",
            "note: who, and on whose time",
            "the score sheets",
        ),
    ),
    (
        RuleId::DrMoveCount,
        warc(
            ["Draughts: number of moves", "Warcaby: liczba posunięć", "Шашки: число ходов"],
            &["6.12", "6.16", "6.17"],
            "presses until the flag; a report",
            "violation where a move is missing (a hint where the link was lost); on a report the count that is proved, and the \
             number that comes next without proof",
            "a move on the board that was not pressed",
        ),
    ),
    (
        RuleId::DrNoPrompt,
        warc(
            ["Draughts: no prompting", "Warcaby: zakaz podpowiadania", "Шашки: запрет подсказок"],
            &["6.9"],
            "a time that runs on",
            "nothing, to nobody: only the opponent may speak of it",
            "",
        ),
    ),
    (
        RuleId::DrClockFault,
        warc(
            ["Draughts: fault of the clock", "Warcaby: wada zegara", "Шашки: неисправность часов"],
            &["6.10", "6.11"],
            "a report",
            "note: whether it is still heard",
            "the clock's inside",
        ),
    ),
    (
        RuleId::DrDrawClaimTime,
        warc(
            [
                "Draughts: time at a draw claim",
                "Warcaby: czas przy reklamacji remisu",
                "Шашки: время при требовании ничьей",
            ],
            &["6.18"],
            "a claim, a flag before the ruling, the ruling",
            "note: what the flag counts for",
            "the position",
        ),
    ),
    (
        RuleId::DrErrorTime,
        warc(
            ["Draughts: time for a correction", "Warcaby: czas na poprawkę", "Шашки: время на исправление"],
            &["6.19"],
            "a report",
            "note: whose time bears it",
            "who is to blame",
        ),
    ),
    (
        RuleId::DrEnd,
        warc(
            ["Draughts: end of the game", "Warcaby: koniec partii", "Шашки: конец партии"],
            &["6.20", "6.21"],
            "the result",
            "the note of the score says what is left to do",
            "what players write",
        ),
    ),
    (
        RuleId::DrAdjourn,
        warc(
            ["Draughts: adjournment", "Warcaby: przerwanie partii", "Шашки: откладывание партии"],
            &[
                "7.6.1", "7.6.2", "7.6.3", "7.6.4", "7.6.5", "7.6.6", "7.6.7", "7.7.1", "7.7.2", "7.7.3",
                "7.7.4",
            ],
            "a command, whose time runs",
            "violation where White has the move; else the steps",
            "the sealed move: no rule of play is in the source",
        ),
    ),
    (
        RuleId::DrAdjournWalk,
        warc(
            ["Draughts: leaving the board", "Warcaby: odejście od planszy", "Шашки: уход от доски"],
            &["7.8"],
            "nothing",
            "nothing",
            "who leaves the board",
        ),
    ),
    (
        RuleId::DrDemo,
        warc(
            ["Draughts: demonstration boards", "Warcaby: plansze pokazowe", "Шашки: демонстрационные доски"],
            &["8.8"],
            "nothing",
            "nothing: no board of draughts is shown",
            "",
        ),
    ),
    (
        RuleId::DrPublic,
        warc(
            ["Draughts: what the public sees", "Warcaby: co widzi publiczność", "Шашки: что видит публика"],
            &["3.1.4", "8.3", "8.6", "8.7"],
            "nothing",
            "no sound, no evaluation anywhere",
            "",
        ),
    ),
];
