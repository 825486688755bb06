"""Games in which both players may put either mark, such as wild tic-tac-toe.

*Taken* cells have a mark; a *pattern* says which of them are crosses, and is its own rank.
"""
