#!/usr/bin/env python3
"""Computes the standings of an event from the rules alone, to compare them with those of the program.

usage: standings.py EVENT.json [ROUND]

The input is an event as the journal's order "state" writes it. Articles are those of RU20 (order 988 of 2020);
docs/tournament.md names what the rules leave open. README.md in this folder describes input and output.
"""

import json
import sys
from fractions import Fraction

HALF = Fraction(1, 2)
BYES = {"pairing-bye": Fraction(1), "full-bye": Fraction(1), "half-bye": HALF, "zero-bye": Fraction(0)}
USUAL = {
    "swiss": "direct-encounter wins games-as-black buchholz-cut-1 buchholz sonneborn-berger",
    "round-robin": "direct-encounter wins sonneborn-berger koya",
    "team-swiss": "game-points match-points direct-encounter buchholz-cut-1 buchholz sonneborn-berger",
    "team-round-robin": "game-points match-points direct-encounter sonneborn-berger",
}


class Day:
    """One round of one contestant."""

    def __init__(self, opponent=None, color=None, points=Fraction(0), state="none", second=Fraction(0)):
        self.opponent = opponent  # who sat on the other side, if anybody is known
        self.color = color  # "w", "b", or None without a pairing
        self.points = points  # the points that rank
        self.state = state  # "game", "forfeit", "waiting", "bye", "none"
        self.second = second  # teams: the game points

    def was_game(self):
        return self.state == "game" and self.opponent is not None


def parse_points(text):
    return {"0": Fraction(0), "1": Fraction(1), "1/2": HALF, "½": HALF}[text.strip()]


def parse_result(text):
    """Returns the points of White and Black, and whether there was a game."""
    if text in ("+/-", "-/+", "-/-"):
        white, black = text.split("/")
        return Fraction(white == "+"), Fraction(black == "+"), False
    white, black = text.split("-")
    return parse_points(white), parse_points(black), True


def begun_rounds(tournament, last):
    numbered = sorted((int(number), day) for number, day in tournament.get("rounds", {}).items())
    return [day for number, day in numbered if number <= last and day.get("state") in ("open", "ended")]


def pairings_of(day):
    return sorted((int(board), pairing) for board, pairing in day.get("pairings", {}).items())


class Table:
    """Contestants with their days, and every tie-break of chapter 7 on them."""

    def __init__(self, days, win, round_robin, ratings=None, out=()):
        self.all_days = days
        self.out = set(out)
        self.win = Fraction(win)
        self.draw = self.win / 2
        self.round_robin = round_robin
        self.ratings = ratings or {}
        self.days = {
            who: [day for day in history if who not in self.out and day.opponent not in self.out]
            for who, history in days.items()
        }
        self.total = {who: sum((day.points for day in history), Fraction(0)) for who, history in self.days.items()}

    def was_unplayed(self, day):
        """A round without a pairing is free in a round robin, not unplayed."""
        if day.was_game() or day.state == "waiting":
            return False
        return day.color is not None or not self.round_robin

    def total_for_buchholz(self, who):
        """38.1: what an opponent did not play is a draw."""
        return sum((self.draw if self.was_unplayed(day) else day.points for day in self.days[who]), Fraction(0))

    def virtual(self, who, index):
        """38.1: Svon = SPR + (1 - SfPR) + 0.5 * (n - R)."""
        history = self.days[who]
        n, r = len(history), index + 1
        spr = sum((day.points for day in history[:index]), Fraction(0))
        return spr + (self.win - history[index].points) + self.draw * (n - r)

    def met_for_buchholz(self, who):
        met = []
        for index, day in enumerate(self.days[who]):
            if day.was_game():
                met.append(self.total_for_buchholz(day.opponent))
            elif self.was_unplayed(day):
                met.append(self.virtual(who, index))
        return sorted(met)

    def buchholz(self, who):  # 39.2
        return sum(self.met_for_buchholz(who), Fraction(0))

    def buchholz_cut_1(self, who):  # 39.2.3
        return sum(self.met_for_buchholz(who)[1:], Fraction(0))

    def buchholz_cut_2(self, who):  # 39.2.4
        return sum(self.met_for_buchholz(who)[2:], Fraction(0))

    def buchholz_median(self, who):  # 39.2.1
        return sum(self.met_for_buchholz(who)[1:-1], Fraction(0))

    def sonneborn_berger(self, who):  # 39.6, 38.2
        total = Fraction(0)
        for index, day in enumerate(self.days[who]):
            if day.opponent is not None:
                total += day.points * self.total[day.opponent]
            elif self.was_unplayed(day) and day.points > 0:
                total += self.win * self.virtual(who, index)
        return total

    def koya(self, who):  # 39.3
        def is_strong(other):
            over = [day for day in self.days[other] if day.was_game() or self.was_unplayed(day)]
            return self.total[other] >= self.win * len(over) / 2

        against = [day for day in self.days[who] if day.opponent is not None and is_strong(day.opponent)]
        return sum((day.points for day in against), Fraction(0))

    def progress(self, who):
        running = total = Fraction(0)
        for day in self.days[who]:
            running += day.points
            total += running
        return total

    def wins(self, who):
        return sum(day.was_game() and day.points == self.win for day in self.days[who])

    def games_as_black(self, who):  # 39.4
        return sum(day.was_game() and day.color == "b" for day in self.days[who])

    def wins_as_black(self, who):
        return sum(day.was_game() and day.color == "b" and day.points == self.win for day in self.days[who])

    def average_rating(self, who):  # 39.1
        games = [day for day in self.days[who] if day.was_game()]
        known = [self.ratings[day.opponent] for day in games if day.opponent in self.ratings]
        return Fraction(sum(known), len(known)) if known else Fraction(0)

    def direct_encounter(self, tied):  # 39.5
        def counts(day):
            return day.was_game() or (self.round_robin and self.was_unplayed(day))

        between = {
            who: [day for day in self.days[who] if counts(day) and day.opponent in tied and day.opponent != who]
            for who in tied
        }
        for who in tied:
            if {day.opponent for day in between[who]} != set(tied) - {who}:
                return dict.fromkeys(tied)
        if len(tied) < 2:
            return dict.fromkeys(tied)
        return {who: sum((day.points for day in between[who]), Fraction(0)) for who in tied}


def player_days(tournament, last):
    players = [int(number) for number in tournament["players"]]
    days = {player: [] for player in sorted(players)}
    for day in begun_rounds(tournament, last):
        seat = {}
        for _, pairing in pairings_of(day):
            white, black = pairing.get("white"), pairing.get("black")
            for who, other, color in ((white, black, "w"), (black, white, "b")):
                if who is None or who in seat:
                    continue
                entry = Day(opponent=other if other in days else None, color=color, state="waiting")
                if pairing.get("result") is not None:
                    of_white, of_black, game = parse_result(pairing["result"])
                    entry.points = of_white if color == "w" else of_black
                    entry.state = "game" if game else "forfeit"
                seat[who] = entry
        byes = {int(number): reason for number, reason in day.get("unpaired", {}).items()}
        for player in days:
            if player in seat:
                days[player].append(seat[player])
            elif player in byes:
                days[player].append(Day(points=BYES[byes[player]], state="bye"))
            else:
                days[player].append(Day())
    return days


def left_early(tournament, days, last):
    """33.1.1: who completed fewer than half of their games of a round robin."""
    others = len(days) - 1
    cycle = others if others % 2 == 1 else others + 1
    known = [int(number) for number in tournament.get("rounds", {})]
    length = max([tournament.get("rounds_planned") or 0] + known)
    games = others * max(1, length // cycle) if cycle else 0
    left = set()
    for number, player in tournament["players"].items():
        after = player.get("withdrawn_after")
        if after is not None and after <= last:
            completed = sum(day.was_game() for day in days[int(number)])
            if Fraction(completed) < Fraction(games) / 2:
                left.add(int(number))
    return left


def places(who, criteria):
    """Ranks by functions from a tied group to a value for each member; yields (rank, shared, member, values)."""
    values = {member: [] for member in who}
    groups = [sorted(who)]
    for criterion in criteria:
        smaller = []
        for group in groups:
            found = criterion(group)
            for member in group:
                values[member].append(found[member])
            distinct = {found[member] for member in group}
            ordered = [None] if distinct == {None} else sorted(distinct, reverse=True)
            smaller += [[member for member in group if found[member] == value] for value in ordered]
        groups = smaller
    rank = 1
    for group in groups:
        for member in group:
            yield rank, len(group) > 1, member, values[member]
        rank += len(group)


def each(function):
    return lambda group: {member: function(member) for member in group}


def criterion(table, name):
    if name == "direct-encounter":
        return table.direct_encounter
    return each(getattr(table, name.replace("-", "_")))


def written(name, value):
    if value is None:
        return "."
    if name in ("wins", "games-as-black", "wins-as-black"):
        return str(value)
    if name in ("sonneborn-berger", "average-rating"):
        hundredths = (value * 100 + HALF).__floor__()
        return f"{hundredths // 100}.{hundredths % 100:02}"
    whole, rest = divmod(value, 1)
    return ("" if rest and not whole else str(whole)) + ("½" if rest else "")


def line(rank, shared, who, cells):
    return "\t".join([str(rank) + ("=" if shared else ""), str(who), *cells])


def print_players(tournament, last):
    system = tournament.get("system") or "swiss"
    names = tournament.get("tie_breaks") or USUAL[system].split()
    names = [name for name in names if name not in ("match-points", "game-points")]
    days = player_days(tournament, last)
    ratings = {int(number): player["elo"] for number, player in tournament["players"].items() if player.get("elo")}
    out = left_early(tournament, days, last) if system == "round-robin" else set()
    table = Table(days, 1, system == "round-robin", ratings, out)
    criteria = [each(table.total.get)] + [criterion(table, name) for name in names]
    print("\t".join(["rank", "player", "points", *names]))
    for rank, shared, who, values in places(set(days) - out, criteria):
        print(line(rank, shared, who, [written(name, value) for name, value in zip(["points", *names], values)]))
    for who in sorted(out):
        scored = sum((day.points for day in days[who]), Fraction(0))
        print(line(".", False, who, [written("points", scored), *["." for _ in names]]))


def team_of(tournament, player):
    return tournament["players"].get(str(player), {}).get("team") or None


def team_days(tournament, last, by_games):
    """Days of teams whose points are game points, or match points with the game points as the second number."""
    boards = tournament["boards_of_match"]
    teams = []
    for _, player in sorted((int(number), player) for number, player in tournament["players"].items()):
        if player.get("team") and player["team"] not in teams:
            teams.append(player["team"])
    days = {team: [] for team in teams}
    for day in begun_rounds(tournament, last):
        of_round = {}
        matches = {}
        for board, pairing in pairings_of(day):
            matches.setdefault((board - 1) // boards, []).append((board, pairing))
        for _, games in sorted(matches.items()):
            # Article 21: the team that is drawn White has White on the odd boards of its match.
            first = second = None
            for board, pairing in games:
                odd = (board - 1) % boards % 2 == 0
                one, other = ("white", "black") if odd else ("black", "white")
                first = first or team_of(tournament, pairing.get(one))
                second = second or team_of(tournament, pairing.get(other))
            score = {first: Fraction(0), second: Fraction(0)}
            complete, any_game = True, False
            for board, pairing in games:
                if pairing.get("result") is None:
                    complete = False
                    continue
                odd = (board - 1) % boards % 2 == 0
                of_white, of_black, game = parse_result(pairing["result"])
                any_game = any_game or game
                score[first if odd else second] += of_white
                score[second if odd else first] += of_black
            for team, other, color in ((first, second, "w"), (second, first, "b")):
                if team is None:
                    continue
                entry = Day(opponent=other, color=color, state="waiting")
                if complete:
                    entry.state = "game" if any_game else "forfeit"
                    entry.second = score[team]
                    # 39.7.1: more than half of the points that were possible, half of them, or fewer.
                    share = score[team] / boards
                    entry.points = Fraction(2 if share > HALF else 1 if share == HALF else 0)
                of_round[team] = entry
        for team in teams:
            if team not in of_round:
                byes = [
                    reason for player, reason in day.get("unpaired", {}).items() if team_of(tournament, player) == team
                ]
                if byes:
                    points = [BYES[reason] for reason in byes]
                    total = min(sum(points), Fraction(boards))
                    of_round[team] = Day(points=2 * max(points), state="bye", second=total)
                else:
                    of_round[team] = Day()
            days[team].append(of_round[team])
    if by_games:
        for history in days.values():
            for entry in history:
                entry.points, entry.second = entry.second, entry.points
    return teams, days


def print_teams(tournament, last):
    system = tournament["system"]
    names = tournament.get("tie_breaks") or USUAL[system].split()
    first = next((name for name in names if name in ("match-points", "game-points")), "match-points")
    players_only = ("games-as-black", "wins-as-black", "average-rating")
    names = [first] + [name for name in names if name != first and name not in players_only]
    by_games = first == "game-points"
    boards = tournament["boards_of_match"]
    round_robin = system == "team-round-robin"
    teams, days = team_days(tournament, last, by_games)
    _, by_match = team_days(tournament, last, False)
    table = Table(days, boards if by_games else 2, round_robin)
    matches = Table(by_match, 2, round_robin)

    def sonneborn_berger(team):
        """39.6.2 of teams: match points of each opponent times game points scored against it."""
        total = Fraction(0)
        for index, day in enumerate(by_match[team]):
            if day.opponent is not None:
                total += day.second * matches.total[day.opponent]
            elif matches.was_unplayed(day) and day.points > 0:
                total += boards * matches.virtual(team, index)
        return total

    def of_name(name):
        if name == "match-points":
            return each(matches.total.get)
        if name == "game-points":
            return each(lambda team: sum((day.second for day in by_match[team]), Fraction(0)))
        if name == "sonneborn-berger":
            return each(sonneborn_berger)
        return criterion(matches if name == "wins" else table, name)

    def by_number(criterion):
        def of_numbers(group):
            found = criterion([teams[number - 1] for number in group])
            return {number: found[teams[number - 1]] for number in group}

        return of_numbers

    numbers = range(1, len(teams) + 1)
    print("\t".join(["rank", "team", *names]))
    for rank, shared, who, values in places(numbers, [by_number(of_name(name)) for name in names]):
        print(line(rank, shared, who, [written(name, value) for name, value in zip(names, values)]))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        event = json.load(file)
    for key, tournament in sorted(event["tournaments"].items()):
        begun = [int(n) for n, day in tournament.get("rounds", {}).items() if day.get("state") in ("open", "ended")]
        last = int(sys.argv[2]) if len(sys.argv) > 2 else max(begun, default=0)
        print(f"tournament {key} after round {last}")
        print_players(tournament, last)
        if tournament.get("boards_of_match"):
            print_teams(tournament, last)


main()
