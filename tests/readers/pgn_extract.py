"""Games as pgn-extract reads them: it is asked for the moves with their comments, and for the position after each.

A text in PGN comes as a JSON string in a line, and is answered with a line of JSON (docs in tests/src/readers/mod.rs).
"""

import json
import os
import re
import subprocess
import sys

# Debian keeps it with the games, where not everybody's PATH looks.
PATHS = os.environ.get("PATH", "") + ":/usr/games"
TAG = re.compile(r'^\[(\w+) "(.*)"\]$')
# Any number of words that are not moves, then a move, then what is said about it.
WORD = re.compile(r"\{([^}]*)\}|([^\s{}]+)")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
# A game that goes on may have a mate without a result, which it remarks on.
REMARK = re.compile(r"Warning: Result of .*\n(.*\n)*?File stdin: Line number: \d+\n?")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"


def printed(text, *options):
    """Returns the games that it prints: of each the tags, the moves with a comment, and the result."""
    environment = {**os.environ, "PATH": PATHS}
    ran = subprocess.run(["pgn-extract", "-s", "-w1000000", "--nomovenumbers", *options],
                         input=text.encode(), capture_output=True, check=True, env=environment)
    games, game = [], None
    for line in ran.stdout.decode().split("\n"):
        if tag := TAG.match(line):
            if game is None or game["result"]:
                game = {"tags": {}, "moves": [], "result": None}
                games.append(game)
            game["tags"][tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
            continue
        for comment, word in WORD.findall(line):
            if word in RESULTS:
                game["result"] = word
            elif word:
                game["moves"].append([word, ""])
            elif game["moves"]:
                game["moves"][-1][1] += comment
    return games, REMARK.sub("", ran.stderr.decode()).strip()


def seconds(name, comment):
    found = re.search(rf"\[%{name} (\d+):(\d+):(\d+)\]", comment)
    return found and int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3])


def games_of(text):
    games, said = printed(text)
    positions, _ = printed(text, "--fencomments", "-C")
    if said:
        return [{"error": said}]
    read = []
    for game, walked in zip(games, positions, strict=True):
        plies = [
            [san, " ".join(fen.split()[:2]), seconds("clk", comment), seconds("emt", comment)]
            for (san, comment), (_, fen) in zip(game["moves"], walked["moves"], strict=True)
        ]
        start = " ".join(game["tags"].get("FEN", START).split()[:2])
        read.append({"tags": game["tags"], "start": start, "plies": plies, "result": game["result"]})
    return read


for line in sys.stdin:
    print(json.dumps(games_of(json.loads(line))), flush=True)
