//! What to do about a problem of an import.

use super::fault::{number, quoted};
use crate::PlayerNo;
use game::text::{Form, Phrase, Value};

/// What to do about a problem, or what was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proposal {
    /// Save the table as CSV or as text.
    SaveAsText,
    /// Export the file again.
    ExportAgain,
    /// Put the line right and import the file once more.
    PutRight,
    /// Split the file.
    Split,
    /// Write a tabulator between the names.
    UseTabulator,
    /// Look at the names, and name the encoding if they are wrong.
    LookAtNames,
    /// Look at the order of the boards.
    LookAtBoards,
    /// Look at the colours.
    LookAtColours,
    /// Write names above the columns.
    NameColumns,
    /// Give the numbers or the FIDE numbers of two players who share a name.
    TellApart,
    /// Choose the right round.
    ChooseRound,
    /// Say which round it is.
    NameRound,
    /// Say which tournament it is.
    NameTournament,
    /// Say who is meant: one of these players, or somebody new.
    IsThis(Vec<(PlayerNo, String)>),
    /// Nothing was changed; change it by hand where the file is right.
    KeptOurs,
}

const SAVE_AS_TEXT: Form = Form {
    en: "save the table as CSV or as text (UTF-8) and import that",
    pl: "zapisz tabelę jako CSV albo jako tekst (UTF-8) i wczytaj ten plik",
    ru: "сохраните таблицу как CSV или как текст (UTF-8) и загрузите этот файл",
};
const EXPORT_AGAIN: Form = Form {
    en: "export the file again from the pairing program: as TRF, PGN or CSV",
    pl: "wyeksportuj plik ponownie z programu kojarzącego: jako TRF, PGN lub CSV",
    ru: "экспортируйте файл заново из программы жеребьёвки: как TRF, PGN или CSV",
};
const PUT_RIGHT: Form = Form {
    en: "put the line right and import the file again; nothing was imported",
    pl: "popraw wiersz i wczytaj plik ponownie; niczego nie wczytano",
    ru: "исправьте строку и загрузите файл снова; ничего не загружено",
};
const SPLIT: Form = Form {
    en: "import one tournament or one round at a time",
    pl: "wczytuj po jednym turnieju albo po jednej rundzie",
    ru: "загружайте по одному турниру или по одному туру",
};
const USE_TABULATOR: Form = Form {
    en: "write a tabulator or \"vs\" between the two players",
    pl: "wpisz między zawodnikami tabulator albo „vs”",
    ru: "поставьте между игроками табуляцию или «vs»",
};
const LOOK_AT_NAMES: Form = Form {
    en: "look whether the names are right; if they are not, choose another encoding or save the file as UTF-8",
    pl: "sprawdź, czy nazwiska są poprawne; jeśli nie, wybierz inne kodowanie albo zapisz plik jako UTF-8",
    ru: "проверьте, верны ли имена; если нет, выберите другую кодировку или сохраните файл как UTF-8",
};
const LOOK_AT_BOARDS: Form = Form {
    en: "compare the boards with the pairing list on the wall",
    pl: "porównaj szachownice z wywieszoną listą kojarzeń",
    ru: "сравните номера досок с вывешенной жеребьёвкой",
};
const LOOK_AT_COLOURS: Form = Form {
    en: "compare the colours with the line-ups",
    pl: "porównaj kolory ze składami drużyn",
    ru: "сравните цвета с заявками команд",
};
const NAME_COLUMNS: Form = Form {
    en: "look whether everything is in its place; a first line such as Board;White;Black;Result leaves no doubt",
    pl: "sprawdź, czy wszystko jest na swoim miejscu; pierwszy wiersz, np. Stół;Białe;Czarne;Wynik, usuwa wątpliwości",
    ru: "проверьте, всё ли на своём месте; первая строка, например Доска;Белые;Чёрные;Результат, устраняет сомнения",
};
const TELL_APART: Form = Form {
    en: "if these are two players of one name, give each a starting number or a FIDE number",
    pl: "jeśli to dwie osoby o tym samym nazwisku, podaj ich numery startowe albo numery FIDE",
    ru: "если это два игрока с одинаковым именем, укажите их стартовые номера или номера ФИДЕ",
};
const CHOOSE_ROUND: Form = Form {
    en: "choose the round of the file, or another file",
    pl: "wybierz rundę z pliku albo inny plik",
    ru: "выберите тур из файла или другой файл",
};
const NAME_ROUND: Form = Form {
    en: "say which round it is (--round), or write a line such as \"Round 3\" above the pairings",
    pl: "podaj rundę (--round) albo wpisz nad kojarzeniami wiersz, np. „Runda 3”",
    ru: "укажите тур (--round) или напишите над парами строку, например «Тур 3»",
};
const NAME_TOURNAMENT: Form = Form {
    en: "name its key (--tournament), or begin the name of the file with the key and a full stop",
    pl: "podaj jego klucz (--tournament) albo zacznij nazwę pliku od klucza i kropki",
    ru: "укажите его ключ (--tournament) или начните имя файла с ключа и точки",
};
const IS_THIS: Form = Form {
    en: "say who it is: {0}, or a new player",
    pl: "wskaż, kto to jest: {0}, czy nowy zawodnik",
    ru: "укажите, кто это: {0} или новый игрок",
};
const CANDIDATE: Form = Form { en: "no. {0} {1}", pl: "nr {0} {1}", ru: "№ {0} {1}" };
const KEPT_OURS: Form = Form {
    en: "what the tournament has was kept; change it by hand if the file is right",
    pl: "zachowano to, co jest w turnieju; jeśli plik ma rację, zmień to ręcznie",
    ru: "оставлено то, что есть в турнире; если верен файл, измените вручную",
};

impl Proposal {
    /// Returns the sentence of the proposal, in every language.
    pub fn phrase(&self) -> Phrase {
        match self {
            Proposal::SaveAsText => SAVE_AS_TEXT.plain(),
            Proposal::ExportAgain => EXPORT_AGAIN.plain(),
            Proposal::PutRight => PUT_RIGHT.plain(),
            Proposal::Split => SPLIT.plain(),
            Proposal::UseTabulator => USE_TABULATOR.plain(),
            Proposal::LookAtNames => LOOK_AT_NAMES.plain(),
            Proposal::LookAtBoards => LOOK_AT_BOARDS.plain(),
            Proposal::LookAtColours => LOOK_AT_COLOURS.plain(),
            Proposal::NameColumns => NAME_COLUMNS.plain(),
            Proposal::TellApart => TELL_APART.plain(),
            Proposal::ChooseRound => CHOOSE_ROUND.plain(),
            Proposal::NameRound => NAME_ROUND.plain(),
            Proposal::NameTournament => NAME_TOURNAMENT.plain(),
            Proposal::IsThis(players) => {
                IS_THIS.with([players.iter().rev().fold(Value::Words(String::new()), joined)])
            }
            Proposal::KeptOurs => KEPT_OURS.plain(),
        }
    }
}

const PAIR: Form = Form { en: "{0}, {1}", pl: "{0}, {1}", ru: "{0}, {1}" };

/// Puts a candidate before those that are joined already.
fn joined(behind: Value, (player, name): &(PlayerNo, String)) -> Value {
    let one = Value::Phrase(Box::new(CANDIDATE.with([number(*player), quoted(name)])));
    if behind == Value::Words(String::new()) {
        return one;
    }
    Value::Phrase(Box::new(PAIR.with([one, behind])))
}
