//! Why nothing is pushed, in the languages of the arbiter's page.

use broadcast::lichess::HoldKind;
use laws::{Form, Language};
use std::collections::BTreeMap;

const TOKEN: Form = Form {
    en: "Lichess is given no token that it knows; put a token with the right study:write into the file",
    pl: "Lichess nie dostaje znanego mu tokenu; wpisz do pliku token z prawem study:write",
    ru: "Lichess не получает известного ему токена; запишите в файл токен с правом study:write",
};
const LIMITED: Form = Form {
    en: "Lichess asked for a pause; the next push brings everything",
    pl: "Lichess prosi o przerwę; następne wysłanie przekaże wszystko",
    ru: "Lichess просит паузу; следующая отправка передаст всё",
};
const AWAY: Form = Form {
    en: "Lichess does not answer; look at the line to the outside. When it is back, one push brings everything",
    pl: "Lichess nie odpowiada; sprawdź łącze na zewnątrz. Gdy wróci, jedno wysłanie przekaże wszystko",
    ru: "Lichess не отвечает; проверьте внешнюю связь. Когда она вернётся, одна отправка передаст всё",
};
const FORBIDDEN: Form = Form {
    en: "Lichess does not let the owner of the token push to this round; make them a contributor of the broadcast",
    pl: "Lichess nie pozwala właścicielowi tokenu wysyłać do tej rundy; dodaj go do współtwórców transmisji",
    ru: "Lichess не позволяет владельцу токена отправлять в этот тур; добавьте его в участники трансляции",
};
const UNKNOWN: Form = Form {
    en: "Lichess has no such round; put its id right",
    pl: "Lichess nie ma takiej rundy; popraw jej identyfikator",
    ru: "На Lichess нет такого тура; исправьте его идентификатор",
};
const REFUSED: Form = Form {
    en: "Lichess refuses the push; a round that is read from an address cannot be pushed to",
    pl: "Lichess odrzuca wysłanie; do rundy czytanej z adresu nie można wysyłać",
    ru: "Lichess отклоняет отправку; в тур, который читается по адресу, отправлять нельзя",
};

const STANDS: Form = Form {
    en: "an illegal move stands in this game; Lichess knows legal moves only and shows the game up to it",
    pl: "w tej partii pozostał w mocy ruch nieprawidłowy; Lichess zna tylko ruchy prawidłowe i pokazuje partię do niego",
    ru: "в этой партии остался в силе невозможный ход; Lichess знает только возможные ходы и показывает партию до него",
};
const ARBITER: Form = Form {
    en: "an arbiter has to settle the moves of this game; until then Lichess may show only a part of them",
    pl: "o ruchach tej partii musi rozstrzygnąć sędzia; do tego czasu Lichess może pokazywać tylko ich część",
    ru: "ходы этой партии должен решить арбитр; до тех пор Lichess может показывать только часть их",
};

/// Returns why the game on a board stands still at Lichess, by the code of the language.
pub(crate) fn standing_words(has_illegal_move: bool) -> BTreeMap<&'static str, String> {
    by_language(if has_illegal_move { &STANDS } else { &ARBITER })
}

/// Returns why nothing is pushed, by the code of the language.
pub(crate) fn hold_words(kind: HoldKind) -> BTreeMap<&'static str, String> {
    let form = match kind {
        HoldKind::Token => &TOKEN,
        HoldKind::Limited => &LIMITED,
        HoldKind::Away => &AWAY,
        HoldKind::Forbidden => &FORBIDDEN,
        HoldKind::Unknown => &UNKNOWN,
        HoldKind::Refused => &REFUSED,
    };
    by_language(form)
}

fn by_language(form: &'static Form) -> BTreeMap<&'static str, String> {
    Language::ALL.into_iter().map(|language| (language.code(), form.plain().clause(language))).collect()
}
