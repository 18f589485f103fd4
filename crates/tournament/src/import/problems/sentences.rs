//! The sentences of [`super::fault::ImportFault`], in every language of an arbiter.

use game::text::Form;

pub(in crate::import) const EMPTY: Form =
    Form { en: "the file is empty", pl: "plik jest pusty", ru: "файл пуст" };
pub(in crate::import) const TOO_MANY_BYTES: Form = Form {
    en: "the file has {0} bytes; at most {1} are read",
    pl: "plik ma bajtów: {0}; wczytuje się najwyżej {1}",
    ru: "размер файла в байтах: {0}; читается не более {1}",
};
pub(in crate::import) const TOO_MANY_LINES: Form = Form {
    en: "the file has {0} lines; at most {1} are read",
    pl: "plik ma wierszy: {0}; wczytuje się najwyżej {1}",
    ru: "строк в файле: {0}; читается не более {1}",
};
pub(in crate::import) const LINE_TOO_LONG: Form = Form {
    en: "the line has {0} bytes; at most {1} are read",
    pl: "wiersz ma bajtów: {0}; wczytuje się najwyżej {1}",
    ru: "длина строки в байтах: {0}; читается не более {1}",
};
pub(in crate::import) const TOO_MANY_PLAYERS: Form = Form {
    en: "there are more than {0} players",
    pl: "zawodników jest więcej niż {0}",
    ru: "игроков больше, чем {0}",
};
pub(in crate::import) const SPREADSHEET: Form = Form {
    en: "this is a spreadsheet, not a text",
    pl: "to jest arkusz kalkulacyjny, a nie tekst",
    ru: "это электронная таблица, а не текст",
};
pub(in crate::import) const NOT_TEXT: Form = Form {
    en: "this file is no text ({0})",
    pl: "ten plik nie jest tekstem ({0})",
    ru: "этот файл не является текстом ({0})",
};
pub(in crate::import) const NO_TEXT: Form =
    Form {
        en: "this file is no text", pl: "ten plik nie jest tekstem", ru: "этот файл не является текстом"
    };
pub(in crate::import) const NOTHING_FOUND: Form = Form {
    en: "no pairings and no players were found in the file",
    pl: "w pliku nie znaleziono ani kojarzeń, ani zawodników",
    ru: "в файле не найдено ни пар, ни игроков",
};
pub(in crate::import) const LINE_NOT_UNDERSTOOD: Form = Form {
    en: "the line cannot be read",
    pl: "nie można odczytać wiersza",
    ru: "строку невозможно прочитать",
};
pub(in crate::import) const SEVERAL_SEPARATORS: Form = Form {
    en: "it is not clear where the first name ends and the second begins",
    pl: "nie wiadomo, gdzie kończy się pierwsze nazwisko, a zaczyna drugie",
    ru: "неясно, где кончается первое имя и начинается второе",
};
pub(in crate::import) const CUT_OFF: Form =
    Form {
        en: "the line ends too early", pl: "wiersz kończy się za wcześnie", ru: "строка обрывается"
    };
pub(in crate::import) const NAME: Form = Form { en: "{0}", pl: "{0}", ru: "{0}" };
pub(in crate::import) const NO_NAME: Form =
    Form {
        en: "a player has no name", pl: "zawodnik nie ma nazwiska", ru: "у игрока нет имени"
    };
pub(in crate::import) const NOT_A_BOARD: Form = Form {
    en: "{0} is no number of a board; it must be between 1 and {1}",
    pl: "{0} nie jest numerem szachownicy; dozwolone są liczby od 1 do {1}",
    ru: "{0} не является номером доски; допустимы числа от 1 до {1}",
};
pub(in crate::import) const NOT_A_ROUND: Form = Form {
    en: "{0} is no number of a round; it must be between 1 and {1}",
    pl: "{0} nie jest numerem rundy; dozwolone są liczby od 1 do {1}",
    ru: "{0} не является номером тура; допустимы числа от 1 до {1}",
};
pub(in crate::import) const NOT_A_NUMBER: Form = Form {
    en: "{0} is no number of a player; it must be between 1 and {1}",
    pl: "{0} nie jest numerem zawodnika; dozwolone są liczby od 1 do {1}",
    ru: "{0} не является номером игрока; допустимы числа от 1 до {1}",
};
pub(in crate::import) const NUMBER_TWICE: Form = Form {
    en: "two players have the number {0}",
    pl: "dwaj zawodnicy mają numer {0}",
    ru: "у двух игроков номер {0}",
};
pub(in crate::import) const NO_SUCH_PLAYER: Form = Form {
    en: "there is no player number {0}",
    pl: "nie ma zawodnika o numerze {0}",
    ru: "нет игрока с номером {0}",
};
pub(in crate::import) const AGAINST_THEMSELF: Form = Form {
    en: "{0} is paired with themself",
    pl: "{0} ma grać przeciwko sobie",
    ru: "{0} в паре с самим собой",
};
pub(in crate::import) const TWICE_IN_ROUND: Form = Form {
    en: "{0} appears twice in the round",
    pl: "{0} występuje w rundzie dwa razy",
    ru: "{0} встречается в туре дважды",
};
pub(in crate::import) const BOARD_TWICE: Form = Form {
    en: "board {0} has two pairings",
    pl: "na szachownicy {0} są dwie pary",
    ru: "на доске {0} две пары",
};
pub(in crate::import) const NOT_A_RESULT: Form =
    Form {
        en: "{0} is no result", pl: "{0} nie jest wynikiem", ru: "{0} не является результатом"
    };
pub(in crate::import) const CONTRADICTION: Form = Form {
    en: "the results of players {0} and {1} in round {2} contradict each other",
    pl: "wyniki zawodników {0} i {1} w rundzie {2} są sprzeczne",
    ru: "результаты игроков {0} и {1} в туре {2} противоречат друг другу",
};
pub(in crate::import) const ONE_COLOUR: Form = Form {
    en: "players {0} and {1} have the same colour in round {2}",
    pl: "zawodnicy {0} i {1} mają w rundzie {2} ten sam kolor",
    ru: "у игроков {0} и {1} в туре {2} один и тот же цвет",
};
pub(in crate::import) const ONE_SIDED: Form = Form {
    en: "player {0} met player {1} in round {2}, whose own line does not say so",
    pl: "zawodnik {0} grał z zawodnikiem {1} w rundzie {2}, ale wiersz tego drugiego mówi co innego",
    ru: "игрок {0} встречался с игроком {1} в туре {2}, но строка второго говорит иное",
};
pub(in crate::import) const OTHER_ROUND: Form = Form {
    en: "the file is of round {0}, not of round {1}",
    pl: "plik dotyczy rundy {0}, a nie rundy {1}",
    ru: "файл относится к туру {0}, а не к туру {1}",
};
pub(in crate::import) const ROUND_UNCLEAR: Form = Form {
    en: "the file does not say its round: it may correct the pairings of round {0}, or be round {1}",
    pl: "plik nie podaje rundy: może poprawiać kojarzenia rundy {0} albo być rundą {1}",
    ru: "в файле не указан тур: это могут быть исправленные пары тура {0} или тур {1}",
};
pub(in crate::import) const WHO_IS_THIS: Form = Form {
    en: "it is not certain who {0} is",
    pl: "nie jest pewne, kim jest {0}",
    ru: "неясно, кто такой {0}",
};
pub(in crate::import) const OTHER_IDENTITY: Form = Form {
    en: "{0} has another FIDE number than {1} of the tournament",
    pl: "{0} ma inny numer FIDE niż {1} w turnieju",
    ru: "у {0} не тот номер ФИДЕ, что у {1} в турнире",
};
pub(in crate::import) const SAME_PLAYER: Form = Form {
    en: "{0} and {1} would be one player of the tournament",
    pl: "{0} i {1} byliby jednym zawodnikiem turnieju",
    ru: "{0} и {1} оказались бы одним игроком турнира",
};
pub(in crate::import) const ENCODING_GUESSED: Form = Form {
    en: "the file does not say how its letters are encoded; it was read as {0}",
    pl: "plik nie mówi, jak zakodowano litery; odczytano go jako {0}",
    ru: "файл не сообщает кодировку букв; он прочитан как {0}",
};
pub(in crate::import) const NO_HEADER: Form = Form {
    en: "the columns have no names; what they are was told from their contents",
    pl: "kolumny nie mają nazw; ich znaczenie ustalono po zawartości",
    ru: "у столбцов нет названий; их смысл определён по содержанию",
};
pub(in crate::import) const COLUMN_IGNORED: Form = Form {
    en: "column {0} is not known and was passed over",
    pl: "kolumna {0} jest nieznana i została pominięta",
    ru: "столбец {0} неизвестен и пропущен",
};
pub(in crate::import) const BOARDS_COUNTED: Form = Form {
    en: "not every pairing has a board; the boards were counted in the order of the lines",
    pl: "nie każda para ma szachownicę; ponumerowano je w kolejności wierszy",
    ru: "не у каждой пары указана доска; доски пронумерованы по порядку строк",
};
pub(in crate::import) const BOARDS_DERIVED: Form = Form {
    en: "this format has no boards; those of round {0} were put in order by points and starting number",
    pl: "ten format nie zna szachownic; w rundzie {0} ustalono je według punktów i numerów startowych",
    ru: "в этом формате нет досок; в туре {0} они расставлены по очкам и стартовым номерам",
};
pub(in crate::import) const BOARDS_MISSING: Form = Form {
    en: "board {0} is missing (missing in all: {1})",
    pl: "brakuje szachownicy {0} (łącznie brakuje: {1})",
    ru: "нет доски {0} (всего не хватает: {1})",
};
pub(in crate::import) const EMPTY_SEAT: Form = Form {
    en: "a player is missing at board {0}; the seat stays open",
    pl: "przy szachownicy {0} brakuje zawodnika; miejsce pozostaje wolne",
    ru: "за доской {0} не хватает игрока; место остаётся свободным",
};
pub(in crate::import) const ROUND_ASSUMED: Form = Form {
    en: "the file does not say its round; round {0} was taken",
    pl: "plik nie podaje rundy; przyjęto rundę {0}",
    ru: "в файле не указан тур; принят тур {0}",
};
pub(in crate::import) const COLOURS_OF_MATCH: Form = Form {
    en: "in a team match the colours go by board, and the file may list teams instead of colours",
    pl: "w meczu drużynowym kolory zależą od szachownicy, a plik może wymieniać drużyny zamiast kolorów",
    ru: "в командном матче цвета зависят от доски, а в файле могут стоять команды вместо цветов",
};
pub(in crate::import) const VALUE_IGNORED: Form =
    Form { en: "{1} was passed over ({0})", pl: "pominięto {1} ({0})", ru: "пропущено {1} ({0})" };
pub(in crate::import) const POINTS_DIFFER: Form = Form {
    en: "the file gives the player {0} points, the results add up to {1}",
    pl: "plik podaje punktów: {0}, suma wyników: {1}",
    ru: "очков в файле: {0}, сумма результатов: {1}",
};
pub(in crate::import) const OTHER_POINTS: Form = Form {
    en: "the file gives other points for results than 1, ½ and 0; standings here count 1, ½ and 0",
    pl: "plik przyznaje za wyniki inne punkty niż 1, ½ i 0; tabela tutaj liczy 1, ½ i 0",
    ru: "в файле за результаты даются не 1, ½ и 0 очков; таблица здесь считает 1, ½ и 0",
};
pub(in crate::import) const COLOUR_ASSUMED: Form = Form {
    en: "no colours are given for players {0} and {1} in round {2}; the first was taken as White",
    pl: "brak kolorów zawodników {0} i {1} w rundzie {2}; przyjęto, że pierwszy ma białe",
    ru: "не указаны цвета игроков {0} и {1} в туре {2}; белыми считается первый",
};
pub(in crate::import) const LATE_ENTRY: Form = Form {
    en: "{0} is new and becomes player number {1}",
    pl: "{0} jest nowy i otrzymuje numer {1}",
    ru: "{0} заявлен впервые и получает номер {1}",
};
pub(in crate::import) const TAKEN_FOR: Form = Form {
    en: "{0} was taken for {1}, player number {2}",
    pl: "{0} uznano za zawodnika {1}, numer {2}",
    ru: "{0} принят за игрока {1}, номер {2}",
};
pub(in crate::import) const DETAIL_DIFFERS: Form = Form {
    en: "of {0} the tournament says {1}, the file {2}",
    pl: "{0}: w turnieju {1}, w pliku {2}",
    ru: "{0}: в турнире {1}, в файле {2}",
};
pub(in crate::import) const ROUND_REPLACED: Form = Form {
    en: "round {0} had other pairings; they are replaced",
    pl: "runda {0} miała inne pary; zostaną zastąpione",
    ru: "в туре {0} были другие пары; они заменяются",
};
pub(in crate::import) const ROUND_OVER: Form = Form {
    en: "round {0} is over, and the file has other pairings for it",
    pl: "runda {0} jest zakończona, a plik ma dla niej inne pary",
    ru: "тур {0} завершён, а в файле для него другие пары",
};
pub(in crate::import) const ENTERED_ALREADY: Form = Form {
    en: "all of it is entered already; nothing changes",
    pl: "wszystko to jest już wprowadzone; nic się nie zmienia",
    ru: "всё это уже введено; ничего не меняется",
};
pub(in crate::import) const RESULT_DIFFERS: Form = Form {
    en: "at board {0} the file has the result {1}, confirmed is {2}",
    pl: "przy szachownicy {0} plik ma wynik {1}, a potwierdzony jest {2}",
    ru: "за доской {0} в файле результат {1}, а подтверждён {2}",
};
pub(in crate::import) const AND_MORE: Form =
    Form {
        en: "{0} more of these were found", pl: "znaleziono jeszcze: {0}", ru: "найдено ещё: {0}"
    };
