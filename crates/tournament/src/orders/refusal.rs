//! Refusals of orders about an event, with their sentences in every language of an arbiter.

use crate::{BoardNo, PlayerNo, RoundNo, TableNo};
use game::text::{Form, Language, Phrase, Value};
use std::{error::Error, fmt};

/// The reason why an order about the event cannot be carried out. A refused order changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// A name or a result cannot be used.
    Text(game::Refusal),
    /// A key is no key.
    BadKey(String),
    /// There is no such tournament.
    NoTournament(String),
    /// Nobody says which of several tournaments is meant: their keys.
    WhichTournament(String),
    /// The event has this greatest number of tournaments.
    TooMany(usize),
    /// Players are numbered from 1 to this number.
    TooManyPlayers(usize),
    /// A tournament has begun.
    Begun(String),
    /// There is no such player.
    NoPlayer(PlayerNo),
    /// A player has another name than the one who was meant.
    OtherName {
        /// The player.
        player: PlayerNo,
        /// The name that the player has.
        name: String,
    },
    /// Nobody can be further behind than so many minutes.
    LongDelay(u8),
    /// A round robin needs two players.
    TooFewPlayers,
    /// So many rounds are more than a tournament can have.
    TooManyRounds(usize),
    /// A player is in a round twice.
    PlayerTwice {
        /// The player.
        player: PlayerNo,
        /// The round.
        round: RoundNo,
    },
    /// There is no such round.
    NoRound(RoundNo),
    /// A round has no pairings.
    NoPairings(RoundNo),
    /// A round is open already.
    IsOpen(RoundNo),
    /// Another round is still open.
    StillOpen(RoundNo),
    /// A round is over.
    RoundEnded(RoundNo),
    /// Games of a round have begun.
    RoundBegun(RoundNo),
    /// These boards have no result.
    Unfinished(Vec<BoardNo>),
    /// There is no such board in the round.
    NoBoard {
        /// The round.
        round: RoundNo,
        /// The board.
        board: BoardNo,
    },
    /// The pairing of this board has a result.
    HasResult(BoardNo),
    /// A round has pairings already.
    HasPairings(RoundNo),
    /// The game on this board has begun.
    GameBegun(BoardNo),
    /// The game on a board has begun, and a list puts its players on another board.
    PairMoved {
        /// The board.
        board: BoardNo,
        /// The board in the list.
        to: BoardNo,
    },
    /// The game on this board stays on its table.
    TableKept(BoardNo),
    /// Two pairings are for one table.
    TableTwice {
        /// The table.
        table: TableNo,
        /// The boards.
        boards: (BoardNo, BoardNo),
    },
    /// No system is called that.
    NoSystem(String),
    /// No tie-break is called that.
    NoTieBreak(String),
    /// No state of a round is called that.
    NoState(String),
    /// No bye is called that.
    NoBye(String),
    /// No way in which games end is called that.
    NoHow(String),
    /// A sex is neither `m` nor `w`.
    NoSex(String),
    /// No table is named that is to get a board.
    NoBoards,
    /// A serial number is empty.
    NoSerial,
    /// A board cannot stand on two tables.
    BoardTwice {
        /// The serial number of the board.
        serial: String,
        /// The tables.
        tables: (TableNo, TableNo),
    },
    /// Nothing can be taken back.
    NothingToUndo,
}

const NO_BOARDS: Form = Form {
    en: "boards names no table; name at least one, with the serial number of its board",
    pl: "boards nie wymienia żadnego stołu; podaj przynajmniej jeden, z numerem seryjnym jego szachownicy",
    ru: "в boards нет ни одного стола; укажите хотя бы один, с серийным номером его доски",
};
const NO_SERIAL: Form = Form {
    en: "a serial number is not empty; write the one of the board, or leave serial out in the order board for the table's own",
    pl: "numer seryjny nie może być pusty; podaj numer szachownicy albo pomiń serial w poleceniu board, a stół odzyska własną",
    ru: "серийный номер не может быть пустым; укажите номер доски или опустите serial в команде board, и столу вернётся своя",
};
const BOARD_TWICE: Form = Form {
    en: "board {0} cannot stand on table {1} and on table {2}; give each table its own",
    pl: "szachownica {0} nie może stać na stole {1} i na stole {2}; podaj każdemu stołowi własną",
    ru: "доска {0} не может стоять и на столе {1}, и на столе {2}; укажите каждому столу свою",
};
const BAD_KEY: Form = Form {
    en: "{0} is no key of a tournament; write 1 to 16 letters and digits",
    pl: "{0} nie może być kluczem turnieju; podaj od 1 do 16 liter łacińskich i cyfr",
    ru: "{0} не может быть ключом турнира; введите от 1 до 16 латинских букв и цифр",
};
const NO_TOURNAMENT: Form = Form {
    en: "there is no tournament {0}; name one of the event",
    pl: "nie ma turnieju {0}; podaj jeden z turniejów imprezy",
    ru: "турнира {0} нет; укажите один из турниров соревнования",
};
const WHICH_TOURNAMENT: Form = Form {
    en: "the event has the tournaments {0}; say which of them is meant",
    pl: "impreza ma turnieje {0}; podaj, o który z nich chodzi",
    ru: "в соревновании турниры {0}; укажите, какой из них имеется в виду",
};
const TOO_MANY: Form = Form {
    en: "an event has at most {0} tournaments; remove one first",
    pl: "impreza może mieć najwyżej tyle turniejów: {0}; najpierw usuń jeden",
    ru: "количество турниров соревнования не может превышать {0}; сначала удалите один",
};
const TOO_MANY_PLAYERS: Form = Form {
    en: "players are numbered from 1 to {0}",
    pl: "zawodnicy mają numery od 1 do {0}",
    ru: "участники имеют номера от 1 до {0}",
};
const BEGUN: Form = Form {
    en: "tournament {0} has begun and stays in the record",
    pl: "turniej {0} już się rozpoczął i pozostaje w zapisie",
    ru: "турнир {0} уже начался и остаётся в записи",
};
const NO_PLAYER: Form = Form {
    en: "there is no player {0}; enter the player first",
    pl: "nie ma zawodnika o numerze {0}; najpierw go wpisz",
    ru: "нет участника с номером {0}; сначала внесите его",
};
const OTHER_NAME: Form = Form {
    en: "player {0} is called {1} now; compare with the rating list again",
    pl: "zawodnik {0} nazywa się teraz {1}; porównaj z listą rankingową jeszcze raz",
    ru: "участник {0} теперь записан как {1}; сравните с рейтинг-листом ещё раз",
};
const LONG_DELAY: Form = Form {
    en: "spectators can be at most {0} minutes behind the boards",
    pl: "widzowie mogą oglądać partie z opóźnieniem najwyżej {0} min",
    ru: "зрители могут отставать от досок не больше чем на {0} мин",
};
const TOO_FEW_PLAYERS: Form = Form {
    en: "a round robin needs at least two players; write them in the order that was drawn, one a line",
    pl: "turniej kołowy wymaga co najmniej dwóch zawodników; wpisz ich w wylosowanej kolejności, po jednym w wierszu",
    ru: "для кругового турнира нужны хотя бы два участника; запишите их в порядке жеребьёвки, по одному в строке",
};
const TOO_MANY_ROUNDS: Form = Form {
    en: "that would be {0} rounds, and a tournament has at most {1}; divide the players into groups",
    pl: "dałoby to rund: {0}, a turniej może mieć ich najwyżej {1}; podziel zawodników na grupy",
    ru: "получилось бы туров: {0}, а в турнире их может быть не больше {1}; разделите участников на группы",
};
const PLAYER_TWICE: Form = Form {
    en: "player {0} stands in round {1} twice; change one of the pairings",
    pl: "zawodnik {0} występuje w rundzie {1} dwa razy; zmień jedno z kojarzeń",
    ru: "участник {0} указан в туре {1} дважды; измените одну из пар",
};
const NO_ROUND: Form = Form {
    en: "there is no round {0}; import its pairings first",
    pl: "nie ma rundy {0}; najpierw wczytaj jej kojarzenia",
    ru: "тура {0} нет; сначала загрузите его пары",
};
const NO_PAIRINGS: Form = Form {
    en: "round {0} has no pairings; import them first",
    pl: "runda {0} nie ma kojarzeń; najpierw je wczytaj",
    ru: "в туре {0} нет пар; сначала загрузите их",
};
const IS_OPEN: Form =
    Form {
        en: "round {0} has begun already", pl: "runda {0} już się rozpoczęła", ru: "тур {0} уже начался"
    };
const STILL_OPEN: Form = Form {
    en: "round {0} is still being played; end it first",
    pl: "runda {0} jeszcze trwa; najpierw ją zakończ",
    ru: "тур {0} ещё идёт; сначала завершите его",
};
const ROUND_ENDED: Form = Form {
    en: "round {0} is over; only its results can still be corrected",
    pl: "runda {0} jest zakończona; można już tylko poprawić jej wyniki",
    ru: "тур {0} завершён; можно только исправить его результаты",
};
const ROUND_BEGUN: Form = Form {
    en: "games of round {0} have begun, so its beginning cannot be taken back",
    pl: "partie rundy {0} już się rozpoczęły, więc jej rozpoczęcia nie można cofnąć",
    ru: "партии тура {0} уже начались, поэтому его начало нельзя отменить",
};
const UNFINISHED: Form = Form {
    en: "these boards have no result yet: {0}; enter the results, or adjourn the games",
    pl: "tym szachownicom brakuje wyniku: {0}; wpisz wyniki albo odłóż partie",
    ru: "на этих досках ещё нет результата: {0}; введите результаты или отложите партии",
};
const NO_BOARD: Form = Form {
    en: "round {0} has no board {1}",
    pl: "runda {0} nie ma szachownicy {1}",
    ru: "в туре {0} нет доски {1}",
};
const HAS_RESULT: Form = Form {
    en: "board {0} has a result; take it back first",
    pl: "szachownica {0} ma już wynik; najpierw go cofnij",
    ru: "на доске {0} уже есть результат; сначала отмените его",
};
const HAS_PAIRINGS: Form = Form {
    en: "round {0} has pairings already; take them back, or enter the round robin under another key",
    pl: "runda {0} ma już kojarzenia; cofnij je albo wpisz turniej kołowy pod innym kluczem",
    ru: "в туре {0} уже есть пары; отмените их или внесите круговой турнир под другим ключом",
};
const GAME_BEGUN: Form = Form {
    en: "the game on board {0} has begun; give it a result, or exchange its players",
    pl: "partia na szachownicy {0} już się zaczęła; wpisz jej wynik albo zamień zawodników",
    ru: "партия на доске {0} уже началась; внесите её результат или поменяйте участников",
};
const PAIR_MOVED: Form = Form {
    en: "the game on board {0} has begun, and the list puts its players on board {1}; leave them on board {0}, or exchange the two boards first",
    pl: "partia na szachownicy {0} już się zaczęła, a lista sadza jej zawodników przy szachownicy {1}; pozostaw ich przy szachownicy {0} albo najpierw zamień te szachownice",
    ru: "партия на доске {0} уже началась, а список сажает её участников за доску {1}; оставьте их за доской {0} или сначала обменяйте эти доски",
};
const TABLE_KEPT: Form = Form {
    en: "board {0} has a game on its table, which a list cannot change; put the board on another table by itself",
    pl: "szachownica {0} ma partię na swoim stole, którego lista nie może zmienić; przenieś na inny stół samą tę szachownicę",
    ru: "на доске {0} есть партия за её столом, и список не может сменить этот стол; переставьте на другой стол только эту доску",
};
const TABLE_TWICE: Form = Form {
    en: "table {0} would be for boards {1} and {2} at once; put one of them on another table",
    pl: "stół {0} byłby jednocześnie dla szachownic {1} i {2}; przenieś jedną z nich na inny stół",
    ru: "стол {0} оказался бы сразу для досок {1} и {2}; поставьте одну из них на другой стол",
};
const NOT_KNOWN: Form = Form {
    en: "nothing is called {0} here; write one of {1}",
    pl: "nie ma tu nazwy {0}; podaj jedną z: {1}",
    ru: "здесь нет названия {0}; укажите одно из: {1}",
};
const NOTHING_TO_UNDO: Form =
    Form {
        en: "there is nothing to take back", pl: "nie ma nic do cofnięcia", ru: "отменять нечего"
    };

impl Refusal {
    /// Returns the sentence of the refusal, in every language.
    pub fn phrase(&self) -> Phrase {
        match self {
            Refusal::Text(refusal) => refusal.phrase(),
            Refusal::BadKey(key) => BAD_KEY.with([quoted(key)]),
            Refusal::NoTournament(key) => NO_TOURNAMENT.with([quoted(key)]),
            Refusal::WhichTournament(keys) => WHICH_TOURNAMENT.with([Value::Words(keys.clone())]),
            Refusal::TooMany(most) => TOO_MANY.with([number(*most)]),
            Refusal::TooManyPlayers(most) => TOO_MANY_PLAYERS.with([number(*most)]),
            Refusal::Begun(key) => BEGUN.with([quoted(key)]),
            Refusal::NoPlayer(player) => NO_PLAYER.with([number(*player)]),
            Refusal::OtherName { player, name } => OTHER_NAME.with([number(*player), quoted(name)]),
            Refusal::LongDelay(minutes) => LONG_DELAY.with([number(*minutes)]),
            Refusal::TooFewPlayers => TOO_FEW_PLAYERS.plain(),
            Refusal::TooManyRounds(rounds) => {
                TOO_MANY_ROUNDS.with([number(*rounds), number(crate::ROUNDS_MAX)])
            }
            Refusal::PlayerTwice { player, round } => PLAYER_TWICE.with([number(*player), number(*round)]),
            Refusal::NoRound(round) => NO_ROUND.with([number(*round)]),
            Refusal::NoPairings(round) => NO_PAIRINGS.with([number(*round)]),
            Refusal::IsOpen(round) => IS_OPEN.with([number(*round)]),
            Refusal::StillOpen(round) => STILL_OPEN.with([number(*round)]),
            Refusal::RoundEnded(round) => ROUND_ENDED.with([number(*round)]),
            Refusal::RoundBegun(round) => ROUND_BEGUN.with([number(*round)]),
            Refusal::Unfinished(boards) => UNFINISHED.with([Value::Words(listed(boards))]),
            Refusal::NoBoard { round, board } => NO_BOARD.with([number(*round), number(*board)]),
            Refusal::HasResult(board) => HAS_RESULT.with([number(*board)]),
            Refusal::HasPairings(round) => HAS_PAIRINGS.with([number(*round)]),
            Refusal::GameBegun(board) => GAME_BEGUN.with([number(*board)]),
            Refusal::PairMoved { board, to } => PAIR_MOVED.with([number(*board), number(*to)]),
            Refusal::TableKept(board) => TABLE_KEPT.with([number(*board)]),
            Refusal::TableTwice { table, boards } => {
                TABLE_TWICE.with([number(*table), number(boards.0), number(boards.1)])
            }
            Refusal::NoSystem(text) => not_known(text, crate::System::ALL.map(crate::System::name)),
            Refusal::NoTieBreak(text) => not_known(text, crate::TieBreak::ALL.map(crate::TieBreak::name)),
            Refusal::NoState(text) => not_known(text, ["open", "ended"]),
            Refusal::NoBye(text) => not_known(text, crate::Unpaired::ALL.map(crate::Unpaired::name)),
            Refusal::NoHow(text) => not_known(text, crate::HowEnded::ALL.map(crate::HowEnded::name)),
            Refusal::NoSex(text) => not_known(text, ["m", "w"]),
            Refusal::NoBoards => NO_BOARDS.plain(),
            Refusal::NoSerial => NO_SERIAL.plain(),
            Refusal::BoardTwice { serial, tables } => {
                BOARD_TWICE.with([Value::Words(serial.clone()), number(tables.0), number(tables.1)])
            }
            Refusal::NothingToUndo => NOTHING_TO_UNDO.plain(),
        }
    }
}

impl From<game::Refusal> for Refusal {
    fn from(refusal: game::Refusal) -> Refusal {
        Refusal::Text(refusal)
    }
}

impl fmt::Display for Refusal {
    /// Writes the sentence in English, as a clause: with a small first letter and without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.phrase().clause(Language::English))
    }
}

impl Error for Refusal {}

fn number(count: impl TryInto<u64>) -> Value {
    Value::Number(count.try_into().unwrap_or(u64::MAX))
}

fn quoted(text: &str) -> Value {
    Value::Words(format!("{text:?}"))
}

fn not_known<const N: usize>(text: &str, known: [&str; N]) -> Phrase {
    NOT_KNOWN.with([quoted(text), Value::Words(known.join(", "))])
}

fn listed(boards: &[BoardNo]) -> String {
    boards.iter().map(BoardNo::to_string).collect::<Vec<_>>().join(", ")
}
