// What the measurements share.

/** How many times slower than this computer the browser is made: a cheap telephone. */
export const CPU = 4;

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** @param {number} value in milliseconds */
export const ms = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** Prints a table as Markdown has it. @param {string[]} head @param {string[][]} rows */
export function table(head, rows) {
  for (const row of [head, head.map(() => "---"), ...rows]) console.log(`| ${row.join(" | ")} |`);
}
