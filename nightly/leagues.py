"""What `make rehearsal` plays: the leagues of Gomocup at their real clocks, by a client like its judge."""

from .figure import Figure, free, zero
from .parts import FIGRID, FIGRID_20
from .part import Amount, Part

# Board sizes; clocks and memory are those of the judge, in companion/tests/judge/rehearsal.rs.
LEAGUES = {
    "freestyle-20": 20, "fastgame": 20, "freestyle-15": 15, "standard": 15, "renju": 15, "caro": 15,
}


def game(league, opponent, program, needs=()):
    """The games of a league against an opponent. Two cores play two games at a time: the program that
    is not to move stands still."""
    return Part(
        f"{league}-{opponent}", f"{league} against {opponent}",
        f"nightly/release.sh && LEAGUE={league} OPPONENT={program} GAMES={{n}} LOGS=$(realpath {{work}}) "
        "cargo test --release -p dolmen-companion --test judge -- --ignored --nocapture --exact "
        "rehearsal::the_games_of_a_league",
        (
            Figure("points", "points", r"points ([\d.]+)"),
            Figure("faults", "own faults", r"own faults (\d+)", zero),
            Figure("late", "own answers after their limit", r"own late answers (\d+)", zero),
            Figure("others", "faults of the opponent", r"faults of the opponent (\d+)", free),
            Figure("memory", "largest unique memory", r"own memory ([\d.]+) MiB", free, "MiB"),
        ),
        Amount(20, "games", 2), minutes=45, needs=needs,
    )


PARTS = [
    part
    for league, size in LEAGUES.items()
    for part in (
        game(league, "release", "$PWD/target/nightly/release/pbrain-dolmen"),
        game(league, "figrid", "$(command -v pbrain-figrid)", (FIGRID,)) if size == 15 else
        game(league, "figrid", "$(command -v pbrain-figrid-20)", (FIGRID_20,)),
    )
]
