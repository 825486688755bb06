"""Names the bug of a submission: it plays as a program with one bug does.

The programs are in `bugs.toml`: a right program for tic-tac-toe, of which one piece is replaced.
Their moves are compared with the submission's, first where it made faults, then elsewhere.
"""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, product
from math import log
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

Board = tuple[str, ...]
Moves = frozenset[int]
Scores = dict[int, float]
Replaced = Sequence[Sequence[str]]

# The lines that win, and their kinds.
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
KINDS = ["row"] * 3 + ["column"] * 3 + ["diagonal"] * 2
NAMES = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
# The orders in which programs try the cells: reading order, centre and corners first, by columns.
ORDERS = [[*range(9)], [4, 0, 2, 6, 8, 1, 3, 5, 7], [0, 3, 6, 1, 4, 7, 2, 5, 8]]
# Pieces of a program that count the depth, and the pieces of one that does not.
UNCOUNTED = (("10 - depth", "10"), ("depth - 10", "-10"))
COUNTS: tuple[Replaced, ...] = (), UNCOUNTED
# Pieces of alpha-beta searches: the root does not narrow the window; they return its bounds.
WHOLE = ("alpha, 99", "-99, 99"), ("-99, -alpha", "-99, 99")
HARD = (("return best", "return alpha if turn == me else beta"),)
HARDER = (("return best", "return min(alpha, beta) if turn == me else max(alpha, beta)"),)
NEGAHARD = (("return best", "return min(alpha, beta)"),)
# Pieces for a search that finds no cell to try: as a loop has it, a failure, and a draw.
EMPTY: tuple[Replaced, ...] = (
    (),
    ((", default=-99", ""), (", default=99", "")),
    ((", default=-99", ", default=0"), (", default=99", ", default=0")),
)
# Programs kept in memory.
KEPT = 16
# A near fit: at least this share of at least this number of positions.
SHARE, LEAST = 0.9, 6
# A program that chooses by chance must agree in that many positions in which its bug shows.
ENOUGH = 20
# The positions in which programs are compared if none fits in all of them.
NEAR = 120
# A program that chooses among equal moves should now and then choose a bad one: at least this share
# of the expected number.
UNLUCKY = 0.4
# Bugs to name if several programs play alike.
MOST_NAMED = 2


class Bug(NamedTuple):
    """A bug: how a program with it plays, and an advice."""

    about: str  # continues "a minimax that"
    mend: str  # the advice
    kind: str = "a minimax"
    replaced: Replaced = ()


class Answered(NamedTuple):
    """A submission's moves in a position; none if it forfeits."""

    board: Board
    mark: str
    moves: Moves
    wrong: bool  # whether a move is a fault


class NamedBug(NamedTuple):
    """The bugs of the programs that play as a submission does.

    >>> bug = Bug("never tries the last cell, c1", "The cells are range(9), 0 to 8.")
    >>> print(NamedBug((bug,), True, 12, 12).text)
    plays exactly as a minimax that never tries the last cell, c1 (in all 12 positions that show it)
    """

    bugs: tuple[Bug, ...]  # the likeliest first
    sure: bool  # whether the program has one move per position
    agreed: int  # in this number of the telling positions it has the submission's move
    telling: int  # the number of positions that show the bug: a right program moves otherwise

    @property
    def text(self) -> str:
        """A predicate for the submission."""
        exact = self.agreed == self.telling
        how = f"plays {'exactly' if exact else 'nearly'} as" if self.sure else "plays like"
        about = ", or one that ".join(bug.about for bug in self.bugs)
        where = f"all {self.telling}" if exact else f"{self.agreed} of {self.telling}"
        return f"{how} {self.bugs[0].kind} that {about} (in {where} positions that show it)"

    @property
    def mend(self) -> str:
        """An advice for each bug."""
        return " Or: ".join(dict.fromkeys(bug.mend for bug in self.bugs))


# Programs.


class Program(NamedTuple):
    """A program in two pieces, its search and the choice at the root."""

    bug: Bug
    search: str
    root: str

    def scores(self, board: Board, mark: str) -> Scores:
        """Its score for each move; empty if it fails."""
        try:
            names = _started(self.search, self.root)
            names["TABLE"].clear()  # a program that keeps its table between calls keeps state
            found: Scores = names["scores"]([*board], mark)
        except (ArithmeticError, IndexError, KeyError, TypeError, ValueError):
            return {}
        return found


@lru_cache(KEPT)
def _searching(text: str) -> dict[str, Any]:
    table: dict[Any, Any] = {}
    names: dict[str, Any] = {"remember": _remember({}, slice(None)), "TABLE": table}
    names["table"] = _remember(table, slice(1))
    exec(_compiled(text), names)
    return names


@cache
def _compiled(text: str) -> CodeType:
    return compile(text, "<a program with a bug>", "exec")


@lru_cache(KEPT)
def _started(search: str, root: str) -> dict[str, Any]:
    names = {**_searching(search)}
    exec(_compiled(root), names)
    return names


def _remember(table: dict[Any, Any], key: slice) -> Callable[..., Any]:
    """Keep a function's results in a table, by some of its arguments; the board is the first."""

    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(board: list[str], *rest: Any) -> Any:
            found = ("".join(board), *rest)[key]
            if found not in table:
                table[found] = function(board, *rest)
            return table[found]

        return called

    return decorated


@cache
def _content() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def _bugs(name: str, kind: str = "a minimax") -> list[Bug]:
    return [Bug(kind=kind, **one) for one in _content()[name]]


def _program(name: str, bug: Bug, *further: Sequence[str], root: str = "") -> Program:
    pieces = _content()["programs"]
    search, root = pieces["board"] + pieces.get(name, ""), pieces[root or f"{name}_root"]
    for old, new in (*bug.replaced, *further):
        search, root = search.replace(old, new), root.replace(old, new)
    return Program(bug, search, root)


def programs() -> Iterator[Program]:
    """The programs with a bug, the likeliest first."""
    for bug in (
        *_missing_lines(), *_bugs("minimax"), *_bugs("minimax_root"), *_sides(), *_horizons(),
        *_left_out(),
    ):  # fmt: skip
        for further in COUNTS:
            yield _program("minimax", bug, *further)
    for bug, *forms in product(_bugs("negamax", "a negamax"), COUNTS, ((), WHOLE), ((), NEGAHARD)):
        yield _program("negamax", bug, *chain(*forms))
    alphabeta = _bugs("alphabeta", "an alpha-beta search")
    for bug, *forms in product(alphabeta, COUNTS, ((), WHOLE), ((), HARD, HARDER)):
        yield _program("alphabeta", bug, *chain(*forms))
    for bug in _bases():
        yield _program("minimax", bug)
    for bug in _bugs("rules", "a program") + _bugs("weights", "a program"):
        yield _program("rules" if "block" in bug.about[:40] else "weights", bug)


def _missing_lines() -> Iterator[Bug]:
    for line, kind in zip(LINES, KINDS, strict=True):
        about = f"does not know the {kind} {_cells(line)}"
        yield Bug(about, f"Add {line} to the lines that win.", replaced=[(f"{line},", "")])
    for kind in dict.fromkeys(KINDS):
        group = [line for line, its in zip(LINES, KINDS, strict=True) if its == kind]
        pieces = [(f"{line},", "") for line in group]
        yield Bug(f"does not know the {kind}s", f"Add the {kind}s to the lines.", replaced=pieces)
    for line in LINES:
        for wrong in _typos(line):
            about = f"has the line {_cells(wrong)} in place of {_cells(line)}"
            mend = f"Put {line} in place of {wrong} among the lines that win."
            yield Bug(about, mend, replaced=[(f"{line},", f"{wrong},")])


def _typos(line: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The line with one other cell, none of the eight lines; and with two cells only."""
    for place in range(3):
        for cell in set(range(9)) - {*line}:
            wrong = (*line[:place], cell, *line[place + 1 :])
            if tuple(sorted(wrong)) not in LINES:
                yield wrong
    for pair in combinations(line, 2):
        yield (*pair, pair[1])


def _cells(line: Sequence[int]) -> str:
    return "-".join(NAMES[cell] for cell in dict.fromkeys(line))


def _sides() -> Iterator[Bug]:
    for bug in _bugs("fixed"):
        for marks in ("X", "O"), ("O", "X"):
            pieces = [(old, new.format(*marks)) for old, new in bug.replaced]
            yield bug._replace(about=bug.about.format(*marks), replaced=pieces)


def _horizons() -> Iterator[Bug]:
    for plies in range(1, 9):
        about = f"looks only {plies} {'ply' if plies == 1 else 'plies'} ahead"
        piece = "if not free(board)", f"if not free(board) or depth >= {plies}"
        yield Bug(about, "Search to the end of the game: it has nine plies.", replaced=[piece])


def _left_out() -> Iterator[Bug]:
    """Cells that the search leaves out; on a board with no other one it may fail."""
    loop = "for cell in {}:\n        board[cell] = turn"
    ends = ((0,), (8,))
    turns = {"": (*ends, *LINES[:6]), " on its own turns": ends, " on the opponent's turns": ends}
    tests = dict(zip(turns, ("True", "turn == me", "turn != me"), strict=True))
    for turn, cells in ((turn, cells) for turn, each in turns.items() for cells in each):
        about = f"leaves out {_cells(cells)} where it looks ahead{turn}"
        left = f"sorted({{*free(board)}} - {{*{cells}}}) if {tests[turn]} else free(board)"
        piece = loop.format("free(board)"), loop.format(left)
        for end in EMPTY:
            yield Bug(about, "Try every free cell: range(9).", replaced=[piece, *end])


def _bases() -> Iterator[Bug]:
    for base in range(1, 8):
        about = f"counts a win as {base} - depth, so that a later win is less than a draw"
        pieces = [("10 - depth", f"{base} - depth"), ("depth - 10", f"depth - {base}")]
        yield Bug(about, "Count 10 - depth: every win must be more than a draw.", replaced=pieces)


# Choices among the scores.


class RootChoice(NamedTuple):
    """A way to choose among scores: the possible moves, in one order of the cells."""

    of: Callable[[Sequence[int], Scores], Moves]
    order: Sequence[int] = ORDERS[0]
    sure: bool = True
    bug: Bug | None = None  # if it is wrong itself

    def moves(self, found: Scores) -> Moves:
        return self.of([cell for cell in self.order if cell in found], found)


def _any(cells: Sequence[int], found: Scores) -> Moves:
    return Moves(cell for cell in cells if found.get(cell) == max(found.values()))


def _first(cells: Sequence[int], found: Scores) -> Moves:
    return Moves([max(cells, key=found.__getitem__)] if cells else [])


def _last(cells: Sequence[int], found: Scores) -> Moves:
    return _first(cells[::-1], found)


def _first_of_set(cells: Sequence[int], found: Scores) -> Moves:
    """The first in the order of a set of pairs, in which CS50's exercise has its actions."""
    pairs = {divmod(cell, 3) for cell in cells}  # the order of insertion matters
    return _first([3 * row + column for row, column in pairs], found)


def _kept(better: Callable[[int, float, int], bool]) -> Callable[..., Moves]:
    """A loop over the moves that keeps a move if it seems better than the kept score and move."""

    def of(cells: Sequence[int], found: Scores) -> Moves:
        move, best = -1, -99.0
        for cell in cells:
            if better(cell, best, move) or found[cell] > best:
                move, best = cell, found[cell]
        return Moves([move] if cells else [])

    return of


def _until(enough: Callable[[float], bool]) -> Callable[..., Moves]:
    """The first move whose score is enough; the first of the best if there is none."""

    def of(cells: Sequence[int], found: Scores) -> Moves:
        good = [cell for cell in cells if enough(found[cell])]
        return Moves(good[:1]) or _first(cells, found)

    return of


def _positive(cells: Sequence[int], found: Scores) -> Moves:
    return _first(cells, found) if max(found.values(), default=0) > 0 else Moves()


def _else_first(cells: Sequence[int], found: Scores) -> Moves:
    return _positive(cells, found) or Moves(cells[:1])


def _else_last(cells: Sequence[int], found: Scores) -> Moves:
    return _positive(cells, found) or Moves(cells[-1:])


def _worst(cells: Sequence[int], found: Scores) -> Moves:
    return _first(cells, {cell: -found[cell] for cell in cells})


def _last_worst(cells: Sequence[int], found: Scores) -> Moves:
    return _worst(cells[::-1], found)


def _numbered(cells: Sequence[int], found: Scores) -> Moves:
    return Moves(cells.index(cell) for cell in _first(cells, found))


RIGHT = [
    *(RootChoice(_first, order) for order in ORDERS),
    RootChoice(_last),
    RootChoice(_first_of_set),
    RootChoice(_any, sure=False),
]
_ZERO = "Write `is None`: 0 is false as well."
_ON = "Try all moves before you choose."
_LOW = "Begin with minus infinity as the best score."
# Wrong choices at the root.
WRONG: list[tuple[Callable[..., Moves], str, str]] = [
    (_kept(lambda cell, best, move: best == 0), "takes a score of 0 for no score yet", _ZERO),
    (_kept(lambda cell, best, move: move == 0), "takes the cell 0 for no cell yet", _ZERO),
    (_until(lambda score: score > 0), "takes the first win that it finds", _ON),
    (_until(lambda score: score >= 0), "takes the first move that does not lose", _ON),
    (_positive, "finds no move whose score is above the best score that it begins with", _LOW),
    (lambda cells, found: Moves([4] if 4 in found else _first(cells, found)),
     "takes the centre whenever it is free", "Win and block first."),
    (lambda cells, found: Moves(c % 3 * 3 + c // 3 for c in _first(cells, found)),
     "returns 3 * column + row for its move", "A cell's number is 3 * row + column."),
    (lambda cells, found: Moves(int(max(found.values())) for _ in _first(cells, found)),
     "returns the score of its move", "Return the move that has the best score."),
    (_else_first, "begins with a best score of 0, and takes the first cell unless it wins", _LOW),
    (_else_last, "begins with a best score of 0, and takes the last cell unless it wins", _LOW),
    (_worst, "takes the lowest score for its own move", "Take the highest: max for min."),
    (_last_worst, "takes the lowest score for its own move", "Take the highest: max for min."),
    (lambda cells, found: Moves(cells[-1:]), "takes the last move that it tries",
     "Keep a move only if its score is higher."),
    (_numbered, "returns the number of its move among the free cells",
     "Return the cell, not its place in the list of free cells."),
]  # fmt: skip
TIED = Bug(
    "takes a later move whose score seems equal but is only a bound",
    "Take a move only if its score is higher (> in place of >=), or search each without bounds.",
    "an alpha-beta search",
)


class Suspect(NamedTuple):
    """A program with a choice among its scores, and the same without the bug."""

    program: Program
    choice: RootChoice
    right: Program

    @property
    def bug(self) -> Bug:
        return self.choice.bug or self.program.bug

    def shows(self, reply: Answered) -> bool:
        """Whether the bug changes the program's moves in a position."""
        right = self.choice if self.choice.bug is None else RIGHT[0]
        mine = self.choice.moves(self.program.scores(*reply[:2]))
        return mine != right.moves(self.right.scores(*reply[:2]))


@cache
def _suspects(costly: bool) -> list[tuple[Program, list[RootChoice], Program]]:
    """Each program with its choices; those alone that lose no game if no fault was costly."""
    none = Bug("", "")
    bases = [_program("minimax", none), _program("minimax", none, *UNCOUNTED)]
    late = [(_program("minimax", bug), RIGHT, bases[0]) for bug in _bugs("depth")]
    wrong = [
        RootChoice(of, order, bug=Bug(about, mend)) for of, about, mend in WRONG for order in ORDERS
    ]
    if not costly:
        return [*late, (bases[0], wrong, bases[0])]
    return [
        *_tied(bases),
        *((base, wrong, base) for base in bases),
        *((one, RIGHT, bases[UNCOUNTED[0][0] not in one.search]) for one in programs()),
        *late,
    ]


def _tied(bases: Sequence[Program]) -> Iterator[tuple[Program, list[RootChoice], Program]]:
    """Alpha-beta searches, in both usual forms, that take any of the moves that seem equal."""
    choices = [RootChoice(_last, bug=TIED), RootChoice(_any, sure=False, bug=TIED)]
    for further, base in zip(COUNTS, bases, strict=True):
        for form in (), HARD, HARDER:
            yield _program("alphabeta", TIED, *further, *form), choices, base
        yield _program("negamax", TIED, *further, *NEGAHARD), choices, base


# The comparison.


def named_bug(replies: Sequence[Answered], costly: bool) -> NamedBug | None:
    """The bug of a submission, by its replies; None if no program plays alike.

    Args:
        replies: its moves in every position that it met.
        costly: whether it made a fault that changes an outcome; otherwise, only a program that
            plays exactly alike counts.
    """
    if not any(reply.wrong for reply in replies):
        return None
    free = [[cell for cell, mark in enumerate(one.board) if mark == " "] for one in replies]
    for end in 0, -1:
        if all(one.moves == {cells[end]} for one, cells in zip(replies, free, strict=True)):
            return None  # the first free cell, or the last: no search that has a bug
    ordered = sorted(replies, key=lambda one: (not one.wrong, one.board.count(" ")))
    mute = not any(reply.moves for reply in replies)  # so is a program that fails
    fitting = [
        Suspect(program, choice, right)
        for program, choices, right in _suspects(costly)
        for choice in _fitting(program, choices, ordered, 0)
        if choice.of is _positive or not mute
    ]
    sure = [one for one in fitting if one.choice.sure]
    best = sure or _likeliest(fitting, ordered)
    if best:
        telling = sum(best[0].shows(reply) for reply in ordered)
        if not sure and telling < ENOUGH:
            return None
        bugs = {one.bug.about: one.bug for one in best}
        return NamedBug((*bugs.values(),)[:MOST_NAMED], bool(sure), telling, telling)
    return _nearly(ordered[:NEAR]) if costly else None


def _fitting(
    program: Program, choices: Sequence[RootChoice], replies: Sequence[Answered], misses: int
) -> list[RootChoice]:
    """The choices that give the replies, in all positions but a few."""
    left = [(choice, misses) for choice in choices]
    for reply in replies:
        found = program.scores(reply.board, reply.mark)
        left = [
            (choice, missed)
            for choice, most in left
            for missed in [most - (not _agrees(choice.moves(found), reply))]
            if missed >= 0
        ]
        if not left:
            break
    return [choice for choice, _ in left]


def _agrees(moves: Moves, reply: Answered) -> bool:
    legal = {cell for cell in moves if 0 <= cell < 9 and reply.board[cell] == " "}
    return reply.moves <= legal if reply.moves else not legal


def _likeliest(suspects: Sequence[Suspect], replies: Sequence[Answered]) -> list[Suspect]:
    """The program that makes the replies likeliest, if it chooses by chance; none if none fits.

    By chance it would make bad moves; a submission that makes far fewer plays by other rules.
    """
    right = _program("minimax", Bug("", ""))
    best: list[tuple[float, Suspect]] = []
    for suspect in suspects:
        likely = expected = 0.0
        for reply in replies:
            moves = suspect.choice.moves(suspect.program.scores(*reply[:2]))
            good = moves & _any(range(9), right.scores(*reply[:2])) if moves else moves
            expected += len(moves - good) / (len(moves) or 1)
            likely -= log(len(moves) or 1)
        if sum(reply.wrong for reply in replies) >= UNLUCKY * expected:
            best.append((likely, suspect))
    return [suspect for _, suspect in sorted(best, key=lambda one: -one[0])[:1]]


def _nearly(replies: Sequence[Answered]) -> NamedBug | None:
    """The bug that fits best if none fits everywhere; None if none fits nearly."""
    best: tuple[float, NamedBug] | None = None
    misses = int(len(replies) * (1 - SHARE))
    for program, choices, right in _suspects(costly=True):
        for choice in _fitting(program, choices, replies, misses):
            suspect = Suspect(program, choice, right)
            telling = [reply for reply in replies if suspect.shows(reply)]
            agreed = sum(_agrees(choice.moves(program.scores(*one[:2])), one) for one in telling)
            if len(telling) >= LEAST and agreed >= SHARE * len(telling) and choice.sure:
                share = agreed / len(telling)
                if best is None or share > best[0]:
                    best = share, NamedBug((suspect.bug,), True, agreed, len(telling))
    return best and best[1]
