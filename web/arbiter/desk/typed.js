// The number of a table as a person types it: digits, then Enter.

/** The pause after which another digit begins a new number, in milliseconds. */
export const PAUSE_MS = 3000;
const DIGITS_MAX = 4;

export class Typed {
  constructor() {
    this.digits = "";
    this.atMs = -Infinity;
  }

  /** Takes a digit. Returns the number so far. @param {string} digit @param {number} nowMs */
  digit(digit, nowMs) {
    const begun = this.isFresh(nowMs) ? this.digits : "";
    const digits = begun.length < DIGITS_MAX ? begun + digit : begun;
    this.digits = digits.replace(/^0+/, "");
    this.atMs = nowMs;
    return this.digits;
  }

  /** Takes the last digit back. Returns what is left. @param {number} nowMs */
  back(nowMs) {
    this.digits = this.isFresh(nowMs) ? this.digits.slice(0, -1) : "";
    this.atMs = nowMs;
    return this.digits;
  }

  /** Returns the number that was typed, and forgets it; null if there is none. @param {number} nowMs */
  take(nowMs) {
    const number = this.isFresh(nowMs) && this.digits ? Number(this.digits) : null;
    this.digits = "";
    return number;
  }

  /** Forgets what was typed. */
  forget() {
    this.digits = "";
  }

  /** Returns whether a number is being typed. @param {number} nowMs */
  isFresh(nowMs) {
    return this.digits !== "" && nowMs - this.atMs < PAUSE_MS;
  }
}
