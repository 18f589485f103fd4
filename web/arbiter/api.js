// Requests from the page to the program. Every refusal comes back as words for the person who asked.

import { language, word } from "./words.js";

/** A reply of the program. With `later` there is no outcome yet, and `later` brings it.
 * @typedef {{ok: boolean, status: number, body: any, why: string, later?: Promise<Reply>}} Reply */

/** The time between two questions for the outcome of an order, in milliseconds. */
const AGAIN_MS = 2000;

/** The orders whose outcome is not known, by their words. An order repeated meanwhile counts once.
 * @type {Map<string, {key: string, later?: Promise<Reply>}>} */
const pending = new Map();
let changed = () => {};

/** The root of the listener. Pages in a folder ask there, too. */
const ROOT = new URL("../", import.meta.url);

/** Returns the number of orders that were taken and have no outcome. */
export const waiting = () => [...pending.values()].filter(({ later }) => later).length;

/** Sets the listener for changes in the number of orders without an outcome. @param {() => void} listener */
export function whenWaiting(listener) {
  changed = listener;
}

/** Sends a request. A body is written as JSON; a file is sent as it is.
 * @param {string} method @param {string} path @param {unknown} [body] @param {string} [key] @returns {Promise<Reply>} */
export async function call(method, path, body, key) {
  const isFile = body instanceof Blob;
  const type = isFile ? "application/octet-stream" : "application/json";
  try {
    const answer = await fetch(new URL(path, ROOT), {
      method,
      headers: { ...(body !== undefined && { "Content-Type": type }), ...(key && { "Idempotency-Key": key }) },
      body: isFile || body === undefined ? body : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
    });
    // An answer that was cut off is none, and whether the order was carried out is not known.
    const said = await answer.json().catch((error) => {
      if (answer.ok) throw error;
      return {};
    });
    return { ok: answer.ok, status: answer.status, body: said, why: said.words?.[language()] ?? said.error ?? word("refusedWith", answer.status) };
  } catch {
    return { ok: false, status: 0, body: {}, why: word("noAnswer") };
  }
}

/** Sends an order. It is done once, however often it is sent before its outcome is known.
 * @param {string} path @param {unknown} body */
async function order(path, body) {
  const words = `${path} ${JSON.stringify(body)}`;
  const errand = pending.get(words) ?? { key: freshKey() };
  pending.set(words, errand);
  const reply = await call("POST", path, body, errand.key);
  // Without an answer it is unknown whether the order arrived. Sent again under its key it counts once.
  if (reply.status === 0) return reply;
  if (reply.status === 202) {
    errand.later ??= outcome(words, errand.key);
    changed();
    return { ...reply, later: errand.later };
  }
  if (!errand.later) pending.delete(words);
  return reply;
}

/** @param {string} words @param {string} key @returns {Promise<Reply>} */
async function outcome(words, key) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    const reply = await call("GET", `api/v1/errands/${key}`);
    if ([0, 202, 429].includes(reply.status)) continue;
    pending.delete(words);
    changed();
    return reply;
  }
}

/** Draws a new key. `crypto.randomUUID` is missing on pages that come by plain HTTP from another computer. */
const freshKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const field = () => /** @type {HTMLInputElement} */ (document.getElementById("author"));

/** Returns the name of the person at the page; empty when they have not entered it. */
export const author = () => field().value.trim();

/** Takes the name from the login: the program signs with it, so nobody is asked. A login without a name (null) asks.
 * @param {string | null} name */
export function signAs(name) {
  field().readOnly = name !== null;
  if (name !== null) field().value = name;
}

/** Asks for the name of the person at the page. */
export function askName() {
  field().focus();
}

/** Sends a command about a table, with the name of the person at the page.
 * @param {number} table @param {Record<string, unknown>} command */
export function command(table, command) {
  return order(`api/v1/tables/${table}/commands`, { ...command, author: author() });
}

/** Sends an order about the event, with the name of the person at the page. @param {Record<string, unknown>} body */
export function event(body) {
  return order("api/v1/event", { ...body, author: author() });
}

/** Sends a file of pairings to be read or, with `apply`, to be taken over. Taken over twice it changes nothing more.
 * @param {{tournament: string, round: number | null, file: Blob}} asked without a round all rounds of the file are meant
 * @param {boolean} apply */
export async function pairings({ tournament, round, file }, apply) {
  const name = file instanceof File ? file.name : "";
  const query = new URLSearchParams({ tournament, ...(round !== null && { round: String(round) }), name, author: author(), apply: String(apply) });
  let told = await call("POST", `api/v1/event/import?${query}`, file, apply ? freshKey() : undefined);
  while (told.status === 202) told = await outcome("", told.body.errand);
  return told;
}

/** Sends the players of a round robin in the order that was drawn; the answer says what its rounds are or, with `apply`, enters
 * them. @param {{tournament: string, double: boolean, exchange: boolean, file: Blob}} asked @param {boolean} apply */
export async function roundRobin({ tournament, double, exchange, file }, apply) {
  const query = new URLSearchParams({ tournament, double: String(double), exchange: String(exchange), author: author(), apply: String(apply) });
  let told = await call("POST", `api/v1/event/round-robin?${query}`, file, apply ? freshKey() : undefined);
  while (told.status === 202) told = await outcome("", told.body.errand);
  return told;
}

/** Sends a rating list; the answer says what it would change, and changes nothing.
 * @param {{tournament: string, kind: string, file: File}} asked */
export function ratings({ tournament, kind, file }) {
  return call("POST", `api/v1/event/ratings?${new URLSearchParams({ tournament, kind, name: file.name })}`, file);
}

/** @param {number} table */
export function freeze(table) {
  return order(`api/v1/tables/${table}/freeze`, { author: author() });
}

/** Sends moves as a person wrote them, to be read.
 * @param {number} table @param {string} form @param {number} ply @param {string} text */
export function read(table, form, ply, text) {
  return call("POST", `api/v1/tables/${table}/moves`, { form, from_ply: ply, text });
}
