// The page: it turns frames into tables, shows the tables, and sends answers to the program.

import { loadPieces } from "../shared/board.js";
import { Feed } from "../shared/feed.js";
import { startTheme } from "../shared/theme.js";
import { ServerTime } from "../shared/time.js";
import * as api from "./api.js";
import { nextDue } from "./desk/entries.js";
import { Keys } from "./desk/keys.js";
import { Lists } from "./desk/lists.js";
import { TablePanel } from "./table.js";
import { DiskBanner } from "./disk.js";
import { errorText } from "./error.js";
import { make, write } from "./make.js";
import { Logins } from "./logins.js";
import { keep, recall } from "./memory.js";
import { Orders } from "./orders.js";
import { PressureMap } from "./pressure/map.js";
import { grant, may } from "./rights.js";
import { RoundCheck } from "./round.js";
import { attend, enter, leave } from "./session.js";
import { StagedList } from "./staged.js";
import { still } from "./still.js";
import { Tables } from "./tables.js";
import { language, nameRules, speak, word } from "./words.js";

/** @typedef {import("./wire.js").Frame} Frame */
/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {import("./cards/incident.js").IncidentCard} IncidentCard */

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const KEYS = { language: "topboard-arbiter-language", author: "topboard-arbiter-name" };
/** The width from which the list of tables stands beside the entries. */
const WIDE = matchMedia("(min-width: 70rem)");
const time = new ServerTime();
/** @type {Map<number, TableView>} */
const tables = new Map();
/** The notes on what the rules leave open or the organiser settled, by language. @type {Record<string, string[]>} */
let notes = {};
/** What the head of the page says of the event. @type {() => string} */
let heading = () => "";
/** The time control of the event, as in PGN. */
let control = "";
/** The state of the journal's disk. @type {import("./wire.js").Disk} */
let disk = { state: "well" };
let seq = -1;
/** @type {number | null} */
let opened = null;
/** The timer that draws again when a hint or a question begins to wait. @type {ReturnType<typeof setTimeout> | undefined} */
let dueTimer;
/** What the feed of operators does not have: all that is the arbiter's. */
const OF_OPERATORS = {
  incidents: [], said: [], desks: [], earlier: [], revisions: 0,
  illegal: { white_suspected: 0, white_confirmed: 0, black_suspected: 0, black_confirmed: 0 },
};
/** The time by which it is late, in milliseconds: several may be due together. */
const LATE_MS = 250;
/** Draws what came by itself. */
const redraw = still(draw);
/** The element that had the focus when a table was opened. @type {Element | null} */
let cameFrom = null;

/** Returns the time of day at a journal time. The true time may be earlier by `earlyMs`, and later by the second that
 * is cut off.
 * @param {number} t_ms */
function wall(t_ms, earlyMs = 0) {
  const at = new Date(Date.now() - (time.now() - t_ms));
  const shown = at.toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  return `${shown} ${errorText(earlyMs, 1000)}`;
}

const announce = (/** @type {string} */ said) => write(part("announcer"), said);
const orders = new Orders(announce);
const say = orders.say.bind(orders);
const asks = { rule: orders.rule.bind(orders), restore, prepare, say, look, clock: wall };
const goTo = (/** @type {number} */ table) => open(table, true);
const panel = new TablePanel(part("desk"), asks, announce, close);
const lists = new Lists(asks, say, announce);
const staged = new StagedList(part("staged"), say, wall, (table, no) => {
  open(table, true);
  panel.forms.changeStaged(table, no);
});
const round = new RoundCheck(part("round"), goTo);
const hall = /** @type {HTMLDetailsElement} */ (part("hall"));
const rows = new Tables(part("hall-title"), part("tables"), goTo);
const pressure = new PressureMap(/** @type {HTMLDetailsElement} */ (part("pressure")), () => time.now(), goTo);
const banner = new DiskBanner(part("disk"), wall);
const logins = new Logins(/** @type {HTMLDetailsElement} */ (part("logins")), leave);
new Keys(part("keys"), {
  next: () => lists.step(1),
  previous: () => lists.step(-1),
  table(table) {
    if (tables.has(table)) goTo(table);
    return tables.has(table);
  },
  tables() {
    hall.open = true;
    hall.querySelector("summary")?.focus();
    hall.scrollIntoView({ block: "nearest" });
  },
  close,
  freeze() {
    if (panel.view && may("notes")) panel.forms.freeze();
  },
});

const feed = new Feed(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws/arbiter`, {
  frame: (frame) => take(/** @type {Frame} */ (/** @type {unknown} */ (frame))),
  async link(link) {
    part("link").dataset.state = link === "open" ? "live" : link;
    write(part("link"), word(link === "open" ? "live" : link));
    if (link !== "lost") return;
    time.stop();
    const { status } = await api.call("GET", "api/v1/arbiter/snapshot");
    if (status === 401) location.reload();
  },
});

/** @param {Frame} frame */
function take(frame) {
  if (frame.kind === "hello") return grant(frame.may ?? []);
  if (frame.kind === "snapshot") {
    tables.clear();
    time.restart();
    notes = frame.rules.notes ?? {};
    nameRules(frame.rules.names ?? {});
    control = frame.event.time_control ?? "";
    const { edition, discipline } = frame.rules;
    heading = () => [frame.event.name, frame.event.round, word(edition), word(discipline)].filter(Boolean).join(" · ");
    if (!recall(KEYS.language)) choose(frame.rules.language);
  } else if (seq < 0 || (frame.kind === "update" && frame.seq > seq + 1) || (frame.kind === "beat" && frame.seq !== seq)) {
    return feed.ask();
  } else if (frame.kind === "update" && frame.seq <= seq) return;
  time.heard(frame.now_ms);
  seq = frame.seq;
  disk = frame.disk ?? disk;
  for (const table of frame.tables ?? []) tables.set(table.table, { ...OF_OPERATORS, ...table });
  for (const [number, clock] of Object.entries(frame.clocks ?? {})) {
    const table = tables.get(Number(number));
    if (table) table.clock = clock;
  }
  document.documentElement.dataset.seq = String(seq);
  if (frame.kind !== "beat") redraw();
}

function draw() {
  const views = [...tables.values()].sort((a, b) => a.table - b.table);
  write(part("event"), heading());
  banner.update(disk, views.filter(({ unsaved }) => unsaved !== undefined).length, api.waiting());
  const now = time.now();
  lists.update(views, now);
  clearTimeout(dueTimer);
  const due = nextDue(views, now);
  if (due < Infinity) dueTimer = setTimeout(redraw, due - now + LATE_MS);
  round.update(views);
  staged.update(views);
  pressure.update(views, control);
  rows.update(views, (table) => lists.count(table), opened);
  panel.update(opened === null ? null : (tables.get(opened) ?? null));
  const said = notes[language()] ?? [];
  part("rules").hidden = said.length === 0;
  part("rules-notes").replaceChildren(...said.map((note) => make("li", {}, [note])));
}

/** Puts the record back, too, when the position is put back. @param {IncidentCard} card */
function restore(card) {
  const { incident, table } = card;
  if (incident) say(table, { cmd: "restore", ply: incident.ply }, card.why, card.name());
}

/** Prepares that an incident stands. @param {IncidentCard} card */
function prepare({ incident, table, why }) {
  const order = { cmd: "rule", incident: incident?.no, decision: "stands" };
  if (incident) say(table, { cmd: "prepare", order, game: incident.game }, why, word("prepare"));
}

/** @param {number} table @param {boolean} go */
function open(table, go) {
  if (!part("desk").contains(document.activeElement)) cameFrom = document.activeElement;
  opened = table;
  draw();
  if (!go) return;
  panel.title.focus({ preventScroll: true });
  part("desk").scrollIntoView({ block: "start" });
}

/** Closes the open table, and goes back to where it was opened from. */
function close() {
  if (opened === null) return;
  opened = null;
  draw();
  const back = cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom !== document.body ? cameFrom : part("todo-title");
  back.focus({ preventScroll: true });
  back.scrollIntoView({ block: "nearest" });
}

/** @param {number} table @param {string | null} fen */
function look(table, fen) {
  open(table, false);
  panel.look(fen);
  if (fen) part("desk").scrollIntoView({ block: "start" });
}

/** @param {string} wanted */
function choose(wanted) {
  speak(wanted);
  document.title = word("title");
  announce("");
  themed();
  /** @type {HTMLSelectElement} */ (part("language")).value = language();
  write(part("link"), word(part("link").dataset.state ?? "connecting"));
  logins.draw();
  if (seq >= 0) draw();
}

const themed = startTheme(/** @type {HTMLButtonElement} */ (part("theme")), word);
choose(recall(KEYS.language) ?? "en");
attend();
api.whenWaiting(() => seq >= 0 && redraw());
const author = /** @type {HTMLInputElement} */ (part("author"));
author.value = recall(KEYS.author) ?? "";
author.addEventListener("change", () => keep(KEYS.author, author.value.trim()));
part("language").addEventListener("change", () => {
  const wanted = /** @type {HTMLSelectElement} */ (part("language")).value;
  keep(KEYS.language, wanted);
  choose(wanted);
});
hall.open = WIDE.matches;
WIDE.addEventListener("change", () => (hall.open = WIDE.matches));
const start = () => enter(() => feed.connect());
addEventListener("hashchange", start);
addEventListener("online", () => feed.wake());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && feed.wake());
loadPieces().catch(() => {});
start();
