// The page on the whole screen.

/** Fills the screen with the page, or no longer. */
export function fullScreen() {
  // A browser may refuse; then the page stays as it is.
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  done?.catch(() => {});
}
