"""Looks up stored outcomes; a search adds the distances."""

from collections.abc import Sequence
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from noughts.bits import WORD_BITS, cells_of
from noughts.errors import BadTablebase, ImpossiblePosition, UnfinishedTablebase
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.knowledge.symmetry import image
from noughts.solving.solver import Solver
from noughts.tablebase.bitplanes.build import marks_of
from noughts.tablebase.bitplanes.keeping import names_of
from noughts.tablebase.bitplanes.layout import BLOCK, LOW, Pieces, pieces_of
from noughts.tablebase.bitplanes.packing import HALF
from noughts.tablebase.bitplanes.storage import FORMAT, VERSION, read_progress
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD
from noughts.tablebase.combinatorial.indexer import index_of
from noughts.tablebase.combinatorial.model import Marking
from noughts.tablebase.combinatorial.ranking import compressed, ones_of, rank
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.fingerprint import refuse_other_rules
from noughts.tablebase.storage.compression import Chunks
from noughts.tablebase.storage.manifest import house_game
from noughts.tablebase.storage.store import chunks_of, refuse_damaged
from noughts.value import DRAW, LOSS, OPEN, WIN

OUTCOMES = (DRAW, LOSS, WIN)


class OutcomeTable(Solver[P]):
    """The outcome of every position, looked up in a folder that `make_outcomes` wrote.

    It finds the plies to the end by a search that uses the outcomes.

    Args:
        folder: the outcomes.
        game: the game, if it is in a user's file; otherwise the folder names it.
        limits: `budget`, `seconds`, `memory` and `threads` of the search (`Solver`).

    Raises:
        BadTablebase: there are no outcomes, they are damaged, or the rules are different.
        UnfinishedTablebase: some layers are not solved yet.

    >>> import tempfile
    >>> from noughts.games.connectfour import ConnectFour
    >>> from noughts.tablebase.bitplanes.build import make_outcomes
    >>> game, folder = ConnectFour(4, 4), tempfile.mkdtemp()
    >>> _ = make_outcomes(game, folder, keep=True)
    >>> table = OutcomeTable(folder)
    >>> position = game.play(game.play(game.start(), 0), 1)
    >>> table.outcome(position), str(table.value(position))
    (0, 'draw')
    """

    def __init__(
        self, folder: str | PathLike[str], game: Game[P] | None = None, **limits: Any
    ) -> None:
        self.folder = Path(folder)
        self.head, self.standing = read_progress(self.folder)
        super().__init__(game or house_game(self.head.game, self.folder), **limits)
        self._refuse_others()
        self.marking = marks_of(self.game)
        self.tables = Tables(self.marking)
        self.parts = {part.name: part for part in self.standing.parts}
        refuse_damaged(self.folder, (part for name, part in self.parts.items() if "index" in name))
        self.layer = lru_cache(None)(self._layer)
        for marks in range(self.tables.last):  # notice a missing file now
            self._chunks(marks)

    def outcome(self, position: P) -> int:
        """LOSS, DRAW or WIN for the player to move, without a search.

        Raises:
            ImpossiblePosition: it is unreachable.
        """
        shown: Any = self.game
        if (outcome := shown.outcome(position)) != OPEN:
            return int(outcome)
        first, second = shown.shown(position, shown.turn(position))
        if not can_arise(self.marking, first, second):
            raise ImpossiblePosition(f"The outcomes do not contain {position}: it cannot arise.")
        taken, which = self.tables.folded(first | second)
        own = image(self.tables.images, which * self.tables.span, first)
        sets, pieces, chunks = self.layer(taken.bit_count())
        number = index_of(sets, taken)
        assert number is not None  # since it is reachable
        plane_word, place = place_of(pieces, compressed(own, taken))
        word = 2 * (number * pieces.numbers[BLOCK] + plane_word) + place // HALF
        bit = 2 * (place % HALF)
        byte = chunks[word * BYTES_IN_WORD + bit // 8]
        return OUTCOMES[byte >> bit % 8 & 3]

    def _bounds(self, position: P) -> tuple[int, int]:
        lower, upper = super()._bounds(position)
        if lower > DRAW or upper < DRAW or lower == upper:
            return lower, upper
        outcome = self.outcome(position)
        if outcome == DRAW:
            return DRAW, DRAW
        return (1, upper) if outcome == WIN else (lower, -1)

    def _layer(self, marks: int) -> tuple[Sequence[int], Pieces, Chunks]:
        """The sets of a layer, the layout of their patterns, and the outcomes."""
        pieces = pieces_of(marks, self.head.low_bits)
        return self.tables.sets(marks), pieces, self._chunks(marks)

    def _chunks(self, marks: int) -> Chunks:
        frames, index = (self.parts[name] for name in names_of(marks))
        return chunks_of(self.folder, frames, index)

    def _refuse_others(self) -> None:
        """Raise an error unless all outcomes are kept, and made by the game's current rules."""
        game = spec_of(self.game)
        if (self.head.format, self.head.version) != (FORMAT, VERSION):
            raise BadTablebase(
                f"{self.folder} has another format of outcomes; use the noughts that made it."
            )
        if self.head.game != game:
            raise BadTablebase(f"{self.folder} has outcomes of {self.head.game}, not of {game}.")
        refuse_other_rules(self.folder, self.head.rules, self.game)
        if not self.head.keeps:
            raise BadTablebase(
                f"{self.folder} has only counts. To keep the outcomes: noughts solve {game} "
                f"--outcomes --compress --output DIR"
            )
        if self.standing.outcome is None:
            raise UnfinishedTablebase(
                f"{self.folder} is not finished; continue with: noughts solve {game} --outcomes "
                f"--compress --output {self.folder} --resume"
            )


def place_of(pieces: Pieces, pattern: int) -> tuple[int, int]:
    """A pattern's word in a block, and its place in the word.

    >>> place_of(pieces_of(4, low_bits=3), 0b1010)   # 0011, 0101, 0110 and 1001, 1010, 1100
    (1, 1)
    """
    low = pieces.numbers[LOW]
    number = rank(pattern & (1 << low) - 1)
    return pieces.starts[pattern >> low] + number // WORD_BITS, number % WORD_BITS


def can_arise(marking: Marking, first: int, second: int) -> bool:
    """Whether an open position can be the result of alternate marks.

    Neither player has a line, so any order will do in which no cell is taken too early. Marks are
    taken back, in turn, until none is left.

    >>> from noughts.games.connectfour import ConnectFour
    >>> marking = marks_of(ConnectFour(2, 2, 2))
    >>> can_arise(marking, first=0b01, second=0b10), can_arise(marking, first=0b10, second=0b01)
    (True, False)
    """
    taken = first | second
    if first.bit_count() != ones_of(taken.bit_count()):
        return False
    if not marking.falls:
        return True
    left, met = [taken], {taken}
    while taken := left.pop():
        covered = sum(marking.below[cell] for cell in cells_of(taken))
        last = first if taken.bit_count() % 2 else second
        for cell in cells_of(taken & last & ~covered):
            before = taken ^ 1 << cell
            if before not in met:
                met.add(before)
                left.append(before)
        if not left:
            return False
    return True
