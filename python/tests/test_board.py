"""The rules."""

from __future__ import annotations

import ast
import copy
import inspect
import itertools
import pickle
import random
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import dolmen
import pytest
from dolmen import RULES, Board, Engine, GameOverError, IllegalMoveError, Outcome

DOUBLE_THREE = "h6a1h7a3f8a5g8a7"
#: What the program calls the fouls.
CODES = {"double-three": "33", "double-four": "44", "overline": "6"}


def test_moves_are_played_and_taken_back() -> None:
    board = Board("h8", rule="caro", size=19)
    board.play("I9")
    board.play((0, 18))
    assert (board.rule, board.size, board.turn) == ("caro", 19, "white")
    assert board.moves == ["h8", "i9", "a19"]
    assert (board["h8"], board["i9"], board["a19"], board["b2"]) == ("black", "white", "black", None)
    assert board.undo() == "a19" and board.undo() == "i9" and board.turn == "white"
    assert board.undo() == "h8" and board == Board(rule=9, size=19)
    with pytest.raises(IllegalMoveError, match="no move to take back"):
        board.undo()


def test_points_may_have_spaces_between_them() -> None:
    assert Board("h8 i9\n").moves == Board("https://gomocalc.com/#/h8i9").moves == ["h8", "i9"]


def test_what_cannot_be_played_changes_nothing() -> None:
    board = Board("h8")
    for point, text in [("h8", "occupied"), ("p1", "a1 to o15"), ("a16", "a1 to o15")]:
        with pytest.raises(IllegalMoveError, match=text):
            board.play(point)
        assert not board.is_legal(point)
    with pytest.raises(IndexError, match="off the board"):
        board["p1"]
    assert board.moves == ["h8"] and board.is_legal("h9")


@pytest.mark.parametrize("point", ["p16", "w1", "z9", "h23", "h0", (15, 0), (22, 0), (-1, 0), (0, 2**70)])
def test_a_point_off_the_board_is_no_wrong_value(point: str | tuple[int, int]) -> None:
    board = Board()
    with pytest.raises(IllegalMoveError, match="a1 to o15"):
        board.play(point)
    assert not board.is_legal(point)
    with pytest.raises(IndexError, match="off the board"):
        board[point]


@pytest.mark.parametrize("point", ["", "h", "8", "8h", "h-1", "h8 ", "h8i9", "\u00e98"])
def test_what_is_no_point_is_a_wrong_value(point: str) -> None:
    for use in (Board().play, Board().is_legal, Board().__getitem__):
        with pytest.raises(ValueError, match="expected a point like 'h8'") as raised:
            use(point)
        assert not isinstance(raised.value, IllegalMoveError)


@pytest.mark.parametrize("number", [2, 5])
def test_the_wrong_one_of_many_moves_has_its_number(engine: Engine, number: int) -> None:
    good = ["h8", "a1", "i8", "a2"][: number - 1]
    wrong = [
        ("p1", IllegalMoveError, "p1 cannot be played: the board has a1 to o15"),
        ("h8", IllegalMoveError, "h8 cannot be played: point is occupied"),
        ("z3x", ValueError, "expected a point like 'h8' or (7, 7), found 'z3x'"),
        ((7, "8"), TypeError, "expected a point like 'h8' or (7, 7), found (7, '8')"),
        ((99, 7), ValueError, "expected a point like 'h8' or (7, 7), found (99, 7)"),
    ]
    for point, kind, text in wrong:
        for ask in (Board, lambda moves: engine.analyse(moves, nodes=1)):
            with pytest.raises(kind) as raised:
                ask([*good, point, "b1"])
            assert str(raised.value) == f"move {number}: {text}"
    with pytest.raises(IllegalMoveError, match=f"^move {number}: h8 cannot be played"):
        Board("".join(good) + "h8b1")
    with pytest.raises(GameOverError, match="^move 10: the game is over: black has won"):
        Board("h8a1i8a2j8a3k8a4l8b1")
    with pytest.raises(ValueError, match=f"^point {number}: expected a point like"):
        engine.analyse(exclude=[*good, "x"])


@pytest.mark.parametrize(
    "point", [b"\x07\x07", b"h8", bytearray(b"\x07\x07"), {3, 7}, frozenset({3, 7}), {7: 1, 3: 1}]
)
def test_what_has_no_order_is_no_point_and_no_game(point: object) -> None:
    for use in (Board().play, Board().is_legal, Board().__getitem__):
        with pytest.raises(TypeError, match="^expected a point like 'h8' or .7, 7., found "):
            use(point)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^move 1: expected a point like 'h8'"):
        Board([point])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="^expected points like 'h8i9' or"):
        Board(point)  # type: ignore[arg-type]


def test_points_to_leave_out_need_no_order(engine: Engine) -> None:
    forbidden = Board(DOUBLE_THREE, rule="renju").forbidden()
    for exclude in ({"h8", "i9"}, forbidden):
        assert engine.play(nodes=10, exclude=exclude) != "h8"


def test_a_point_may_look_at_the_board_while_it_is_read() -> None:
    board = Board("h8")

    class Below:
        def __iter__(self) -> Iterator[int]:
            column, row = ord(board.moves[-1][0]) - ord("a"), int(board.moves[-1][1:])
            return iter((column, row - 2))

    board.play(Below())  # type: ignore[arg-type]
    assert board.moves == ["h8", "h7"]


def test_the_winner_has_five_and_the_game_is_over() -> None:
    board = Board("h8a1i8a2j8a3k8a4l8")
    assert board.outcome() == Outcome("black", "five", ("h8", "i8", "j8", "k8", "l8"), ())
    assert board.legal_moves == [] and not board.is_legal("b2")
    with pytest.raises(GameOverError, match="black has won"):
        board.play("b2")


def test_forbidden_points_lose_under_renju_alone() -> None:
    board = Board(DOUBLE_THREE, rule="renju")
    assert board.forbidden() == {"h8": ("double-three",)}
    assert "h8" not in board.legal_moves and not board.is_legal("h8")
    assert len(board.legal_moves) == 225 - 8 - 1
    board.play("h8")
    assert board.outcome() == Outcome("white", "foul", (), ("double-three",))
    # Players miss it, and go on.
    board.play("b2")
    assert board.outcome() is None and board.forbidden() == {}
    assert Board(DOUBLE_THREE, rule="standard").forbidden() == {}
    fours = Board("b8o1c8o3e8o5d9o7d10o9d11o11", rule="renju")
    assert fours.forbidden()["d8"] == ("double-four",)
    six = Board("a8o1b8o3c8o5e8o7f8o9", rule="renju")
    assert six.forbidden() == {"d8": ("overline",)}


def test_a_full_board_is_a_draw() -> None:
    board = Board(size=5)
    # Rows of two and two, shifted: nobody has five.
    order = [(x, y) for y in range(5) for x in range(5)]
    colors = {(x, y): ((x + 2 * y) // 2) % 2 for x, y in order}
    black = [point for point in order if colors[point] == 0]
    white = [point for point in order if colors[point] == 1]
    while len(black) > len(white) + 1:
        white.append(black.pop())
    while len(white) > len(black):
        black.append(white.pop())
    for number in range(25):
        board.play(black.pop() if number % 2 == 0 else white.pop())
    assert board.outcome() == Outcome(None, "draw", (), ())


def test_a_board_is_no_collection() -> None:
    for use in (list, iter, lambda board: "h8" in board):
        with pytest.raises(TypeError, match="(is not iterable|is not a container)"):
            use(Board("h8"))  # type: ignore[operator]


def test_boards_are_equal_by_position() -> None:
    board = Board("h8i9j10", rule="renju")
    assert board == Board("j10i9h8", rule="renju") and board != Board("h8i9j10")
    assert board != Board("h8i9", rule="renju") and board != Board("h8i9j10", rule=4, size=16)
    assert board != "h8i9j10"
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)
    others = [board.copy(), copy.copy(board), copy.deepcopy(board), eval(repr(board))]
    protocols = range(pickle.HIGHEST_PROTOCOL + 1)
    pickled = [pickle.loads(pickle.dumps(board, protocol)) for protocol in protocols]
    for other in [*others, *pickled]:
        assert other == board and other.moves == board.moves and other is not board
        other.undo()
        assert other != board and len(board.moves) == 3


def test_a_board_is_a_text() -> None:
    assert repr(Board("h8i9")) == "Board('h8i9', rule='freestyle', size=15)"
    lines = str(Board("e5f6", size=9)).splitlines()
    assert len(lines) == 10 and lines[3].split()[6] == "O" and lines[4].split()[5] == "x"


def test_cells_are_bytes_by_rows() -> None:
    cells = Board("b1a3", size=5).cells()
    assert len(cells) == 25 and cells[1] == 1 and cells[10] == 2 and sum(cells) == 3


def test_a_board_is_a_picture() -> None:
    board = Board(DOUBLE_THREE, rule="renju")
    picture = ET.fromstring(board._repr_svg_())
    assert picture.tag.endswith("svg") and picture.get("width") == picture.get("height")
    with pytest.raises(IndexError, match="off the board"):
        Board(size=9).svg(marks={"k1": "x"})
    text = board.svg(numbers=False, marks={"j8": "A", (8, 8): "&<B>"})
    ET.fromstring(text)
    assert text.count('class="best"') == 1 and text.count('class="other"') == 1
    assert text.count('class="forbidden"') == 1 and "Forbidden: h8" in text
    won = Board("h8a1i8a2j8a3k8a4l8")
    assert "The winning line: h8 i8 j8 k8 l8." in won.svg()


def test_a_label_that_has_no_room_is_refused() -> None:
    assert ">12.5</text>" in Board().svg(marks={"h8": 12.5})
    with pytest.raises(ValueError, match="expected labels of 4 letters at most, found .best move."):
        Board().svg(marks={"h8": "A", "i9": "best move"})


def test_other_pictures_have_other_ids() -> None:
    one, other = Board("h8i9j10k11"), Board("j10k11h8i9")
    pictures = [
        one.svg(),
        other.svg(),
        Board("h8i9j10k11", rule="standard").svg(),
        one.svg(numbers=False),
        one.svg(marks={"a1": "A"}),
        one.svg(marks={"a1": "B"}),
    ]
    ids = {ET.fromstring(picture).get("aria-labelledby") for picture in pictures}
    assert len(ids) == len(pictures) and one.svg() == one.svg()


def test_rules_have_names_and_codes() -> None:
    assert RULES == ("freestyle", "standard", "renju", "caro-overline", "caro")
    for name, code in zip(RULES, (0, 1, 4, 8, 9)):
        assert Board(rule=code).rule == Board(rule=name.upper()).rule == name


def test_help_tells_what_the_stubs_tell() -> None:
    stubs = ast.parse(Path(dolmen.__file__).with_name("_native.pyi").read_text())
    [stub] = [node for node in stubs.body if getattr(node, "name", "") == "Board"]
    assert isinstance(stub, ast.ClassDef) and inspect.getdoc(Board) == ast.get_docstring(stub)
    methods = [node for node in stub.body if isinstance(node, ast.FunctionDef)]
    told = {node.name: ast.get_docstring(node) for node in methods if node.name[0] != "_"}
    assert len(told) > 10 and None not in told.values()
    assert told == {name: inspect.getdoc(getattr(Board, name)) for name in told}


def random_game(rng: random.Random, rule: str, size: int) -> list[str]:
    """Moves in a corner of the board, until something happens."""
    board = Board(rule=rule, size=size)
    side = rng.choice([5, 6, 7])
    while board.outcome() is None and len(board.moves) < side * side:
        point = (rng.randrange(side), rng.randrange(side))
        if board.is_legal(point) or (rng.random() < 0.2 and board[point] is None):
            board.play(point)
    return board.moves


def test_outcomes_and_forbidden_points_are_those_of_the_program(pbrain: str) -> None:
    rng = random.Random(1)
    games = []
    for number in range(400):
        rule = "renju" if number % 2 else RULES[number % len(RULES)]
        size = rng.choice([9, 15, 20])
        games.append((rule, size, random_game(rng, rule, size)))
    lines = "".join(f"{rule} {size} {''.join(moves)}\n" for rule, size, moves in games)
    answers = ask(pbrain, "referee", lines)
    seen = set()
    for (rule, size, moves), answer in zip(games, answers):
        outcome = Board(moves, rule=rule, size=size).outcome()
        seen.add(answer.split()[0])
        if outcome is None:
            assert answer == "open"
        elif outcome.reason == "foul":
            assert answer == "foul " + "+".join(map(CODES.get, outcome.fouls))
        else:
            assert answer == (outcome.winner or "draw")
    assert seen >= {"black", "white", "foul"}
    # With black to move.
    cut = [(size, moves[: len(moves) // 2 * 2]) for rule, size, moves in games if rule == "renju"]
    lines = "".join(f"{size} {''.join(moves)}\n" for size, moves in cut)
    answers = ask(pbrain, "forbidden", lines)
    for (size, moves), answer in zip(cut, answers):
        points = Board(moves, rule="renju", size=size).forbidden()
        told = [f"{point}:{'+'.join(map(CODES.get, fouls))}" for point, fouls in points.items()]
        assert sorted(told) == sorted(answer.replace("none", "").split())
    assert sum(answer != "none" for answer in answers) > 20


def ask(pbrain: str, tool: str, lines: str) -> list[str]:
    done = subprocess.run([pbrain, tool], input=lines, capture_output=True, text=True, check=True)
    answers = done.stdout.splitlines()
    assert len(answers) == lines.count("\n")
    return answers


def test_an_iterator_without_end_is_no_point_and_no_game(engine: Engine) -> None:
    with pytest.raises(TypeError, match="expected a point like"):
        Board().play(itertools.count())  # type: ignore[arg-type]
    for endless in (itertools.repeat("h8"), itertools.cycle([(7, 7)])):
        with pytest.raises(ValueError, match="expected 484 points at most"):
            Board(endless)
        with pytest.raises(ValueError, match="expected 484 points at most"):
            engine.analyse(exclude=endless)
    with pytest.raises(IllegalMoveError, match="h8 cannot be played: point is occupied"):
        Board(["h8"] * 484)


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_errors_of_an_iterator_are_not_ours(error: type[BaseException]) -> None:
    def broken() -> Iterator[str]:
        yield "h8"
        raise error("mine")

    class Broken:
        def __iter__(self) -> Iterator[str]:
            raise error("mine")

    for points in (broken, Broken):
        with pytest.raises(error, match="mine"):
            Board().play(points())  # type: ignore[arg-type]
        with pytest.raises(error, match="mine"):
            Board(points())  # type: ignore[arg-type]
