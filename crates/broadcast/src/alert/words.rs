//! The sentences of alerts.

use super::AlertKind;
use game::text::Form;

/// Opens a line about one table.
pub(super) static TABLE: Form = Form { en: "Table {0}", pl: "Stół {0}", ru: "Стол {0}" };
/// Opens a line about several tables.
pub(super) static TABLES: Form = Form { en: "Tables {0}", pl: "Stoły {0}", ru: "Столы {0}" };
/// Opens a line about the whole hall.
pub(super) static HALL: Form = Form { en: "The hall", pl: "Sala", ru: "Зал" };
/// Says that there are more tables than fit.
pub(super) static AND_MORE: Form =
    Form { en: "{0} and {1} more", pl: "{0} i {1} innych", ru: "{0} и ещё {1}" };
/// Opens a message about what has ended.
pub(super) static OVER: Form = Form { en: "Over:", pl: "Minęło:", ru: "Прошло:" };
/// A message that says that messages arrive.
pub(super) static TEST: Form = Form {
    en: "This is a test. Alerts of this hall arrive here.",
    pl: "To jest próba. Tu przychodzą ostrzeżenia z tej sali.",
    ru: "Это проверка. Сюда приходят предупреждения из этого зала.",
};

/// Returns what is wrong.
pub(super) fn of(kind: AlertKind) -> &'static Form {
    match kind {
        AlertKind::Disk => &DISK,
        AlertKind::Fault => &FAULT,
        AlertKind::Silent => &SILENT,
        AlertKind::Missing => &MISSING,
        AlertKind::Astray => &ASTRAY,
        AlertKind::UnclearMove => &UNCLEAR_MOVE,
        AlertKind::ClockPaused => &CLOCK_PAUSED,
        AlertKind::NoResult => &NO_RESULT,
        AlertKind::EarlyResult => &EARLY_RESULT,
        AlertKind::KingMove => &KING_MOVE,
    }
}

static DISK: Form = Form {
    en: "the disk takes nothing, so nothing is shown",
    pl: "dysk nic nie przyjmuje, więc nic nie jest pokazywane",
    ru: "диск ничего не принимает, поэтому ничего не показывается",
};
static FAULT: Form = Form {
    en: "not followed for a mistake in the program",
    pl: "program przestał śledzić z powodu błędu",
    ru: "программа перестала следить из-за ошибки",
};
static SILENT: Form =
    Form {
        en: "board cannot be read", pl: "nie można odczytać szachownicy", ru: "доска не читается"
    };
static MISSING: Form = Form {
    en: "no board, and the round goes on",
    pl: "brak szachownicy, a runda trwa",
    ru: "нет доски, а тур идёт",
};
static ASTRAY: Form = Form {
    en: "pieces stand otherwise than the moves say",
    pl: "bierki stoją inaczej, niż wynika z ruchów",
    ru: "фигуры стоят не так, как следует из ходов",
};
static UNCLEAR_MOVE: Form = Form {
    en: "somebody has to say which move was played",
    pl: "trzeba wskazać, jaki ruch wykonano",
    ru: "нужно указать, какой ход сделан",
};
static CLOCK_PAUSED: Form = Form { en: "clock stands still", pl: "zegar stoi", ru: "часы стоят" };
static NO_RESULT: Form = Form {
    en: "finished on the board, no result entered",
    pl: "partia skończona na szachownicy, brak wyniku",
    ru: "партия на доске закончена, результат не введён",
};
static EARLY_RESULT: Form = Form {
    en: "a result is entered, and the clock runs",
    pl: "wynik wpisany, a zegar idzie",
    ru: "результат введён, а часы идут",
};
static KING_MOVE: Form = Form {
    en: "the last move may be a king that was put down",
    pl: "ostatni ruch to być może odstawiony król",
    ru: "последний ход — возможно, убранный король",
};
