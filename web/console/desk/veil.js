// Files that are dropped anywhere on the page, and the veil that says so while one is above it.

import { write } from "../../arbiter/make.js";
import { word } from "../words.js";

/** Takes files that are dropped. @param {HTMLElement} veil @param {(file: File) => void} taken */
export function takeFiles(veil, taken) {
  const over = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    // Without this the browser would open the file in place of the console.
    event.preventDefault();
    write(veil, word("drop"));
    veil.hidden = false;
  };
  addEventListener("dragenter", over);
  addEventListener("dragover", over);
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  addEventListener("drop", (event) => {
    veil.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    taken(file);
  });
}
