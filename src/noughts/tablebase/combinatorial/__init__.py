"""Games of marks: a position's index is computed from its cells, without any search.

A layer has all positions with n marks. *Taken* cells are those with a mark; the *colour pattern*
contains the owner of each mark, and its *rank* is the offset in the block of its set of taken
cells.
"""
