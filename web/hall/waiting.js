// Words for what the page waits for, until there are boards to show.

/** @typedef {import("../shared/follow/follower.js").State} State */

/** The wait in seconds from which on its length is told. */
const LONG_S = 3;
/** The wait in seconds after which somebody should look. */
const TOO_LONG_S = 60;

/** @param {State} state @returns {string} */
export function waitingWords({ link, sinceMs, retryMs }) {
  const seconds = Math.floor(sinceMs / 1000);
  const lasting = seconds < LONG_S ? "" : `, for ${seconds} s now`;
  const help = seconds < TOO_LONG_S ? "" : " If this lasts, ask in the hall whether the program runs.";
  switch (link) {
    case "connecting":
      return `Connecting to the hall${lasting}.${help}`;
    case "open":
      return `Connected. Waiting for the boards${lasting}${seconds < LONG_S ? "" : "; a slow line takes a while"}.`;
    case "lost": {
      const soon = Math.ceil((retryMs ?? 0) / 1000);
      return `No connection to the hall${lasting}. Trying again ${soon <= 1 ? "now" : `in ${soon} s`}.${help}`;
    }
  }
}
