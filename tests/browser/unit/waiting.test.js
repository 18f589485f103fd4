// What the page says while there are no boards: what it waits for, for how long, and what happens next.

import assert from "node:assert/strict";
import { test } from "node:test";
import { waitingWords } from "../../../web/hall/waiting.js";

test("each kind of waiting has its words", () => {
  for (const [link, sinceMs, retryMs, words] of /** @type {const} */ ([
    ["connecting", 900, null, "Connecting to the hall."],
    ["connecting", 7400, null, "Connecting to the hall, for 7 s now."],
    ["open", 10, null, "Connected. Waiting for the boards."],
    ["open", 12_900, null, "Connected. Waiting for the boards, for 12 s now; a slow line takes a while."],
    ["lost", 1000, 300, "No connection to the hall. Trying again now."],
    ["lost", 9000, 4200, "No connection to the hall, for 9 s now. Trying again in 5 s."],
    ["lost", 75_000, 8000, "No connection to the hall, for 75 s now. Trying again in 8 s. If this lasts, ask in the hall "
      + "whether the program runs."],
  ])) assert.equal(waitingWords({ link, sinceMs, retryMs }), words);
});
