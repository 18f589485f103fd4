// The explanations that the program weighed when it came to its last conclusion, each with the items of its cost.

import { make, plyNumber, write } from "../../make.js";
import { moveText } from "../sentences.js";
import { say } from "../words.js";

export class WeighedBox {
  /** @param {import("../model/story.js").Story} story */
  constructor(story) {
    this.story = story;
    this.title = make("summary");
    this.why = make("p", { class: "soft" });
    this.list = make("ol");
    this.el = make("details", { class: "weighed", open: "" }, [this.title, this.why, this.list]);
    this.shown = "";
  }

  /** Shows what was weighed at the last conclusion by then. @param {number} count @param {string} tongue
   * @param {number} plies how many plies the game then had */
  show(count, tongue, plies) {
    const { entries, stops } = this.story;
    const last = stops.findLast((place) => place < count);
    const weighed = last === undefined ? undefined : entries[last].detail?.weighed;
    const key = `${last} ${tongue}`;
    this.el.hidden = !weighed || weighed.length < 2;
    if (this.el.hidden || key === this.shown) return;
    this.shown = key;
    write(this.title, say("weighed"));
    write(this.why, say("weighedWhy"));
    this.list.replaceChildren(...weighed.map((/** @type {import("../model/wire.js").Weighed} */ one) => this.#line(one, plies)));
  }

  /** @param {import("../model/wire.js").Weighed} one @param {number} plies */
  #line({ from, moves, points, items, common }, plies) {
    const { told } = this.story;
    const played = moves.map((uci, at) => `${plyNumber(told.start, from + at)} ${moveText(this.story, from + at, uci)}`).join(" ");
    const why = items.map(([assumed, cost, squares]) => `${cost}: ${say(assumed, squares.join(", "))}`);
    if (common) why.push(`−${common}: ${say("common")}`);
    return make("li", {}, [
      make("b", {}, [played || (from > plies ? say("asShown") : say("without", plyNumber(told.start, from)))]), ` · ${say("points", points)}`,
      ...(why.length ? [make("ul", {}, why.map((text) => make("li", {}, [text])))] : []),
    ]);
  }
}
