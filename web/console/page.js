// The operator's console: it turns the frames of the operators' feed into the wall, the tasks and the open table, and gives
// orders. It asks for that feed whoever looks, so nothing of an arbiter's stands on a screen in the technicians' corner.

import { loadPieces } from "../shared/board.js";
import { Feed } from "../shared/feed.js";
import { startTheme } from "../shared/theme.js";
import { ServerTime } from "../shared/time.js";
import * as api from "../arbiter/api.js";
import { DiskBanner } from "../arbiter/disk.js";
import { write } from "../arbiter/make.js";
import { keep, recall } from "../arbiter/memory.js";
import { grant } from "../arbiter/rights.js";
import { Poll } from "../arbiter/rounds/poll.js";
import { attend, enter } from "../arbiter/session.js";
import { still } from "../arbiter/still.js";
import { Doer } from "./desk/doer.js";
import { Keys } from "./desk/keys.js";
import { Lines, ofAudience, ofCourier, ofDisplay, ofLichess } from "./desk/lines.js";
import { TaskList } from "./desk/task_list.js";
import { takeFiles } from "./desk/veil.js";
import { HallState } from "./facts/hall.js";
import { Tasks } from "./facts/tasks.js";
import { Undo } from "./facts/undo.js";
import { Panel } from "./table/panel.js";
import { Begin } from "./wall/begin.js";
import { Wall } from "./wall/wall.js";
import { language, speak, told, word } from "./words.js";

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const KEYS = { language: "topboard-arbiter-language", author: "topboard-arbiter-name", order: "topboard-console-order" };
/** The time between two looks at what ages: clocks, silence, tasks that begin to count, in milliseconds. */
const TICK_MS = 250;
const hall = new HallState();
const time = new ServerTime();
const tasks = new Tasks();
/** @type {number | null} */
let opened = null;
/** The event with its rounds, as it was asked for last. @type {import("../arbiter/rounds/state.js").EventState | null} */
let event = null;
/** The tasks that are shown. @type {import("./facts/tasks.js").Task[]} */
let due = [];
/** What had the focus when a table was opened. @type {Element | null} */
let cameFrom = null;
/** Since when this page has been there: silence is not told of before a first frame had time to come. */
let isLinked = false;

/** Draws what came by itself. */
const redraw = still(draw);
const announce = (/** @type {string} */ said) => write(part("announcer"), said);
const undo = new Undo(drawUndo);
const poll = new Poll((state) => {
  event = state;
  redraw();
}, () => {});
const doer = new Doer(undo, announce, () => void poll.look());
const wall = new Wall({
  list: part("wall-list"), none: part("wall-none"), title: part("wall-title"),
  search: /** @type {HTMLInputElement} */ (part("search")), order: /** @type {HTMLSelectElement} */ (part("order")),
}, open, draw);
const list = new TaskList({ title: part("tasks-title"), list: part("tasks-list"), none: part("tasks-none") }, act);
const panel = new Panel(part("table"), {
  correct: (table, correction, why) => undo.begun(doer.command(table, correction.command, why)),
  result: (table, result, why) => undo.begun(doer.command(table, { cmd: "result", result, game: table.game }, why)),
  start: (table, why) => undo.begun(doer.command(table, { cmd: "start", white: table.white.name || undefined, black: table.black.name || undefined }, why)),
  close,
});
const begin = new Begin(part("mural"), open, doer, draw);
/** What looks at files of pairings, once there was one. @type {import("./desk/drop.js").Drop | null} */
let drop = null;
const banner = new DiskBanner(part("disk"), (t_ms) => new Date(Date.now() - (time.now() - t_ms)).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }));
const displays = new Lines(part("displays"), "displays", "api/v1/displays", (body) => (body.displays ?? []).map(ofDisplay), { title: "displays", none: "noDisplays" });
const feeds = new Lines(part("feeds"), "rounds", "api/v1/broadcast", (body) => [
  ...body.audiences.map(ofAudience), ...ofLichess(body.lichess), ...body.couriers.map(ofCourier), ...(body.alerts ? [ofCourier({ ...body.alerts, name: word("alerts") })] : []),
], { title: "feeds", none: "noFeeds" });
const keys = new Keys(/** @type {HTMLButtonElement} */ (part("help-button")), part("help"), part("typed"), {
  next: () => {
    if (!list.step()) announce(word("allWell"));
  },
  undo: () => (undo.next ? part("undo-button").focus() : announce(word("nothingToUndo"))),
  search: () => part("search").focus(),
  exchange: () => void (begin.exchange.focus() || announce(word("exchangeLater"))),
  close,
  table(table) {
    if (hall.tables.has(table)) open(table);
    return hall.tables.has(table);
  },
});

const feed = new Feed(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws/arbiter?feed=operator`, {
  frame: take,
  async link(link) {
    part("link").dataset.state = link === "open" ? "live" : link;
    write(part("link"), word(link === "open" ? "live" : link));
    isLinked = link === "open";
    if (link !== "lost") return;
    time.stop();
    const { status } = await api.call("GET", "api/v1/logins/mine");
    if (status === 401) location.reload();
  },
});

/** @param {import("./facts/hall.js").Frame | import("./facts/hall.js").Hello} frame */
function take(frame) {
  if (frame.kind === "hello") return grant(frame.may ?? []);
  const what = hall.take(frame);
  if (what === "gap") return feed.ask();
  if (what === "old") return;
  if (what === "snapshot") {
    time.restart();
    if (!recall(KEYS.language)) choose(hall.language);
  }
  time.heard(frame.now_ms);
  document.documentElement.dataset.seq = String(hall.seq);
  if (what !== "beat") redraw();
}

/** Returns whether what is shown may be old. */
const stale = () => !isLinked || time.stale;

function draw() {
  if (hall.seq < 0) return;
  const [all, now] = [hall.all(), time.now()];
  write(part("event"), [word("console"), hall.event.name, hall.event.round && word("round", hall.event.round)].filter(Boolean).join(" · "));
  banner.update(hall.disk, 0, api.waiting());
  // What a page that is cut off believes is no reason to send somebody through the hall.
  if (!stale()) due = tasks.of(all, event?.tables ?? {}, now);
  list.update(due);
  wall.update(all, due, opened, now, stale());
  panel.update(opened === null ? null : hall.tables.get(opened) ?? null);
  panel.tick(now, stale());
  begin.update(all, event);
}

function drawUndo() {
  const step = undo.next;
  part("undo").hidden = !step;
  write(part("undo-button"), word("undoStep"));
  write(part("undo-what"), step ? told(step.says, step.values) : "");
}

/** @param {import("./facts/tasks.js").Task} task @param {import("./facts/tasks.js").Act} of @param {HTMLElement} why */
async function act(task, { does, body }, why) {
  const table = hall.tables.get(task.table);
  if (does === "open" || !table) return open(task.table);
  if (does === "command") return undo.begun(doer.command(table, body, why));
  if (does === "event") return undo.begun(doer.order(task.table, body, why));
  tasks.aside.add(task.key);
  doer.aside(task.table, () => tasks.aside.delete(task.key));
  draw();
}

/** Looks at a file of pairings. @param {File} file */
async function look(file) {
  const { Drop } = await import("./desk/drop.js");
  drop ??= new Drop(part("drop"), () => event, () => {
    announce(word("taken"));
    undo.push({ says: "stepEvent", values: [0], table: 0, undo: (why) => doer.event({ do: "undo" }, why) });
    void poll.look();
  });
  await drop.look(file);
}

/** @param {number} table */
function open(table) {
  if (!part("table").contains(document.activeElement)) cameFrom = document.activeElement;
  opened = table;
  draw();
  panel.title.focus({ preventScroll: true });
  part("table").scrollIntoView({ block: "nearest" });
}

/** Closes the open table, and goes back to where it was opened from. */
function close() {
  if (opened === null) return;
  const table = opened;
  opened = null;
  draw();
  if (cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom !== document.body) cameFrom.focus();
  else wall.focus(table);
}

/** @param {string} wanted */
function choose(wanted) {
  speak(wanted);
  document.title = word("console");
  /** @type {HTMLSelectElement} */ (part("language")).value = language();
  write(part("link"), word(part("link").dataset.state ?? "connecting"));
  themed();
  keys.draw();
  drawUndo();
  for (const lines of [displays, feeds]) lines.draw();
  draw();
}

const themed = startTheme(/** @type {HTMLButtonElement} */ (part("theme")), word);
/** @type {HTMLSelectElement} */ (part("order")).value = recall(KEYS.order) ?? "need";
part("order").addEventListener("change", (event) => keep(KEYS.order, /** @type {HTMLSelectElement} */ (event.target).value));
choose(recall(KEYS.language) ?? "en");
attend();
part("undo-button").addEventListener("click", async () => {
  const step = undo.next;
  const taken = step && (await undo.take(part("undo-why")));
  if (taken) announce(word("undone", told(taken.says, taken.values)));
  if (part("undo").hidden) part("tasks-title").focus();
  draw();
});
const author = /** @type {HTMLInputElement} */ (part("author"));
author.value = recall(KEYS.author) ?? "";
author.addEventListener("change", () => keep(KEYS.author, author.value.trim()));
part("language").addEventListener("change", (event) => {
  const { value } = /** @type {HTMLSelectElement} */ (event.target);
  keep(KEYS.language, value);
  choose(value);
});
part("file-field").addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const [file] = field.files ?? [];
  if (file) void look(file);
  field.value = "";
});
let isOpen = false;
const start = () => enter(() => {
  part("console").hidden = false;
  feed.connect();
  // Another link in the address logs in again, and what asks by itself goes on.
  if (isOpen) return;
  isOpen = true;
  void poll.look();
  void begin.watch(() => event);
  for (const lines of [displays, feeds]) void lines.look();
});
addEventListener("hashchange", start);
addEventListener("online", () => feed.wake());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && feed.wake());
setInterval(() => document.visibilityState === "visible" && redraw(), TICK_MS);
takeFiles(part("veil"), (file) => void look(file));
loadPieces("../shared/pieces.svg").catch(() => {});
start();
