// What happened, in order, as a list: for screen readers, and for whoever would rather read. Only a part of a long game is in
// the document at a time; it is the part around the cursor.

import { arrange, make, write } from "../../make.js";
import { partOf, partWith } from "../../desk/window.js";
import { Pager } from "../../cards/pager.js";
import { sentence, timeText } from "../sentences.js";
import { say } from "../words.js";

/** The most entries that are in the document. */
export const PART = 50;

export class EventList {
  /** @param {import("../model/story.js").Story} story @param {(count: number) => void} go */
  constructor(story, go) {
    this.story = story;
    this.go = go;
    this.title = make("h2", { id: "list-title" });
    this.list = make("ol", { class: "events" });
    this.pager = new Pager((from) => this.#draw(from));
    this.el = make("section", { class: "list", "aria-labelledby": "list-title" }, [this.title, this.list, this.pager.el]);
    this.before = story.stops.length ? contentsBefore(story) : new Map();
    /** @type {Map<string, HTMLElement>} */
    this.items = new Map();
    this.current = -1;
    this.from = -1;
    this.tongue = "";
  }

  /** Says what a stop is. @param {number} place the place of the entry */
  said(place) {
    return sentence(this.story, place, this.before.get(place));
  }

  /** Shows the part with the moment after `count` entries, and marks it. @param {number} count @param {string} tongue */
  show(count, tongue) {
    const { stops } = this.story;
    const at = stops.findLastIndex((place) => place < count);
    write(this.title, say("list"));
    if (tongue !== this.tongue) [this.tongue, this.from] = [tongue, -1];
    const from = partWith(Math.max(0, at), PART);
    if (from !== this.from) this.#draw(from);
    if (at === this.current) return;
    this.items.get(String(stops[this.current]))?.removeAttribute("aria-current");
    this.current = at;
    this.items.get(String(stops[at]))?.setAttribute("aria-current", "step");
  }

  /** @param {number} from */
  #draw(from) {
    const window = partOf(this.story.stops, from, PART);
    this.from = window.from;
    this.list.start = window.from + 1;
    const wanted = window.part.map((place) => /** @type {[string, number]} */ ([String(place), place]));
    arrange(this.list, this.items, wanted, (_, place) => {
      const button = make("button", { type: "button" });
      button.addEventListener("click", () => this.go(place + 1));
      return make("li", { "data-place": String(place) }, [button]);
    });
    for (const [key, place] of wanted) {
      const { at, kind } = this.story.entries[place];
      const item = /** @type {HTMLElement} */ (this.items.get(key));
      item.dataset.kind = kind;
      write(/** @type {Element} */ (item.firstElementChild), `${timeText(this.story, at)} ${this.said(place)}`);
    }
    this.pager.update(window, this.story.stops.length, PART);
  }
}

/** Returns what each changed square held before, by the place of the change. @param {import("../model/story.js").Story} story */
function contentsBefore({ told, entries }) {
  /** @type {Map<number, string>} */
  const before = new Map();
  const squares = told.squares ? [...told.squares] : [];
  entries.forEach(({ kind, detail }, place) => {
    if (kind === "reading") squares.splice(0, 64, ...detail);
    if (kind !== "square") return;
    const on = (Number(detail[1]) - 1) * 8 + detail.charCodeAt(0) - 97;
    before.set(place, squares[on] ?? "?");
    squares[on] = detail.slice(2);
  });
  return before;
}
