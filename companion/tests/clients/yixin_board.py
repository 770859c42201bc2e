#!/usr/bin/env python3
"""Plays games as Yixin-Board does, version 2.1 and the 3.0 of Rapfi, with analysis and database on,
which is their default: queries follow every `turn`. They must not end the search: every move takes
four fifths of its time, unless it is the only one or the game is decided. Variations have the names
of the board, and moves at the root come at a pace that it can draw.

usage: yixin_board.py [GAMES [MILLISECONDS]]
"""

import re
import subprocess
import sys
import time

ENGINE = "target/release/pbrain-dolmen"
SIZE = 15
# What the versions say in other words.
VERSIONS = {
    "2.1": {"detail": 1, "start": "15 15", "query": "yxquerydatabaseall"},
    "3.0": {"detail": 3, "start": "15", "query": "yxquerydatabaseallt"},
}
# At most twenty moves at the root a second, and the first.
MOST_SHOWN = 20


class Engine:
    def __init__(self):
        self.process = subprocess.Popen(
            [ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def answer(self):
        """The next line that is no message, how many FORBID lines came before it, and whether a
        search with an open result did."""
        forbids, is_open = 0, False
        self.variation, self.shown = None, 0
        for line in self.process.stdout:
            progress = re.match(r"MESSAGE depth (\d+)-\d+ ev (\S+)", line)
            if progress:
                is_open = int(progress[1]) > 0 and "M" not in progress[2]
                self.variation = line.split(" pv ")[1].split()
            elif line.startswith("MESSAGE REALTIME POS"):
                self.shown += 1
            elif line.startswith("FORBID"):
                forbids += 1
            elif not line.startswith(("MESSAGE", "INFO")):
                return line.strip(), forbids, is_open
        sys.exit("the engine has ended")

    def end(self):
        self.send("end")
        self.process.wait(timeout=10)


def has_five(stones, last):
    """Whether the side that played last has five or more in a row there."""
    x, y = last
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            cx, cy = x + sign * dx, y + sign * dy
            while stones.get((cx, cy)) == stones[last]:
                count, cx, cy = count + 1, cx + sign * dx, cy + sign * dy
        if count >= 5:
            return True
    return False


def point(line):
    match = re.fullmatch(r"(\d+),(\d+)", line)
    if not match:
        sys.exit(f"expected a move, got {line!r}")
    return int(match[1]), int(match[2])


def label(move):
    """The name on the board: rows are counted from the bottom, and are what the protocol calls x."""
    return f"{chr(ord('a') + move[1])}{SIZE - move[0]}"


def play(number, limit, version):
    """One game: the times of the engine's moves in milliseconds, and whether each was open."""
    board, other = Engine(), Engine()
    board.send(f"info show_detail {version['detail']}", "yxshowinfo", f"start {version['start']}")
    board.send(f"info timeout_turn {limit}")
    board.send("info timeout_match 100000000", "info rule 0", "info usedatabase 1")
    other.send("START 15", "INFO max_node 500", "INFO rule 0")
    assert board.answer()[0] == "OK" and other.answer()[0] == "OK"
    # The first move differs from game to game.
    opening = (4 + number % 7, 5 + number // 7 % 7)
    stones, move, times, answered = {opening: 0}, opening, [], 0
    other.send(f"YXBOARD {opening[0]},{opening[1]},1 DONE")
    while len(stones) < SIZE * SIZE:
        text = f"{move[0]},{move[1]}"
        start = time.monotonic()
        board.send("info time_left 100000000", f"turn {text}", "yxshowforbid")
        board.send(version["query"], *(f"{x},{y}" for x, y in stones), "done")
        line, forbids, is_open = board.answer()
        times.append((1000 * (time.monotonic() - start), is_open))
        # After a move that needs no search the answer may come behind it.
        answered += forbids
        assert len(times) - 1 <= answered <= len(times), "every yxshowforbid is answered once"
        move = point(line)
        assert move not in stones
        names = board.variation
        assert names is None or names[0] == label(move), f"{label(move)} played, {names} shown"
        assert board.shown <= 2 + times[-1][0] * MOST_SHOWN / 1000, f"{board.shown} moves shown"
        stones[move] = 1
        if has_five(stones, move):
            break
        other.send(f"TURN {line}")
        move = point(other.answer()[0])
        stones[move] = 0
        if has_five(stones, move):
            break
    board.end()
    other.end()
    return times


def main():
    games, limit = [int(word) for word in sys.argv[1:]] + [1, 200][len(sys.argv) - 1 :]
    played = [(number, version) for number in range(games) for version in VERSIONS.values()]
    moves = [move for number, version in played for move in play(number, limit, version)]
    times = [ms for ms, is_open in moves if is_open]
    full = sum(ms >= 0.8 * limit for ms in times)
    print(f"{len(played)} games, {len(moves)} moves of {limit} ms; of {len(times)} open ones {full} took their time")
    if full < len(times) or not times:
        sys.exit("a search ended early")


if __name__ == "__main__":
    main()
