"""Rules, one game per file; `registry` finds games by name.

A class has the rules first, then names, text and picture.
What is known of them, with its sources, is in `solving/known.tsv`.
"""

from noughts.games import called as called  # before any game is defined
