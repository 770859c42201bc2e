"""What is found: plain frozen objects, to be compared, pickled and put into tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Optional, Union

from ._native import Board

#: A side.
Color = Literal["black", "white"]
#: The name of a rule.
Rule = Literal["freestyle", "standard", "renju", "caro-overline", "caro"]
#: ``"h8"``, or ``(7, 7)``: column and row from zero.
Point = Union[str, tuple[int, int]]


@dataclass(frozen=True)
class Outcome:
    """How a game has ended."""

    #: ``None`` after a draw.
    winner: Optional[Color]
    #: ``"foul"``: black's last move was forbidden.
    reason: Literal["five", "foul", "draw"]
    #: The stones of the five, in order.
    line: tuple[str, ...]
    #: What was forbidden: ``"double-three"``, ``"double-four"``, ``"overline"``.
    fouls: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """A first move with the best play that was found after it."""

    #: The first move.
    move: str
    #: Chance of the side to move to win, 0 to 1; 1 or 0 if that is proven.
    win_rate: float
    #: The same in the units of the engine: 200 are a chance of 73 %.
    score: int
    #: Proven win: the five comes in this many moves of both sides at most.
    win_in: Optional[int]
    #: Proven loss: the opponent's five comes in this many moves of both sides at most.
    loss_in: Optional[int]
    #: Moves of both sides that were searched to the end.
    depth: int
    #: Deepest move looked at.
    selective_depth: int
    #: The line, beginning with ``move``.
    moves: tuple[str, ...]

    def _label(self, win: str, loss: str, chance: str) -> str:
        """What is known of the end, or the chance in percent; only a proven one is 0 or 100."""
        if self.win_in is not None:
            return f"{win}{self.win_in}"
        if self.loss_in is not None:
            return f"{loss}{self.loss_in}"
        return f"{min(max(round(100 * self.win_rate), 1), 99)}{chance}"

    def __str__(self) -> str:
        chance = self._label("win in ", "loss in ", " %")
        return f"{self.move}: {chance}, depth {self.depth}: {' '.join(self.moves)}"


@dataclass(frozen=True)
class Analysis:
    """What a search has found, or knows so far.

    In a notebook it is a picture with the winning chance of each line in percent, or with ``W3`` and
    ``L2``: a proven win in 3 moves, a proven loss in 2.
    """

    #: A copy of the position.
    board: Board
    #: The best first.
    lines: tuple[Line, ...]
    #: Positions visited.
    nodes: int
    #: Seconds.
    time: float
    #: Whether the search is over.
    final: bool

    @property
    def best(self) -> Line:
        """The first line."""
        return self.lines[0]

    @property
    def move(self) -> str:
        """The best move."""
        return self.best.move

    @property
    def win_rate(self) -> float:
        """That of the best line, for the side to move."""
        return self.best.win_rate

    @property
    def score(self) -> int:
        """That of the best line."""
        return self.best.score

    @property
    def depth(self) -> int:
        """That of the best line."""
        return self.best.depth

    @property
    def win_in(self) -> Optional[int]:
        """That of the best line."""
        return self.best.win_in

    @property
    def loss_in(self) -> Optional[int]:
        """That of the best line."""
        return self.best.loss_in

    def __str__(self) -> str:
        state = f"{self.board.turn} to move, {self.nodes} nodes, {self.time:.2f} s"
        return "\n".join([state, *map(str, self.lines)])

    def _repr_svg_(self) -> str:
        marks = {line.move: line._label("W", "L", "") for line in self.lines}
        return self.board.svg(marks=marks)


@dataclass(frozen=True)
class Game:
    """A game of a file. What the file does not tell is ``None`` or empty."""

    #: ``"psq"``, ``"sgf"``, ``"lib"``, ``"rif"``, ``"bdt"``, ``"rdf"``, ``"pdb"``, or ``"pos"``, ``"bare"``,
    #: ``"offset"`` for lines of text.
    format: str
    rule: Optional[Rule]
    size: int
    moves: tuple[str, ...]
    #: The players.
    black: Optional[str] = None
    white: Optional[str] = None
    #: By the board, or else by what the file says.
    result: Optional[Literal["black", "white", "draw"]] = None
    #: How many of the first moves are an opening that nobody chose.
    opening: int = 0
    #: Milliseconds for each move.
    times: tuple[int, ...] = field(default=(), repr=False)
    #: Event, date and the like by their names in SGF, such as ``{"EV": "Open", "DT": "2024-05-01"}``.
    details: dict[str, str] = field(default_factory=dict, hash=False, kw_only=True)
    #: Why the moves cannot have been played, with the place of the game in the file.
    fault: Optional[str] = None
    #: What of the game is not here, or in doubt: kinds, each with its number, such as
    #: ``{"comments": 3, "variations": 1}``. A RenLib file is one tree: all of it is counted with the
    #: first game.
    left_out: dict[str, int] = field(default_factory=dict, hash=False)

    def board(self, moves: Optional[int] = None) -> Board:
        """The position at the end, or after so many moves; freestyle if the rule is not known.

        Of a game with a ``fault`` only that before the first impossible move.
        """
        return Board(self.moves[:moves], rule=self.rule or "freestyle", size=self.size)
