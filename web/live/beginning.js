// What the page begins with: the viewer's choices, and the words of their language.

import { Settings, storage } from "./choices/settings.js";
import { LANGUAGES, speak } from "./speech/words.js";

/** What the old addresses of screens call the letters of moves. */
const NOTATIONS = /** @type {Record<string, string>} */ ({ english: "en", polish: "pl", russian: "ru" });

/** Returns the choices of the viewer. An address may say otherwise for this once. @param {URLSearchParams} asked */
export function settingsOf(asked) {
  const settings = new Settings(storage());
  const notation = asked.get("notation") ?? "";
  const language = asked.get("lang") ?? NOTATIONS[notation];
  const letters = notation === "figurine" ? "figurines" : NOTATIONS[notation] ? "letters" : settings.choice.letters;
  const results = settings.choice.results && asked.get("results") !== "no";
  settings.choice = { ...settings.choice, ...(language && { language }), letters, results };
  return settings;
}

/** Loads the words of the language: they came with the page, unless the viewer once chose others. @param {string} wished
 * @param {HTMLElement} here */
export async function loadWords(wished, here) {
  const root = document.documentElement;
  const isOther = Object.hasOwn(LANGUAGES, wished) && wished !== root.lang;
  const answer = isOther ? await fetch(`live/words/${wished}.json`).catch(() => null) : null;
  if (answer?.ok) root.lang = wished;
  speak(root.lang, answer?.ok ? await answer.json() : JSON.parse(here.textContent ?? "{}"));
}
