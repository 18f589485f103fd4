// How long a page waits before it tries again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { backoffMs } from "../../../web/shared/backoff.js";

test("waiting grows, is bounded, and is different for everybody", () => {
  assert.ok(backoffMs(0, 1) <= 700);
  assert.ok(backoffMs(50, 1) <= 8200);
  assert.ok(backoffMs(6, 0) < backoffMs(6, 0.5) && backoffMs(6, 0.5) < backoffMs(6, 1));
});
