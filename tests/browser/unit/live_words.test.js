// The words of the page of spectators: six languages, moves to be read and to be heard, time controls.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { controlWords, periods } from "../../../web/live/speech/control.js";
import { cardWords, clockWords, moveWords, plyText, resultWords, score, written } from "../../../web/live/speech/say.js";
import { moveSpeech } from "../../../web/live/speech/voice.js";
import { LANGUAGES, speak, word } from "../../../web/live/speech/words.js";

const FOLDER = new URL("../../../web/live/words/", import.meta.url);
/** @param {string} language @returns {Record<string, string>} */
const dictionary = (language) => JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), "utf8"));
const use = (/** @type {string} */ language) => speak(language, dictionary(language));

/** @param {Partial<import("../../../web/shared/wire.js").TableView>} [more] @returns {import("../../../web/shared/wire.js").TableView} */
const table = (more = {}) => ({
  table: 7, game: 1, rev: 1, white: { name: "Nowak, Anna", title: "WGM" }, black: { name: "Kim, Jun" },
  start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", moves: [], clock: null, result: "*", link: { state: "live" }, ...more,
});
const moves = ["e4", "Nf6"].map((san) => ({ san, uci: "e2e4", fen: "8/8/8/8/8/8/8/8 w" }));

test("each language has the same words, and the same places in them", () => {
  const files = readdirSync(FOLDER).map((file) => file.replace(".json", ""));
  assert.deepEqual(files.sort(), Object.keys(LANGUAGES).sort());
  const english = dictionary("en");
  const places = (/** @type {string} */ text) => [...text.matchAll(/\{\d\}/g)].map(String).sort();
  for (const language of files) {
    const words = dictionary(language);
    assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort(), language);
    for (const [key, text] of Object.entries(words)) {
      assert.deepEqual(places(text), places(english[key]), `${language}: ${key}`);
      assert.ok(text.trim() === text && text !== "", `${language}: ${key}`);
    }
    assert.equal(new Set(words.letters.split(" ")).size, 5, `${language}: five pieces have five letters`);
  }
});

test("every word that the page asks for is there", () => {
  const english = dictionary("en");
  const root = new URL("../../../web/live/", import.meta.url);
  const sources = readdirSync(root, { recursive: true }).map(String).filter((file) => file.endsWith(".js"));
  let asked = 0;
  for (const file of sources) {
    const text = readFileSync(new URL(file, root), "utf8");
    for (const [, key] of text.matchAll(/\bword\("([^"]+)"/g)) {
      assert.ok(Object.hasOwn(english, key), `${file}: ${key}`);
      asked += 1;
    }
    for (const [, key] of text.matchAll(/\bwords: "([^"]+)"/g)) assert.ok(Object.hasOwn(english, key), `${file}: ${key}`);
  }
  assert.ok(asked > 40, `only ${asked} words were looked for`);
});

test("moves are said in each language", () => {
  const said = /** @type {Record<string, string[]>} */ ({
    en: ["knight f3, check", "e takes d5", "e8 becomes queen, checkmate", "castling king side"],
    pl: ["skoczek f3, szach", "e bije d5", "e8 zamiana na: hetman, mat", "krótka roszada"],
    ru: ["конь f3, шах", "e берёт d5", "e8 превращение: ферзь, мат", "короткая рокировка"],
    de: ["Springer f3, Schach", "e schlägt d5", "e8 wird Dame, matt", "kurze Rochade"],
    fr: ["cavalier f3, échec", "e prend d5", "e8 promotion : dame, mat", "petit roque"],
    es: ["caballo f3, jaque", "e captura d5", "e8 corona dama, mate", "enroque corto"],
  });
  for (const [language, wanted] of Object.entries(said)) {
    use(language);
    assert.deepEqual(["Nf3+", "exd5", "e8=Q#", "O-O"].map((san) => moveWords(san)), wanted, language);
  }
});

test("odd moves are said as they are written", () => {
  use("en");
  for (const [san, words] of [
    ["e4", "e4"], ["Nbd2+", "knight b d2, check"], ["R1xa3", "rook 1 takes a3"], ["O-O-O#", "castling queen side, checkmate"],
    ["exd8=N", "e takes d8 becomes knight"], ["??", "??"], ["f1-b4", "from f1 to b4"], ["e5-c8+", "from e5 to c8, check"],
    ["--", "a move between unknown squares"],
  ]) assert.equal(moveWords(san), words);
  const left = table({ moves: [{ san: "f1-b4", uci: "f1b4", fen: "", irregular: true }], link: { state: "lost", since_ms: 0 } });
  assert.match(cardWords(left), /Move 1, White: from f1 to b4, not a legal move\. Link to the board lost\.$/);
  assert.doesNotMatch(cardWords({ ...left, moves: [...left.moves, moves[1]] }), /legal/);
});

test("a move that is heard names its files by names that do not sound alike", () => {
  use("de");
  assert.equal(moveSpeech("Nbxd2"), "Springer Bella schlägt David 2");
  assert.equal(moveSpeech("exd5"), "Eva schlägt David 5");
  assert.equal(moveSpeech("f1-b4+"), "von Felix 1 nach Bella 4, Schach");
});

test("moves are written with the letters of the language, with figurines, or in words", () => {
  use("pl");
  assert.deepEqual(["Nf3", "e8=Q+", "O-O-O", "Bxe5"].map((san) => written(san, "letters")), ["Sf3", "e8=H+", "0-0-0", "Gxe5"]);
  use("ru");
  assert.deepEqual(["Ke2", "Nf3"].map((san) => written(san, "letters")), ["Крe2", "Кf3"]);
  assert.deepEqual(["Ke2", "e8=N"].map((san) => written(san, "figurines")), ["♔e2", "e8=♘"]);
  use("en");
  assert.equal(plyText(table({ moves }), 2, "words"), "1… knight f6");
  assert.equal(plyText(table({ moves }), 2, "letters"), "1… Nf6");
});

test("a card says table, players, move and result, and nothing of a game whose result is not wanted", () => {
  use("en");
  assert.equal(cardWords(table({ moves })), "Table 7: WGM Nowak, Anna, White, against Kim, Jun, Black. Move 1, Black: knight f6.");
  assert.equal(cardWords(table({ moves, result: "1-0" })).endsWith("White won."), true);
  const spared = table({ over: true });
  assert.equal(cardWords(spared), "Table 7: WGM Nowak, Anna, White, against Kim, Jun, Black. The game is over.");
  assert.deepEqual([score(spared, "white"), resultWords(spared)], [null, "The game is over."]);
  assert.deepEqual([score(table({ score: "1/2-0" }), "white"), score(table({ score: "+/-" }), "black")], ["½", "−"]);
});

test("times count as the language counts", () => {
  const times = { white: 3_723_000, black: 61_000, running: null, held: false };
  use("en");
  assert.equal(clockWords(times), "White 1 hour 2 minutes 3 seconds, Black 1 minute 1 second.");
  use("pl");
  assert.equal(clockWords(times), "Białe 1 godzina 2 minuty 3 sekundy, czarne 1 minuta 1 sekunda.");
  use("ru");
  assert.match(clockWords({ ...times, black: null, held: true }), /^Белые 1 час 2 минуты 3 секунды, чёрные неизвестно\. Не сейчас\.$/);
});

test("a time control is told in words, and what is none stays as it is", () => {
  use("en");
  const said = (/** @type {string} */ text) => controlWords(text).replaceAll("\u00a0", " ");
  assert.equal(said("90*60+30"), "1 hr 30 min + 30 sec a move");
  assert.equal(said("40/5400+30:1800+30"), "40 moves in 1 hr 30 min, then 30 min + 30 sec a move");
  assert.equal(said("40/7200:20/3600:900+30"), "40 moves in 2 hr, then 20 moves in 1 hr, then 15 min + 30 sec a move");
  assert.equal(said("180+2"), "3 min + 2 sec a move");
  assert.equal(said("300"), "5 min");
  for (const odd of ["", "90'+30\"", "?", "-", "blitz", "0", "1e9", "90+", ":", "40/"]) assert.equal(controlWords(odd), odd);
  use("de");
  assert.equal(said("40/5400+30:1800+30"), "40 Züge in 1 Std. 30 Min., dann 30 Min. + 30 Sek. pro Zug");
  assert.deepEqual(periods("40/90*60+30"), [{ moves: 40, seconds: 5400, added: 30 }]);
});

test("an unknown key stands for itself, and a value is no pattern", () => {
  use("en");
  assert.equal(word("no such key"), "no such key");
  assert.equal(word("follow", "$& {0}"), "Follow $& {0}");
});

test("the door of a closed event speaks the languages of the page behind it", () => {
  const door = readFileSync(new URL("../../../web/closed/index.html", import.meta.url), "utf8");
  const others = Object.keys(LANGUAGES).filter((code) => code !== "en");
  // A sentence, two buttons and three fields.
  for (const code of others) assert.equal(door.split(`lang="${code}"`).length - 1, 6, code);
});
