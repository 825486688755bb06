"""Threats and forks of both sides before and after a move."""

from noughts.analysis.explain.line_reading import LineReading
from noughts.bits import cells_of, count, lowest
from noughts.games.common.grid import Marks


class Threats:
    """Threats and forks of both sides before and after a move; "my" is the mover's."""

    def __init__(self, reading: LineReading, position: Marks, move: int) -> None:
        mine, theirs = position
        self.reading = reading
        self.move = move
        self.theirs = theirs
        self.mine_before, self.mine = mine, mine | 1 << move
        self.my_wins_before = reading.wins(mine, theirs)
        self.my_wins = reading.wins(self.mine, theirs)
        self.their_wins = reading.wins(theirs, self.mine)
        self.my_forks_before = reading.forks(mine, theirs)
        self.their_forks_before = reading.forks(theirs, mine)
        self.my_forks = reading.forks(self.mine, theirs)
        self.their_forks = reading.forks(theirs, self.mine)

    @property
    def new_wins(self) -> int:
        """The new cells where the mover threatens to complete a line."""
        return self.my_wins & ~self.my_wins_before

    @property
    def forced_reply(self) -> int:
        """The only cell that stops the threat, as a set; empty if none does."""
        quiet = not self.their_wins and count(self.my_wins) == 1
        choice = count(self.reading.empty(self.mine, self.theirs)) > 1
        return self.my_wins if quiet and choice and not self.stacked else 0

    @property
    def stacked(self) -> int:
        """The cell above a single threat, as a set, if it completes a line too."""
        if self.their_wins or count(self.my_wins) != 1:
            return 0
        return self.reading.above(lowest(self.my_wins)) & self.reading.due(self.mine, self.theirs)

    @property
    def no_defence(self) -> bool:
        """Whether the mover completes a line after every answer."""
        reading = self.reading
        answers = cells_of(reading.empty(self.mine, self.theirs))
        wins = [reading.wins(self.mine, self.theirs | 1 << answer) for answer in answers]
        return not self.their_wins and bool(wins) and all(wins)


def as_cells(lines: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The different lines, each as its cells."""
    return tuple(cells_of(line) for line in dict.fromkeys(lines))
