"""Files of games."""

from __future__ import annotations

import os
from typing import Any, Optional, Union

from . import _native
from ._errors import RecordError
from ._results import Game


def read_games(path: Union[str, os.PathLike[str]], *, size: int = 15) -> list[Game]:
    """All games of a file: Piskvork's psq, SGF, RenLib or lines of points, known by content.

    Of a tree, SGF gives the main line and RenLib a game for each line. ``size`` is the board of
    games that do not tell theirs. Raises ``RecordError`` where the file cannot be read, with the
    place; a game that cannot have been played only has a ``fault``.
    """
    with open(path, "rb") as file:
        content = file.read(_native.MOST_BYTES + 1)
    name = _name(path)
    ending = os.path.splitext(name)[1].lstrip(".")
    try:
        games = _native.read_games(content, ending, size)
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None
    return [_game(fields) for fields in games]


def read_game(path: Union[str, os.PathLike[str]], *, size: int = 15) -> Game:
    """The game of a file that has one; see ``read_games``. Raises ``RecordError`` for its ``fault``."""
    games = read_games(path, size=size)
    if len(games) != 1:
        text = f"{_name(path)}: expected one game, found {len(games)}: use read_games"
        raise RecordError(text)
    if games[0].fault is not None:
        raise RecordError(f"{_name(path)}: {games[0].fault}")
    return games[0]


def write_game(game: Game, format: Optional[str] = None) -> bytes:
    """The game as a file: ``"psq"``, ``"sgf"``, ``"lib"`` (RenLib), or a line of text, ``"pos"``,
    ``"bare"`` or ``"offset"``; by default as ``game.format`` says.

    What the format has no place for is left out, such as names in RenLib and the rule in psq. Raises
    ``RecordError`` if the game cannot have been played, or not be held at all.
    """
    return _native.write_game(game, game.format if format is None else format)


def _name(path: Union[str, os.PathLike[str]]) -> str:
    """The path as a text that can be shown, whatever its bytes are."""
    return os.fsencode(path).decode(errors="replace")


def _game(fields: dict[str, Any]) -> Game:
    for name in ("moves", "times"):
        fields[name] = tuple(fields[name])
    return Game(**fields)
