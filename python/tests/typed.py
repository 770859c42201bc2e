"""What a type checker knows of the package: read by `mypy --strict`, never run."""

from io import BytesIO
from typing import Optional

from dolmen import (
    RULES,
    Analysis,
    Board,
    Color,
    Engine,
    Game,
    Line,
    Outcome,
    Point,
    Position,
    Rule,
    Search,
    read_game,
    read_games,
    write_game,
    write_games,
)
from typing_extensions import assert_type


def analyses(engine: Engine, board: Board) -> None:
    analysis = engine.analyse("h8i9", rule="renju", size=15, multipv=3, time=1.0)
    assert_type(analysis, Analysis)
    assert_type(analysis.win_rate, float)
    assert_type(analysis.lines, tuple[Line, ...])
    assert_type(analysis.best.win_in, Optional[int])
    assert_type(engine.play(board, level=3), str)
    search = engine.analyse_iter([(7, 7), "i9"], nodes=10)
    assert_type(search, Search)
    for step in search:
        assert_type(step, Analysis)
    with Engine(threads=2, hash=64, keep=True) as other:
        assert_type(other, Engine)
    engine.analyse(5)  # type: ignore[arg-type]
    engine.analyse("h8", time="1 s")  # type: ignore[arg-type]
    analysis.nodes = 5  # type: ignore[misc]


async def waits(engine: Engine) -> None:
    assert_type(await engine.analyse_async("h8"), Analysis)
    assert_type(await engine.play_async("h8"), str)
    async for step in engine.analyse_iter("h8"):
        assert_type(step, Analysis)


def boards(board: Board) -> None:
    assert_type(board.turn, Color)
    assert_type(board["h8"], Optional[Color])
    assert_type(board.outcome(), Optional[Outcome])
    assert_type(board.forbidden(), dict[str, tuple[str, ...]])
    assert_type(board.undo(), str)
    board.play(7)  # type: ignore[arg-type]
    board.size = 7  # type: ignore[misc]


def records() -> None:
    assert_type(read_game("x.sgf"), Game)
    assert_type(read_games("x.lib"), list[Game])
    assert_type(write_game(read_game("x.sgf"), "psq"), bytes)
    assert_type(read_game("x.sgf").fault, Optional[str])
    assert_type(read_game("x.sgf").left_out, dict[str, int])
    assert_type(read_game("x.sgf").details, dict[str, str])
    assert_type(read_games(BytesIO(b"h8i9")), list[Game])
    with open("x.sgf", "rb") as file:
        assert_type(write_games(read_games(file), "sgf"), bytes)
    with open("x.sgf") as text:
        read_games(text)  # type: ignore[arg-type]
    assert_type(RULES, tuple[Rule, ...])


def names_of_types(position: Position, points: list[Point]) -> Optional[Color]:
    rule: Rule = RULES[2]
    Board(points, rule=rule).play(points[0])
    Game("pos", rule, 15, ())
    other: Rule = "chess"  # type: ignore[assignment]
    return Engine().analyse(position, exclude=points).board[points[0]]
