// The mark of a federation: its letters, and its flag as soon as the flags are there. They are asked for by the first federation.

import { make } from "../../shared/make.js";
import { late } from "../late.js";

/** Makes the mark. A flag has its room from the beginning, and a federation without one keeps it free, so that nothing moves.
 * @param {string} federation @returns {HTMLElement[]} */
export function mark(federation) {
  const flag = make("span", { class: "flag", "aria-hidden": "true" });
  late("flags", ({ flagPicture }) => flagPicture).then((picture) => {
    const drawn = picture(federation);
    if (!drawn) return;
    flag.append(drawn);
    flag.classList.add("drawn");
  }, () => {});
  return [flag, make("span", { class: "federation" }, [federation])];
}
