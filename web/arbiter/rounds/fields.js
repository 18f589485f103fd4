// Fields of forms with their labels, and the question before an order that should be thought over.

import { Confirm } from "../confirm.js";
import { make, write } from "../make.js";
import { word } from "./words.js";

/** @param {string} text @param {HTMLElement} field */
export const labelled = (text, field) => make("label", {}, [make("span", {}, [text]), field]);

/** @param {string} value @param {Record<string, string>} [attributes] */
export function input(value, attributes = {}) {
  const field = make("input", { autocomplete: "off", ...attributes });
  field.value = value;
  return field;
}

/** @param {[string, string][]} options values and texts @param {string} value */
export function select(options, value) {
  const field = make("select", {}, options.map(([value, text]) => make("option", { value }, [text])));
  field.value = value;
  return field;
}

/** @param {string} text @param {() => void} act @param {Record<string, string>} [attributes] */
export function button(text, act, attributes = {}) {
  const el = make("button", { type: "button", ...attributes }, [text]);
  el.addEventListener("click", act);
  return el;
}

/** Makes a form that its button sends. @param {string} name @param {(Node | string)[]} inside @param {() => void} send */
export function form(name, inside, send) {
  const el = make("form", { "data-form": name }, inside);
  el.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  return el;
}

/** Makes the button that sends a form. @param {string} text */
export const submit = (text) => make("button", { type: "submit" }, [text]);

/** Makes the place where a refusal is told. */
export const whyNot = () => make("p", { class: "why", role: "alert" });

/** The question before an order that should be thought over. */
export class Question extends Confirm {
  update() {
    write(this.yes, word("goOn"));
    write(this.no, word("cancel"));
  }
}
