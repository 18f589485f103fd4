//! The section of the rules' matrix on screens, silence and evidence.

use super::{Page, page};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::ScreensAllowed,
        page(
            ["What screens may show", "Co wolno pokazać na ekranach", "Что можно показывать на экранах"],
            [&["6.14"], &["6.12.1"], &["6.12.1"]],
            "nothing",
            "what the public page may show",
            "",
        ),
    ),
    (
        RuleId::NoClaimFromScreen,
        page(
            ["No claim from a screen", "Brak reklamacji na podstawie ekranu", "Нельзя требовать по экрану"],
            [&["6.14"], &["6.12.2"], &["6.12.2"]],
            "nothing",
            "a line on the page",
            "what a player looked at",
        ),
    ),
    (
        RuleId::NoMoveNumberAnnounce,
        page(
            [
                "Number of moves not announced",
                "Liczby posunięć się nie ogłasza",
                "Число ходов не объявляется",
            ],
            [&["13.6"], &["12.6"], &["12.6"]],
            "nothing",
            "nothing counts moves to a control in public",
            "",
        ),
    ),
    (
        RuleId::NoPrompting,
        page(
            ["No prompting", "Zakaz podpowiadania", "Запрет подсказок"],
            [&["13.6", "A.4(d)(1)"], &["12.6"], &["12.6"]],
            "nothing",
            "nothing available is announced",
            "",
        ),
    ),
    (
        RuleId::ReportOnlyToArbiter,
        page(
            ["For the arbiter alone", "Tylko dla sędziego", "Только для арбитра"],
            [&["13.7(a)"], &["12.7"], &["12.7"]],
            "nothing",
            "incidents have no place in a public type",
            "",
        ),
    ),
    (
        RuleId::NoInformationToPlayers,
        page(
            ["No information to players", "Zakaz informowania graczy", "Запрет сообщать игрокам"],
            [&["12.3(a)"], &["11.3.1"], &["11.3.1"]],
            "nothing",
            "no evaluation anywhere",
            "",
        ),
    ),
    (
        RuleId::NoDistraction,
        page(
            ["No distraction", "Zakaz przeszkadzania", "Запрет мешать игре"],
            [&["12.6"], &["11.5"], &["11.5"]],
            "nothing",
            "no sound",
            "",
        ),
    ),
    (
        RuleId::DevicePermission,
        page(
            ["Permission for devices", "Zgoda na urządzenia", "Разрешение на устройства"],
            [&["13.7(b)"], &["12.8"], &["12.8"]],
            "a note",
            "the note in the record",
            "",
        ),
    ),
    (
        RuleId::BroadcastDelay,
        page(
            ["Delay of the broadcast", "Opóźnienie transmisji", "Задержка трансляции"],
            [&[], &["12.2.7"], &["12.2.7"]],
            "nothing",
            "the feed's delay",
            "",
        ),
    ),
    (
        RuleId::ScoresheetRequest,
        page(
            ["Request to see the record", "Prośba o wgląd do zapisu", "Просьба показать запись"],
            [&[], &["13.2", "13.3.2", "14.3.2"], &["A.4.3", "B.2.3"]],
            "a report",
            "the count; from the sixth on a distraction",
            "",
        ),
    ),
    (
        RuleId::ElectronicRecord,
        page(
            ["Electronic record", "Zapis elektroniczny", "Электронная запись"],
            [&[], &["13.3.1.2", "14.3.1.2"], &["A.4.2", "B.2.2"]],
            "nothing",
            "the record",
            "",
        ),
    ),
    (
        RuleId::ScoresheetProperty,
        page(
            ["Owner of the scoresheets", "Własność zapisów", "Собственность на бланки"],
            [&["8.3"], &["8.3"], &["8.3"]],
            "nothing",
            "the organiser exports",
            "",
        ),
    ),
    (
        RuleId::EvidenceLog,
        page(
            ["Evidence kept", "Zachowane dowody", "Сохранённые свидетельства"],
            [&["8.5", "8.6", "12.10"], &["8.5", "8.6", "11.10", "11.11"], &["8.5", "8.6", "11.10"]],
            "everything that was sensed and said",
            "the journal; a person's note",
            "",
        ),
    ),
    (
        RuleId::PenaltyList,
        page(
            ["List of penalties", "Lista kar", "Перечень наказаний"],
            [&["13.4"], &["12.9"], &["12.9"]],
            "nothing",
            "penalties are never chosen",
            "",
        ),
    ),
    (
        RuleId::ExtraTime,
        page(
            ["Extra time", "Dodatkowy czas", "Дополнительное время"],
            [&["13.5"], &["12.5"], &["12.5"]],
            "a report",
            "the record",
            "",
        ),
    ),
    (
        RuleId::TeamColours,
        page(
            ["Colours of the teams", "Kolory drużyn", "Цвета команд"],
            [&[], &["21"], &[]],
            "the pairing",
            "a prompt at the round's beginning",
            "",
        ),
    ),
];
