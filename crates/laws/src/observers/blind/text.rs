//! The sentences about games of blind players.

use crate::Form;

macro_rules! forms {
    ($($name:ident { $en:literal, $pl:literal, $ru:literal })*) => {
        $(pub(super) const $name: Form = Form { en: $en, pl: $pl, ru: $ru };)*
    };
}

forms! {
    TWO_BOARDS {
        "{0} play with a second board. On the board with sensors their pieces are moved by others: nothing is said of touches.",
        "{0} grają na drugiej szachownicy. Na szachownicy z czujnikami ich bierki przestawiają inni: dotknięć się nie zgłasza.",
        "{0} играют на второй доске. На доске с датчиками их фигуры двигают другие: о касаниях не сообщается."
    }
    ANNOUNCE {
        "Move of {0}, to be announced: \"{1}\"; in Polish \"{2}\"; in Russian \"{3}\"; in German \"{4}\".",
        "Posunięcie {0:gen}, do ogłoszenia: „{2}”; po angielsku „{1}”; po rosyjsku „{3}”; po niemiecku „{4}”.",
        "Ход {0:gen}, объявляется: «{3}»; по-английски «{1}»; по-польски «{2}»; по-немецки «{4}»."
    }
    WITHDRAWN {
        "The move was taken back or read otherwise.",
        "Posunięcie cofnięto albo odczytano inaczej.",
        "Ход взят назад или прочитан иначе."
    }
    ASKED {
        "Asked for by {0}: White made {1} moves and Black {2}.",
        "Na prośbę {0:gen}: białe wykonały {1} posunięć, a czarne {2}.",
        "По просьбе {0:gen}: белые сделали ходов {1}, чёрные {2}."
    }
    TIMES {
        "Time left: {0}.",
        "Pozostały czas: {0}.",
        "Осталось времени: {0}."
    }
    SLIP {
        "A slip of the tongue by {0}: it is corrected at once, the opponent's clock was not started.",
        "Przejęzyczenie {0:gen}: poprawia się je od razu, zegara przeciwnika nie uruchomiono.",
        "Оговорка {0:gen}: её исправляют сразу, часы соперника не пущены."
    }
    SLIP_LATE {
        "A slip of the tongue by {0}: when it was entered the opponent's clock was running. Unless it was said before, it is corrected no more.",
        "Przejęzyczenie {0:gen}: gdy je wpisano, zegar przeciwnika już szedł. Jeśli nie zgłoszono go wcześniej, nie poprawia się go.",
        "Оговорка {0:gen}: когда её внесли, часы соперника уже шли. Если о ней не сказали раньше, исправлять поздно."
    }
    RECORD {
        "The record of {0} has {1} plies.",
        "Zapis {0:gen} ma {1} półruchów.",
        "В записи {0:gen} полуходов: {1}."
    }
    UNREADABLE {
        "It cannot be read at ply {0}: {1}.",
        "Nie da się odczytać półruchu {0}: {1}.",
        "Не читается полуход {0}: {1}."
    }
    BOARDS_AGREE {
        "Both boards show the same game.",
        "Na obu szachownicach jest ta sama partia.",
        "На обеих досках одна и та же партия."
    }
    DIVERGE {
        "The boards differ from ply {0}: the one with sensors has {2}, that of {1} has {3}. They agree after ply {4}.",
        "Szachownice różnią się od półruchu {0}: na tej z czujnikami {2}, na szachownicy {1:gen} {3}. Zgadzają się po półruchu {4}.",
        "Доски расходятся с полухода {0}: на доске с датчиками {2}, на доске {1:gen} {3}. Они совпадают после полухода {4}."
    }
    POSITIONS {
        "Positions now: {0} and {1}.",
        "Obecne pozycje: {0} oraz {1}.",
        "Позиции сейчас: {0} и {1}."
    }
    TIMES_THEN {
        "Times after ply {0}: {1}.",
        "Czasy po półruchu {0}: {1}.",
        "Время после полухода {0}: {1}."
    }
    PUT_RIGHT {
        "Both records agree: {0} wrote the right move and made another one, and put their position right.",
        "Oba zapisy są zgodne: {0} zapisały właściwe posunięcie, a wykonały inne, i poprawiają swoją pozycję.",
        "Обе записи совпадают: {0} записали верный ход, а сделали другой, и исправляют свою позицию."
    }
    PUT_BOTH_RIGHT {
        "Both records agree with each other and with neither board: both positions are put right.",
        "Oba zapisy są zgodne ze sobą, ale z żadną szachownicą: poprawia się obie pozycje.",
        "Обе записи совпадают между собой, но ни с одной из досок: исправляют обе позиции."
    }
    ASK_RECORDS {
        "Compare the records of both players with the boards.",
        "Proszę porównać zapisy obu graczy z szachownicami.",
        "Сравните записи обоих игроков с досками."
    }
    RECORDS_PART {
        "The records part there too.",
        "W tym miejscu różnią się też zapisy.",
        "Там расходятся и записи."
    }
    RECORDS_DIFFER {
        "The records differ. Go back to the position after ply {0}, the last in which they agree; the arbiter adjusts both clocks.",
        "Zapisy się różnią. Wraca się do pozycji po półruchu {0}, ostatniej zgodnej; sędzia ustawia oba zegary.",
        "Записи расходятся. Возвращаются к позиции после полухода {0}, последней, где они совпадают; арбитр устанавливает часы обоих."
    }
    NOT_REGULATED {
        "This edition has no article on it: see the regulations of the event.",
        "To wydanie nie ma na ten temat artykułu: proszę sprawdzić regulamin zawodów.",
        "В этой редакции такого пункта нет: смотрите положение о соревновании."
    }
}
