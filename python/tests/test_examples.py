"""The examples run; those for other packages only where these are installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from dolmen import Board

EXAMPLES = Path(__file__).parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))


def test_the_notebook_runs() -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(EXAMPLES / "analysis.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    shown = [
        output["data"]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "execute_result"
    ]
    pictures = [data["image/svg+xml"] for data in shown if "image/svg+xml" in data]
    assert len(pictures) == 4 and all("</svg>" in picture for picture in pictures)


def test_pygomo_plays_with_it() -> None:
    pytest.importorskip("pygomo")
    import pygomo_client

    move = pygomo_client.reply("h8")
    assert Board("h8").is_legal(move)


def test_gymnasium_plays_against_it() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    from gymnasium_env import GomokuEnv

    check_env(GomokuEnv(size=9), skip_render_check=True)
    env = GomokuEnv(rule="renju", level=2, color="white", render_mode="ansi")
    seen, info = env.reset(seed=3)
    assert seen.sum() == -1 and info["action_mask"].sum() == 224
    over, moves = False, 0
    while not over:
        seen, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        moves += 1
    assert reward in (-1.0, 0.0, 1.0) and moves > 2 and "a b c" in env.render()
    env.close()
