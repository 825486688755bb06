"""Finds the shape of a user's function by trying: how it takes a board and marks, and answers.

Some boards that are nearly full show whether its answers are legal, and some with few right moves
whether it sees the marks. The shape of `docs/auditor.md` is tried first.
"""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import permutations, product
from random import Random
from typing import Any

from noughts.errors import PlayerError
from noughts.game import FIRST, Game, legal_moves, random_play
from noughts.games.common.cell_game import CellGame, PointGrid
from noughts.players import observation
from noughts.players.observation import Form
from noughts.players.shapes import (
    ANSWERS,
    FLAT,
    LAYOUTS,
    MARKS,
    NUMBERED,
    Caller,
    Shape,
    Signature,
)
from noughts.value import OPEN, WIN

# The answers of a function that chooses a column.
OF_COLUMNS = ("cell", "cell-from-1", "move,score", "score,move")
# Boards to try: those with few moves, and those with few right ones; the random games in which they
# are found, fewer if a game has more cells than SMALL; and the most free cells for a search to the
# end of the game.
FEW, TELLING, GAMES, SMALL, MOST_FREE = 4, 16, 600, 9, 5
# Games whose boards are kept.
GAMES_KEPT = 4
# A rarer shape needs this number of right answers more: a faulty program has some by chance.
CLEARLY = 2
# If no shape has legal answers on all of the few boards, one telling board in four may lack one.
MISSED = 4
# The shapes to try after one in which the function was too slow, and their number.
LIKELY = [
    *product(("list", "rows"), MARKS[1:5]),
    *product(["array"], MARKS[3:5]),
    ("text", MARKS[0]),
    ("text-rows", MARKS[0]),
    *(("list", one) for one in MARKS if one[2] in NUMBERED),
]
PATIENT = len(LIKELY)
# A layout and marks that are both rare are not tried: the product of their ranks is at most this.
RAREST = 100

# The letters of programs without X and O, Cyrillic ones among them, and how they write free cells.
LETTERS = ("x", "o"), ("X", "0"), ("x", "0"), ("Х", "О"), ("х", "о"), ("❌", "⭕")  # noqa: RUF001
FREE = " ", None, "", "_", ".", "-", 0
# Marks of a program: words with a letter, and no cells; the most that are tried.
OWN_MARK, MOST_WORDS = re.compile(r"(?![a-i][1-9]$)(?=.*[^\x00-@\[-`{-~]).{1,9}"), 4
# The nodes in which a program writes its marks. Arguments of calls are mostly texts to print.
HOLDERS = (ast.Assign, ast.AnnAssign, ast.Compare, ast.Dict, ast.IfExp, ast.List, ast.Set,
           ast.Tuple, ast.arguments)  # fmt: skip
# The parameters that say whose turn it is.
SAYS_TURN = {"mark", "first", "other", "observation"}

# Calls the function in a position.
Try = Callable[[Caller, Any], dict[str, Any] | None]


def found_shape(game: Game[Any], signature: Signature, call: Try, source: str = "") -> Shape | None:
    """The shape in which the function plays; None if it plays in none.

    The usual one if it is too slow to find out.

    Args:
        game: the game.
        signature: the function's parameters.
        call: returns its answer in a position; None if it is too slow.
        source: the text of its file, which shows the marks that it compares with.
    """
    usual = Caller(game, signature)
    if usual.form == Form.NAMES:
        return usual.shape
    rules: Any = game
    few, telling = _boards(rules)
    likely, words = _likely(usual, source)
    said = {meaning for meaning, _, _ in signature.meanings()}
    unsure = bool(words) or not said & {"board", "observation", "history"}
    best, right, slow = _best_shape(usual, call, (few, 0), telling, likely, unsure)
    if not best and not slow:  # a program may fail in some positions, which are among the few
        allowed = telling, len(telling) // MISSED
        best, right, slow = _best_shape(usual, call, allowed, telling, likely, unsure)
    sees = best and (2 * right > len(telling) or said & SAYS_TURN)
    if words and not (slow or sees):
        return (best or usual.shape)._replace(doubt=", ".join(words))
    return usual.shape if slow and not best else best


def _best_shape(
    usual: Caller,
    call: Try,
    tried: tuple[list[Any], int],
    telling: list[Any],
    likely: Sequence[Shape],
    unsure: bool,
) -> tuple[Shape | None, int, bool]:
    """The shape with most right answers among those with legal ones; whether it was too slow.

    The number of right answers is between them. A function that fails in the usual shape is not
    taken to have it; if `unsure`, others are tried even if it does not fail.
    """
    game = usual.game
    best: Shape | None = None
    most, slow, refuted = -CLEARLY, False, False
    left = [usual.shape if unsure else usual.shape._replace(marks=likely[0].marks)]
    for number, shape in enumerate(left):
        if most == len(telling):
            break
        answers = _readings(usual)
        callers = [Caller(game, usual.signature, shape._replace(answer=one)) for one in answers]
        callers, late = _fitting(callers, *tried, call)
        slow = slow or late
        if number == 0:
            if callers and callers[0].shape == shape and not unsure:
                return shape, len(telling), slow
            left += likely
            refuted = not late
        if late:  # perhaps it waits for ever for a free cell, as it writes them
            left[number + 1 :] = [one for one in left[number + 1 :] if one[:2] in LIKELY][:PATIENT]
        replies = [(one, call(callers[0], one) or {}) for one in telling] if callers else []
        for caller in callers:
            right = sum(_move_in(caller, *each) in _right(game, each[0]) for each in replies)
            if right >= most + CLEARLY or right == len(telling) > most:
                best, most = caller.shape, right
    return best, most, slow and not refuted


def _readings(caller: Caller) -> tuple[str, ...]:
    if caller.form == Form.COLUMNS:
        return OF_COLUMNS
    return ANSWERS if _has_rows(caller.game) else ("cell", "cell-from-1", "board")


def _has_rows(game: Game[Any]) -> bool:
    if not isinstance(game, CellGame) or isinstance(game, PointGrid):
        return False
    return game.columns > 0 and game.cells % game.columns == 0


def _likely(usual: Caller, source: str) -> tuple[list[Shape], list[str]]:
    """The shapes to try: if the program's text has no X and O, those with its own letters first.

    With them the words, other than letters for X and O, that may be its marks.
    """
    if {*usual.game.marks} != {"X", "O"}:
        return [*_encodings(usual, MARKS[:1])], []
    nodes: list[ast.AST] = []
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        nodes = [*ast.walk(ast.parse(source))]
    said = {one.value for one in nodes if isinstance(one, ast.Constant)}
    pairs = [] if {"X", "O"} <= said else [pair for pair in LETTERS if {*pair} <= said]
    if pairs or {"X", "O"} <= said:
        own = [(*pair, free) for pair in pairs for free in FREE]
        return [*_encodings(usual, [*own, *(one for one in MARKS if one not in own)])], []
    held = [
        one for node in nodes if isinstance(node, HOLDERS) for one in ast.iter_child_nodes(node)
    ]
    constants = [one.value for one in held if isinstance(one, ast.Constant)]
    texts = [one for one in constants if isinstance(one, str)]
    words = [*dict.fromkeys(filter(OWN_MARK.fullmatch, texts))][:MOST_WORDS]
    free = [one for one in FREE if one in said] or FREE
    named = [(*pair, one) for pair in permutations(words, 2) for one in (*free, *words)
             if one not in pair]  # fmt: skip
    by_side = [(f"my={x}", f"its={o}", free) for x, o, free in named]
    own = [one for both in zip(named, by_side, strict=True) for one in both]
    return [*_encodings(usual, own), *_encodings(usual, MARKS)], words if named else []


def _encodings(usual: Caller, marks: Sequence[tuple[Any, Any, Any]]) -> Iterator[Shape]:
    """The layouts, marks and orders of parameters, the likeliest first."""
    signature = usual.signature
    orders: list[tuple[str, ...]] = [()]
    if "observation" in {meaning for meaning, _, _ in signature.meanings()}:
        orders = [("board", "mark")]
    elif signature.meanings(("mark", "board")) != signature.meanings():
        orders.append(("mark", "board"))
    layouts = [one for one in LAYOUTS if one in FLAT or _has_rows(usual.game)]
    ranks = product(range(len(layouts)), range(len(marks)))
    pairs = [(i, j) for i, j in ranks if (i + 1) * (j + 1) <= RAREST]
    for order, (i, j) in product(orders, sorted(pairs, key=sum)):
        yield Shape(layouts[i], marks[j], usual.shape.answer, order)


def _fitting(
    callers: list[Caller], boards: Sequence[Any], misses: int, ask: Try
) -> tuple[list[Caller], bool]:
    """The callers that read all answers but a few as legal moves; whether the function was slow."""
    missed = dict.fromkeys(range(len(callers)), 0)
    for position in boards:
        answer = ask(callers[min(missed)], position)
        if answer is None:
            return [], True
        for one in [*missed]:
            missed[one] += _move_in(callers[one], position, answer) is None
            if missed[one] > misses:
                del missed[one]
        if not missed:
            break
    return [callers[one] for one in missed], False


def _move_in(caller: Caller, position: Any, answer: dict[str, Any]) -> int | None:
    """The legal move that an answer means; None if it means none."""
    move = None if "failed" in answer else caller.move_in(answer, position)
    try:
        return None if move is None else observation.legal_move(caller.game, position, move, "")
    except PlayerError:
        return None


def _wins(game: Game[Any], position: Any) -> list[int]:
    moves = legal_moves(game, position)  # none in `_is_race` when the game is over
    return [move for move in moves if -game.outcome(game.play(position, move)) == WIN]


def _right(game: Game[Any], position: Any) -> list[int]:
    """The best moves; if many cells are free, the winning moves."""
    if sum(not cell.mark for cell in game.board(position, FIRST).cells) > MOST_FREE:
        return _wins(game, position)
    moves = [*game.moves(position)]
    values = [-_outcome(game, game.play(position, move)) for move in moves]
    return [move for move, value in zip(moves, values, strict=True) if value == max(values)]


def _outcome(game: Game[Any], position: Any) -> int:
    """The outcome by a search to the end of the game."""
    if (outcome := game.outcome(position)) != OPEN:
        return outcome
    return max(-_outcome(game, game.play(position, move)) for move in game.moves(position))


@lru_cache(GAMES_KEPT)
def _boards(game: Game[Any]) -> tuple[list[Any], list[Any]]:
    """Positions of random games: some with the fewest moves, and some with few right ones.

    In the latter, a move wins, or only one stops a win.
    """
    random = Random(1)
    few: dict[tuple[int, ...], Any] = {}
    winning: tuple[dict[Any, int], ...] = {}, {}
    stopping: tuple[dict[Any, int], ...] = {}, {}
    for _ in range(GAMES // max(1, len(game.board(game.start(), FIRST).cells) // SMALL)):
        line = [*random_play(game, random.choice)]
        for one, turn, moves in line[-3:-1]:  # before the last two moves
            few.setdefault(tuple(moves), one)
            if 0 < len(_wins(game, one)) < len(moves):
                winning[turn][one] = _is_race(game, one) - len(_right(game, one))
            elif 2 < len(moves) and len(_right(game, one)) == 1:
                stopping[turn][one] = -len(moves)
    ordered = sorted(few, key=lambda moves: (len(moves), moves[0] % FEW, moves))
    best = [sorted(seat, key=seat.__getitem__, reverse=True) for seat in (*winning, *stopping)]
    share = TELLING // len(best)
    return [few[moves] for moves in ordered][:FEW], [one for seat in best for one in seat[:share]]


def _is_race(game: Game[Any], position: Any) -> bool:
    """Whether the other side has other right moves: a player that mistakes the marks fails."""
    if not hasattr(position, "theirs"):
        return False
    turned = position._replace(mine=position.theirs, theirs=position.mine)
    return bool(_wins(game, turned)) and not {*_right(game, turned)} & {*_right(game, position)}
