// Words for what is waited for until there are boards to show: what it is, for how long, and what happens next.

import { ageText } from "../../shared/time.js";
import { word } from "./words.js";

/** The wait in milliseconds from which on its length is told. */
const TOLD_MS = 3000;
/** The wait in milliseconds after which somebody should look. */
const LONG_MS = 60_000;

/** @param {import("../../shared/follow/world.js").State} state */
export function waiting({ link, sinceMs, retryMs }) {
  const lasting = sinceMs < TOLD_MS ? "" : ` ${ageText(sinceMs)}`;
  if (link === "open") return word("loading") + (lasting && ` ${word("slowLine")}${lasting}`);
  const help = sinceMs < LONG_MS ? "" : ` ${word("askInHall")}`;
  if (link === "connecting") return `${word("connecting")}…${lasting}${help}`;
  return `${word("noConnection")}${lasting}. ${word("again", Math.max(1, Math.ceil((retryMs ?? 0) / 1000)))}${help}`;
}
