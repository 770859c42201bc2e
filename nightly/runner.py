"""Runs parts and keeps what each gave, so that an interrupted run goes on with the part that was interrupted.

Results lie in a folder for each commit and number of hours: NAME.json, NAME.log, and NAME/ with the
files of the part itself, which it finds empty.
"""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from . import history, readers
from .part import ROOT, TOOLS


def folder(base, hours):
    """Where the results of this commit lie. Changes that are not committed share one folder."""
    return base / f"{history.state()[:12]}-{hours:g}h"


def lock(path=ROOT / "target/measuring"):
    """Makes this process the only one that measures here while the file that is returned is open: runs share
    programs and disturb each other."""
    path.parent.mkdir(exist_ok=True)
    file = open(path, "w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        sys.exit(f"another run measures here: it holds {path}")
    return file


def stored(where, part):
    """What a part gave before on this machine, or None."""
    path = where / f"{part.name}.json"
    result = json.loads(path.read_text()) if path.exists() else {}
    return result if result.get("machine") == history.machine() else None


def run_all(parts, hours, where, again=False):
    """Runs what has no result yet, or with `again` everything; the results of all by name. A failure is
    a result: it stays until that part is run again. A change of the source ends the run: the figures of a part
    would be of neither state."""
    where.mkdir(parents=True, exist_ok=True)
    results = {}
    state = history.state()
    for part in parts:
        result = stored(where, part)
        if again or result is None or "not_run" in result:
            result = run(part, hours, where, state)
        else:
            print(f"{part.name}: done before", flush=True)
        tell(part, result)
        results[part.name] = result
    return results


def run(part, hours, where, state):
    """Runs a part and stores its result, if the source is still in that state."""
    reason = part.reason_not_to_run(hours)
    if reason:
        result = {"not_run": reason}
    else:
        print(f"{part.name}: {part.about}; {part.scale(hours)}", flush=True)
        result = execute(part, hours, where)
        if history.state() != state:
            sys.exit(f"the source was changed while {part.name} ran: its result is not kept")
    result["machine"] = history.machine()
    path = where / f"{part.name}.json"
    new = path.with_suffix(".new")
    new.write_text(json.dumps(result, indent=1))
    new.replace(path)
    return result


def execute(part, hours, where):
    work = where / part.name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    begin = time.monotonic()
    output, fault = command(part, hours, work, where / f"{part.name}.log")
    result = {"seconds": round(time.monotonic() - begin, 1), "figures": {}}
    for figure in part.figures:
        try:
            value = readers.read(figure, output)
        # Whatever is wrong with the output: it is that part which fails, not the run.
        except Exception as error:
            fault = fault or f"{figure.name} could not be read: {error!r}"
            continue
        result["figures"][figure.name] = value.to_json()
        if figure.limit(value, None):
            fault = fault or f"{figure.about}: {value.value:g}"
    if fault:
        result["failed"] = fault
    return result


def command(part, hours, work, log):
    """Standard output of the part, and what was wrong. Both outputs are in the log."""
    environment = dict(os.environ, PATH=f"{TOOLS}:{os.environ['PATH']}", PYTHONUNBUFFERED="1")
    # Parts run what lies in `target`: another folder would leave an older program there.
    environment.pop("CARGO_TARGET_DIR", None)
    line = "set -eo pipefail\n" + part.line(hours, work)
    out = work / "stdout"
    with open(out, "wb") as stdout, open(log, "wb") as stderr:
        process = subprocess.Popen(
            ["bash", "-c", line], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
            stdout=stdout, stderr=stderr, start_new_session=True,
        )
        try:
            status = process.wait(60 * part.limit_minutes(hours))
            fault = f"exit status {status}" if status else None
        except subprocess.TimeoutExpired:
            fault = f"did not end within {part.limit_minutes(hours):.0f} minutes"
        finally:
            # Nothing that it started outlives it, nor an interrupt of the run.
            kill_session(process.pid)
            process.wait()
    output = out.read_text(errors="replace")
    with open(log, "a") as file:
        file.write(f"\n--- standard output\n{output}")
    return output, fault


def kill_session(leader):
    """Kills all processes of a session: `dolmen match` gives each engine a process group of its own."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            # State, parent, group, session; the name before them may contain anything.
            session = path.read_text().rpartition(")")[2].split()[3]
            if int(session) == leader:
                os.kill(int(path.parent.name), signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError):
            pass


def tell(part, result):
    """Prints what a part gave."""
    if "not_run" in result:
        print(f"{part.name}: not run: {result['not_run']}", flush=True)
        return
    for figure in part.figures:
        if figure.name in result["figures"]:
            value = history.Value.from_json(result["figures"][figure.name])
            print(f"  {figure.about}: {history.text_of(value)} {figure.unit}".rstrip(), flush=True)
    verdict = f"FAILED: {result['failed']}; see {part.name}.log" if "failed" in result else "passed"
    print(f"  {verdict}, {result['seconds']:.0f} s", flush=True)
    sys.stdout.flush()
