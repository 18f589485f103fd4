// A player's strip: whom one follows, flag, title, name, rating, score, clock. The list and the open board use it.

import { make, write } from "../../shared/make.js";
import { ClockFace } from "../../shared/game/clock.js";
import { score } from "../speech/say.js";
import { word } from "../speech/words.js";
import { icon } from "../icons.js";
import { mark } from "./mark.js";

/** @typedef {import("../../shared/wire.js").TableView} TableView */
/** @typedef {import("../../shared/wire.js").Side} Side */

export class Strip {
  /** @param {Side} side @param {(name: string) => void} [follow] what a press on the star does; without it the star only shows */
  constructor(side, follow) {
    this.side = side;
    this.star = follow ? make("button", { class: "star", type: "button" }) : make("span", { class: "star" });
    if (follow) {
      this.star.append(icon("star"));
      this.star.addEventListener("click", () => follow(this.player));
    }
    this.isButton = follow !== undefined;
    this.player = "";
    this.of = make("span", { class: "of" });
    this.title = make("span", { class: "title" });
    this.name = make("bdi", { class: "full" });
    this.rating = make("span", { class: "rating" });
    this.points = make("span", { class: "score" });
    this.clock = new ClockFace(side);
    const man = make("span", { class: "man", "aria-hidden": "true" });
    const name = make("span", { class: "name" }, [man, this.title, this.name]);
    this.el = make("div", { class: `strip ${side}` }, [this.star, make("span", { class: "who" }, [name, make("span", { class: "more" }, [this.of, this.rating])]), this.points, this.clock.el]);
    this.federation = "";
  }

  /** @param {TableView} table @param {boolean} isFollowed */
  show(table, isFollowed) {
    const { name, title, elo, federation, team } = table[this.side];
    this.player = name;
    write(this.title, title ?? "");
    write(this.name, name || "?");
    this.name.title = name;
    write(this.rating, [elo, team].filter(Boolean).join(" · "));
    if (this.federation !== (federation ?? "")) {
      this.federation = federation ?? "";
      this.of.replaceChildren(...(federation ? mark(federation) : []));
    }
    const points = score(table, this.side);
    write(this.points, points ?? "");
    this.el.classList.toggle("finished", points !== null);
    this.star.hidden = this.isButton ? name === "" : !isFollowed;
    this.star.classList.toggle("on", isFollowed);
    // Most cards in the list have no star, and need no drawing of it.
    if (isFollowed && this.star.childElementCount === 0) this.star.append(icon("star"));
    if (!this.isButton) return;
    this.star.setAttribute("aria-pressed", String(isFollowed));
    this.star.setAttribute("aria-label", word("follow", name));
  }
}
