"""Strategies that anyone can check: one move for every position that a side can come into.

`make.py` finds one, `file.py` reads and writes it, `check.py` goes through it with these rules.
`tools/check_strategy.py` and `tools/check_strategy.mjs` do the same and know nothing of noughts.
"""
