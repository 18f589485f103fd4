// An incident of the game: what was found, its articles, what the Laws provide, and the position before it with the clocks
// then. It never says what to decide.

import { Board } from "../../../shared/board.js";
import { factsOf, writeFacts } from "../../cards/facts.js";
import { make, plyNumber, write } from "../../make.js";
import { RULED } from "../../said.js";
import { incidentText, ruleName, word } from "../../words.js";
import { clockWords, timeText } from "../sentences.js";
import { say } from "../words.js";

/** The time before and after an incident that its report shows, in milliseconds. */
const AROUND_MS = 60_000;

export class IncidentBox {
  /** @param {import("../model/story.js").Story} story @param {import("../model/states.js").States} states
   * @param {(step: 1 | -1) => void} go */
  constructor(story, states, go) {
    this.story = story;
    this.states = states;
    this.shown = "";
    this.title = make("h2", { id: "incident-title" });
    this.before = make("button", { type: "button", "aria-keyshortcuts": "Alt+ArrowLeft" }, ["◀"]);
    this.after = make("button", { type: "button", "aria-keyshortcuts": "Alt+ArrowRight" }, ["▶"]);
    this.before.addEventListener("click", () => go(-1));
    this.after.addEventListener("click", () => go(1));
    this.kind = make("p", { class: "kind" });
    this.text = make("p", { class: "text" });
    this.rulings = make("p", { class: "status" });
    this.lawsHead = make("h3");
    this.facts = make("dl");
    this.positionHead = make("h3");
    this.board = new Board();
    this.position = make("dl");
    this.report = make("a", { class: "report", download: "" });
    this.body = make("div", {}, [this.kind, this.text, this.rulings, this.lawsHead, this.facts, this.positionHead, this.board.el, this.position, this.report]);
    this.el = make("section", { class: "incident", "aria-labelledby": "incident-title" }, [
      make("div", { class: "incident-head" }, [this.title, this.before, this.after]), this.body,
    ]);
  }

  /** Shows the last incident that had been found after `count` entries, or the first. @param {number} count
   * @param {string} tongue */
  show(count, tongue) {
    const { entries, told } = this.story;
    const counts = this.story.incidents();
    const place = Math.max(0, counts.findLastIndex((found) => found <= count));
    if (this.shown === `${place} ${tongue}`) return;
    this.shown = `${place} ${tongue}`;
    this.before.setAttribute("aria-label", say("keyIncident").split(",")[0]);
    this.after.setAttribute("aria-label", say("keyIncident"));
    const no = counts.length ? entries[counts[place] - 1].detail : null;
    const incident = told.incidents.find((one) => one.no === no);
    this.body.hidden = !incident;
    for (const button of [this.before, this.after]) button.hidden = counts.length === 0;
    if (!incident) return write(this.title, say("noIncident"));
    this.el.dataset.no = String(incident.no);
    this.el.dataset.kind = incident.kind;
    const who = incident.by ? ` · ${word(incident.by)}` : "";
    write(this.title, `${ruleName(incident.rule)}${who} · ${plyNumber(told.start, Math.max(1, incident.ply))}`);
    write(this.kind, `${say("incident", place + 1, counts.length)} · ${word(incident.kind)} · ${timeText(this.story, incident.t_ms)}`);
    write(this.text, incidentText(incident));
    write(this.rulings, [word(incident.status), ...this.#ruled(incident)].join(" · "));
    // The position has a place of its own below.
    const facts = factsOf(incident).filter(([name]) => name !== word("putBack"));
    write(this.lawsHead, say("lawsSay"));
    // The articles come first; without anything behind them nothing is due that could be shown here.
    writeFacts(this.facts, facts.length > 1 ? facts : [...facts, ["", say("noRemedy")]]);
    this.#before(incident);
    const [from, to] = [Math.max(0, incident.t_ms - AROUND_MS), incident.t_ms + AROUND_MS];
    write(this.report, word("caseReport"));
    this.report.href = `../api/v1/tables/${told.table}/games/${told.game}/case/${from}/${to}`;
  }

  /** What arbiters ruled on it. @param {import("../../wire.js").Incident} incident */
  #ruled({ no, t_ms }) {
    const rulings = this.story.told.said.filter(({ command, refused, t_ms: at }) => command.cmd === "rule" && command.incident === no && !refused && at >= t_ms);
    return rulings.map(({ command, t_ms: at }) => word("ruledBy", word(RULED[command.decision] ?? command.decision), command.author ?? "?", timeText(this.story, at)));
  }

  /** Shows the position before the ply that it is about, and the clocks when its first square was touched.
   * @param {import("../../wire.js").Incident} incident */
  #before({ ply, t_ms, remedy }) {
    const { told } = this.story;
    const found = this.states.after(this.story.by(t_ms)).line;
    const fen = remedy?.restore_fen ?? (ply > 1 && found[ply - 2] !== undefined ? told.plies[found[ply - 2]].fen : told.start);
    // The last of the believed plies with this number that was begun by then; without one, the incident itself.
    const begun = told.plies.findLast((node) => node.ply === ply && node.touched_ms <= t_ms);
    const at = begun ? begun.touched_ms : t_ms;
    write(this.positionHead, `${say("positionBefore")}: ${timeText(this.story, at)}`);
    this.board.show(fen, null);
    writeFacts(this.position, [[say("clocksThen"), clockWords(this.states.clock(at), told.timing)], [say("fen"), fen]]);
  }
}
