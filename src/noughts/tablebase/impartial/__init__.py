"""Games in which all marks are alike, such as Notakto: a position is a set of cells."""
