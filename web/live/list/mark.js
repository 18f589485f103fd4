// The mark of a federation: its flag, if there is one here, and its letters.

import { make } from "../../shared/make.js";
import { flagPicture } from "./flags.js";

/** @param {string} federation @returns {HTMLElement[]} */
export function mark(federation) {
  const picture = flagPicture(federation);
  const flag = make("span", { class: "flag", "aria-hidden": "true" });
  // A style of an element would be refused by the page's policy; a script may set it.
  flag.style.background = picture;
  return [...(picture ? [flag] : []), make("span", { class: "federation" }, [federation])];
}
