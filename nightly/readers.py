"""Reads figures out of the output of commands."""

import json
import math
import re

from .figure import Value

Z = 1.96


def read(figure, output):
    """The value of a figure; ValueError if it is not in the output."""
    if callable(figure.read):
        return figure.read(output)
    found = re.findall(figure.read, output)
    if not found:
        raise ValueError(f"no '{figure.read}' in the output")
    return Value(float(found[-1].replace(",", "")))


def proportion(part, whole):
    """A share in per cent with its Wilson interval."""
    if whole == 0:
        raise ValueError("a share of nothing")
    share, spread = part / whole, Z * Z / whole
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    # With a draw as half a win the interval is a little too wide.
    return Value(*(round(100 * number, 2) for number in (share, middle - half, middle + half)))


def match(output):
    """The result that `dolmen match --json` printed, alone or at the end."""
    start = output.find("\n{\n")
    return json.loads(output[start + 1 :] if start >= 0 else output)


def score(output):
    """Points of the first engine in per cent, with the interval of its Elo, which knows that the two games of a
    pair depend on each other."""
    results = match(output)["engines"][0]["results"]
    games = results["wins"] + results["draws"] + results["losses"]
    share = lambda elo: round(100 / (1 + 10 ** (-elo / 400)), 2)
    value = elo(output)
    return Value(round(100 * (results["wins"] + results["draws"] / 2) / games, 2), share(value.low), share(value.high))


def elo(output):
    """Elo of the first engine over the second."""
    fields = match(output)["engines"][0]["results"]["elo"]
    numbers = [fields["value"], fields["low"], fields["high"]]
    bounds = [math.inf, -math.inf, math.inf]
    return Value(*(bound if n is None else round(n, 1) for n, bound in zip(numbers, bounds)))


def faults(engine):
    """Games that an engine lost otherwise than on the board: 0 for the first one."""
    return lambda output: Value(match(output)["engines"][engine]["faults"])


def all_faults(output):
    """The same of all engines."""
    return Value(sum(engine["faults"] for engine in match(output)["engines"]))


def moves(output):
    return Value(match(output)["moves"])


def black(output):
    """Points of black in per cent."""
    return tally(match(output)["black"])


def proposer(output):
    """Points of those who proposed the openings in per cent."""
    return tally(match(output)["proposer"])


def tally(fields):
    games = fields["wins"] + fields["draws"] + fields["losses"]
    return proportion(fields["wins"] + fields["draws"] / 2, games)


def printed(name):
    """A line `figure NAME VALUE [LOW HIGH]`, as the probes print it."""

    def find(output):
        lines = [line.split() for line in output.splitlines()]
        numbers = [line[2:] for line in lines if line[:2] == ["figure", name]]
        if not numbers:
            raise ValueError(f"no line 'figure {name}' in the output")
        return Value(*(float(number) for number in numbers[-1]))

    return find
