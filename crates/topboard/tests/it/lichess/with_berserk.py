"""Makes a round at a Lichess with the client berserk, pushes games to it and reads them back."""

import sys

import berserk

base, token, files = sys.argv[1], sys.argv[2], sys.argv[3:]
client = berserk.Client(berserk.TokenSession(token), base_url=base)
tour = client.broadcasts.create("Berserk", "", False)["tour"]["id"]
made = client.broadcasts.create_round(tour, "Round 1")["round"]["id"]
texts = []
for file in files:
    with open(file, encoding="utf-8") as text:
        texts.append(text.read())
client.broadcasts.push_pgn_update(made, texts)
read = list(client.broadcasts.get_round_pgns(made))
streamed = list(client.broadcasts.stream_round(made))
assert read == streamed, (read, streamed)
for game in read:
    print(game)
    print("===")
