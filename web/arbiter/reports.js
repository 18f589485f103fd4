// What an arbiter reports by the name of its rule, because no sensor sees it.

/** Games of chess: the round, the players, the record, an adjournment step by step. */
const CHESS = [
  "white-clock-start", "default-time", "colours-reversed", "scoresheet-request", "record-update-after-flag", "period-count-evidence",
  "result-entry", "team-colours", "assistant", "adjourn-early", "adjourn-envelope", "adjourn-setup", "adjourn-open",
  "adjourn-replier-absent", "adjourn-sealer-absent", "adjourn-both-absent", "adjourn-sealed-invalid", "adjourn-late",
  "adjourn-missing-envelope", "adjourn-clock-error", "adjourn-concluded",
];
/** Blind and visually disabled players. */
const BLIND = ["blind-two-boards", "blind-assistant", "blind-slip", "blind-record", "blind-divergence"];
const DRAUGHTS = ["dr-start", "dr-colours", "dr-move-count", "dr-complete-record", "dr-clock-fault", "dr-error-time", "dr-adjourn"];

/** Draughts is played where no position is told: nobody follows its pieces. @param {import("./wire.js").Desk | null} desk */
export const isDraughts = (desk) => desk?.start === "";

/** @param {import("./wire.js").Desk | null} desk */
export const reports = (desk) => (isDraughts(desk) ? DRAUGHTS : [...CHESS, ...BLIND]);
