"""Kalah: sow the counters of a pit; a last one in your store lets you sow again.

Sowing skips the other player's store. At the end each player keeps the counters in their own pits.

A move is the pit's number, 1 being the furthest from the store: each player's pits are 1, 2, 3 from
their left. A position is written as the first player's pits from 1 and store, then the second's,
then the side to move: after `3` with three pits of two counters:

         O  0  2  2  3
            2  2  0  1  X        2,2,0,1/3,2,2,0 o

William Julius Champion sold it from 1940. Known (Geoffrey Irving, Jeroen Donkers and Jos Uiterwijk,
"Solving Kalah", ICGA Journal 23, 2000): with 3 counters in each of 3 pits, and with 4 in each of 6,
the first player wins; with 2 in each of 2, the second.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from noughts import errors
from noughts.board import Board, Cell, Look
from noughts.game import FIRST, SECOND, Game
from noughts.games.common.cell_game import LETTERS, by_player, parameter
from noughts.value import OPEN, by_lead

MOST_PITS = MOST_SEEDS = 6
BITS = 7  # for the counters of a pit or a store: 2 × 6 × 6 at most
PIT = (1 << BITS) - 1


class Sown(NamedTuple):
    """A position: each side's pits from the furthest, then its store, seven bits each."""

    mine: int  # the side of the player to move
    theirs: int
    mover: int


def _side_of(counts: list[int]) -> int:
    return sum(held << BITS * pit for pit, held in enumerate(counts))


class Kalah(Game[Sown]):
    """Pick up the counters of a pit; drop one in each next pit and in your store.

    If the last one lands in your store, move again. If it lands in an empty pit of yours, you take
    the counters of the pit opposite. The game ends when one side is empty; more counters win.

    Args:
        pits: the pits of each player, 1 to 6.
        seeds: the counters in each at the start, 1 to 6.

    >>> game = Kalah(3, 2)
    >>> game.text(game.play(game.start(), game.read("3")), turn=1)
    '2,2,0,1/3,2,2,0 o'
    """

    other_names = ("mancala", "kalaha")
    about = "sow the counters of a pit; a last one in your store lets you sow again"
    size_in_words = "1 to 6 pits each, 1 to 6 counters in each"
    known_results = "with 3 pits of 2 counters the first player wins; with 2 of 2 the second"
    examples = ("kalah:3,3", "kalah:4,2")
    status = "solved"

    pits: int = 3
    seeds: int = 3

    how_to_move = "a pit's number (1 is the furthest from your store)"

    @property
    def title(self) -> str:
        return f"Kalah, {self.pits} pits of {self.seeds}"

    def __post_init__(self) -> None:
        if not (1 <= self.pits <= MOST_PITS and 1 <= self.seeds <= MOST_SEEDS):
            raise errors.BadParameters(
                f"pits={self.pits}, seeds={self.seeds}: there are 1 to {MOST_PITS} pits for each "
                f"player, and 1 to {MOST_SEEDS} counters in each."
            )

    actions = parameter("pits", "One for each pit.")

    def start(self) -> Sown:
        side = sum(self.seeds << BITS * pit for pit in range(self.pits))
        return Sown(side, side, FIRST)

    def moves(self, position: Sown) -> Iterator[int]:
        for pit in range(self.pits):
            if counters(position.mine, pit):
                yield pit

    def play(self, position: Sown, move: int) -> Sown:
        hand, at = counters(position.mine, move), move
        mine, theirs = position.mine - (hand << BITS * move), position.theirs
        while hand > 0:
            at = at + 1 if at < 2 * self.pits else 0
            hand -= 1
            if at <= self.pits:
                mine += 1 << BITS * at
            else:
                theirs += 1 << BITS * (at - self.pits - 1)
        if at < self.pits and counters(mine, at) == 1:
            opposite = self.pits - 1 - at
            taken = counters(theirs, opposite)
            if taken:
                theirs -= taken << BITS * opposite
                mine += (taken + 1 << BITS * self.pits) - (1 << BITS * at)
        if mine & self.in_pits == 0 or theirs & self.in_pits == 0:
            mine, theirs = self.gathered(mine), self.gathered(theirs)
        if at == self.pits:
            return Sown(mine, theirs, position.mover)
        return Sown(theirs, mine, SECOND - position.mover)

    def gathered(self, side: int) -> int:
        """A side with all its counters in the store."""
        total = 0
        for pit in range(self.pits + 1):
            total += counters(side, pit)
        return total << BITS * self.pits

    def outcome(self, position: Sown) -> int:
        if position.mine & self.in_pits:
            return OPEN
        return by_lead(self.margin(position))

    def margin(self, position: Sown) -> int:
        return counters(position.mine, self.pits) - counters(position.theirs, self.pits)

    def mover(self, position: Sown) -> int:
        return position.mover

    @property
    def in_pits(self) -> int:
        """The bits of a side's pits, without the store."""
        return (1 << BITS * self.pits) - 1

    def board(self, position: Sown, turn: int) -> Board:
        """The first player's pits below with the store at the right; the second's turned round."""
        sides = (position.mine, position.theirs)
        cells = [
            self._cell(sides[side != turn], turn, side, pit)
            for side in (SECOND, FIRST)
            for pit in range(self.pits + 1)
        ]
        cells.sort(key=lambda cell: (cell.row, cell.column))
        return Board(tuple(cells), look=Look.PITS)

    def _cell(self, counts: int, turn: int, side: int, pit: int) -> Cell:
        held = counters(counts, pit)
        column, row = (pit + 1, 1) if side == FIRST else (self.pits - pit, 0)
        name = f"{'xo'[side]}{pit + 1 if pit < self.pits else 'store'}"
        playable = pit < self.pits and held and side == turn
        return Cell(name, column, row, str(held), (pit,) if playable else (), side)

    def name(self, move: int) -> str:
        return str(move + 1)

    def read(self, text: str) -> int:
        written = text.strip().lower()
        numbers, letters = (names[: self.pits] for names in ("123456", LETTERS))
        for names in (numbers, letters):  # letters name the pits in records of earlier versions
            if len(written) == 1 and written in names:
                return names.index(written)
        raise errors.UnreadableMove(f"{text!r} is not a pit: write its number, 1 to {self.pits}.")

    def explain_illegal(self, position: Sown, move: int) -> errors.MoveError:
        if 0 <= move < self.pits:
            return errors.IllegalMove(f"Pit {self.name(move)} is empty.")
        return errors.no_such("pit", move, self.pits)

    def text(self, position: Sown, turn: int) -> str:
        written = (
            ",".join(str(counters(side, pit)) for pit in range(self.pits + 1))
            for side in by_player(position.mine, position.theirs, turn)
        )
        return f"{'/'.join(written)} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[Sown, int]:
        from noughts.games.common.plain_text import heaps_in  # for texts alone

        lines, side = heaps_in(text)
        lengths, whole = [*map(len, lines)], self.pits + 1
        if lengths == [self.pits, 2, self.pits]:  # drawn; the second player's pits are above
            upper, stores, lower = lines
            lines = [[*lower, stores[1]], [*upper[::-1], stores[0]]]
        elif lengths == [2 * whole]:
            lines = [lines[0][:whole], lines[0][whole:]]
        elif named := self._by_name(text):
            lines = named
        elif lengths != [whole, whole]:
            lines = []
        if not lines or max(map(max, lines)) >= 1 << BITS:
            raise errors.UnreadablePosition(
                f"{text!r} is not a position of this board: write the counters in the first "
                f"player's pits and store, then the second's, then the side to move. The start is "
                f"{self.text(self.start(), FIRST)!r}."
            )
        if not side or lengths == [2 * whole]:
            raise errors.TwoReadings(self._readings(lines, side))
        first, second = map(_side_of, lines)
        turn = "xo".index(side)
        position = Sown(*by_player(first, second, turn), turn)
        self.validate(position, turn)
        return position, turn

    def _by_name(self, text: str) -> list[list[int]]:
        """The counters in a picture with the names of pits."""
        found = dict(re.findall(r"\b([xo](?:[1-6]|store))\s+([0-9]+)", text.lower()))
        names = [[f"{side}{pit}" for pit in (*range(1, self.pits + 1), "store")] for side in "xo"]
        if {*found} != {*names[0], *names[1]}:
            return []
        return [[int(found[name]) for name in each] for each in names]

    def _readings(self, lines: list[list[int]], side: str) -> str:
        """A sentence on what a text lacks: the side to move, or which numbers are stores."""
        orders = [lines]
        if side:
            (store, *first), (other, *second) = lines
            orders.append([[*first, other], [*second, store]])
        written = ["/".join(",".join(map(str, one)) for one in order) for order in orders]
        sides = [side] if side else ["x", "o"]
        texts = " or ".join(repr(f"{one} {turn}") for one in written for turn in sides)
        return f"This can be two positions: write {texts}."

    def validate(self, position: Sown, turn: int) -> None:
        total = counters(self.gathered(position.mine), self.pits)
        total += counters(self.gathered(position.theirs), self.pits)
        if total != 2 * self.pits * self.seeds:
            raise errors.ImpossiblePosition(
                f"There must be {2 * self.pits * self.seeds} counters on the board, not {total}."
            )
        if (position.mine & self.in_pits == 0) != (position.theirs & self.in_pits == 0):
            raise errors.ImpossiblePosition(
                "When the pits of one side are empty, so are the other's."
            )


def counters(side: int, pit: int) -> int:
    """Number of counters in a pit of a side; the store is numbered after the last pit."""
    return side >> BITS * pit & PIT
