"""What has to be true before a release, and what a maintainer does after: `make release VERSION=x.y.z`."""

import json
import re

from . import history, report
from .part import ROOT

NEXT = """\
Ready. Nothing was uploaded. Next, in this order:
  1. git tag -a v{version} -m "Dolmen {version}" && git push --follow-tags
  2. publish target/archives with SHA256SUMS as the files of the release
  3. cargo publish -p dolmen, then -p dolmen-records, -p dolmen-study, -p dolmen-companion
  4. twine upload target/wheels/dolmen-{version}-*.whl
  5. npm publish target/archives/dolmen-engine-{version}.tgz
  6. make gomocup, and send target/gomocup/dolmen.zip before the deadline of a tournament
  7. write "{version} COMMIT" into nightly/last-release: later runs play against it"""


def versions(root=ROOT):
    """The versions that packages and what depends on them name, by place."""
    found = {}
    for path in sorted(root.glob("*Cargo.toml")) + sorted(root.glob("*/Cargo.toml")) + sorted(root.glob("web/*/Cargo.toml")):
        if path.parent.name == "fuzz":
            continue
        for n, line in enumerate(path.read_text().splitlines(), 1):
            own = re.match(r'version = "(.*)"', line) or re.match(r'dolmen\S* = \{.*\bversion = "([^"]*)"', line)
            if own:
                found[f"{path.relative_to(root)}:{n}"] = own[1]
    for path in sorted(root.glob("web/*/package.json")):
        found[str(path.relative_to(root))] = json.loads(path.read_text())["version"]
    lock = (root / "Cargo.lock").read_text()
    for name, version in re.findall(r'name = "(dolmen[^"]*)"\nversion = "(.*)"', lock):
        found[f"Cargo.lock: {name}"] = version
    return found


def version_problems(version, last):
    """Is it a version, newer than the last release, and without a tag?"""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        return [f"'{version}' is no version like 1.2.3"]
    numbers = lambda text: [int(number) for number in text.split(".")]
    found = [] if numbers(version) > numbers(last) else [f"version {version} is not newer than the last release, {last}"]
    if history.git("tag", "--list", f"v{version}"):
        found.append(f"the tag v{version} exists")
    return found


def changelog_problems(version, text):
    if not re.search(rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d$", text, re.MULTILINE):
        return [f"CHANGELOG.md has no heading '## {version} - YYYY-MM-DD'"]
    unreleased = re.search(r"^## Unreleased\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    if unreleased and unreleased[1].strip():
        return ["CHANGELOG.md still has changes under Unreleased"]
    return []


def nightly_problems(lines):
    """How old is the last run, was it whole, and did it pass?"""
    if not lines:
        return ["there has been no whole `make nightly`"]
    last, problems = lines[-1], []
    since = history.git("rev-list", "--count", f"{last['commit']}..HEAD", "--", "src", "nets")
    if since != "0":
        problems.append(f"{since or 'unknown'} commits touch src or nets since the last `make nightly` ({last['commit'][:7]})")
    problems += [f"in the last `make nightly` {name} failed: {why}" for name, why in last["failed"].items()]
    problems += [f"the last `make nightly` left out {name}: {why}" for name, why in last["not_run"].items()]
    return problems


def problems(version):
    """Everything that speaks against a release, in words."""
    found = version_problems(version, (ROOT / "nightly/last-release").read_text().split()[0])
    if not history.is_clean(untracked="normal"):
        found.append("the working tree has changes, or new files, that are not committed")
    found += nightly_problems(history.read())
    found += [f"{name} does not say what docs/measurements.jsonl does: make figures" for name in report.stale()]
    found += changelog_problems(version, (ROOT / "CHANGELOG.md").read_text())
    found += [f"{place} has version {other}" for place, other in versions().items() if other != version]
    return found
