"""Threats and forks of both sides before and after a move."""

from noughts.analysis.explain.line_reading import LineReading
from noughts.bits import cells_of, count, lowest
from noughts.games.common.grid import Marks


class Threats:
    """Threats and forks of both sides before and after a move.

    "Mine" is the player who moves, before and after alike.
    """

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
        """Where the move itself threatens to complete a line."""
        return self.my_wins & ~self.my_wins_before

    @property
    def forced_reply(self) -> int:
        """The only cell where the opponent can stop the threat, as a set.

        None if even that does not help.
        """
        quiet = not self.their_wins and count(self.my_wins) == 1
        choice = count(self.reading.empty(self.mine, self.theirs)) > 1
        return self.my_wins if quiet and choice and not self.stacked else 0

    @property
    def stacked(self) -> int:
        """The cell above a lone threat, where the next line is completed, as a set."""
        if self.their_wins or count(self.my_wins) != 1:
            return 0
        return self.reading.above(lowest(self.my_wins)) & self.reading.due(self.mine, self.theirs)

    @property
    def no_defence(self) -> bool:
        """Whether a line is completed after every answer."""
        reading = self.reading
        answers = cells_of(reading.empty(self.mine, self.theirs))
        wins = [reading.wins(self.mine, self.theirs | 1 << answer) for answer in answers]
        return not self.their_wins and bool(wins) and all(wins)


def as_cells(lines: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Each line as its cells; each once."""
    return tuple(cells_of(line) for line in dict.fromkeys(lines))
