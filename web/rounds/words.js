// The words of the public page of rounds, in each language.

import { ROUNDS_WORDS, said, spoken } from "../shared/rounds_words.js";

/** @type {import("../shared/rounds_words.js").Words} */
export const WORDS = {
  ...ROUNDS_WORDS,
  boards: ["‹ Boards", "‹ Szachownice", "‹ Доски"],
  noRounds: [
    "No round has begun yet. The pairings will stand here.",
    "Żadna runda jeszcze się nie rozpoczęła. Tu pojawią się kojarzenia.",
    "Ни один тур ещё не начался. Здесь появятся пары.",
  ],
  loading: ["Loading", "Wczytywanie", "Загрузка"],
  live: ["Current", "Aktualne", "Актуально"],
  behind: ["{0} behind the boards", "Opóźnienie {0}", "Задержка {0}"],
  minutes: ["min", "min", "мин"],
  seconds: ["s", "s", "с"],
  lost: ["No connection: this may be old.", "Brak połączenia: dane mogą być nieaktualne.", "Нет связи: данные могли устареть."],
  allRounds: ["Rounds", "Rundy", "Туры"],
  teamsAfter: ["Teams after round {0}", "Drużyny po rundzie {0}", "Команды после тура {0}"],
  blackWinsTieBreak: ["Black wins the tie-break", "czarne wygrywają dogrywkę", "чёрные выигрывают тай-брейк"],
  drawWinsForBlack: ["a draw wins for Black", "remis daje wygraną czarnym", "при ничьей выигрывают чёрные"],
  crosstableAfter: ["Crosstable after round {0}", "Tabela turniejowa po rundzie {0}", "Турнирная таблица после тура {0}"],
  signed: ["As it was when the round ended.", "Stan z chwili zakończenia rundy.", "Как было при завершении тура."],
  corrected: ["With the corrections since the round ended.", "Z poprawkami wprowadzonymi po zakończeniu rundy.", "С исправлениями, внесёнными после завершения тура."],
  unknownSigned: [
    "What stood here when the round ended is not known any more. These are the results as they are now.",
    "Nie wiadomo już, jaki był stan w chwili zakończenia rundy. To są wyniki obecne.",
    "Уже неизвестно, что было при завершении тура. Это нынешние результаты.",
  ],
  corrections: ["Corrected since the round ended", "Poprawione po zakończeniu rundy", "Исправлено после завершения тура"],
  correction: ["Round {0}, board {1}: {2} became {3}", "Runda {0}, szachownica {1}: {2} zmieniono na {3}", "Тур {0}, доска {1}: {2} исправлено на {3}"],
  versions: ["Shown", "Pokazano", "Показано"],
  versionSigned: ["As signed", "Jak podpisano", "Как подписано"],
  versionCorrected: ["With corrections", "Z poprawkami", "С исправлениями"],
  save: ["Save (CSV)", "Zapisz (CSV)", "Сохранить (CSV)"],
  results: ["Results", "Wyniki", "Результаты"],
  watch: ["Watch table {0}", "Oglądaj stół {0}", "Смотреть стол {0}"],
};

/** @type {import("../shared/rounds_words.js").Language} */
let current = "en";

export const language = () => current;

/** Returns a text of the page. @param {string} key @param {...(string | number)} values */
export const word = (key, ...values) => said(WORDS, current, key, values);

/** Chooses the language. @param {string | null} wished */
export function speak(wished) {
  current = spoken(wished);
  document.documentElement.lang = current;
  for (const el of document.querySelectorAll("[data-word]")) {
    el.textContent = word(/** @type {HTMLElement} */ (el).dataset.word ?? "");
  }
}
