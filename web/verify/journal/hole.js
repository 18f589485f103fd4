// Holes that a power cut leaves of a page of a file that was never written: NUL bytes. They are a torn tail, unless a
// mark behind them says that their place was safe. crates/journal/src/reader.rs asks the same questions.

/** The least number of bytes that any disk writes at once. */
const SECTOR = 512;

/** Returns whether these bytes look as if they held a page that was never written.
 * @param {Uint8Array} journal @param {number} from @param {number} to @param {number[]} starts */
export function hasHole(journal, from, to, starts) {
  const start = starts.findLast((begins) => begins <= from) ?? 0;
  const isSector = (/** @type {number} */ at) => (at - start) % SECTOR === 0;
  for (let at = journal.indexOf(0, from); at >= 0 && at < to; at = journal.indexOf(0, at)) {
    let end = at;
    while (end < to && journal[end] === 0) end += 1;
    if ((at === from || isSector(at)) && isSector(end)) return true;
    at = end;
  }
  return false;
}

/** Returns whether a later line says that this record had been safe.
 * @param {Uint8Array} journal @param {number} from @param {number} seq */
export function wasSafe(journal, from, seq) {
  const rest = new TextDecoder("latin1").decode(journal.subarray(from));
  return rest.split("\n").some((line) => Number(/^\{"safe":(\d{1,20})\}$/.exec(line.slice(17))?.[1] ?? -1) >= seq);
}
