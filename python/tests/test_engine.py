"""Searches and what comes back."""

from __future__ import annotations

import copy
import dataclasses
import math
import pickle

import pytest
from dolmen import (
    Analysis,
    Board,
    Engine,
    EngineBusyError,
    EngineClosedError,
    GameOverError,
    IllegalMoveError,
    Line,
)

OPENING = "h8i9h10i7g9f10g7"


def test_an_analysis_tells_all(engine: Engine) -> None:
    analysis = engine.analyse(OPENING, rule="standard", size=15, multipv=3, nodes=5_000)
    assert analysis.board == Board(OPENING, rule="standard")
    assert analysis.final and 0 < analysis.nodes <= 6_000 and analysis.time >= 0.0
    assert len(analysis.lines) == 3 and len({line.move for line in analysis.lines}) == 3
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)
    for line in analysis.lines:
        assert line.moves[0] == line.move and line.move in analysis.board.legal_moves
        assert 0.0 <= line.win_rate <= 1.0 and line.selective_depth >= line.depth > 0
        after = analysis.board.copy()
        for point in line.moves:
            after.play(point)
    best = analysis.best
    assert (analysis.move, analysis.win_rate, analysis.score, analysis.depth) == (
        best.move,
        best.win_rate,
        best.score,
        best.depth,
    )
    text = str(analysis)
    assert all(f"{line.move}: " in text for line in analysis.lines)
    assert dataclasses.asdict(best)["move"] == best.move


def test_wins_and_losses_are_bounds(engine: Engine) -> None:
    won = engine.analyse("h8a1i8a3j8a5", nodes=1_000)
    assert (won.win_in, won.loss_in, won.win_rate) == (3, None, 1.0)
    assert "win in 3" in str(won) and ">W3</text>" in won._repr_svg_()
    lost = engine.analyse("h8a1i8a3j8a5k8", nodes=1_000)
    assert (lost.win_in, lost.loss_in, lost.win_rate) == (None, 2, 0.0)
    assert "loss in 2" in str(lost) and ">L2</text>" in lost._repr_svg_()


@pytest.mark.parametrize(("rate", "percent"), [(0.9993, 99), (0.0004, 1), (0.5, 50), (0.123, 12)])
def test_what_is_not_proven_is_neither_0_nor_100_percent(rate: float, percent: int) -> None:
    line = Line("h8", rate, 0, None, None, 5, 5, ("h8",))
    assert str(line) == f"h8: {percent} %, depth 5: h8"
    assert f">{percent}</text>" in Analysis(Board(), (line,), 1, 0.0, True)._repr_svg_()


def test_results_with_one_thread_are_repeatable(engine: Engine) -> None:
    def lines() -> list[object]:
        return list(engine.analyse(OPENING, multipv=2, nodes=8_000).lines)

    first = lines()
    engine.analyse("h8h9", nodes=8_000)
    assert lines() == first


def test_an_engine_that_keeps_uses_what_it_found() -> None:
    with Engine(hash=16, keep=True) as engine:
        fresh = engine.analyse(OPENING, depth=7)
        again = engine.analyse(OPENING, depth=7)
        assert again.nodes < fresh.nodes
        engine.clear()
        assert engine.analyse(OPENING, depth=7).nodes == fresh.nodes


def test_limits_end_a_search(engine: Engine) -> None:
    assert engine.analyse(OPENING, depth=3).depth == 3
    assert engine.analyse(OPENING, nodes=2_000).nodes <= 3_000
    # Without its limit it would take a second, and longer on a busy machine.
    assert min(engine.analyse(OPENING, time=0.1).time for _ in range(3)) < 0.6
    # Without a limit it is a second: this ends.
    assert engine.analyse(OPENING).final


def test_excluded_points_are_not_played(engine: Engine) -> None:
    best = engine.analyse(OPENING, nodes=2_000).move
    assert engine.analyse(OPENING, nodes=2_000, exclude=[best]).move != best
    assert engine.play(OPENING, nodes=2_000, exclude=best) != best


def test_a_search_without_a_move_left_is_refused(engine: Engine) -> None:
    points = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
    with pytest.raises(ValueError, match="exclude: no move is left"):
        engine.analyse("c3", size=5, nodes=100, exclude=points)
    assert engine.play("c3", size=5, nodes=100, exclude=points[1:]) == "a1"
    with pytest.raises(ValueError, match="exclude: q1 is off the board"):
        engine.play("h8", nodes=100, exclude="q1")


def test_positions_may_be_given_in_many_ways(engine: Engine) -> None:
    expected = engine.analyse("h8i9", rule="renju", size=13, nodes=1_000).lines
    board = Board("h8i9", rule="renju", size=13)
    assert engine.analyse(board, nodes=1_000).lines == expected
    assert board.moves == ["h8", "i9"]
    for moves in (["h8", "i9"], ((7, 7), (8, 8)), ["h8", [8, 8]], iter(["h8", "i9"])):
        assert engine.analyse(moves, rule=4, size=13, nodes=1_000).lines == expected
    assert engine.play() == "h8"


def test_progress_comes_by_iterations_and_ends_with_the_result(engine: Engine) -> None:
    steps = list(engine.analyse_iter(OPENING, multipv=2, depth=5))
    assert [step.depth for step in steps] == [1, 2, 3, 4, 5, 5]
    assert [step.final for step in steps] == [False] * 5 + [True]
    assert all(len(step.lines) == 2 for step in steps)
    assert steps[-1].lines == engine.analyse(OPENING, multipv=2, depth=5).lines


def test_leaving_the_loop_ends_the_search(engine: Engine) -> None:
    for _ in range(5):
        for step in engine.analyse_iter(OPENING):
            assert not step.final
            break
        # Nobody holds the search: the engine is free, or about to be.
        assert engine.play(OPENING, nodes=100)


def test_a_search_can_be_stopped_and_asked_for_its_result(engine: Engine) -> None:
    with engine.analyse_iter(OPENING, time=math.inf) as search:
        next(search)
        search.stop()
        assert search.result().final
        with pytest.raises(RuntimeError, match="taken before"):
            search.result()
        with pytest.raises(StopIteration):
            next(search)
    with engine.analyse_iter(OPENING) as search:
        next(search)
    assert engine.play(OPENING, nodes=100)


def test_an_engine_does_one_search_at_a_time(engine: Engine) -> None:
    with engine.analyse_iter(OPENING) as search:
        for ask in (engine.analyse, engine.play, engine.analyse_iter):
            with pytest.raises(EngineBusyError, match=r"use another Engine"):
                ask(OPENING, nodes=1)
        with pytest.raises(EngineBusyError):
            engine.clear()
        engine.stop()
        assert search.result().final
    assert engine.play(OPENING, nodes=100)


def test_a_search_outlives_its_engine_but_not_close() -> None:
    steps = Engine(hash=16).analyse_iter(OPENING, depth=4)
    assert [step.depth for step in steps][-1] == 4
    with Engine(hash=16) as engine:
        search = engine.analyse_iter(OPENING)
    assert search.result().final
    with pytest.raises(EngineClosedError, match="closed"):
        engine.play(OPENING)
    with pytest.raises(EngineClosedError, match="closed"):
        engine.clear()


def test_levels_play_by_their_seed(engine: Engine) -> None:
    board = Board(OPENING)
    moves = [engine.play(board, level=2, seed=seed) for seed in range(12)]
    assert moves == [engine.play(board, level=2, seed=seed) for seed in range(12)]
    assert len(set(moves)) > 3 and all(board.is_legal(move) for move in moves)
    assert engine.play(board, level=10, nodes=2_000) == engine.play(board, nodes=2_000)
    # Every level stops a four that it notices; the best one notices always.
    assert engine.play("h8h9i8i9j8j9k8", level=9) in ("g8", "l8")


def test_all_seeds_of_64_bits_are_taken(engine: Engine) -> None:
    for one, other in [(2**64 - 1, -1), (2**63, -(2**63))]:
        moves = [engine.play(OPENING, level=2, seed=seed) for seed in (one, other)]
        assert moves[0] == moves[1]
    wrong: list[tuple[object, type[Exception]]]
    wrong = [(2**64, ValueError), (-(2**63) - 1, ValueError), ("x", TypeError), (None, TypeError)]
    for seed, kind in wrong:
        for arguments in ({"level": 2}, {"level": 10, "nodes": 5}, {"nodes": 5}):
            with pytest.raises(kind, match="expected seed as a whole number of 64 bits, found"):
                engine.play(OPENING, seed=seed, **arguments)  # type: ignore[arg-type]


def test_a_game_to_the_end() -> None:
    with Engine(hash=16, keep=True) as engine:
        board = Board("h8", rule="renju")
        while board.outcome() is None:
            board.play(engine.play(board, nodes=300))
        with pytest.raises(GameOverError, match="the game is over"):
            engine.analyse(board)


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        ({"rule": "chess"}, ValueError, "expected a rule (freestyle or 0, .*'chess'"),
        ({"rule": 3}, ValueError, "expected a rule .*'3'"),
        ({"size": 4}, ValueError, "expected a board size from 5 to 22, found 4"),
        ({"size": -1}, ValueError, "expected a board size from 5 to 22, found -1"),
        ({"time": 0}, ValueError, "expected time of more than 0 seconds"),
        ({"time": math.nan}, ValueError, "expected time of more than 0 seconds"),
        ({"nodes": 0}, ValueError, "expected nodes of at least 1, found 0"),
        ({"nodes": -5}, ValueError, "expected nodes of at least 1, found -5"),
        ({"depth": 0}, ValueError, "expected depth of at least 1, found 0"),
        ({"multipv": 0}, ValueError, "expected multipv of at least 1, found 0"),
        ({"exclude": "z1"}, ValueError, "expected points like h8i9, found 'z1'"),
        ({"position": "h8i"}, ValueError, "expected points like h8i9, found 'i'"),
        ({"position": "h8h8"}, IllegalMoveError, "h8 cannot be played: point is occupied"),
        ({"position": "p1"}, IllegalMoveError, "p1 cannot be played: the board has a1 to o15"),
        ({"position": [3]}, TypeError, "expected a point like 'h8' or \\(7, 7\\), found 3"),
        ({"position": [(3, 99)]}, ValueError, "expected a point .*found \\(3, 99\\)"),
        ({"position": 5}, TypeError, "expected points like .*found 5"),
        ({"position": Board(), "rule": "renju"}, TypeError, "are those of the Board"),
        ({"nodes": 1.5}, TypeError, "expected nodes as a whole number .*found 1.5"),
        ({"depth": 10**30}, ValueError, "expected depth as a whole number of 64 bits"),
        ({"nodes": 2**64}, ValueError, "expected nodes as a whole number of 64 bits"),
        ({"time": 10**400}, ValueError, "expected time as a number, found 1000"),
        ({"time": "soon"}, TypeError, "expected time as a number, found 'soon'"),
        ({"size": "x"}, TypeError, "expected size as a whole number .*found 'x'"),
        ({"position": "h8a1i8a2j8a3k8a4l8"}, GameOverError, "game is over: black has won"),
    ],
)
def test_errors_say_what_was_expected(
    engine: Engine, arguments: dict[str, object], kind: type[Exception], text: str
) -> None:
    with pytest.raises(kind, match=text.replace("rule (", r"rule \(")):
        engine.analyse(**arguments)  # type: ignore[arg-type]
    assert engine.play(nodes=10)


def test_engines_and_levels_have_limits(engine: Engine) -> None:
    for threads in (0, -1, 257):
        with pytest.raises(ValueError, match=f"expected threads from 1 to 256, found {threads}"):
            Engine(threads=threads)
    for size in (0, -1, 1 << 21):
        with pytest.raises(ValueError, match=f"expected hash from 1 to 16384 MiB, found {size}"):
            Engine(hash=size)
    with pytest.raises(TypeError, match="expected threads as a whole number .*found '4'"):
        Engine(threads="4")  # type: ignore[arg-type]
    for level in (0, 11, -3):
        with pytest.raises(ValueError, match=f"expected a level from 1 to 10, found {level}"):
            engine.play(level=level)
    for arguments in ({"nodes": 5}, {"depth": 5}, {"exclude": "h8"}):
        with pytest.raises(TypeError, match="no nodes=, depth= or exclude="):
            engine.play(level=3, **arguments)
    assert "threads=1, hash=16" in repr(engine)


def test_keep_is_any_truth_value() -> None:
    with Engine(hash=16, keep=1) as engine:  # type: ignore[arg-type]
        fresh = engine.analyse(OPENING, depth=7)
        assert engine.analyse(OPENING, depth=7).nodes < fresh.nodes


def test_results_can_be_pickled_and_copied(engine: Engine) -> None:
    analysis = engine.analyse(OPENING, rule="renju", multipv=2, nodes=500)
    pickled = [
        pickle.loads(pickle.dumps(analysis, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for other in (*pickled, copy.deepcopy(analysis)):
        assert isinstance(other, Analysis) and other == analysis
        assert other.board.moves == analysis.board.moves


def test_an_analysis_is_a_picture(engine: Engine) -> None:
    analysis = engine.analyse(OPENING, multipv=2, nodes=500)
    picture = analysis._repr_svg_()
    assert picture.count('class="best"') == 1 and picture.count('class="other"') == 1
