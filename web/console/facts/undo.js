// What can be taken back, latest first. Taking back is an order like any other: it stands in the journal under the name of
// whoever gives it, and the order that it takes back stays there, too.

/** The greatest number of actions that are remembered. */
const KEPT = 32;

/** An action that can be taken back: its words, the table that it was about, and what takes it back. `undo` returns whether it
 * was done. @typedef {{says: string, values: (string | number)[], table: number, undo: (why: HTMLElement) => Promise<boolean>}} Step */

export class Undo {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Step[]} */
    this.steps = [];
    /** The actions that are on their way and have no outcome. @type {Set<Promise<unknown>>} */
    this.waiting = new Set();
  }

  /** Waits for an action that was just begun, so that whoever takes it back at once takes back nothing else.
   * @template T @param {Promise<T>} action */
  async begun(action) {
    this.waiting.add(action);
    return action.finally(() => this.waiting.delete(action));
  }

  /** @param {Step} step */
  push(step) {
    this.steps.push(step);
    if (this.steps.length > KEPT) this.steps.shift();
    this.changed();
  }

  /** Returns what would be taken back; nothing if nothing can be. */
  get next() {
    return this.steps.at(-1);
  }

  /** Takes the last action back, and returns it; null if nothing was taken back. What is refused stays, and the reason stands in
   * `why`. @param {HTMLElement} why */
  async take(why) {
    const shown = this.steps.at(-1);
    const isWaiting = this.waiting.size > 0;
    await Promise.allSettled([...this.waiting]);
    const step = this.steps.at(-1);
    // What was begun last was refused: what stands before it is not what was meant.
    if (isWaiting && step === shown) return null;
    if (!step || !(await step.undo(why))) return null;
    this.steps.splice(this.steps.indexOf(step), 1);
    this.changed();
    return step;
  }
}
