// The arbiter's page speaks three languages, each without words of another, and makes no sound.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { errorText } from "../../../web/arbiter/error.js";
import { reports } from "../../../web/arbiter/reports.js";
import { saidText } from "../../../web/arbiter/said.js";
import { DESK_WORDS } from "../../../web/arbiter/desk/desk_words.js";
import { LOGIN_WORDS } from "../../../web/arbiter/login_words.js";
import { PRESSURE_WORDS } from "../../../web/arbiter/pressure/pressure_words.js";
import { SAID_WORDS } from "../../../web/arbiter/said_words.js";
import { WORDS, learn, nameRules, ruleName, speak, word } from "../../../web/arbiter/words.js";
import { table } from "../lib/made.js";

// The words are for a page: here is as much of one as they touch.
Object.assign(globalThis, { document: { documentElement: {}, querySelectorAll: () => [] } });

const FOLDER = new URL("../../../web/arbiter/", import.meta.url);
const sources = new Map(readdirSync(FOLDER, { recursive: true }).map(String).filter((name) => /^(?!rounds|screens).*\.(js|html)$/.test(name))
  .map((name) => [name, readFileSync(new URL(name, FOLDER), "utf8")]));

// What only some of the pages have, as they add it.
for (const words of [LOGIN_WORDS, PRESSURE_WORDS]) {
  for (const key of Object.keys(words)) assert.ok(!(key in WORDS), `${key} stands twice`);
  learn(words);
}

/** Names and signs that are written with Latin letters everywhere. */
const NAMES = /topboard( link|\.toml)?|\[arbiter\]|listen|Enter|F8|\{\d\}/g;

test("every key has its words in every language", () => {
  for (const [key, words] of Object.entries(WORDS)) {
    assert.equal(words.length, 3, key);
    const [english, polish, russian] = words.map((text) => text.replace(NAMES, ""));
    for (const text of words) assert.ok(text.trim() === text && text !== "", `${key}: “${text}”`);
    assert.doesNotMatch(russian, /[a-z]/i, `${key} is not all Russian`);
    assert.doesNotMatch(english, /[^\x00-\x7f“”…×–—é]/, `${key} is not all English`);
    assert.doesNotMatch(polish, /[а-яё]/i, `${key} is not all Polish`);
    if (/[a-z]{4}/i.test(english)) assert.notEqual(english, polish, `${key} has one word for two languages`);
  }
});

test("no two tables of words have one key", () => {
  for (const words of [DESK_WORDS, SAID_WORDS]) {
    for (const key of Object.keys(words)) assert.equal(WORDS[key], words[key], `${key} stands twice`);
  }
});

test("the places for values are alike in every language", () => {
  const places = (/** @type {string} */ text) => [...text.matchAll(/\{\d\}/g)].map(String).sort().join();
  for (const [key, words] of Object.entries(WORDS)) assert.equal(new Set(words.map(places)).size, 1, key);
});

test("every key that the page asks for has words", () => {
  const text = [...sources.values()].join("\n");
  for (const [, key] of text.matchAll(/(?<![\w.])word\("([^"]+)"/g)) assert.ok(key in WORDS, `word("${key}")`);
  for (const [, key] of text.matchAll(/data-word="([^"]+)"/g)) assert.ok(key in WORDS, `data-word="${key}"`);
  for (const rule of [...reports(null), ...reports(table(1, { start: "" }))]) assert.ok(rule in WORDS, `report ${rule}`);
});

test("every rule has its name from the program; a rule nobody named is shown by its id", () => {
  nameRules({ "flag-fall": { en: "Flag fall", pl: "Upadek chorągiewki", ru: "Падение флага" } });
  speak("ru");
  assert.equal(ruleName("flag-fall"), "Падение флага");
  assert.equal(ruleName("no-such-rule"), "no-such-rule");
  speak("en");
});

test("units and decimals are written as the language writes them", () => {
  const written = ["en", "pl", "ru"].map((language) => {
    speak(language);
    return [errorText(1100, 1000), errorText(1000, 1000)];
  });
  assert.deepEqual(written, [["−1.1/+1.0 s", "±1.0 s"], ["−1,1/+1,0 s", "±1,0 s"], ["−1,1/+1,0 с", "±1,0 с"]]);
  speak("en");
});

test("what people said stands in the language of the page, whatever the command", () => {
  const view = table(1, { incidents: [] });
  const commands = [
    { cmd: "result", result: "1-0", game: 2 }, { cmd: "result", result: "*" }, { cmd: "correct", from_ply: 2, moves: ["e7e5"] },
    { cmd: "choose", ply: 2, move: "e7e5" }, { cmd: "promote", ply: 2, piece: "Q" }, { cmd: "start" }, { cmd: "restore", ply: 2 },
    { cmd: "draw-offer", by: "white" }, { cmd: "adjourn" }, { cmd: "claim", by: "black", kind: "threefold", move: "Ra2" },
    { cmd: "rule", incident: 3, decision: "stands" }, { cmd: "report", rule: "flag-fall", by: "white" },
    { cmd: "clock", do: "set", white_ms: 1_800_000, black_ms: 60_000, running: "white" }, { cmd: "clock", do: "times" },
  ];
  nameRules({ "flag-fall": { en: "Flag fall", pl: "Upadek chorągiewki", ru: "Падение флага" } });
  speak("ru");
  for (const command of commands) {
    const said = saidText(view, command);
    assert.match(said, /[а-яё]/i, JSON.stringify(command));
    assert.doesNotMatch(said.replace("e7e5", "").replace("a2", ""), /[a-z]/i, said);
  }
  speak("en");
  assert.equal(saidText(view, { cmd: "note", text: "as it was written" }), "as it was written");
  assert.equal(saidText(view, { cmd: "claim", by: "black", kind: "threefold", move: "Ra2" }), "claim: Black: threefold repetition Ra2");
  assert.equal(word("no-such-key"), "no-such-key");
});

test("nothing on the page can make a sound: the desk stands in the playing hall", () => {
  for (const [name, text] of sources) {
    assert.doesNotMatch(text, /new Audio|AudioContext|<audio|speechSynthesis|\.vibrate|new Notification|aria-live="assertive"/, name);
  }
});
