#!/usr/bin/env python3
"""Complete games through a protocol client that is not ours: PyPI pygomo-lib.

Two engines play each opening twice, with colours swapped. Every move is judged by
`pbrain-dolmen referee`, and under freestyle, standard and renju also by PyPI renju; the two
must agree. An engine of ours fails the run by an illegal or forbidden move, by taking longer
than it was given, or by not answering; the other side merely loses by that.

    play_games.py                              our engine against itself, all rules: the test
    play_games.py --b CMD --rules renju --games 40 --turn-ms 500       a match
"""

import argparse
import math
import random
import subprocess
import sys
import time

from pygomo import BoardPosition, EngineClient, Move
from renju import RenjuBoard

RULES = {"freestyle": 0, "standard": 1, "renju": 4, "caro-overline": 8, "caro": 9}
ORACLE = {"freestyle", "standard", "renju"}
OWN = "target/release/pbrain-dolmen"
TOLERANCE_MS = 500


class Loss(Exception):
    """The engine to move has lost by something else than the position."""


class Judge:
    """Our referee as a running process: one line in, one line out."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([command, "referee"], stdin=pipe, stdout=pipe, text=True)

    def ask(self, rule, size, moves):
        text = "".join(str(move) for move in moves)
        self.process.stdin.write(f"{rule} {size} {text}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if rule in ORACLE:
            check_with_oracle(rule, size, text, answer)
        return answer


def check_with_oracle(rule, size, text, answer):
    """PyPI renju must see the game as our referee does."""
    board = RenjuBoard(pos=text, board_size=size, rule=rule)
    seen = {"ONGOING": "open", "BLACK_WIN": "black", "WHITE_WIN": "white", "DRAW": "draw"}
    expected = "white" if answer.startswith("foul") else answer
    # It knows no draw by the number of moves.
    if expected != "draw" and seen[board.status.name] != expected:
        sys.exit(f"referees differ: {rule} {size} {text}: {answer}, {board.status.name}")


class Player:
    """One engine under a clock."""

    def __init__(self, command, turn_ms, match_ms):
        self.command, self.turn_ms, self.match_ms = command, turn_ms, match_ms
        self.slowest = 0.0
        self.client = None

    def start(self, rule, size):
        """A new process for a new game; the rule before and after START, as engines differ."""
        self.client = EngineClient(self.command)
        self.client.connect()
        self.info("rule", RULES[rule])
        if not self.client.start(size):
            raise Loss("START was refused")
        self.client.set_rule(RULES[rule])
        self.info("timeout_turn", self.turn_ms)
        self.info("timeout_match", self.match_ms)
        self.client.set_memory(350 << 20)
        self.left = self.match_ms

    def info(self, key, value):
        """A setting in lower case, which some engines need; the client itself sends upper."""
        self.client.send_raw(f"INFO {key} {value}")

    def move(self, moves, by_turn):
        """The engine's move, and its time checked."""
        self.info("time_left", self.left)
        allowed = min(self.turn_ms, self.left)
        before = time.monotonic()
        result = self.request(moves, by_turn, (allowed + TOLERANCE_MS) / 1000 + 5)
        used = (time.monotonic() - before) * 1000
        self.left -= int(used)
        self.slowest = max(self.slowest, used)
        if result is None:
            raise Loss("no reply")
        if used > allowed + TOLERANCE_MS:
            raise Loss(f"{used:.0f} ms used of {allowed}")
        return result.move

    def request(self, moves, by_turn, timeout):
        if not moves:
            return self.client.begin(timeout=timeout)
        if by_turn:
            return self.client.turn(moves[-1], timeout=timeout)
        position = BoardPosition()
        for i, move in enumerate(moves):
            own = (len(moves) - i) % 2 == 0
            position.add_move(move, BoardPosition.SELF if own else BoardPosition.OPPONENT)
        return self.client.board(position, timeout=timeout)

    def stop(self):
        if self.client:
            self.client.quit()
            self.client = None


def play(judge, rule, size, opening, players):
    """Plays one game; the result for black (1, 0.5 or 0), its reason, the moves and the loser."""
    moves = list(opening)
    asked = [False, False]
    try:
        for player in players:
            player.start(rule, size)
        outcome = judge.ask(rule, size, moves)
        while outcome == "open":
            side = len(moves) % 2
            try:
                move = players[side].move(moves, asked[side])
            except Loss as loss:
                return float(side), str(loss), moves, side
            asked[side] = True
            moves.append(move)
            outcome = judge.ask(rule, size, moves)
            if outcome.startswith(("error", "foul")):
                return float(side), f"{move}: {outcome}", moves, side
        result = {"black": 1.0, "white": 0.0, "draw": 0.5}[outcome]
        return result, outcome, moves, None
    finally:
        for player in players:
            player.stop()


def openings(rng, size, count):
    """Stones within a window near the centre, no three of a kind close together in a line."""
    for _ in range(count):
        number = rng.choice([3, 4, 5])
        low = size // 2 - 3 + rng.choice([0, 1])
        cells = [(x, y) for x in range(low, low + 6) for y in range(low, low + 6)]
        while True:
            stones = rng.sample(cells, number)
            black = stones[0::2]
            if len(black) < 3 or not in_line(black):
                break
        yield [Move(stone) for stone in stones]


def in_line(stones):
    (ax, ay), (bx, by), (cx, cy) = stones[:3]
    return (bx - ax) * (cy - ay) == (cx - ax) * (by - ay)


def interval(wins, draws, losses):
    """Score and the half width of its 95 % interval."""
    n = wins + draws + losses
    score = (wins + draws / 2) / n
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / n
    return score, 1.96 * math.sqrt(variance / n)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--a", default=OWN, help="first engine")
    parser.add_argument("--b", default=OWN, help="second engine")
    parser.add_argument("--judge", default=OWN, help="program with the referee subcommand")
    parser.add_argument(
        "--rules",
        default="freestyle:15,freestyle:20,standard:15,renju:15,caro:15,caro-overline:15",
        help="rules with board sizes",
    )
    parser.add_argument("--games", type=int, default=2, help="games for each rule")
    parser.add_argument("--turn-ms", type=int, default=100)
    parser.add_argument("--match-ms", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def run_rule(args, judge, rule, size):
    """Plays the games of one rule; the faults of the first engine."""
    rng = random.Random(f"{args.seed} {rule} {size}")
    counts = {1.0: 0, 0.5: 0, 0.0: 0}
    faults = []
    engines = [Player(cmd, args.turn_ms, args.match_ms) for cmd in (args.a, args.b)]
    for opening in openings(rng, size, (args.games + 1) // 2):
        for a_is_black in (True, False):
            players = engines if a_is_black else engines[::-1]
            result, reason, moves, loser = play(judge, rule, size, opening, players)
            counts[result if a_is_black else 1 - result] += 1
            text = "".join(str(move) for move in moves)
            print(f"{rule} {size}: {reason} after {len(moves)} moves: {text}", flush=True)
            if loser is not None and players[loser].command == args.a:
                faults.append(f"{rule} {size} {text}: {reason}")
    wins, draws, losses = counts[1.0], counts[0.5], counts[0.0]
    score, half = interval(wins, draws, losses)
    print(
        f"== {rule} {size}: +{wins} ={draws} -{losses}, score {score:.1%} +- {half:.1%}, "
        f"slowest answer {engines[0].slowest:.0f} ms of {args.turn_ms}",
        flush=True,
    )
    return faults


def main():
    args = parse_arguments()
    judge = Judge(args.judge)
    faults = []
    for entry in args.rules.split(","):
        rule, _, size = entry.partition(":")
        faults += run_rule(args, judge, rule, int(size or 15))
    for fault in faults:
        print("FAULT", fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
