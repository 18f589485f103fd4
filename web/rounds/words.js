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
  lost: ["No connection: this may be old.", "Brak połączenia: dane mogą być nieaktualne.", "Нет связи: данные могли устареть."],
  allRounds: ["Rounds", "Rundy", "Туры"],
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
