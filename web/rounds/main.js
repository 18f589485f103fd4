// The public page of rounds: pairings and results of each round that has begun, the standings after it and the crosstable.
// It asks for `/api/v1/rounds`, and for the standings of the round that is shown.

import { captioned, player, rankCells, rankHeads } from "../shared/pairing_table.js";
import { make, write } from "../shared/make.js";
import { resultText } from "../shared/rounds_words.js";
import { startTheme } from "../shared/theme.js";
import { delayText } from "../shared/time.js";
import { address, chosen, tieBreakNote } from "./choice.js";
import { SheetReader, sheetPath } from "./sheet.js";
import { language, speak, word } from "./words.js";

/** @typedef {import("./choice.js").PublicRounds} PublicRounds */
/** @typedef {import("./choice.js").PublicTournament} PublicTournament */
/** @typedef {import("./choice.js").PublicRound} PublicRound */

/** The time between two questions, in milliseconds: a result is not urgent, and phones are many. */
const AGAIN_MS = 10_000;
const KEY = "topboard-language";

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {PublicRounds | null} */
let rounds = null;
/** The answer that is shown, word by word. */
let shown = "";
/** @type {"loading" | "live" | "lost"} */
let link = "loading";
let timer = 0;
const reader = new SheetReader(draw);

async function ask() {
  clearTimeout(timer);
  try {
    const answer = await fetch("../api/v1/rounds", { cache: "no-cache" });
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    link = "live";
    if (text !== shown) {
      rounds = JSON.parse(text);
      shown = text;
      draw();
    }
    await askSheet();
  } catch {
    link = "lost";
  }
  showLink();
  // A page that nobody looks at asks nothing.
  if (document.visibilityState === "visible") timer = window.setTimeout(ask, AGAIN_MS);
}

/** Returns what is shown, and the address of its sheet; nothing before a round has begun. */
function shownRound() {
  const { tournament, round, corrected } = rounds ? chosen(rounds, decodeURIComponent(location.hash)) : { tournament: null, round: null, corrected: false };
  return tournament && round ? { tournament, round, corrected, path: `../${sheetPath(tournament.key, round.round, corrected, "standings")}` } : null;
}

async function askSheet() {
  const place = shownRound();
  if (place) await reader.look(place.path);
}

/** Goes to the round of the address. */
async function go() {
  draw();
  await askSheet().catch(() => (link = "lost"));
  showLink();
}

function showLink() {
  part("link").dataset.state = { loading: "connecting", live: "live", lost: "lost" }[link];
  const delay = delayText(rounds?.delay_ms, [word("minutes"), word("seconds")]);
  write(part("link"), link === "live" && delay ? word("behind", delay) : word(link));
}

function draw() {
  if (!rounds) return;
  const title = rounds.event || word("rounds");
  write(part("event"), title);
  document.title = `${word("rounds")} – ${title}`;
  const place = shownRound();
  const { tournament, round } = place ?? { tournament: null, round: null };
  part("empty").hidden = place !== null;
  write(part("empty"), word("noRounds"));
  const begun = rounds.tournaments.filter((it) => it.rounds.length > 0);
  const named = begun.map((it) => ({ text: it.name || it.key, to: address(it.key), here: it === tournament }));
  links(part("tournaments"), word("tournament"), begun.length > 1 ? named : []);
  const numbers = tournament?.rounds.map((it) => ({ text: String(it.round), to: address(tournament.key, it.round), here: it === round }));
  links(part("numbers"), word("allRounds"), numbers ?? []);
  const sheet = place && reader.at(place.path);
  drawVersions(place, sheet);
  part("corrections").replaceChildren(...(sheet ? corrections(sheet) : []));
  part("pairings").replaceChildren(...(place ? pairings(place.tournament, place.round, sheet) : []));
  part("standings").replaceChildren(...(place && sheet ? standings(sheet, place.corrected) : []));
  part("teams").replaceChildren(...(sheet?.teams ? teams(sheet.standings.after, sheet.teams) : []));
  part("crosstable").replaceChildren(...(sheet ? crosstable(sheet) : []));
}

/** Shows the links between what was signed and what is corrected, and those to files.
 * @param {ReturnType<typeof shownRound>} place @param {import("./sheet.js").Sheet | null} sheet */
function drawVersions(place, sheet) {
  const differs = sheet !== null && (sheet.revised || sheet.corrections.length > 0);
  const { tournament: { key }, round: { round } } = place ?? { tournament: { key: "" }, round: { round: 0 } };
  const of = (/** @type {boolean} */ corrected) => ({
    text: word(corrected ? "versionCorrected" : "versionSigned"), to: address(key, round, corrected), here: sheet !== null && sheet.signed !== corrected,
  });
  links(part("versions"), word("versions"), place && differs ? [of(false), of(true)] : []);
  const file = (/** @type {string} */ name, /** @type {import("./sheet.js").Part} */ what) => ({
    text: word(name), to: place ? `../${sheetPath(key, round, place.corrected, what)}` : "", here: false,
  });
  links(part("save"), word("save"), sheet ? [file("results", "results.csv"), file("standings", "standings.csv"), file("crosstable", "crosstable.csv")] : []);
}

/** Shows links in a row. @param {HTMLElement} nav @param {string} label @param {{text: string, to: string, here: boolean}[]} list */
function links(nav, label, list) {
  const focused = nav.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  nav.hidden = list.length === 0;
  nav.setAttribute("aria-label", label);
  nav.replaceChildren(make("span", { class: "label", "aria-hidden": "true" }, [label]), ...list.map(({ text, to, here }) =>
    make("a", { class: "all", href: to, ...(here && { "aria-current": "true" }) }, [make("bdi", {}, [text])])));
  if (focused) /** @type {HTMLElement | null} */ (nav.querySelector(`[href="${CSS.escape(focused)}"]`))?.focus();
}

/** @param {import("./sheet.js").Sheet} sheet */
function corrections({ corrections }) {
  const said = corrections.map(({ round, board, white, black, was, is }) => make("li", {}, [
    word("correction", round, board, resultText(was) || "–", resultText(is) || "–"), " (", player(white, word("nobody")), " – ", player(black, word("nobody")), ")",
  ]));
  return said.length > 0 ? [make("h2", {}, [word("corrections")]), make("ul", {}, said)] : [];
}

/** Returns a result; where it was corrected, both. @param {string} result @param {import("./sheet.js").Correction | undefined} corrected */
const both = (result, corrected) =>
  corrected ? `${resultText(corrected.was) || "–"} → ${resultText(corrected.is) || "–"}` : resultText(result) || "–";

/** Says what a deciding game decides, beside its result. @param {import("./choice.js").PublicBoard} board */
function decided(board) {
  const key = tieBreakNote(board);
  return key && `, ${word(key)}`;
}

/** @param {PublicTournament} tournament @param {PublicRound} round @param {import("./sheet.js").Sheet | null} sheet */
function pairings(tournament, round, sheet) {
  const of = tournament.rounds_planned ? word("roundOf", round.round, tournament.rounds_planned) : word("round", round.round);
  const head = [tournament.name, of, round.date, word(round.ended ? "ended" : "running")].filter(Boolean).join(" · ");
  // Where each board stands on the table of its number, one number is enough.
  const differs = round.boards.some(({ board, table }) => table !== undefined && table !== board);
  const heads = [
    { text: word("board"), kind: "figure" }, ...(differs ? [{ text: word("table"), kind: "figure" }] : []), { text: word("white"), kind: "side" },
    { text: word("result"), kind: "result" }, { text: word("black"), kind: "side" },
  ];
  const rows = round.boards.map((it) => [
    differs ? String(it.board) : table(it), ...(differs ? [table(it)] : []), player(it.white, word("nobody")),
    both(it.result, sheet?.corrections.find(({ round: of, board }) => of === round.round && board === it.board)) + decided(it), player(it.black, word("nobody")),
  ]);
  const free = round.unpaired.map(([name, why]) => make("li", {}, [player(name, ""), ": ", word(why)]));
  return [
    make("h2", {}, [head]), wide(captioned(word("pairingsOf", round.round), heads, rows, 0)),
    ...(free.length > 0 ? [make("h3", {}, [word("withoutGame")]), make("ul", {}, free)] : []),
  ];
}

/** Makes the number of a table, a link where its game can be watched. @param {import("./choice.js").PublicBoard} board */
function table({ board, table, game }) {
  if (table === undefined) return String(board);
  if (game === undefined) return String(table);
  return make("a", { href: `../#${table}`, "aria-label": word("watch", table) }, [String(table)]);
}

/** @param {import("./sheet.js").Sheet} sheet @param {boolean} corrected */
function standings(sheet, corrected) {
  const { after, complete, tie_breaks, rows } = sheet.standings;
  const is = sheet.signed ? "signed" : sheet.corrections.length > 0 || sheet.revised ? "corrected" : sheet.ended && !corrected ? "unknownSigned" : "";
  const notes = [...(complete ? [] : ["incomplete"]), ...(is ? [is] : [])].map((key) => make("p", { class: "soft" }, [word(key)]));
  const table = captioned(word("standingsAfter", after), rankHeads(tie_breaks, word), rows.map((row) => rankCells(row, word("nobody"))), 1);
  return [make("h2", {}, [word("standingsAfter", after)]), ...notes, wide(table)];
}

/** @param {number} after @param {import("./sheet.js").Teams} teams */
function teams(after, { criteria, rows }) {
  const heads = [{ text: word("rank"), kind: "figure" }, { text: word("team") }, ...criteria.map((name) => ({ text: word(name), kind: "figure" }))];
  const cells = rows.map(({ rank, shared, name, values }) => [`${rank}${shared ? "=" : ""}`, make("bdi", {}, [name]), ...values]);
  const title = word("teamsAfter", after);
  return [make("h2", {}, [title]), wide(captioned(title, heads, cells, 1))];
}

/** @param {import("./sheet.js").Sheet} sheet */
function crosstable({ standings: { after }, crosstable: { heads, lines } }) {
  const columns = [
    { text: word("number"), kind: "figure" }, { text: word("player") }, ...heads.map((text) => ({ text, kind: "figure" })), { text: word("points"), kind: "figure" },
  ];
  const rows = lines.map(({ line, player: name, cells, points }) => [
    String(line), player(name, word("nobody")), ...cells.map((cell) => cell.replaceAll("-", "−")), points,
  ]);
  const title = word("crosstableAfter", after);
  return [make("h2", {}, [title]), wide(captioned(title, columns, rows, 1))];
}

/** Makes a part that scrolls sideways by itself. The keyboard reaches it, too. @param {HTMLTableElement} table */
const wide = (table) => make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": table.caption?.textContent ?? "" }, [table]);

/** @param {string | null} wished */
function choose(wished) {
  speak(wished);
  /** @type {HTMLSelectElement} */ (part("language")).value = language();
  theme();
  showLink();
  draw();
}

/** Returns the language that the reader chose, if storage is allowed. */
function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const theme = startTheme(/** @type {HTMLButtonElement} */ (part("theme")), word);
choose(new URLSearchParams(location.search).get("lang") ?? remembered() ?? navigator.language);
part("language").addEventListener("change", () => {
  const { value } = /** @type {HTMLSelectElement} */ (part("language"));
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  // The language of the address was another page's.
  history.replaceState(null, "", location.pathname + location.hash);
  choose(value);
});
part("print").addEventListener("click", () => print());
addEventListener("hashchange", go);
addEventListener("online", ask);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask());
ask();
