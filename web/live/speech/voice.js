// Moves said aloud by the browser, with the files by their names: b, c, d and e sound alike in most languages.

import { moveWords, plyWords, resultWords } from "./say.js";
import { language } from "./words.js";

/** @typedef {import("../../shared/wire.js").TableView} TableView */

/** The name that each file has in speech (Laws, appendix C of the announcing of moves): b, c, d and e sound alike. */
const FILES = ["Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"];

/** What speaks; nothing where a browser cannot. */
const synthesis = globalThis.speechSynthesis;

/** Says whether this browser can speak. */
export const canSpeak = () => synthesis !== undefined && "SpeechSynthesisUtterance" in globalThis;

/** Returns a square as it is said aloud: `Eva 4`. @param {string} square */
const heard = (square) => square.replace(/^[a-h]/, (file) => `${FILES[file.charCodeAt(0) - 97]} `);

/** Returns a move to be spoken. @param {string} san */
export const moveSpeech = (san) => moveWords(san, heard);

/** Says words aloud. What was being said ends: the newest is worth hearing. @param {string} words */
function sayAloud(words) {
  if (!canSpeak() || words === "") return;
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.lang = language();
  synthesis.cancel();
  synthesis.speak(utterance);
}

/** Says the last ply of a table aloud, and its result. @param {TableView} table */
export const tellAloud = (table) => sayAloud(`${plyWords(table, table.moves.length, moveSpeech)} ${resultWords(table)}`);
