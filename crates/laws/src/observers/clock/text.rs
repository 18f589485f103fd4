//! The sentences about the clock.

use crate::Form;

macro_rules! forms {
    ($($name:ident { $en:literal, $pl:literal, $ru:literal })*) => {
        $(pub(super) const $name: Form = Form { en: $en, pl: $pl, ru: $ru };)*
    };
}

forms! {
    FLAG {
        "The flag of {0} fell: required by then {1} moves, completed {2}.",
        "Chorągiewka {0:gen} opadła: wymagane posunięcia: {1}, wykonane: {2}.",
        "Флажок {0:gen} упал: требовалось ходов {1}, завершено {2}."
    }
    FLAG_LAST {
        "The flag of {0} fell in the period for all remaining moves; completed {1}.",
        "Chorągiewka {0:gen} opadła w okresie na wszystkie pozostałe posunięcia; wykonane: {1}.",
        "Флажок {0:gen} упал в периоде на все оставшиеся ходы; завершено {1}."
    }
    FLAG_UNKNOWN {
        "The flag of {0} fell; completed {1} moves. The time control is not known here.",
        "Chorągiewka {0:gen} opadła; wykonane posunięcia: {1}. Tempo gry nie jest tu znane.",
        "Флажок {0:gen} упал; завершено ходов: {1}. Контроль времени здесь не известен."
    }
    MET {
        "The requirement is met.",
        "Wymóg jest spełniony.",
        "Требование выполнено."
    }
    UNFINISHED {
        "The next move, {0}, had landed {1} before the flag and was not completed by then.",
        "Następne posunięcie, {0}, stanęło na szachownicy {1} przed opadnięciem chorągiewki i nie było jeszcze zakończone.",
        "Следующий ход, {0}, встал на доску за {1} до падения флажка и к этому моменту не был завершён."
    }
    CLOSE_BEFORE {
        "{0} came {1} before the flag.",
        "Posunięcie {0} stanęło {1} przed opadnięciem chorągiewki.",
        "Ход {0} сделан за {1} до падения флажка."
    }
    CLOSE_AFTER {
        "{0} came {1} after the flag.",
        "Posunięcie {0} stanęło {1} po opadnięciu chorągiewki.",
        "Ход {0} сделан через {1} после падения флажка."
    }
    ONE_WORD {
        "The clock told the press after {0} and the flag at once: which was first is not known.",
        "Zegar podał przełączenie po {0} i opadnięcie chorągiewki jednocześnie: nie wiadomo, co było pierwsze.",
        "Часы сообщили о нажатии после {0} и о падении флажка одновременно: что было раньше, неизвестно."
    }
    PRESS_BEFORE {
        "The press after {0} came {1} before the flag.",
        "Przełączenie po {0} nastąpiło {1} przed opadnięciem chorągiewki.",
        "Нажатие после {0} было за {1} до падения флажка."
    }
    PRESS_AFTER {
        "The press after {0} came {1} after the flag.",
        "Przełączenie po {0} nastąpiło {1} po opadnięciu chorągiewki.",
        "Нажатие после {0} было через {1} после падения флажка."
    }
    EITHER_END {
        "If the move was first, the game was over; if the flag was, it counts once it is observed or claimed.",
        "Jeśli pierwsze było posunięcie, partia była zakończona; jeśli chorągiewka, liczy się ona od zauważenia lub reklamacji.",
        "Если раньше был ход, партия закончилась; если флажок, он считается упавшим после обнаружения или требования."
    }
    EITHER_COUNT {
        "If the move was first, one more was completed and the requirement is met; if the flag was, it counts once it is observed or claimed.",
        "Jeśli pierwsze było posunięcie, zakończono o jedno więcej i wymóg jest spełniony; jeśli chorągiewka, liczy się ona od zauważenia lub reklamacji.",
        "Если раньше был ход, завершено на один больше и требование выполнено; если флажок, он считается упавшим после обнаружения или требования."
    }
    ENDED_BEFORE {
        "The position had ended the game before the flag fell.",
        "Pozycja zakończyła partię przed opadnięciem chorągiewki.",
        "Позиция закончила партию до падения флажка."
    }
    MATE_AFTER {
        "{0} mated {1} after the flag: a flag counts as fallen when the arbiter observes it or a player validly claims it.",
        "{0} dały mata {1} po opadnięciu chorągiewki: liczy się ona od zauważenia przez sędziego lub prawidłowej reklamacji.",
        "{0} поставили мат через {1} после падения флажка: он считается упавшим, когда это заметил арбитр или верно потребовал игрок."
    }
    STALEMATE_AFTER {
        "{0} gave stalemate {1} after the flag: a flag counts as fallen when the arbiter observes it or a player validly claims it.",
        "{0} dały pata {1} po opadnięciu chorągiewki: liczy się ona od zauważenia przez sędziego lub prawidłowej reklamacji.",
        "{0} поставили пат через {1} после падения флажка: он считается упавшим, когда это заметил арбитр или верно потребовал игрок."
    }
    MUST_CALL {
        "An arbiter who sees it must announce it.",
        "Sędzia, który to widzi, musi to ogłosić.",
        "Арбитр, который это видит, обязан объявить."
    }
    SILENT {
        "It must not be signalled unless both flags are down.",
        "Nie wolno tego sygnalizować, chyba że opadły obie chorągiewki.",
        "Об этом нельзя сообщать, пока не упали оба флажка."
    }
    MAY_CALL {
        "The arbiter may call it.",
        "Sędzia może to ogłosić.",
        "Арбитр может объявить."
    }
    LOSES {
        "Once observed or claimed, {0} lose on time.",
        "Po zauważeniu lub reklamacji {0} przegrywają na czas.",
        "После обнаружения или требования {0} проигрывают по времени."
    }
    DRAWN {
        "It is proven that {0} cannot mate by any series of legal moves: a draw.",
        "Dowiedziono, że {0} nie mogą dać mata żadną serią prawidłowych posunięć: remis.",
        "Доказано, что {0} не могут поставить мат никакой серией возможных ходов: ничья."
    }
    NOT_PROVEN {
        "Whether {0} can still mate is not proven.",
        "Nie dowiedziono, czy {0} mogą jeszcze dać mata.",
        "Не доказано, могут ли {0} ещё поставить мат."
    }
    FIRST {
        "Both flags are down; the flag of {0} fell first, {1} before the other.",
        "Opadły obie chorągiewki; pierwsza {0:gen}, {1} wcześniej.",
        "Упали оба флажка; первым флажок {0:gen}, раньше на {1}."
    }
    DOWN {
        "Both flags are down.",
        "Opadły obie chorągiewki.",
        "Упали оба флажка."
    }
    SEE_BOTH {
        "Both flags are down: what follows is told of both together.",
        "Opadły obie chorągiewki: skutki podano łącznie.",
        "Упали оба флажка: о последствиях сказано вместе."
    }
    BOTH_APART {
        "Both flags are down, {0} apart by the clock. That is within the error: it is not known which fell first.",
        "Opadły obie chorągiewki, według zegara w odstępie {0}. To mieści się w granicach błędu: nie wiadomo, która pierwsza.",
        "Упали оба флажка, по часам с разницей {0}. Это в пределах погрешности: неизвестно, какой раньше."
    }
    NEEDS_OWN_FLAG {
        "Whoever claims a win on time needs his own flag up: the game is drawn.",
        "Kto reklamuje wygraną na czas, musi mieć własną chorągiewkę podniesioną: partia jest remisowa.",
        "Чтобы требовать победы по времени, нужен собственный неупавший флажок: партия заканчивается вничью."
    }
    BOTH {
        "Both flags are down and it is not known which fell first.",
        "Opadły obie chorągiewki i nie wiadomo, która pierwsza.",
        "Упали оба флажка, и неизвестно, какой раньше."
    }
    BOTH_DRAW {
        "The game is drawn.",
        "Partia jest remisowa.",
        "Партия заканчивается вничью."
    }
    BOTH_ON {
        "The game goes on: it is not the last period.",
        "Partia toczy się dalej: nie jest to ostatni okres.",
        "Партия продолжается: это не последний период."
    }
    BOTH_OPEN {
        "This is not regulated here; the arbiter decides.",
        "Nie jest to tu uregulowane; decyduje sędzia.",
        "Здесь это не определено; решает арбитр."
    }
    PERHAPS_TURNED {
        "The time of {0} was said to run while {1} made the move, and {0} to press for it: the clock may stand the wrong way round, or was started for the wrong side.",
        "Według zegara biegł czas {0:gen}, gdy {1} wykonały posunięcie, i {0} go przełączyły: zegar może stać odwrotnie albo uruchomiono niewłaściwą stronę.",
        "По часам шло время {0:gen}, когда {1} сделали ход, и нажали {0}: часы, возможно, стоят наоборот или пущены не с той стороны."
    }
    TURNED {
        "Move after move is made while the other side's time is said to run: the clock stands the wrong way round for the board.",
        "Posunięcie po posunięciu wykonuje się, gdy według zegara biegnie czas drugiej strony: zegar stoi odwrotnie względem szachownicy.",
        "Ход за ходом делается, когда по часам идёт время другой стороны: часы стоят наоборот относительно доски."
    }
    TURN_IT {
        "Nobody has broken a rule by it: what is told of White's time may be Black's. Turn the clock, or the cable's sides, when nobody is disturbed.",
        "Nikt nie naruszył przez to przepisu: podany czas białych może być czasem czarnych. Zegar lub jego stronę należy odwrócić, gdy nikomu to nie przeszkodzi.",
        "Правил этим никто не нарушил: время белых здесь может быть временем чёрных. Часы или их стороны следует повернуть, когда это никому не помешает."
    }
    TURNED_RIGHT {
        "Since then it has stood rightly.",
        "Od tej chwili stoi prawidłowo.",
        "С этого момента они стоят правильно."
    }
    TURNED_FLAG {
        "The clock seems to stand the wrong way round: this may be the other player's flag.",
        "Zegar stoi prawdopodobnie odwrotnie: może to być chorągiewka drugiego gracza.",
        "Часы, по-видимому, стоят наоборот: это может быть флажок другого игрока."
    }
    SETTING {
        "The clock was set to {0}; the time control says {1}.",
        "Zegar ustawiono: {0}; tempo gry mówi {1}.",
        "Часы поставлены: {0}; по контролю должно быть {1}."
    }
    CORRECT_NOW {
        "It may be corrected now.",
        "Można to teraz poprawić.",
        "Сейчас это можно исправить."
    }
    TOO_LATE_TO_CORRECT {
        "Each has completed {0} moves: it is not corrected any more.",
        "Każdy wykonał {0} posunięć: nie poprawia się tego.",
        "Каждый завершил {0} ходов: это уже не исправляют."
    }
    MISSING {
        "The clock did not add what it should to {0} at {1} press(es): it shows {2}, {3} would be right.",
        "Zegar nie dodał {0:dat} należnego czasu (przełączeń: {1}): wskazuje {2}, powinno być {3}.",
        "Часы не добавили время {0:dat} (нажатий: {1}): показывают {2}, должно быть {3}."
    }
    SET {
        "The time of {0} was changed: it shows {1}, {2} was expected.",
        "Czas {0:gen} zmieniono: zegar wskazuje {1}, oczekiwano {2}.",
        "Время {0:gen} изменено: часы показывают {1}, ожидалось {2}."
    }
    FROZEN {
        "The time of {0} should run and has stood for {1}.",
        "Czas {0:gen} powinien biec, a stoi od {1}.",
        "Время {0:gen} должно идти, но стоит уже {1}."
    }
    LOST {
        "The link was lost for {0}. The last certain times: {1}.",
        "Połączenie utracono na {0}. Ostatnie pewne czasy: {1}.",
        "Связь терялась на {0}. Последнее достоверное время: {1}."
    }
    LOST_RUNNING {
        "The time of {0} was running: for a replacement clock {1} is the evidence.",
        "Biegł czas {0:gen}: dla zegara zastępczego dowodem jest {1}.",
        "Шло время {0:gen}: для запасных часов основание — {1}."
    }
    EXEMPT {
        "{0} have less than five minutes and less than 30 seconds a move: recording is not obligatory.",
        "{0} mają mniej niż pięć minut i mniej niż 30 sekund na posunięcie: zapis nie jest obowiązkowy.",
        "У {0:gen} меньше пяти минут и меньше 30 секунд на ход: запись не обязательна."
    }
    STOPPED {
        "Both times stand and nobody entered why: a player may need the arbiter.",
        "Oba czasy stoją, a nie podano przyczyny: gracz może potrzebować sędziego.",
        "Оба времени стоят, причина не введена: арбитр может быть нужен игроку."
    }
    NOT_STARTED {
        "White's clock is not running {0} after the start of the round.",
        "Zegar białych nie biegnie {0} po rozpoczęciu rundy.",
        "Часы белых не идут через {0} после начала тура."
    }
    BLACK_RUNS {
        "Black's clock is running before the first move.",
        "Przed pierwszym posunięciem biegnie zegar czarnych.",
        "До первого хода идут часы чёрных."
    }
    ARRIVED {
        "{0} arrived {1} after the start, as entered.",
        "{0} przybyły {1} po rozpoczęciu, według wpisów.",
        "{0} явились через {1} после начала, по введённым отметкам."
    }
    WHITE_BEARS {
        "White bears all the time until he arrived: {0}.",
        "Białe ponoszą cały czas do swojego przybycia: {0}.",
        "Белые теряют всё время до своего прибытия: {0}."
    }
    AFTER_DEFAULT {
        "That is after the default time of {1}: {0} lose unless the arbiter decides otherwise.",
        "To po czasie spóźnienia {1}: {0} przegrywają, chyba że sędzia zdecyduje inaczej.",
        "Это позже допустимого опоздания {1}: {0} проигрывают, если арбитр не решит иначе."
    }
    CLAIM_WIN {
        "{0} claim on time: their flag is up, the other is down. The claim is right.",
        "{0} reklamują czas: ich chorągiewka stoi, przeciwna opadła. Reklamacja jest słuszna.",
        "{0} требуют по времени: их флажок не упал, у противника упал. Требование верно."
    }
    CLAIM_MADE {
        "{0} claim on time.",
        "{0} reklamują czas.",
        "{0} требуют по времени."
    }
    CLAIM_ENDED {
        "{0} claim on time, and a move of the opponent ended the game.",
        "{0} reklamują czas, a posunięcie przeciwnika zakończyło partię.",
        "{0} требуют по времени, а ход противника закончил партию."
    }
    CLAIM_BOTH {
        "{0} claim on time, and both flags are down.",
        "{0} reklamują czas, a opadły obie chorągiewki.",
        "{0} требуют по времени, но упали оба флажка."
    }
    CLAIM_NONE {
        "{0} claim on time, and the other flag is not down: the claim is rejected and the game goes on.",
        "{0} reklamują czas, a chorągiewka przeciwnika nie opadła: reklamację się odrzuca, gra toczy się dalej.",
        "{0} требуют по времени, но флажок противника не упал: требование отклоняется, игра продолжается."
    }
    NOT_STOPPED {
        "The claimant must first stop both clocks.",
        "Reklamujący musi najpierw zatrzymać oba zegary.",
        "Заявитель сначала должен остановить обои часы."
    }
}
