//! The sentences about presses.

use crate::Form;

pub(super) const WITHOUT: Form = Form {
    en: "{0} pressed the clock at move {1} without making a move: an illegal move. The position stays, {0} is to move.",
    pl: "W posunięciu {1} {0} przełączyły zegar bez wykonania posunięcia: jest to posunięcie nieprawidłowe. Pozycja pozostaje, \
         na posunięciu są {0}.",
    ru: "На {1}-м ходу {0} нажали на часы, не сделав хода: это невозможный ход. Позиция прежняя, ход за {0:ins}.",
};
pub(super) const WITHOUT_OLD: Form = Form {
    en: "{0} pressed the clock at move {1} without making a move.",
    pl: "W posunięciu {1} {0} przełączyły zegar bez wykonania posunięcia.",
    ru: "На {1}-м ходу {0} нажали на часы, не сделав хода.",
};
pub(super) const BEFORE: Form = Form {
    en: "{0} pressed the clock before the move was made: the piece landed {1} after the press.",
    pl: "{0} przełączyły zegar przed wykonaniem posunięcia: bierka stanęła {1} po przełączeniu.",
    ru: "{0} нажали на часы до того, как сделали ход: фигура поставлена через {1} после нажатия.",
};
pub(super) const OR_UNREAD: Form = Form {
    en: "A piece that stood off the middle of its square until then would look the same.",
    pl: "Bierka, która do tej chwili stała poza środkiem pola, wyglądałaby tak samo.",
    ru: "Фигура, стоявшая до этого не в середине поля, выглядела бы так же.",
};
pub(super) const WRONG: Form = Form {
    en: "{0} pressed the clock while a piece was read on {1}, where it cannot go, and put it elsewhere {2} after the press.",
    pl: "{0} przełączyły zegar, gdy bierkę odczytywano na {1}, gdzie nie może się znaleźć, i postawiły ją gdzie indziej {2} po \
         przełączeniu.",
    ru: "{0} нажали на часы, когда доска показывала фигуру на {1}, куда она не может пойти, и переставили её через {2} после нажатия.",
};
pub(super) const IF_RELEASED: Form = Form {
    en: "If the hand had left it there, that was an illegal move, and the press completed it.",
    pl: "Jeśli ręka ją tam puściła, było to posunięcie nieprawidłowe, zakończone przełączeniem zegara.",
    ru: "Если рука её там отпустила, это был невозможный ход, и нажатие завершило его.",
};
pub(super) const UNREAD: Form = Form {
    en: "{0} pressed the clock at move {1} while nothing stood on {2}, and no square has shown the piece since: it is in the hand, or \
         it stands where the board does not read it.",
    pl: "W posunięciu {1} {0} przełączyły zegar, gdy nic nie stało na {2}, i od tej chwili żadne pole nie wskazuje tej bierki: jest w \
         ręce albo stoi tam, gdzie szachownica jej nie odczytuje.",
    ru: "На {1}-м ходу {0} нажали на часы, когда на {2} ничего не стояло, и с тех пор ни одно поле не показывает эту фигуру: она в \
         руке или стоит там, где доска её не читает.",
};
pub(super) const IF_IN_HAND: Form = Form {
    en: "If it was in the hand, no move was made: an illegal move.",
    pl: "Jeśli była w ręce, posunięcia nie wykonano: jest to posunięcie nieprawidłowe.",
    ru: "Если она была в руке, ход не сделан: это невозможный ход.",
};
pub(super) const OLD: Form = Form {
    en: "No illegal move in this edition; how the clock is handled is for the arbiter.",
    pl: "W tym wydaniu nie jest to posunięcie nieprawidłowe; sposób używania zegara ocenia sędzia.",
    ru: "В этой редакции это не невозможный ход; обращение с часами оценивает арбитр.",
};
pub(super) const WAS_MADE: Form = Form {
    en: "The record has the move since.",
    pl: "Od tej chwili posunięcie jest w zapisie.",
    ru: "С этого момента ход есть в записи.",
};
pub(super) const HANDLING: Form = Form {
    en: "The clock was pressed {0} times within {1} while nothing changed on the board.",
    pl: "Zegar przełączono {0} razy w ciągu {1}, a na szachownicy nic się nie zmieniło.",
    ru: "На часы нажали {0} раз за {1}, а на доске ничего не изменилось.",
};
