// What a person told a table, in words: a line of the table's record.

import { clockText } from "../shared/time.js";
import { plyNumber } from "./make.js";
import { localMove, ruleName, word } from "./words.js";

/** The keys of the words for each ruling. @type {Record<string, string>} */
export const RULED = { confirm: "ruledConfirm", dismiss: "ruledDismiss", stands: "ruledStands" };

/** Returns a command in words. Moves in UCI stay as they are: they are squares in every language.
 * @param {import("./wire.js").TableView} view @param {Record<string, any>} command @returns {string} */
export function saidText(view, command) {
  const { cmd, by, text, staged, ...rest } = command;
  if (staged !== undefined && cmd !== "prepare" && cmd !== "drop") {
    return word("saidAnnounced", staged, saidText(view, { cmd, by, text, ...rest }));
  }
  const ply = (/** @type {number} */ at) => plyNumber(view.start, at);
  const side = by === "white" || by === "black" ? word(by) : word("nobody");
  switch (cmd) {
    case "note":
      return String(text);
    case "result": {
      const result = command.result === "*" ? word("saidNoResult") : word("saidResult", command.result);
      return command.game === undefined ? result : `${word("gameNo", command.game)}: ${result}`;
    }
    case "correct":
      return word("saidCorrect", ply(command.from_ply), command.moves.join(" "));
    case "choose":
      return word("saidChoose", ply(command.ply), command.move);
    case "promote":
      return word("saidPromote", ply(command.ply), localMove(command.piece));
    case "start":
      return word("saidStart", command.white ?? "?", command.black ?? "?");
    case "restore":
      return word("saidRestore", ply(command.ply));
    case "draw-offer":
      return word("saidDrawOffer", side);
    case "adjourn":
      return word("saidAdjourn");
    case "claim":
      return word("saidClaim", side, word(command.kind), command.move ? localMove(command.move) : "").trim();
    case "rule": {
      // The latest incident of this number is the one that was meant.
      const meant = view.incidents.findLast(({ no }) => no === command.incident);
      return word("saidRule", meant ? ruleName(meant.rule) : word("incidentNo", command.incident), word(RULED[command.decision] ?? command.decision));
    }
    case "report":
      return [word("saidReport", ruleName(command.rule)), by ? side : "", text ?? ""].filter(Boolean).join(", ");
    case "prepare":
      return word("saidPrepare", saidText(view, { ...command.order, game: command.game }));
    case "drop":
      return word("saidDrop", staged ?? "?");
    case "clock":
      return word("saidClock", clockTold(command));
    default:
      return Object.values(command).filter((value) => value !== command.author && value !== command.login).flat().join(" ");
  }
}

/** @param {Record<string, any>} command */
function clockTold({ do: what, white_ms, black_ms, running, text }) {
  const told = [word(`${what}Clock`)];
  if (white_ms !== undefined) told.push(`${word("white")} ${clockText(white_ms)}`, `${word("black")} ${clockText(black_ms)}`);
  if (running) told.push(word(running === "white" ? "whiteRuns" : "blackRuns"));
  if (text) told.push(text);
  return told.join(", ");
}
