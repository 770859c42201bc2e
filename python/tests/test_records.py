"""Files of games."""

from __future__ import annotations

import _thread
import io
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path

import pytest
from dolmen import (
    Board,
    DolmenError,
    Game,
    IllegalMoveError,
    RecordError,
    read_game,
    read_games,
    write_game,
    write_games,
)
from dolmen._native import read_games as native_read_games

PSQ = """Piskvorky 15x15, 11:11, 1
8,8,0
9,9,120
8,9,80
black.zip
white.zip
0,0
"""


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_sgf_tells_everything() -> None:
    game = read_game(Path(__file__).parent / "games/five.sgf")
    assert (game.format, game.rule, game.size) == ("sgf", "standard", 15)
    assert (game.black, game.white, game.result) == ("Ann", "Bob", "black")
    assert game.moves[:2] == ("h8", "h9") and len(game.moves) == 9
    assert game.board() == Board(game.moves, rule="standard")
    assert game.board(2).moves == ["h8", "h9"]


def test_psq_is_known_by_content(tmp_path: Path) -> None:
    game = read_game(written(tmp_path, "game.txt", PSQ))
    assert (game.format, game.size, game.moves) == ("psq", 15, ("h8", "i9", "h9"))
    assert game.times == (0, 120, 80) and game.result is None
    # By the last number of the header, the second player began.
    assert (game.black, game.white) == ("white.zip", "black.zip")


def test_renlib_gives_a_game_for_each_line(tmp_path: Path) -> None:
    magic = bytes([0xFF]) + b"RenLib" + bytes([0xFF, 3, 0]) + bytes([0xFF] * 10)
    # h8, then i9 or h9: root without a stone, siblings by 0x80, leaves by 0x40.
    tree = bytes([0x00, 0x00, 0x78, 0x00, 0x69, 0x80 | 0x40, 0x68, 0x40])
    games = read_games(written(tmp_path, "games.lib", magic + tree))
    assert [(game.rule, game.moves) for game in games] == [
        ("renju", ("h8", "i9")),
        ("renju", ("h8", "h9")),
    ]


def test_lines_of_points_and_several_games(tmp_path: Path) -> None:
    path = written(tmp_path, "lines.pos", "renju 15 h8i9h10\ncaro 19 a1b2\n")
    games = read_games(path)
    assert [(game.rule, game.size, game.moves) for game in games] == [
        ("renju", 15, ("h8", "i9", "h10")),
        ("caro", 19, ("a1", "b2")),
    ]
    with pytest.raises(RecordError, match=r"expected one game, found 2: use read_games"):
        read_game(path)
    assert read_game(written(tmp_path, "bare.txt", "h8i9"), size=20).size == 20


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("", "line 1: no game record of a known kind"),
        ("(;GM[1])", "GM.1. is another game"),
        ("(;GM[4]SZ[15];B[hh];W[hh])", "move 2 .h8. is on an occupied point"),
        ("(;GM[4]SZ[99])", "board '99' is not a square"),
        (b"\xff\xfe\x00\x01", "ends without a game"),
        # Of a Palm program, without records.
        (bytes(64) + b"5Ren" + bytes(10), "has no game"),
    ],
)
def test_faults_have_a_place(tmp_path: Path, content: str | bytes, text: str) -> None:
    path = written(tmp_path, "broken.sgf", content)
    with pytest.raises(RecordError, match=text) as caught:
        read_game(path)
    assert str(path) in str(caught.value) and isinstance(caught.value, DolmenError)


def test_an_impossible_game_does_not_hide_the_others(tmp_path: Path) -> None:
    text = "(;GM[4];B[hh])\n(;GM[4]RE[W+R];B[hh];W[hh])"
    first, second = read_games(written(tmp_path, "two.sgf", text))
    assert (first.moves, first.fault) == (("h8",), None)
    assert (second.moves, second.result) == (("h8", "h8"), "white")
    assert second.fault == "line 2: move 2 (h8) is on an occupied point"
    assert second.board(1) == first.board()
    with pytest.raises(IllegalMoveError):
        second.board()


def test_moves_after_a_pass_are_counted(tmp_path: Path) -> None:
    text = "(;GM[4]SZ[15]RU[4];B[hh];W[];B[ii];W[jj])"
    game = read_game(written(tmp_path, "pass.sgf", text))
    assert (game.moves, game.left_out) == (("h8",), {"moves after a pass": 2, "passes": 1})
    whole = read_game(written(tmp_path, "whole.sgf", text.replace("W[];", "").replace("B[ii];W[jj]", "W[ii];B[jj]")))
    assert len(whole.moves) == 3 and whole.left_out == {} and hash(whole)


def test_a_file_in_memory_needs_no_name() -> None:
    with tempfile.SpooledTemporaryFile() as file:
        file.write(b"h8i9")
        file.seek(0)
        assert read_game(file).moves == ("h8", "i9")


def test_comments_and_variations_are_counted() -> None:
    text = "(;GM[4]SZ[15]C[one];B[hh]C[two]LB[aa:x](;W[ii])(;W[jj]C[three])(;W[h!]))(;GM[4];B[hh])"
    first, second = read_games(io.BytesIO(text.encode()))
    assert first.left_out == {
        "comments": 3,
        "labels": 1,
        "variations": 1,
        "variations that cannot be read": 1,
    }
    assert second.left_out == {} and second.moves == ("h8",)
    # h8 with a comment, then i9 or h9.
    magic = bytes([0xFF]) + b"RenLib" + bytes([0xFF, 3, 0]) + bytes([0xFF] * 10)
    tree = bytes([0x00, 0x00, 0x78, 0x08]) + b"hello\0" + bytes([0x69, 0xC0, 0x68, 0x40])
    first, second = read_games(io.BytesIO(magic + tree))
    assert (first.left_out, second.left_out) == ({"comments": 1}, {})
    game = read_game(io.BytesIO(PSQ.replace("0,0\n", "3\n").encode()))
    assert game.left_out == {"the end code": 1}


def test_event_and_date_are_read_and_written() -> None:
    text = "(;GM[4]SZ[15]EV[Open]DT[2024-05-01]RO[3]RU[RIF]RE[B+Resign]GC[two\nlines];B[hh])"
    game = read_game(io.BytesIO(text.encode()))
    assert game.details == {
        "EV": "Open",
        "DT": "2024-05-01",
        "RO": "3",
        "RU": "RIF",
        "RE": "B+Resign",
        "GC": "two\nlines",
    }
    assert (game.rule, game.result, game.left_out) == ("renju", "black", {}) and hash(game)
    assert read_game(io.BytesIO(write_game(game))) == game
    # Words for another result or rule are stale.
    other = read_game(io.BytesIO(write_game(replace(game, result="white", rule="caro"))))
    assert (other.result, other.rule) == ("white", "caro")
    assert not other.details.keys() & {"RE", "RU"} and other.details["EV"] == "Open"


@pytest.mark.parametrize("form", ["psq", "sgf", "lib", "pos", "bare", "offset"])
def test_a_game_that_is_written_can_be_read(tmp_path: Path, form: str) -> None:
    game = Game(
        form,
        "renju",
        15,
        ("h8", "a1", "i8", "a2", "j8", "a3"),
        "Ann",
        "Bob",
        "white",
        opening=2,
        times=(0, 0, *(5,) * 4),
        details={"EV": "Open"},
    )
    held = {
        "sgf": game,
        "psq": replace(game, rule=None, result=None, opening=0, details={}),
        "lib": Game("lib", "renju", 15, game.moves),
        "pos": Game("pos", "renju", 15, game.moves),
        "bare": Game("bare", None, 15, game.moves),
        "offset": Game("offset", None, 15, game.moves),
    }
    found = read_game(written(tmp_path, f"game.{form}", write_game(game)))
    assert found == held[form]
    assert write_game(found) == write_game(found, form.upper()) == write_game(game)


def test_the_result_is_that_of_the_board() -> None:
    won = Game("sgf", "renju", 15, ("h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"))
    assert b"RE[B+1]" in write_game(won)
    with pytest.raises(RecordError, match="the record says W.1, the board shows B.1"):
        write_game(replace(won, result="white"))
    with pytest.raises(RecordError, match="the record says W.T, the board shows B.1"):
        write_game(replace(won, details={"RE": "W+T"}))


def test_renlib_is_not_written_for_another_rule() -> None:
    six = ("h8", "a1", "i8", "a3", "j8", "a5", "l8", "a7", "m8", "a9", "k8")
    for rule in ("freestyle", "caro"):
        with pytest.raises(RecordError, match=f"expected renju, .*, found {rule}"):
            write_game(Game("sgf", rule, 15, six), "lib")  # type: ignore[arg-type]
    for known in ("renju", None):
        game = Game("sgf", known, 15, six)  # type: ignore[arg-type]
        assert read_game(io.BytesIO(write_game(game, "lib"))).result == "white"


def test_a_rule_that_is_not_known_stays_unknown() -> None:
    for size in (5, 8, 9, 15, 20):
        content = write_game(Game("pos", None, size, ("a1", "b2")))
        assert content == f"{size} a1b2\n".encode()
        assert read_game(io.BytesIO(content)) == Game("pos", None, size, ("a1", "b2"))


def test_several_games_are_one_file() -> None:
    games = [Game("sgf", "renju", 15, ("h8", "i9"), "Ann"), Game("sgf", "caro", 19, ("s19",))]
    assert read_games(io.BytesIO(write_games(iter(games), "sgf"))) == games
    assert write_games(games, "pos") == b"renju 15 h8i9\ncaro 19 s19\n"
    assert write_games([], "sgf") == b""
    lines = [Game("lib", "renju", 15, moves) for moves in (("h8", "i9"), ("h8", "h9"))]
    assert read_games(io.BytesIO(write_games(lines, "lib"))) == lines
    for wrong, form, kind, text in [
        (replace(games[0], moves=("h8", "h8")), "sgf", RecordError, "move 2 .h8. is on an occ"),
        (replace(games[0], moves=("h8", "x")), "sgf", ValueError, "move 2: expected a point like"),
        (replace(games[0], size="x"), "sgf", TypeError, "expected size as a whole number"),  # type: ignore[arg-type]
        (games[1], "lib", RecordError, "expected renju"),
        (Game("lib", "renju", 19, ()), "lib", RecordError, "board '19x19' is not 15x15"),
        (games[0], "psq", RecordError, "this format holds one game a file"),
    ]:
        with pytest.raises(kind, match=f"^game 2: {text}"):
            write_games([games[0], wrong], form)


def test_games_are_read_from_what_reads_bytes(tmp_path: Path) -> None:
    path = written(tmp_path, "two.txt", "h8i9\na1b2\n")
    with open(path, "rb") as file:
        assert read_games(file) == read_games(path)
    with open(path, "rb") as file, pytest.raises(RecordError, match="two.txt: expected one game"):
        read_game(file)
    with pytest.raises(RecordError, match="^line 1: no game record of a known kind"):
        read_game(io.BytesIO())
    with open(path) as text, pytest.raises(TypeError, match="opened with 'rb', found one of str"):
        read_games(text)  # type: ignore[arg-type]


def test_each_name_of_a_point_is_one_object() -> None:
    first, second = read_games(io.BytesIO(b"h8i9\na1h8\n"))
    assert first.moves[0] is second.moves[1] is first.board().moves[0]


@pytest.fixture
def interrupts() -> Iterator[None]:
    """What Ctrl-C does without pytest."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_reading_ends_when_it_is_interrupted(interrupts: None) -> None:
    # All in one call, so that nothing but the reading can notice the interrupt.
    sizes = iter([15] * 3)
    reading = map(native_read_games, repeat(b"h8i9\n"), repeat(""), sizes)
    with pytest.raises(KeyboardInterrupt):
        list(chain(map(_thread.interrupt_main, [signal.SIGINT]), reading))
    assert len(list(sizes)) == 2


@pytest.mark.parametrize(
    ("game", "form", "kind", "text"),
    [
        (Game("sgf", None, 15, ("h8", "h8")), None, RecordError, "move 2 .h8. is on an occupied"),
        (Game("sgf", None, 19, ("h8",)), "lib", RecordError, "19x19"),
        (Game("rif", None, 15, ("h8",)), None, RecordError, "only read"),
        (Game("sgf", None, 15, ("h8",)), "x", ValueError, r"expected a format \(psq, .*found 'x'"),
        (Game("sgf", None, 15, (), times=(-1,)), None, TypeError, "Game.times"),
        (Game("sgf", None, 15, ("h",)), None, ValueError, "expected a point like"),
        (Game("sgf", None, 3, ()), None, ValueError, "board size from 5 to 22"),
        (Game("sgf", "chess", 15, ()), None, ValueError, "expected a rule"),  # type: ignore[arg-type]
        (Game("sgf", None, 15, (), details={"AB": "hh"}), None, ValueError, "these names: AN, .*found 'AB'"),
        (Game("sgf", None, 15, (), details={"EV": 5}), None, TypeError, "Game.details"),  # type: ignore[dict-item]
        (Game("sgf", None, 15, (), result="won"), None, ValueError, "found 'won'"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_written_is_an_error(
    game: Game, form: str | None, kind: type[Exception], text: str
) -> None:
    with pytest.raises(kind, match=text):
        write_game(game, form)


def test_paths_may_be_bytes(tmp_path: Path) -> None:
    path = os.fsencode(written(tmp_path, "game.txt", "h8i9"))
    assert read_game(path).moves == ("h8", "i9")  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="^.*two.txt: expected one game, found 2"):
        read_game(os.fsencode(written(tmp_path, "two.txt", "h8i9\na1b2")))  # type: ignore[arg-type]


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.sgf"):
        read_game(tmp_path / "nothing.sgf")
    with pytest.raises(ValueError, match="board size from 5 to 22"):
        read_game(Path(__file__).parent / "games/five.sgf", size=3)


@pytest.mark.parametrize(
    ("size", "kind", "text"),
    [
        (2**70, ValueError, "expected size as a whole number of 64 bits"),
        ("x", TypeError, "expected size as a whole number .*found 'x'"),
    ],
)
def test_a_size_is_checked_as_elsewhere(size: object, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        read_games(Path(__file__).parent / "games/five.sgf", size=size)  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems may refuse such names")
def test_the_name_of_a_file_may_be_of_any_bytes(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xe9.\xe9"
    Path(os.fsdecode(path)).write_text("h8i9")
    assert read_game(path).moves == ("h8", "i9")  # type: ignore[arg-type]
    Path(os.fsdecode(path)).write_text("h8h8")
    with pytest.raises(RecordError, match="\ufffd.\ufffd: ") as caught:
        read_game(os.fsdecode(path))
    assert str(caught.value).encode()
