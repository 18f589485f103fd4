// The staff's pages of rounds speak three languages and the public one six, each without words of another.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { LOGIN_WORDS } from "../../../web/arbiter/login_words.js";
import { ORDER_WORDS } from "../../../web/arbiter/rounds/order_words.js";
import { WORDS } from "../../../web/arbiter/rounds/words.js";
import { WORDS as DESK } from "../../../web/arbiter/words.js";
import { WORDS as PUBLIC } from "../../../web/rounds/words.js";
import { LANGUAGES, ROUNDS_WORDS } from "../../../web/shared/rounds_words.js";

/** Names and signs that are written with Latin letters everywhere. */
const NAMES = /\{\d\}|\(A\)|A\)|CSV|TRF|\/games\.pgn/g;
/** Words that are names of persons. */
const PERSONS = ["buchholz", "sonneborn-berger", "koya"];

test("every key has its words in every language", () => {
  for (const [key, words] of Object.entries({ ...WORDS, ...PUBLIC })) {
    assert.equal(words.length, key in PUBLIC ? LANGUAGES.length : 3, key);
    const [english, polish, russian, german = "", french = "", spanish = ""] = words.map((text) => text.replace(NAMES, ""));
    for (const text of words) assert.ok(text.trim() === text && text !== "", `${key}: “${text}”`);
    assert.doesNotMatch(russian, /[a-z]/i, `${key} is not all Russian`);
    assert.doesNotMatch(english, /[^\x00-\x7f“”…×–—−½‹]/, `${key} is not all English`);
    assert.doesNotMatch(polish, /[а-яё]/i, `${key} is not all Polish`);
    assert.doesNotMatch(german, /[а-яёąćęłńóśźżéèñ]/i, `${key} is not all German`);
    assert.doesNotMatch(french, /[а-яёąćęłńśźżäöüßñ]/i, `${key} is not all French`);
    assert.doesNotMatch(spanish, /[а-яёąćęłńśźżäößèê]/i, `${key} is not all Spanish`);
    const isName = PERSONS.some((name) => key.startsWith(name));
    if (/[a-z]{4}/i.test(english) && !isName && key !== "system" && key !== "problem") assert.notEqual(english, polish, `${key} has one word for two languages`);
  }
});

test("the places for values are alike in every language", () => {
  const places = (/** @type {string} */ text) => [...text.matchAll(/\{\d\}/g)].map(String).sort().join();
  for (const [key, words] of Object.entries({ ...WORDS, ...PUBLIC })) assert.equal(new Set(words.map(places)).size, 1, key);
});

test("no table of words takes a key of another", () => {
  for (const [key, words] of Object.entries({ ...ROUNDS_WORDS, ...ORDER_WORDS })) assert.equal(WORDS[key], words, `${key} stands twice`);
  for (const [key, words] of Object.entries(ROUNDS_WORDS)) assert.equal(PUBLIC[key], words, `${key} stands twice`);
});

test("every key that a page asks for has words", () => {
  for (const [folder, words] of /** @type {[string, Record<string, unknown>][]} */ ([["arbiter/rounds", { ...DESK, ...LOGIN_WORDS, ...WORDS }], ["rounds", PUBLIC]])) {
    const at = new URL(`../../../web/${folder}/`, import.meta.url);
    const text = readdirSync(at).map((name) => readFileSync(new URL(name, at), "utf8")).join("\n");
    for (const [, key] of text.matchAll(/(?<![\w.])word\("([^"]+)"/g)) assert.ok(key in words, `${folder}: word("${key}")`);
    for (const [, key] of text.matchAll(/data-word="([^"]+)"/g)) assert.ok(key in words, `${folder}: data-word="${key}"`);
  }
});
