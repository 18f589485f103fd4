// The page of spectators: it follows the hall, shows the pairings, and lets the address choose a table: `#12`, or `?table=12`.

import { loadPieces } from "../shared/board.js";
import { Follower } from "../shared/follow/follower.js";
import { Seen } from "../shared/follow/seen.js";
import { viewOf } from "../shared/follow/view.js";
import { browserWays } from "../shared/follow/ways.js";
import { Announcer } from "../shared/game/announcer.js";
import { Readings } from "../shared/game/clock.js";
import { make, write } from "../shared/make.js";
import { startTheme } from "../shared/theme.js";
import { ServerTime } from "../shared/time.js";
import { loadWords, settingsOf } from "./beginning.js";
import { fullScreen } from "./choices/full_screen.js";
import { Head } from "./head.js";
import { icon, signed } from "./icons.js";
import { late } from "./late.js";
import { List } from "./list/list.js";
import { readPieces } from "./list/mini.js";
import { Teller } from "./speech/teller.js";
import { word } from "./speech/words.js";
import { Game } from "./table/game.js";
import { Views } from "./views.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

/** The time between two ticks, in milliseconds: short enough to skip no second. */
const TICK_MS = 200;
/** The time away in milliseconds after which a viewer is told what changed. */
const AWAY_MS = 60_000;
const asked = new URLSearchParams(location.search);
const root = document.documentElement;
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Page {
  /** The tables as they are drawn, by number. @type {Map<number, TableView>} */
  tables = new Map();
  /** The open table, or null for a view. @type {number | null} */
  open = null;
  /** Whether the list is what is shown. */
  isList = true;
  /** The tables that changed since the list was drawn: it waits while a table is open. @type {Set<number>} */
  dirty = new Set();
  /** The drawing that the browser was asked for; 0 if none. */
  drawing = 0;
  /** The places in the views to which the viewer comes back. @type {Map<string, number>} */
  places = new Map();
  /** The tables as they were when the viewer left, and when that was. @type {{tables: Map<number, TableView>, at: number} | null} */
  left = null;
  part = part;
  menu = /** @type {HTMLButtonElement} */ (part("menu"));
  theme = make("button", { type: "button" });
  time = new ServerTime();
  readings = new Readings();
  seen = new Seen(() => {
    this.subscribe();
    this.list.paint();
    this.tick();
  });

  /** @param {import("./choices/settings.js").Settings} settings */
  constructor(settings) {
    this.settings = settings;
    // The colours come first: boards are painted with them.
    startTheme(this.theme, word);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.renew());
    this.announcer = new Announcer(part("announcer"));
    this.teller = new Teller(this.announcer, settings, (table) => this.use((later) => later.aloud(table)));
    this.list = new List(part("list"), settings, this.seen);
    this.game = new Game(part("table"), settings, (words) => this.announcer.say(words));
    this.head = new Head(part("event"), part("about"), part("link"), part("empty"), part("journal"));
    this.menu.replaceChildren(icon("menu"));
    this.menu.setAttribute("aria-label", word("choices"));
    this.menu.addEventListener("click", () => this.use((later) => later.choices.toggle()));
    this.game.buttons.append(signed("share", word("share"), () => this.use((later) => later.shareOpen())));
    if (document.fullscreenEnabled) this.game.buttons.append(signed("full", word("fullScreen"), fullScreen));
    this.views = new Views(part("views"), settings.choice.results);
    for (const id of ["notice", "plain"]) write(part(id), word(id));
    part("list").setAttribute("aria-label", word("pairings"));
    part("table").setAttribute("aria-label", word("board"));
    this.follower = new Follower(browserWays(settings.choice.results), this.time, {
      changed: (told, happened) => this.changed(told, happened),
      heard: () => {
        Object.assign(root.dataset, { seq: String(this.follower.hall.seq), way: this.follower.way });
        this.drawing ||= requestAnimationFrame(() => this.draw());
      },
      link: (link) => {
        root.dataset.link = link;
        if (link === "lost") this.time.stop();
        this.tick();
      },
    });
  }

  /** Asks for the tables that are looked at and those of followed players, and for clocks while the page is looked at. */
  subscribe() {
    // A table without a game is perhaps not on the page, and may get one.
    const followed = [...this.tables.values()].filter(({ white, black, moves }) =>
      !(white.name || moves.length) || this.settings.follows(white.name) || this.settings.follows(black.name));
    const seen = this.open === null ? this.seen.tables : [this.open];
    this.follower.want([...seen, ...followed.map(({ table }) => table)], document.visibilityState === "visible");
  }

  /** @param {number[]} told the tables @param {boolean} happened says whether something happened just now */
  changed(told, happened) {
    const gone = [...this.tables.keys()].filter((number) => !this.follower.hall.tables.has(number));
    const changed = [...new Set([...told, ...gone])];
    for (const number of changed) {
      const table = this.follower.hall.tables.get(number);
      if (table) this.tables.set(number, viewOf(table));
      else this.tables.delete(number);
    }
    changed.forEach((number) => this.dirty.add(number));
    this.drawing ||= requestAnimationFrame(() => this.draw());
    if (!happened) this.back();
    const news = changed.filter((number) => this.teller.isNews(this.tables.get(number)));
    if (happened && news.length > 0) this.announce(news);
  }

  /** Draws the tables that changed, however many frames told of them, once a picture. */
  draw() {
    this.drawing = 0;
    if (this.isList) {
      this.list.update(this.tables, this.dirty);
      this.dirty.clear();
    } else if (this.open !== null && this.tables.get(this.open) !== this.game.table) this.showOpen();
    this.tick();
  }

  /** @param {number[]} news the tables */
  announce(news) {
    const isSeen = this.open === null ? this.isList : this.game.at === null && news.includes(this.open);
    if (!isSeen) return;
    const table = this.tables.get(this.open ?? news[news.length - 1]);
    if (table) this.teller.tell(table, this.open !== null);
  }

  tick() {
    const [now, { stale }] = [this.time.now(), this.time];
    root.classList.toggle("stale", stale);
    this.head.show(this.follower, [...this.tables.values()], stale, now);
    const opened = this.open === null ? undefined : this.tables.get(this.open);
    if (opened) this.game.tick(this.readings.at(opened, now), now, stale);
    else if (this.isList) this.list.tick((table) => this.readings.at(table, now), stale);
    else if (this.open !== null && this.follower.hall.epoch !== "") write(part("empty"), word("noTable", this.open));
    part("empty").hidden = this.isList ? this.tables.size > 0 : this.open === null || Boolean(opened);
  }

  showOpen() {
    const table = this.open === null ? undefined : this.tables.get(this.open);
    part("table").hidden = !table;
    if (!table) return;
    if (this.game.table?.table === table.table) this.game.update(table);
    else this.game.open(table);
  }

  /** Goes where the address leads. */
  route() {
    const wanted = location.hash.slice(1) || asked.get("table") || "";
    const [before, view] = [this.open, this.views.shown];
    if (before === null) this.places.set(view, scrollY);
    this.open = /^\d{1,5}$/.test(wanted) ? Number(wanted) : null;
    const { isList, name } = this.views.go(wanted);
    this.isList = isList && this.open === null;
    part("list").hidden = !this.isList;
    part("news").classList.toggle("away", this.open !== null);
    root.classList.toggle("opened", this.open !== null);
    document.title = this.open !== null ? word("tableNumber", this.open) : this.isList ? word("title") : name;
    part("results").hidden = this.open !== null || this.isList;
    if (!part("results").hidden) this.ask("results", ({ Results }) => new Results(this), (it) => it.show(this.views.shown, this.views.tournament));
    this.announcer.hush();
    this.game.open(null);
    this.showOpen();
    this.subscribe();
    this.draw();
    if (this.open !== null) {
      scrollTo(0, 0);
      part("table").focus({ preventScroll: true });
    } else if (before !== null || view !== this.views.shown) {
      scrollTo(0, this.places.get(this.views.shown) ?? 0);
      if (before !== null && this.isList) this.list.cards.get(before)?.link.focus({ preventScroll: true });
    }
  }

  /** Draws everything anew: the letters or the colours are others. */
  renew() {
    this.list.renew();
    if (this.game.table) this.game.update(this.game.table);
  }

  /** Does something with what a viewer needs who touches the page. @param {(later: import("./later.js").Later) => unknown} act */
  use(act) {
    this.ask("later", ({ Later }) => new Later(this), act);
  }

  /** Does something with what a script makes that is loaded when it is wanted. @template T @param {"later" | "results"} name
   * @param {(module: any) => T} make @param {(it: T) => unknown} act */
  ask(name, make, act) {
    // Where it is gone it belongs to a program that was renewed since then; the page is to be, too. It is not gone where a line
    // broke, or where the viewer leaves the page and the browser drops what was on its way.
    late(name, make).then(act, () => fetch(root.dataset[name] ?? "").then(({ status }) => status === 404 && location.reload(), () => {}));
  }

  /** Comes back to the page, or leaves it. */
  looked() {
    this.subscribe();
    if (document.visibilityState !== "visible") {
      this.left ??= { tables: new Map(this.tables), at: Date.now() };
      return;
    }
    // Of tables that nobody looked at nothing was told: everything is asked for once more.
    if (this.left && Date.now() - this.left.at > AWAY_MS) return this.follower.begin();
    this.left = null;
    this.follower.wake();
  }

  /** Tells what changed while the viewer was away, once everything is known again. */
  back() {
    const { left } = this;
    if (!left || document.visibilityState !== "visible") return;
    this.left = null;
    this.use((later) => later.news.tell(left.tables, this.tables.values()));
  }
}

async function begin() {
  const pieces = loadPieces(root.dataset.pieces).then(() => readPieces(document), () => "lost");
  const settings = settingsOf(asked);
  await loadWords(settings.choice.language, part("words"));
  const page = new Page(settings);
  page.route();
  page.follower.begin();
  addEventListener("hashchange", () => page.route());
  addEventListener("pointerdown", () => page.use(() => {}), { once: true });
  // The first key waits until there is somebody who knows what it does.
  document.addEventListener("keydown", (event) => page.use((later) => later.keys.pressed(event)));
  addEventListener("online", () => page.follower.wake(true));
  addEventListener("pageshow", () => page.follower.wake());
  document.addEventListener("visibilitychange", () => page.looked());
  setInterval(() => page.tick(), TICK_MS);
  setInterval(() => page.follower.tick(), 1000);
  if ((await pieces) === "lost") page.head.trouble = word("noPieces");
  page.list.paint();
}

void begin();
