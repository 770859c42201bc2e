"""The engine and its searches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Optional, Union

from . import _native
from ._native import Board
from ._results import Analysis, Line, Point

#: What can be searched: a board, or its moves.
Position = Union[Board, str, Iterable[Point]]

#: Seconds for a search without a limit.
DEFAULT_TIME = 1.0


class Search(Iterator[Analysis]):
    """A search that runs, as an iterator of what it knows after each iteration.

    The last item is ``final``. The search ends when its limits are reached, with ``stop()``, at
    the end of a ``with`` block, or when nobody holds this object any more: leaving the loop is
    enough. For asyncio there is ``async for``; cancelling its task ends the search as well.
    """

    def __init__(self, native: _native.Search, board: Board) -> None:
        self._native = native
        self._board = board

    def _next(self) -> _native._Found:
        try:
            return self._native.next()
        except BaseException:
            # An interrupt. The traceback may hold this object for long.
            self.stop()
            raise

    def _analysis(self, found: _native._Found) -> Optional[Analysis]:
        if found is None or isinstance(found, str):
            return None
        final, lines, nodes, time = found
        return Analysis(self._board.copy(), tuple(map(_line, lines)), nodes, time, final)

    def __next__(self) -> Analysis:
        analysis = self._analysis(self._next())
        if analysis is None:
            raise StopIteration
        return analysis

    def __aiter__(self) -> Search:
        return self

    async def __anext__(self) -> Analysis:
        import asyncio

        try:
            found = await asyncio.to_thread(self._native.next)
        except BaseException:
            # A cancelled task leaves its thread behind.
            self.stop()
            raise
        analysis = self._analysis(found)
        if analysis is None:
            raise StopAsyncIteration
        return analysis

    def __del__(self) -> None:
        # The thread of the last step may still hold the native search.
        self.stop()

    def stop(self) -> None:
        """Ends the search. The iterator still gives what was found."""
        self._native.stop()

    def move(self) -> str:
        """Waits for the end of the search: the move to play, also that of a level."""
        while (found := self._next()) is not None:
            if isinstance(found, str):
                return found
            if found[0]:
                return found[1][0][0][0]
        raise RuntimeError("the last item of this search was taken before")

    def result(self) -> Analysis:
        """Waits for the end of the search; raises ``RuntimeError`` if that was taken already."""
        for analysis in self:
            if analysis.final:
                return analysis
        raise RuntimeError("the last item of this search was taken before")

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        value: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.stop()


class Engine:
    """A gomoku engine. Any number of them live beside each other.

    ``threads`` search one position; there are at most as many as the machine runs at once. Only
    with one thread, and limits other than time, is a result repeatable. ``hash`` is the size of
    the transposition table in MiB. With ``keep`` a search uses what those before it found: right
    for the moves of a game, but then results depend on what was asked before.

    An engine does one search at a time, and raises ``EngineBusyError`` if it is asked for another
    one. It may be stopped from any thread. The interpreter is free while it thinks.
    """

    def __init__(self, threads: int = 1, hash: int = 64, *, keep: bool = False) -> None:
        self._native = _native.Engine(threads, hash, bool(keep))

    @property
    def threads(self) -> int:
        """Threads that search one position."""
        return self._native.threads

    @property
    def hash(self) -> int:
        """Size of the transposition table in MiB."""
        return self._native.hash

    @property
    def is_thinking(self) -> bool:
        """Whether a search is running, or about to end."""
        return self._native.is_thinking

    def analyse(
        self,
        position: Position = "",
        *,
        rule: Union[str, int, None] = None,
        size: Optional[int] = None,
        multipv: int = 1,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        exclude: Union[str, Iterable[Point]] = (),
    ) -> Analysis:
        """The best moves, ``multipv`` at most, with their lines.

        ``position`` is a ``Board``, or moves such as ``"h8i9"``, by ``rule`` (freestyle) on a board
        of ``size`` (15). The search ends after ``time`` seconds at most, ``nodes`` positions or
        ``depth`` moves, whatever comes first, or with a proven win; without any limit after one
        second. ``time=math.inf`` goes on until ``stop()``. ``exclude`` are points not to play on;
        some move must be left.
        """
        time = _default_time(time, nodes, depth)
        board, arguments = _asked(position, rule, size, multipv, time, nodes, depth, exclude)
        with Search(self._native.start(board, arguments), board) as search:
            return search.result()

    def analyse_iter(
        self,
        position: Position = "",
        *,
        rule: Union[str, int, None] = None,
        size: Optional[int] = None,
        multipv: int = 1,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        exclude: Union[str, Iterable[Point]] = (),
    ) -> Search:
        """The same as an iterator of progress. Without a limit it goes on until it is left."""
        board, arguments = _asked(position, rule, size, multipv, time, nodes, depth, exclude)
        return Search(self._native.start(board, arguments), board)

    async def analyse_async(
        self,
        position: Position = "",
        *,
        rule: Union[str, int, None] = None,
        size: Optional[int] = None,
        multipv: int = 1,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        exclude: Union[str, Iterable[Point]] = (),
    ) -> Analysis:
        """The same for asyncio: the search ends when the task is cancelled."""
        # Half of the time that the package takes to import, if it stood at the top.
        import asyncio

        time = _default_time(time, nodes, depth)
        board, arguments = _asked(position, rule, size, multipv, time, nodes, depth, exclude)
        with Search(self._native.start(board, arguments), board) as search:
            return await asyncio.to_thread(search.result)

    def play(
        self,
        position: Position = "",
        *,
        rule: Union[str, int, None] = None,
        size: Optional[int] = None,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        level: Optional[int] = None,
        seed: int = 0,
        exclude: Union[str, Iterable[Point]] = (),
    ) -> str:
        """The move to play; the position stays as it is. Limits as for ``analyse``.

        ``level`` 1 to 9 plays like people of some strength, by ``seed``; 10 is all that the engine
        has. A level takes no ``nodes``, ``depth`` or ``exclude``, and needs no ``time``.
        """
        if level is None or level == 10:
            time = _default_time(time, nodes, depth)
        board, arguments = _asked(position, rule, size, 1, time, nodes, depth, exclude, level, seed)
        with Search(self._native.start(board, arguments), board) as search:
            return search.move()

    async def play_async(
        self,
        position: Position = "",
        *,
        rule: Union[str, int, None] = None,
        size: Optional[int] = None,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        level: Optional[int] = None,
        seed: int = 0,
        exclude: Union[str, Iterable[Point]] = (),
    ) -> str:
        """The same for asyncio: the search ends when the task is cancelled."""
        import asyncio

        if level is None or level == 10:
            time = _default_time(time, nodes, depth)
        board, arguments = _asked(position, rule, size, 1, time, nodes, depth, exclude, level, seed)
        with Search(self._native.start(board, arguments), board) as search:
            return await asyncio.to_thread(search.move)

    def stop(self) -> None:
        """Ends the running search, which still gives what it found. From any thread."""
        self._native.stop()

    def clear(self) -> None:
        """Forgets what earlier searches found: a new game, for an engine with ``keep``."""
        self._native.clear()

    def close(self) -> None:
        """Ends the running search and gives the memory back. The engine cannot be used again."""
        self._native.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        value: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Engine(threads={self.threads}, hash={self.hash})"


def _default_time(
    time: Optional[float], nodes: Optional[int], depth: Optional[int]
) -> Optional[float]:
    return DEFAULT_TIME if time is nodes is depth is None else time


def _asked(
    position: Position,
    rule: Union[str, int, None],
    size: Optional[int],
    multipv: int,
    time: Optional[float],
    nodes: Optional[int],
    depth: Optional[int],
    exclude: Union[str, Iterable[Point]],
    level: Optional[int] = None,
    seed: int = 0,
) -> tuple[Board, _native._Arguments]:
    """The position, which nobody else holds, and the arguments of its search."""
    if isinstance(position, Board):
        if rule is not None or size is not None:
            raise TypeError("rule= and size= are those of the Board: leave them out")
        board = position.copy()
    else:
        board = Board(position, rule=rule, size=size)
    arguments: _native._Arguments = {
        "multipv": multipv,
        "time": time,
        "nodes": nodes,
        "depth": depth,
        "exclude": exclude,
        "level": level,
        "seed": seed,
    }
    return board, arguments


def _line(line: _native._Line) -> Line:
    moves, score, win_rate, win_in, loss_in, depth, selective = line
    return Line(moves[0], win_rate, score, win_in, loss_in, depth, selective, tuple(moves))
