"""Games in which both players may put either mark, such as wild tic-tac-toe.

*Taken* cells have a mark; a *pattern* contains a 1 for each cross, and is its own rank.
"""
