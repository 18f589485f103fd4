// The words for orders to a clock, in each language.

/** The words by key: English, Polish, Russian. @type {Record<string, [string, string, string]>} */
export const CLOCK_WORDS = {
  clockOrder: ["The clock, through the board", "Zegar, przez szachownicę", "Часы, через доску"],
  clockOrderWhy: [
    "Only on your word: the program never sets a clock by itself. The order stands in the journal before it goes out.",
    "Tylko na twoje polecenie: program sam nigdy nie ustawia zegara. Polecenie trafia do dziennika, zanim zostanie wysłane.",
    "Только по вашему слову: сама программа часы не ставит. Приказ записывается в журнал прежде, чем он отправлен.",
  ],
  setClock: ["set the times", "ustaw czasy", "установить время"],
  textClock: ["show a text", "pokaż napis", "показать надпись"],
  timesClock: ["show the times again", "pokaż znowu czasy", "снова показать время"],
  versionClock: ["say which clock it is", "podaj, jaki to zegar", "сказать, какие это часы"],
  timesRead: ["Times as last read", "Czasy z ostatniego odczytu", "Время по последнему показанию"],
  thenRuns: ["Whose time runs then", "Czyj czas ma potem iść", "Чьё время пойдёт"],
  clockText: ["Text, at most 8 signs", "Napis, najwyżej 8 znaków", "Надпись, не больше 8 знаков"],
  lookAtOrder: ["Look at the order", "Sprawdź polecenie", "Проверить приказ"],
  sendOrder: ["Send it to the clock", "Wyślij do zegara", "Отправить часам"],
  doNotSend: ["Do not send", "Nie wysyłaj", "Не отправлять"],
  askSet: ["The clock of table {0} will show White {1}, Black {2}.", "Zegar przy stole {0} pokaże: białe {1}, czarne {2}.", "Часы за столом {0} покажут: белые {1}, чёрные {2}."],
  whiteRuns: ["White's time then runs: the lever must stand for White.", "Potem idzie czas białych: dźwignia musi być po stronie białych.", "Затем пойдёт время белых: рычаг должен стоять за белых."],
  blackRuns: ["Black's time then runs: the lever must stand for Black.", "Potem idzie czas czarnych: dźwignia musi być po stronie czarnych.", "Затем пойдёт время чёрных: рычаг должен стоять за чёрных."],
  bothStand: ["Both times stand.", "Oba czasy stoją.", "Время обоих стоит."],
  askText: ["The clock of table {0} will show “{1}” instead of the times.", "Zegar przy stole {0} pokaże „{1}” zamiast czasów.", "Часы за столом {0} покажут «{1}» вместо времени."],
  askTimes: ["The clock of table {0} will show the times again.", "Zegar przy stole {0} znowu pokaże czasy.", "Часы за столом {0} снова покажут время."],
  badTime: ["“{0}” is no time: write it as 1:29:57 or 4:30.", "„{0}” to nie czas: napisz jak 1:29:57 albo 4:30.", "«{0}» — не время: напишите как 1:29:57 или 4:30."],
  noText: ["Write the text the clock is to show.", "Wpisz napis dla zegara.", "Напишите, что показать на часах."],
};
