//! Refusals of commands. Each reason is a variant, and has a sentence in every language of the arbiter's page. The
//! sentence says what to do instead.

use crate::PlyNo;
use crate::text::{Form, Language, Phrase, Value};
use shakmaty::Role;
use std::{error::Error, fmt};

/// The reason why a command cannot be carried out. A refused command changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// A text that must name a side is neither `white` nor `black`. The variant holds the text.
    NotASide(String),
    /// A text that may be left out, and otherwise names a side, is neither `white` nor `black`. The variant holds the
    /// text.
    NeitherSide(String),
    /// A text is not a FEN. The variant holds the reason, in English.
    NotAFen(String),
    /// No game can be played from a position. The variant holds the reason, in English.
    Unplayable(String),
    /// No game can begin with a position, because the side to move is mated or stalemated.
    OverAlready,
    /// A text is not a result.
    NotAResult(String),
    /// A text is not a move in UCI.
    NotUci(String),
    /// A text names no piece that a pawn can become.
    NotAPromotionPiece(String),
    /// A ply is numbered 0.
    NoPlyZero,
    /// The score has no ply of this number.
    NoPly {
        /// The number of the ply that was named.
        ply: PlyNo,
        /// The number of plies of the game.
        plies: usize,
    },
    /// A move is not legal in a position.
    Illegal {
        /// The move, in UCI.
        played: String,
        /// The FEN of the position.
        fen: String,
    },
    /// A move of the score is not possible after the plies that a person entered before it.
    CannotFollow {
        /// The move, as the score writes it.
        played: String,
        /// The FEN of the position in which the move is not possible.
        fen: String,
    },
    /// No legal move can follow a position.
    NoMoveFollows {
        /// The FEN of the position.
        fen: String,
    },
    /// A ply is not a promotion.
    NotAPromotion {
        /// The number of the ply that is no promotion.
        ply: PlyNo,
    },
    /// The pawn of a ply cannot become this piece.
    CannotBecome {
        /// The number of the promoting ply.
        ply: PlyNo,
        /// The piece that the pawn cannot become.
        role: Role,
    },
    /// No question is open about a ply.
    NothingAsked {
        /// The number of the ply about which nothing is asked.
        ply: PlyNo,
    },
    /// The answer is none of the alternatives of the open question.
    AskedIs {
        /// The number of the ply that is asked about.
        ply: PlyNo,
        /// The alternatives, as [`crate::Played::report`] writes them.
        known: Vec<String>,
    },
    /// The chosen move can no longer explain the reading of the board.
    NoLongerExplains(String),
    /// A game is not known at the table.
    UnknownGame {
        /// The number of the game that was named.
        number: u32,
        /// The number of the game on the board.
        on_board: u32,
    },
    /// A name contains an invisible character.
    UnseenCharacter(char),
    /// A name is too long.
    NameTooLong {
        /// The number of characters of the name.
        length: usize,
        /// The greatest number of characters that a name may have.
        most: usize,
    },
    /// The order cannot be given about a game that is no longer on the board.
    OffTheBoard,
    /// The order cannot wait for an announcement.
    NotToPrepare,
    /// Another game began since the order that is to be taken back.
    GameSince,
    /// Moves were made since the order that is to be taken back.
    MovesSince,
    /// The result became another since the order that is to be taken back. The variant holds the result.
    ResultSince(String),
    /// The names became others since the start that is to be taken back.
    NamesSince,
}

const GAME_SINCE: Form = Form {
    en: "another game began at the table since, so this cannot be taken back; settle the earlier game by its number",
    pl: "przy stole rozpoczęto tymczasem inną partię, więc nie można tego cofnąć; popraw wcześniejszą partię, podając jej numer",
    ru: "за столом тем временем началась другая партия, поэтому отменить это нельзя; исправьте прежнюю партию по её номеру",
};
const MOVES_SINCE: Form = Form {
    en: "moves were made on the board since, and taking this back would lose them; use correct to give the moves",
    pl: "na szachownicy wykonano tymczasem posunięcia, które przepadłyby przy cofnięciu; podaj posunięcia poleceniem correct",
    ru: "на доске тем временем сделаны ходы, и отмена потеряла бы их; введите ходы командой correct",
};
const RESULT_SINCE: Form = Form {
    en: "the result of the game became {0} since, so this cannot be taken back; take the result back first",
    pl: "wynik partii to tymczasem {0}, więc nie można tego cofnąć; najpierw cofnij wynik",
    ru: "результат партии тем временем стал {0}, поэтому отменить это нельзя; сначала отмените результат",
};
const NAMES_SINCE: Form = Form {
    en: "the players' names were changed since, so this cannot be taken back; use start with the names that are right",
    pl: "nazwiska zawodników tymczasem zmieniono, więc nie można tego cofnąć; podaj właściwe nazwiska poleceniem start",
    ru: "имена игроков тем временем изменены, поэтому отменить это нельзя; введите верные имена командой start",
};

const NOT_TO_PREPARE: Form = Form {
    en: "this cannot be prepared for an announcement; a result, a correction, a restored position, a ruling and times for the \
         clock can",
    pl: "tego nie można przygotować do ogłoszenia; można przygotować wynik, poprawkę ruchów, powrót do pozycji, \
         rozstrzygnięcie i czasy na zegarze",
    ru: "это нельзя подготовить к объявлению; можно подготовить результат, исправление ходов, возврат к позиции, решение и \
         время на часах",
};

const NOT_A_SIDE: Form = Form {
    en: "{0} is no side; write white or black",
    pl: "{0} nie oznacza żadnej strony; napisz white (białe) albo black (czarne)",
    ru: "{0} не обозначает стороны; напишите white (белые) или black (чёрные)",
};
const NEITHER_SIDE: Form = Form {
    en: "{0} is no side; write white or black, or leave it out",
    pl: "{0} nie oznacza żadnej strony; napisz white (białe) albo black (czarne), albo pomiń to pole",
    ru: "{0} не обозначает стороны; напишите white (белые) или black (чёрные) или оставьте поле пустым",
};
const NOT_A_FEN: Form =
    Form {
        en: "this is not a FEN ({0})", pl: "to nie jest zapis FEN ({0})", ru: "это не запись FEN ({0})"
    };
const UNPLAYABLE: Form = Form {
    en: "no game can be played from this position ({0})",
    pl: "z tej pozycji nie można grać ({0})",
    ru: "из этой позиции играть нельзя ({0})",
};
const OVER_ALREADY: Form = Form {
    en: "no game can begin here: the side to move has no legal move; give a FEN in which play can go on, or leave fen out for the \
         agreed position",
    pl: "od tej pozycji nie można zacząć partii: strona na posunięciu nie ma prawidłowego ruchu; podaj FEN pozycji, w której można \
         grać, albo pomiń fen, a partia zacznie się od uzgodnionej pozycji",
    ru: "с этой позиции партия начаться не может: у стороны, чей ход, нет возможного хода; укажите FEN позиции, в которой можно \
         играть, или опустите fen, и партия начнётся с условленной позиции",
};
const NOT_A_RESULT: Form = Form {
    en: "{0} is not a result; say 1-0, 0-1 or 1/2-1/2, an odd score such as 0-0 or 0-1/2, +/-, -/+ or -/- for a \
         game that was not played, or * to take a result back",
    pl: "{0} nie jest wynikiem; podaj 1-0, 0-1 lub 1/2-1/2, wynik niezwykły, np. 0-0 lub 0-1/2, dla partii \
         nierozegranej +/-, -/+ lub -/-, a aby cofnąć wynik: *",
    ru: "{0} не является результатом; укажите 1-0, 0-1 или 1/2-1/2, необычный счёт, например 0-0 или 0-1/2, для \
         несыгранной партии +/-, -/+ или -/-, а чтобы отменить результат: *",
};
const NOT_UCI: Form = Form {
    en: "{0} is not a move in UCI; write it as e2e4 or a7a8q",
    pl: "{0} nie jest posunięciem w zapisie UCI; napisz np. e2e4 albo a7a8q",
    ru: "{0} не является ходом в записи UCI; напишите, например, e2e4 или a7a8q",
};
const NOT_A_PROMOTION_PIECE: Form = Form {
    en: "{0} is not a piece to promote to; say Q, R, B or N",
    pl: "{0} nie jest bierką, w którą można przemienić pionka; podaj Q (hetman), R (wieża), B (goniec) lub N (skoczek)",
    ru: "{0} не является фигурой, в которую превращается пешка; укажите Q (ферзь), R (ладья), B (слон) или N (конь)",
};
const NO_PLY: Form = Form {
    en: "there is no ply {0}; the game has {1}, the first is 1",
    pl: "nie ma półruchu {0}; partia ma ich {1}, pierwszy ma numer 1",
    ru: "нет полухода {0}; в партии их {1}, первый имеет номер 1",
};
const NO_PLY_ZERO: Form = Form {
    en: "there is no ply 0; the first is 1",
    pl: "nie ma półruchu 0; pierwszy ma numer 1",
    ru: "нет полухода 0; первый имеет номер 1",
};
const ILLEGAL: Form = Form {
    en: "{0} is not legal in {1}",
    pl: "{0} jest nieprawidłowe w pozycji {1}",
    ru: "{0} невозможно по правилам в позиции {1}",
};
const CANNOT_FOLLOW: Form = Form {
    en: "{0} cannot follow in {1}; use correct to give the moves",
    pl: "{0} nie może nastąpić w pozycji {1}; podaj posunięcia poleceniem correct",
    ru: "{0} не может последовать в позиции {1}; введите ходы командой correct",
};
const NO_MOVE_FOLLOWS: Form = Form {
    en: "no legal move can follow {0}; set the position with start and a FEN",
    pl: "po pozycji {0} nie jest możliwe żadne prawidłowe posunięcie; ustaw pozycję poleceniem start z FEN",
    ru: "после позиции {0} нет ни одного возможного хода; задайте позицию командой start с записью FEN",
};
const NOT_A_PROMOTION: Form = Form {
    en: "ply {0} is not a promotion",
    pl: "półruch {0} nie jest przemianą pionka",
    ru: "полуход {0} не является превращением пешки",
};
const CANNOT_BECOME: Form = Form {
    en: "ply {0} cannot become {1}",
    pl: "pionek z półruchu {0} nie może zostać przemieniony w {1}",
    ru: "пешка полухода {0} не может превратиться в {1}",
};
const NOTHING_ASKED: Form = Form {
    en: "nothing is asked about ply {0}; use correct to change it",
    pl: "o półruch {0} nie ma pytania; zmień go poleceniem correct",
    ru: "о полуходе {0} нет вопроса; измените его командой correct",
};
const ASKED_IS: Form = Form {
    en: "asked is ply {0}: one of {1}",
    pl: "pytanie dotyczy półruchu {0}; możliwe odpowiedzi: {1}",
    ru: "вопрос касается полухода {0}; возможные ответы: {1}",
};
const NO_LONGER_EXPLAINS: Form = Form {
    en: "{0} no longer explains the board; use correct to give the moves",
    pl: "{0} nie tłumaczy już stanu szachownicy; podaj posunięcia poleceniem correct",
    ru: "{0} больше не объясняет положения на доске; введите ходы командой correct",
};
const UNKNOWN_GAME: Form = Form {
    en: "game {0} of this table is not known; the one on it is {1}",
    pl: "na tym stole nie ma partii {0}; na szachownicy jest partia {1}",
    ru: "партия {0} за этим столом неизвестна; на доске партия {1}",
};
const UNSEEN_CHARACTER: Form = Form {
    en: "a name holds {0}, which nobody sees and which disturbs what stands beside it; write the name again without it",
    pl: "nazwisko zawiera znak {0}, którego nie widać i który psuje to, co stoi obok; napisz je bez tego znaku",
    ru: "в имени есть невидимый знак {0}, который портит стоящее рядом; напишите имя без него",
};
const NAME_TOO_LONG: Form = Form {
    en: "this has {0} characters; at most {1} fit on pages and sheets, so shorten it",
    pl: "liczba znaków: {0}; na stronach i arkuszach mieści się ich najwyżej {1}, więc skróć tekst",
    ru: "количество знаков: {0}; на страницах и бланках помещается не более {1}, поэтому сократите текст",
};
const OFF_THE_BOARD: Form = Form {
    en: "that game is not on the board any more; only its result, its moves, a question and a promotion can still be \
         settled",
    pl: "tej partii nie ma już na szachownicy; można jeszcze ustalić tylko jej wynik, posunięcia, odpowiedź na \
         pytanie i przemianę pionka",
    ru: "этой партии уже нет на доске; можно установить только её результат, ходы, ответ на вопрос и превращение пешки",
};

impl Refusal {
    /// Returns the sentence of the refusal, in every language.
    pub fn phrase(&self) -> Phrase {
        match self {
            Refusal::NotASide(text) => NOT_A_SIDE.with([quoted(text)]),
            Refusal::NeitherSide(text) => NEITHER_SIDE.with([quoted(text)]),
            Refusal::NotAFen(why) => NOT_A_FEN.with([words(why)]),
            Refusal::Unplayable(why) => UNPLAYABLE.with([words(why)]),
            Refusal::OverAlready => OVER_ALREADY.plain(),
            Refusal::NotAResult(text) => NOT_A_RESULT.with([quoted(text)]),
            Refusal::NotUci(text) => NOT_UCI.with([quoted(text)]),
            Refusal::NotAPromotionPiece(text) => NOT_A_PROMOTION_PIECE.with([quoted(text)]),
            Refusal::NoPly { ply, plies } => NO_PLY.with([number(ply.get()), number(*plies)]),
            Refusal::NoPlyZero => NO_PLY_ZERO.plain(),
            Refusal::Illegal { played, fen } => ILLEGAL.with([words(played), words(fen)]),
            Refusal::CannotFollow { played, fen } => CANNOT_FOLLOW.with([words(played), words(fen)]),
            Refusal::NoMoveFollows { fen } => NO_MOVE_FOLLOWS.with([words(fen)]),
            Refusal::NotAPromotion { ply } => NOT_A_PROMOTION.with([number(ply.get())]),
            Refusal::CannotBecome { ply, role } => {
                CANNOT_BECOME.with([number(ply.get()), words(&role.upper_char().to_string())])
            }
            Refusal::NothingAsked { ply } => NOTHING_ASKED.with([number(ply.get())]),
            Refusal::AskedIs { ply, known } => ASKED_IS.with([number(ply.get()), words(&known.join(", "))]),
            Refusal::NoLongerExplains(text) => NO_LONGER_EXPLAINS.with([words(text)]),
            Refusal::UnknownGame { number, on_board } => {
                UNKNOWN_GAME.with([Value::Number((*number).into()), Value::Number((*on_board).into())])
            }
            Refusal::UnseenCharacter(odd) => {
                UNSEEN_CHARACTER.with([Value::Words(format!("U+{:04X}", u32::from(*odd)))])
            }
            Refusal::NameTooLong { length, most } => NAME_TOO_LONG.with([number(*length), number(*most)]),
            Refusal::OffTheBoard => OFF_THE_BOARD.plain(),
            Refusal::NotToPrepare => NOT_TO_PREPARE.plain(),
            Refusal::GameSince => GAME_SINCE.plain(),
            Refusal::MovesSince => MOVES_SINCE.plain(),
            Refusal::ResultSince(result) => RESULT_SINCE.with([words(result)]),
            Refusal::NamesSince => NAMES_SINCE.plain(),
        }
    }
}

impl fmt::Display for Refusal {
    /// Writes the sentence in English, as a clause: with a small first letter and without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.phrase().clause(Language::English))
    }
}

impl Error for Refusal {}

fn number(count: usize) -> Value {
    Value::Number(count as u64)
}

fn words(text: &str) -> Value {
    Value::Words(text.to_owned())
}

/// Returns the text of a person or a program between quotation marks, with invisible characters escaped.
fn quoted(text: &str) -> Value {
    Value::Words(format!("{text:?}"))
}
