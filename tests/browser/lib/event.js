// An event for the tests of rounds: orders to the program, and players whose names are hard to show.

/** Names that organisers really have, or that somebody tries. */
export const NAMES = ["Nowak, Anna", "Kowalski, Jan", "Wiśniewska, Ewa", "<img src=x onerror=alert(1)>", "van der Westhuizen-Oberhauser, Maximilian Alexander III of the Most Distant Harbour Chess Club",
  "محمد عبد الرحمن", "Иванова, Мария", "Li, Wei"];

/** The order that enters two rounds for so many boards. @param {number} boards */
export function entered(boards) {
  const all = Array.from({ length: boards }, (_, n) => n + 1);
  const name = (/** @type {number} */ n) => `${NAMES[n % NAMES.length]}${n < NAMES.length ? "" : ` ${n}`}`;
  const players = Object.fromEntries(Array.from({ length: 2 * boards + 1 }, (_, n) => [n + 1, { name: name(n), elo: 2500 - n }]));
  const first = Object.fromEntries(all.map((board) => [board, { white: 2 * board - 1, black: 2 * board }]));
  const second = Object.fromEntries(all.map((board) => [board, { white: 2 * board, black: ((2 * board) % (2 * boards)) + 1 }]));
  const rounds = { 1: { date: "2026.11.22", pairings: first, unpaired: { [2 * boards + 1]: "half-bye" } }, 2: { pairings: second } };
  return { do: "enter", key: "A", name: "Open", rounds_planned: 5, players, rounds };
}

/** Gives an order as a program would, from an organiser's page. @param {import("playwright-core").Page} page
 * @param {Record<string, unknown>} order @returns {Promise<number>} the status */
export function give(page, order) {
  return page.evaluate(async (order) => {
    const body = JSON.stringify({ ...order, author: "a program" });
    return (await fetch("/api/v1/event", { method: "POST", headers: { "Content-Type": "application/json" }, body })).status;
  }, order);
}

/** The event as the organiser's side tells it. @param {import("playwright-core").Page} page @returns {Promise<any>} */
export const told = (page) => page.evaluate(async () => (await fetch("/api/v1/event")).json());
