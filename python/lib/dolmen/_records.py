"""Files of games."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Optional, Protocol, Union

from . import _native
from ._errors import RecordError
from ._results import Game


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


_File = Union[str, os.PathLike[str], _Readable]


def read_games(file: _File, *, size: int = 15) -> list[Game]:
    """All games of a file: Piskvork's psq, SGF, RenLib or lines of points, known by content.

    ``file`` is a path, or an object that reads bytes, such as ``io.BytesIO(content)``. Of a tree, SGF
    gives the main line and RenLib a game for each line; ``left_out`` counts what else is there.
    ``size`` is the board of games that do not tell theirs. Raises ``RecordError`` where the file cannot
    be read, with the place; a game that cannot have been played only has a ``fault``.
    """
    name = _name(file)
    ending = os.path.splitext(name)[1].lstrip(".")
    try:
        return _native.read_games(_content(file), ending, size)
    except RecordError as error:
        raise _in_file(name, str(error)) from None


def read_game(file: _File, *, size: int = 15) -> Game:
    """The game of a file that has one; see ``read_games``. Raises ``RecordError`` for its ``fault``."""
    games = read_games(file, size=size)
    if len(games) != 1:
        raise _in_file(_name(file), f"expected one game, found {len(games)}: use read_games")
    if games[0].fault is not None:
        raise _in_file(_name(file), games[0].fault)
    return games[0]


def write_game(game: Game, format: Optional[str] = None) -> bytes:
    """The game as a file: ``"psq"``, ``"sgf"``, ``"lib"`` (RenLib), or a line of text, ``"pos"``,
    ``"bare"`` or ``"offset"``; by default as ``game.format`` says.

    What the format has no place for is left out: psq, bare and offset know no rule, RenLib is always
    renju, only psq and SGF have names and times, only SGF has result, details and opening, and bare and
    offset have no size. Without a ``result`` the one that the board shows is written. Raises
    ``RecordError`` if the game cannot have been played, if the board shows another ``result``, or if
    the format cannot hold it at all, as RenLib another rule or size.
    """
    return write_games([game], game.format if format is None else format)


def write_games(games: Iterable[Game], format: str) -> bytes:
    """Several games as one file; see ``write_game``. A psq holds only one.

    RenLib merges them into one tree: a game that another one goes on from is not read again.
    """
    return _native.write_games(list(games), format)


def _content(file: _File) -> bytes:
    if isinstance(file, (str, bytes, os.PathLike)):
        with open(file, "rb") as opened:
            return opened.read(_native.MOST_BYTES + 1)
    content = file.read(_native.MOST_BYTES + 1)
    if not isinstance(content, bytes):
        found = type(content).__name__
        raise TypeError(f"expected a file that reads bytes, opened with 'rb', found one of {found}")
    return content


def _name(file: _File) -> str:
    """The path as a text that can be shown, whatever its bytes are; nothing if there is none."""
    paths = (str, bytes, os.PathLike)
    path = file if isinstance(file, paths) else getattr(file, "name", "")
    # Of a descriptor it is a number, of a file in memory nothing.
    return os.fsencode(path).decode(errors="replace") if isinstance(path, paths) else ""


def _in_file(name: str, text: str) -> RecordError:
    return RecordError(f"{name}: {text}" if name else text)
