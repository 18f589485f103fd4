// Nothing on a page moves under a hand that presses: a button that slid away between the press and its end would not be pressed, and
// the hand would not know why. What comes meanwhile is drawn once the hand is lifted.

/** The longest time for which a press holds the page, in milliseconds: the end of a press may get lost. */
const HELD_MS = 5000;
/** The time after a press in which its click comes, in milliseconds. A finger's comes later than its end. */
const CLICK_MS = 50;

/** What is drawn when the hand is lifted. @type {Set<() => void>} */
const waiting = new Set();
let isPressed = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function lift() {
  isPressed = false;
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) draw();
}

/** @param {boolean} isDown */
function press(isDown) {
  isPressed ||= isDown;
  clearTimeout(timer);
  timer = setTimeout(lift, isDown ? HELD_MS : CLICK_MS);
}

let isWatching = false;
function watch() {
  if (isWatching) return;
  isWatching = true;
  addEventListener("pointerdown", () => press(true), true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => press(false), true);
}

/** Returns what draws now or, while a hand presses, once behind it. @param {() => void} draw */
export function still(draw) {
  watch();
  return () => {
    if (isPressed) waiting.add(draw);
    else draw();
  };
}
