// One board of a round, opened over the page: result, names, colours, board and table.

import { make, write } from "../make.js";
import { resultText } from "../../shared/rounds_words.js";
import { needs } from "../rights.js";
import { Question, button, form, input, labelled, select, submit, whyNot } from "./fields.js";
import * as orders from "./orders.js";
import { word } from "./words.js";

/** @typedef {import("./state.js").Row} Row */

export class Editor {
  /** @param {HTMLDialogElement} el @param {import("./giver.js").Giver} giver @param {(board: number) => void} closed */
  constructor(el, giver, closed) {
    this.el = el;
    this.giver = giver;
    this.board = 0;
    el.onclose = () => closed(this.board);
  }

  /** @param {import("./state.js").EventState} state @param {string} key @param {number} round @param {Row} row @param {Row[]} rows */
  open(state, key, round, row, rows) {
    const { board, table, white, black } = row;
    const at = { key, round, board };
    const why = whyNot();
    this.board = board;
    /** @param {import("./orders.js").Order} order @param {string} done */
    const give = async (order, done) => {
      if (await this.giver.give(order, why, done)) this.el.close();
    };
    const title = make("h2", { id: "editor-title" }, [`${word("round", round)} · ${word("boardAtTable", board, table)}`]);
    const players = /** @type {const} */ ([["white", white], ["black", black]]);
    this.el.replaceChildren(
      make("div", { class: "row head" }, [title, button(word("close"), () => this.el.close(), { class: "close" })]), why,
      needs("results", this.#result(row, at, give)), this.#changes(row, rows, at, give),
      ...players.flatMap(([side, known]) => (known ? [needs("pairings", this.#names(word(side), key, known, state, give))] : [])),
    );
    this.el.showModal();
  }

  /** @param {Row} row @param {orders.At} at @param {(order: orders.Order, done: string) => void} give */
  #result({ result, how, adjourned, proved }, at, give) {
    const known = result !== "*" ? result : proved || "1-0";
    const options = /** @type {[string, string][]} */ (orders.RESULTS.map((it) => [it, resultText(it)]));
    const field = select(result === "*" ? options : [...options, ["*", word("takeBack")]], known);
    const way = make("select");
    const ways = () => {
      way.replaceChildren(...["", ...orders.waysOf(field.value)].map((it) => make("option", { value: it }, [it ? word(it) : word("notSaid")])));
      way.value = field.value === known && how ? how : "";
    };
    field.addEventListener("change", ways);
    ways();
    const adjourn = button(word(adjourned ? "notAdjourned" : "adjourn"), () => give({ do: "adjourned", ...at, adjourned: !adjourned }, word("adjourned")));
    const enter = () => give(orders.result(at, field.value, way.value), resultText(field.value) || word("takeBack"));
    return form("result", [make("h3", {}, [word("results")]), make("div", { class: "row" }, [
      labelled(word("results"), field), labelled(word("how"), way), submit(word("enterResult")), ...(result === "*" ? [adjourn] : []),
    ])], enter);
  }

  /** @param {Row} row @param {Row[]} rows @param {orders.At} at @param {(order: orders.Order, done: string) => void} give */
  #changes({ board, table, pairing }, rows, at, give) {
    const others = rows.filter((it) => it.board !== board).map((it) => /** @type {[string, string]} */ ([
      String(it.board), `${it.board}: ${it.white?.name ?? word("nobody")} – ${it.black?.name ?? word("nobody")}`,
    ]));
    const other = select(others, others[0]?.[0] ?? "");
    const place = input(String(table), { inputmode: "numeric", pattern: "[0-9]+", size: "4", required: "" });
    const colors = needs("pairings", button(word("swapColors"), () => give({ do: "swap-colors", ...at }, word("swapColors"))));
    const boards = needs("pairings", form("swap", [make("div", { class: "row" }, [labelled(word("swapWith"), other), submit(word("swap"))])],
      () => give({ do: "swap-boards", ...at, with: Number(other.value) }, word("swap"))));
    const usual = button(word("usualTable"), () => give({ do: "table", ...at }, word("usualTable")));
    const move = needs("boards", form("table", [make("div", { class: "row" }, [labelled(word("toTable"), place), submit(word("move")), ...(pairing.table ? [usual] : [])])],
      () => give({ do: "table", ...at, table: Number(place.value) }, word("toTable"))));
    const question = new Question();
    const unpair = needs("pairings", button(word("unpair"), () => question.ask(word("askUnpair", board), () => give({ do: "unpair", ...at }, word("unpair")), unpair)));
    return make("div", { class: "changes" }, [make("div", { class: "row" }, [colors, unpair]), question.el, ...(others.length > 0 ? [boards] : []), move]);
  }

  /** @param {string} side @param {string} key @param {import("./state.js").Numbered} known @param {import("./state.js").EventState} state
   * @param {(order: orders.Order, done: string) => void} give */
  #names(side, key, known, state, give) {
    const name = input(known.name, { maxlength: "100", required: "", class: "long" });
    const title = input(known.title ?? "", { maxlength: "4", size: "4", list: "titles" });
    const elo = input(known.elo ? String(known.elo) : "", { inputmode: "numeric", pattern: "[0-9]*", maxlength: "4", size: "5" });
    const federation = input(known.federation ?? "", { maxlength: "3", size: "4" });
    const send = () => {
      const before = state.event.tournaments[key].players?.[known.number] ?? { name: "" };
      const written = { name: name.value, title: title.value, elo: elo.value, federation: federation.value };
      give(orders.correct(key, known.number, before, written), name.value);
    };
    const head = make("h3");
    write(head, word("correct", `${side} (${known.number})`));
    return form("player", [head, make("div", { class: "row" }, [
      labelled(word("person"), name), labelled(word("title"), title), labelled(word("rating"), elo), labelled(word("federation"), federation), submit(word("save")),
    ])], send);
  }
}
