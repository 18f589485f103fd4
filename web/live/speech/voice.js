// Moves said aloud by the browser, with the files by their names: b, c, d and e sound alike in most languages.

import { language } from "./words.js";

/** What speaks; nothing where a browser cannot. */
const synthesis = globalThis.speechSynthesis;

/** Says whether this browser can speak. */
export const canSpeak = () => synthesis !== undefined && "SpeechSynthesisUtterance" in globalThis;

/** Says words aloud. What was being said ends: the newest is worth hearing. @param {string} words */
export function sayAloud(words) {
  if (!canSpeak() || words === "") return;
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.lang = language();
  synthesis.cancel();
  synthesis.speak(utterance);
}
