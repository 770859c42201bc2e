"""Dolmen: a gomoku engine for freestyle, standard, renju and caro.

``Engine`` analyses and plays, ``Board`` knows the rules, ``read_game`` and ``read_games`` read files
of games, ``write_game`` and ``write_games`` write them.
"""

from ._engine import Engine, Position, Search
from ._errors import (
    DolmenError,
    EngineBusyError,
    EngineClosedError,
    GameOverError,
    IllegalMoveError,
    RecordError,
    SearchFailedError,
)
from ._native import RULES as _RULES
from ._native import VERSION as __version__
from ._native import Board
from ._records import read_game, read_games, write_game, write_games
from ._results import Analysis, Color, Game, Line, Outcome, Point, Rule

#: The names of the rules.
RULES: tuple[Rule, ...] = tuple(_RULES)

__all__ = [
    "RULES",
    "Analysis",
    "Board",
    "Color",
    "DolmenError",
    "Engine",
    "EngineBusyError",
    "EngineClosedError",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Line",
    "Outcome",
    "Point",
    "Position",
    "RecordError",
    "Rule",
    "Search",
    "SearchFailedError",
    "__version__",
    "read_game",
    "read_games",
    "write_game",
    "write_games",
]

# Where people import them from, for tracebacks and pickles.
for _class in (Analysis, Engine, Game, Line, Outcome, Search, *DolmenError.__subclasses__()):
    _class.__module__ = __name__
DolmenError.__module__ = __name__
