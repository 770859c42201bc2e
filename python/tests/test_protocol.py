"""The package and the program are one engine."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from dolmen import Board, Engine

POSITIONS = ["h8", "h8i9", "h8i9h10i7g9f10g7", "h8h9i9g7j10", "h8g9i9i8g8f8"]
RULES = ["freestyle", "standard", "renju", "caro"]


def talk(command: list[str], lines: list[str]) -> list[str]:
    """What the program answers, messages left out."""
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=120, check=True
    )
    said = done.stdout.splitlines()
    return [line for line in said if not line.startswith(("MESSAGE", "DEBUG"))]


def board_lines(moves: list[str]) -> list[str]:
    """The position as `BOARD`, for the side to move."""
    lines = []
    for number, move in enumerate(moves):
        own = (len(moves) - number) % 2 == 0
        lines.append(f"{ord(move[0]) - ord('a')},{int(move[1:]) - 1},{1 if own else 2}")
    return ["BOARD", *lines, "DONE"]


def test_the_program_plays_the_same_moves(pbrain: str) -> None:
    pipe = subprocess.PIPE
    for rule in RULES:
        command = [pbrain, "--rule", rule, "--hash", "32"]
        with (
            Engine(threads=1, hash=32) as engine,
            subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as program,
        ):
            assert program.stdin is not None and program.stdout is not None
            for moves in POSITIONS:
                board = Board(moves, rule=rule)
                limits = ["INFO timeout_turn -1", "INFO max_node 4000"]
                lines = [*limits, "START 15", *board_lines(board.moves)]
                program.stdin.write("".join(f"{line}\n" for line in lines))
                program.stdin.flush()
                answers = (line.strip() for line in program.stdout)
                played = next(answer for answer in answers if answer[0].isdigit())
                move = engine.play(board, nodes=4_000)
                point = f"{ord(move[0]) - ord('a')},{int(move[1:]) - 1}"
                assert played == point, (rule, moves)
            program.stdin.write("END\n")


@pytest.mark.parametrize("script", [True, False])
def test_the_installed_program_speaks_the_protocol(script: bool) -> None:
    scripts = Path(sysconfig.get_path("scripts"))
    command = [str(scripts / "pbrain-dolmen")] if script else [sys.executable, "-m", "dolmen"]
    options = ["--hash", "16", "--force-utf8"]
    answers = talk([*command, *options], ["ABOUT", "WHAT", "START 15", "BEGIN", "END"])
    assert answers[0].startswith('name="Dolmen"')
    assert answers[1:] == ["UNKNOWN WHAT", "OK", "7,7"]
    for arguments, text in [
        (["--rule", "chess"], "expected a rule"),
        (["--threads", "0"], "expected threads from 1"),
        (["--threads", "-1"], "expected threads from 1"),
        (["--hash", "-1"], "expected hash from 1"),
        (["--hash", "99999999999999999999"], "expected hash as a whole number"),
    ]:
        wrong = subprocess.run(
            [*command, *arguments], input="", capture_output=True, text=True, check=False
        )
        assert wrong.returncode == 2 and text in wrong.stderr and not wrong.stdout
