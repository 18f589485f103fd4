// The page of spectators: it follows the hall, shows the pairings, and lets the address choose a table: `#12`, or `?table=12`.

import { loadPieces } from "../shared/board.js";
import { Follower } from "../shared/follow/follower.js";
import { Seen } from "../shared/follow/seen.js";
import { viewOf } from "../shared/follow/view.js";
import { browserWays } from "../shared/follow/ways.js";
import { Announcer } from "../shared/game/announcer.js";
import { Readings } from "../shared/game/clock.js";
import { write } from "../shared/make.js";
import { ServerTime } from "../shared/time.js";
import { Choices, LANGUAGES, fullScreen } from "./choices.js";
import { Head } from "./head.js";
import { List } from "./list/list.js";
import { readPieces } from "./list/mini.js";
import { News } from "./list/news.js";
import { Settings, storage } from "./settings.js";
import { plyWords, moveSpeech, resultWords } from "./speech/say.js";
import { sayAloud } from "./speech/voice.js";
import { speak, word } from "./speech/words.js";
import { Game } from "./table/game.js";
import { ShareDialog, files } from "./table/games.js";
import { Keys } from "./table/keys.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

/** The time between two ticks, in milliseconds: short enough to skip no second. */
const TICK_MS = 200;
/** What the old addresses of screens call the letters of moves. */
const NOTATIONS = /** @type {Record<string, string>} */ ({ english: "en", polish: "pl", russian: "ru" });

const asked = new URLSearchParams(location.search);
const root = document.documentElement;
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Returns the choices of the viewer. An address may say otherwise for this once. */
function settingsHere() {
  const settings = new Settings(storage());
  const notation = asked.get("notation") ?? "";
  const language = asked.get("lang") ?? NOTATIONS[notation];
  const letters = notation === "figurine" ? "figurines" : NOTATIONS[notation] ? "letters" : settings.choice.letters;
  const results = settings.choice.results && asked.get("results") !== "no";
  settings.choice = { ...settings.choice, ...(language && { language }), letters, results };
  return settings;
}

/** Loads the words of the language: they came with the page, unless the viewer once chose others. @param {string} wished */
async function loadWords(wished) {
  const isOther = Object.hasOwn(LANGUAGES, wished) && wished !== root.lang;
  const answer = isOther ? await fetch(`live/words/${wished}.json`).catch(() => null) : null;
  if (answer?.ok) root.lang = wished;
  speak(root.lang, answer?.ok ? await answer.json() : JSON.parse(part("words").textContent ?? "{}"));
}

class Page {
  /** The tables as they are drawn, by number. @type {Map<number, TableView>} */
  tables = new Map();
  /** The open table, or null for the list. @type {number | null} */
  open = null;
  /** The place in the list to which the viewer comes back. */
  place = 0;
  /** The last words that were said, or shown at once, of each table. @type {Map<number, string>} */
  told = new Map();
  time = new ServerTime();
  readings = new Readings();
  seen = new Seen(() => {
    this.subscribe();
    this.list.paint();
    this.tick();
  });

  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settings;
    this.announcer = new Announcer(part("announcer"));
    const say = (/** @type {string} */ words) => this.announcer.say(words);
    this.list = new List(part("list"), settings, this.seen);
    this.game = new Game(part("table"), settings, say);
    this.news = new News(part("news"), settings);
    this.share = new ShareDialog(say);
    this.keys = new Keys(this.#keys(), settings);
    const menu = /** @type {HTMLButtonElement} */ (part("menu"));
    this.choices = new Choices(part("choices"), menu, settings, {
      renew: () => this.renew(), anew: () => location.replace(location.pathname + location.hash), keys: () => this.keys.open(),
      opened: () => void this.rounds().then((rounds) => (this.choices.rounds.hidden = !settings.choice.results || !rounds?.tournaments.some((it) => it.rounds.length > 0))),
    });
    this.head = new Head(part("event"), part("about"), part("link"), part("empty"));
    this.game.buttons.append(this.#button("⇪", "share", () => this.shareOpen()));
    if (document.fullscreenEnabled) this.game.buttons.append(this.#button("⛶", "fullScreen", fullScreen));
    write(part("notice"), word("notice"));
    write(part("plain"), word("plain"));
    part("list").setAttribute("aria-label", word("pairings"));
    part("table").setAttribute("aria-label", word("board"));
    this.follower = new Follower(browserWays(settings.choice.results), this.time, {
      changed: (told, happened) => this.changed(told, happened),
      heard: () => {
        Object.assign(root.dataset, { seq: String(this.follower.hall.seq), way: this.follower.way });
        this.tick();
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
    const followed = [...this.tables.values()].filter(({ white, black }) => this.settings.follows(white.name) || this.settings.follows(black.name));
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
    this.list.update(this.tables, changed);
    if (!happened) this.news.back(this.tables.values());
    if (this.open !== null && changed.includes(this.open)) this.showOpen();
    const news = changed.filter((number) => this.isNews(number));
    if (happened && news.length > 0) this.announce(news);
    this.tick();
  }

  /** Returns whether there is something new to say of a table: a clock is no news, and a provisional ply is none yet.
   * @param {number} number */
  isNews(number) {
    const table = this.tables.get(number);
    if (!table || table.over || table.moves.at(-1)?.provisional) return false;
    const said = `${plyWords(table, table.moves.length)} ${resultWords(table)}`.trim();
    if (this.told.get(number) === said) return false;
    this.told.set(number, said);
    return true;
  }

  /** @param {number[]} news the tables */
  announce(news) {
    if (this.open !== null && (this.game.at !== null || !news.includes(this.open))) return;
    const number = this.open ?? news[news.length - 1];
    const table = this.tables.get(number);
    this.announcer.say(`${word("tableNumber", number)}: ${this.told.get(number)}`);
    if (table && this.settings.choice.spoken && this.open !== null) sayAloud(`${plyWords(table, table.moves.length, moveSpeech)} ${resultWords(table)}`);
  }

  tick() {
    const [now, { stale }] = [this.time.now(), this.time];
    root.classList.toggle("stale", stale);
    this.head.show(this.follower, [...this.tables.values()], stale, now);
    const opened = this.open === null ? undefined : this.tables.get(this.open);
    if (opened) this.game.tick(this.readings.at(opened, now), now, stale);
    else if (this.open === null) this.list.tick((table) => this.readings.at(table, now), stale);
    else if (this.follower.hall.epoch !== "") write(part("empty"), word("noTable", this.open));
    part("empty").hidden = this.open === null ? this.tables.size > 0 : Boolean(opened);
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
    const before = this.open;
    if (before === null) this.place = scrollY;
    this.open = /^\d{1,5}$/.test(wanted) ? Number(wanted) : null;
    part("list").hidden = this.open !== null;
    part("news").classList.toggle("away", this.open !== null);
    root.classList.toggle("opened", this.open !== null);
    document.title = this.open === null ? word("title") : word("tableNumber", this.open);
    this.announcer.hush();
    this.game.open(null);
    this.showOpen();
    this.subscribe();
    this.tick();
    if (this.open !== null) {
      scrollTo(0, 0);
      part("table").focus({ preventScroll: true });
    } else if (before !== null) {
      scrollTo(0, this.place);
      this.list.cards.get(before)?.link.focus({ preventScroll: true });
    }
  }

  /** Draws everything anew: the letters or the colours are others. */
  renew() {
    this.list.renew();
    if (this.game.table) this.game.update(this.game.table);
  }

  /** What is known of the rounds; it is asked for when somebody wants it. */
  async rounds() {
    const address = `api/v1/rounds${this.settings.choice.results ? "" : "?results=no"}`;
    /** @type {import("../rounds/choice.js").PublicRounds | null} */
    const rounds = await fetch(address).then((answer) => (answer.ok ? answer.json() : null), () => null);
    return rounds;
  }

  async shareOpen() {
    const { table } = this.game;
    if (!table) return;
    const { results } = this.settings.choice;
    this.share.open(table.table, files(await this.rounds(), table.table, table.game, results), results);
  }

  /** Comes back to the page, or leaves it. */
  looked() {
    this.subscribe();
    if (document.visibilityState !== "visible") return this.news.leave(this.tables.values());
    // Of tables that nobody looked at nothing was told: everything is asked for once more.
    if (this.news.isLong()) this.follower.begin();
    else this.follower.wake();
  }

  /** @returns {import("./table/keys.js").Key[]} */
  #keys() {
    const isOpen = () => this.open !== null && this.game.table !== null;
    const key = (/** @type {string} */ key, /** @type {string} */ words, /** @type {() => void} */ act, here = isOpen, shown = key) => ({ key, words, act, here, shown });
    return [
      key("ArrowLeft", "previous", () => this.game.by(-1), isOpen, "←"), key("ArrowRight", "next", () => this.game.by(1), isOpen, "→"),
      key("Home", "toStart", () => this.game.step(0)), key("End", "toLive", () => this.game.step(null)),
      key("f", "flip", () => this.game.flip()), key("s", "share", () => void this.shareOpen()), key("t", "sayClocks", () => this.announcer.say(this.game.clocks())),
      key("Escape", "allBoards", () => (location.hash = "#all"), () => this.open !== null, "Esc"),
      key("/", "search", () => this.list.search.focus(), () => this.open === null),
      key("m", "choices", () => part("menu").click(), () => true), key("?", "keys", () => this.keys.open(), () => true),
    ];
  }

  /** @param {string} text @param {string} label @param {() => void} act */
  #button(text, label, act) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: text, title: word(label), onclick: act });
    button.setAttribute("aria-label", word(label));
    return button;
  }
}

async function begin() {
  const pieces = loadPieces(root.dataset.pieces).then(() => readPieces(document), () => "lost");
  const settings = settingsHere();
  await loadWords(settings.choice.language);
  const page = new Page(settings);
  page.route();
  page.follower.begin();
  addEventListener("hashchange", () => page.route());
  addEventListener("online", () => page.follower.wake(true));
  addEventListener("pageshow", () => page.follower.wake());
  document.addEventListener("visibilitychange", () => page.looked());
  setInterval(() => page.tick(), TICK_MS);
  setInterval(() => page.follower.tick(), 1000);
  if ((await pieces) === "lost") page.head.trouble = word("noPieces");
  page.list.paint();
}

void begin();
