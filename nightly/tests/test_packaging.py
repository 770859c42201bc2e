"""Do packages hold all that they must, and does no script take an older program for a new one?"""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from nightly.part import ROOT

CRATES = {"dolmen": ".", "dolmen-records": "records", "dolmen-study": "study", "dolmen-companion": "companion"}


def run(*words, **options):
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, **options)


class Crates(unittest.TestCase):
    def packed(self, name):
        """The files that git knows of those in a crate."""
        listed = run("cargo", "package", "--list", "--allow-dirty", "-p", name, check=True).stdout.splitlines()
        return [path for path in (ROOT / CRATES[name] / line for line in listed) if path.exists()]

    def test_crates_are_no_larger_than_a_registry_takes(self):
        for name in CRATES:
            size = sum(path.stat().st_size for path in self.packed(name))
            self.assertGreater(size, 50_000, name)
            # Before they are compressed.
            self.assertLess(size, 10 << 20, name)

    def test_crates_have_their_licences(self):
        for name in CRATES:
            files = {path.name for path in self.packed(name)}
            self.assertLessEqual({"LICENSE-APACHE", "LICENSE-MIT"}, files, name)


class Archives(unittest.TestCase):
    @unittest.skipUnless(shutil.which("zip") and shutil.which("xz"), "needs zip and xz")
    def test_archives_do_not_depend_on_the_umask(self):
        make = """
            eval "$(sed -n '/^pack() {/,/^}/p' packaging/dist.sh)"
            umask "$1" && cd "$2" && mkdir -p x-linux/docs && echo a >x-linux/docs/a && echo b >x-linux/b && chmod u+x x-linux/b
            cp -r x-linux x-windows && SOURCE_DATE_EPOCH=1700000000
            pack x-linux && pack x-windows && cat x-linux.tar.xz x-windows.zip | sha256sum
        """
        sums = set()
        for umask in ("022", "077", "002"):
            with tempfile.TemporaryDirectory() as folder:
                sums.add(run("bash", "-euc", make, "bash", umask, folder, check=True, env=dict(os.environ, TZ="UTC")).stdout)
        self.assertEqual(len(sums), 1)


class Games(unittest.TestCase):
    def test_games_of_another_program_are_not_resumed(self):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "companion/tests/clients/all_games.sh"
            script.parent.mkdir(parents=True)
            shutil.copy(ROOT / "companion/tests/clients/all_games.sh", script)
            programs = Path(folder) / "target/release"
            programs.mkdir(parents=True)
            match = 'while [ "$1" != --record ]; do shift; done; touch "$2"; echo "1 game"; echo "endings: 1"'
            for name, text in (("dolmen", match), ("pbrain-dolmen", "exit 0")):
                (programs / name).write_text(f"#!/usr/bin/env bash\n{text}\n")
                (programs / name).chmod(0o755)
            environment = dict(os.environ, RULES="renju", SIZES="15", CLOCKS="2")
            play = lambda: run(script, f"{folder}/games", "2", env=environment)
            for _ in range(2):
                self.assertEqual(play().returncode, 0)
            (programs / "pbrain-dolmen").write_text("#!/usr/bin/env bash\nexit 3\n")
            played = play()
            self.assertEqual(played.returncode, 1, played.stdout)
            self.assertIn("found records of others", played.stderr)


if __name__ == "__main__":
    unittest.main()
