"""Kills a resumable command at random moments, resumes it, and compares what it made with what an
undisturbed run makes: python3 -m nightly.probes.kill9 JOB RUNS FOLDER"""

import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

ENGINE = "target/release/pbrain-dolmen"
DOLMEN = "target/release/dolmen"
OPENINGS = "tests/data/openings/freestyle-15.txt"


def play_match(folder, shared):
    return [
        DOLMEN, "match", "--engine", f"name=a,cmd={ENGINE},nodes=300", "--engine", f"name=b,cmd={ENGINE},nodes=200",
        "--games", "60", "--openings", OPENINGS, "--concurrency", "2", "--record", f"{folder}/games.jsonl", "--resume",
    ]


def match_result(folder):
    """The games in their order, without their times."""
    header, *games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for game in games:
        for move in game["moves"]:
            del move["ms"]
    return header, sorted(games, key=lambda game: game["index"])


def datagen(folder, shared):
    return [DOLMEN, "datagen", f"{folder}/games.bin", "--games", "60", "--nodes", "300", "--threads", "2"]


def datagen_result(folder):
    return (folder / "games.bin").read_bytes(), (folder / "games.bin.json").read_bytes()


def train(folder, shared):
    games = shared / "games.bin"
    if not games.exists():
        subprocess.run(datagen(shared, shared), check=True, capture_output=True)
    return [
        DOLMEN, "train", "--net", str(games), "--output", f"{folder}/new.net", "--epochs", "6", "--force",
        "--checkpoint", f"{folder}/checkpoint",
    ]


def train_result(folder):
    return (folder / "new.net").read_bytes()


def tune(folder, shared):
    """By a build of its own, with the feature `tune`."""
    target = "target/nightly/tune"
    build = ["cargo", "build", "--release", "-p", "dolmen-companion", "--features", "tune", "--target-dir", target]
    subprocess.run(build, check=True, stdout=sys.stderr)
    return [
        f"{target}/release/dolmen", "tune", "--state", f"{folder}/state.json", "--openings", OPENINGS, "--nodes", "200",
        "--pairs", "160", "--only", "policy_gap_base,policy_gap_slope", "--threads", "2",
    ]


def tune_result(folder):
    return (folder / "state.json").read_bytes()


def book(folder, shared):
    return [DOLMEN, "book", "build", f"{folder}/book.db", "--positions", "120", "--nodes", "1000", "--threads", "2"]


def book_result(folder):
    export = [DOLMEN, "book", "export", f"{folder}/book.db"]
    return subprocess.run(export, check=True, capture_output=True).stdout


JOBS = {
    "match": (play_match, match_result),
    "datagen": (datagen, datagen_result),
    "train": (train, train_result),
    "tune": (tune, tune_result),
    "book": (book, book_result),
}


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def start(command, log):
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def check(status, command):
    if status != 0:
        sys.exit(f"exit status {status}: {' '.join(command)}")


def finish(command, log):
    """Seconds that the command took."""
    begin = time.monotonic()
    check(start(command, log).wait(), command)
    return time.monotonic() - begin


def disturbed(command, usual, log):
    """Runs the command to its end, with some kills on the way; how many hit it."""
    kills = 0
    for _ in range(random.randint(1, 4)):
        process = start(command, log)
        try:
            check(process.wait(random.uniform(0, usual)), command)
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
    finish(command, log)
    return kills


def main(job, runs, folder):
    make, result = JOBS[job]
    folder = Path(folder)
    shared = fresh(folder / "shared")
    seed = random.randrange(1 << 32)
    random.seed(seed)
    print(f"seed {seed}")
    with open(folder / "output.txt", "wb") as log:
        whole = fresh(folder / "whole")
        usual = finish(make(whole, shared), log)
        expected = result(whole)
        kills, differences = 0, 0
        for run in range(runs):
            place = fresh(folder / f"run{run}")
            kills += disturbed(make(place, shared), usual, log)
            if result(place) == expected:
                shutil.rmtree(place)
            else:
                differences += 1
                print(f"{place} differs from {whole}")
    print(f"an undisturbed run takes {usual:.1f} s")
    print("figure kills", kills)
    print("figure differences", differences)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
