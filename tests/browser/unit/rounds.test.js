// What the organiser's page reads from the event, and the orders it makes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { crosstable, part } from "../../../web/arbiter/rounds/crosstable.js";
import { csv, pairingRows, standingRows } from "../../../web/arbiter/rounds/csv.js";
import * as orders from "../../../web/arbiter/rounds/orders.js";
import { currentRound, lastBegun, roundNumbers, roundState, rowsOf, unfinished, withoutGame } from "../../../web/arbiter/rounds/state.js";

/** @returns {import("../../../web/arbiter/rounds/state.js").EventState} */
const event = () => ({
  revision: 7,
  event: {
    name: "Festival", site: "Kraków", boards: { 1: "11111" },
    tournaments: {
      A: {
        name: "Open", rounds_planned: 3, first_table: 11,
        players: { 1: { name: "Nowak, Anna", elo: 2100, fide_id: 42, born: "1990" }, 2: { name: "Kowalski, Jan", title: "FM" }, 3: { name: "=SUM(1)" }, 4: { name: "Mazur, Piotr" }, 5: { name: "Lis, Ewa" } },
        rounds: {
          1: { state: "ended", pairings: { 1: { white: 1, black: 2, result: "1-0" }, 2: { white: 3, black: 4, result: "1/2-1/2" } }, unpaired: { 5: "pairing-bye" } },
          2: { state: "open", pairings: { 1: { white: 4, black: 1 }, 2: { white: 2, black: 3, table: 1, adjourned: true }, 10: { white: 5 } } },
        },
      },
    },
  },
  tables: {
    1: { plan: "play", pairing: ["A", 2, 2], game: 2, plies: 30, link: 1, serial: "22222" },
    11: { plan: "play", pairing: ["A", 2, 1], game: 2, plies: 12, proved: ["checkmate", "0-1"] },
  },
  standings: {
    A: {
      after: 2, complete: false, tie_breaks: ["buchholz"],
      rows: [{ rank: 1, player: { number: 1, name: "Nowak, Anna" }, points: "1", values: ["0"] }, { player: { number: 2, name: 'O"Neil, X' }, points: "0", values: [""] }, { player: { number: 5, name: "Lis, Ewa" }, points: "1", values: ["½"] }],
    },
  },
});

test("a round's rows have names, tables and what the board proves, in the order of boards", () => {
  const rows = rowsOf(event(), "A", 2);
  assert.deepEqual(rows.map(({ board, table, result, proved, plies }) => [board, table, result, proved, plies]), [
    [1, 11, "*", "0-1", 12], [2, 1, "*", "", 30], [10, 20, "*", "", null],
  ]);
  assert.equal(rows[0].white?.name, "Mazur, Piotr");
  assert.equal(rows[2].black, undefined);
  assert.deepEqual(unfinished(rows).map(({ board }) => board), [1, 10]);
  assert.deepEqual(rowsOf(event(), "A", 1).map(({ proved, plies }) => [proved, plies]), [["", null], ["", null]]);
  assert.deepEqual(rowsOf(event(), "B", 1), []);
});

test("a board with a result at which play goes on says so, until another round is played there", () => {
  const playedOn = (/** @type {number} */ round) => {
    const state = event();
    state.tables[1].played_on = true;
    return rowsOf(state, "A", round).map(({ playedOn }) => playedOn);
  };
  assert.deepEqual([playedOn(2), playedOn(1)], [[false, true, false], [false, false]]);
});

test("the round that needs a hand is the open one, then the first that has not ended", () => {
  const { A } = event().event.tournaments;
  assert.deepEqual(roundNumbers(A), [1, 2, 3]);
  assert.deepEqual([1, 2, 3].map((round) => roundState(A, round)), ["ended", "open", "none"]);
  assert.equal(currentRound(A), 2);
  assert.equal(lastBegun(A), 2);
  assert.equal(lastBegun({}), 0);
  A.rounds = { 1: { ...A.rounds?.[1] } };
  assert.equal(currentRound(A), 2);
  assert.equal(currentRound({}), 1);
});

test("players without a game are found, with their reason", () => {
  const { A } = event().event.tournaments;
  assert.deepEqual(withoutGame(A, 1).map(({ player, why }) => [player.number, why]), [[5, "pairing-bye"]]);
  assert.deepEqual(withoutGame(A, 2).map(({ player }) => player.number), []);
  assert.equal(withoutGame(A, 3).length, 5);
});

test("a corrected player keeps what the form does not show", () => {
  const known = { name: "Nowak, Anna", elo: 2100, fide_id: 42, born: "1990" };
  const written = { name: " Nowak-Lis, Anna ", title: "WFM", elo: "", federation: "pol" };
  assert.deepEqual(orders.correct("A", 1, known, written), {
    do: "enter", key: "A", players: { 1: { name: "Nowak-Lis, Anna", title: "WFM", federation: "POL", fide_id: 42, born: "1990" } },
  });
});

test("a bye is entered together with all pairings, because an order about a round replaces them", () => {
  const round = event().event.tournaments.A.rounds?.[1];
  const given = orders.bye("A", 1, round, 5, "half-bye");
  assert.deepEqual(given.rounds, { 1: { pairings: round?.pairings, unpaired: { 5: "half-bye" } } });
  assert.deepEqual(orders.bye("A", 1, round, 5, "").rounds, { 1: { pairings: round?.pairings, unpaired: {} } });
});

test("orders are made as the program reads them", () => {
  const at = { key: "A", round: 2, board: 1 };
  assert.deepEqual(orders.result(at, "1-0", "time"), { do: "result", ...at, result: "1-0", how: "time" });
  assert.deepEqual(orders.result(at, "*", "time"), { do: "result", ...at, result: "*" });
  assert.deepEqual(orders.waysOf("+/-"), ["forfeit"]);
  assert.deepEqual(orders.waysOf("*"), []);
  const written = { name: " Open ", system: "swiss", rounds: "9", table: "", control: "", breaks: ["buchholz"] };
  assert.deepEqual(orders.tournament(" A ", written), { do: "enter", key: "A", name: "Open", system: "swiss", time_control: "", tie_breaks: ["buchholz"], rounds_planned: 9 });
});

test("a withdrawal, a gate and the time of a round are ordered and taken back", () => {
  assert.deepEqual(orders.withdraw("A", 3, 0), { do: "withdraw", key: "A", player: 3, after: 0 });
  assert.deepEqual(orders.withdraw("A", 3), { do: "withdraw", key: "A", player: 3 });
  assert.deepEqual(orders.gate(7, false), { do: "gate", table: 7, open: false });
  assert.deepEqual(orders.gate(7), { do: "gate", table: 7 });
  assert.deepEqual(orders.timing("A", 2, "2026-11-23", "15:30"), { do: "enter", key: "A", rounds: { 2: { date: "2026.11.23", starts_at: "15:30" } } });
});

test("what a rating list says is entered with whom a person chose", () => {
  const order = { do: "complete", key: "A", players: { 1: { name: "Nowak, Anna", elo: 2100 } } };
  const chosen = { 2: { name: "Kowalski, Jan", fide_id: 7 } };
  assert.deepEqual(orders.complete("A", order, chosen), { do: "complete", key: "A", players: { ...order.players, ...chosen } });
  assert.deepEqual(orders.complete("A", null, chosen)?.players, chosen);
  assert.equal(orders.complete("A", null, {}), null);
});

test("the boards of two tables are exchanged by one order", () => {
  const state = event();
  state.tables[2] = { plan: "free", game: 1, plies: 0, serial: "33333" };
  const exchanged = { do: "boards", boards: { 1: "33333", 2: "11111" } };
  assert.deepEqual(orders.exchange(state, 1, 2), exchanged);
  state.event.boards = { 1: "11111", 2: "33333" };
  assert.deepEqual(orders.exchange(state, 1, 2), exchanged);
  assert.equal(orders.exchange(state, 1, 11), null, "nobody knows what stands on table 11");
});

test("what an order would enter is counted", () => {
  const order = { do: "enter", key: "A", players: { 1: {} }, rounds: { 2: { pairings: { 1: {} } } } };
  assert.deepEqual(orders.contents(order), { players: 1, rounds: [{ round: 2, boards: 1 }] });
  assert.deepEqual(orders.contents(null), { players: 0, rounds: [] });
});

test("the crosstable names opponents by their line", () => {
  const { event: { tournaments }, standings } = event();
  const lines = crosstable(tournaments.A, standings.A);
  assert.deepEqual(lines.map(({ cells }) => cells), [["2w1", "0b*"], ["1b0", "0w*"], ["U", "0w*"]]);
  assert.deepEqual([part("1/2-1/2", "white"), part("-/+", "white"), part("-/+", "black"), part("1/2-0", "black")], ["½", "−", "+", "0"]);
});

test("a table for a spreadsheet quotes what would break it and holds no formula", () => {
  const text = csv(pairingRows(rowsOf(event(), "A", 1), (key) => key));
  assert.equal(text, '\ufeffboard,table,number,title,white,rating,result,number,title,black,rating\r\n'
    + '1,11,1,,"Nowak, Anna",2100,1-0,2,FM,"Kowalski, Jan",\r\n2,12,3,,\'=SUM(1),,1/2-1/2,4,,"Mazur, Piotr",\r\n');
  assert.match(csv(standingRows(event().standings.A, (key) => key)), /\r\n,2,,"O""Neil, X",,,0,\r\n/);
  assert.equal(csv([["+/-", "-x", "a\nb"]]), "\ufeff+/-,'-x,a b\r\n");
});
