"""Gomoku against Dolmen as an environment of Gymnasium (`pip install gymnasium`)."""

from __future__ import annotations

from typing import Any, Optional

import gymnasium
import numpy as np
from dolmen import Board, Engine


class GomokuEnv(gymnasium.Env):
    """The agent plays one colour, a level of the engine the other.

    An action is a point, counted row by row. Seen are own stones as 1, the engine's as -1. A win is
    worth 1, a loss -1; a move on a stone or a forbidden point loses: ``info["action_mask"]``
    tells which do not.
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        rule: str = "freestyle",
        size: int = 15,
        level: int = 1,
        color: str = "black",
        render_mode: Optional[str] = None,
    ) -> None:
        self.rule, self.size, self.level, self.color = rule, size, level, color
        self.render_mode = render_mode
        self.engine = Engine(hash=16)
        self.board = Board(rule=rule, size=size)
        self.action_space = gymnasium.spaces.Discrete(size * size)
        self.observation_space = gymnasium.spaces.Box(-1, 1, (size, size), np.int8)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.board = Board(rule=self.rule, size=self.size)
        if self.color == "white":
            self._answer()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        point = (int(action) % self.size, int(action) // self.size)
        if not self.board.is_legal(point):
            return self._observation(), -1.0, True, False, self._info()
        self.board.play(point)
        if self.board.outcome() is None:
            self._answer()
        outcome = self.board.outcome()
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.color else -1.0
        return self._observation(), reward, outcome is not None, False, self._info()

    def render(self) -> Optional[str]:
        if self.render_mode == "svg":
            return self.board.svg()
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        self.engine.close()

    def _answer(self) -> None:
        seed = int(self.np_random.integers(2**63))
        self.board.play(self.engine.play(self.board, level=self.level, seed=seed, time=1.0))

    def _observation(self) -> np.ndarray:
        cells = np.frombuffer(self.board.cells(), np.uint8).reshape(self.size, self.size)
        own, other = (1, 2) if self.color == "black" else (2, 1)
        return (cells == own).astype(np.int8) - (cells == other).astype(np.int8)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(self.size * self.size, np.int8)
        for point in self.board.legal_moves:
            column, row = ord(point[0]) - ord("a"), int(point[1:]) - 1
            mask[row * self.size + column] = 1
        return {"action_mask": mask}


if __name__ == "__main__":
    env = GomokuEnv(level=2, render_mode="ansi")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        _, reward, over, _, info = env.step(action)
    print(env.render())
    print("reward", reward)
