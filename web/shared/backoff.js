// The waits of a page that lost its server.

const FIRST_MS = 500;
const LONGEST_MS = 8000;

/** Returns how long to wait before attempt `n` (from 0): anything up to a limit that doubles. Many screens that lost a
 * server then do not all come back at one instant.
 * @param {number} n @param {number} chance 0 to 1 */
export function backoffMs(n, chance) {
  return 100 + chance * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(n, 10));
}
