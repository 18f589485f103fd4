//! The sentences about games that ended.

use crate::Form;

/// The sentence on checkmate.
pub(super) const MATE: Form = Form {
    en: "Checkmate: {0} win, and the press is not needed. Please confirm the result.",
    pl: "Mat: {0} wygrywają, przełączenie zegara nie jest potrzebne. Proszę potwierdzić wynik.",
    ru: "Мат: {0} выигрывают, нажатие на часы не нужно. Подтвердите результат.",
};
/// The sentence on stalemate.
pub(super) const STALEMATE: Form = Form {
    en: "Stalemate: {0} have no legal move and are not in check; the game is drawn. Please confirm the result.",
    pl: "Pat: {0} nie mają prawidłowego posunięcia i nie są szachowane; remis. Proszę potwierdzić wynik.",
    ru: "Пат: у {0:gen} нет возможного хода и нет шаха; ничья. Подтвердите результат.",
};
/// The sentence on a dead position.
pub(super) const DEAD: Form = Form {
    en: "Dead position: it is proven that neither side can mate by any series of legal moves. The game is drawn.",
    pl: "Pozycja martwa: dowiedziono, że żadna strona nie może dać mata żadną serią prawidłowych posunięć. Remis.",
    ru: "Мёртвая позиция: доказано, что ни одна сторона не может поставить мат никакой серией возможных ходов. Ничья.",
};
/// The sentence on fivefold repetition.
pub(super) const FIVEFOLD: Form = Form {
    en: "The same position occurred for the fifth time, after plies {0} (0 is the start). The game is drawn.",
    pl: "Ta sama pozycja wystąpiła po raz piąty, po półruchach {0} (0 to początek partii). Remis.",
    ru: "Одна и та же позиция возникла в пятый раз, после полуходов {0} (0 — начало партии). Ничья.",
};
/// The sentence on seventy-five moves without a capture or a pawn move.
pub(super) const SEVENTY_FIVE: Form = Form {
    en: "Each side made 75 moves without a capture and without a pawn's move. The game is drawn.",
    pl: "Każda strona wykonała 75 posunięć bez bicia i bez ruchu pionem. Remis.",
    ru: "Каждая сторона сделала 75 ходов без взятия и без хода пешкой. Ничья.",
};
/// The sentence on kings in the centre.
pub(super) const KINGS: Form = Form {
    en: "The kings were put in the centre: {0}. It is no move and no result until it is confirmed.",
    pl: "Króle ustawiono w centrum: {0}. Nie jest to posunięcie ani wynik, dopóki go nie potwierdzono.",
    ru: "Короли поставлены в центр: {0}. Это не ход и не результат, пока он не подтверждён.",
};
/// The sentence on a result that the board contradicts.
pub(super) const CONTRADICTS: Form = Form {
    en: "The result {0} was entered; the board showed {1}.",
    pl: "Wpisano wynik {0}; szachownica wskazała {1}.",
    ru: "Внесён результат {0}; доска показала {1}.",
};
/// The sentence on a draw agreed before each player has made a move.
pub(super) const NO_MOVE_YET: Form = Form {
    en: "A draw may be agreed only after each player has made at least one move.",
    pl: "Remis można uzgodnić dopiero, gdy każdy z graczy wykonał co najmniej jedno posunięcie.",
    ru: "О ничьей можно договориться только после того, как каждый сделал хотя бы один ход.",
};
/// The sentence on a draw agreed too early under the event's rules.
pub(super) const TOO_EARLY: Form = Form {
    en: "The regulations of the event allow no draw by agreement before move {0}; completed by each: {1}.",
    pl: "Regulamin zawodów nie pozwala uzgodnić remisu przed posunięciem {0}; wykonano po: {1}.",
    ru: "Положение не разрешает соглашаться на ничью до хода {0}; завершено каждым: {1}.",
};
/// The sentence on a winner who cannot mate.
pub(super) const CANNOT_WIN: Form = Form {
    en: "{0} cannot mate by any series of legal moves: by resignation or on time the game is drawn.",
    pl: "{0} nie mogą dać mata żadną serią prawidłowych posunięć: po poddaniu się lub przekroczeniu czasu jest remis.",
    ru: "{0} не могут поставить мат никакой серией возможных ходов: при сдаче или просрочке времени — ничья.",
};
/// The sentence on a winner who cannot mate, for editions in which that matters only in a win on time.
pub(super) const CANNOT_WIN_ON_TIME: Form = Form {
    en: "{0} cannot mate by any series of legal moves: on time the game is drawn; in this edition a resignation still loses.",
    pl: "{0} nie mogą dać mata żadną serią prawidłowych posunięć: po przekroczeniu czasu jest remis; w tym wydaniu poddanie \
         nadal przegrywa.",
    ru: "{0} не могут поставить мат никакой серией возможных ходов: при просрочке времени — ничья; сдача в этой редакции всё \
         же проигрывает.",
};
