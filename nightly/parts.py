"""What `make nightly` measures. A part is one entry; each can be run alone (PARTS="claims kill9")."""

import subprocess

from . import readers
from .figure import Figure, free, not_fewer, not_half, not_larger, not_more, not_slower, overlapping, some, zero
from .part import Amount, Need, Part, tool

ENGINE = "target/release/pbrain-dolmen"
DOLMEN = "target/release/dolmen"
LAST_RELEASE = "target/nightly/release/pbrain-dolmen"
PROBE = "python3 -m nightly.probes."
# Rule, board size.
BOARDS = [("freestyle", 15), ("freestyle", 20), ("standard", 15), ("renju", 15), ("caro", 15)]

# Milliseconds that an answer may be late beside busy threads.
BUSY_TOLERANCE = 50


def speed_of(program, rounds="{n}"):
    """The line that measures speed and start of a program, in turns with the last release."""
    return f"nightly/release.sh && {PROBE}speed {program} {rounds} {LAST_RELEASE}"


def speed_figures(text):
    """What that prints of the speed."""
    return (
        Figure("nps", text, readers.printed("nps"), free, "positions/s", chart=True),
        Figure("ratio", "the same in turns with the last release, which has 1", readers.printed("ratio"), not_slower,
               "times", is_relative=True),
    )


def long_test(package, file, test, variable=""):
    """The line that runs an ignored test; the variable gets the amount."""
    amount = f"{variable}={{n}} " if variable else ""
    return f"{amount}cargo test --release -p {package} --test {file} -- --ignored --nocapture --exact {test}"


def companion_test(file, test, variable=""):
    return long_test("dolmen-companion", file, test, variable)


def match(first, second, options, board=("freestyle", 15)):
    """The line that plays a match and prints the result as JSON."""
    rule, size = board
    return (
        f"{DOLMEN} match --engine 'name=dolmen,cmd={ENGINE}{first}' --engine 'name=other,cmd={second}' "
        f"--rule {rule} --size {size} --openings tests/data/openings/{rule}-{size}.txt --transform "
        f"--games {{n}} --record {{work}}/games.jsonl --json {options}"
    )


def debian_root():
    """What scripts need that install packages, and build with Debian's compiler."""
    on_debian = subprocess.run("grep -q ^12 /etc/debian_version && [ $(id -u) = 0 ]", shell=True, stderr=subprocess.DEVNULL)
    return None if on_debian.returncode == 0 else "it needs Debian 12, and root"


def nightly_compiler():
    found = subprocess.run("rustup run nightly rustc --version", shell=True, capture_output=True)
    return None if found.returncode == 0 else "there is no nightly compiler: rustup toolchain install nightly"


DEBIAN = Need(debian_root)
QEMU = tool("qemu-x86_64-static", "nightly/tools.sh debian")
FIGRID = tool("pbrain-figrid", "nightly/tools.sh figrid")
FIGRID_20 = tool("pbrain-figrid-20", "nightly/tools.sh figrid")
FUZZ = (tool("cargo-fuzz", "nightly/tools.sh cargo"), Need(nightly_compiler))
MUTANTS = tool("cargo-mutants", "nightly/tools.sh cargo")
NPM = tool("npm", "install Node.js")
SLURM = tool("slurmctld", "nightly/tools.sh debian")

FAULTS = Figure("faults", "games lost otherwise than on the board", readers.faults(0), zero)


def speed():
    bench = "packaging/bench.sh"
    yield Part(
        "speed", "the bench of the program as it is built here; speed, start, memory, size",
        f"{bench} {ENGINE} && {speed_of(ENGINE)} && {PROBE}memory {ENGINE} {DOLMEN}",
        (
            *speed_figures("best speed of the bench, start included"),
            Figure("start", "from start to OK", readers.printed("start"), free, "ms"),
            Figure("start_ratio", "the same in turns with the last release, which has 1",
                   readers.printed("start_ratio"), not_larger, "times", is_relative=True),
            Figure("idle", "memory before a search", readers.printed("idle"), not_larger, "MB"),
            Figure("searching", "most memory in a search of 5 s with max_memory 350 MiB", readers.printed("searching"),
                   not_larger, "MB"),
            Figure("engine", "size of pbrain-dolmen", readers.printed("engine"), not_larger, "MB"),
            Figure("companion", "size of dolmen", readers.printed("companion"), not_larger, "MB"),
        ),
        Amount(200, "runs of the bench", 20), minutes=2,
    )
    yield Part(
        "speed-scalar", "the bench without vector instructions",
        "cargo build --release -p dolmen --features scalar --bin pbrain-dolmen --target-dir target/nightly/scalar "
        f"&& {bench} target/nightly/scalar/release/pbrain-dolmen "
        f"&& {speed_of('target/nightly/scalar/release/pbrain-dolmen')}",
        speed_figures("best speed without vector instructions"),
        Amount(200, "runs of the bench", 20), minutes=5,
    )
    # qemu has AVX2, but not AVX-512; a Nehalem has neither.
    for name, cpu in [("avx2", "max"), ("sse4", "Nehalem")]:
        yield Part(
            f"bench-{name}", f"the bench on a processor with no more than {name.upper()}, under qemu",
            f"{bench} qemu-x86_64-static -cpu {cpu} {ENGINE}", minutes=1, needs=(QEMU,),
        )


def truth():
    """Rules, claims, problems."""
    yield Part(
        "claims", "claimed wins and losses, played out within the claimed plies",
        long_test("dolmen", "search", "a_thousand_claimed_wins_are_true", "CLAIMS"),
        (
            Figure("claimed", "claims played out", r"(\d+) wins and losses claimed"),
            Figure("false", "false claims", r"(\d+) false", zero),
        ),
        Amount(100_000, "claims", 500), minutes=35,
    )
    yield Part(
        "rules", "board against the naive referee",
        long_test("dolmen", "rules", "random_positions_at_length"), minutes=5, least_hours=2,
    )
    yield Part(
        "opinion", "board and referee against the rules of the crate figrid-board",
        long_test("dolmen", "third_opinion", "agreement_at_length"), minutes=5, least_hours=2,
    )
    yield Part(
        "tactics", "problems solved by a search of 100,000 positions", f"{DOLMEN} solve tests/data/tactics_dev.txt",
        (
            Figure("vcf", "wins by fours solved", r"vcf +\d+ +(\d+)", not_fewer, chart=True),
            Figure("vct", "wins by threes and fours solved", r"vct +\d+ +(\d+)", not_fewer, chart=True),
        ),
        minutes=2,
    )
    solved = "{work}/solved.jsonl"
    yield Part(
        "mates", "proofs of the same problems, replayed by the naive referee; lengths of the wins",
        f"{DOLMEN} solve tests/data/tactics_dev.txt --format json --other-nodes 0 > {solved} && {PROBE}mates {solved} && "
        f"SOLVED=$(realpath {solved}) " + companion_test("proofs", "the_referee_accepts_all_proofs"),
        (
            Figure("proved", "problems proved", readers.printed("proved"), not_fewer),
            Figure("shortest", "of these in as few plies as known, or fewer", readers.printed("shortest"), not_fewer),
            Figure("vcf", "proofs accepted, wins by fours", r"vcf: .* (\d+) accepted", not_fewer),
            Figure("vct", "proofs accepted, wins by threes and fours", r"vct: .* (\d+) accepted", not_fewer),
        ),
        minutes=10, least_hours=1,
    )


def fuzzing():
    for target in ["lines", "session", "board", "records", "calls"]:
        yield Part(
            f"fuzz-{target}", f"fuzzing of {target}",
            "mkdir -p {work}/corpus && cargo +nightly fuzz run -s none " + target + " {work}/corpus fuzz/corpus/" + target
            + " -- -dict=fuzz/protocol.dict -timeout=10 -max_len=4096 -max_total_time={n} 2>&1",
            (Figure("runs", "inputs run without a crash", r"Done (\d+) runs"),),
            Amount(400, "seconds", 10), minutes=8, needs=FUZZ,
        )
    yield Part(
        "mutants", "mutations of rules and protocol, the same ones each time",
        "nightly/mutants.sh {n} {cores} {work}",
        (
            Figure("caught", "mutants that a test notices", r"caught (\d+)", some),
            Figure("missed", "mutants that no test notices", r"missed (\d+)", not_more),
        ),
        Amount(100, "mutants", 4), minutes=80, needs=(MUTANTS,),
    )


def robustness():
    yield Part(
        "build-tests", "the tests, built with optimisation", "cargo test --release --no-run", minutes=20,
    )
    yield Part(
        "thousand-games", "games in one process, the same again and again",
        companion_test("endurance", "a_process_stays_as_it_was_for_a_thousand_games", "GAMES"),
        amount=Amount(1000, "games", 40), minutes=6,
    )
    yield Part(
        "assertions", "games of the build with all assertions",
        "cargo build --bin pbrain-dolmen && "
        "GAMES={n} cargo test -p dolmen-companion --test endurance -- --ignored --nocapture --exact "
        "no_assertion_fails_in_two_hundred_games",
        amount=Amount(200, "games", 10), minutes=3,
    )
    yield Part(
        "sessions", "sessions of random commands",
        companion_test("sessions", "half_an_hour_of_random_sessions", "SECONDS_OF_SESSIONS"),
        (Figure("commands", "random commands, most while it thought", r"(\d+) commands"),),
        Amount(1200, "seconds", 20), minutes=20,
    )
    yield Part(
        "memory", "memory of long searches under limits",
        companion_test("environment", "memory_stays_under_the_limit_in_long_searches"), minutes=2,
    )
    kinds = ["sgf", "pos", "bare", "offset", "lib", "match record", "binary"]
    yield Part(
        "readers", "speed of the readers of files", companion_test("linear", "speed_of_readers"),
        tuple(Figure(kind.split()[0], f"speed of reading, {kind}", rf"{kind} .*: +([\d.]+) MB/s", not_half, "MB/s") for kind in kinds),
        minutes=2,
    )
    yield Part(
        "hostile", "engines that flood, hang and leave children behind, against the runner of matches",
        "cargo test --release -p dolmen-companion --test hostile --test matches", minutes=3,
    )
    for job in ["match", "datagen", "train", "tune", "book"]:
        yield Part(
            f"kill9-{job}", f"{job}: killed at random moments, resumed, and compared with an undisturbed run",
            f"{PROBE}kill9 {job} {{n}} {{work}}",
            (
                Figure("kills", "times killed", readers.printed("kills"), some),
                Figure("differences", "results that differ", readers.printed("differences"), zero),
            ),
            Amount(40, "runs", 2), minutes=5,
        )
    yield Part(
        "check", "the protocol of the engine", f"{DOLMEN} check -- {ENGINE}",
        (
            Figure("passed", "conversations passed", r"(\d+) passed", not_fewer),
            Figure("failed", "conversations failed", r"(\d+) failed", zero),
        ),
    )
    yield Part(
        "check-figrid", "the protocol of pbrain-figrid, whose faults are known",
        f"{DOLMEN} check -- pbrain-figrid || [ $? = 1 ]",
        (
            Figure("passed", "conversations passed", r"(\d+) passed"),
            Figure("failed", "faults found", r"(\d+) failed", not_fewer),
        ),
        minutes=3, needs=(FIGRID,),
    )


def timing():
    """Games of the engine with itself, without tolerance on a quiet machine."""
    clocks = [("20ms", "/0.02", 400), ("100ms", "/0.1", 100), ("1s", "/1", 10), ("2s-game", "2", 100)]
    for where, busy, tolerance in [("quiet", "", 0), ("busy", "nightly/busy.sh ", BUSY_TOLERANCE)]:
        for name, clock, games in clocks:
            yield Part(
                f"timing-{where}-{name}",
                f"answers in time, {clock.strip('/')} s a {'move' if '/' in clock else 'game'}, {where} machine, "
                f"{tolerance} ms of tolerance",
                busy + match("", ENGINE, f"--each tc={clock} --tolerance {tolerance}"),
                (
                    Figure("moves", "moves", readers.moves),
                    Figure("overruns", "games lost by a late answer or another fault", readers.all_faults, zero),
                ),
                Amount(games, "games", 2), minutes=7,
            )
    yield Part(
        "answers", "answers within 10 to 50 ms beside busy threads",
        companion_test("endurance", "ten_thousand_answers_come_in_time_beside_busy_neighbours", "ANSWERS"),
        (
            Figure("asked", "answers", r"(\d+) moves at 10 to 50 ms"),
            Figure("late", "answers after their limit", r"late (\d+),"),
            Figure("very_late", "of these by more than 30 ms", r"by more than 30 ms (\d+)"),
        ),
        Amount(10_000, "answers", 200), minutes=6,
    )
    yield Part(
        "stops", "delay of an answer to STOP, and of the end",
        companion_test("endurance", "two_hundred_searches_end_when_they_are_told_to", "SEARCHES"),
        amount=Amount(200, "searches of each kind", 4), minutes=5,
    )
    yield Part(
        "judge", "games as the judge of Gomocup plays them",
        companion_test("judge", "a_hundred_games_are_without_fault", "JUDGE_GAMES"),
        (
            Figure("faults", "faults", r"(\d+) faults", zero),
            Figure("memory", "largest unique memory, 20 to 50 ms a move", r"unique memory ([\d.]+) MiB", not_larger, "MiB"),
        ),
        Amount(100, "games", 10), minutes=8,
    )
    yield Part(
        "leagues", "two games at the clocks of the leagues, without tolerance",
        companion_test("judge", "games_at_the_clocks_of_the_leagues_have_no_overrun"),
        (Figure("faults", "faults", r"(\d+) faults", zero),), minutes=10, least_hours=2,
    )


def strength():
    elo = lambda text, relative=False: Figure("elo", text, readers.elo, overlapping, "Elo", True, relative)
    score = Figure("score", "points", readers.score, free, "%")
    for clock, games, minutes in [("0.1", 200, 8), ("1", 30, 10)]:
        for board in BOARDS:
            name = f"{board[0]}-{board[1]}"
            yield Part(
                f"release-{clock}s-{name}", f"the last release at {clock} s a move, {name}",
                "nightly/release.sh && "
                + match("", LAST_RELEASE, f"--each tc=/{clock} --tolerance 300 --concurrency {{cores}}", board),
                (elo(f"over the last release at {clock} s, {name}", True), score, FAULTS),
                Amount(games, "games", 2), minutes=minutes,
            )
    for board in BOARDS:
        name = f"{board[0]}-{board[1]}"
        program, need = ("pbrain-figrid-20", FIGRID_20) if board[1] == 20 else ("pbrain-figrid", FIGRID)
        yield Part(
            f"figrid-{name}", f"figrid 1.2.0 at 0.3 s a move, {name}",
            match("", program, "--each tc=/0.3 --tolerance 300 --concurrency {cores}", board),
            (
                Figure("score", f"points against figrid, {name}", readers.score, overlapping, "%"),
                FAULTS,
                Figure("other_faults", "games that figrid lost by a fault", readers.faults(1)),
            ),
            Amount(40, "games", 2), minutes=4, needs=(need,),
        )
    # Fewer games cannot show that a level wins more.
    yield Part(
        "levels", "neighbouring levels of play, 20 games a row",
        long_test("dolmen", "levels", "table_of_neighbours"), minutes=9, least_hours=2,
    )
    yield Part(
        "threads", "two threads against one, 0.05 s a move",
        match(",option.thread_num=2", ENGINE, "--each tc=/0.05 --tolerance 300"),
        (elo("two threads over one at 0.05 s"), FAULTS),
        Amount(400, "games", 2), minutes=14,
    )
    yield Part(
        "swap2", "balance of the openings by swap2, the engine with itself at 0.1 s a move",
        match("", ENGINE, "--swap2 --each tc=/0.1 --tolerance 300 --concurrency {cores}")
        .replace("--openings tests/data/openings/freestyle-15.txt --transform ", ""),
        (
            Figure("black", "points of black", readers.black, free, "%"),
            Figure("proposer", "points of those who proposed the opening", readers.proposer, free, "%"),
            Figure("faults", "faults", readers.all_faults, zero),
        ),
        Amount(200, "games", 2), minutes=8,
    )


def packages():
    yield Part("python", "the Python package as users install it", "make python", minutes=10, least_hours=2)
    yield Part("wheel", "the wheel for every Linux", "make wheel", minutes=10, least_hours=4)
    yield Part("page", "the page and the engine for the web", "make pagetest", minutes=15, needs=(DEBIAN, NPM), least_hours=2)
    yield Part("crates", "cargo install from packed crates", "make crates", minutes=8, least_hours=4)
    yield Part("windows", "the programs for Windows under wine", "make wine", minutes=30, needs=(DEBIAN,), least_hours=4)
    yield Part("arm", "the engine for ARM under qemu", "make arm", minutes=20, needs=(DEBIAN,), least_hours=4)
    musl = "x86_64-unknown-linux-musl"
    yield Part(
        "static", "the static program for Linux",
        f"packaging/tools.sh && packaging/cargo.sh {musl} build --release -p dolmen --bins && "
        f"packaging/bench.sh target/dist/{musl}/release/pbrain-dolmen && "
        + speed_of(f"target/dist/{musl}/release/pbrain-dolmen", rounds=40),
        speed_figures("best speed of the static program"),
        minutes=5, needs=(DEBIAN,), least_hours=2,
    )
    yield Part(
        "cluster", "match and datagen as job arrays of Slurm, a task killed and requeued",
        "tests/cluster/slurm.sh {work}", minutes=3, needs=(DEBIAN, SLURM),
    )


# What needs little goes first, so that a bad build is noticed early.
PARTS = [
    part
    for group in (speed, truth, robustness, timing, strength, fuzzing, packages)
    for part in group()
]
