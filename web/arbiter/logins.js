// The list of logins, each with its person, its role, its device, its address and its last use. Each can be ended here.

import * as api from "./api.js";
import { Confirm } from "./confirm.js";
import { Invite } from "./invite.js";
import { make, write } from "./make.js";
import { still } from "./still.js";
import { language, word } from "./words.js";

/** @typedef {{login: string, name: string | null, role: string, device: string, address: string, began_ms: number, used_ms: number, open: number, mine: boolean}} Login */
/** @typedef {{logins: Login[], now_ms: number, idle_max_s: number, age_max_s: number}} List */

/** The time between two readings of the list while it is open, in milliseconds. */
const AGAIN_MS = 10_000;

export class Logins {
  /** @param {HTMLDetailsElement} el @param {() => void} leave what ends one's own login */
  constructor(el, leave) {
    this.el = el;
    this.leave = leave;
    this.title = make("summary");
    this.rows = make("tbody");
    this.note = make("p", { class: "note" });
    this.why = make("p", { class: "why", role: "alert" });
    this.confirm = new Confirm("endLogin", "keepLogin");
    this.head = make("tr");
    this.invite = new Invite();
    /** @type {List | null} */
    this.list = null;
    this.redraw = still(() => this.draw());
    el.append(this.title, this.confirm.el, this.why,
      make("div", { class: "wide" }, [make("table", {}, [make("thead", {}, [this.head]), this.rows])]), this.note, this.invite.el);
    el.addEventListener("toggle", () => el.open && this.read());
    setInterval(() => el.open && !this.confirm.act && this.read(), AGAIN_MS);
    this.draw();
  }

  async read() {
    const reply = await api.call("GET", "api/v1/logins");
    write(this.why, reply.ok ? "" : reply.why);
    if (reply.ok) this.list = reply.body;
    this.redraw();
  }

  draw() {
    write(this.title, word("logins"));
    this.confirm.update();
    this.invite.draw();
    this.head.replaceChildren(...["person", "role", "device", "address", "began", "used", "endLogin"].map((key) => make("th", { scope: "col" }, [word(key)])));
    if (!this.list) return;
    const { logins, now_ms, idle_max_s, age_max_s } = this.list;
    // The program's clock may differ from this browser's, so ages are compared, not times.
    const at = (/** @type {number} */ ms) => new Date(Date.now() - (now_ms - ms))
      .toLocaleString(language(), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    this.rows.replaceChildren(...logins.map((login) => this.#row(login, at)));
    write(this.note, word("loginsEnd", Math.round(idle_max_s / 3600), Math.round(age_max_s / 86_400)));
  }

  /** @param {Login} login @param {(ms: number) => string} at */
  #row(login, at) {
    const { name: person, role, device, address, began_ms, used_ms, open, mine } = login;
    const end = make("button", { type: "button" }, [word(mine ? "leave" : "endLogin")]);
    const name = [person, device].filter(Boolean).join(", ") || word("unknown");
    end.addEventListener("click", () => {
      if (mine) this.leave();
      else this.confirm.ask(word("askEnd", name, address), () => this.#end(login), end);
    });
    const shown = device || word("unknown");
    const cells = [person ?? word("noName"), word(`role-${role}`), mine ? `${shown} (${word("thisBrowser")})` : shown, address, at(began_ms), open > 0 ? word("openNow") : at(used_ms)];
    return make("tr", { "data-login": login.login }, [
      ...cells.map((text) => make("td", {}, [make("bdi", {}, [text])])), make("td", {}, [end]),
    ]);
  }

  /** @param {Login} login */
  async #end({ login }) {
    const reply = await api.call("DELETE", `api/v1/logins/${login}`);
    await this.read();
    if (!reply.ok) write(this.why, reply.why);
    else if (!reply.body.written) write(this.why, word("endNotWritten"));
  }
}
