// A made-up hall as spectators and screens are told it: the pages are the program's, the tables are the test's, and nothing moves.

/** @typedef {import("../../../web/shared/hall2.js").TableFrame} TableFrame */

/** The server's time of all frames. */
const NOW = 600_000;
const PLAYERS = [
  { n: "Nowak, Anna", t: "WGM", e: 2341, f: "POL" }, { n: "Kim, Jun", e: 2290, f: "KOR" }, { n: "Okonkwo, Chidi", t: "IM", e: 2405, f: "NGR" },
  { n: "Łukasiewicz, Przemysław", t: "FM", e: 2313, f: "POL" }, { n: "Sørensen, Åse", t: "WIM", e: 2199, f: "NOR" }, { n: "Петрова, Мария", e: 2087 },
  { n: "van der Westhuizen-Oberhauser, Maximilian Alexander", t: "CM", e: 2150, f: "RSA" }, { n: "Li, Wei", t: "GM", e: 2612, f: "CHN" },
];

/** A table on which nothing has happened. Its clocks stand: who is on the move is told by the position.
 * @param {number} b @param {Partial<TableFrame>} [more] @returns {TableFrame} */
export const seat = (b, more = {}) => ({
  b, r: b, g: 1, w: PLAYERS[(b - 1) % 8], bl: PLAYERS[(b + 2) % 8], c: [5_400_000, 5_400_000, null, NOW], ...more,
});

/** A table after these plies, each of which took what is told: White's clock runs, or Black's, from the moment of the picture on.
 * @param {number} b @param {string} m UCI and SAN of each ply @param {Partial<TableFrame>} [more] */
export function played(b, m, more = {}) {
  const count = m.split(" ").length / 2;
  const used = Array.from({ length: count }, (_, n) => 7000 + 13_000 * (n % 5));
  const left = (/** @type {number} */ side) => used.reduce((rest, ms, n) => rest - (n % 2 === side ? ms : 0), 5_400_000);
  const added = used.map((_, n) => (n < 2 ? 5_400_000 : 0));
  return seat(b, { m, u: used, a: added, c: [left(0), left(1), count % 2 ? "b" : "w", NOW], ...more });
}

/** Gives a page this hall. `send` brings it a frame more; whom `isGone` nobody answers any more. @param {import("playwright-core").Page} page @param {TableFrame[]} tables */
export async function madeHall(page, tables) {
  const head = { v: 2, epoch: "made", s: 1000, t: NOW };
  const event = { name: "City Open", site: "Gdańsk", date: "2026.11.24", round: "3", time_control: "90*60+30" };
  const hand = { isGone: false, send: (/** @type {any} */ _) => {} };
  await page.route("**/api/v2/hall*", (route) => (hand.isGone ? route.abort("connectionrefused") : route.fulfill({ json: { ...head, hall: { event, n: tables.map(({ b }) => b) }, tables } })));
  await page.routeWebSocket(/\/ws\/v2$/, (socket) => {
    if (hand.isGone) return void socket.close();
    hand.send = (frame) => socket.send(JSON.stringify(frame));
    socket.onMessage((text) => {
      const { ts } = JSON.parse(String(text));
      if (ts !== undefined) hand.send({ ts, t: NOW });
    });
    hand.send(head);
  });
  return hand;
}
