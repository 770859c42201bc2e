"""Do the documents say what the results say? And do releases notice what is not ready?"""

import contextlib
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock
from xml.dom import minidom

from nightly import history, release, report
from nightly.parts import PARTS


@contextlib.contextmanager
def repository():
    """A new one, with a commit."""
    with tempfile.TemporaryDirectory() as folder:
        git = ["git", "-c", "user.name=x", "-c", "user.email=x", "-c", "commit.gpgsign=false", "-C", folder]
        subprocess.run([*git, "init", "--quiet"], check=True)
        subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message=x"], check=True)
        yield Path(folder)


def commit_all():
    """Commits all files of the repository that the history is of."""
    history.git("add", ".")
    history.git("-c", "user.name=x", "-c", "user.email=x", "-c", "commit.gpgsign=false", "commit", "--quiet", "--message=x")
    return history.commit()


def line(commit, nps):
    return {
        "date": "2026-01-02T03:04Z", "commit": commit * 7, "version": "0.2.0", "hours": 8, "minutes": 470,
        "machine": {"cpu": "x", "cores": 2, "memory_gib": 4}, "last_release": "r", "failed": {}, "fell": {}, "not_run": {"wheel": "no zig"},
        "figures": {
            "speed.nps": {"value": nps, "low": nps - 9000, "high": nps},
            "release-0.1s-renju-15.elo": {"value": 40.5, "low": 12, "high": 69},
        },
    }


class Documents(unittest.TestCase):
    def test_they_are_as_the_results_say(self):
        self.assertEqual(report.stale(), [], "run `make figures`")

    def test_markers_are_there(self):
        for name in report.DOCUMENTS:
            self.assertRegex((report.ROOT / name).read_text(), report.MARKED)

    def test_a_page_of_two_runs(self):
        page = report.page([line("a", 600_000), line("b", 610_000)])
        self.assertIn("| speed | best speed of the bench, start included | 610,000 [601,000, 610,000] | 600,000", page)
        self.assertIn("* wheel: no zig", page)
        self.assertIn("no whole run", report.page([]))

    def test_the_picture_is_xml_with_both_runs(self):
        picture = minidom.parseString(report.picture([line("a", 600_000), line("b", 610_000)]))
        self.assertEqual(len(picture.getElementsByTagName("circle")), 4)

    def test_titles_of_charts_do_not_run_into_each_other(self):
        titles = [f"{f.about}, {f.unit}" for part in PARTS for f in part.figures if f.chart]
        self.assertEqual([title for title in titles if len(title) > 52], [])

    def test_what_is_between_markers_is_made_anew(self):
        text = "before\n<!-- measured: {} -->\nold\n<!-- end of measured -->\nafter\n"
        filled = report.filled(text.format("figures"), [line("a", 600_141)])
        self.assertIn(" 600,000 positions a second", " ".join(filled.split()))
        self.assertNotIn("old", filled)
        filled = report.filled(text.format("strength"), [line("a", 600_000)])
        self.assertIn("| last release, 0.1 s, Elo |  |  |  | 40.5 [12, 69] |  |", filled)
        self.assertEqual(report.filled(text.format("figures"), []), text.format("figures").replace("old\n", ""))


    def test_time_is_told_with_its_conditions(self):
        figures = {
            "timing-quiet-1s.moves": 30, "timing-quiet-1s.overruns": 0, "timing-quiet-2s-game.moves": 1200,
            "timing-quiet-2s-game.overruns": 1, "timing-busy-1s.moves": 20, "timing-busy-1s.overruns": 0, "answers.late": 6,
            "tactics.vcf": 98, "tactics.vct": 199,
        }
        told = report.figures(dict(line("a", 1), figures={name: {"value": n} for name, n in figures.items()}))
        told = " ".join(told.split())
        beside = "20 of them beside busy threads with 50 ms of tolerance;"
        self.assertIn(f" games lost on time or by a fault: 1 in 1,250 moves, {beside}", told)
        self.assertIn(" 6 of 10,000 answers beside busy threads came after their limits ", told)
        self.assertIn(" 98 of 99 wins by fours solved; 199 of 201 by threes and fours;", told)
        # What the run says, whatever the part would do today.
        figures |= {"answers.asked": 2000}
        told = report.figures(dict(line("a", 1), figures={name: {"value": n} for name, n in figures.items()}))
        self.assertIn(" 6 of 2,000 answers ", " ".join(told.split()))


class Archives(unittest.TestCase):
    def test_no_link_of_their_documents_leads_nowhere(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["packaging/documents.sh", folder], cwd=report.ROOT, check=True)
            documents = list(Path(folder).rglob("*.md"))
            self.assertGreater(len(documents), 5)
            for path in documents:
                for target in re.findall(r"\]\(([^)#:]+)[)#]", path.read_text()):
                    self.assertTrue((path.parent / target).exists(), f"{path.name}: {target}")
            known = history.git("ls-files").splitlines()
            files = [str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file()]
            self.assertEqual([name for name in files if name not in known], [])


class Releases(unittest.TestCase):
    def test_versions_are_equal_now(self):
        self.assertEqual(len(set(release.versions().values())), 1, release.versions())
        self.assertEqual(set(release.versions().values()), {history.version()})

    def test_only_versions_of_packages_may_differ_from_what_was_measured(self):
        with repository() as folder, mock.patch.object(history, "ROOT", folder):
            (folder / "src").mkdir()

            def commit(source, version, clap):
                (folder / "src/lib.rs").write_text(source)
                lock = f'name = "dolmen"\nversion = "{version}"\n\nname = "clap"\nversion = "{clap}"\nchecksum = "{clap}"\n'
                (folder / "Cargo.lock").write_text(lock)
                return commit_all()

            measured = commit("a", "1.0.0", "4.0")
            commit("a", "1.1.0", "4.0")
            self.assertEqual(release.changed_since(measured), [])
            commit("a", "1.1.0", "4.1")
            self.assertEqual(release.changed_since(measured), ["Cargo.lock"])
            commit("b", "1.1.0", "4.0")
            self.assertEqual(release.changed_since(measured), ["src/lib.rs"])
            # A commit that was left: HEAD lies before it.
            left = history.commit()
            history.git("reset", "--quiet", "--hard", measured)
            self.assertEqual(release.changed_since(left), ["src/lib.rs"])

    def test_changes_of_all_that_a_release_builds_are_noticed(self):
        cargo = 'dolmen = {{ path = "..", version = "{}", features = ["logging"] }}\n'
        npm = '{{\n  "version": "{0}",\n  "dolmen-engine": "{0}"\n}}\n'
        with repository() as folder, mock.patch.object(history, "ROOT", folder):

            def commit(path, text):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text)
                return commit_all()

            commit("companion/Cargo.toml", cargo.format("1.0.0"))
            measured = commit("web/page/package.json", npm.format("1.0.0"))
            commit("companion/Cargo.toml", cargo.format("1.1.0"))
            commit("web/page/package.json", npm.format("1.1.0"))
            for path in (
                "python/tests/test_x.py", "web/page/tests/unit/x.ts", "python/README.md", "docs/measurements.jsonl", "tests/rules.rs",
                "nightly/last-release", "nets/games/x.bin",
            ):
                commit(path, "new")
            self.assertEqual(release.changed_since(measured), [])
            for path in (
                "python/lib/dolmen/x.py", "python/src/x.rs", "python/pyproject.toml", "web/engine/src/x.rs", "web/package/src/x.ts",
                "web/page/index.html", "web/package-lock.json", "packaging/dist.sh", "records/Cargo.toml", "nets/x.net", "Makefile",
                "about.toml", "LICENSE-MIT", "python/tests/requirements.txt", "web/page/tests/unit/phrases.json",
                "companion/tests/transcripts/x.txt", "a file",
            ):
                before = history.commit()
                commit(path, "new")
                self.assertEqual(release.changed_since(before), [path])
            # A feature beside the version.
            commit("companion/Cargo.toml", cargo.format("1.2.0").replace("logging", "scalar"))
            self.assertIn("companion/Cargo.toml", release.changed_since(measured))

    def test_a_version_is_released_once_and_in_order(self):
        with repository() as folder, mock.patch.object(history, "ROOT", folder):
            history.git("tag", "v0.10.0")
            self.assertEqual(release.version_problems("0.9.1", "0.9.0"), [])
            self.assertEqual(release.version_problems("0.11.0", "0.9.0"), [])
            for version in ("0.9.0", "0.8.10", "0.10.0", "1.0", "v1.0.0", ""):
                self.assertTrue(release.version_problems(version, "0.9.0"), version)

    def test_new_files_are_changes_of_a_release(self):
        with repository() as folder, mock.patch.object(history, "ROOT", folder):
            self.assertTrue(history.is_clean(untracked="normal"))
            (folder / "new").touch()
            self.assertTrue(history.is_clean())
            self.assertFalse(history.is_clean(untracked="normal"))
            (folder / ".git/info/exclude").write_text("new\n")
            self.assertTrue(history.is_clean(untracked="normal"))

    def test_the_changelog_must_have_the_version(self):
        text = "## Unreleased\n\n## 1.2.3 - 2026-01-02\n\n- Something\n"
        self.assertEqual(release.changelog_problems("1.2.3", text), [])
        self.assertTrue(release.changelog_problems("1.2.4", text))
        self.assertTrue(release.changelog_problems("1.2.3", text.replace("ed\n", "ed\n\n- More\n", 1)))

    def test_the_last_run_must_be_of_this_source_and_have_passed(self):
        head = dict(line("a", 1), commit=history.commit(), not_run={})
        self.assertEqual(release.nightly_problems([head]), [])
        self.assertTrue(release.nightly_problems([]))
        self.assertTrue(release.nightly_problems([dict(head, failed={"claims": "1 false"})]))
        self.assertTrue(release.nightly_problems([dict(head, fell={"speed.ratio": "is 0.5, was 1"})]))
        self.assertTrue(release.nightly_problems([dict(head, not_run={"wheel": "no zig"})]))
        unknown = dict(head, commit="0" * 40)
        self.assertTrue(release.nightly_problems([unknown]))

    def test_a_part_that_the_last_run_did_not_have_is_missed(self):
        results = {part.name: {"figures": {}} for part in PARTS}
        with mock.patch.object(history, "machine", lambda: "m"):
            whole = dict(history.entry(8, results), fell={})
            del results["claims"]
            results["speed"]["failed"] = "exit status 1"
            self.assertEqual(release.nightly_problems([whole]), [])
            found = release.nightly_problems([dict(history.entry(8, results), fell={})])
        self.assertEqual(len(found), 2, found)
        self.assertIn("had no part claims", found[1])


if __name__ == "__main__":
    unittest.main()
