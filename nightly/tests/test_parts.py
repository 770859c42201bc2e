"""Are the lists of parts what they should be?"""

import math
import re
import unittest

from nightly import leagues, readers
from nightly.figure import Value
from nightly.part import FULL_HOURS, ROOT, Amount, Need, Part
from nightly.parts import PARTS

SOURCES = [path for folder in ("tests", "companion/tests") for path in (ROOT / folder).rglob("*.rs")]


def ignored_tests():
    found = set()
    for path in SOURCES:
        found.update(re.findall(r"#\[ignore[^]]*\]\s*(?:#\[[^]]*\]\s*)*fn (\w+)", path.read_text()))
    return found


class Lists(unittest.TestCase):
    def test_names_are_unique(self):
        for parts in (PARTS, leagues.PARTS):
            names = [part.name for part in parts]
            self.assertEqual(sorted(set(names)), sorted(names))
        for part in PARTS:
            self.assertEqual(len({figure.name for figure in part.figures}), len(part.figures), part.name)

    def test_every_ignored_test_has_a_part(self):
        wine = set(re.findall(r"fn (\w+)", (ROOT / "companion/tests/wine.rs").read_text()))
        commands = " ".join(part.command for part in PARTS + leagues.PARTS)
        named = {name.split("::")[-1] for name in re.findall(r"--exact (\S+)", commands)}
        self.assertEqual(ignored_tests() - wine, named)

    def test_variables_of_tests_exist(self):
        source = " ".join(path.read_text() for path in SOURCES)
        for part in PARTS + leagues.PARTS:
            for variable in re.findall(r"\b([A-Z_]+)=\{n\}", part.command):
                self.assertIn(f'"{variable}"', source, part.name)

    def test_scripts_and_files_exist(self):
        for part in PARTS + leagues.PARTS:
            for path in re.findall(r"(?:packaging|nightly|tests)/[\w/.-]+\.(?:sh|txt)", part.command):
                self.assertTrue((ROOT / path).exists(), f"{part.name}: {path}")
            for module in re.findall(r"nightly\.probes\.(\w+)", part.command):
                self.assertTrue((ROOT / f"nightly/probes/{module}.py").exists(), part.name)

    def test_a_full_run_takes_about_eight_hours(self):
        hours = sum(part.minutes for part in PARTS) / 60
        self.assertGreater(hours, 6)
        self.assertLess(hours, 10)

    def test_the_last_release_is_a_version_and_a_commit(self):
        words = (ROOT / "nightly/last-release").read_text().split()
        self.assertEqual(len(words), 2)
        self.assertRegex(words[0], r"^\d+\.\d+\.\d+$")
        self.assertRegex(words[1], r"^[0-9a-f]{40}$")


class Scale(unittest.TestCase):
    def test_amounts_follow_the_hours(self):
        amount = Amount(200, "games", 2)
        self.assertEqual([amount.scaled(hours) for hours in (8, 4, 1, 0.001)], [200, 100, 24, 2])
        part = Part("x", "", "play {n} {work}", amount=amount)
        self.assertEqual(part.line(FULL_HOURS / 2, "/w"), "play 100 /w")
        self.assertIn("100 of 200 (50 %)", part.scale(FULL_HOURS / 2))

    def test_folders_may_have_blanks_in_their_names(self):
        self.assertEqual(Part("x", "", "play --record {work}/games").line(8, "/a b"), "play --record '/a b'/games")

    def test_what_cannot_run_says_why(self):
        missing = Part("x", "", "", needs=(Need(lambda: "there is no gold"),))
        self.assertEqual(missing.reason_not_to_run(8), "there is no gold")
        long = Part("x", "", "", least_hours=4)
        self.assertIn("HOURS=4", long.reason_not_to_run(1))
        self.assertIsNone(long.reason_not_to_run(4))


class Readers(unittest.TestCase):
    def test_speeds_of_readers_of_files_are_read(self):
        source = (ROOT / "companion/tests/linear.rs").read_text()
        names = re.findall(r'Kind \{ name: "(.*?)"', source)
        output = "\n".join(f"{name:12} {9000 + n:6} games,  10.5 MB: {n + 0.5:6.1f} MB/s, 12.3ms" for n, name in enumerate(names))
        part = next(part for part in PARTS if part.name == "readers")
        values = [readers.read(figure, output).value for figure in part.figures]
        self.assertEqual(values, [n + 0.5 for n in range(len(names))])

    def test_the_last_match_of_a_pattern_counts(self):
        from nightly.figure import Figure

        figure = Figure("n", "", r"(\d[\d,]*) runs")
        self.assertEqual(readers.read(figure, "1 runs\n12,345 runs"), Value(12345))
        with self.assertRaises(ValueError):
            readers.read(figure, "nothing")

    def test_wilson(self):
        # Wilson's interval of 8 out of 10: 49.0 to 94.3 %.
        self.assertEqual(readers.proportion(8, 10), Value(80.0, 49.02, 94.33))

    def test_results_of_matches(self):
        one = '{"faults": 1, "results": {"wins": 3, "draws": 0, "losses": 1, "elo": {"value": 190.8, "low": -20, "high": null}}}'
        text = '{\n"engines": [' + one + ', {"faults": 2}], "moves": 99}'
        for output in (text, "built\n" + text):
            self.assertEqual(readers.elo(output), Value(190.8, -20, math.inf))
            self.assertEqual(readers.score(output), Value(75, 47.12, 100))
            self.assertEqual(readers.faults(0)(output), Value(1))
            self.assertEqual(readers.all_faults(output), Value(3))

    def test_lines_of_probes(self):
        self.assertEqual(readers.printed("nps")("figure nps 5 4 6"), Value(5, 4, 6))
        with self.assertRaises(ValueError):
            readers.printed("nps")("figure start 5")
