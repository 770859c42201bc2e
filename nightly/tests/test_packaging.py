"""Do packages hold all that they must, and does no script take an older program for a new one?"""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from nightly.part import ROOT

CRATES = {"dolmen": ".", "dolmen-records": "records", "dolmen-study": "study", "dolmen-companion": "companion"}


def run(*words, cwd=ROOT, **options):
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, **options)


def program(path, text):
    """A script for bash."""
    path.write_text(f"#!/usr/bin/env bash\n{text}\n")
    path.chmod(0o755)


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


class Checks(unittest.TestCase):
    def test_a_check_without_npm_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            for tool in ("bash", "dirname"):
                (Path(folder) / tool).symlink_to(shutil.which(tool))
            # They would install and check.
            for tool in ("make", "parallel", "dpkg-query", "dpkg", "apt-get", "python3"):
                program(Path(folder) / tool, "")
            checked = run("bash", ".ci/run", env={"PATH": folder})
            self.assertEqual(checked.returncode, 1)
            self.assertIn("found no npm", checked.stderr)

    def test_removed_packages_are_missing_and_none_is_installed_unasked(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            program(folder / "dpkg", "exit 0")
            program(folder / "dpkg-query", "echo installed; echo config-files")
            program(folder / "apt-get", f"touch {folder}/installed")
            for words in (["web", "installed"], ["installed"]):
                checked = run("packaging/tools.sh", *words, env=dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}"))
                self.assertEqual(checked.returncode, 1, words)
                self.assertFalse((folder / "installed").exists(), words)


class Npm(unittest.TestCase):
    def script(self, name, folder):
        """The status of a script of the package in another folder, where its tools do nothing."""
        for tool in ("tsc", "node"):
            program(folder / tool, "")
        text = json.loads((ROOT / "web/package/package.json").read_text())["scripts"][name]
        return run("sh", "-c", text, cwd=folder, env=dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")).returncode

    def test_a_quick_build_or_none_is_not_packed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            self.assertEqual(self.script("prepack", folder), 1)
            (folder / "dist/wasm").mkdir(parents=True)
            for plain, simd, status in [("quick", "quick", 1), ("plain", "simd", 0)]:
                (folder / "dist/wasm/dolmen.wasm").write_text(plain)
                (folder / "dist/wasm/dolmen-simd.wasm").write_text(simd)
                self.assertEqual(self.script("prepack", folder), status)

    def test_nothing_of_an_earlier_build_is_left(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "dist").mkdir()
            (folder / "dist/old.js").touch()
            self.assertEqual(self.script("build", folder), 0)
            self.assertFalse((folder / "dist/old.js").exists())


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
                program(programs / name, text)
            environment = dict(os.environ, RULES="renju", SIZES="15", CLOCKS="2")
            play = lambda: run(script, f"{folder}/games", "2", env=environment)
            for _ in range(2):
                self.assertEqual(play().returncode, 0)
            program(programs / "pbrain-dolmen", "exit 3")
            played = play()
            self.assertEqual(played.returncode, 1, played.stdout)
            self.assertIn("found records of others", played.stderr)


if __name__ == "__main__":
    unittest.main()
