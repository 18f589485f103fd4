// Standings, crosstable and players within the page of spectators. Only who wants them loads them, and asks for them: everything is
// public, and as late as the boards are, because the program holds both back alike.

import { chosen } from "../../rounds/choice.js";
import { SheetReader, sheetPath } from "../../rounds/sheet.js";
import { make, write } from "../../shared/make.js";
import { language, word } from "../speech/words.js";
import { players } from "./players.js";
import { crosstable, standings } from "./tables.js";
import { say } from "./words.js";

/** @typedef {import("../../rounds/choice.js").PublicRounds} PublicRounds */

/** The time between two questions, in milliseconds: a result is not urgent, phones are many, and nothing changed costs a few bytes. */
const AGAIN_MS = 10_000;

export class Results {
  /** @type {PublicRounds | null} */
  rounds = null;
  text = "";
  /** Whether the last question was answered. */
  isCurrent = true;
  view = "";
  tournament = "";
  timer = 0;
  /** What is drawn, so that nothing is drawn for nothing. */
  drawn = "";
  search = make("input", { type: "search", id: "search-players", autocomplete: "off", enterkeyhint: "search", placeholder: say("searchPlayers") });
  found = make("p", { class: "found", role: "status" });
  tournaments = make("nav", { class: "tournaments" });
  title = make("h2");
  note = make("p", { class: "soft" });
  lost = make("p", { class: "lost", role: "status" });
  body = make("div", { class: "tables" });
  papers = make("a", { class: "papers", href: `rounds/?lang=${language()}` }, [say("allPapers")]);
  reader = new SheetReader(() => this.draw());

  /** @param {import("../main.js").Page} page */
  constructor(page) {
    this.page = page;
    this.el = page.part("results");
    this.results = page.settings.choice.results;
    const sheet = new URL(document.documentElement.dataset.sheet ?? "", document.baseURI).href;
    document.head.append(make("link", { rel: "stylesheet", href: sheet }));
    const label = make("label", { for: "search-players", class: "spoken" }, [say("searchPlayers")]);
    this.search.addEventListener("input", () => this.draw());
    this.papers.hidden = !this.results;
    this.el.append(make("div", { class: "search", role: "search" }, [label, this.search]), this.found, this.tournaments, this.title, this.note, this.lost, this.body, this.papers);
    document.addEventListener("visibilitychange", () => this.#isSeen() && void this.ask());
    addEventListener("online", () => this.#isSeen() && void this.ask());
  }

  #isSeen() {
    return !this.el.hidden && document.visibilityState === "visible";
  }

  /** @param {string} view @param {string} tournament */
  show(view, tournament) {
    [this.view, this.tournament] = [view, tournament];
    this.draw();
    void this.ask();
  }

  /** Asks for what is shown, now and again while somebody looks at it. */
  async ask() {
    clearTimeout(this.timer);
    try {
      const answer = await fetch(`api/v1/rounds${this.results ? "" : "?results=no"}`, { cache: "no-cache" });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (text !== this.text) [this.text, this.rounds] = [text, JSON.parse(text)];
      const path = this.#path();
      if (path && this.results) await this.reader.look(path);
      this.isCurrent = true;
    } catch {
      this.isCurrent = false;
    }
    this.draw();
    clearTimeout(this.timer);
    if (this.#isSeen()) this.timer = window.setTimeout(() => void this.ask(), AGAIN_MS);
  }

  /** Returns the tournament that is shown, and its last round. */
  #chosen() {
    return this.rounds ? chosen(this.rounds, `#${decoded(this.tournament)}`) : { tournament: null, round: null };
  }

  /** The address of the standings as they are now. */
  #path() {
    const { tournament, round } = this.#chosen();
    return tournament && round ? sheetPath(tournament.key, round.round, true, "standings") : "";
  }

  /** What the tables know of the viewer and of the hall. @returns {import("./cells.js").Around} */
  #around() {
    const { page } = this;
    // The boards of the round that is played, as far as they stand in this hall; what nobody looks at is not loaded.
    const inHall = new Set(page.follower.hall.hall?.n);
    const boards = (this.rounds?.tournaments ?? []).flatMap(({ rounds }) => rounds.at(-1)?.boards ?? []);
    const tables = boards.flatMap(({ table, white, black }) =>
      table !== undefined && inHall.has(table) ? [white, black].flatMap((player) => (player?.name ? [/** @type {[string, number]} */ ([player.name, table])] : [])) : []);
    const follow = (/** @type {string} */ name) => {
      page.settings.follow(name);
      page.subscribe();
      page.renew();
      this.draw();
    };
    return { follows: (name) => page.settings.follows(name), follow, tables: new Map(tables) };
  }

  draw() {
    if (!this.#isSeen()) return;
    write(this.lost, this.isCurrent ? "" : say("lost"));
    if (!this.rounds) return;
    const [around, search] = [this.#around(), this.search.value.trim()];
    const drawn = JSON.stringify([this.view, this.tournament, search, this.text, this.reader.at(this.#path()) && this.reader.text, [...around.tables], this.page.settings.choice.followed]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const { tournament } = this.#chosen();
    const sheet = this.reader.at(this.#path());
    this.#tournaments();
    write(this.title, sheet && this.view !== "players" ? say(`${this.view}After`, sheet.standings.after) : word(this.view === "standings" ? "ranks" : this.view));
    write(this.note, !tournament ? say("noStandings") : sheet && !sheet.standings.complete && this.view !== "players" ? say("incomplete") : "");
    const views = /** @type {Record<string, () => {count: number, parts: HTMLElement[]} | null>} */ ({ standings: () => sheet && standings(sheet, search, around), crosstable: () => sheet && crosstable(sheet, search, around),
      players: () => tournament && players(tournament, sheet, search, around) });
    const made = views[this.view]?.();
    write(this.found, made && search ? (made.count > 0 ? say("foundPlayers", made.count) : word("nothingFound")) : "");
    this.#replace(made ? made.parts : []);
  }

  /** Puts new tables in the place of the old ones: whoever reads keeps the place and the focus. @param {HTMLElement[]} parts */
  #replace(parts) {
    const places = new Map([...this.body.querySelectorAll(".wide")].map((el) => [el.getAttribute("data-key"), el.scrollLeft]));
    const focused = this.body.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    this.body.replaceChildren(...parts);
    for (const el of this.body.querySelectorAll(".wide")) el.scrollLeft = places.get(el.getAttribute("data-key")) ?? 0;
    if (focused) /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
  }

  /** Shows the tournaments, where there is a choice. */
  #tournaments() {
    const begun = this.rounds?.tournaments.filter(({ rounds }) => rounds.length > 0) ?? [];
    const { tournament } = this.#chosen();
    this.tournaments.hidden = begun.length < 2;
    this.tournaments.setAttribute("aria-label", say("tournament"));
    this.tournaments.replaceChildren(...begun.map((it) =>
      make("a", { class: "all", href: `#${this.view}/${encodeURIComponent(it.key)}`, ...(it === tournament && { "aria-current": "true" }) }, [make("bdi", {}, [it.name || it.key])])));
  }
}

/** Returns what an address says, as far as it can be read. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
