// What the page says to the program. Every refusal comes back as words for the person who asked.

/** @typedef {{ok: boolean, status: number, body: any, why: string}} Reply */

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<Reply>} */
export async function call(method, path, body) {
  try {
    const answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
    });
    const said = await answer.json().catch(() => ({}));
    return { ok: answer.ok, status: answer.status, body: said, why: said.error ?? `HTTP ${answer.status}` };
  } catch (error) {
    return { ok: false, status: 0, body: {}, why: String(error) };
  }
}

const field = () => /** @type {HTMLInputElement} */ (document.getElementById("author"));

/** Who speaks; empty when he has not said it. */
export const author = () => field().value.trim();

/** Asks for the name. */
export function askName() {
  field().focus();
}

/** A command about a table, with the speaker's name. @param {number} table @param {Record<string, unknown>} command */
export function command(table, command) {
  return call("POST", `api/v1/tables/${table}/commands`, { ...command, author: author() });
}

/** @param {number} table */
export function freeze(table) {
  return call("POST", `api/v1/tables/${table}/freeze`, { author: author() });
}

/** Moves as a person wrote them. @param {number} table @param {string} form @param {number} ply @param {string} text */
export function read(table, form, ply, text) {
  return call("POST", `api/v1/tables/${table}/moves`, { form, from_ply: ply, text });
}
