// What the measurements share.

/** How many times slower than this computer the browser is made: a cheap telephone. */
export const CPU = 4;

/** @param {number[]} values */
export const median = (values) => part(values, 0.5);

/** The value below which this share of all lies. @param {number[]} values @param {number} share from 0 to 1 */
export function part(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @param {number} value in milliseconds */
export const ms = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** Prints a table as Markdown has it. @param {string[]} head @param {string[][]} rows */
export function table(head, rows) {
  for (const row of [head, head.map(() => "---"), ...rows]) console.log(`| ${row.join(" | ")} |`);
}
