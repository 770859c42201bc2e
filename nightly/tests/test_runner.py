"""Does a run keep results, go on, and notice what fell?"""

import argparse
import contextlib
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from nightly import __main__, history, readers, runner
from nightly.figure import Figure, Value, not_fewer, not_half, not_larger, not_slower, overlapping, some, zero
from nightly.part import ROOT, Need, Part


def run(parts, where, **options):
    with contextlib.redirect_stdout(io.StringIO()):
        return runner.run_all(parts, 8, Path(where), **options)


class Running(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.where = Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def test_figures_are_read_and_kept(self):
        counter = self.where / "count"
        part = Part("x", "", f"echo 7 apples; echo run >>{counter}", (Figure("apples", "", r"(\d+) apples"),))
        for _ in range(2):
            results = run([part], self.where)
            self.assertEqual(results["x"]["figures"], {"apples": {"value": 7.0}})
        # The second run found the result of the first.
        self.assertEqual(counter.read_text(), "run\n")
        run([part], self.where, again=True)
        self.assertEqual(counter.read_text(), "run\nrun\n")

    def test_a_failure_stays_until_the_part_is_run_again(self):
        part = Part("x", "", f"[ -e {self.where}/there ]")
        self.assertIn("exit status 1", run([part], self.where)["x"]["failed"])
        (self.where / "there").touch()
        self.assertIn("failed", run([part], self.where)["x"])
        self.assertNotIn("failed", run([part], self.where, again=True)["x"])

    def test_a_fault_that_is_counted_fails_the_part(self):
        part = Part("x", "", "echo 2 overruns", (Figure("overruns", "overruns", r"(\d+) overruns", zero),))
        self.assertIn("overruns: 2", run([part], self.where)["x"]["failed"])
        part = Part("y", "", "echo 0 kills", (Figure("kills", "kills", r"(\d+) kills", some),))
        self.assertIn("kills: 0", run([part], self.where)["y"]["failed"])

    def test_a_part_that_is_run_again_finds_nothing_of_the_first_time(self):
        part = Part("x", "", "[ ! -e {work}/left ]; touch {work}/left")
        for _ in range(2):
            self.assertNotIn("failed", run([part], self.where, again=True)["x"])

    def test_results_of_another_machine_do_not_count(self):
        part = Part("x", "", "echo 7 apples", (Figure("apples", "", r"(\d+) apples"),))
        run([part], self.where)
        self.assertIsNotNone(runner.stored(self.where, part))
        with mock.patch.object(history, "machine", lambda: {"cpu": "another"}):
            self.assertIsNone(runner.stored(self.where, part))

    def test_a_change_of_the_source_ends_the_run(self):
        states = iter(["a", "b"])
        with mock.patch.object(history, "state", lambda: next(states)):
            with self.assertRaisesRegex(SystemExit, "the source was changed while x ran"):
                run([Part("x", "", "true")], self.where)
        self.assertFalse((self.where / "x.json").exists())

    def test_two_runs_do_not_measure_at_once(self):
        path = self.where / "target/measuring"
        with runner.lock(path):
            with self.assertRaisesRegex(SystemExit, "another run"):
                runner.lock(path)
        runner.lock(path).close()

    def test_runs_of_other_hours_and_rehearsals_wait_for_a_run(self):
        one = mock.patch.object(runner.lock, "__defaults__", (self.where / "measuring",))
        with one, runner.lock(), contextlib.redirect_stdout(io.StringIO()):
            for run, hours in ((__main__.nightly, 1), (__main__.nightly, 2), (__main__.rehearsal, 1)):
                with mock.patch.object(runner, "run_all") as run_all, self.assertRaisesRegex(SystemExit, "another run"):
                    run(argparse.Namespace(hours=hours, parts=["speed"] if run is __main__.nightly else ["renju"]))
                run_all.assert_not_called()

    def test_parts_build_where_they_look_for_programs(self):
        with mock.patch.dict("os.environ", CARGO_TARGET_DIR="/elsewhere"):
            run([Part("x", "", "[ -z ${CARGO_TARGET_DIR+set} ]")], self.where)
            made = subprocess.run(
                ["make", "--silent", "--eval=show:; @echo $${CARGO_TARGET_DIR-none}", "show"], cwd=ROOT, capture_output=True, text=True,
            )
        self.assertNotIn("failed", runner.stored(self.where, Part("x", "", "")))
        self.assertEqual(made.stdout, "none\n", made.stderr)

    def test_nothing_outlives_a_part(self):
        pid = self.where / "pid"
        child = "import os, time; os.setpgid(0, 0); print(os.getpid(), flush=True); time.sleep(99)"
        run([Part("x", "", f"python3 -c '{child}' >{pid} & until [ -s {pid} ]; do sleep 0.1; done")], self.where)
        stat = Path(f"/proc/{pid.read_text().strip()}/stat")
        # A zombie until the first process of the system collects it.
        self.assertTrue(not stat.exists() or ") Z " in stat.read_text())

    def test_failures_in_the_middle_and_missing_figures_count(self):
        broken = Part("broken", "", "false | cat; echo 1 apple", (Figure("apples", "", r"(\d+) apple"),))
        silent = Part("silent", "", "true", (Figure("apples", "", r"(\d+) apple"),))
        results = run([broken, silent], self.where)
        self.assertIn("exit status", results["broken"]["failed"])
        self.assertIn("apples could not be read", results["silent"]["failed"])

    def test_a_match_without_games_fails_its_part_alone(self):
        results = {"wins": 0, "draws": 0, "losses": 0, "elo": {"value": None, "low": None, "high": None}}
        engine = json.dumps({"engines": [{"results": results}]})
        for output in (engine, '{"engines": []}'):
            part = Part("x", "", f"echo '{output}'", (Figure("score", "", readers.score),))
            self.assertIn("score could not be read", run([part], self.where, again=True)["x"]["failed"])

    def test_what_cannot_run_is_in_the_result(self):
        part = Part("x", "", "false", needs=(Need(lambda: "there is no gold"),))
        results = run([part], self.where)
        self.assertEqual(history.entry(8, results)["not_run"], {"x": "there is no gold"})


class CommandLine(unittest.TestCase):
    def test_hours_are_more_than_none_and_finite(self):
        self.assertEqual([__main__.hours(text) for text in ("8", "0.5")], [8, 0.5])
        for text in ("0", "-1", "nan", "inf", "x"):
            with self.assertRaises(ValueError):
                __main__.hours(text)

    def test_only_parts_that_are_asked_for_are_listed(self):
        listed = io.StringIO()
        with contextlib.redirect_stdout(listed):
            __main__.list_parts(argparse.Namespace(hours=8, parts=["kill9"]))
        lines = listed.getvalue().splitlines()
        self.assertTrue(lines)
        self.assertTrue(all(line.startswith("kill9-") for line in lines))
        with self.assertRaisesRegex(SystemExit, "no part is called 'nosuch'"):
            __main__.list_parts(argparse.Namespace(hours=8, parts=["nosuch"]))

    def test_a_list_may_be_cut_off(self):
        read, write = os.pipe()
        os.close(read)
        with open(write, "wb") as closed:
            listed = subprocess.run(["python3", "-m", "nightly", "list"], cwd=ROOT, stdout=closed, stderr=subprocess.PIPE)
        self.assertEqual(listed.stderr, b"")

    def test_an_interrupted_end_does_not_write_a_line_twice(self):
        with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
            folder = Path(name)
            for what, attribute, value in [
                (__main__, "PARTS", [Part("x", "", "true")]), (__main__, "STORE", folder / "store"), (__main__, "ROOT", folder),
                (history, "is_clean", lambda: True), (runner.lock, "__defaults__", (folder / "measuring",)),
                (history.append, "__defaults__", (folder / "lines",)), (history.read, "__defaults__", (folder / "lines",)),
                (__main__.report, "write", mock.Mock(side_effect=KeyboardInterrupt)),
            ]:
                stack.enter_context(mock.patch.object(what, attribute, value))
            stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
            with self.assertRaises(KeyboardInterrupt):
                __main__.nightly(argparse.Namespace(hours=1, parts=[]))
            self.assertEqual(len(history.read()), 1)
            # No result is left that would make the same line again.
            self.assertEqual([path for path in (folder / "store").iterdir() if not path.name.startswith("done-")], [])


class Results(unittest.TestCase):
    def test_a_broken_line_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.jsonl"
            path.write_text('{"hours": 8}\n\n{"hours": 1, "fig')
            with self.assertRaisesRegex(SystemExit, "results.jsonl, line 3: "):
                history.read(path)


class Comparing(unittest.TestCase):
    def line(self, **figures):
        figures = {f"x.{name}": value for name, value in figures.items()}
        return {"machine": "m", "hours": 8, "last_release": "r", "fell": {}, "figures": figures}

    def fallen(self, limit, old, new):
        part = Part("x", "", "", (Figure("f", "about", "", limit),))
        before = [self.line(f=old)] if old else []
        return bool(history.fallen(self.line(f=new), before, [part]))

    def test_limits(self):
        one = lambda value: {"value": value}
        self.assertTrue(self.fallen(not_slower, one(1000), one(969)))
        self.assertFalse(self.fallen(not_slower, one(1000), one(971)))
        self.assertTrue(self.fallen(not_fewer, one(300), one(299)))
        self.assertFalse(self.fallen(not_fewer, one(300), one(300)))
        self.assertTrue(self.fallen(not_half, one(60), one(29)))
        self.assertFalse(self.fallen(not_half, one(60), one(31)))
        self.assertTrue(self.fallen(not_larger, one(10), one(11.1)))
        self.assertFalse(self.fallen(not_slower, one(1), {"value": 0.95, "low": 0.92, "high": 0.98}))
        self.assertTrue(self.fallen(not_slower, one(1), {"value": 0.95, "low": 0.94, "high": 0.96}))
        self.assertFalse(self.fallen(not_larger, one(1), {"value": 1.2, "low": 1.0, "high": 1.4}))
        # Faults are faults even in the first run.
        self.assertTrue(self.fallen(zero, None, one(1)))
        self.assertFalse(self.fallen(zero, one(5), one(0)))
        self.assertFalse(self.fallen(not_slower, None, one(1)))

    def test_strength_falls_when_intervals_part(self):
        old = {"value": 40, "low": 20, "high": 60}
        self.assertFalse(self.fallen(overlapping, old, {"value": 5, "low": -15, "high": 25}))
        self.assertTrue(self.fallen(overlapping, old, {"value": -5, "low": -25, "high": 15}))
        self.assertFalse(self.fallen(overlapping, old, {"value": 5, "low": -15, "high": None}))

    def test_only_the_same_machine_and_hours_compare(self):
        lines = [self.line(f=1), dict(self.line(f=2), hours=1), dict(self.line(f=3), machine="n")]
        self.assertEqual(history.comparable(self.line(), lines), lines[:1])
        self.assertEqual(history.comparable(dict(self.line(), hours=2), lines), [])

    def before(self, *lines, **options):
        figure = Figure("f", "", "", not_slower, **options)
        return history.value_before(self.line(), Part("x", "", "", (figure,)), figure, lines)

    def test_what_fell_is_not_forgotten(self):
        fell = dict(self.line(f={"value": 2}), fell={"x.f": "is 2, was 3"})
        self.assertEqual(self.before(self.line(f={"value": 3}), fell), Value(3))
        # Nor what was not measured the last time.
        self.assertEqual(self.before(self.line(f={"value": 3}), self.line()), Value(3))
        self.assertIsNone(self.before(fell))

    def test_figures_relative_to_another_release_do_not_compare(self):
        other = dict(self.line(f={"value": 3}), last_release="s")
        self.assertIsNone(self.before(other, is_relative=True))
        self.assertEqual(self.before(other), Value(3))
