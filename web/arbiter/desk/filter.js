// The filter of the entries. It stands in the page's address, so that a reload and a bookmark keep it.

/** @typedef {import("./entries.js").Entry} Entry */
/** What is shown of the entries, at which table and of which rule; null is any.
 * @typedef {{show: string, table: number | null, rule: string | null}} Filter */

/** The kinds of entries that can be shown alone. */
export const SHOWS = ["all", "live", "violations", "questions"];

/** @type {Filter} */
export const NONE = { show: "all", table: null, rule: null };

/** Returns the filter in the query of an address. Whatever is no filter is passed over. @param {string} query @returns {Filter} */
export function readFilter(query) {
  const asked = new URLSearchParams(query);
  const show = asked.get("show") ?? "";
  const rule = asked.get("rule") ?? "";
  const table = asked.get("table") ?? "";
  return {
    show: SHOWS.includes(show) ? show : "all",
    table: /^[1-9]\d{0,4}$/.test(table) ? Number(table) : null,
    rule: /^[a-z0-9-]{1,60}$/.test(rule) ? rule : null,
  };
}

/** Returns the query of an address with this filter. Whatever else stands in the query stays.
 * @param {string} query @param {Filter} filter */
export function writeFilter(query, { show, table, rule }) {
  const asked = new URLSearchParams(query);
  const values = { show: show === "all" ? null : show, table: table === null ? null : String(table), rule };
  for (const [key, value] of Object.entries(values)) {
    if (value === null) asked.delete(key);
    else asked.set(key, value);
  }
  const text = asked.toString();
  return text && `?${text}`;
}

/** Returns whether a filter lets everything pass. @param {Filter} filter */
export const isNone = ({ show, table, rule }) => show === "all" && table === null && rule === null;

/** Returns whether an entry passes the filter. @param {Filter} filter @param {Entry} entry */
export function passes({ show, table, rule }, entry) {
  if (table !== null && entry.table.table !== table) return false;
  if (rule !== null && entry.rule !== rule) return false;
  if (show === "live") return entry.live;
  if (show === "violations") return entry.kind === "violation";
  if (show === "questions") return ["question", "proposal", "claim"].includes(entry.sort);
  return true;
}
