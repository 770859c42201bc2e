"""A measured figure, and how far it may fall."""

import math
from dataclasses import dataclass
from typing import Callable, Optional


@dataclass(frozen=True)
class Value:
    """A number, with its 95 % interval if it has one; in JSON an end without limit is null."""

    value: float
    low: Optional[float] = None
    high: Optional[float] = None

    def to_json(self):
        if self.low is None:
            return {"value": self.value}
        finite = lambda number: number if math.isfinite(number) else None
        return {"value": self.value, "low": finite(self.low), "high": finite(self.high)}

    @staticmethod
    def from_json(fields):
        if "low" not in fields:
            return Value(fields["value"])
        end = lambda name, limit: limit if fields[name] is None else fields[name]
        return Value(fields["value"], end("low", -math.inf), end("high", math.inf))


# A limit tells whether a figure fell; the old value is None if there is none to compare with.
Limit = Callable[[Value, Optional[Value]], bool]


def free(new, old):
    """For information only."""
    return False


def zero(new, old):
    """Faults, overruns, false wins: none, whatever was before."""
    return new.value != 0


def some(new, old):
    """Mutants caught, kills: without any, nothing was tested."""
    return new.value == 0


def not_fewer(new, old):
    """Problems solved, known faults found: as many as before."""
    return old is not None and new.value < old.value


def not_more(new, old):
    """Surviving mutants, failed tests: as few as before."""
    return old is not None and new.value > old.value


def not_slower(new, old):
    """Speed: at most 3 % less, or the interval reaches as far."""
    return old is not None and (new.value if new.high is None else new.high) < 0.97 * old.value


def not_half(new, old):
    """Speeds that are measured once, without turns: from run to run they vary by a quarter."""
    return old is not None and new.value < old.value / 2


def not_larger(new, old):
    """Sizes and delays: at most a tenth more, or the interval reaches as far."""
    return old is not None and (new.value if new.low is None else new.low) > 1.1 * old.value


def overlapping(new, old):
    """Strength: the intervals still overlap. Of twenty unchanged figures of equal intervals one falls
    by chance in about twenty runs; the usual test of each alone would let one fall in two runs."""
    return old is not None and new.high < old.low


@dataclass(frozen=True)
class Figure:
    """What a part measures. `read` is a pattern whose only group is the number, in the output of the
    part (the last match counts), or a function of the output that returns a Value."""

    name: str
    about: str
    read: object
    limit: Limit = free
    unit: str = ""
    chart: bool = False
    # Measured against the last release.
    is_relative: bool = False
