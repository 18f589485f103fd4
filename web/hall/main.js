// The page: it follows the hall, shows what it knows, and lets the address choose what is shown and asked for.

import { Big } from "./big.js";
import { loadPieces } from "../shared/board.js";
import { Readings } from "../shared/game/clock.js";
import { Grid } from "./grid.js";
import { Follower } from "../shared/follow/follower.js";
import { Seen } from "../shared/follow/seen.js";
import { viewOf } from "../shared/follow/view.js";
import { BROWSER } from "../shared/follow/ways.js";
import { useNotation } from "../shared/game/notation.js";
import { write } from "./player.js";
import { RoundsLink } from "../rounds/link.js";
import { plyWords, resultWords } from "./say.js";
import { Announcer } from "../shared/game/announcer.js";
import { startTheme } from "../shared/theme.js";
import { ServerTime, ageText, delayText } from "../shared/time.js";
import { waitingWords } from "./waiting.js";

/** The time between two ticks, in milliseconds: short enough to skip no second, long enough for small computers. */
const TICK_MS = 200;

// The address of a screen says how it writes moves: `/?notation=polish`.
useNotation(new URLSearchParams(location.search).get("notation"));

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** The tables as they are drawn, by number. @type {Map<number, import("../shared/wire.js").TableView>} */
const tables = new Map();
const time = new ServerTime();
const readings = new Readings();
const announcer = new Announcer(part("announcer"));
const seen = new Seen(subscribe);
const grid = new Grid(part("grid"), seen);
const rounds = new RoundsLink(part("rounds"));
const big = new Big(part("big"), announcer);
/** The open table, or null for all tables. @type {number | null} */
let open = null;
/** The reason why there are no pieces to draw. */
let unloaded = "";
/** The time on this page's own counter since which nothing current is known. @type {number | null} */
let silentSince = performance.now();
/** The run of the server that was last followed. */
let epoch = "";

const follower = new Follower(BROWSER, time, {
  changed(told, happened) {
    if (!happened && epoch !== follower.hall.epoch) {
      epoch = follower.hall.epoch;
      rounds.look();
    }
    const gone = [...tables.keys()].filter((number) => !follower.hall.tables.has(number));
    const changed = [...new Set([...told, ...gone])];
    for (const number of changed) {
      const table = follower.hall.tables.get(number);
      if (table) tables.set(number, viewOf(table));
      else tables.delete(number);
    }
    draw(changed, happened);
  },
  heard() {
    Object.assign(document.documentElement.dataset, { seq: String(follower.hall.seq), way: follower.way });
    showHead();
    tick();
  },
  link(link) {
    document.documentElement.dataset.link = link;
    if (link === "lost") time.stop();
    tick();
  },
});

/** Asks for the tables that are looked at, and for their clocks while the page is. */
function subscribe() {
  follower.want(open === null ? seen.tables : [open], document.visibilityState === "visible");
}

/** What is known of the event. */
function event() {
  return follower.hall.hall?.event ?? { name: "", site: "", round: "", time_control: "" };
}

/** @param {number[]} changed the tables @param {boolean} happened says whether something happened just now */
function draw(changed, happened) {
  grid.update(tables, changed);
  const { name, site, round, time_control } = event();
  write(part("event"), name || "Live boards");
  write(part("about"), [round && `Round ${round}`, site, time_control].filter(Boolean).join(" · "));
  part("empty").hidden = tables.size > 0;
  if (open !== null && changed.includes(open)) showOpen();
  const news = changed.filter((number) => isNews(number));
  if (happened && news.length > 0) announce(news);
}

/** The last words that were said, or shown at once, of each table. @type {Map<number, string>} */
const told = new Map();

/** Shows the journal's signed head. A copy of it can prove later that the journal was cut. */
function showHead() {
  const { head = null } = follower.hall.hall ?? {};
  const link = part("journal");
  link.hidden = head === null;
  if (head === null) return;
  write(link, `Journal ${head.seq} ${head.head.slice(0, 16)}`);
  link.title = `TOPBOARD-HEAD:1:${head.seq}:${head.head}:${head.key}`.toUpperCase();
}

/** Returns whether there is something new to say of a table. A clock reading is no news, and a provisional ply is none
 * yet.
 * @param {number} number */
function isNews(number) {
  const table = tables.get(number);
  if (!table || table.moves.at(-1)?.provisional) return false;
  const said = `${plyWords(table, table.moves.length)} ${resultWords(table.score ?? table.result)}`.trim();
  if (told.get(number) === said) return false;
  told.set(number, said);
  return true;
}

/** @param {number[]} news the tables */
function announce(news) {
  if (open !== null && (big.at !== null || !news.includes(open))) return;
  const number = open ?? news[news.length - 1];
  announcer.say(`Table ${number}: ${told.get(number)}`);
}

function tick() {
  const now = time.now();
  const stale = time.stale;
  for (const [number, card] of grid.cards) {
    const table = tables.get(number);
    if (!table) continue;
    const times = readings.at(table, now);
    if (open === null) card.tick(times, now, stale);
    else if (number === open) big.tick(times, now, stale);
  }
  showLink(stale);
  showWaiting();
}

/** Shows what is waited for, as long as no board can be shown. */
function showWaiting() {
  const delay = delayText(follower.hall.hall?.event.delay_ms);
  const none = delay ? `This page is ${delay} behind the boards. It begins then.` : "No board is set up in this hall yet.";
  const waiting = follower.hall.epoch === "" ? waitingWords(follower.state()) : none;
  if (tables.size === 0 || unloaded !== "") write(part("empty"), unloaded || waiting);
}

/** @param {boolean} stale */
function showLink(stale) {
  if (!stale) silentSince = null;
  else silentSince ??= performance.now();
  document.documentElement.classList.toggle("stale", stale);
  const first = follower.hall.epoch === "";
  const age = silentSince === null ? "" : ageText(performance.now() - silentSince);
  const held = heldSince();
  part("link").dataset.state = stale ? (first ? "connecting" : "lost") : held === null ? "live" : "lost";
  const delay = delayText(follower.hall.hall?.event.delay_ms);
  const live = delay ? `${delay} behind` : "Live";
  const current = held === null ? live : `Held up ${ageText(time.now() - held)}`;
  const beginning = follower.state().link === "open" ? "Loading" : "Connecting";
  write(part("link"), stale ? (first ? beginning : `No connection ${age}`) : current);
  part("link").title = held === null ? "" : "The boards play on. Nothing new is shown until the program can keep it safely.";
}

/** Returns since when the program can tell nothing new; null while it can. */
function heldSince() {
  for (const { link } of tables.values()) if (link.state === "lost" && link.held) return link.since_ms;
  return null;
}

function showOpen() {
  const table = open === null ? undefined : tables.get(open);
  if (!table) return;
  if (big.table) big.update(table);
  else big.open(table);
}

function route() {
  const wanted = location.hash.slice(1) || new URLSearchParams(location.search).get("table") || "";
  const before = open;
  open = /^\d+$/.test(wanted) ? Number(wanted) : null;
  part("grid").hidden = open !== null;
  part("big").hidden = open === null;
  document.documentElement.classList.toggle("opened", open !== null);
  document.title = open === null ? "Live boards" : `Table ${open}`;
  announcer.hush();
  big.open(null);
  showOpen();
  subscribe();
  tick();
  if (open !== null) part("big").focus({ preventScroll: true });
  else if (before !== null) grid.cards.get(before)?.el.focus();
}

/** Hides the pointer on a screen that nobody touches. */
function hideIdlePointer() {
  let timer = 0;
  addEventListener("pointermove", () => {
    document.documentElement.classList.remove("idle");
    clearTimeout(timer);
    timer = window.setTimeout(() => document.documentElement.classList.add("idle"), 4000);
  });
}

startTheme(/** @type {HTMLButtonElement} */ (part("theme")));
hideIdlePointer();
addEventListener("hashchange", route);
addEventListener("online", () => follower.wake(true));
addEventListener("pageshow", () => follower.wake());
document.addEventListener("visibilitychange", () => {
  subscribe();
  if (document.visibilityState === "visible") follower.wake();
});
part("grid").addEventListener("keydown", (event) => {
  const card = /** @type {HTMLElement} */ (event.target).closest(".card");
  if (event.key !== "t" || !(card instanceof HTMLElement)) return;
  const focused = grid.cards.get(Number(card.dataset.table));
  if (focused) announcer.say(focused.el.getAttribute("aria-description") ?? "");
});
route();
follower.begin();
setInterval(tick, TICK_MS);
setInterval(() => follower.tick(), 1000);
loadPieces().catch(() => (unloaded = "The piece drawings could not be loaded. Load the page again."));
