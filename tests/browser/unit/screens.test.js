// The page of screens: lists of tables, and its words in each language.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

Object.assign(globalThis, { document: { documentElement: {}, querySelectorAll: () => [] } });
const { parseTables, tablesText } = await import("../../../web/arbiter/screens/tables.js");
const { WORDS } = await import("../../../web/arbiter/screens/words.js");

test("lists of tables are read as they are written", () => {
  assert.deepEqual(parseTables(""), []);
  assert.deepEqual(parseTables("1-3, 7 9"), [1, 2, 3, 7, 9]);
  assert.deepEqual(parseTables("4–5;4"), [4, 5]);
  for (const wrong of ["one", "3-1", "1-", "-2", "1-9999", "1.5"]) assert.equal(parseTables(wrong), null, wrong);
  assert.equal(tablesText([9, 1, 2, 3, 7, 8, 3]), "1-3, 7, 8, 9".replace("7, 8, 9", "7-9"));
  assert.equal(tablesText([1, 2]), "1, 2");
  for (const list of [[], [5], [1, 2, 3, 10, 11, 400]]) assert.deepEqual(parseTables(tablesText(list)), list);
});

test("every word that the page says is there, in three languages", () => {
  const folder = new URL("../../../web/arbiter/screens/", import.meta.url);
  const sources = readdirSync(folder).filter((name) => /\.(js|html)$/.test(name) && name !== "words.js").map((name) => readFileSync(new URL(name, folder), "utf8"));
  const said = sources.flatMap((text) => [...text.matchAll(/(?:say|button|labelled)\("([^"]+)"|data-say="([^"]+)"/g)].map(([, key, other]) => key ?? other));
  assert.ok(said.length > 25, String(said.length));
  for (const key of said) assert.ok(WORDS[key], key);
  for (const reason of ["page-all", "page-first", "page-due", "page-waiting", "page-forced", "page-changed", "large-pin", "large-low-clocks", "large-ended", "large-turn", "large-only"]) assert.ok(WORDS[reason], reason);
  for (const [key, words] of Object.entries(WORDS)) {
    const [english, polish, russian] = words;
    assert.doesNotMatch(russian.replace(/topboard\.toml|\[server\]|screens|\/hall\/|\{\d\}/g, ""), /[a-z]/i, `${key} is not all Russian`);
    assert.doesNotMatch(polish, /[а-яё]/i, key);
    assert.notEqual(english, polish, key);
  }
});
