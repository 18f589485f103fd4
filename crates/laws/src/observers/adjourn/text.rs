//! The sentences about an adjourned game.

use crate::Form;

macro_rules! forms {
    ($($name:ident { $en:literal, $pl:literal, $ru:literal })*) => {
        $(pub(super) const $name: Form = Form { en: $en, pl: $pl, ru: $ru };)*
    };
}

forms! {
    ITEM_PLAYERS {
        "White: {0}; Black: {1}.",
        "Białe: {0}; czarne: {1}.",
        "Белые: {0}; чёрные: {1}."
    }
    ITEM_POSITION {
        "Position before the sealed move: {0}",
        "Pozycja przed zapisanym posunięciem: {0}",
        "Позиция перед записанным ходом: {0}"
    }
    ITEM_USED {
        "Time used: White {0}, Black {1}.",
        "Zużyty czas: białe {0}, czarne {1}.",
        "Израсходовано времени: белые {0}, чёрные {1}."
    }
    ITEM_SEALER {
        "Sealed by {0} ({1}).",
        "Posunięcie zapisał: {0} ({1}).",
        "Ход записал: {0} ({1})."
    }
    ITEM_MOVE {
        "Number of the sealed move: {0}.",
        "Numer zapisanego posunięcia: {0}.",
        "Номер записанного хода: {0}."
    }
    ITEM_OFFER {
        "Draw offered before the adjournment by {0}.",
        "Remis zaproponowany przed odłożeniem przez: {0}.",
        "До откладывания ничью предложили: {0}."
    }
    ITEM_NO_OFFER {
        "No draw offer is open.",
        "Brak ważnej propozycji remisu.",
        "Действующего предложения ничьей нет."
    }
    ITEM_RESUMPTION {
        "Resumption: {0}",
        "Wznowienie: {0}",
        "Доигрывание: {0}"
    }
    ORDERED {
        "{0} are to seal move {1}: it is written, not played. Then both clocks are stopped.",
        "{0} mają zapisać posunięcie {1}: zapisuje się je, nie wykonuje. Potem zatrzymuje się oba zegary.",
        "{0} должны записать ход {1}: он записывается, а не делается. Затем останавливаются обои часы."
    }
    MUST_BE_WRITTEN {
        "{0} were made on the board after the order to seal: this move must be written as the sealed move.",
        "{0} wykonano na szachownicy po poleceniu zapisu: to posunięcie należy zapisać jako odłożone.",
        "{0} сделано на доске после указания записать ход: именно этот ход должен быть записан."
    }
    OPPONENT_RUNS {
        "The clock of {0} was started: when a move is sealed both clocks are stopped.",
        "Uruchomiono zegar {0:gen}: przy zapisie posunięcia zatrzymuje się oba zegary.",
        "Пущены часы {0:gen}: при записи хода останавливаются обои часы."
    }
    SEALED {
        "The clocks stand: the move is sealed and may not be changed.",
        "Zegary stoją: posunięcie jest zapisane i nie można go zmienić.",
        "Часы стоят: ход записан и изменён быть не может."
    }
    DEDUCT {
        "{0} seal early: {1} to the end of the session are deducted.",
        "{0} zapisują wcześniej: odlicza się {1} do końca sesji.",
        "{0} записывают раньше: вычитается {1} до конца тура."
    }
    REMAINS {
        "{0} remain instead of {1}.",
        "Pozostaje {0} zamiast {1}.",
        "Остаётся {0} вместо {1}."
    }
    GREEN {
        "Pieces and clocks are as they were at the adjournment.",
        "Bierki i zegary są takie jak przy odłożeniu.",
        "Фигуры и часы такие же, как при откладывании."
    }
    PIECES_DIFFER {
        "The pieces differ: {0}.",
        "Bierki się różnią: {0}.",
        "Фигуры отличаются: {0}."
    }
    CLOCKS_DIFFER {
        "The clocks should show: {0}.",
        "Zegary powinny wskazywać: {0}.",
        "Часы должны показывать: {0}."
    }
    NO_CLOCK {
        "The clock was not read: compare the times by hand.",
        "Zegara nie odczytano: czasy należy porównać ręcznie.",
        "Часы не считаны: сравните время вручную."
    }
    OPEN {
        "Make the sealed move on the board, then start the clock of {0}.",
        "Należy wykonać zapisane posunięcie na szachownicy i uruchomić zegar {0:gen}.",
        "Сделайте записанный ход на доске и пустите часы {0:gen}."
    }
    REPLIER_ABSENT {
        "{0} are absent: their clock runs and the envelope stays closed. On arrival the clock may be stopped and the arbiter called.",
        "{0} są nieobecne: ich zegar biegnie, koperta pozostaje zamknięta. Po przybyciu można zatrzymać zegar i wezwać sędziego.",
        "{0} отсутствуют: их часы идут, конверт не вскрывается. По прибытии часы можно остановить и позвать арбитра."
    }
    SEALER_ABSENT {
        "{0} are absent: the opponent may write the reply, put it into a new envelope and press; a press without a move is right here.",
        "{0} są nieobecne: przeciwnik może zapisać odpowiedź, włożyć ją do nowej koperty i przełączyć zegar; przełączenie bez posunięcia jest tu prawidłowe.",
        "{0} отсутствуют: соперник может записать ответ, вложить в новый конверт и нажать на часы; нажатие без хода здесь правильно."
    }
    WRITTEN_WELL {
        "The written move is legal and means one move: {0}.",
        "Zapisane posunięcie jest prawidłowe i jednoznaczne: {0}.",
        "Записанный ход возможен и однозначен: {0}."
    }
    AMBIGUOUS {
        "\"{0}\" can mean more than one move.",
        "„{0}” może oznaczać więcej niż jedno posunięcie.",
        "«{0}» может означать больше одного хода."
    }
    ILLEGAL {
        "\"{0}\" is not a legal move.",
        "„{0}” nie jest prawidłowym posunięciem.",
        "«{0}» — невозможный ход."
    }
    UNREADABLE {
        "\"{0}\" cannot be read as a move.",
        "„{0}” nie daje się odczytać jako posunięcie.",
        "«{0}» нельзя прочесть как ход."
    }
    SEALER_LOSES {
        "The game is lost for {0}, unless it is over already by article 5, 6.9 or 9.6.",
        "Partia jest przegrana dla {0:gen}, chyba że zakończyła się już na mocy art. 5, 6.9 lub 9.6.",
        "Партия проиграна для {0:gen}, если она уже не закончена по статьям 5, 6.9 или 9.6."
    }
    LATE {
        "{0} arrived {1} after the resumption; {2} is allowed: they lose unless the arbiter decides otherwise. If the sealed move ended the game, that result stands.",
        "{0} przybyły {1} po wznowieniu; dopuszczalne jest {2}: przegrywają, chyba że sędzia zdecyduje inaczej. Jeśli zapisane posunięcie zakończyło partię, ten wynik obowiązuje.",
        "{0} явились через {1} после начала доигрывания; допускается {2}: проигрывают, если арбитр не решит иначе. Если записанный ход закончил партию, действует этот результат."
    }
    NOT_LATE {
        "{0} arrived {1} after the resumption; {2} is allowed.",
        "{0} przybyły {1} po wznowieniu; dopuszczalne jest {2}.",
        "{0} явились через {1} после начала доигрывания; допускается {2}."
    }
    BOTH_ABSENT {
        "Both are absent: the clock of {0} loses the time until they arrive.",
        "Obaj są nieobecni: czas do przybycia traci zegar {0:gen}.",
        "Отсутствуют оба: время до прибытия теряют часы {0:gen}."
    }
    BOTH_ABSENT_SILENT {
        "Both are absent: this edition has no rule for it; the arbiter decides.",
        "Obaj są nieobecni: to wydanie nie zawiera na to przepisu; decyduje sędzia.",
        "Отсутствуют оба: в этой редакции правила на этот случай нет; решает арбитр."
    }
    MISSING {
        "The envelope is missing: the game goes on from the stored position and times. {0} state the sealed move and play it; it is stated, not verified.",
        "Brak koperty: grę kontynuuje się od zapisanej pozycji i czasów. {0} podają zapisane posunięcie i wykonują je; jest podane, niezweryfikowane.",
        "Конверт утерян: игра продолжается с сохранённых позиции и времени. {0} называют записанный ход и делают его; он назван, но не проверен."
    }
    ANNULLED {
        "The position cannot be restored: the game is annulled and a new one is played.",
        "Pozycji nie można odtworzyć: partię się unieważnia i rozgrywa nową.",
        "Позицию восстановить нельзя: партия аннулируется и играется новая."
    }
    CLOCK_ERROR {
        "{0} complain of the time before their first move: it is corrected.",
        "{0} zgłaszają błąd czasu przed swoim pierwszym posunięciem: koryguje się go.",
        "{0} указали на ошибку времени до своего первого хода: её исправляют."
    }
    CLOCK_ERROR_LATE {
        "{0} complain of the time; when that was entered they had made their first move: it is corrected no more, unless the arbiter finds the consequences too serious.",
        "{0} zgłaszają błąd czasu; gdy to wpisano, ich pierwsze posunięcie było wykonane: już się go nie koryguje, chyba że sędzia uzna skutki za zbyt poważne.",
        "{0} указали на ошибку времени; когда это внесли, их первый ход был сделан: её уже не исправляют, если арбитр не сочтёт последствия слишком серьёзными."
    }
    CONCLUDED {
        "The game is over before the resumption: enter the result.",
        "Partia zakończyła się przed wznowieniem: należy wpisać wynik.",
        "Партия закончена до доигрывания: введите результат."
    }
    REFUSED {
        "This step is not possible now (stage: {0}).",
        "Ten krok nie jest teraz możliwy (etap: {0}).",
        "Этот шаг сейчас невозможен (этап: {0})."
    }
    PLAYING {
        "play goes on",
        "gra trwa",
        "игра идёт"
    }
    SEAL_ORDERED {
        "the move is to be sealed",
        "posunięcie ma być zapisane",
        "ход должен быть записан"
    }
    CLOCKS_STAND {
        "the move is sealed, the clocks stand",
        "posunięcie zapisane, zegary stoją",
        "ход записан, часы стоят"
    }
    IN_CUSTODY {
        "the envelope is in custody",
        "koperta u sędziego",
        "конверт у арбитра"
    }
    SETUP_CHECKED {
        "pieces and clocks are checked",
        "bierki i zegary sprawdzone",
        "фигуры и часы проверены"
    }
    REPLIER_AWAY {
        "the player to reply is absent",
        "nieobecny zawodnik, który ma odpowiedzieć",
        "отсутствует игрок, который должен ответить"
    }
    SEALER_AWAY {
        "the player who sealed is absent",
        "nieobecny zawodnik, który zapisał posunięcie",
        "отсутствует игрок, записавший ход"
    }
    OPENED {
        "the envelope is open",
        "koperta otwarta",
        "конверт вскрыт"
    }
    OVER {
        "over before the resumption",
        "zakończona przed wznowieniem",
        "закончена до доигрывания"
    }
    NEW_GAME {
        "annulled, a new game is played",
        "unieważniona, rozgrywa się nową",
        "аннулирована, играется новая"
    }
}
