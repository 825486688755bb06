"""Strategies that anyone can check: one move for every position that a side can come into.

`make.py` finds one, `file.py` reads and writes it, `check.py` goes through it with these rules.
`tools/check_strategy.py` and `tools/check_strategy.mjs` do the same and know nothing of noughts.
"""

from pathlib import Path

#: The folder of the strategies that ship.
SHIPPED = Path(__file__).parent / "shipped"
SUFFIX = ".strategy"


def ships(spec: str) -> bool:
    """Whether a strategy of the game of that name ships.

    >>> ships("qubic"), ships("tictactoe")
    (True, False)
    """
    names = (f"{spec.replace(':', '-')}-{side}{SUFFIX}" for side in ("first", "second"))
    return any((SHIPPED / name).exists() for name in names)
