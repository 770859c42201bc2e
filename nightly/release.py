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
  7. write "{version} COMMIT" into nightly/last-release: later runs play against it
  8. set all versions to the next one with "-dev" behind it"""


def versions(root=ROOT):
    """The versions that packages, what depends on them, and the lock files name, by place."""
    found = {}
    for path in sorted(root.glob("*Cargo.toml")) + sorted(root.glob("*/Cargo.toml")) + sorted(root.glob("web/*/Cargo.toml")):
        if path.parent.name == "fuzz":
            continue
        for n, line in enumerate(path.read_text().splitlines(), 1):
            own = re.match(r'version = "(.*)"', line) or re.match(r'dolmen\S* = \{.*\bversion = "([^"]*)"', line)
            if own:
                found[f"{path.relative_to(root)}:{n}"] = own[1]
    npm = {str(path.relative_to(root)): json.loads(path.read_text()) for path in sorted(root.glob("web/*/package.json"))}
    locked = json.loads((root / "web/package-lock.json").read_text())["packages"]
    npm |= {f"web/package-lock.json: {place}": package for place, package in locked.items() if place in ("package", "page")}
    for place, package in npm.items():
        found[place] = package["version"]
        if "dolmen-engine" in (needed := package.get("dependencies", {})):
            found[f"{place}: dolmen-engine"] = needed["dolmen-engine"]
    for lock in ("Cargo.lock", "fuzz/Cargo.lock"):
        text = (root / lock).read_text()
        # The fuzz targets are no package of a release.
        for name, version in re.findall(r'name = "(dolmen(?!-fuzz)[^"]*)"\nversion = "(.*)"', text):
            found[f"{lock}: {name}"] = version
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


# What is measured and released, but for tests and documents.
SOURCES = ["src", "nets", "records", "study", "companion", "python", "web", "packaging", "Cargo.toml", "Cargo.lock"]
LEFT_OUT = [":(exclude)*/tests/*", ":(exclude)*.md"]
# Lines that name the version of a package of this repository or, beside its checksum, of a library.
VERSION = r'^version = |^dolmen\S* = \{ path = |^ *"(version|dolmen-engine)": '


def changed_since(commit):
    """The sources that differ from that commit in more than versions of packages. Other versions of libraries have
    other checksums in the lock file."""
    if not history.is_known(commit):
        return SOURCES
    return [name for name in SOURCES if history.git("diff", f"-I{VERSION}", commit, "HEAD", "--", name, *LEFT_OUT)]


def nightly_problems(lines):
    """Is the last run of this source, was it whole, and did it pass?"""
    if not lines:
        return ["there has been no whole `make nightly`"]
    last = lines[-1]
    problems = [f"{name} is not what the last `make nightly` measured ({last['commit'][:7]})" for name in changed_since(last["commit"])]
    problems += [f"in the last `make nightly` {name} fell: {words}" for name, words in last["fell"].items()]
    problems += [f"in the last `make nightly` {name} failed: {why}" for name, why in last["failed"].items()]
    problems += [f"the last `make nightly` left out {name}: {why}" for name, why in last["not_run"].items()]
    return problems


def problems(version):
    """Everything that speaks against a release, in words."""
    found = version_problems(version, history.last_release()[0])
    if not history.is_clean(untracked="normal"):
        found.append("the working tree has changes, or new files, that are not committed")
    found += nightly_problems(history.read())
    found += [f"{name} does not say what docs/measurements.jsonl does: make figures" for name in report.stale()]
    found += changelog_problems(version, (ROOT / "CHANGELOG.md").read_text())
    found += [f"{place} has version {other}" for place, other in versions().items() if other != version]
    return found
