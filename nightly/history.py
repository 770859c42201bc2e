"""The file of results, docs/measurements.jsonl, one line for each whole run; and comparing runs."""

import datetime
import json
import math
import os
import re
import subprocess
import sys

from .figure import Value, free
from .part import ROOT

FILE = ROOT / "docs/measurements.jsonl"


def git(*words):
    """What git prints. A failure ends the program: nothing can be said of an unknown source."""
    result = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"git {' '.join(words)}: {result.stderr.strip()}")
    return result.stdout.strip()


def commit():
    return git("rev-parse", "HEAD")


def is_known(commit):
    """Whether the repository has the commit."""
    return subprocess.run(["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, capture_output=True).returncode == 0


def state():
    """The commit, or `changed` where tracked files differ from it."""
    return commit() if is_clean() else "changed"


def last_release():
    """Version and commit that later versions are measured against."""
    return (ROOT / "nightly/last-release").read_text().split()


def is_clean(untracked="no"):
    """Whether all tracked files are as committed; with "normal", whether there are no others but ignored ones."""
    return git("status", "--porcelain", f"--untracked-files={untracked}") == ""


def version():
    text = (ROOT / "Cargo.toml").read_text()
    return re.search(r'^version = "(.*)"', text, re.MULTILINE)[1]


def machine():
    """What the figures depend on: processor, cores, memory in GiB."""
    cpu = "unknown"
    with open("/proc/cpuinfo") as lines:
        for line in lines:
            if line.startswith("model name"):
                cpu = line.split(":", 1)[1].strip()
                break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {"cpu": cpu, "cores": os.cpu_count(), "memory_gib": round(memory / 2**30)}


def read(path=FILE):
    """All lines, oldest first."""
    if not path.exists():
        return []
    lines = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        try:
            lines += [json.loads(line)] if line.strip() else []
        except json.JSONDecodeError as error:
            sys.exit(f"{path}, line {number}: {error}")
    return lines


def entry(hours, results):
    """The line of a run: what each part, by its name, gave."""
    chosen = lambda key: {name: r[key] for name, r in results.items() if r.get(key)}
    figures = {}
    for name, result in results.items():
        for figure, value in result.get("figures", {}).items():
            figures[f"{name}.{figure}"] = value
    now = datetime.datetime.now(datetime.timezone.utc)
    return {
        "date": now.strftime("%Y-%m-%dT%H:%MZ"),
        "commit": commit(),
        "version": version(),
        "machine": machine(),
        "last_release": last_release()[1],
        "hours": hours,
        "minutes": round(sum(result.get("seconds", 0) for result in results.values()) / 60),
        "figures": figures,
        "passed": [name for name, result in results.items() if not result.get("failed") and not result.get("not_run")],
        "failed": chosen("failed"),
        "not_run": chosen("not_run"),
    }


def append(line, path=FILE):
    with open(path, "a") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


def comparable(line, lines):
    """The lines before of the same machine and hours."""
    return [l for l in lines if l["machine"] == line["machine"] and l["hours"] == line["hours"]]


def value_before(line, part, figure, before):
    """What the figure was when it was measured last and had not fallen, or None; if it is relative to the last
    release, to the same one."""
    key = f"{part.name}.{figure.name}"
    for old in reversed(before):
        is_alike = not figure.is_relative or old["last_release"] == line["last_release"]
        if key in old["figures"] and key not in old["fell"] and is_alike:
            return Value.from_json(old["figures"][key])
    return None


def number(n):
    """`1,234`, `12.5`, `1.25`, `∞`."""
    if math.isinf(n):
        return "∞" if n > 0 else "-∞"
    if n == int(n) or abs(n) >= 1000:
        return f"{n:,.0f}"
    return f"{n:,.3g}" if abs(n) < 10 else f"{n:,.1f}"


def text_of(value):
    """`12`, or `12 [10, 14]`."""
    if value.low is None:
        return number(value.value)
    return f"{number(value.value)} [{number(value.low)}, {number(value.high)}]"


def fallen(line, before, parts):
    """The figures that cost more than their limits allow against the lines before, each with words."""
    found = {}
    for part in parts:
        for figure in part.figures:
            key = f"{part.name}.{figure.name}"
            if key not in line["figures"] or figure.limit is free:
                continue
            new = Value.from_json(line["figures"][key])
            last = value_before(line, part, figure, before)
            if figure.limit(new, last):
                was = f", was {text_of(last)}" if last else ""
                found[key] = f"({figure.about}) is {text_of(new)}{was}"
    return found


def commits_between(before, line):
    """The commits since a line."""
    if not is_known(before["commit"]):
        return [f"{before['commit'][:7]} is not in this repository"]
    return git("log", "--oneline", f"{before['commit']}..{line['commit']}").splitlines()
