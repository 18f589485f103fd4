// What a hall screen shows when it shows no games: the time to the start of the round, a message, the standings, a start
// position, and its own name.

import { Board } from "../shared/board.js";
import { make, write } from "../shared/make.js";
import { clockText } from "../shared/time.js";
import { capitalShare } from "./cell.js";
import { startOf } from "./chess960.js";
import { letterMm, sizeOf } from "./density.js";
import { turnedFen } from "./facts.js";

/** @typedef {import("./orders.js").Setup} Setup */
/** @typedef {import("../shared/pairing_table.js").Ranked} Ranked */
/** @typedef {{key: string, name: string, standings: {after: number, rows: Ranked[]}}} Table */

/** The time between two questions for the standings, in milliseconds. */
const AGAIN_MS = 15_000;
/** The time after which a code that did not come is asked for again, in milliseconds. */
const CODE_AGAIN_MS = 5000;
/** The height of a row of standings, in sizes of its type. */
const ROW = 1.5;

/** Returns the size of type that is read from the farthest seat, in pixels. @param {Setup} setup */
export function typeFor({ inches, metres }) {
  const { heightMm } = sizeOf(inches, innerWidth, innerHeight);
  return Math.min((letterMm(metres) / capitalShare()) * (innerHeight / heightMm), innerHeight / 8);
}

/** Sets a text as large as its box lets it be. @param {HTMLElement} el @param {HTMLElement} box @param {number} most in pixels */
function fill(el, box, most) {
  let [low, high] = [8, most];
  while (high - low > 1) {
    const size = (low + high) / 2;
    el.style.fontSize = `${size}px`;
    if (el.scrollWidth > box.clientWidth || el.scrollHeight > box.clientHeight) high = size;
    else low = size;
  }
  el.style.fontSize = `${Math.floor(low)}px`;
}

export class Panels {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    this.text = make("p", { class: "text", dir: "auto" });
    this.title = make("p", { class: "title", dir: "auto" });
    this.digits = make("p", { class: "digits" });
    this.day = make("p", { class: "day" });
    this.board = new Board();
    this.list = make("div", { class: "standings" });
    this.panel = make("section", { class: "panel" });
    this.drawn = "";
    /** @type {Table[]} */
    this.tournaments = [];
    this.askedMs = -Infinity;
    this.page = { page: 1, pages: 1 };
    this.turnedMs = -Infinity;
  }

  /** @param {string} kind @param {Node[]} parts */
  #stand(kind, parts) {
    this.panel.dataset.kind = kind;
    if (parts.some((part, at) => this.panel.children[at] !== part) || this.panel.children.length !== parts.length) {
      this.panel.replaceChildren(...parts);
      this.drawn = "";
    }
    if (this.panel.parentElement !== this.stage || this.stage.children.length > 1) this.stage.replaceChildren(this.panel);
    this.stage.style.gridTemplate = "minmax(0, 1fr) / minmax(0, 1fr)";
    this.stage.style.transform = "";
  }

  /** Does what follows only if something differs. @param {string} key @param {() => void} act */
  #once(key, act) {
    const whole = `${innerWidth} ${innerHeight} ${key}`;
    if (whole === this.drawn) return;
    this.drawn = whole;
    act();
  }

  /** @param {Setup} setup */
  message({ message }) {
    this.#stand("message", [this.text]);
    this.#once(message, () => {
      write(this.text, message);
      fill(this.text, this.panel, innerHeight / 3);
    });
  }

  /** @param {string} title @param {number} leftMs @param {number | null} dayMs the time of day, if it is known */
  countdown(title, leftMs, dayMs) {
    this.#stand("countdown", [this.title, this.digits, this.day]);
    write(this.digits, clockText(leftMs));
    const day = dayMs === null ? "" : new Date(dayMs).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    write(this.day, day);
    this.#once([title, this.digits.textContent?.length, day !== ""].join("|"), () => {
      write(this.title, title);
      this.digits.style.fontSize = `${Math.min(innerHeight * 0.42, innerWidth / ((this.digits.textContent?.length ?? 5) * 0.62))}px`;
      this.title.style.fontSize = `${Math.min(innerHeight * 0.13, innerWidth / (title.length * 0.62 + 1))}px`;
      this.day.style.fontSize = `${innerHeight * 0.08}px`;
    });
  }

  /** @param {Setup} setup @param {string | undefined} first the start position of the first table, as a FEN */
  start({ start, mirrored }, first) {
    this.#stand("start", [this.board.el, this.title]);
    const fen = start === null ? (first ?? startOf(518)) : startOf(start);
    this.board.show(mirrored ? turnedFen(fen) : fen, null);
    const [title, side] = [start === null ? "Start position" : `Start position ${start}`, Math.min(innerHeight * 0.8, innerWidth * 0.94)];
    this.#once(title, () => {
      write(this.title, title);
      this.panel.style.setProperty("--board", `${side}px`);
      this.title.style.fontSize = `${Math.min(innerHeight * 0.08, innerWidth / 14)}px`;
    });
  }

  /** @param {Setup} setup @param {number} nowMs */
  standings(setup, nowMs) {
    this.#stand("standings", [this.title, this.list]);
    if (nowMs - this.askedMs > AGAIN_MS) void this.#ask(nowMs);
    const one = this.tournaments.find((it) => it.key === setup.tournament) ?? this.tournaments[0];
    const rows = one?.standings.rows ?? [];
    const type = typeFor(setup);
    const columns = Math.max(1, Math.floor(innerWidth / (type * 24)));
    const room = Math.max(1, Math.floor((this.stage.clientHeight - type * 2.4) / (type * ROW)));
    const pages = Math.max(1, Math.ceil(rows.length / (room * columns)));
    if (nowMs - this.turnedMs >= setup.turn_s * 1000) {
      this.page = { page: this.turnedMs === -Infinity ? 1 : (this.page.page % pages) + 1, pages };
      this.turnedMs = nowMs;
    }
    this.page = { page: Math.min(this.page.page, pages), pages };
    const from = (this.page.page - 1) * room * columns;
    this.#once(JSON.stringify([type, this.page, rows]), () => {
      write(this.title, one ? `${one.name} – after round ${one.standings.after}` : "No standings yet");
      this.panel.style.fontSize = this.title.style.fontSize = `${type}px`;
      this.list.style.gridTemplate = `repeat(${room}, ${ROW}em) / repeat(${columns}, minmax(0, 1fr))`;
      this.list.replaceChildren(...rows.slice(from, from + room * columns).map(row));
    });
    return this.page;
  }

  /** @param {number} nowMs */
  async #ask(nowMs) {
    this.askedMs = nowMs;
    const told = await fetch("api/v1/rounds", { cache: "no-cache" }).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    // What was known last stays, if nothing comes.
    if (told) this.tournaments = told.tournaments;
  }
}

/** @param {Ranked} ranked */
function row({ rank, shared, player, points }) {
  const place = rank === undefined ? "–" : `${rank}${shared ? "=" : ""}`;
  const name = [player.title, player.name].filter(Boolean).join(" ");
  return make("p", { class: "ranked" }, [make("span", { class: "rank" }, [place]), make("bdi", { class: "who" }, [name || "?"]), make("span", { class: "points" }, [points])]);
}

/** Shows the name of the screen, and the code by which a phone finds it. @param {HTMLElement} el @param {string} name @param {string | null} place */
export function showName(el, name, place) {
  const shown = `${name} ${place}`;
  if (el.dataset.shown === shown) return;
  el.dataset.shown = shown;
  const code = make("img", { src: `api/v1/displays/${name}/code.svg`, alt: "" });
  code.addEventListener("error", () => {
    code.remove();
    // Without a console there is no code; without the program there is none yet.
    setTimeout(() => delete el.dataset.shown, CODE_AGAIN_MS);
  });
  const words = name.split("-").map((word) => make("span", {}, [word]));
  const help = place ?? "Adopt this screen at the console: Screens, or with the code.";
  el.replaceChildren(make("p", { class: "words" }, words), code, make("p", { class: "help", dir: "auto" }, [help]));
}
