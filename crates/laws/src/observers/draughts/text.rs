//! The sentences about a draughts table.

use crate::Form;

macro_rules! forms {
    ($($name:ident { $en:literal, $pl:literal, $ru:literal })*) => {
        $(pub(super) const $name: Form = Form { en: $en, pl: $pl, ru: $ru };)*
    };
}

forms! {
    TEMPO {
        "The time control is that of {0}.",
        "Tempo gry odpowiada: {0}.",
        "Контроль времени — по {0}."
    }
    TEMPO_DOMESTIC {
        "The time control is that of {0}: for domestic events, not for championships of Poland.",
        "Tempo gry odpowiada: {0} (zawody krajowe, nie mistrzostwa Polski).",
        "Контроль времени — по {0}: для внутренних соревнований, не для чемпионатов Польши."
    }
    TEMPO_OTHER {
        "The rules name no such time control: see the regulations of the event.",
        "Przepisy nie wymieniają takiego tempa gry: proszę sprawdzić regulamin zawodów.",
        "Такого контроля времени в правилах нет: смотрите положение о соревновании."
    }
    OFFER_EARLY {
        "{0} offered a draw when each had completed {1} moves; it is allowed after {2}.",
        "{0} zaproponowały remis po {1} wykonanych posunięciach każdej strony; wolno po {2}.",
        "{0} предложили ничью, когда каждая сторона сделала {1} ходов; разрешено после {2}."
    }
    OFFER_AGAIN {
        "{0} offered a draw again, and {1} have not offered one in between.",
        "{0} ponownie zaproponowały remis, a {1} w międzyczasie go nie proponowały.",
        "{0} снова предложили ничью, а {1} между тем её не предлагали."
    }
    OFFER {
        "{0} offered a draw after {1} completed moves of each ({2} are needed).",
        "{0} zaproponowały remis po {1} wykonanych posunięciach każdej strony (wymagane {2}).",
        "{0} предложили ничью после {1} ходов каждой стороны (нужно {2})."
    }
    OFFER_ORDER {
        "The order is move, offer, press; a move in answer refuses it.",
        "Kolejność: posunięcie, propozycja, przełączenie zegara; wykonanie posunięcia oznacza odmowę.",
        "Порядок: ход, предложение, нажатие на часы; ход в ответ — отказ."
    }
    AT_LEAST {
        "The link was lost, so there may have been more presses than were counted.",
        "Utracono łączność, więc przełączeń mogło być więcej, niż policzono.",
        "Связь прерывалась: нажатий могло быть больше, чем насчитано."
    }
    STOP {
        "Both clocks were stopped. A player who stops them risks the loss of the game; only the arbiter may, and the loser at the end.",
        "Zatrzymano oba zegary. Zawodnikowi, który to zrobił, grozi przegrana; wolno to sędziemu, a na końcu partii przegranemu.",
        "Остановлены обои часы. Игроку, который это сделал, грозит поражение; можно арбитру, а в конце партии — проигравшему."
    }
    STOP_WAITS {
        "Both clocks were stopped. With all moves in one time a player may do so to claim a regulation draw; none was claimed so far.",
        "Zatrzymano oba zegary. Przy jednym czasie na całą partię wolno to zrobić, by reklamować remis regulaminowy; dotąd nie reklamowano.",
        "Остановлены обои часы. При одном времени на всю партию это можно, чтобы потребовать ничью по правилам; пока её не требовали."
    }
    STOP_CLAIM {
        "Both clocks were stopped for the claim of a regulation draw: allowed with all moves in one time.",
        "Zatrzymano oba zegary, by reklamować remis regulaminowy: przy jednym czasie na całą partię wolno.",
        "Обои часы остановлены для требования ничьей по правилам: при одном времени на всю партию это разрешено."
    }
    STOP_END {
        "It was the end of the game.",
        "Był to koniec partii.",
        "Это был конец партии."
    }
    FLAG {
        "The flag of {0} fell: {1} of {2} moves were completed.",
        "Opadła chorągiewka {0:gen}: wykonano {1} z {2} posunięć.",
        "Упал флажок {0:gen}: завершено ходов {1} из {2}."
    }
    FLAG_LAST {
        "The flag of {0} fell in the time for all remaining moves, after {1} completed moves.",
        "Opadła chorągiewka {0:gen} w czasie na wszystkie pozostałe posunięcia, po {1} wykonanych.",
        "Упал флажок {0:gen} во времени на все оставшиеся ходы, после {1} завершённых."
    }
    LOSES {
        "By the letter {0} lose on time.",
        "Według przepisu {0} przegrywają na czas.",
        "По букве правил {0} проигрывают по времени."
    }
    UNPRESSED {
        "A move on the board counts only if the clock was pressed after it.",
        "Posunięcie na planszy liczy się dopiero po przełączeniu zegara.",
        "Ход на доске считается, только если после него нажаты часы."
    }
    MET {
        "The requirement was met.",
        "Wymaganie spełniono.",
        "Требование выполнено."
    }
    FIRST {
        "Both flags are down; that of {0} fell first, {1} earlier.",
        "Opadły obie chorągiewki; pierwsza chorągiewka {0:gen}, {1} wcześniej.",
        "Упали оба флажка; первым — флажок {0:gen}, на {1} раньше."
    }
    LAST_PRESS {
        "The last of them was pressed for about when the flag fell, and which was first is not known: if the press was, the requirement was met.",
        "Ostatnie z nich przełączono mniej więcej wtedy, gdy opadła chorągiewka, i nie wiadomo, co było pierwsze: jeśli przełączenie, wymaganie spełniono.",
        "Нажатие после последнего из них было почти одновременно с падением флажка, и что раньше, неизвестно: если нажатие, требование выполнено."
    }
    BOTH_APART {
        "Both flags are down, {0} apart by the clock. That is within the error: which fell first is not known here.",
        "Opadły obie chorągiewki, według zegara w odstępie {0}. To mieści się w granicach błędu: nie wiadomo tu, która pierwsza.",
        "Упали оба флажка, по часам с разницей {0}. Это в пределах погрешности: какой раньше, здесь неизвестно."
    }
    BOTH {
        "Both flags are down, and the clock told both at once: which fell first is not known here.",
        "Opadły obie chorągiewki, a zegar podał je jednocześnie: nie wiadomo tu, która pierwsza.",
        "Упали оба флажка, и часы сообщили о них одновременно: какой раньше, здесь неизвестно."
    }
    TROUBLE {
        "{0} have {1} to the control: they need not record.",
        "{0} mają {1} do kontroli: nie muszą zapisywać.",
        "У {0:gen} до контроля {1}: записывать не обязательно."
    }
    ONE_COMPLETES {
        "{0} complete their record on their own time; the arbiter helps.",
        "{0} uzupełniają zapis w swoim czasie; sędzia pomaga.",
        "{0} восполняют запись за счёт своего времени; арбитр помогает."
    }
    BOTH_COMPLETE {
        "Both complete their records when both flags are down, at the cost of both alike; after 15 minutes it waits for the end of the game.",
        "Obaj uzupełniają zapis po opadnięciu obu chorągiewek, po równo w czasie obu; po 15 minutach odkłada się to na koniec partii.",
        "Оба восполняют запись после падения обоих флажков, поровну за счёт обоих; через 15 минут это откладывают до конца партии."
    }
    EVIDENCE {
        "By the record of the clock White completed {0} moves and Black {1}.",
        "Według zapisu zegara białe wykonały {0} posunięć, a czarne {1}.",
        "По записи часов белые завершили ходов {0}, чёрные {1}."
    }
    WITHOUT_PROOF {
        "Where neither player can prove the number of moves, the next one is number {0}.",
        "Jeśli żaden z graczy nie może udowodnić liczby posunięć, następne ma numer {0}.",
        "Если ни один игрок не может доказать число ходов, следующий получает номер {0}."
    }
    CLAIM {
        "{0} claim a regulation draw; their clock goes on until the ruling.",
        "{0} reklamują remis regulaminowy; do rozstrzygnięcia idzie ich zegar.",
        "{0} требуют ничьей по правилам; до решения идут их часы."
    }
    FLAG_WAITS {
        "Their flag fell before the ruling: it does not count if the draw is granted.",
        "Ich chorągiewka opadła przed rozstrzygnięciem: nie liczy się, jeśli remis zostanie przyznany.",
        "Их флажок упал до решения: он не считается, если ничья будет присуждена."
    }
    GRANTED {
        "The draw is granted to {0}.",
        "Przyznano remis na wniosek {0:gen}.",
        "Ничья присуждена по требованию {0:gen}."
    }
    GRANTED_FLAG {
        "The draw is granted to {0}; the flag that fell before the ruling does not count.",
        "Przyznano remis na wniosek {0:gen}; chorągiewka, która opadła przed rozstrzygnięciem, się nie liczy.",
        "Ничья присуждена по требованию {0:gen}; упавший до решения флажок не считается."
    }
    REJECTED {
        "The claim of {0} is rejected; the game goes on.",
        "Reklamację {0:gen} odrzucono; gra toczy się dalej.",
        "Требование {0:gen} отклонено; игра продолжается."
    }
    REJECTED_FLAG {
        "The claim of {0} is rejected, and the flag that fell before the ruling counts.",
        "Reklamację {0:gen} odrzucono, a chorągiewka, która opadła przed rozstrzygnięciem, się liczy.",
        "Требование {0:gen} отклонено, и упавший до решения флажок считается."
    }
    WHITE_TO_MOVE {
        "White have the move. For an adjournment Black must be to move: White make their move and press first.",
        "Na posunięciu są białe. Przy odłożeniu partii na posunięciu muszą być czarne: białe najpierw wykonują posunięcie i przełączają zegar.",
        "Ход за белыми. Откладывать можно только при ходе чёрных: сначала белые делают ход и нажимают на часы."
    }
    SEAL {
        "Black are to seal. Note the position with both players, off the clock; White write down their time and hand over the sheet; Black \
         write the move, not on the board; stop the clock; Black write down their time; diagram and both sheets go into the envelope.",
        "Czarne zapisują posunięcie do koperty. Pozycję notuje się przy obu graczach, bez upływu czasu; białe zapisują swój czas i oddają zapis; \
         czarne zapisują posunięcie, nie na planszy; zatrzymać zegar; czarne zapisują swój czas; diagram i oba zapisy do koperty.",
        "Ход записывают чёрные. Позицию отмечают при обоих игроках, не за счёт времени; белые пишут своё время и сдают бланк; чёрные \
         записывают ход, не на доске; остановите часы; чёрные пишут своё время; диаграмма и оба бланка — в конверт."
    }
    RESUME {
        "Open the envelope, give back the sheets, set up the position and the agreed times; Black play the sealed move and press. A \
         sealed move that is wrong loses.",
        "Otworzyć kopertę, oddać zapisy, ustawić pozycję i uzgodnione czasy; czarne wykonują zapisane posunięcie i przełączają zegar. Błędnie \
         zapisane posunięcie przegrywa.",
        "Вскройте конверт, верните бланки, поставьте позицию и согласованное время; чёрные делают записанный ход и нажимают на часы. \
         Неверно записанный ход проигрывает."
    }
    SCORE {
        "The score is {0}.",
        "Wynik punktowy: {0}.",
        "Счёт: {0}."
    }
    LOSER_STOPS {
        "The loser stops the clock at once, and both write down the times used.",
        "Przegrany od razu zatrzymuje zegar, a obaj zapisują zużyty czas.",
        "Проигравший сразу останавливает часы, и оба записывают использованное время."
    }
    WHITE_STARTS {
        "The clock of White is started at the appointed hour, whoever is absent.",
        "O wyznaczonej godzinie uruchamia się zegar białych, ktokolwiek jest nieobecny.",
        "В назначенный час пускают часы белых, кто бы ни отсутствовал."
    }
    BLACK_ABSENT {
        "Only Black are absent: their clock runs, and is switched to White when they come.",
        "Nieobecne są tylko czarne: idzie ich zegar, a po ich przyjściu przełącza się go na białe.",
        "Отсутствуют только чёрные: идут их часы, а когда они придут, переключите на белых."
    }
    SPLIT {
        "Both came late by {0}: each bears {1}.",
        "Obaj spóźnili się o {0}: każdy traci {1}.",
        "Оба опоздали на {0}: каждый теряет {1}."
    }
    COLOURS {
        "The colours were found wrong after the start: the game goes on and its result is valid.",
        "Pomylenie kolorów stwierdzono po rozpoczęciu: gra toczy się dalej, a jej wynik jest ważny.",
        "Перепутанные цвета обнаружены после начала: игра продолжается, и её результат действителен."
    }
    FAULT {
        "A clock that fails is replaced; a complaint about the flag is heard only before the control.",
        "Wadliwy zegar wymienia się; uwagi do chorągiewki rozpatruje się tylko przed kontrolą.",
        "Неисправные часы заменяют; жалобы на флажок рассматривают только до контроля."
    }
    FAULT_LATE {
        "The flag of {0} is down: a complaint about it is heard only before the control.",
        "Chorągiewka {0:gen} już opadła: uwagi do niej rozpatruje się tylko przed kontrolą.",
        "Флажок {0:gen} уже упал: жалобы на него рассматривают только до контроля."
    }
    CHARGE {
        "The correction took {1}: it comes off the time of {0}.",
        "Poprawienie zajęło {1}: odlicza się to z czasu {0:gen}.",
        "Исправление заняло {1}: это снимается со времени {0:gen}."
    }
}
