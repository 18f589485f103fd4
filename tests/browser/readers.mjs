// Games as libraries in JavaScript read them. The library is named behind the program.
//
// A text in PGN comes as a JSON string in a line, and is answered with a line of JSON (docs in tests/src/readers/mod.rs).

import { createInterface } from "node:readline";
import { Chess } from "chess.js";
import { makeFen } from "chessops/fen";
import { parseComment, parsePgn, startingPosition } from "chessops/pgn";
import { parseSan } from "chessops/san";
// @ts-expect-error: it comes without types
import { Pgn } from "cm-pgn/src/Pgn.js";
import kokopu from "kokopu";

/** @typedef {[san: string, position: string, clk: number | null, emt: number | null]} Ply */
/** @typedef {{ tags: Record<string, string>, start: string, plies: Ply[], result: string }} Read */

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The first two fields of a FEN: the pieces, and whose turn it is. @param {string} fen */
const position = (fen) => fen.split(" ").slice(0, 2).join(" ");

/** The games of a text, for a library that takes one at a time. @param {string} text */
const apart = (text) => text.split(/\n\n+(?=\[)/).filter((game) => game.trim() !== "");

/** Reads games one by one, so that one that cannot be read leaves the others.
 * @param {string} text @param {(game: string) => Read} read */
const each = (text, read) => apart(text).map((game) => {
    try {
        return read(game);
    } catch (error) {
        return { error: String(error) };
    }
});

/** A time in seconds. @param {string | undefined} time */
function seconds(time) {
    const parts = time?.match(/^(\d+):(\d+):(\d+)$/)?.slice(1).map(Number);
    return parts ? parts[0] * 3600 + parts[1] * 60 + parts[2] : null;
}

/** A time in a comment. @param {string} name @param {string} comment */
const timeIn = (name, comment) => seconds(comment.match(new RegExp(`\\[%${name} ([\\d:]+)\\]`))?.[1]);

/** What each library makes of a text. @type {Record<string, (text: string) => (Read | { error: string })[]>} */
const LIBRARIES = {
    "chess.js": (text) => each(text, (game) => {
        const chess = new Chess();
        chess.loadPgn(game);
        const comments = new Map(chess.getComments().map(({ fen, comment }) => [fen, comment ?? ""]));
        const moves = chess.history({ verbose: true });
        const tags = chess.getHeaders();
        return {
            tags,
            start: position(moves[0]?.before ?? chess.fen()),
            plies: moves.map(({ san, after }) => {
                const comment = comments.get(after) ?? "";
                return [san, position(after), timeIn("clk", comment), timeIn("emt", comment)];
            }),
            result: tags.Result,
        };
    }),

    "chessops": (text) => parsePgn(text).map((game) => {
        const board = startingPosition(game.headers).unwrap();
        const start = position(makeFen(board.toSetup()));
        /** @type {Ply[]} */
        const plies = [];
        for (const { san, comments } of game.moves.mainline()) {
            const move = parseSan(board, san);
            if (!move) throw new Error(`${san} cannot be played after ${plies.length} plies`);
            board.play(move);
            const said = parseComment((comments ?? []).join(" "));
            plies.push([san, position(makeFen(board.toSetup())), said.clock ?? null, said.emt ?? null]);
        }
        const tags = Object.fromEntries(game.headers);
        return { tags, start, plies, result: tags.Result };
    }),

    "cm-pgn": (text) => each(text, (game) => {
        const pgn = new Pgn(game);
        const tags = pgn.header.tags;
        /** @type {{ san: string, fen: string, comments?: string[] }[]} */
        const moves = pgn.history.moves;
        const plies = moves.map(({ san, fen, comments }) => {
            const comment = (comments ?? []).join(" ");
            return /** @type {Ply} */ ([san, position(fen), timeIn("clk", comment), timeIn("emt", comment)]);
        });
        return { tags, start: position(tags.FEN ?? START), plies, result: tags.Result };
    }),

    "kokopu": (text) => {
        const database = kokopu.pgnRead(text);
        return Array.from({ length: database.gameCount() }, (_, index) => {
            const game = database.game(index);
            const plies = game.nodes().map((node) => {
                const times = [seconds(node.tag("clk")), seconds(node.tag("emt"))];
                return /** @type {Ply} */ ([node.notation(), position(node.fen()), ...times]);
            });
            /** @param {unknown} value */
            const tag = (value) => (value === undefined ? "" : String(value));
            // What is unknown in PGN is undefined here.
            const tags = {
                Event: game.event() ?? "?",
                Site: game.site() ?? "?",
                Round: game.fullRound() ?? "?",
                White: game.playerName("w") ?? "?",
                Black: game.playerName("b") ?? "?",
                WhiteElo: tag(game.playerElo("w")),
                BlackElo: tag(game.playerElo("b")),
                WhiteTitle: tag(game.playerTitle("w")),
                BlackTitle: tag(game.playerTitle("b")),
            };
            const result = { "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*" }[String(game.result())] ?? "";
            return { tags, start: position(game.initialFEN()), plies, result };
        });
    },
};

const read = LIBRARIES[process.argv[2] ?? ""];
if (!read) throw new Error(`one of ${Object.keys(LIBRARIES).join(", ")}`);
for await (const line of createInterface({ input: process.stdin })) {
    let answer;
    try {
        answer = read(JSON.parse(line));
    } catch (error) {
        answer = [{ error: String(error) }];
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
}
