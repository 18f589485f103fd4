// What stands in each lane and where on the axis: bars and points. It is computed once for each axis, and drawn elsewhere.

/** @typedef {{from: number, until: number, of: string, row?: number, text?: string, count?: number}} Bar */
/** @typedef {{at: number, of: string, by?: string, count: number}} Point */
/** @typedef {{bars: Bar[], points: Point[]}} Lane */
/** @typedef {import("./axis.js").TimeAxis | import("./axis.js").StopAxis} Axis */

export const LANES = /** @type {const} */ (["sensors", "moves", "clock", "incidents", "people", "link"]);

/** The most alternatives of a ply that are drawn, and the points up to which one is near enough to the cheapest. */
const RIVALS_MAX = 3;
const NEAR = 10;

/** @param {import("./story.js").Story} story @param {Axis} axis @returns {Record<typeof LANES[number], Lane>} */
export function lanes(story, axis) {
  return {
    sensors: sensors(story, axis), moves: moves(story, axis), clock: clock(story, axis),
    incidents: points(story, axis, "incident", (no) => story.told.incidents.find((incident) => incident.no === no)?.kind ?? "info"),
    people: points(story, axis, "said", () => "said"), link: link(story, axis),
  };
}

/** @param {import("./story.js").Story} story @param {Axis} axis @returns {Lane} */
function sensors({ entries, told }, axis) {
  /** @type {Point[]} */
  const points = [];
  const squares = told.squares ? [...told.squares] : [];
  entries.forEach(({ at, kind, detail }, place) => {
    const where = () => axis.of(place + 1, at);
    if (kind === "reading") {
      squares.splice(0, 64, ...detail);
      points.push({ at: where(), of: "reading", count: place + 1 });
    }
    if (kind !== "square") return;
    const on = (Number(detail[1]) - 1) * 8 + detail.charCodeAt(0) - 97;
    const [before, now] = [squares[on] ?? "?", detail.slice(2)];
    squares[on] = now;
    points.push({ at: where(), of: now === "." ? "lift" : "place", by: sideOf(now === "." ? before : now), count: place + 1 });
  });
  return { bars: [], points };
}

/** Returns whose piece a letter is. @param {string} letter */
export const sideOf = (letter) => (!/[a-z]/i.test(letter) || letter === "x" ? "unknown" : letter === letter.toUpperCase() ? "white" : "black");

/** @param {import("./story.js").Story} story @param {Axis} axis @returns {Lane} */
function moves({ told, entries, moves: first }, axis) {
  const place = new Map(first.map(({ node, place }) => [node, place]));
  const believed = new Set(told.line);
  /** @type {Bar[]} */
  const bars = [];
  told.plies.forEach((node, index) => {
    const [from, until] = [axis.ofTime(node.touched_ms), axis.ofTime(Math.max(node.pressed_ms ?? 0, node.made_ms))];
    const of = !believed.has(index) ? (node.irregular ? "irregular-superseded" : "superseded") : node.irregular ? "irregular" : node.estimated ? "estimated" : node.by;
    bars.push({ from, until: Math.max(until, from), of, row: node.by === "white" ? 0 : 1, text: node.san, count: (place.get(index) ?? 0) + 1 });
  });
  /** @type {Point[]} */
  const points = [];
  entries.forEach(({ at, kind, detail }, place) => {
    if (kind !== "concluded") return;
    const rivals = detail.what === "asked" ? detail.among.length : near(detail.weighed ?? []);
    if (rivals > 0) points.push({ at: axis.of(place + 1, at), of: detail.what === "asked" ? "asked" : "rivals", by: String(Math.min(rivals, RIVALS_MAX)), count: place + 1 });
  });
  return { bars, points };
}

/** Returns how many explanations cost about as much as the cheapest. @param {import("./wire.js").Weighed[]} weighed */
const near = (weighed) => weighed.slice(1).filter(({ points }) => points - weighed[0].points <= NEAR).length;

/** @param {import("./story.js").Story} story @param {Axis} axis @returns {Lane} */
function clock({ clocks, entries }, axis) {
  const bars = clocks.map(({ from, known, running }) => ({ from: axis.ofTime(from), until: axis.ofTime(known), of: running || "stopped" }));
  /** @type {Point[]} */
  const points = [];
  entries.forEach(({ at, kind, detail }, place) => {
    if (kind === "press" || kind === "flag") points.push({ at: axis.of(place + 1, at), of: kind, by: detail, count: place + 1 });
  });
  return { bars, points };
}

/** @param {import("./story.js").Story} story @param {Axis} axis @param {string} wanted @param {(detail: any) => string} of
 * @returns {Lane} */
function points({ entries }, axis, wanted, of) {
  const found = entries.flatMap(({ at, kind, detail }, place) => (kind === wanted ? [{ at: axis.of(place + 1, at), of: of(detail), count: place + 1 }] : []));
  return { bars: [], points: found };
}

/** @param {import("./story.js").Story} story @param {Axis} axis @returns {Lane} */
function link({ gaps, entries, from, until }, axis) {
  /** @type {Bar[]} */
  const bars = [];
  let live = from;
  const lives = (/** @type {number} */ end) => {
    if (end > live) bars.push({ from: axis.ofTime(live), until: axis.ofTime(end), of: "link" });
  };
  for (const gap of gaps) {
    lives(gap.from);
    live = Math.max(live, gap.until);
    bars.push({ from: axis.ofTime(gap.from), until: axis.ofTime(gap.until), of: "gap", text: String(gap.until - gap.from) });
  }
  lives(until);
  const told = ["started", "turned", "sides-unknown"];
  const points = entries.flatMap(({ at, kind }, place) => (told.includes(kind) ? [{ at: axis.of(place + 1, at), of: kind, count: place + 1 }] : []));
  return { bars, points };
}
