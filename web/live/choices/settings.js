// What the viewer chose. It lasts as long as the browser keeps it; where storage is forbidden, as long as the page.

const KEY = "topboard-live";

/** @typedef {import("../speech/say.js").Letters} Letters */
/** `followed`: the names of players; `language`: as browsers name it, empty for the browser's own; `results`: whether they are
 * told; `keys`: whether single letters are shortcuts; `spoken`: whether moves are said aloud.
 * @typedef {{followed: string[], language: string, letters: Letters, results: boolean, keys: boolean, spoken: boolean}} Choice */

/** @type {Choice} */
const USUAL = { followed: [], language: "", letters: "figurines", results: true, keys: true, spoken: false };
/** The most players that are followed: nobody follows more, and storage has an end. */
const FOLLOWED_MAX = 200;

/** Returns a choice out of what was stored, whatever that is. @param {string | null} text @returns {Choice} */
export function choiceOf(text) {
  /** @type {any} */
  let stored = null;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    // What cannot be read was no choice of this page.
  }
  const { followed, language, letters, results, keys, spoken } = stored ?? {};
  return {
    followed: Array.isArray(followed) ? followed.filter((name) => typeof name === "string").slice(0, FOLLOWED_MAX) : [],
    language: typeof language === "string" ? language : USUAL.language,
    letters: ["words", "letters", "figurines"].includes(letters) ? letters : USUAL.letters,
    results: results !== false, keys: keys !== false, spoken: spoken === true,
  };
}

export class Settings {
  /** @param {Pick<Storage, "getItem" | "setItem"> | null} storage */
  constructor(storage) {
    this.storage = storage;
    this.choice = choiceOf(storage?.getItem(KEY) ?? null);
  }

  /** @param {Partial<Choice>} change */
  choose(change) {
    this.choice = { ...this.choice, ...change };
    try {
      this.storage?.setItem(KEY, JSON.stringify(this.choice));
    } catch {
      // A full or forbidden storage: the choice lasts as long as the page.
    }
  }

  /** Follows a player, or no longer. @param {string} name */
  follow(name) {
    const { followed } = this.choice;
    this.choose({ followed: followed.includes(name) ? followed.filter((it) => it !== name) : [...followed, name].slice(-FOLLOWED_MAX) });
  }

  /** @param {string} name */
  follows(name) {
    return name !== "" && this.choice.followed.includes(name);
  }
}

/** Returns the browser's storage; null where it is forbidden. */
export function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
