// The views of the page beside the open board: the list of pairings, the standings, the crosstable, and one's own players.

import { make } from "../shared/make.js";
import { word } from "./speech/words.js";

/** The views as addresses name them, the list first, and the word for each. Those that tell results are not for everybody. */
const VIEWS = /** @type {const} */ ([["all", "boards", false], ["standings", "ranks", true], ["crosstable", "crosstable", true], ["players", "players", false]]);

export class Views {
  /** The view that is shown, and the tournament that the address names. */
  shown = "all";
  tournament = "";

  /** @param {HTMLElement} nav @param {boolean} results whether the viewer wants to know them */
  constructor(nav, results) {
    this.known = VIEWS.filter(([, , tells]) => results || !tells);
    this.links = this.known.map(([view, key]) => make("a", { href: `#${view}` }, [word(key)]));
    nav.append(...this.links);
  }

  /** Goes where an address leads; to the list where it leads nowhere. @param {string} address */
  go(address) {
    const [view, tournament = ""] = address.split("/");
    const place = Math.max(0, this.known.findIndex(([it]) => it === view));
    [this.shown, this.tournament] = [String(this.known[place][0]), tournament];
    this.links.forEach((link, n) => (n === place ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current")));
    return { isList: place === 0, name: this.links[place].textContent ?? "" };
  }
}
