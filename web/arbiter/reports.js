// The rules that an arbiter reports by name because no sensor sees them.

/** Reports for games of chess: the round, the players, the record, an adjournment step by step. */
const CHESS = [
  "white-clock-start", "default-time", "colours-reversed", "scoresheet-request", "record-update-after-flag", "period-count-evidence",
  "result-entry", "team-colours", "assistant", "adjourn-early", "adjourn-envelope", "adjourn-setup", "adjourn-open",
  "adjourn-replier-absent", "adjourn-sealer-absent", "adjourn-both-absent", "adjourn-sealed-invalid", "adjourn-late",
  "adjourn-missing-envelope", "adjourn-clock-error", "adjourn-concluded",
];
/** Reports for blind and visually disabled players. */
const BLIND = ["blind-two-boards", "blind-assistant", "blind-slip", "blind-record", "blind-divergence"];
const DRAUGHTS = ["dr-start", "dr-colours", "dr-move-count", "dr-complete-record", "dr-clock-fault", "dr-error-time", "dr-adjourn"];

/** Returns whether draughts is played. Its pieces are not followed, so the start position is empty.
 * @param {import("./wire.js").TableView | null} view */
export const isDraughts = (view) => view?.start === "";

/** @param {import("./wire.js").TableView | null} view */
export const reports = (view) => (isDraughts(view) ? DRAUGHTS : [...CHESS, ...BLIND]);
