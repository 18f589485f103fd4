//! An obstacle: what keeps a destination from taking games, and what to do about it.

use game::text::{Form, Phrase};

/// What keeps a destination from taking games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// A password, a key or a token cannot be read.
    Secret,
    /// Other users of the computer may read a secret.
    Open,
    /// Nobody answers there.
    Away,
    /// Whoever answers does not prove to be the one that is meant.
    Untrusted,
    /// The name and what proves it are not accepted.
    Login,
    /// Files cannot be written there.
    Folder,
    /// The answer is a refusal.
    Refused,
    /// Lichess wants a pause.
    Limited,
    /// The token has not the right to push.
    Scope,
    /// Lichess has no such round.
    Round,
    /// The round belongs to somebody else.
    Owner,
    /// A round has no id at Lichess.
    Unnamed,
    /// The next round cannot be sent now.
    Unsendable,
}

impl Obstacle {
    /// Every obstacle.
    pub const ALL: [Obstacle; 13] = [
        Obstacle::Secret,
        Obstacle::Open,
        Obstacle::Away,
        Obstacle::Untrusted,
        Obstacle::Login,
        Obstacle::Folder,
        Obstacle::Refused,
        Obstacle::Limited,
        Obstacle::Scope,
        Obstacle::Round,
        Obstacle::Owner,
        Obstacle::Unnamed,
        Obstacle::Unsendable,
    ];

    /// Returns its name in lists for programs, which never changes.
    pub fn name(self) -> &'static str {
        match self {
            Obstacle::Secret => "secret",
            Obstacle::Open => "open-secret",
            Obstacle::Away => "away",
            Obstacle::Untrusted => "untrusted",
            Obstacle::Login => "login",
            Obstacle::Folder => "folder",
            Obstacle::Refused => "refused",
            Obstacle::Limited => "limited",
            Obstacle::Scope => "scope",
            Obstacle::Round => "unknown-round",
            Obstacle::Owner => "not-owner",
            Obstacle::Unnamed => "no-id",
            Obstacle::Unsendable => "unsendable",
        }
    }

    /// Returns what to do.
    pub fn what_to_do(self) -> Phrase {
        let form = match self {
            Obstacle::Secret => &SECRET,
            Obstacle::Open => &OPEN,
            Obstacle::Away => &AWAY,
            Obstacle::Untrusted => &UNTRUSTED,
            Obstacle::Login => &LOGIN,
            Obstacle::Folder => &FOLDER,
            Obstacle::Refused => &REFUSED,
            Obstacle::Limited => &LIMITED,
            Obstacle::Scope => &SCOPE,
            Obstacle::Round => &ROUND,
            Obstacle::Owner => &OWNER,
            Obstacle::Unnamed => &UNNAMED,
            Obstacle::Unsendable => &UNSENDABLE,
        };
        form.plain()
    }
}

const SECRET: Form = Form {
    en: "Name the right file in topboard.toml; the user as whom the program runs must be able to read it.",
    pl: "Podaj właściwy plik w topboard.toml; użytkownik, na którego koncie działa program, musi móc go czytać.",
    ru: "Укажите в topboard.toml верный файл; он должен читаться пользователем, от имени которого работает программа.",
};
const OPEN: Form = Form {
    en: "Give the file to the program's user alone, as the command shows.",
    pl: "Daj dostęp do pliku tylko użytkownikowi programu, jak w podanym poleceniu.",
    ru: "Оставьте файл только пользователю программы, как в указанной команде.",
};
const AWAY: Form = Form {
    en: "Look at the name and the port, and at the line to the outside.",
    pl: "Sprawdź nazwę i port oraz łącze na zewnątrz.",
    ru: "Проверьте имя и порт, а также внешнюю связь.",
};
const UNTRUSTED: Form = Form {
    en: "Ask whoever runs the server which certificate or key it has, before you change roots or fingerprint.",
    pl: "Zanim zmienisz roots albo fingerprint, zapytaj administratora serwera o jego certyfikat lub klucz.",
    ru: "Прежде чем менять roots или fingerprint, спросите у администратора сервера о его сертификате или ключе.",
};
const LOGIN: Form = Form {
    en: "Put name, password, key or token right.",
    pl: "Popraw nazwę, hasło, klucz albo token.",
    ru: "Исправьте имя, пароль, ключ или токен.",
};
const FOLDER: Form = Form {
    en: "Make the folder, let the program's user or the login write there, and free some space.",
    pl: "Utwórz folder, pozwól w nim pisać użytkownikowi programu lub temu loginowi i zwolnij miejsce.",
    ru: "Создайте папку, разрешите пользователю программы или этому логину писать в неё и освободите место.",
};
const REFUSED: Form = Form {
    en: "Read the reason, and ask whoever runs the server.",
    pl: "Przeczytaj powód i zapytaj administratora serwera.",
    ru: "Прочитайте причину и обратитесь к администратору сервера.",
};
const LIMITED: Form = Form {
    en: "Wait a minute, and ask again.",
    pl: "Odczekaj minutę i spróbuj ponownie.",
    ru: "Подождите минуту и повторите.",
};
const SCOPE: Form = Form {
    en: "Make another token at Lichess, with the right study:write, and put it into the file.",
    pl: "Utwórz na Lichess inny token, z prawem study:write, i wpisz go do pliku.",
    ru: "Создайте на Lichess другой токен, с правом study:write, и запишите его в файл.",
};
const ROUND: Form = Form {
    en: "Put the id of the round right; it is the last eight letters and digits of its address.",
    pl: "Popraw identyfikator rundy: to ostatnie osiem liter i cyfr jej adresu.",
    ru: "Исправьте идентификатор тура: это последние восемь букв и цифр его адреса.",
};
const OWNER: Form = Form {
    en: "Make the owner of the token a contributor of the broadcast, or use the owner's token.",
    pl: "Dodaj właściciela tokenu do współtwórców transmisji albo użyj tokenu jej właściciela.",
    ru: "Добавьте владельца токена в участники трансляции или возьмите токен её владельца.",
};
const UNNAMED: Form = Form {
    en: "Set its id under rounds in [lichess], or let topboard broadcast lichess create make the round.",
    pl: "Wpisz jej identyfikator w rounds w sekcji [lichess] albo utwórz rundę poleceniem topboard broadcast lichess create.",
    ru: "Запишите его идентификатор в rounds раздела [lichess] или создайте тур командой topboard broadcast lichess create.",
};
const UNSENDABLE: Form = Form {
    en: "Ask without --send; what is played goes by itself.",
    pl: "Zapytaj bez --send; rozgrywane partie są wysyłane same.",
    ru: "Спросите без --send; то, что играется, отправляется само.",
};
