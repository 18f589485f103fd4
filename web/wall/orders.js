// What the operator wants of this screen. It has a name of three words; every moment it says what it shows, and is told what to
// show.

/** @typedef {{view: "grid" | "feature" | "countdown" | "standings" | "message" | "start", inches: number, metres: number,
 *   sight: "comfort" | "limit", mirrored: boolean, light: boolean, tables: number[], pins: number[], feature: number | null, turn_s: number,
 *   message: string, start: number | null, tournament: string | null}} Setup */
/** @typedef {{display: string, place: string | null, setup: Setup, countdown: [title: string, leftMs: number] | null, identify: boolean,
 *   files: string}} Told */

/** The time between two questions, and the time after which one is given up, in milliseconds. */
const AGAIN_MS = 700;
const PATIENCE_MS = 4000;
const KEY = "topboard-display";
const NAME = /^[a-z]+-[a-z]+-[a-z]+$/;

/** Returns what is kept under a key; nothing where a browser keeps nothing. @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} text */
export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage may be forbidden or full: the screen then begins with nothing.
  }
}

/** Returns the name of this screen: as its address says, or as it was kept. */
function known() {
  const cookie = /(?:^|; )topboard-display=([a-z-]+)/.exec(document.cookie)?.[1];
  const named = [location.pathname.split("/").pop(), recall(KEY), cookie];
  return named.find((name) => name && NAME.test(name)) ?? null;
}

/** @param {string} name */
function keepName(name) {
  keep(KEY, name);
  document.cookie = `topboard-display=${name}; path=/; max-age=31536000; SameSite=Strict`;
  // The address names the screen from now on, without another load.
  if (location.pathname.endsWith(`/${name}`)) return;
  history.replaceState(null, "", new URL(`hall/${name}`, document.baseURI));
  // The browser then has the page at this address, too, when the program is not there.
  void fetch(location.href).catch(() => {});
}

export class Orders {
  /** @param {() => Record<string, unknown>} report @param {(told: Told) => void} heard */
  constructor(report, heard) {
    this.report = report;
    this.heard = heard;
    this.name = known();
    /** The difference between the server's time of day and this page's counter. @type {number | null} */
    this.dayMs = null;
    /** Why the program gives no name or no orders; empty if it does. */
    this.refused = "";
    if (this.name) keepName(this.name);
  }

  async run() {
    for (;;) {
      await this.#ask().catch(() => {
        // The program is not there: what was wanted last is still wanted.
      });
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  async #ask() {
    const told = /** @type {Told} */ (await this.#post(this.name ? `api/v1/displays/${this.name}` : "api/v1/displays", this.report()));
    if (!this.name) {
      this.name = told.display;
      keepName(this.name);
    }
    this.heard(told);
  }

  /** @param {string} path @param {Record<string, unknown>} body */
  async #post(path, body) {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE_MS) });
    const date = Date.parse(answer.headers.get("date") ?? "");
    if (!Number.isNaN(date)) this.dayMs = date - performance.now();
    // A name that nobody gave is left for a new one.
    if (answer.status === 404) this.name = null;
    // An answer that is cut off in its middle, or comes too late, is none.
    const said = answer.ok ? await answer.json() : await answer.json().catch(() => ({}));
    this.refused = answer.ok ? "" : String(said.error ?? answer.status);
    if (!answer.ok) throw new Error(this.refused);
    return said;
  }
}
