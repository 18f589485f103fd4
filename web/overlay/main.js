// A board, the clocks of a game, or a line of all games, to be laid over a film or framed by another page.
//
//   /overlay?show=board&table=3     one board with players, clocks and result, on nothing
//   /overlay?show=clocks&table=3    the players and their clocks
//   /overlay?show=ticker            all games, some at a time
//   /embed?table=3                  one board for a frame in another page, with a way to the hall
//
// Without a table it is the one that moved last. `ground=panel` gives a background, `theme=dark` the dark colours.

import { Board, loadPieces, turn } from "../shared/board.js";
import { delayText, ServerTime } from "../shared/time.js";
import { Readings } from "../shared/game/clock.js";
import { useNotation } from "../shared/game/notation.js";
import { isOver } from "../shared/game/over.js";
import { plyText } from "../shared/game/plies.js";
import { write } from "../shared/make.js";
import { Follower } from "../shared/follow/follower.js";
import { positionAt, viewOf, withGames } from "../shared/follow/view.js";
import { BROWSER } from "../shared/follow/ways.js";
import { Latest } from "./latest.js";
import { Player } from "./player.js";
import { Ticker } from "./ticker.js";

const asked = new URLSearchParams(location.search);
const isFrame = location.pathname.endsWith("/embed");
const show = ["board", "clocks", "ticker"].find((one) => one === asked.get("show")) ?? "board";
const root = document.documentElement;
Object.assign(root.dataset, { show, ground: isFrame ? "panel" : asked.get("ground") ?? "none" });
if (isFrame) root.dataset.frame = "";
if (asked.get("theme") === "dark") root.dataset.theme = "dark";
useNotation(asked.get("notation"));

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const home = /** @type {HTMLAnchorElement} */ (part("home"));
home.hidden = !isFrame;

/** @type {Map<number, import("../shared/wire.js").TableView>} */
const tables = new Map();
const time = new ServerTime();
const readings = new Readings();
const latest = new Latest(Number(asked.get("table")) || null);
const [board, black, white] = [new Board(), new Player("black"), new Player("white")];
const ticker = new Ticker(part("stage"));
if (show === "board") part("stage").append(black.el, board.el, white.el);
if (show === "clocks") part("stage").append(white.el, black.el);

const follower = new Follower(BROWSER, time, {
  changed(told, happened) {
    const gone = [...tables.keys()].filter((number) => !follower.hall.tables.has(number));
    const moved = [...told, ...gone].filter((number) => take(number));
    if (happened) latest.moved(moved, performance.now());
    draw();
  },
  heard() {
    root.dataset.seq = String(follower.hall.seq);
    subscribe();
    tick();
  },
  link(link) {
    if (link === "lost") time.stop();
  },
});

/** Takes a table over as it is now. Returns whether a move or a result came to it. @param {number} number */
function take(number) {
  const [before, now] = [tables.get(number), follower.hall.tables.get(number)];
  if (!now) return void tables.delete(number);
  const table = viewOf(now);
  tables.set(number, table);
  return before?.moves.length !== table.moves.length || before.result !== table.result;
}

function subscribe() {
  const all = follower.hall.hall?.n ?? [];
  const number = latest.table(all, performance.now());
  follower.want(show === "ticker" || latest.fixed === null ? all : number === null ? [] : [number], show !== "ticker");
}

/** Returns the tables that may be shown: one that is asked for, or those that have a game. */
const numbers = () => (latest.fixed === null ? withGames(tables.values()).map(({ table }) => table) : [...tables.keys()]);

function current() {
  const number = latest.table(numbers(), performance.now());
  return number === null ? undefined : tables.get(number);
}

function draw() {
  const table = current();
  if (!table || show === "ticker") return;
  const at = table.moves.length;
  const { fen, last } = positionAt(table, at);
  const text = at > 0 ? plyText(table, at) : "";
  board.show(fen, last);
  white.show(table, turn(fen) === "black" ? text : "");
  black.show(table, turn(fen) === "white" ? text : "");
  root.dataset.table = String(table.table);
  home.href = `/#${table.table}`;
}

function tick() {
  const stale = time.stale;
  root.classList.toggle("stale", stale);
  if (show === "ticker") ticker.tick(withGames(tables.values()), performance.now());
  const table = current();
  if (table && root.dataset.table !== String(table.table)) draw();
  if (table) {
    const times = readings.at(table, time.now());
    const toMove = table.start && !isOver(table) ? turn(positionAt(table, table.moves.length).fen) : null;
    for (const player of [white, black]) player.clock.show(times, toMove, stale);
    root.classList.toggle("lost", table.link.state === "lost");
  }
  // Over a film nothing is said but what is played; a frame in a page tells its readers what they wait for.
  const delay = delayText(follower.hall.hall?.event.delay_ms);
  const waits = !isFrame ? "" : follower.hall.epoch === "" ? "Connecting" : tables.size === 0 ? "No game is on." : table ? "" : "There is no such table.";
  write(part("notice"), waits);
  home.title = delay && `${delay} behind the boards`;
}

addEventListener("online", () => follower.wake(true));
addEventListener("pageshow", () => follower.wake());
document.addEventListener("visibilitychange", () => follower.wake());
follower.begin();
setInterval(tick, 200);
setInterval(() => follower.tick(), 1000);
loadPieces().catch(() => write(part("notice"), isFrame ? "The piece drawings could not be loaded." : ""));
