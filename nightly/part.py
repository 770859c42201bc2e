"""A part of a run: a command, how it is scaled, and the figures in its output."""

import os
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

ROOT = Path(__file__).resolve().parent.parent
STORE = ROOT / "target/nightly"
# Programs that `nightly/tools.sh` installs.
TOOLS = STORE / "tools/bin"
FULL_HOURS = 8


@dataclass(frozen=True)
class Need:
    """Something a part needs; `missing` returns why it is not there, or None."""

    missing: object


def tool(name, hint):
    """A program on the path."""
    path = f"{TOOLS}:{os.environ.get('PATH', '')}"
    return Need(lambda: None if shutil.which(name, path=path) else f"{name} is missing: {hint}")


@dataclass(frozen=True)
class Amount:
    """How much of something a part does in a full run, and the least that makes sense."""

    full: int
    unit: str
    least: int = 1

    def scaled(self, hours):
        # Even: openings are played with both colours.
        amount = round(self.full * hours / FULL_HOURS)
        return max(self.least, amount - amount % 2 if self.full % 2 == 0 else amount)


@dataclass(frozen=True)
class Part:
    """`command` is a line for bash at the root of the repository, in which {n} stands for the amount,
    {cores} for the number of cores, {work} for a folder that an interrupted run finds again."""

    name: str
    about: str
    command: str
    figures: tuple = ()
    amount: Optional[Amount] = None
    # In a full run on two cores.
    minutes: float = 1
    needs: tuple = ()
    # Shorter runs leave it out: it cannot be scaled.
    least_hours: float = 0

    def reason_not_to_run(self, hours):
        """Why it cannot run here, or None."""
        for need in self.needs:
            reason = need.missing()
            if reason:
                return reason
        if hours < self.least_hours:
            return f"it cannot be scaled down, and takes part from HOURS={self.least_hours:g} on"
        return None

    def line(self, hours, work):
        """The line for bash."""
        line = self.command.replace("{work}", shlex.quote(str(work))).replace("{cores}", str(os.cpu_count()))
        return line.replace("{n}", str(self.amount.scaled(hours))) if self.amount else line

    def scale(self, hours):
        """How much is done, in words."""
        if not self.amount:
            return "whole"
        n, full = self.amount.scaled(hours), self.amount.full
        whole = "" if n == full else f" of {full:,} ({100 * n / full:.3g} %)"
        return f"{n:,}{whole} {self.amount.unit}"

    def expected_minutes(self, hours):
        """On two cores."""
        if self.reason_not_to_run(hours):
            return 0
        return self.minutes * (self.amount.scaled(hours) / self.amount.full if self.amount else 1)

    def limit_minutes(self, hours):
        """After this it hangs: no machine is so slow."""
        return 60 + 8 * self.minutes * max(1, hours / FULL_HOURS)
