// Each entry of the log in a sentence: for the list, for the line below the boards, and for a screen reader.

import { clockText } from "../../shared/time.js";
import { shownTime } from "../error.js";
import { plyNumber } from "../make.js";
import { saidText } from "../said.js";
import { language, localMove, localNumber, ruleName, word } from "../words.js";
import { pieceWords, say } from "./words.js";

/** @typedef {import("./model/story.js").Story} Story */

/** Returns a duration as `2.4 s`, or `1:02` from a minute on. @param {number} ms */
export function durationText(ms) {
  if (ms >= 60_000) return clockText(ms);
  return word("second", localNumber((Math.round(ms / 100) / 10).toFixed(1)));
}

/** How times of day are written, by language: to find that out takes longer than to write one. @type {Map<string, Intl.DateTimeFormat>} */
const writings = new Map();

function writing() {
  const known = writings.get(language());
  if (known) return known;
  const made = new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  writings.set(language(), made);
  return made;
}

/** Returns the time of day with tenths, or the journal time if nobody knows the time of day. @param {Story} story
 * @param {number} at */
export function timeText(story, at) {
  const wall = story.wall(at);
  if (wall === null) return `+${clockText(Math.floor(at / 1000) * 1000)}`;
  const date = new Date(wall);
  const shown = writing().format(date);
  return `${shown}${localNumber(`.${Math.floor(date.getMilliseconds() / 100)}`)}`;
}

/** Returns an entry in a sentence. @param {Story} story @param {number} place the place of the entry
 * @param {string} before what the square of a change held before it */
export function sentence(story, place, before = "?") {
  const { kind, detail } = story.entries[place];
  switch (kind) {
    case "square":
      return changeText(detail, before);
    case "reading":
      return say("wholeBoard");
    case "press":
      return say("pressed", word(detail));
    case "flag":
      return say("flagDown", word(detail));
    case "gap":
      return say("gap", durationText(detail));
    case "link":
      return say(`link-${detail}`);
    case "marker":
      return say("marker", detail);
    case "line":
      return say("line", lineText(story, detail));
    case "concluded":
      return concludedText(story, detail);
    case "incident":
      return incidentText(story, detail);
    case "said":
      return spokenText(story, detail);
    default:
      return say(kind);
  }
}

/** @param {string} detail a square and what it holds now @param {string} before */
function changeText(detail, before) {
  const [on, now] = [detail.slice(0, 2), detail.slice(2)];
  if (now === ".") return say("lifted", pieceWords(before), on);
  if (before === "." || before === "?") return say("placed", pieceWords(now), on);
  return say("exchanged", pieceWords(now), on, pieceWords(before));
}

/** @param {Story} story @param {[number, number[]]} line */
function lineText({ told }, [, nodes]) {
  if (nodes.length === 0) return say("noMoves");
  return nodes.map((node) => told.plies[node]).map(({ ply, san }) => `${plyNumber(told.start, ply)} ${localMove(san)}`).join(" ");
}

/** Returns the number of a ply as `12.`. @param {Story} story @param {number | undefined} ply */
const numberOf = ({ told }, ply) => (ply === undefined ? "" : plyNumber(told.start, ply));

/** Returns a move as people read it, if it was ever believed, otherwise its squares. @param {Story} story
 * @param {number | undefined} ply @param {string | undefined} uci */
export function moveText({ told }, ply, uci) {
  const known = told.plies.find((node) => node.ply === ply && node.uci === uci);
  return known ? localMove(known.san) : (uci ?? "");
}

/** @param {Story} story @param {import("./model/wire.js").Concluded} concluded */
function concludedText(story, { what, ply, move, state, reason, by, among }) {
  const [number, played] = [numberOf(story, ply), moveText(story, ply, move)];
  switch (what) {
    case "ply":
      return say("ply", number, played, say(state ?? ""), say(`because-${reason}`));
    case "superseded":
      return say("superseded", number, played);
    case "asked":
      return say("asked", number, (among ?? []).map((uci) => moveText(story, ply, uci)).join(", "));
    case "irregular":
      return say("irregular", number, played);
    case "irregular-closed":
      return say(`irregular-${state}`, number);
    case "press-without-move":
      return say("press-without-move", word(by ?? ""));
    case "proposed":
    case "result":
      return say(what, state ?? "*");
    case "wrong-setup":
      return say("wrong-setup", (among ?? []).join(", "));
    default:
      return say(what, number);
  }
}

/** @param {Story} story @param {number} no */
function incidentText({ told }, no) {
  const incident = told.incidents.find((one) => one.no === no);
  if (!incident) return word("incidentNo", no);
  return [ruleName(incident.rule), incident.by ? word(incident.by) : "", incident.articles.join(", ")].filter(Boolean).join(" · ");
}

/** @param {Story} story @param {number} index */
function spokenText({ told }, index) {
  const { command, refused } = told.said[index];
  const view = /** @type {import("../wire.js").TableView} */ (/** @type {unknown} */ ({ start: told.start, incidents: told.incidents }));
  return [`${command.author ?? "?"}: ${saidText(view, command)}`, refused ? say("refused", refused) : ""].filter(Boolean).join(" · ");
}

/** Returns both clocks in words, with the error of each.
 * @param {{white: number, black: number, running: string, silent: number, isKnown: boolean} | null} clock
 * @param {import("../wire.js").Timing} timing */
export function clockWords(clock, timing) {
  if (!clock) return `${word("white")} –, ${word("black")} – (${say("noClock")})`;
  const one = (/** @type {"white" | "black"} */ side) => `${word(side)} ${shownTime(clock[side], timing)}${clock.running === side ? ` (${say("runs")})` : ""}`;
  const lost = clock.isKnown ? "" : ` (${say("clockLost", durationText(clock.silent))})`;
  return `${one("white")}, ${one("black")}${lost}`;
}

/** Returns how much time and how much of each clock went by between two moments that are compared.
 * @param {import("./model/states.js").States} states @param {number} from @param {number} until */
export function differenceText(states, from, until) {
  const [a, b] = [states.clock(from), states.clock(until)];
  const signed = (/** @type {number} */ ms) => `${ms < 0 ? "−" : "+"}${durationText(Math.abs(ms))}`;
  const gone = (/** @type {"white" | "black"} */ side) => (a?.isKnown && b?.isKnown ? signed(b[side] - a[side]) : "–");
  return say("compared", signed(until - from), gone("white"), gone("black"));
}
