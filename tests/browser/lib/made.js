// Tables and incidents as the arbiter's feed tells them, for tests.

/** @typedef {import("../../../web/arbiter/wire.js").TableView} TableView */
/** @typedef {import("../../../web/arbiter/wire.js").Incident} Incident */

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const NAMES = ["Nowak, Anna", "Kim, Jun", "Okonkwo, Chidi", "Łukasiewicz, Przemysław", "Sørensen, Åse", "Петрова, Мария"];

/** @param {Partial<Incident> & {no: number}} more @returns {Incident} */
export const incident = (more) => ({
  game: 1, t_ms: 60_000 + more.no * 1000, ply: more.no, rule: "clock-setting", kind: "violation", by: "white", articles: ["F23 6.10.2"],
  text: { en: "White's clock adds too little.", pl: "Zegar białych dodaje za mało.", ru: "Часы белых добавляют слишком мало." },
  status: "suspected", window: "always", rulings: [], open: true, ...more,
});

/** @param {number} table @param {Partial<TableView>} [more] @returns {TableView} */
export const table = (table, more = {}) => ({
  table, game: 1, white: { name: NAMES[table % 6] }, black: { name: NAMES[(table + 1 + (table % 4)) % 6] }, start: START, fen: START,
  moves: [{ san: "e4", uci: "e2e4" }, { san: "e5", uci: "e7e5" }],
  illegal: { white_suspected: 0, white_confirmed: 0, black_suspected: 0, black_confirmed: 0 },
  clock: { white_ms: 5_000_000, black_ms: 4_900_000, running: "white", read_ms: 0 },
  timing: { square_early_ms: 300, press_early_ms: 1100, clock_late_ms: 1000 }, result: "*", revisions: 0, earlier: [],
  link: { state: "live" }, round: { state: "playing" }, desks: [], incidents: [], said: [], ...more,
});

/** What each table shows when all clocks of the hall are set wrongly: 26 presses, at each of which too little is added. */
export const wrongClocks = () => Array.from({ length: 64 }, (_, n) => table(n + 1, {
  incidents: Array.from({ length: 26 }, (_, at) => incident({ no: at + 1 })),
}));

/** An illegal move of Black. */
export const illegal = (/** @type {number} */ no, more = {}) =>
  incident({ no, t_ms: 500_000, rule: "illegal-move-completed", by: "black", remedy: { opponent_ms: 120_000, legal: [] }, ...more });
