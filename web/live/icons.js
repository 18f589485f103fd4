// The signs on buttons, drawn: not every device has a font with all of them.

const SVG = "http://www.w3.org/2000/svg";

/** The strokes of each sign, in a square of 24 by 24. */
const STROKES = {
  menu: "M4 6h16M4 12h16M4 18h16", start: "M6 5v14M19 5l-9 7 9 7z", previous: "M16 5l-9 7 9 7z", next: "M8 5l9 7-9 7z",
  flip: "M8 4v15M4 15l4 4 4-4M16 20V5M12 9l4-4 4 4", share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7", full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  back: "M15 5l-7 7 7 7", star: "M12 4l2.4 5.2 5.6.7-4.1 3.9 1 5.6L12 16.6l-4.9 2.8 1-5.6L4 9.9l5.6-.7z",
};

/** Draws a sign; it says nothing to a screen reader, whose words are the button's. @param {keyof typeof STROKES} name */
export function icon(name) {
  const el = document.createElementNS(SVG, "svg");
  for (const [key, value] of [["viewBox", "0 0 24 24"], ["class", `icon icon-${name}`], ["aria-hidden", "true"]]) el.setAttribute(key, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", STROKES[name]);
  el.append(path);
  return el;
}

/** Makes a button with a sign and the words for it. @param {keyof typeof STROKES} name @param {string} label @param {() => void} act */
export function signed(name, label, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.title = label;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", act);
  button.append(icon(name));
  return button;
}
