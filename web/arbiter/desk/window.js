// The part of a long list that is in the document. The rest is counted, and comes when it is asked for.

/** The most entries, single incidents of one entry, and incidents of the open table that are in the document. Together
 * they are fewer than a hundred. */
export const ENTRIES_MAX = 40;
export const SINGLES_MAX = 20;
export const RECORD_MAX = 20;

/** Returns the part of a list that begins at `from`, and where the parts before and after it begin; null where there
 * is none. A part that would lie behind the end is the last one.
 * @template T @param {T[]} list @param {number} from @param {number} size
 * @returns {{from: number, part: T[], before: number | null, after: number | null}} */
export function partOf(list, from, size) {
  const last = Math.max(0, Math.ceil(list.length / size) - 1) * size;
  const begin = Math.max(0, Math.min(from, last));
  const after = begin + size < list.length ? begin + size : null;
  return { from: begin, part: list.slice(begin, begin + size), before: begin > 0 ? Math.max(0, begin - size) : null, after };
}

/** Returns where the part begins that holds the item at this place. @param {number} place @param {number} size */
export const partWith = (place, size) => Math.floor(place / size) * size;
