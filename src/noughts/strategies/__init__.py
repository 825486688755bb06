"""Strategies that can be checked: one move for every position that a side can reach.

`make.py` finds one, `file.py` reads and writes it, and `check.py` checks it by the rules.
`tools/check_strategy.py` and `tools/check_strategy.mjs` check it without using noughts.
"""

from pathlib import Path

#: The folder of shipped strategies.
SHIPPED = Path(__file__).parent / "shipped"
SUFFIX = ".strategy"
