//! Refusals of commands, with their sentences in every language of an arbiter.

use crate::TableNo;
use board::dgt::ClockRefusal;
use laws::{Form, Language, Phrase, Value};
use std::{error::Error, fmt};

/// The reason why a command cannot be carried out. A refused command has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The game refuses the command.
    Game(game::Refusal),
    /// The Laws refuse the command.
    Laws(laws::Refusal),
    /// The event refuses the order.
    Event(tournament::Refusal),
    /// The event would not fit into a record of the journal.
    EventTooLarge {
        /// The length of the event in its written form, in bytes.
        bytes: usize,
        /// The greatest length, in bytes.
        most: usize,
    },
    /// The set-up has no such table.
    NoTable(TableNo),
    /// The table failed earlier, for this reason (in English).
    TableFailed(TableNo, String),
    /// The table failed while it carried out this command.
    FailedOverThis,
    /// The table's game can no longer be changed.
    GameClosed {
        /// The published number of the game that the command is about.
        number: u32,
        /// The number of the table.
        table: TableNo,
        /// The published number of the game on the board.
        on_board: u32,
    },
    /// The table has no board through which its clock could be set.
    NoBoard(TableNo),
    /// The board cannot carry out such an order for its clock.
    Clock(ClockRefusal),
    /// The clock refused the order: the clock is not in the mode in which it obeys the board.
    ClockRefused,
    /// The text is longer than the clock can show.
    ClockTooLong {
        /// The number of characters that the clock can show.
        characters: usize,
    },
    /// No clock answered the order.
    ClockSilent,
    /// No decision of this number waits to be announced.
    NotStaged {
        /// The number that was named.
        no: u32,
    },
    /// An order that is about a prepared decision does not name it.
    StagedUnnamed,
    /// What is announced is not what was prepared under this number.
    StagedOtherwise {
        /// The number of the decision.
        no: u32,
    },
    /// As many decisions wait as the table can keep.
    TooManyStaged {
        /// The greatest number of decisions that may wait.
        most: usize,
    },
    /// The game went on since the decision was prepared.
    PlayedSince,
    /// The result of the game is another since the decision was prepared.
    ResultSince {
        /// The result as it is now.
        result: String,
    },
    /// Somebody ruled on the incident since the ruling was prepared.
    RuledSince,
    /// No order of this number can be taken back.
    NotUndoable {
        /// The number that was named.
        no: u32,
    },
    /// Another order was given since the one that is to be taken back.
    OrderedSince {
        /// The person who gave it; empty if unknown.
        author: String,
        /// The kind of the order, as commands write it.
        of: &'static str,
    },
    /// A claim, an offer, a ruling or an adjournment was entered since the order that is to be taken back.
    DecidedSince {
        /// The person who entered it; empty if unknown.
        author: String,
    },
    /// The clock was pressed or stopped since the order to it that is to be taken back.
    PressedSince,
}

const NOT_UNDOABLE: Form = Form {
    en: "there is no order {0} to take back; it was taken back already, or is too long ago",
    pl: "nie ma polecenia {0} do cofnięcia; już je cofnięto albo wydano je zbyt dawno",
    ru: "нет распоряжения {0}, которое можно отменить; оно уже отменено или отдано слишком давно",
};
const ORDERED_SINCE: Form = Form {
    en: "the order {1} was given since by {0}; take that back first",
    pl: "tymczasem wydano polecenie {1} ({0}); najpierw cofnij tamto",
    ru: "тем временем отдано распоряжение {1} ({0}); сначала отмените его",
};
const DECIDED_SINCE: Form = Form {
    en: "a claim, an offer, a ruling or an adjournment was entered since by {0}; that stays, and so does what was ordered before",
    pl: "tymczasem wpisano reklamację, propozycję, rozstrzygnięcie albo odłożenie partii ({0}); to zostaje, więc i wcześniejsze polecenie",
    ru: "тем временем внесено заявление, предложение, решение или откладывание партии ({0}); оно остаётся, а с ним и прежнее распоряжение",
};
const PRESSED_SINCE: Form = Form {
    en: "the clock was pressed or stopped since, so its times cannot be put back; set the times that are right",
    pl: "zegar tymczasem naciśnięto lub zatrzymano, więc nie można przywrócić czasów; ustaw właściwe czasy",
    ru: "часы тем временем нажали или остановили, поэтому вернуть время нельзя; установите верное время",
};

const NOT_STAGED: Form = Form {
    en: "no decision {0} waits to be announced; it was announced or dropped already",
    pl: "żadna decyzja {0} nie czeka na ogłoszenie; już ją ogłoszono albo porzucono",
    ru: "решение {0} не ждёт объявления; оно уже объявлено или снято",
};
const STAGED_UNNAMED: Form = Form {
    en: "name the prepared decision by its number",
    pl: "podaj numer przygotowanej decyzji",
    ru: "укажите номер подготовленного решения",
};
const STAGED_OTHERWISE: Form = Form {
    en: "decision {0} was changed meanwhile; look at it again, then announce it",
    pl: "decyzję {0} tymczasem zmieniono; obejrzyj ją ponownie, potem ogłoś",
    ru: "решение {0} тем временем изменено; посмотрите его снова, затем объявите",
};
const TOO_MANY_STAGED: Form = Form {
    en: "{0} decisions wait at this table already; announce or drop one of them",
    pl: "przy tym stole czeka już tyle decyzji: {0}; ogłoś albo porzuć jedną z nich",
    ru: "за этим столом ждёт уже столько решений: {0}; объявите или снимите одно из них",
};
const PLAYED_SINCE: Form = Form {
    en: "the game went on since this was prepared, and it no longer fits; change or drop it",
    pl: "od przygotowania gra potoczyła się dalej i decyzja już nie pasuje; zmień ją albo porzuć",
    ru: "после подготовки игра продолжилась, и решение больше не подходит; измените его или снимите",
};
const RESULT_SINCE: Form = Form {
    en: "the result of the game is {0} since this was prepared, and it no longer fits; change or drop it",
    pl: "od przygotowania wynik partii to {0} i decyzja już nie pasuje; zmień ją albo porzuć",
    ru: "после подготовки результат партии: {0}, и решение больше не подходит; измените его или снимите",
};
const RULED_SINCE: Form = Form {
    en: "somebody ruled on this since it was prepared; look at that ruling, then change or drop this one",
    pl: "od przygotowania ktoś już to rozstrzygnął; obejrzyj tamto rozstrzygnięcie, potem zmień albo porzuć to",
    ru: "после подготовки по этому уже вынесено решение; посмотрите его, затем измените или снимите это",
};

const NO_TABLE: Form = Form {
    en: "there is no table {0}; name one of the set-up",
    pl: "nie ma stołu {0}; podaj stół z konfiguracji",
    ru: "нет стола {0}; укажите стол из настройки",
};
const EVENT_TOO_LARGE: Form = Form {
    en: "the event would take {0} bytes, and at most {1} fit; enter fewer players",
    pl: "impreza zajęłaby {0} bajtów, a mieści się najwyżej {1}; wpisz mniej zawodników",
    ru: "соревнование заняло бы байтов: {0}, а помещается не более {1}; внесите меньше участников",
};
const TABLE_FAILED: Form = Form {
    en: "table {0} failed ({1}); restart the program, and until then set its clock by hand",
    pl: "stół {0} zawiódł ({1}); uruchom program ponownie, a do tego czasu ustawiaj zegar ręcznie",
    ru: "стол {0} вышел из строя ({1}); перезапустите программу, а до этого ставьте часы вручную",
};
const FAILED_OVER_THIS: Form = Form {
    en: "the table failed over this command",
    pl: "stół zawiódł przy wykonywaniu tego polecenia",
    ru: "стол вышел из строя при выполнении этой команды",
};
const GAME_CLOSED: Form = Form {
    en: "game {0} of table {1} cannot be changed any more; the one on the board is {2}",
    pl: "partii {0} przy stole {1} nie można już zmienić; na szachownicy jest partia {2}",
    ru: "партию {0} за столом {1} больше нельзя изменить; на доске партия {2}",
};
const NO_BOARD: Form = Form {
    en: "table {0} has no board; set its clock by hand",
    pl: "stół {0} nie ma szachownicy; ustaw zegar ręcznie",
    ru: "у стола {0} нет доски; поставьте часы вручную",
};
const CLOCK_NO_WAY: Form = Form {
    en: "this board passes nothing on to a clock; set the clock by hand",
    pl: "ta szachownica niczego nie przekazuje zegarowi; ustaw zegar ręcznie",
    ru: "эта доска ничего не передаёт часам; поставьте часы вручную",
};
const CLOCK_NOT_LIVE: Form = Form {
    en: "the board does not answer; look at its cable, or set the clock by hand",
    pl: "szachownica nie odpowiada; sprawdź jej kabel albo ustaw zegar ręcznie",
    ru: "доска не отвечает; проверьте её кабель или поставьте часы вручную",
};
const CLOCK_TOO_MANY: Form = Form {
    en: "the clock has not answered the orders before; wait some seconds",
    pl: "zegar nie odpowiedział jeszcze na poprzednie polecenia; poczekaj kilka sekund",
    ru: "часы ещё не ответили на предыдущие команды; подождите несколько секунд",
};
const CLOCK_TIME: Form = Form {
    en: "a clock shows at most 9:59:59; name shorter times",
    pl: "zegar pokazuje najwyżej 9:59:59; podaj krótsze czasy",
    ru: "часы показывают не более 9:59:59; укажите меньшее время",
};
const CLOCK_TEXT: Form = Form {
    en: "a clock shows 1 to 8 plain letters, digits and signs; shorten the text",
    pl: "zegar pokazuje od 1 do 8 zwykłych liter, cyfr i znaków; skróć tekst",
    ru: "часы показывают от 1 до 8 простых латинских букв, цифр и знаков; сократите текст",
};
const CLOCK_REFUSED: Form = Form {
    en: "the clock refused; put it into the mode in which it obeys the board (23 on a DGT XL, 25 on a DGT 3000) and \
         say it again",
    pl: "zegar odmówił; włącz tryb, w którym słucha szachownicy (23 w DGT XL, 25 w DGT 3000), i powtórz polecenie",
    ru: "часы отказали; включите режим, в котором они слушаются доски (23 у DGT XL, 25 у DGT 3000), и повторите команду",
};
const CLOCK_TOO_LONG: Form = Form {
    en: "this clock shows only {0} characters; shorten the text",
    pl: "ten zegar pokazuje tylko tyle znaków: {0}; skróć tekst",
    ru: "эти часы показывают только столько знаков: {0}; сократите текст",
};
const CLOCK_SILENT: Form = Form {
    en: "no clock answered; look whether one is connected and switched on, read what it shows, and set it by hand",
    pl: "żaden zegar nie odpowiedział; sprawdź, czy jest podłączony i włączony, odczytaj go i ustaw ręcznie",
    ru: "часы не ответили; проверьте, подключены ли они и включены ли, прочитайте показания и поставьте их вручную",
};

impl Refusal {
    /// Returns the sentence of the refusal, in every language.
    pub fn phrase(&self) -> Phrase {
        match self {
            Refusal::Game(refusal) => refusal.phrase(),
            Refusal::Laws(refusal) => refusal.phrase(),
            Refusal::Event(refusal) => refusal.phrase(),
            Refusal::EventTooLarge { bytes, most } => {
                EVENT_TOO_LARGE.with([Value::Number(*bytes as u64), Value::Number(*most as u64)])
            }
            Refusal::NoTable(table) => NO_TABLE.with([number(*table)]),
            Refusal::TableFailed(table, why) => {
                TABLE_FAILED.with([number(*table), Value::Words(why.clone())])
            }
            Refusal::FailedOverThis => FAILED_OVER_THIS.plain(),
            Refusal::GameClosed { number: game, table, on_board } => {
                GAME_CLOSED.with([number(*game), number(*table), number(*on_board)])
            }
            Refusal::NoBoard(table) => NO_BOARD.with([number(*table)]),
            Refusal::Clock(ClockRefusal::NoWay) => CLOCK_NO_WAY.plain(),
            Refusal::Clock(ClockRefusal::NotLive) => CLOCK_NOT_LIVE.plain(),
            Refusal::Clock(ClockRefusal::TooMany) => CLOCK_TOO_MANY.plain(),
            Refusal::Clock(ClockRefusal::Time) => CLOCK_TIME.plain(),
            Refusal::Clock(ClockRefusal::Text) => CLOCK_TEXT.plain(),
            Refusal::ClockRefused => CLOCK_REFUSED.plain(),
            Refusal::ClockTooLong { characters } => CLOCK_TOO_LONG.with([Value::Number(*characters as u64)]),
            Refusal::ClockSilent => CLOCK_SILENT.plain(),
            Refusal::NotStaged { no } => NOT_STAGED.with([number(*no)]),
            Refusal::StagedUnnamed => STAGED_UNNAMED.plain(),
            Refusal::StagedOtherwise { no } => STAGED_OTHERWISE.with([number(*no)]),
            Refusal::TooManyStaged { most } => TOO_MANY_STAGED.with([Value::Number(*most as u64)]),
            Refusal::PlayedSince => PLAYED_SINCE.plain(),
            Refusal::ResultSince { result } => RESULT_SINCE.with([Value::Words(result.clone())]),
            Refusal::RuledSince => RULED_SINCE.plain(),
            Refusal::NotUndoable { no } => NOT_UNDOABLE.with([number(*no)]),
            Refusal::OrderedSince { author, of } => {
                ORDERED_SINCE.with([somebody(author), Value::Words((*of).to_owned())])
            }
            Refusal::DecidedSince { author } => DECIDED_SINCE.with([somebody(author)]),
            Refusal::PressedSince => PRESSED_SINCE.plain(),
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

impl From<game::Refusal> for Refusal {
    fn from(refusal: game::Refusal) -> Refusal {
        Refusal::Game(refusal)
    }
}

impl From<tournament::Refusal> for Refusal {
    fn from(refusal: tournament::Refusal) -> Refusal {
        Refusal::Event(refusal)
    }
}

impl From<laws::Refusal> for Refusal {
    fn from(refusal: laws::Refusal) -> Refusal {
        Refusal::Laws(refusal)
    }
}

/// Returns a person's name, or a sign that it is not known.
fn somebody(name: &str) -> Value {
    Value::Words(if name.is_empty() { "?".to_owned() } else { name.to_owned() })
}

fn number(number: impl Into<u64>) -> Value {
    Value::Number(number.into())
}
