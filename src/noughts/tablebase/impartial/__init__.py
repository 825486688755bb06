"""Games in which all marks are alike, such as Notakto: a position is a set of cells.

A board with a line is *dead*. A set of cells is *canonical* if no symmetry of a board and no
exchange of boards makes it smaller.
"""
