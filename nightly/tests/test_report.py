"""Do the documents say what the results say? And do releases notice what is not ready?"""

import unittest
from xml.dom import minidom

from nightly import history, release, report
from nightly.parts import PARTS


def line(commit, nps):
    return {
        "date": "2026-01-02T03:04Z", "commit": commit * 7, "version": "0.2.0", "hours": 8, "minutes": 470,
        "machine": {"cpu": "x", "cores": 2, "memory_gib": 4}, "failed": {}, "not_run": {"wheel": "no zig"},
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


class Releases(unittest.TestCase):
    def test_versions_are_equal_now(self):
        self.assertEqual(len(set(release.versions().values())), 1, release.versions())
        self.assertEqual(set(release.versions().values()), {history.version()})

    def test_the_changelog_must_have_the_version(self):
        text = "## Unreleased\n\n## 1.2.3 - 2026-01-02\n\n- Something\n"
        self.assertEqual(release.changelog_problems("1.2.3", text), [])
        self.assertTrue(release.changelog_problems("1.2.4", text))
        self.assertTrue(release.changelog_problems("1.2.3", text.replace("ed\n", "ed\n\n- More\n", 1)))

    def test_the_last_run_must_be_of_this_source_and_have_passed(self):
        head = dict(line("a", 1), commit=history.commit())
        self.assertEqual(release.nightly_problems([head]), [])
        self.assertTrue(release.nightly_problems([]))
        self.assertTrue(release.nightly_problems([dict(head, failed={"claims": "1 false"})]))
        unknown = dict(head, commit="0" * 40)
        self.assertTrue(release.nightly_problems([unknown]))


if __name__ == "__main__":
    unittest.main()
