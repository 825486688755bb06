"""Positions in a strategy's file: whole numbers, the same for all mirror images.

Checkers without noughts repeat this, so it is as simple as possible. The numbers of a position are
the cells of the player to move and the opponent's cells; the symmetries are the obvious ones of the
board (docs/strategies.md).
"""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache, cached_property, lru_cache, partial
from itertools import permutations, product
from typing import Any, Generic

from noughts.game import Game, P, legal_moves
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import LOW, SPLIT, Cube, CubeMarks, joined_cells
from noughts.games.hex import Hex
from noughts.games.lines import Lines
from noughts.games.mnk import MNK
from noughts.games.notakto import CELLS, Crosses, Notakto
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge.cube import CubeKnowledge
from noughts.knowledge.line_game import LinesKnowledge
from noughts.knowledge.symmetry import Symmetry, image, image_table, moved, of_rectangle, span
from noughts.search.depth import refuse_wide
from noughts.solving.driver import compiled_if_often
from noughts.tablebase.fingerprint import rules_text_digest

Fields = tuple[int, ...]

# The number of random plays in a fingerprint, and the most plies of each.
PLAYS, PLIES = 16, 200


class Fold(Generic[P]):
    """The numbers of a game's positions, and one representative of all mirror images."""

    def __init__(self, game: Game[P]) -> None:
        if type(game) not in (ConnectFour, MNK):
            refuse_wide(game, "A strategy in a file")
        self.game = game
        self._symmetries = symmetries_of(game)
        self._cube = isinstance(game, Cube)
        self._least: Any = None  # finds the least image where there are many
        if isinstance(game, Cube):
            known = CubeKnowledge(game)
            self._least = partial(compiled_if_often(least_in_cube, known), known)
        elif type(game) is Notakto:
            self._least = partial(least_boards, game)
        self._kind: Callable[..., P] = type(game.start())

    def fields(self, position: P) -> Fields:
        """The position's whole numbers; a cube's sets of cells are one number each."""
        return joined_cells(position) if isinstance(position, CubeMarks) else tuple(position)  # type: ignore[arg-type]  # positions are tuples

    def position(self, fields: Fields) -> P:
        if self._cube:
            mine, theirs = fields
            fields = (mine & LOW, mine >> SPLIT, theirs & LOW, theirs >> SPLIT)
        return self._kind(*fields)

    def canonical(self, position: P) -> P:
        if len(self._symmetries) < 2:
            return position
        if self._least:
            found: P = self._least(position)
            return found
        return self.position(min(self._turned(*self.fields(position))))

    def images(self, position: P) -> list[P]:
        """Its mirror images, including itself; the canonical one first."""
        if len(self._symmetries) < 2:
            return [position]
        return [self.position(one) for one in sorted(set(self._turned(*self.fields(position))))]

    def _turned(self, *fields: int) -> Iterator[Fields]:
        table = self._images
        step = span(len(self._symmetries[0]))
        for start in range(0, len(table), step):
            yield tuple(image(table, start, cells) for cells in fields)

    @cached_property
    def _images(self) -> tuple[int, ...]:
        return image_table(self._symmetries)

    def back(self, position: P, image: P, move: int) -> int:
        """A move of a mirror image, mapped back to the position itself."""
        if image == position:
            return move
        wanted = self.canonical(self.game.play(image, move))
        moves = legal_moves(self.game, position)
        return next(m for m in moves if self.canonical(self.game.play(position, m)) == wanted)

    def fingerprint(self) -> str:
        """A digest of the rules' answers in some fixed random plays.

        For a user's game a digest of the rules' text follows, since random plays miss rare
        positions.
        """
        digest, state = hashlib.sha256(), 1
        for _ in range(PLAYS):
            position = self.game.start()
            for _ in range(PLIES):
                moves = legal_moves(self.game, position)
                digest.update(self._said(position, moves).encode())
                if not moves:
                    break
                state = (state * 1103515245 + 12345) % (1 << 31)
                position = self.game.play(position, moves[(state >> 16) % len(moves)])
        return digest.hexdigest() + rules_text_digest(self.game)

    def _said(self, position: P, moves: list[int]) -> str:
        told = f"{list(self.fields(position))} {self.game.outcome(position)} {moves}"
        mover = "" if self.game.alternates else f" {self.game.mover(position)}"
        return f"{told}{mover}\n".replace(", ", ",")


def least_in_cube(known: CubeKnowledge, position: CubeMarks) -> CubeMarks:
    return known.least(position)


def least_boards(game: Notakto, position: Crosses) -> Crosses:
    """The canonical position of several boards: each is turned, then the largest comes first."""
    boards = sorted(_least_turned()[game.cells_on(position, i)] for i in range(game.boards))
    return Crosses(sum(cells << i * CELLS for i, cells in enumerate(reversed(boards))))


@cache
def _least_turned() -> list[int]:
    turns = tuple(of_rectangle(3, 3))
    return [min(moved(cells, turn) for turn in turns) for cells in range(1 << CELLS)]


def symmetries_of(game: Game[Any]) -> tuple[Symmetry, ...]:
    """The symmetries that checkers find, too; none for your own games."""
    if type(game) is ConnectFour:
        bits = range(game.columns * game.height)
        return tuple(bits), tuple(_mirrored(game, bit) for bit in bits)
    if type(game) is Hex and not game.swap:
        return tuple(range(game.cells)), tuple(reversed(range(game.cells)))
    if type(game) is Cube:
        return _of_lines_in_cube(game)
    if type(game) is Notakto:
        return _of_boards(game.boards)
    if type(game) is Lines:
        return LinesKnowledge(game).symmetries
    if isinstance(game, MNK | TicTacToe) and type(game) in (MNK, TicTacToe):
        return _keeping(game.board_lines, of_rectangle(game.columns, game.rows))
    return ()


def _mirrored(game: ConnectFour, bit: int) -> int:
    column, up = divmod(bit, game.height)
    return (game.columns - 1 - column) * game.height + up


@cache
def _of_boards(boards: int) -> tuple[Symmetry, ...]:
    return tuple(
        tuple(board * CELLS + to for board, turn in zip(order, turns, strict=True) for to in turn)
        for order in permutations(range(boards))
        for turns in product(of_rectangle(3, 3), repeat=boards)
    )


@lru_cache(maxsize=4)
def _of_lines_in_cube(game: Cube) -> tuple[Symmetry, ...]:
    return _keeping(game.board_lines, _of_cube(game.n))


def _of_cube(n: int) -> Iterator[Symmetry]:
    """Directions exchanged and reversed; and layers exchanged, in all directions alike."""
    cells = [(level, row, column) for level in range(n) for row in range(n) for column in range(n)]
    for layers in permutations(range(n)):
        for order in permutations(range(3)):
            for flips in range(8):
                yield tuple(_cube_cell(cell, n, layers, order, flips) for cell in cells)


def _cube_cell(
    cell: tuple[int, ...], n: int, layers: tuple[int, ...], order: tuple[int, ...], flips: int
) -> int:
    places = [cell[axis] for axis in order]
    turned = [n - 1 - at if flips >> axis & 1 else at for axis, at in enumerate(places)]
    level, row, column = (layers[at] for at in turned)
    return (level * n + row) * n + column


def _keeping(lines: tuple[int, ...], symmetries: Any) -> tuple[Symmetry, ...]:
    every = frozenset(lines)
    candidates = dict.fromkeys(symmetries)
    return tuple(each for each in candidates if all(moved(line, each) in every for line in lines))
