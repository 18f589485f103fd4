// The checker of the page as tests ask it.

import assert from "node:assert/strict";
import { auditJournal } from "../../../web/verify/evidence.js";

/** What is expected where neither a key nor a head was noted. @type {import("../../../web/verify/evidence.js").Expected} */
export const NOTHING = { key: null, head: null };

/** What is found in a journal of one file. */
export const audit = (/** @type {Uint8Array} */ bytes, expected = NOTHING) => auditJournal([bytes], expected);

/** Asserts that a record was found altered. */
export const altered = (/** @type {number} */ record) => (/** @type {any} */ { finding }) =>
  assert.deepEqual([finding.kind, finding.record], ["altered", record], JSON.stringify(finding));
