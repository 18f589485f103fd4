// Puts the parts together: the key into a session, frames into tables, tables onto the page, answers to the program.

import { loadPieces } from "../board.js";
import { Feed } from "../feed.js";
import { startTheme } from "../theme.js";
import { ServerTime } from "../time.js";
import * as api from "./api.js";
import { Desk } from "./desk.js";
import { IncidentCard } from "./incident.js";
import { arrange, make, plyNumber, write } from "./make.js";
import { language, localMove, speak, word } from "./words.js";

/** @typedef {import("./wire.js").Frame} Frame */
/** @typedef {import("./wire.js").Desk} DeskView */
/** @typedef {import("./wire.js").Incident} Incident */

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const KEYS = { language: "topboard-arbiter-language", author: "topboard-arbiter-name" };
const time = new ServerTime();
/** @type {Map<number, DeskView>} */
const tables = new Map();
let seq = -1;
/** @type {number | null} */
let opened = null;

/** When that was, on the wall. @param {number} t_ms */
function wall(t_ms) {
  const at = new Date(Date.now() - (time.now() - t_ms));
  return at.toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

const announce = (/** @type {string} */ said) => write(part("announcer"), said);
const desk = new Desk(part("desk"), decide, wall, announce);

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
    if (!recall(KEYS.language)) choose(frame.rules.language);
    write(part("event"), [frame.event.name, frame.event.round, frame.rules.edition.toUpperCase(), frame.rules.discipline].filter(Boolean).join(" · "));
  } else if (seq < 0 || (frame.kind === "update" && frame.seq > seq + 1) || (frame.kind === "beat" && frame.seq !== seq)) {
    return feed.ask();
  } else if (frame.kind === "update" && frame.seq <= seq) return;
  time.heard(frame.now_ms);
  seq = frame.seq;
  for (const table of frame.tables ?? []) tables.set(table.table, table);
  for (const [number, clock] of Object.entries(frame.clocks ?? {})) {
    const table = tables.get(Number(number));
    if (table) table.clock = clock;
  }
  document.documentElement.dataset.seq = String(seq);
  if (frame.kind !== "beat") draw();
}

/** Ends of the game that come as a proposal besides. */
const PROPOSED = ["checkmate", "stalemate", "kings-centre"];

/** Whether an incident waits for a person: what is only for the record does so when the Laws would have something done.
 * @param {Incident} incident */
function waits({ open, kind, rule, remedy }) {
  const due = Boolean(remedy?.outcome || remedy?.opponent_ms) && !PROPOSED.includes(rule);
  return open && (kind !== "info" || due);
}

/** What waits for a person: open incidents, questions of the sensors, results the board proposes. */
function waiting() {
  /** @type {[string, {table: DeskView, incident?: Incident}][]} */
  const list = [];
  for (const table of tables.values()) {
    for (const incident of table.incidents) {
      if (waits(incident)) list.push([`i/${table.table}/${incident.game}/${incident.no}`, { table, incident }]);
    }
    if (table.asked) list.push([`q/${table.table}/${table.game}/${table.asked.ply}/${table.asked.alternatives.map(({ uci }) => uci)}`, { table }]);
    if (table.proposed && table.result === "*") list.push([`p/${table.table}/${table.game}/${table.proposed}`, { table }]);
  }
  return list;
}

/** @type {Map<string, HTMLElement>} */
const openEls = new Map();
/** @type {Map<string, IncidentCard>} */
const openCards = new Map();
/** @type {Map<string, HTMLElement>} */
const rows = new Map();
let toldWaiting = 0;

function draw() {
  const list = waiting();
  const focused = [...openEls].find(([, el]) => el.contains(document.activeElement))?.[0];
  write(part("todo-title"), word("toDecide", list.length));
  part("todo-none").hidden = list.length > 0;
  arrange(part("open"), openEls, list, (key, { table, incident }) => {
    if (incident) {
      const card = new IncidentCard(decide, (fen) => look(table.table, fen), wall);
      openCards.set(key, card);
      return card.el;
    }
    return key.startsWith("q/") ? question(table) : proposal(table);
  });
  for (const [key, { table, incident }] of list) if (incident) openCards.get(key)?.update(table, incident);
  for (const key of openCards.keys()) if (!openEls.has(key)) openCards.delete(key);
  // Whoever decided something goes on at the head of what is left.
  if (focused && !openEls.has(focused)) part("todo-title").focus();
  if (list.length > toldWaiting) announce(word("toDecide", list.length));
  toldWaiting = list.length;
  drawTables(list);
  desk.update(opened === null ? null : (tables.get(opened) ?? null));
}

/** @param {ReturnType<typeof waiting>} list */
function drawTables(list) {
  const wanted = [...tables].sort(([a], [b]) => a - b).map(([number, table]) => /** @type {[string, DeskView]} */ ([String(number), table]));
  arrange(part("tables"), rows, wanted, (key) => {
    const button = make("button", { type: "button" }, [key]);
    button.addEventListener("click", () => open(Number(key), true));
    const cells = Array.from({ length: 5 }, () => make("td"));
    return make("tr", {}, [make("td", {}, [button]), ...cells]);
  });
  for (const [key, table] of wanted) {
    const row = /** @type {HTMLTableRowElement} */ (rows.get(key));
    row.setAttribute("aria-selected", String(opened === table.table));
    const link = { live: "boardLive", lost: "boardLost" }[table.link.state] ?? "boardAbsent";
    const waits = list.filter(([, item]) => item.table.table === table.table).length;
    row.querySelector("button")?.setAttribute("aria-label", word("tableNo", key));
    [table.white.name || "?", table.black.name || "?", table.result, word(link), waits ? String(waits) : "–"].forEach((text, at) => write(row.cells[at + 1], text));
  }
}

/** A question of the sensors. @param {DeskView} table */
function question(table) {
  const { asked } = table;
  const ply = asked?.ply ?? 0;
  return choice(table, `${word("question")} ${plyNumber(table.start, ply)}`,
    (asked?.alternatives ?? []).map(({ uci, san }) => [localMove(san), { cmd: "choose", ply, move: uci }]));
}

/** A result the board proposes. @param {DeskView} table */
function proposal(table) {
  return choice(table, word("proposal", table.proposed ?? ""),
    [[word("confirmResult", table.proposed ?? ""), { cmd: "result", result: table.proposed }]]);
}

/** @param {DeskView} table @param {string} title @param {[string, Record<string, unknown>][]} answers */
function choice(table, title, answers) {
  const why = make("p", { class: "why", role: "alert" });
  const buttons = answers.map(([text, command]) => {
    const button = make("button", { type: "button" }, [text]);
    button.addEventListener("click", () => say(table.table, command, why, text));
    return button;
  });
  const head = make("h3", {}, [`${word("tableNo", table.table)}: ${title}`]);
  return make("article", { "data-kind": "hint" }, [head, make("div", { class: "actions" }, buttons), why]);
}

/** @param {string} decision @param {IncidentCard} card */
function decide(decision, card) {
  const { incident, table } = card;
  if (incident) say(table, { cmd: "rule", incident: incident.no, decision }, card.why, card.title.textContent ?? "");
}

/** @param {number} table @param {Record<string, unknown>} command @param {HTMLElement} why @param {string} what */
async function say(table, command, why, what) {
  if (!api.author()) {
    write(why, word("sayName"));
    return api.askName();
  }
  const reply = await api.command(table, command);
  write(why, reply.ok ? "" : reply.why);
  if (reply.ok) announce(word("done", what));
}

/** @param {number} table @param {boolean} go */
function open(table, go) {
  opened = table;
  draw();
  if (go) desk.title.focus();
}

/** @param {number} table @param {string | null} fen */
function look(table, fen) {
  open(table, false);
  desk.look(fen);
  if (fen) part("desk").scrollIntoView({ block: "start" });
}

/** @param {string} wanted */
function choose(wanted) {
  speak(wanted);
  /** @type {HTMLSelectElement} */ (part("language")).value = language();
  // Questions and proposals have their words from when they were made.
  for (const [key, el] of openEls) {
    if (key.startsWith("i/")) continue;
    el.remove();
    openEls.delete(key);
  }
  if (seq >= 0) draw();
}

/** What this browser remembers; storage may be forbidden. @param {string} key */
function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It then lasts as long as the page.
  }
}

async function start() {
  const key = /^#enter=([0-9a-f]+)$/.exec(location.hash)?.[1];
  let why = word("useLink");
  if (key) {
    // The key is good once, and shall not stay in the address.
    history.replaceState(null, "", location.pathname);
    const entered = await api.call("POST", "api/v1/session", { key });
    if (!entered.ok) why = entered.why;
  }
  const { ok, status } = await api.call("GET", "api/v1/arbiter/snapshot");
  for (const id of ["todo", "hall", "another", "leave"]) part(id).hidden = !ok;
  part("entrance").hidden = ok;
  write(part("entrance-why"), why);
  if (ok) feed.connect();
  else if (status !== 401) setTimeout(start, 2000);
}

speak(recall(KEYS.language) ?? "en");
startTheme(/** @type {HTMLButtonElement} */ (part("theme")));
const author = /** @type {HTMLInputElement} */ (part("author"));
author.value = recall(KEYS.author) ?? "";
author.addEventListener("change", () => keep(KEYS.author, author.value.trim()));
part("language").addEventListener("change", () => {
  const wanted = /** @type {HTMLSelectElement} */ (part("language")).value;
  keep(KEYS.language, wanted);
  choose(wanted);
});
part("another").addEventListener("click", async () => {
  const reply = await api.call("POST", "api/v1/links", {});
  part("other-link").hidden = false;
  part("other-link").replaceChildren(word("otherLink"), " ", make("code", {}, [reply.ok ? reply.body.link : reply.why]));
});
part("leave").addEventListener("click", async () => {
  await api.call("DELETE", "api/v1/session");
  location.reload();
});
addEventListener("hashchange", start);
addEventListener("online", () => feed.wake());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && feed.wake());
loadPieces().catch(() => {});
start();
