"""Line counts for games in which a line does not simply consist of a player's own, lasting marks.

In wild tic-tac-toe either player may complete a line; with three marks each, lines open again. In
Gomoku a row may be too long, and in Pentago a rotation moves rows.
"""

from collections.abc import Iterator
from typing import Any

from noughts.analysis.explain.facts import Fact, Kind
from noughts.bits import cells_of
from noughts.game import Game
from noughts.games.common.grid import Marks
from noughts.games.common.moving_men import MovingMen
from noughts.games.gomoku import Gomoku
from noughts.games.orderchaos import OrderChaos
from noughts.games.pentago import Pentago
from noughts.games.threemarks import ThreeMarks
from noughts.games.wild import Wild
from noughts.knowledge import plays_by


def line_counts(game: Game[Any], position: Any, turn: int, move: int) -> Iterator[Fact]:
    """The lines that a move completes, or the numbers of lines it keeps open or closes.

    Empty for other games.

    >>> from noughts.games.wild import Wild
    >>> game = Wild()
    >>> position, turn = game.parse("x2/3/2o")
    >>> [(f.kind.value, f.number) for f in line_counts(game, position, turn, game.read("oa1"))]
    [('on_live_lines', 2), ('closes_shared_lines', 1)]
    """
    if plays_by(game, Wild, "board_lines") or plays_by(game, OrderChaos, "board_lines"):
        rules: Any = game
        yield from _of_either_mark(rules.board_lines, position, turn, move)
    elif plays_by(game, MovingMen, "board_lines"):
        yield from _of_three(game, game.play(position, move), turn, move)
    elif plays_by(game, ThreeMarks, "board_lines", "taken"):
        rules = game
        after = Marks(*map(rules.taken, game.play(position, move)))
        yield from _of_three(game, after, turn, move)
    elif plays_by(game, Gomoku, "lines") or plays_by(game, Pentago, "lines"):
        yield from _of_own(game, game.play(position, move), turn)


def _of_own(game: Game[Any], after: Marks, turn: int) -> Iterator[Fact]:
    completed = game.lines(after)
    if completed:
        yield Fact(Kind.ENDS_WITH_LINE, turn, lines=completed)


def _of_either_mark(
    lines: tuple[int, ...], position: tuple[int, int], turn: int, move: int
) -> Iterator[Fact]:
    """Lines of equal marks from either player: a line with both marks is closed for good."""
    cell, mark = divmod(move, 2)
    same, other = position[mark], position[1 - mark]
    through = [line for line in lines if line >> cell & 1]
    completed = tuple(cells_of(line) for line in through if line & ~same == 1 << cell)
    if completed:
        yield Fact(Kind.ENDS_WITH_LINE, turn, (cell,), completed)
        return
    live = sum(not line & other for line in through)
    closed = sum(bool(line & other) and not line & same for line in through)
    if live:
        yield Fact(Kind.ON_LIVE_LINES, turn, (cell,), number=live)
    if closed:
        yield Fact(Kind.CLOSES_SHARED_LINES, turn, (cell,), number=closed)
    if not live and not closed:
        yield Fact(Kind.ON_NO_OPEN_LINE, turn, (cell,))


def _of_three(game: Any, after: Marks, turn: int, move: int) -> Iterator[Fact]:
    """Lines without a mark of the opponent, who is to move and may leave a line again."""
    cell = move % game.cells
    through = [line for line in game.board_lines if line >> cell & 1]
    completed = tuple(cells_of(line) for line in through if not line & ~after.theirs)
    clear = sum(not line & after.mine for line in through)
    if completed:
        yield Fact(Kind.ENDS_WITH_LINE, turn, (cell,), completed)
    elif clear:
        yield Fact(Kind.ON_CLEAR_LINES, 1 - turn, (cell,), number=clear)
