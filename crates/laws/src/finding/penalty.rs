//! The penalty of a completed illegal move: time for the opponent, or the loss of the game.

use crate::{
    Form, Outcome, Phrase, Value,
    position::unwinnable::{self, Limit, Verdict},
    seen::scene::Scene,
};
use game::Standing;
use shakmaty::Color;

/// The consequences of an illegal move for the players, apart from restoring the position.
pub(crate) struct Penalty {
    pub(crate) opponent_ms: Option<u32>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) articles: &'static [&'static str],
    pub(crate) phrases: Vec<Phrase>,
}

const MINUTES: Form = Form {
    en: "Add {0} to {1}'s time.",
    pl: "Czas {1:gen} zwiększa się o {0}.",
    ru: "Время {1:gen} увеличивается на {0}.",
};
const ASK: Form = Form {
    en: "How many minutes {1} gets is for the arbiter to say.",
    pl: "O liczbie minut dla {1:gen} decyduje sędzia.",
    ru: "Сколько минут получают {1}, решает арбитр.",
};
const MAY_CLAIM: Form = Form {
    en: "{1} may claim the win before making a move.",
    pl: "{1} mogą reklamować wygraną przed wykonaniem swojego posunięcia.",
    ru: "{1} могут потребовать победы, пока не сделали своего хода.",
};
const MAY_CLAIM_DRAW: Form = Form {
    en: "{1} cannot mate by any series of legal moves: the claim gives a draw.",
    pl: "{1} nie mogą dać mata żadną serią prawidłowych posunięć: reklamacja daje remis.",
    ru: "{1} не могут поставить мат никакой серией возможных ходов: требование даёт ничью.",
};
const LOSES: Form = Form {
    en: "Confirmed illegal moves by {0} before this one: {2}. Once this is confirmed, {0} loses the game.",
    pl: "Potwierdzone wcześniej nieprawidłowe posunięcia {0:gen}: {2}. Po potwierdzeniu tego {0} przegrywają partię.",
    ru: "Подтверждённых невозможных ходов {0:gen} до этого: {2}. После подтверждения этого {0} проигрывают партию.",
};
const DRAWN: Form = Form {
    en: "Confirmed illegal moves by {0} before this one: {2}. {1} cannot mate by any series of legal moves, so the game is \
         drawn.",
    pl: "Potwierdzone wcześniej nieprawidłowe posunięcia {0:gen}: {2}. {1} nie mogą dać mata żadną serią prawidłowych \
         posunięć, więc partia kończy się remisem.",
    ru: "Подтверждённых невозможных ходов {0:gen} до этого: {2}. {1} не могут поставить мат никакой серией возможных ходов, \
         поэтому ничья.",
};

const NOT_PROVEN: Form = Form {
    en: "Whether {0} can mate by some series of legal moves was not decided by calculation.",
    pl: "Obliczenie nie rozstrzygnęło, czy {0} mogą dać mata jakąkolwiek serią prawidłowych posunięć.",
    ru: "Расчёт не показал, могут ли {0} поставить мат какой-либо серией возможных ходов.",
};

/// Returns the penalty of an illegal move by this side. `confirmed` is the number of its earlier illegal moves that the
/// arbiter confirmed.
pub(crate) fn penalty(scene: &Scene, by: Color, before: &Standing, confirmed: u8) -> Penalty {
    let limit = scene.parameters.illegal_limit;
    let bonus = scene.parameters.illegal_bonus_min;
    let values = || [Value::Side(by), Value::Side(!by), Value::Number(u64::from(confirmed))];
    if limit.value == 1 || confirmed + 1 >= limit.value {
        let (can_mate, not_proven) = can_mate(before, !by);
        let form = match (limit.value == 1, can_mate) {
            (true, true) => &MAY_CLAIM,
            (true, false) => &MAY_CLAIM_DRAW,
            (false, true) => &LOSES,
            (false, false) => &DRAWN,
        };
        let outcome = if can_mate { Outcome::Wins(!by) } else { Outcome::Draw };
        let mut phrases = vec![form.with(values())];
        phrases.extend(not_proven);
        return Penalty { opponent_ms: None, outcome: Some(outcome), articles: limit.articles, phrases };
    }
    let mut phrases = match bonus.value {
        Some(count) => vec![minutes(count.into(), !by)],
        None => vec![ASK.with(values())],
    };
    phrases.extend(bonus.doubt.map(Form::plain));
    let opponent_ms = bonus.value.map(|minutes| u32::from(minutes) * 60_000);
    Penalty { opponent_ms, outcome: None, articles: bonus.articles, phrases }
}

/// Returns the sentence that adds minutes to this side's time.
pub(crate) fn minutes(count: u64, side: Color) -> Phrase {
    MINUTES.with([Value::minutes(count), Value::Side(side)])
}

/// Returns whether this side could mate by any series of legal moves. A mate counts as possible unless it is proven
/// impossible. If neither is proven, the returned sentence tells the arbiter so.
fn can_mate(standing: &Standing, side: Color) -> (bool, Option<Phrase>) {
    match standing.position().map(|position| unwinnable::can_mate(position, side, Limit::RULING)) {
        Some(Verdict::Unwinnable(_)) => (false, None),
        Some(Verdict::Winnable(_)) => (true, None),
        Some(Verdict::NotProven) | None => (true, Some(NOT_PROVEN.with([Value::Side(side)]))),
    }
}
