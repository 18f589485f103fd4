// The organiser's page of rounds: it asks for the event, shows one round of one tournament, and gives orders about it.

import { make, write } from "../make.js";
import { keep, recall } from "../memory.js";
import { enter } from "../session.js";
import { still } from "../still.js";
import { startTheme } from "../../shared/theme.js";
import { BoardsPanel } from "./boards_panel.js";
import { Byes } from "./byes.js";
import { Editor } from "./editor.js";
import { button } from "./fields.js";
import { Giver } from "./giver.js";
import { ImportPanel } from "./import_panel.js";
import * as orders from "./orders.js";
import { PairingList } from "./pairing_list.js";
import { Papers } from "./papers.js";
import { PlayersPanel } from "./players_panel.js";
import { Poll } from "./poll.js";
import { RatingsPanel } from "./ratings_panel.js";
import { Ready } from "./ready.js";
import { RoundBar } from "./round_bar.js";
import { RoundRobinPanel } from "./round_robin_panel.js";
import { StandingsPanel } from "./standings_panel.js";
import { currentRound, numbers, roundNumbers, roundState, rowsOf } from "./state.js";
import { TimingForm } from "./timing_form.js";
import { eventForm, tournamentForm } from "./tournament_form.js";
import { language, speak, word } from "./words.js";

/** @typedef {import("./state.js").EventState} EventState */

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const KEYS = { language: "topboard-arbiter-language", author: "topboard-arbiter-name" };

/** @type {EventState | null} */
let state = null;
/** The tournament that is shown. @type {string | null} */
let key = null;
/** The round that a person chose; without one it is the round that needs a hand. @type {number | null} */
let wished = null;
const ready = new Ready();
/** Whether the form of a new tournament is open. */
let isNew = false;

const announce = (/** @type {string} */ said) => write(part("announcer"), said);
const redraw = still(draw);
const poll = new Poll(async (told, isNew) => {
  state = told;
  settle();
  if (isNew) redraw();
  if (await askReady()) redraw();
}, (link) => {
  part("link").dataset.state = link;
  write(part("link"), word(link));
});
const giver = new Giver(() => poll.look(), announce);
/** The parts of the page, made anew when the language changes. @type {ReturnType<typeof build> | null} */
let parts = null;

function build() {
  const details = (/** @type {string} */ id) => /** @type {HTMLDetailsElement} */ (part(id));
  const toTitle = () => part("round-title").focus();
  const board = (/** @type {number} */ number) => change(number);
  const begun = () => {
    wished = null;
    draw();
  };
  const list = new PairingList(part("pairings"), (board, result) => {
    const why = part("quick-why");
    giver.give(orders.result({ ...place(), board }, result), why, word("enterAt", board, result)).then((ok) => ok && list.focus(board));
  }, change);
  return {
    list,
    bar: new RoundBar(part("bar"), giver, { begun, board }),
    reading: new ImportPanel(details("import"), giver, toTitle),
    roundRobin: new RoundRobinPanel(details("round-robin"), giver, toTitle),
    timing: new TimingForm(part("timing"), giver),
    players: new PlayersPanel(part("players"), giver),
    ratings: new RatingsPanel(details("ratings"), giver),
    editor: new Editor(/** @type {HTMLDialogElement} */ (part("editor")), giver, (board) => list.focus(board)),
    byes: new Byes(part("byes"), giver),
    boards: new BoardsPanel(part("boards"), part("finding"), giver),
    standings: new StandingsPanel(part("standings")),
    papers: new Papers(part("papers"), part("paper")),
  };
}

/** Returns the round that is shown. */
function place() {
  const tournament = state?.event.tournaments[key ?? ""];
  return { key: key ?? "", round: tournament ? (wished ?? currentRound(tournament)) : 0 };
}

/** Opens a board to be changed. @param {number} board */
function change(board) {
  if (!state) return;
  const { key, round } = place();
  const rows = rowsOf(state, key, round);
  const row = rows.find((it) => it.board === board);
  if (row) parts?.editor.open(state, key, round, row, rows);
}

/** Chooses a tournament where none is chosen, or where it was removed. */
function settle() {
  const keys = Object.keys(state?.event.tournaments ?? {});
  if (key === null || !keys.includes(key)) key = keys[0] ?? null;
}

/** Asks what is missing before the round, and returns whether something else is known now. */
async function askReady() {
  const tournament = state?.event.tournaments[key ?? ""];
  if (!tournament || roundState(tournament, place().round) !== "planned") return false;
  return ready.ask(place(), place);
}

function draw() {
  if (!state || !parts) return;
  const keys = Object.keys(state.event.tournaments);
  const tournament = key === null ? null : state.event.tournaments[key];
  write(part("event"), state.event.name || word("pageTitle"));
  document.title = `${word("pageTitle")} – ${state.event.name || "Topboard"}`;
  drawChoices(keys);
  drawSettings();
  parts.boards.update(state);
  part("chosen").hidden = !tournament || isNew;
  document.documentElement.dataset.revision = String(state.revision);
  if (!tournament || key === null) return;
  const { round } = place();
  const rows = rowsOf(state, key, round);
  const is = roundState(tournament, round);
  parts.bar.update(state, key, round, ready.items(place()));
  parts.reading.update(key, round, is === "none");
  part("import").hidden = is === "ended";
  parts.roundRobin.update(tournament, key);
  parts.list.update(rows, round, is === "open");
  parts.byes.update(tournament, key, round);
  for (const id of ["byes", "players", "ratings"]) part(id).hidden = numbers(tournament.players).length === 0;
  parts.timing.update(tournament, key, round);
  part("timing").hidden = is === "ended";
  parts.players.update(tournament, key);
  parts.ratings.update(key);
  parts.standings.update(state.standings[key], tournament);
  parts.papers.update(state, key, round);
}

/** What the rows of buttons were drawn from. */
let choices = "";
/** @param {string[]} keys */
function drawChoices(keys) {
  if (!state) return;
  const { round } = place();
  const tournament = state.event.tournaments[key ?? ""];
  const rounds = tournament && !isNew ? roundNumbers(tournament).map((it) => ({ it, is: roundState(tournament, it) })) : [];
  const from = JSON.stringify([language(), keys, key, isNew, round, rounds, keys.map((it) => state?.event.tournaments[it].name)]);
  if (from === choices) return;
  choices = from;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.choice;
  const choice = (/** @type {string} */ id, /** @type {string} */ text, /** @type {boolean} */ here, /** @type {() => void} */ act) =>
    button(text, () => choose(act), { "data-choice": id, "aria-pressed": String(here) });
  part("tournaments").setAttribute("aria-label", word("tournament"));
  part("tournaments").replaceChildren(
    ...keys.map((it) => choice(`t/${it}`, state?.event.tournaments[it].name || it, it === key && !isNew, () => {
      if (key !== it) wished = null;
      [key, isNew] = [it, false];
    })),
    ...(keys.length > 0 ? [choice("new", word("newTournament"), isNew, () => (isNew = !isNew))] : []),
  );
  part("numbers").setAttribute("aria-label", word("rounds"));
  part("numbers").hidden = rounds.length === 0;
  part("numbers").replaceChildren(make("span", { class: "label", "aria-hidden": "true" }, [word("rounds")]), ...rounds.map(({ it, is }) => {
    const el = choice(`r/${it}`, String(it), it === round, () => (wished = it));
    el.dataset.state = is;
    el.setAttribute("aria-label", `${word("round", it)}, ${word(is)}`);
    return el;
  }));
  if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-choice="${CSS.escape(focused)}"]`))?.focus();
}

/** @param {() => void} act */
async function choose(act) {
  act();
  // At once: what is drawn after an answer would undo what a hand did meanwhile.
  draw();
  if (await askReady()) redraw();
}

/** The tournament whose form is on the page. @type {string | null | undefined} */
let formOf;
/** What the form was made from. */
let formFrom = "";

function drawSettings() {
  if (!state) return;
  const box = /** @type {HTMLDetailsElement} */ (part("settings"));
  const of = isNew ? null : key;
  const { players: _, rounds: __, ...known } = of === null ? /** @type {import("./state.js").Tournament} */ ({}) : state.event.tournaments[of];
  const { name, site, delay_minutes } = state.event;
  const from = JSON.stringify([known, name, site, delay_minutes]);
  const isSame = formOf === of;
  // A form in which somebody writes stays as it is.
  if (isSame && (from === formFrom || box.contains(document.activeElement))) return;
  [formOf, formFrom] = [of, from];
  const made = (/** @type {string} */ it) => {
    [key, isNew, wished, formOf] = [it, false, null, undefined];
    settle();
    draw();
  };
  const first = Object.keys(state.event.tournaments).length === 0 ? [make("p", {}, [word("firstTournament")])] : [];
  if (!isSame) box.open = of === null;
  box.replaceChildren(make("summary", {}, [word(of === null ? "newTournament" : "settings")]), ...first,
    tournamentForm(giver, of, known, made), eventForm(giver, state.event));
}

/** @param {string} wanted */
function turnTo(wanted) {
  speak(wanted);
  /** @type {HTMLSelectElement} */ (part("language")).value = language();
  parts = build();
  formOf = undefined;
  theme();
  draw();
}

const theme = startTheme(/** @type {HTMLButtonElement} */ (part("theme")), word);
turnTo(recall(KEYS.language) ?? navigator.language.slice(0, 2));
const author = /** @type {HTMLInputElement} */ (part("author"));
author.value = recall(KEYS.author) ?? "";
author.addEventListener("change", () => keep(KEYS.author, author.value.trim()));
part("language").addEventListener("change", () => {
  const { value } = /** @type {HTMLSelectElement} */ (part("language"));
  keep(KEYS.language, value);
  turnTo(value);
});
const start = () => enter(() => {
  part("desk").hidden = false;
  poll.look();
});
addEventListener("hashchange", start);
start();
