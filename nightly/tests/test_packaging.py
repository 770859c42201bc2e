"""Do packages hold all that they must, and do scripts never take an older program for a new one?"""

import subprocess
import unittest

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


if __name__ == "__main__":
    unittest.main()
