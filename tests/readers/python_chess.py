"""Games as python-chess reads them.

A text in PGN comes as a JSON string in a line, and is answered with a line of JSON (docs in tests/src/readers/mod.rs).
"""

import io
import json
import sys

import chess.pgn


def seconds(time):
    return None if time is None else int(time)


def plies_of(game):
    plies = []
    for node in game.mainline():
        fen = node.board().fen().split(" ")
        plies.append([node.san(), " ".join(fen[:2]), seconds(node.clock()), seconds(node.emt())])
    return plies


def games_of(text):
    stream = io.StringIO(text)
    games = []
    while (game := chess.pgn.read_game(stream)) is not None:
        if game.errors:
            games.append({"error": "; ".join(str(error) for error in game.errors)})
            continue
        games.append({
            "tags": dict(game.headers),
            "start": " ".join(game.board().fen().split(" ")[:2]),
            "plies": plies_of(game),
            "result": game.headers["Result"],
        })
    return games


for line in sys.stdin:
    print(json.dumps(games_of(json.loads(line))), flush=True)
