"""The installed engine as a player of pygomo-lib (`pip install pygomo-lib`)."""

from __future__ import annotations

import shutil
import sysconfig

from pygomo import EngineClient


def engine_path() -> str:
    """Where pip has put the program that speaks the protocol."""
    path = shutil.which("pbrain-dolmen", path=sysconfig.get_path("scripts"))
    if path is None:
        raise FileNotFoundError("pbrain-dolmen: is the package dolmen installed?")
    return path


def reply(move: str, turn_ms: int = 200) -> str:
    """The engine's answer to the first move of a game, under freestyle."""
    with EngineClient(engine_path()) as client:
        client.start(15)
        client.send_raw(f"INFO timeout_turn {turn_ms}")
        return str(client.turn(move).move)


if __name__ == "__main__":
    print("h8 is answered by", reply("h8"))
