"""A clock that goes as a test wants it to, so that no test depends on how fast the machine is."""


class Hands:
    """Stands in place of `perf_counter`.

    Args:
        tick: how many seconds pass whenever somebody looks.
    """

    def __init__(self, tick: float = 0) -> None:
        """Begin at noon."""
        self.seconds = 0.0
        self.tick = tick

    def __call__(self) -> float:
        """The time."""
        self.seconds += self.tick
        return self.seconds

    def move(self, seconds: float = 1_000) -> None:
        """Let that time pass."""
        self.seconds += seconds
