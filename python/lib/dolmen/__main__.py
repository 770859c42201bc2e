"""``pbrain-dolmen``, ``python -m dolmen``: the line protocol, for managers and other clients."""

import argparse
import os
import signal
import sys

from ._native import RULES, VERSION, serve


def main() -> None:
    """Speaks the protocol until ``END``."""
    parser = argparse.ArgumentParser(prog="pbrain-dolmen", description=__doc__)
    parser.add_argument("--rule", default="freestyle", help=f"until INFO rule: {', '.join(RULES)}")
    parser.add_argument("--threads", type=int, default=1, help="search threads")
    parser.add_argument("--hash", type=int, metavar="MIB", help="largest transposition table")
    # Rapfi's Yixin-Board starts its engine with it on Windows; text is UTF-8 anyway.
    parser.add_argument("--force-utf8", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--version", action="version", version=VERSION)
    arguments = parser.parse_args()
    # The interpreter does not see the signal while the engine waits for a line.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    status = 0
    try:
        serve(arguments.rule, arguments.hash, arguments.threads)
    except BrokenPipeError:
        pass
    except (TypeError, ValueError) as error:
        parser.error(str(error))
    except OSError as error:
        print(f"pbrain-dolmen: {error}", file=sys.stderr)
        status = 1
    # A search may still be running.
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
