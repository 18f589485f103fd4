//! The sentences about claims and offers of a draw.

use super::claim::{Assessment, Verdict};
use crate::{Form, Phrase, Value};
use game::Claim;
use shakmaty::Color;

const THREEFOLD: Form = Form {
    en: "{0} claim a draw: the position occurred {1} times, after plies {2} (0 is the start).",
    pl: "{0} reklamują remis: pozycja wystąpiła {1} razy, po półruchach {2} (0 to początek partii).",
    ru: "{0} требуют ничьей: позиция встретилась {1} раз, после полуходов {2} (0 — начало партии).",
};
const FIFTY: Form = Form {
    en: "{0} claim a draw: {1} plies without a capture and without a pawn's move; 100 are needed.",
    pl: "{0} reklamują remis: {1} półruchów bez bicia i bez ruchu pionem; potrzeba 100.",
    ru: "{0} требуют ничьей: {1} полуходов без взятия и без хода пешкой; нужно 100.",
};
const ANNOUNCED: Form = Form {
    en: "Counted after the announced {0}, written down and not yet played.",
    pl: "Liczone po zapowiedzianym {0}, zapisanym i jeszcze niewykonanym.",
    ru: "Считая после объявленного {0}, записанного, но ещё не сделанного.",
};
const RIGHT: Form = Form {
    en: "By the record the claim is correct: the game is drawn.",
    pl: "Według zapisu reklamacja jest słuszna: remis.",
    ru: "По записи требование верно: ничья.",
};
const NOT_ON_MOVE: Form = Form {
    en: "{0} do not have the move: only the player on move may claim.",
    pl: "Posunięcie nie należy do {0:gen}: reklamować może tylko gracz na posunięciu.",
    ru: "Ход не за {0:ins}: требовать может только тот, чья очередь хода.",
};
const NO_SUCH_MOVE: Form = Form {
    en: "The announced move is not legal here.",
    pl: "Zapowiedziane posunięcie nie jest tu prawidłowe.",
    ru: "Объявленный ход здесь невозможен.",
};
const TOO_FEW: Form = Form {
    en: "By the record the claim is incorrect.",
    pl: "Według zapisu reklamacja jest niesłuszna.",
    ru: "По записи требование неверно.",
};
/// The sentence that the player has lost the right to claim in this turn.
pub(super) const AFTER_TOUCH: Form = Form {
    en: "{0} lifted {1} before the claim was entered: if the piece was touched before it with the intention to move it, the right to claim is lost for this \
         turn.",
    pl: "{0} podniosły {1} przed wpisaniem reklamacji: jeśli wcześniej dotknięto bierki z zamiarem ruchu, prawo do reklamacji w tym \
         posunięciu przepada.",
    ru: "{0} подняли {1} до того, как требование внесли: если раньше него фигуры коснулись для хода, право требовать на этом ходу утрачено.",
};
/// The sentence on the time that a wrong claim costs.
pub(super) const BONUS: Form = Form {
    en: "If the claim is found incorrect, add {0} to {1}'s time; the game goes on.",
    pl: "Jeśli reklamacja okaże się niesłuszna, czas {1:gen} zwiększa się o {0}; gra toczy się dalej.",
    ru: "Если требование признано неверным, время {1:gen} увеличивается на {0}; игра продолжается.",
};
/// The sentence that an announced move must be played.
pub(super) const PLAY_IT: Form = Form {
    en: "{0} must then play {1}.",
    pl: "Następnie {0} muszą wykonać {1}.",
    ru: "Затем {0} обязаны сделать ход {1}.",
};
/// The sentence on an offer made at the right time.
pub(super) const OFFER: Form = Form {
    en: "{0} offered a draw after the move and before the press.",
    pl: "{0} zaproponowały remis po posunięciu, a przed przełączeniem zegara.",
    ru: "{0} предложили ничью после хода, до нажатия на часы.",
};
/// The sentence on an offer made at another time. Such an offer is still valid.
pub(super) const OFFER_OTHERWISE: Form = Form {
    en: "{0} offered a draw; it was not entered between the move and the press. The offer is valid all the same.",
    pl: "{0} zaproponowały remis; nie wpisano tego między posunięciem a przełączeniem zegara. Propozycja jest jednak ważna.",
    ru: "{0} предложили ничью; это внесено не между ходом и нажатием на часы. Предложение всё равно действительно.",
};

/// Returns the sentences that answer a claim.
pub(super) fn claim(by: Color, kind: Claim, assessment: &Assessment) -> Vec<Phrase> {
    let counts = &assessment.counts;
    let plies: Vec<String> = counts.after_plies.iter().map(usize::to_string).collect();
    let mut phrases = vec![match kind {
        Claim::Fifty => FIFTY.with([Value::Side(by), Value::Number(counts.quiet_plies.into())]),
        Claim::Threefold
        | Claim::Illegal
        | Claim::Time
        | Claim::Touch
        | Claim::QuickplayDraw
        | Claim::QuickplayIncrement => THREEFOLD.with([
            Value::Side(by),
            Value::Number(counts.times() as u64),
            Value::Words(plies.join(", ")),
        ]),
    }];
    if let Some(san) = &assessment.announced {
        phrases.push(ANNOUNCED.with([Value::Moves(vec![san.clone()])]));
    }
    phrases.push(match assessment.verdict {
        Verdict::Right => RIGHT.plain(),
        Verdict::NotOnMove => NOT_ON_MOVE.with([Value::Side(by)]),
        Verdict::NoSuchMove => NO_SUCH_MOVE.plain(),
        Verdict::TooFew => TOO_FEW.plain(),
    });
    phrases
}
