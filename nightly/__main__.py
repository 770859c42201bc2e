"""The command line: python3 -m nightly COMMAND; `make nightly`, `rehearsal`, `figures`, `release` use it."""

import argparse
import fnmatch
import math
import signal
import subprocess
import sys
import time

from . import history, leagues, release, report, runner
from .part import ROOT, STORE
from .parts import PARTS


def chosen(parts, patterns):
    """The parts that these names, first words of names, or patterns mean; all without any."""
    means = lambda pattern, part: fnmatch.fnmatch(part.name, pattern) or part.name.startswith(pattern + "-")
    for pattern in patterns:
        if not any(means(pattern, part) for part in parts):
            sys.exit(f"no part is called '{pattern}'; known: {' '.join(part.name for part in parts)}")
    return [part for part in parts if not patterns or any(means(pattern, part) for pattern in patterns)]


def hours(text):
    """More than none, and not without end."""
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError
    return number


def announce(parts, hours, where):
    minutes = sum(part.expected_minutes(hours) for part in parts)
    print(f"{len(parts)} parts with HOURS={hours:g} of 8, about {minutes:.0f} minutes on two cores; "
          f"results and logs in {where.relative_to(ROOT)}", flush=True)


def verdict(results):
    """Ends with status 1 if a part failed."""
    for name, result in results.items():
        if "failed" in result:
            print(f"FAILED: {name}: {result['failed']}")
    return int(any("failed" in result for result in results.values()))


def nightly(arguments):
    """A whole run appends a line to the file of results; some parts alone only print theirs."""
    parts = chosen(PARTS, arguments.parts)
    if not arguments.parts and not history.is_clean():
        sys.exit("a whole run needs a commit: there are changes; PARTS=\"NAME ..\" runs some parts")
    # A broken file is no discovery for the end of the run.
    earlier = history.read()
    where = runner.folder(STORE, arguments.hours)
    announce(parts, arguments.hours, where)
    with runner.lock():
        results = runner.run_all(parts, arguments.hours, where, again=bool(arguments.parts))
        status = verdict(results)
        if arguments.parts:
            print("some parts only: docs/measurements.jsonl is as it was")
            return status
        line = history.entry(arguments.hours, results)
        before = history.comparable(line, earlier)
        line["fell"] = history.fallen(line, before, PARTS)
        history.append(line)
        # At once: results that lie there after an interrupt would write the line again.
        set_aside(where)
        report.write()
    for name, words in line["fell"].items():
        print(f"FELL: {name} {words}")
    if line["fell"] and before:
        print("commits since the run before:")
        print("\n".join(f"  {commit}" for commit in history.commits_between(before[-1], line)))
    return int(bool(status or line["fell"]))


def set_aside(where):
    """Renames the results of a run that is whole, so that the next one begins anew."""
    where.rename(where.with_name(f"done-{time.strftime('%Y-%m-%dT%H%M%SZ', time.gmtime())}-{where.name}"))


def rehearsal(arguments):
    parts = chosen(leagues.PARTS, arguments.parts)
    where = runner.folder(ROOT / "target/rehearsal", arguments.hours)
    announce(parts, arguments.hours, where)
    with runner.lock():
        results = runner.run_all(parts, arguments.hours, where, again=bool(arguments.parts) or not history.is_clean())
        if not arguments.parts:
            set_aside(where)
    return verdict(results)


def make_release(arguments):
    problems = release.problems(arguments.version)
    for problem in problems:
        print(f"not ready: {problem}")
    if problems:
        return 1
    if arguments.check:
        print(f"version {arguments.version} can be released")
        return 0
    subprocess.run(["make", "dist", "wheel", "crates"], cwd=ROOT, check=True)
    print(release.NEXT.format(version=arguments.version))
    return 0


def list_parts(arguments):
    for part in chosen(PARTS, arguments.parts):
        reason = part.reason_not_to_run(arguments.hours)
        print(f"{part.name:28} {part.scale(arguments.hours)}" + (f"; not run: {reason}" if reason else ""))
    return 0


def figures(arguments):
    report.write()
    return 0


def main():
    parser = argparse.ArgumentParser(prog="nightly", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, run, about in [
        ("run", nightly, "measure everything, or some parts; goes on where it was interrupted"),
        ("rehearsal", rehearsal, "play the leagues of Gomocup"),
        ("list", list_parts, "what would be done"),
    ]:
        command = commands.add_parser(name, help=about)
        command.add_argument("--hours", type=hours, default=8, help="scales every part; 8 are a full run")
        command.add_argument("parts", nargs="*", help="names or patterns of parts; default: all")
        command.set_defaults(run=run)
    command = commands.add_parser("figures", help="write the documents that follow from the results")
    command.set_defaults(run=figures)
    command = commands.add_parser("release", help="check and build a release; uploads nothing")
    command.add_argument("version")
    command.add_argument("--check", action="store_true", help="check only")
    command.set_defaults(run=make_release)
    arguments = parser.parse_args()
    # As other programs end whose output is cut off; a run has processes to end first.
    if arguments.run is list_parts:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # As an interrupt does, so that no part outlives the run.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    sys.exit(arguments.run(arguments))


if __name__ == "__main__":
    main()
