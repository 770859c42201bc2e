"""What is written in Rust. ``Board`` is for users; the rest is what the package is made of."""

from collections.abc import Iterable
from typing import Any, Optional, TypedDict, Union, final

from ._results import Color, Game, Outcome, Point, Rule

__all__ = [
    "Board",
    "Engine",
    "MOST_BYTES",
    "RULES",
    "Search",
    "VERSION",
    "read_games",
    "serve",
    "write_games",
]

VERSION: str
RULES: list[Rule]
MOST_BYTES: int

@final
class Board:
    """A position with its moves, under one rule.

    ``moves`` are those of the game so far, black first: ``"h8 i9"``, or several points. A point is
    ``"h8"``, column letter and row number, or ``(7, 7)``, column and row from zero. ``rule`` is
    ``"freestyle"``, ``"standard"``, ``"renju"``, ``"caro-overline"``, ``"caro"`` or its code in the
    line protocol; ``size`` is 5 to 22. By default they are
    freestyle and 15.

    Boards are equal if rule, stones and side to move are. They can be pickled.
    """

    def __new__(
        cls,
        moves: Union[str, Iterable[Point], None] = None,
        *,
        rule: Union[str, int, None] = None,
        size: Optional[int] = None,
    ) -> Board: ...
    @property
    def rule(self) -> Rule:
        """The name of the rule."""
    @property
    def size(self) -> int:
        """Points of one side."""
    @property
    def turn(self) -> Color:
        """Who moves next."""
    @property
    def moves(self) -> list[str]:
        """The moves so far."""
    @property
    def legal_moves(self) -> list[str]:
        """Where the side to move may play: free and not forbidden. None once the game is over."""
    def play(self, point: Point) -> None:
        """Places a stone of the side to move.

        A forbidden point is not refused: black may play there, and loses; and as players miss
        that, the game may go on. After a five it may not: ``GameOverError``. A point off the board
        or with a stone raises ``IllegalMoveError``.
        """
    def undo(self) -> str:
        """Takes the last move back and returns it."""
    def is_legal(self, point: Point) -> bool:
        """Whether the side to move may play there."""
    def outcome(self) -> Optional[Outcome]:
        """How the game has ended; ``None`` while it goes on."""
    def forbidden(self) -> dict[str, tuple[str, ...]]:
        """Where the side to move may not play under renju, with the fouls it would commit."""
    def copy(self) -> Board:
        """Another board with the same moves."""
    def cells(self) -> bytes:
        """A byte for each point, row by row from row 1: 0 free, 1 black, 2 white.

        ``numpy.frombuffer(board.cells(), numpy.uint8).reshape(board.size, board.size)`` is indexed
        by row and column.
        """
    def svg(self, *, numbers: bool = True, marks: Optional[dict[Any, Any]] = None) -> str:
        """A picture: stones with their ``numbers``, forbidden points crossed, and ``marks``, labels
        by point, the first one in the colour of the best move. A label has four letters at most."""
    def __getitem__(self, point: Point, /) -> Optional[Color]:
        """The stone on a point."""
    __iter__: None
    __contains__: None
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...
    __hash__: None  # type: ignore[assignment]

class _Arguments(TypedDict):
    multipv: int
    time: Optional[float]
    nodes: Optional[int]
    depth: Optional[int]
    exclude: Union[str, Iterable[Point]]
    level: Optional[int]
    seed: int

_Line = tuple[list[str], int, float, Optional[int], Optional[int], int, int]
_Found = Union[tuple[bool, list[_Line], int, float], str, None]

@final
class Search:
    @property
    def is_stopped(self) -> bool: ...
    def next(self) -> _Found: ...
    def stop(self) -> None: ...

@final
class Engine:
    def __new__(cls, threads: int, hash: int, keep: bool) -> Engine: ...
    @property
    def threads(self) -> int: ...
    @property
    def hash(self) -> int: ...
    @property
    def is_thinking(self) -> bool: ...
    def start(self, board: Board, arguments: _Arguments) -> Search: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...
    def close(self) -> None: ...

def read_games(bytes: bytes, ending: str, size: int) -> list[Game]: ...
def write_games(games: list[Game], format: str) -> bytes: ...
def serve(rule: str, hash: Optional[int], threads: int) -> None: ...
