"""Threads, signals, processes, asyncio: the interpreter goes on while an engine thinks."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import PATIENCE, run
from dolmen import Analysis, Engine, EngineBusyError

OPENING = "h8i9h10i7g9f10g7"


def wait_until_busy(engine: Engine) -> None:
    while not engine.is_thinking:
        time.sleep(0.001)


def test_the_interpreter_is_free_and_stop_ends_a_search() -> None:
    # In a process of its own: with the interpreter held it would never end.
    script = f"""
import math, sys, threading
sys.path.insert(0, {os.path.dirname(__file__)!r})
from dolmen import Engine
from test_threads import OPENING, wait_until_busy
engine, found = Engine(hash=16), []
def think():
    found.append(engine.analyse(OPENING, time=math.inf))
thread = threading.Thread(target=think)
thread.start()
wait_until_busy(engine)
engine.stop()
thread.join()
print(found[0].final)
"""
    assert run(script) == "True\n"


def test_engines_in_threads_find_what_one_alone_finds() -> None:
    positions = ["h8i9", "h8h9", OPENING, "h8g8g9i7"]

    def best(position: str) -> Analysis:
        with Engine(hash=16) as engine:
            return engine.analyse(position, rule="renju", nodes=3_000)

    alone = [best(position).lines for position in positions]
    with ThreadPoolExecutor(4) as pool:
        assert [analysis.lines for analysis in pool.map(best, positions)] == alone


def test_an_engine_asked_by_two_threads_answers_one_and_refuses_the_other() -> None:
    with Engine(hash=16) as engine:
        thread = threading.Thread(target=engine.analyse, args=(OPENING,), kwargs={"time": math.inf})
        thread.start()
        wait_until_busy(engine)
        with pytest.raises(EngineBusyError):
            engine.analyse(OPENING, nodes=1)
        engine.stop()
        # A search that was told to end is waited for.
        assert engine.analyse(OPENING, nodes=100).final
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_an_interrupt_ends_a_search() -> None:
    script = f"""
import math, dolmen
engine = dolmen.Engine(hash=16)
try:
    print("go", flush=True)
    engine.analyse({OPENING!r}, time=math.inf)
except KeyboardInterrupt:
    print("interrupted", engine.play({OPENING!r}, nodes=100) is not None)
"""
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "go\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (0, "interrupted True\n")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_an_engine_that_is_idle_may_be_forked() -> None:
    script = f"""
import multiprocessing, dolmen
engine = dolmen.Engine(hash=16)
def best(position):
    return engine.play(position, nodes=500)
positions = [{OPENING!r}, "h8i9"] * 3
alone = [best(position) for position in positions]
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(pool.map(best, positions) == alone)
"""
    assert run(script) == "True\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_child_forked_during_a_search_has_an_engine_of_its_own() -> None:
    script = f"""
import os, dolmen
def forked(engine):
    child = os.fork()
    if child == 0:
        engine.play({OPENING!r}, nodes=100)
        os._exit(7)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
engine = dolmen.Engine(hash=16)
with engine.analyse_iter({OPENING!r}) as search:
    next(search)
    print(forked(engine))
for _ in range(5):
    next(engine.analyse_iter({OPENING!r}))
    assert forked(engine) == 7
print(engine.play({OPENING!r}, nodes=100) != "")
"""
    assert run(script) == "7\nTrue\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_search_of_the_parent_process_is_an_error_in_a_forked_child() -> None:
    """It waited for ever."""
    script = f"""
import os, dolmen
search = dolmen.Engine(hash=16).analyse_iter({OPENING!r})
next(search)
child = os.fork()
if child == 0:
    try:
        search.stop()
        search.result()
    except dolmen.SearchFailedError as error:
        print(error, flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""
    assert run(script) == "the search runs in the process that this one was forked from\n"


def test_a_process_may_end_while_an_engine_thinks() -> None:
    script = f"import dolmen; s = dolmen.Engine().analyse_iter({OPENING!r}); next(s); print('end')"
    assert run(script) == "end\n"


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="reads /proc")
def test_no_thread_is_left_behind() -> None:
    def threads() -> int:
        return len(os.listdir("/proc/self/task"))

    before = threads()
    with Engine(hash=16) as engine:
        for _ in range(50):
            next(engine.analyse_iter(OPENING))
    end = time.monotonic() + PATIENCE
    while threads() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert threads() <= before


def test_asyncio_goes_on_while_engines_think() -> None:
    async def main() -> None:
        with Engine(hash=16) as one, Engine(hash=16) as two:
            found = await asyncio.gather(
                one.analyse_async(OPENING, nodes=2_000), two.play_async("h8", nodes=2_000)
            )
            assert found[0].lines == one.analyse(OPENING, nodes=2_000).lines
            assert found[1] == two.play("h8", nodes=2_000)

    asyncio.run(main())


def test_a_level_plays_in_asyncio_as_elsewhere(engine: Engine) -> None:
    expected = [engine.play(OPENING, level=2, seed=seed) for seed in range(8)]
    moves = [asyncio.run(engine.play_async(OPENING, level=2, seed=seed)) for seed in range(8)]
    assert moves == expected and len(set(moves)) > 1


def test_asyncio_follows_the_progress_of_a_search(engine: Engine) -> None:
    async def main() -> None:
        steps = [step async for step in engine.analyse_iter(OPENING, depth=4)]
        assert [step.depth for step in steps] == [1, 2, 3, 4, 4] and steps[-1].final
        assert steps[-1].lines == engine.analyse(OPENING, depth=4).lines
        async for step in engine.analyse_iter(OPENING):
            assert not step.final
            break
        assert engine.play(OPENING, nodes=100)

        ticks = []

        async def watch() -> None:
            async for step in engine.analyse_iter(OPENING):
                ticks.append(step.depth)

        task = asyncio.create_task(watch())
        while not ticks:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert engine.play(OPENING, nodes=100)

    asyncio.run(main())


def test_cancelling_a_task_ends_its_search() -> None:
    async def main() -> None:
        with Engine(hash=16) as engine:
            task = asyncio.create_task(engine.analyse_async(OPENING, time=math.inf))
            await asyncio.sleep(0.05)
            assert not task.done()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await engine.analyse_async(OPENING, nodes=100)).final
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.play_async(OPENING, time=math.inf), 0.05)
            assert engine.play(OPENING, nodes=100)

    asyncio.run(main())
