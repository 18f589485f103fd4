// What the page says while there are no boards: what it waits for, for how long, and what happens next.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { waiting } from "../../../web/live/speech/waiting.js";
import { speak } from "../../../web/live/speech/words.js";

test("each kind of waiting has its words", () => {
  speak("en", JSON.parse(readFileSync(new URL("../../../web/live/words/en.json", import.meta.url), "utf8")));
  for (const [link, sinceMs, retryMs, words] of /** @type {const} */ ([
    ["connecting", 900, null, "Connecting…"],
    ["connecting", 7400, null, "Connecting… 0:07"],
    ["open", 10, null, "Connected. Waiting for the boards."],
    ["open", 12_900, null, "Connected. Waiting for the boards. A slow line takes a while. 0:12"],
    ["lost", 1000, 300, "No connection. Trying again in 1 s."],
    ["lost", 9000, 4200, "No connection 0:09. Trying again in 5 s."],
    ["lost", 75_000, 8000, "No connection 1:15. Trying again in 8 s. If this lasts, ask in the hall whether the program runs."],
  ])) assert.equal(waiting({ link, sinceMs, retryMs }), words);
});
