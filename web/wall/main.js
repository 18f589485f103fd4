// A screen in the hall: it follows the hall, asks what it is to show, and shows it. It is silent, takes no input, and shows the
// last picture, marked as old, when nothing is heard.

import { Readings } from "../shared/game/clock.js";
import { Follower } from "../shared/follow/follower.js";
import { viewOf } from "../shared/follow/view.js";
import { BROWSER } from "../shared/follow/ways.js";
import { useNotation } from "../shared/game/notation.js";
import { make, write } from "../shared/make.js";
import { ServerTime, ageText } from "../shared/time.js";
import { Boards } from "./boards.js";
import { capitalShare } from "./cell.js";
import { footOf, sizeOf } from "./density.js";
import { factsOf, withGames } from "./facts.js";
import { Orders, keep, recall } from "./orders.js";
import { Panels, showName } from "./panels.js";
import { Watch } from "./watch.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./orders.js").Told} Told */

const TICK_MS = 200;
/** The time on this page's counter until which an answer comes, in milliseconds: a screen that comes back has no reason to show
 * its name before. */
const ANSWER_MS = 2000;
/** The time between two copies of the picture, in milliseconds. */
const KEEP_MS = 2000;
const PICTURE = "topboard-picture";
/** What names the version of this page. */
const FILES = document.documentElement.dataset.files ?? "";

useNotation("figurine");
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const stage = part("stage");
const [boards, panels] = [new Boards(stage), new Panels(stage)];
const [time, readings, watch] = [new ServerTime(), new Readings(), new Watch()];
/** The tables as they were told, and what is shown of them. @type {Map<number, import("../shared/wire.js").TableView>} */
const tables = new Map();
/** @type {Map<number, Facts>} */
const facts = new Map();
/** The time on this page's counter since which nothing current is known. @type {number | null} */
let silentSince = performance.now();
/** Says that the picture is one of before this page was loaded. */
let isKept = false;
/** What was told last, and when. @type {Told | null} */
let told = null;
let toldMs = 0;
/** @type {Record<string, unknown>} */
let report = { view: "grid", width: innerWidth, height: innerHeight };
let keptMs = 0;
let isNew = false;
let isDue = false;

const follower = new Follower(BROWSER, time, {
  changed(numbers, happened) {
    if (isKept) facts.clear();
    isKept = false;
    const gone = [...tables.keys()].filter((number) => !follower.hall.tables.has(number));
    for (const number of new Set([...numbers, ...gone])) {
      const table = follower.hall.tables.get(number);
      if (table) {
        tables.set(number, viewOf(table));
        facts.set(number, factsOf(/** @type {any} */ (tables.get(number)), time.now()));
      } else {
        tables.delete(number);
        facts.delete(number);
      }
    }
    watch.look(facts, performance.now(), happened);
    isNew = true;
    // A screen shows any table at any time.
    follower.want(follower.hall.hall?.n ?? []);
    drawSoon();
  },
  heard() {},
  link(link) {
    if (link === "lost") time.stop();
  },
});

const orders = new Orders(() => report, (heard) => {
  toldMs = performance.now();
  if (heard.files !== FILES && FILES !== "") return void renew(heard.files);
  told = heard;
  draw();
});

/** Loads the page of another version, once. @param {string} files */
async function renew(files) {
  if (recall("topboard-files") === files) return;
  keep("topboard-files", files);
  await fetch(location.href, { cache: "reload" });
  location.reload();
}

/** Draws at the next picture, however many moves come until then. */
function drawSoon() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(draw);
}

function draw() {
  isDue = false;
  const now = performance.now();
  showFoot(now);
  const name = orders.name;
  const isNamed = told === null ? now > ANSWER_MS && tables.size === 0 && facts.size === 0 : told.place === null || told.identify;
  part("name").hidden = !isNamed || name === null;
  if (isNamed && name !== null) showName(part("name"), name, told?.place ?? null);
  if (!told) return;
  const { setup } = told;
  Object.assign(document.documentElement.dataset, { setup: [setup.view, setup.inches, setup.metres, setup.sight, setup.mirrored].join(" "), link: time.stale ? "lost" : "open" });
  document.documentElement.dataset.theme = setup.light ? "light" : "dark";
  const size = { width: innerWidth, height: innerHeight, stale: time.stale };
  report = { view: setup.view, ...size };
  if (setup.view === "message") panels.message(setup);
  else if (setup.view === "countdown") showCountdown(now);
  else if (setup.view === "start") panels.start(setup, [...facts.values()].find(({ last }) => !last)?.fen);
  else if (setup.view === "standings") Object.assign(report, panels.standings(setup, now));
  else showBoards(now, size);
  showDots(Number(report.page ?? 1), Number(report.pages ?? 1));
}

/** @param {number} now */
function showCountdown(now) {
  const [title, leftMs] = told?.countdown ?? ["", 0];
  panels.countdown(title, Math.max(0, leftMs - (now - toldMs)), orders.dayMs === null ? null : orders.dayMs + now);
}

/** @param {number} now @param {{width: number, height: number, stale: boolean}} size */
function showBoards(now, size) {
  if (!told) return;
  const { setup } = told;
  const mine = withGames(facts.values()).filter(({ table }) => setup.tables.length === 0 || setup.tables.includes(table));
  const seen = watch.seen(mine, (table) => timesOf(table));
  const { page, feature, plan } = boards.show(facts, seen, setup, now);
  boards.tick(timesOf, time.now(), time.stale || isKept);
  report = {
    view: setup.view, ...size, tables: boards.shown.map(({ table }) => table).slice(0, 150), page: page?.page ?? 1, pages: page?.pages ?? 1,
    page_reason: page?.why.kind ?? null, moving: page && "table" in page.why ? page.why.table : null,
    feature: feature?.table ?? null, feature_reason: feature?.why.kind ?? null,
    reach_metres: Math.min(plan.feature?.reachMetres ?? Infinity, plan.grid?.reachMetres ?? Infinity, 999),
  };
  if (!isKept && isNew && now - keptMs > KEEP_MS) {
    [keptMs, isNew] = [now, false];
    const copy = boards.shown.map((one) => ({ ...one, times: { ...timesOf(one), running: null, held: true } }));
    keep(PICTURE, JSON.stringify({ told, facts: copy, about: part("about").textContent }));
  }
}

/** @param {Facts} one */
function timesOf(one) {
  const table = tables.get(one.table);
  return table ? readings.at(table, time.now()) : one.times;
}

/** @param {number} now */
function showFoot(now) {
  const { inches } = told?.setup ?? { inches: 55 };
  const { heightMm } = sizeOf(inches, innerWidth, innerHeight);
  const foot = footOf(heightMm);
  const { style } = document.documentElement;
  style.setProperty("--foot", `${((foot.heightMm / heightMm) * 100).toFixed(4)}vh`);
  style.setProperty("--foot-type", `${((foot.letterMm / capitalShare() / heightMm) * 100).toFixed(4)}vh`);
  const stale = time.stale || isKept;
  silentSince = stale ? (silentSince ?? now) : null;
  document.documentElement.classList.toggle("stale", stale);
  const old = isKept ? "Old picture – no connection" : "No connection";
  write(part("state"), silentSince !== null && facts.size > 0 ? `${old} ${ageText(now - silentSince)}` : orders.refused);
  const event = follower.hall.hall?.event;
  if (event) write(part("about"), [event.name, event.round && `Round ${event.round}`].filter(Boolean).join(" · "));
}

/** @param {number} page @param {number} pages */
function showDots(page, pages) {
  const key = `${page}/${pages}`;
  const dots = part("dots");
  if (dots.dataset.page === key) return;
  dots.dataset.page = key;
  // More dots than these are counted by nobody.
  const many = pages > 16 ? [`${page} / ${pages}`] : Array.from({ length: pages }, (_, at) => make("i", { class: at + 1 === page ? "here" : "" }));
  dots.replaceChildren(...(pages > 1 ? many : []));
}

/** Shows the picture that was kept, until something is heard. */
function showKept() {
  try {
    const kept = JSON.parse(recall(PICTURE) ?? "null");
    if (!kept) return;
    for (const one of kept.facts) facts.set(one.table, one);
    [told, isKept] = [{ ...kept.told, identify: false }, true];
    write(part("about"), String(kept.about ?? ""));
    draw();
  } catch {
    // What another version kept is no picture of this one.
    [told, isKept] = [null, false];
    facts.clear();
  }
}

addEventListener("contextmenu", (event) => event.preventDefault());
addEventListener("online", () => follower.wake(true));
addEventListener("resize", draw);
showKept();
follower.begin();
void orders.run();
setInterval(draw, TICK_MS);
setInterval(() => follower.tick(), 1000);
