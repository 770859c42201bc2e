"""What has to be true before a release, and what a maintainer does after: `make release VERSION=x.y.z`."""

import fnmatch
import json
import re

from . import history, report
from .part import ROOT
from .parts import PARTS

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


# All that git knows counts but this: documents, the programs that test and measure, what nets are trained on.
LEFT_OUT = [
    "*.md", "docs/*", *(f"*tests/*.{kind}" for kind in ("rs", "py", "ts", "mjs", "sh")), "nightly/*", "fuzz/*", ".ci/*",
    ".github/*", "nets/games/*", "nets/manifests/*",
]
MANIFESTS = {"Cargo.toml", "Cargo.lock", "package.json", "package-lock.json"}
# The version of a package of this repository or, beside its checksum, of a library.
VERSION = re.compile(r'(^version = |^dolmen\S* = \{.*\bversion = |^ *"(?:version|dolmen-engine)": )"[^"]*"', re.MULTILINE)


def changed_since(commit):
    """The sources that differ from that commit in more than versions of packages. Other versions of libraries have
    other checksums in the lock file."""
    if not history.is_known(commit):
        return ["the source"]

    def counts(kind, path):
        if any(fnmatch.fnmatchcase(path, pattern) for pattern in LEFT_OUT):
            return False
        if kind != "M" or path.split("/")[-1] not in MANIFESTS:
            return True
        old, new = (VERSION.sub(r"\1", history.git("show", f"{at}:{path}")) for at in (commit, "HEAD"))
        return old != new

    words = history.git("diff", "--no-renames", "--name-status", "-z", commit, "HEAD").split("\0")
    return [path for kind, path in zip(words[::2], words[1::2]) if counts(kind, path)]


def nightly_problems(lines):
    """Is the last run of this source, was it whole, and did it pass?"""
    if not lines:
        return ["there has been no whole `make nightly`"]
    last = lines[-1]
    problems = []
    if changed := changed_since(last["commit"]):
        more = f" and {len(changed) - 5} more" if len(changed) > 5 else ""
        problems.append(f"not as the last `make nightly` measured it ({last['commit'][:7]}): {', '.join(changed[:5])}{more}")
    problems += [f"in the last `make nightly` {name} fell: {words}" for name, words in last["fell"].items()]
    problems += [f"in the last `make nightly` {name} failed: {why}" for name, why in last["failed"].items()]
    problems += [f"the last `make nightly` left out {name}: {why}" for name, why in last["not_run"].items()]
    # Older lines do not name what passed.
    known = {*last["passed"], *last["failed"], *last["not_run"]} if "passed" in last else {part.name for part in PARTS}
    problems += [f"the last `make nightly` had no part {part.name}" for part in PARTS if part.name not in known]
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
