// Players' claims, and the answers that an arbiter can give to an incident.

/** The answers, each a decision with the key of its word. @typedef {[decision: string, key: string][]} Answers */

/** The answers to an incident. @type {Answers} */
export const DECISIONS = [["confirm", "confirm"], ["dismiss", "dismiss"], ["stands", "letStand"]];
/** The answers to claims. A claim is accepted or rejected; only some claims can be postponed.
 * @type {Record<string, Answers>} */
const CLAIMS = {
  "threefold-claim": [["confirm", "claimRight"], ["dismiss", "claimWrong"]],
  "fifty-move-claim": [["confirm", "claimRight"], ["dismiss", "claimWrong"]],
  "quickplay-draw-claim": [["confirm", "agree"], ["dismiss", "reject"], ["stands", "postpone"]],
  "quickplay-increment-request": [["confirm", "agree"], ["dismiss", "reject"]],
};

/** Returns whether an incident is a player's claim, which waits for an answer. @param {string} rule */
export const isClaim = (rule) => rule in CLAIMS;

/** Returns the answers to an incident of a rule. @param {string} rule */
export const answersTo = (rule) => CLAIMS[rule] ?? DECISIONS;
