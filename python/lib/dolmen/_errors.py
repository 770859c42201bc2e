"""The exceptions of the package. Wrong values of arguments are ``ValueError``."""


class DolmenError(Exception):
    """What all of them are."""


class IllegalMoveError(DolmenError, ValueError):
    """A move off the board or on a stone, or no move to take back."""


class GameOverError(DolmenError, ValueError):
    """Nothing can be played or searched: the game has ended."""


class RecordError(DolmenError, ValueError):
    """A file that does not hold a game, or a game that cannot have been played."""


class EngineBusyError(DolmenError, RuntimeError):
    """The engine is asked for a second search while one is running."""


class EngineClosedError(DolmenError, RuntimeError):
    """The engine is used after ``close()``."""


class SearchFailedError(DolmenError, RuntimeError):
    """A search ended by an error of the engine."""
