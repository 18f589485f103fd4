// Flags, drawn by stripes and crosses in proportion: enough to be known at the height of a letter. A federation that is not
// here is shown by its letters alone, which stand beside every flag.

/** The flags that are stripes: `h` lies, `v` stands; the colours in order, a digit for each channel, with a weight behind a
 * colon where it is not 1. */
const STRIPES = /** @type {Record<string, string>} */ ({
  ARM: "h d01 039 ea0", AUT: "h c13 fff c13", AZE: "h 0bd e34 593", BEL: "v 000 fd1 e13",
  BUL: "h fff 096 d21", COL: "h fc1:2 039 c12", CIV: "v f80 fff 094", CRC: "h 037 fff c12:2 fff 037",
  ECU: "h fd0:2 05a e22", EST: "h 07c 000 fff", FRA: "v 009 fff d01", GAB: "h 096 fc1 37c",
  GER: "h 000 d00 fc0", GUI: "v c12 fc1 096", HUN: "h c23 fff 475", INA: "h c12 fff",
  IRL: "v 196 fff f84", ITA: "v 094 fff c33", LAT: "h 933:2 fff 933:2", LTU: "h fb1 064 b23",
  LUX: "h e23 fff 09d", MLI: "v 1b3 fc1 c12", MNC: "h c12 fff", NED: "h a22 fff 248",
  NGR: "v 085 fff 085", PER: "v d12 fff d12", POL: "h fff d14", ROU: "v 037 fc1 c12",
  RUS: "h fff 03a d32", SLE: "h 2b3 fff 07c", UKR: "h 05b fd0", YEM: "h c12 fff 000",
  ESP: "h a12 eb0:2 a12", THA: "h a13 eef 324:2 eef a13", BOL: "h d32 fd0 073", VEN: "h fc0 027 c13",
});
/** The flags that are a cross: ground, cross, and the line within the cross if there is one; `n` stands nearer to the
 * mast, `s` does not reach the edge. */
const CROSSES = /** @type {Record<string, string>} */ ({
  DEN: "n c13 fff", FIN: "n fff 036", SWE: "n 06a fc0", NOR: "n b13 fff 025", ISL: "n 059 fff d23",
  FAI: "n fff 06b e23", ENG: "c fff c12", SUI: "s d32 fff", GEO: "c fff f00", GCI: "c fff e13",
});
/** The flags that are a disc on a ground. */
const DISCS = /** @type {Record<string, string>} */ ({ JPN: "fff b03", BAN: "065 e24", PLW: "4ad fd0" });

/** Returns the picture of a flag as a style sheet writes backgrounds; empty for a federation that has none here.
 * @param {string} federation three letters */
export function flagPicture(federation) {
  if (Object.hasOwn(STRIPES, federation)) return stripes(STRIPES[federation].split(" "));
  if (Object.hasOwn(CROSSES, federation)) return cross(CROSSES[federation].split(" "));
  if (!Object.hasOwn(DISCS, federation)) return "";
  const [ground, disc] = DISCS[federation].split(" ");
  return `radial-gradient(circle closest-side at 50% 50%, #${disc} 58%, #${ground} 62%)`;
}

/** @param {string[]} parts */
function stripes([way, ...colours]) {
  const weighed = colours.map((colour) => ({ colour: colour.split(":")[0], weight: Number(colour.split(":")[1] ?? 1) }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  let at = 0;
  const stops = weighed.map(({ colour, weight }) => {
    const from = at;
    at += (100 * weight) / all;
    return `#${colour} ${from.toFixed(2)}% ${at.toFixed(2)}%`;
  });
  return `linear-gradient(to ${way === "h" ? "bottom" : "right"}, ${stops.join(", ")})`;
}

/** @param {string[]} parts */
function cross([where, ground, outer, inner]) {
  const x = where === "n" ? 38 : 50;
  const long = where === "s" ? 64 : 100;
  const beam = (/** @type {string} */ colour, /** @type {number} */ wide) => [
    `linear-gradient(#${colour}, #${colour}) ${x}% 50% / ${wide * 0.66}% ${long}% no-repeat`,
    `linear-gradient(#${colour}, #${colour}) 50% 50% / ${where === "s" ? long * 0.66 : 100}% ${wide}% no-repeat`,
  ];
  return [...(inner ? beam(inner, 13) : []), ...beam(outer, 26), `linear-gradient(#${ground}, #${ground})`].join(", ");
}
