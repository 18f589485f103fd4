// The words of the map of time left, in each language.

/** The words by key: English, Polish, Russian. @type {Record<string, [string, string, string]>} */
export const PRESSURE_WORDS = {
  pressure: ["Time left in the hall", "Pozostały czas na sali", "Оставшееся время в зале"],
  pressureLow: [
    "Under five minutes without 30 s a move (8.4), the least first: {0}.",
    "Poniżej pięciu minut bez 30 s na ruch (8.4), od najmniejszego czasu: {0}.",
    "Меньше пяти минут без 30 с на ход (8.4), начиная с наименьшего: {0}.",
  ],
  pressureNone: ["Nobody has under five minutes without 30 s a move (8.4).", "Nikt nie ma poniżej pięciu minut bez 30 s na ruch (8.4).", "Ни у кого нет меньше пяти минут без 30 с на ход (8.4)."],
  pressureEmpty: ["No clock of a game that goes on has been read.", "Nie odczytano zegara żadnej trwającej partii.", "Часы идущих партий не прочитаны."],
  pressureScale: ["A full bar is {0} or more. The figure behind a time is the number of moves to the control.", "Pełny pasek to {0} lub więcej. Liczba za czasem to liczba ruchów do kontroli.", "Полная полоса — {0} или больше. Число за временем — сколько ходов до контроля."],
  toControl: ["moves to the control: {0}", "ruchów do kontroli: {0}", "ходов до контроля: {0}"],
  mayStop: ["may stop to record", "może przestać zapisywać", "может не записывать"],
  oldReading: ["not read for a while", "dawno nieodczytany", "давно не прочитано"],
};
