// The page: it turns frames into tables, shows the tables, and sends answers to the program.

import { loadPieces } from "../shared/board.js";
import { Feed } from "../shared/feed.js";
import { startTheme } from "../shared/theme.js";
import { ServerTime } from "../shared/time.js";
import * as api from "./api.js";
import { TablePanel } from "./table.js";
import { DiskBanner, waitingWord } from "./disk.js";
import { errorText } from "./error.js";
import { make, write } from "./make.js";
import { Logins } from "./logins.js";
import { keep, recall } from "./memory.js";
import { RoundCheck } from "./round.js";
import { attend, enter, leave } from "./session.js";
import { Tables } from "./tables.js";
import { Todo } from "./todo.js";
import { language, speak, word } from "./words.js";

/** @typedef {import("./wire.js").Frame} Frame */
/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {import("./incident.js").IncidentCard} IncidentCard */

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const KEYS = { language: "topboard-arbiter-language", author: "topboard-arbiter-name" };
const time = new ServerTime();
/** @type {Map<number, TableView>} */
const tables = new Map();
/** The notes on what the rules leave open or the organiser settled, by language. @type {Record<string, string[]>} */
let notes = {};
/** The state of the journal's disk. @type {import("./wire.js").Disk} */
let disk = { state: "well" };
let seq = -1;
/** @type {number | null} */
let opened = null;

/** Returns the time of day at a journal time. The true time may be earlier by `earlyMs`, and later by the second that
 * is cut off.
 * @param {number} t_ms */
function wall(t_ms, earlyMs = 0) {
  const at = new Date(Date.now() - (time.now() - t_ms));
  const shown = at.toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  return `${shown} ${errorText(earlyMs, 1000)}`;
}

const announce = (/** @type {string} */ said) => write(part("announcer"), said);
const asks = { decide, restore, look, clock: wall };
const goTo = (/** @type {number} */ table) => open(table, true);
const panel = new TablePanel(part("desk"), asks, announce);
const todo = new Todo({ title: part("todo-title"), none: part("todo-none"), list: part("open") }, asks, say, announce);
const round = new RoundCheck(part("round"), goTo);
const rows = new Tables(part("tables"), goTo);
const banner = new DiskBanner(part("disk"), wall);
const logins = new Logins(/** @type {HTMLDetailsElement} */ (part("logins")), leave);

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
  if (frame.kind === "snapshot") {
    tables.clear();
    time.restart();
    notes = frame.rules.notes;
    if (!recall(KEYS.language)) choose(frame.rules.language);
    write(part("event"), [frame.event.name, frame.event.round, frame.rules.edition.toUpperCase(), frame.rules.discipline].filter(Boolean).join(" · "));
  } else if (seq < 0 || (frame.kind === "update" && frame.seq > seq + 1) || (frame.kind === "beat" && frame.seq !== seq)) {
    return feed.ask();
  } else if (frame.kind === "update" && frame.seq <= seq) return;
  time.heard(frame.now_ms);
  seq = frame.seq;
  disk = frame.disk ?? disk;
  for (const table of frame.tables ?? []) tables.set(table.table, table);
  for (const [number, clock] of Object.entries(frame.clocks ?? {})) {
    const table = tables.get(Number(number));
    if (table) table.clock = clock;
  }
  document.documentElement.dataset.seq = String(seq);
  if (frame.kind !== "beat") draw();
}

function draw() {
  const views = [...tables.values()].sort((a, b) => a.table - b.table);
  banner.update(disk, views.filter(({ unsaved }) => unsaved !== undefined).length, api.waiting());
  todo.update(views);
  round.update(views);
  rows.update(views, (table) => todo.count(table), opened);
  panel.update(opened === null ? null : (tables.get(opened) ?? null));
  const said = notes[language()] ?? [];
  part("rules").hidden = said.length === 0;
  part("rules-notes").replaceChildren(...said.map((note) => make("li", {}, [note])));
}

/** @param {string} decision @param {IncidentCard} card */
function decide(decision, card) {
  const { incident, table } = card;
  if (incident) say(table, { cmd: "rule", incident: incident.no, decision }, card.why, card.title.textContent ?? "");
}

/** Puts the record back, too, when the position is put back. @param {IncidentCard} card */
function restore(card) {
  const { incident, table } = card;
  if (incident) say(table, { cmd: "restore", ply: incident.ply }, card.why, card.title.textContent ?? "");
}

/** @param {number} table @param {Record<string, unknown>} command @param {HTMLElement} why @param {string} what */
async function say(table, command, why, what) {
  if (!api.author()) {
    write(why, word("sayName"));
    return api.askName();
  }
  const reply = await api.command(table, command);
  for (let told = reply; ; told = await told.later) {
    write(why, told.later ? waitingWord() : told.ok ? "" : told.why);
    if (told.later) continue;
    if (told.ok) announce(word("done", what));
    return;
  }
}

/** @param {number} table @param {boolean} go */
function open(table, go) {
  opened = table;
  draw();
  if (go) panel.title.focus();
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
  /** @type {HTMLSelectElement} */ (part("language")).value = language();
  todo.forget();
  logins.draw();
  if (seq >= 0) draw();
}

speak(recall(KEYS.language) ?? "en");
startTheme(/** @type {HTMLButtonElement} */ (part("theme")));
attend();
api.whenWaiting(() => seq >= 0 && draw());
const author = /** @type {HTMLInputElement} */ (part("author"));
author.value = recall(KEYS.author) ?? "";
author.addEventListener("change", () => keep(KEYS.author, author.value.trim()));
part("language").addEventListener("change", () => {
  const wanted = /** @type {HTMLSelectElement} */ (part("language")).value;
  keep(KEYS.language, wanted);
  choose(wanted);
});
addEventListener("keydown", (event) => {
  if (event.key !== "F8" || event.repeat || !panel.view) return;
  event.preventDefault();
  panel.forms.freeze();
});
const start = () => enter(() => feed.connect());
addEventListener("hashchange", start);
addEventListener("online", () => feed.wake());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && feed.wake());
loadPieces().catch(() => {});
start();
