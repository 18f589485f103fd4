//! The sentences that answer what people report.

use crate::Form;

macro_rules! forms {
    ($($name:ident { $en:literal, $pl:literal, $ru:literal })*) => {
        $(pub(super) const $name: Form = Form { en: $en, pl: $pl, ru: $ru };)*
    };
}

forms! {
    DRAW_ASKED {
        "{0} claim a draw in the quickplay finish; time left {1}.",
        "{0} reklamują remis w końcówce szybkiej; pozostały czas {1}.",
        "{0} требуют ничьей в ускоренном окончании; осталось {1}."
    }
    INCREMENT_ASKED {
        "{0} ask for five more seconds a move; time left {1}. The request is also an offer of a draw.",
        "{0} proszą o dodatkowe pięć sekund na posunięcie; pozostały czas {1}. Prośba jest też propozycją remisu.",
        "{0} просят добавлять пять секунд на ход; осталось {1}. Просьба является и предложением ничьей."
    }
    DRAW_OPTIONS {
        "The arbiter agrees (draw), postpones ({1} may get {2}), or rejects ({1} get {2}).",
        "Sędzia zgadza się (remis), odracza decyzję ({1} mogą dostać {2}) albo odrzuca ({1} dostają {2}).",
        "Арбитр соглашается (ничья), откладывает решение ({1} могут получить {2}) или отклоняет ({1} получают {2})."
    }
    INCREMENT_OPTIONS {
        "If the arbiter agrees, both clocks add five seconds a move and {1} get {2}.",
        "Jeśli sędzia się zgadza, oba zegary dodają pięć sekund na posunięcie, a {1} dostają {2}.",
        "Если арбитр согласен, часам обоих добавляется по пять секунд на ход, а {1} получают {2}."
    }
    AGREED {
        "The claim is agreed to: the game is drawn.",
        "Reklamację uznano: remis.",
        "Требование принято: ничья."
    }
    POSTPONED {
        "The decision is postponed: {1} may get {2}. The result may be declared later, also after a flag has fallen.",
        "Decyzję odroczono: {1} mogą dostać {2}. Wynik można ogłosić później, także po opadnięciu chorągiewki.",
        "Решение отложено: {1} могут получить {2}. Результат можно объявить позже, и после падения флажка."
    }
    REJECTED {
        "The claim is rejected: add {2} to the time of {1}.",
        "Reklamację odrzucono: czas {1:gen} zwiększa się o {2}.",
        "Требование отклонено: время {1:gen} увеличивается на {2}."
    }
    INCREMENT_AGREED {
        "From now on both clocks add five seconds a move; add {2} to the time of {1}.",
        "Odtąd oba zegary dodają pięć sekund na posunięcie; czas {1:gen} zwiększa się o {2}.",
        "С этого момента обоим добавляется по пять секунд на ход; время {1:gen} увеличивается на {2}."
    }
    FINAL {
        "The decision is final.",
        "Decyzja jest ostateczna.",
        "Решение окончательно."
    }
    NOT_HERE {
        "There is no such request under these rules.",
        "Według tych przepisów takiej prośby nie ma.",
        "По этим правилам такой просьбы нет."
    }
    HAS_INCREMENT {
        "The time control has an increment.",
        "Tempo gry przewiduje dodawanie czasu.",
        "Контроль предусматривает добавление времени."
    }
    NOT_LAST_PERIOD {
        "The last period has not begun.",
        "Ostatni okres jeszcze się nie zaczął.",
        "Последний период ещё не начался."
    }
    NOT_ON_MOVE {
        "{0} do not have the move.",
        "Posunięcie nie należy do {0:gen}.",
        "Ход не за {0:ins}."
    }
    TOO_MUCH_TIME {
        "Less than two minutes are needed; two minutes exactly are not less.",
        "Potrzeba mniej niż dwóch minut; dokładnie dwie minuty to nie mniej.",
        "Нужно меньше двух минут; ровно две минуты — не меньше."
    }
    NEAR_LIMIT {
        "Two minutes are within the error of that time: what the clock itself shows decides.",
        "Dwie minuty mieszczą się w błędzie tego czasu: rozstrzyga to, co wskazuje sam zegar.",
        "Две минуты лежат в пределах погрешности этого времени: решает то, что показывают сами часы."
    }
    FLAG_DOWN {
        "The flag of {0} is down.",
        "Chorągiewka {0:gen} opadła.",
        "Флажок {0:gen} упал."
    }
    REQUEST {
        "{0} ask to see the record, for time {1}: show the plain moves only.",
        "{0} proszą o wgląd w zapis, raz {1}: pokazać tylko same posunięcia.",
        "{0} просят показать запись, раз {1}: показать только ходы."
    }
    TOO_MANY_REQUESTS {
        "{0} ask to see the record, for time {1}; more than {2} count as a distraction of the opponent.",
        "{0} proszą o wgląd w zapis, raz {1}; ponad {2} razy uznaje się za przeszkadzanie przeciwnikowi.",
        "{0} просят показать запись, раз {1}; больше {2} раз считается помехой сопернику."
    }
    ONE_RECORDS {
        "{0} did not record: before moving they complete the sheet, on their own time from the sheet of {1}, which is given back before the move.",
        "{0} nie zapisywały: przed posunięciem uzupełniają zapis, na swoim czasie z blankietu {1:gen}, który zwraca się przed posunięciem.",
        "{0} не вели запись: до хода они дополняют бланк в своё время по бланку {1:gen}, который возвращают до хода."
    }
    BOTH_RECORD {
        "Neither recorded: stop both clocks and let them complete their sheets, from the arbiter's printed record too; then the clocks start again.",
        "Nikt nie zapisywał: zatrzymać oba zegary i dać uzupełnić zapisy, także z wydruku sędziego; potem zegary uruchamia się ponownie.",
        "Записи не вели оба: остановите часы и дайте дополнить бланки, в том числе по распечатке арбитра; затем часы пускают снова."
    }
    EVIDENCE {
        "The record proves {0} completed moves by White and {1} by Black: the next move need not count as the first of the next period.",
        "Zapis dowodzi {0} wykonanych posunięć białych i {1} czarnych: następnego nie trzeba liczyć jako pierwszego w nowym okresie.",
        "Запись доказывает: завершено ходов белыми {0}, чёрными {1}; следующий ход не обязан считаться первым в новом периоде."
    }
    NO_RESULT {
        "\"{0}\" is no result: 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, +/-, -/+ or -/-.",
        "„{0}” nie jest wynikiem: 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, +/-, -/+ lub -/-.",
        "«{0}» — не результат: 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, +/-, -/+ или -/-."
    }
    SIGNED {
        "The signed sheets say {0}.",
        "Podpisane blankiety: {0}.",
        "На подписанных бланках: {0}."
    }
    ODD {
        "PGN has no token for this score: its Result is {0}, and the score stands in a tag of its own.",
        "PGN nie ma znaku dla tego wyniku: Result to {0}, a wynik jest w osobnym polu.",
        "В PGN нет знака для этого счёта: Result — {0}, а счёт стоит в отдельном поле."
    }
    CONFLICT {
        "Entered was {0}, the signed sheets say {1}: the signed result stands, even if it is wrong, unless the arbiter decides otherwise.",
        "Wpisano {0}, podpisane blankiety: {1}. Podpisany wynik obowiązuje, nawet błędny, chyba że sędzia zdecyduje inaczej.",
        "Введено {0}, на подписанных бланках {1}: подписанный результат действует, даже ошибочный, если арбитр не решит иначе."
    }
    TEAM {
        "{0} was drawn White and should have {1} on board {2}: compare the names.",
        "{0} wylosowała białe i na szachownicy {2} powinna grać kolorem: {1}. Proszę porównać nazwiska.",
        "{0} по жребию играет белыми; на доске {2} её цвет — {1}. Сверьте имена."
    }
    FROZEN {
        "Frozen: {0}",
        "Zamrożono: {0}",
        "Зафиксировано: {0}"
    }
    TIMES {
        "{0}.",
        "{0}.",
        "{0}."
    }
    RUNS {
        "The time of {0} was running.",
        "Biegł czas {0:gen}.",
        "Шло время {0:gen}."
    }
    NOBODY_RUNS {
        "No time was running.",
        "Żaden czas nie biegł.",
        "Время не шло ни у кого."
    }
    COUNTS {
        "White made {0} moves and completed {1}; Black made {2} and completed {3}.",
        "Białe wykonały {0} posunięć, zakończyły {1}; czarne wykonały {2}, zakończyły {3}.",
        "Белые сделали ходов {0}, завершили {1}; чёрные сделали {2}, завершили {3}."
    }
    NO_READING {
        "The board was not read yet.",
        "Szachownicy jeszcze nie odczytano.",
        "Доска ещё не считана."
    }
    TURNED {
        "The board stands turned by a quarter.",
        "Szachownica jest obrócona o ćwierć obrotu.",
        "Доска повёрнута на четверть оборота."
    }
    PIECES {
        "Not as in the start position: {0}.",
        "Niezgodne z pozycją początkową: {0}.",
        "Не так, как в начальной позиции: {0}."
    }
    NO_CLOCK {
        "The clock was not read yet.",
        "Zegara jeszcze nie odczytano.",
        "Часы ещё не считаны."
    }
    SETTING {
        "The clock shows {0}; the time control says {1}.",
        "Zegar wskazuje: {0}; tempo gry mówi {1}.",
        "Часы показывают: {0}; по контролю {1}."
    }
    RUNNING {
        "The time of {0} is running already.",
        "Czas {0:gen} już biegnie.",
        "Время {0:gen} уже идёт."
    }
    LEVER {
        "The lever lets the time of {0} run first: press it on the side of {0}.",
        "Dźwignia uruchomi najpierw czas {0:gen}: należy ją nacisnąć po stronie {0:gen}.",
        "Рычаг пустит сначала время {0:gen}: нажмите его со стороны {0:gen}."
    }
    STEP_STOP {
        "Stop both clocks.",
        "Zatrzymaj oba zegary.",
        "Остановите обои часы."
    }
    STEP_PUT_BACK {
        "Put back, square by square ({0} left): {1}.",
        "Przywróć pole po polu (zostało {0}): {1}.",
        "Восстановите поле за полем (осталось {0}): {1}."
    }
    STEP_IS_BACK {
        "The position stands on the board.",
        "Pozycja jest na szachownicy.",
        "Позиция на доске."
    }
    STEP_PLACE {
        "Put {0} on the board.",
        "Postaw {0} na szachownicy.",
        "Поставьте {0} на доску."
    }
    STEP_REPLACE {
        "Played instead is one of: {0}.",
        "Zamiast tego gra się jedno z: {0}.",
        "Вместо этого делается один из ходов: {0}."
    }
    STEP_ANY {
        "Any legal move may be played instead.",
        "Zamiast tego wolno zagrać dowolne prawidłowe posunięcie.",
        "Вместо этого можно сделать любой возможный ход."
    }
    STEP_TIMES {
        "Times before that move: {0}. Which to set is for you; unchanged is allowed.",
        "Czasy przed tym posunięciem: {0}. Które ustawić, decyduje sędzia; wolno bez zmian.",
        "Время до этого хода: {0}. Что установить, решает арбитр; можно не менять."
    }
    STEP_ADD {
        "Add {0} to the time of {1}.",
        "Dodaj {0} do czasu {1:gen}.",
        "Добавьте {0} ко времени {1:gen}."
    }
    STEP_ADD_TO {
        "Add {0} to the time of {1}: the clock shows {2}, set it to {3}.",
        "Dodaj {0} do czasu {1:gen}: zegar wskazuje {2}, ustaw {3}.",
        "Добавьте {0} ко времени {1:gen}: часы показывают {2}, установите {3}."
    }
    STEP_COUNTER {
        "Set the clock's move counter to {0}.",
        "Ustaw licznik posunięć zegara na {0}.",
        "Установите счётчик ходов часов на {0}."
    }
    STEP_DECLARE {
        "By the letter the game ends {0}; it is for you to declare it.",
        "Zgodnie z przepisem wynik to {0}; ogłasza go sędzia.",
        "По букве правил исход {0}; объявляет его арбитр."
    }
    STEP_NEW_GAME {
        "By the letter a new game is played; it is for you to declare it.",
        "Zgodnie z przepisem rozgrywa się nową partię; ogłasza to sędzia.",
        "По букве правил играется новая партия; объявляет это арбитр."
    }
    STEP_START {
        "Start the clock of {0}.",
        "Uruchom zegar {0:gen}.",
        "Пустите часы {0:gen}."
    }
}
