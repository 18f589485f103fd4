// The known states of pages of which pictures are kept: sizes and themes, and halls that are made up.

import { pass } from "./browser.js";
import { incident, table } from "./made.js";
import { played, seat } from "./made_public.js";
import { ARRAY, review } from "./made_review.js";

/** @typedef {import("./browser.js").Visit} Visit */
/** @typedef {import("../../../web/shared/hall2.js").TableFrame} TableFrame */

/** @type {Visit} */
export const ALWAYS = { counter: "still", locale: "en-GB", timezoneId: "UTC", reducedMotion: "reduce", deviceScaleFactor: 1 };
/** The screen of a hall. */
export const WALL = { width: 1920, height: 1080 };
const [PHONE, LAPTOP] = [{ width: 360, height: 640 }, { width: 1280, height: 800 }];
/** A size and a theme, by the name that a picture has of it. @type {Record<string, Visit>} */
export const LOOKS = {
  "phone-light": { viewport: PHONE, colorScheme: "light" }, "phone-dark": { viewport: PHONE, colorScheme: "dark" },
  "phone-contrast": { viewport: PHONE, colorScheme: "light", contrast: "more" },
  "laptop-light": { viewport: LAPTOP, colorScheme: "light" }, "laptop-dark": { viewport: LAPTOP, colorScheme: "dark" },
  "laptop-contrast": { viewport: LAPTOP, colorScheme: "light", contrast: "more" },
  "laptop-dark-contrast": { viewport: LAPTOP, colorScheme: "dark", contrast: "more" },
};

const MIDDLE = "e2e4 e4 e7e5 e5 g1f3 Nf3 b8c6 Nc6 f1c4 Bc4 f8c5 Bc5 e1h1 O-O g8f6 Nf6 d2d3 d3 d7d6 d6 c2c3 c3 a7a6 a6 a2a4 a4 c5a7 Ba7 h2h3 h3 e8h8 O-O b1d2 Nbd2";
const CHECK = "e2e4 e4 f7f5 f5 e4f5 exf5 e7e6 e6 d1h5 Qh5+";
const PROMOTION = "e2e4 e4 d7d5 d5 e4d5 exd5 c7c6 c6 d5c6 dxc6 g8f6 Nf6 c6b7 cxb7 b8d7 Nbd7 b7a8q bxa8=Q";
const MATE = "f2f3 f3 e7e5 e5 g2g4 g4 d8h4 Qh4#";
const STANDS = "rnbqkbnr/pppp1ppp/8/4p3/1B2P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2";

/** The halls that spectators see: what is at table 1, and what happens before the picture.
 * @type {Record<string, {first: TableFrame, looks: string[], then?: (page: import("playwright-core").Page, hand: {isGone: boolean, send: (frame: any) => void}) => Promise<unknown>}>} */
export const STATES = {
  start: { first: seat(1), looks: ["phone-light", "laptop-light"] },
  middle: { first: played(1, MIDDLE), looks: ["phone-light", "phone-dark", "phone-contrast", "laptop-light", "laptop-dark"] },
  check: { first: played(1, CHECK), looks: ["phone-light", "phone-dark"] },
  promotion: { first: played(1, PROMOTION), looks: ["phone-light"] },
  provisional: { first: played(1, MIDDLE, { pv: [16] }), looks: ["phone-light"] },
  corrected: {
    first: played(1, MIDDLE), looks: ["phone-light"],
    then: async (page, hand) => {
      await page.locator("#table .status", { hasText: "bd2" }).waitFor();
      hand.send({ b: 1, r: 2, p: 1, from: 16, m: "f3d2 Nfd2", u: [20_000], a: [0] });
      await page.locator("#table .status", { hasText: "fd2" }).waitFor();
    },
  },
  result: { first: played(1, MATE, { res: "0-1" }), looks: ["phone-light", "laptop-dark"] },
  irregular: { first: played(1, "e2e4 e4 e7e5 e5 f1b4 f1b4", { ir: [2], x: { 2: STANDS } }), looks: ["phone-light"] },
  stale: {
    first: played(1, MIDDLE), looks: ["phone-light", "phone-dark", "phone-contrast"],
    then: async (page, hand) => {
      // Else the page would soon be told anew, and be live again.
      hand.isGone = true;
      await pass(page, 20_000);
      await page.locator('#link:not([data-state="live"])').waitFor();
      await page.locator("#table .clock.held").first().waitFor();
    },
  },
  "lost-board": { first: played(1, MIDDLE, { k: ["lost", 570_000] }), looks: ["phone-light"] },
};

/** Eight tables, each in another state. */
export const EIGHT = [
  played(1, MIDDLE), played(2, CHECK), played(3, PROMOTION), played(4, MATE, { res: "0-1" }), seat(5), played(6, MIDDLE, { pv: [16] }),
  played(7, "e2e4 e4 c7c5 c5", { k: ["lost", 570_000] }), played(8, MIDDLE, { res: "1/2-1/2" }),
];

export const NOW = 3_600_000;
/** @type {Partial<import("./made_console.js").OperatorTable>[]} */
export const TROUBLE = [{}, { heard_ms: NOW - 65_000 }, { link: { state: "absent" }, moves: [] }, {}, { astray: true }, { sensors: { dead: ["a1", "b2"], stuck: ["h8"], wiring: false } }, { battery: 3 },
  { link: { state: "lost", since_ms: NOW - 11_000 } }, { result: "1-0" }, {}, {}, {}];
/** @param {number} n @returns {any} */
export const operators = (n) => {
  const { incidents, said, desks, illegal, timing, revisions, earlier, ...rest } = table(n, { clock: { white_ms: 5_000_000, black_ms: 4_900_000, running: "white", read_ms: NOW } });
  return { ...rest, ...TROUBLE[n - 1] };
};
/** Who looks at the hall, and what goes where. */
export const FEEDS = {
  displays: { displays: [{ display: "amber-river-lantern", place: "Stage", seen_s: 1, setup: { view: "grid" }, report: { tables: [1, 2, 3, 4], stale: false } }] },
  broadcast: {
    audiences: [{ name: "spectators", viewers: 214, delay_s: 0 }, { name: "screens", viewers: 1, delay_s: 0 }], lichess: null, alerts: null,
    couriers: [{ name: "results.example", accepted: 12, accepted_s: 4, waiting: 3, retry_s: 20, failure: "the server answered 503" }],
  },
};
export const ILLEGAL = incident({
  no: 3, t_ms: 3_500_000, ply: 3, rule: "illegal-move-completed", by: "white", articles: ["F23 7.5.1", "F23 7.5.5"], status: "suspected", window: "until-next-move",
  text: { en: "White played from f1 to b4, which is not a legal move, and pressed the clock.", pl: "x", ru: "x" },
  remedy: { opponent_ms: 60_000, restore_fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", legal: [{ san: "Be2", uci: "f1e2" }, { san: "Bd3", uci: "f1d3" }] },
});
export const REVIEW = review([
  [2000, 1, "square", "e2."], [500, 1, "square", "e4P"], [600, 1, "press", "white"], [0, 1, "clock", [5_400_000, 5_400_000, "black", 3000]],
  [0, 1, "line", [0, [0]]], [0, 1, "concluded", { what: "ply", ply: 1, move: "e2e4", state: "final", reason: "press" }],
  [9000, 1, "square", "e7."], [3000, 1, "gap", 2000], [700, 1, "square", "e5p"], [900, 1, "square", "g1."], [800, 1, "square", "b1."],
], {
  white: { name: "Nowak, Anna", title: "WGM" }, black: { name: "Kim, Jun" }, squares: ARRAY, line: [0],
  plies: [{ ply: 1, by: "white", uci: "e2e4", san: "e4", fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", touched_ms: 3000, made_ms: 3500, pressed_ms: 4100, state: "completed", reason: "press" }],
});
