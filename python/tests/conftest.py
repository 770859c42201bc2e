"""What several tests need."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from dolmen import Engine

ROOT = Path(__file__).parents[2]
#: So long a search may take to end on a machine that does much else.
PATIENCE = 120


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash=16) as engine:
        yield engine


@pytest.fixture(scope="session")
def pbrain() -> str:
    """The program that is built from the same sources; `make python` names it."""
    path = os.environ.get("PBRAIN", str(ROOT / "target/release/pbrain-dolmen"))
    if not os.path.exists(path):
        pytest.skip(f"{path} is not built")
    return path


def run(script: str, **options: int) -> str:
    """What a Python script prints, in a process of its own that must end."""
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, **options
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
