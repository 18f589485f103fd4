// The form that lets somebody in: a name and a role become a link that opens once.

import * as api from "./api.js";
import { make, write } from "./make.js";
import { word } from "./words.js";

const ROLES = ["arbiter", "operator", "organiser", "chief-arbiter", "guest"];

export class Invite {
  constructor() {
    this.label = make("span");
    this.name = make("input", { maxlength: "80", required: "", autocomplete: "off" });
    this.role = make("select", {}, ROLES.map((role) => make("option", { value: role })));
    this.go = make("button", { type: "submit" });
    this.links = make("div", { role: "status" });
    this.el = make("form", { class: "invite" }, [
      make("div", { class: "row" }, [make("label", {}, [this.label, " ", this.name]), this.role, this.go]), this.links,
    ]);
    this.el.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#make();
    });
  }

  /** Writes the words anew. */
  draw() {
    write(this.label, word("person"));
    this.role.setAttribute("aria-label", word("role"));
    write(this.go, word("letIn"));
    // The roles stay where they are: a list in which somebody chooses would close.
    ROLES.forEach((role, at) => write(this.role.options[at], word(`role-${role}`)));
  }

  async #make() {
    const reply = await api.call("POST", "api/v1/links", { name: this.name.value, role: this.role.value });
    showLinks(this.links, reply, word("linkOf", this.name.value));
    if (reply.ok) this.name.value = "";
  }
}

/** Shows the links of a reply, each by another address, or why there are none.
 * @param {HTMLElement} el @param {api.Reply} reply @param {string} title */
export function showLinks(el, { ok, body, why }, title) {
  const links = ok ? /** @type {string[]} */ (body.links).map((link) => make("li", {}, [make("code", {}, [link])])) : [];
  el.hidden = false;
  el.replaceChildren(
    make("p", {}, [ok ? title : why]), make("ul", {}, links), ...(body.this_computer_only ? [make("p", {}, [word("onlyHere")])] : []),
  );
}
