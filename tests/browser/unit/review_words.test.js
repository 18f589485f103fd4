// What a review says, in each language.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { ARRAY, story } from "../lib/made_review.js";

Object.assign(globalThis, { document: { documentElement: {}, querySelectorAll: () => [] } });
const { durationText, sentence } = await import("../../../web/arbiter/review/sentences.js");
const { WORDS } = await import("../../../web/arbiter/review/words.js");
const { speak } = await import("../../../web/arbiter/words.js");

test("each entry is a sentence in each language", () => {
  const told = story([
    [0, 1, "square", "e2."], [0, 1, "square", "e4P"], [0, 1, "reading", ARRAY], [0, 1, "press", "white"], [0, 1, "flag", "black"], [0, 1, "gap", 2400], [0, 1, "link", "down"],
    [0, 1, "turned", null], [0, 1, "sides-unknown", null], [0, 1, "marker", "e4 1-0"], [0, 1, "started", null], [0, 1, "line", [0, []]],
    ...["began", "superseded", "asked", "answered", "irregular", "press-without-move", "proposed", "proposal-withdrawn", "result", "wrong-setup", "joined-midgame", "put-right", "position-needed"]
      .map((what) => /** @type {[number, number, string, any]} */ ([0, 1, "concluded", { what, ply: 1, by: "white", among: [], state: "1-0" }])),
    ...["restored", "stands"].map((state) => /** @type {[number, number, string, any]} */ ([0, 1, "concluded", { what: "irregular-closed", ply: 1, state }])),
    ...["leading", "press", "quiet", "opponent-touched", "next-move", "only-explanation", "operator"].flatMap((reason) => ["provisional", "final", "completed"]
      .map((state) => /** @type {[number, number, string, any]} */ ([0, 1, "concluded", { what: "ply", ply: 1, move: "e2e4", state, reason }]))),
  ]);
  for (const tongue of ["en", "pl", "ru"]) {
    speak(tongue);
    told.entries.forEach((entry, place) => {
      const said = sentence(told, place, "P");
      assert.doesNotMatch(said, /undefined|\{\d\}|because-|link-|irregular-/, said);
      const words = said.replace(/\d\.+|e2e4|\b[a-h][1-8]\b|1-0/g, "");
      if (tongue === "ru") assert.doesNotMatch(words, /[a-z]{2}/i, said);
      else assert.doesNotMatch(words, /[а-яё]/i, said);
    });
  }
  speak("en");
  assert.equal(sentence(told, 0, "P"), "white pawn lifted from e2");
  assert.equal(durationText(2440), "2.4 s");
});

test("every word that the page says is there, in three languages", () => {
  const folder = new URL("../../../web/arbiter/review/", import.meta.url);
  const sources = readdirSync(folder, { recursive: true }).map(String).filter((name) => /\.(js|html)$/.test(name) && !name.startsWith("words")).map((name) => readFileSync(new URL(name, folder), "utf8"));
  const said = sources.flatMap((text) => [...text.matchAll(/(?:say|labelled)\("([^"`]+)"|data-say="([^"$]+)"|\["[^"]+", "(key\w+)"\]/g)].map(([, ...keys]) => keys.find(Boolean) ?? ""));
  assert.ok(said.length > 60, String(said.length));
  for (const key of said) assert.ok(WORDS[key], key);
  for (const [key, words] of Object.entries(WORDS)) {
    const [english, polish, russian] = words;
    const places = words.map((text) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort().join());
    assert.equal(new Set(places).size, 1, `${key} has other places in another language`);
    assert.doesNotMatch(russian.replace(/\{\d\}|review\/\?table=1&game=1|FEN/g, ""), /[a-z]/i, `${key} is not all Russian`);
    assert.doesNotMatch(polish, /[а-яё]/i, key);
    if (/[a-z]{4}/i.test(english.replace(/\{\d\}/g, ""))) assert.notEqual(english, polish, key);
  }
});
