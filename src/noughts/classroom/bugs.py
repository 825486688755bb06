"""Names the bug of a submission: it plays as a program with one bug does.

The programs are in `bugs.toml`: a right program for tic-tac-toe, of which one piece is replaced.
Their moves are compared with the submission's, first where it made faults, then elsewhere.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
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
# Pieces for boards with several lines: the first in the list counts, or one mark's.
WINNERS: tuple[Replaced, ...] = (
    (),
    *(
        (("found[0] if found", f"({mark} if {mark} in found else found[0]) if found"),)
        for mark in ('TABLE.get("me")', 'other(TABLE.get("me"))', '"X"', '"O"')
    ),
)
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
# Cells that a program prefers if it can neither win nor block: none, centre or corners.
PREFERRED: tuple[Replaced, ...] = (
    (),
    *(
        (("dict.fromkeys(free(board), 0)", f"{{cell: {points}[cell] for cell in free(board)}}"),)
        for points in ("[1,0,1,0,2,0,1,0,1]", "[2,0,2,0,1,0,2,0,2]", "[0,0,0,0,1,0,0,0,0]")
    ),
)
# Programs kept in memory.
KEPT = 16
# A near fit: at least this share of at least this number of positions.
SHARE, LEAST = 0.9, 12
# A bug that fewer positions show is not named with certainty, or not at all if moves are by chance.
ENOUGH = 8
# The positions in which all programs are compared at first; and if none fits in all positions.
FIRST_COMPARED, NEAR = 150, 120
# With fewer positions, only wrong choices among right scores are compared.
MANY = 20
# A program that chooses among equal moves at random makes about the expected number of bad moves,
# and takes no place among them too often: within this number of standard deviations.
DEVIATIONS = 3.5
# Bugs to name if several programs play alike.
MOST_NAMED = 3


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
        about = ", or one that ".join(bug.about for bug in self.bugs[:MOST_NAMED])
        if self.bugs[MOST_NAMED:]:
            about += ", or one with another bug"
        where = (
            f"in {'all' if exact else f'{self.agreed} of'} {self.telling} positions that show it"
        )
        if self.telling < ENOUGH:
            positions = (
                "1 position shows" if self.telling == 1 else f"{self.telling} positions show"
            )
            how, where = "may play as", f"only {positions} it"
        return f"{how} {self.bugs[0].kind} that {about} ({where})"

    @property
    def mend(self) -> str:
        """An advice for each bug that is named."""
        return " Or: ".join(dict.fromkeys(bug.mend for bug in self.bugs[:MOST_NAMED]))


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

    def ended(self, board: Board) -> bool:
        """Whether the game is over by its rules."""
        winner = _started(self.search, self.root)["winner"]
        return winner([*board]) is not None


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
        *_missing_lines(), *_horizons(), *_bugs("minimax"), *_bugs("minimax_root"), *_sides(),
        *_left_out(), *_of_one_mark(),
    ):  # fmt: skip
        for counted, winner in product(COUNTS, WINNERS):
            yield _program("minimax", bug, *counted, *winner)
    for bug, *forms in product(_bugs("negamax", "a negamax"), COUNTS, ((), WHOLE), ((), NEGAHARD)):
        yield _program("negamax", bug, *chain(*forms))
    alphabeta = _bugs("alphabeta", "an alpha-beta search")
    for bug, *forms in product(alphabeta, COUNTS, ((), WHOLE), ((), HARD, HARDER)):
        yield _program("alphabeta", bug, *chain(*forms))
    for bug in _bases():
        yield _program("minimax", bug)
    for bug, further in product(_bugs("rules", "a program"), PREFERRED):
        yield _program("rules", bug, *further)
    for bug in _bugs("weights", "a program"):
        yield _program("weights", bug)


def _missing_lines() -> Iterator[Bug]:
    named = {line: f"{kind} {_cells(line)}" for line, kind in zip(LINES, KINDS, strict=True)}
    groups = {f"{kind}s": [one for one in LINES if named[one].startswith(kind)] for kind in KINDS}
    for number in 1, 2:
        for lines in combinations(LINES, number):
            names = " and the ".join(named[line] for line in lines)
            yield _unknown(names, lines, f"Add {', '.join(map(str, lines))} to the lines that win.")
    for name, group in groups.items():
        yield _unknown(name, group, f"Add the {name} to the lines.")
        for line in group if len(group) > 2 else []:
            others = f"{name} but for {_cells(line)}"
            yield _unknown(others, {*group} - {line}, f"Look at all {name}, not at one alone.")
        yield _unknown(f"lines but for the {name}", {*LINES} - {*group}, "Add the other lines.")
    for line in LINES[0], LINES[-1]:
        yield _unknown(
            f"lines but for {_cells(line)}",
            {*LINES} - {line},
            "Look at all lines, not at one alone.",
        )
    yield from _shifted()
    for line in LINES:
        for wrong in _typos(line):
            about = f"has the line {_cells(wrong)} in place of {_cells(line)}"
            mend = f"Put {line} in place of {wrong} among the lines that win."
            yield Bug(about, mend, replaced=[(f"{line},", f"{wrong},")])


def _unknown(names: str, lines: Iterable[Sequence[int]], mend: str) -> Bug:
    pieces = [(f"{line},", "") for line in lines]
    return Bug(f"does not know the {names}", mend, replaced=pieces)


def _shifted() -> Iterator[Bug]:
    """Lines whose cells are computed wrongly."""
    mend = "Row i has the cells 3 * i to 3 * i + 2, column i the cells i, i + 3 and i + 6."
    diagonals = "The diagonals are 0, 4, 8 and 2, 4, 6."
    for about, advice, place, lines in (
        (
            "has cells in a row in place of the columns",
            mend,
            3,
            [(i, i + 1, i + 2) for i in range(3)],
        ),
        (
            "has every other cell in place of the columns",
            mend,
            3,
            [(i, i + 2, i + 4) for i in range(3)],
        ),
        ("has the rows 0-1-2, 1-2-3 and 2-3-4", mend, 0, [(i, i + 1, i + 2) for i in range(3)]),
        ("has the ends of the diagonals exchanged", diagonals, 6, [(0, 4, 6), (2, 4, 8)]),
        ("has the edges in place of the diagonals", diagonals, 6, [(0, 2, 8), (0, 6, 8)]),
    ):
        pieces = [(f"{old},", f"{new},") for old, new in zip(LINES[place:], lines, strict=False)]
        yield Bug(about, advice, replaced=_apart(pieces))


def _of_one_mark() -> Iterator[Bug]:
    """Lines of a kind that are taken for the other player's, or count for one player alone."""
    tests = {"row": "b - a == 1", "column": "b - a == 3", "diagonal": "b - a in (2, 4)"}
    for kind, test in tests.items():
        for whose, me, other in (
            ("its own", 'TABLE.get("me")', 'other(TABLE.get("me"))'),
            ("the opponent's", 'other(TABLE.get("me"))', 'TABLE.get("me")'),
        ):
            mend = f"Look at the score of {whose} {kind}s."
            piece = "board[a] for a", f"({other} if {test} else board[a]) for a"
            taken = "the opponent's" if whose == "its own" else "its own"
            yield Bug(f"takes {whose} {kind}s for {taken}", mend, replaced=[piece])
            piece = "== board[c]]", f"== board[c] and not ({test} and board[a] == {me})]"
            yield Bug(f"does not notice {whose} {kind}s", mend, replaced=[piece])


def _apart(pieces: Replaced) -> Replaced:
    """The pieces, replaced in one step: a new one may look like an old one."""
    marked = [(old, f"<{number}>") for number, (old, _) in enumerate(pieces)]
    return [*marked, *((f"<{number}>", new) for number, (_, new) in enumerate(pieces))]


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
    for line in LINES[:6]:
        mend = "Try every free cell, in all three rows and columns: range(3)."
        tried = "in free(board):", f"in sorted({{*free(board)}} - {{*{line}}}):"
        unseen = 'if board[cell] == " "]', f'if board[cell] == " " and cell not in {line}]'
        for pieces in (unseen,), *((tried, *end) for end in EMPTY):
            yield Bug(f"never tries {_cells(line)}", mend, replaced=pieces)


def _bases() -> Iterator[Bug]:
    for base in range(1, 8):
        about = f"counts a win as {base} - depth, so that a later win is less than a draw"
        pieces = [("10 - depth", f"{base} - depth"), ("depth - 10", f"depth - {base}")]
        yield Bug(about, "Count 10 - depth: every win must be more than a draw.", replaced=pieces)


# Choices among the scores.


class RootChoice(NamedTuple):
    """A way to choose among scores: the possible moves, in one order of the cells."""

    of: Callable[[Sequence[int], Scores], Moves]
    order: Sequence[int] | None = ORDERS[0]  # None: an order that its moves show
    sure: bool = True
    bug: Bug | None = None  # if it is wrong itself

    def moves(self, found: Scores) -> Moves:
        return self.of([cell for cell in self.order or ORDERS[0] if cell in found], found)


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


RIGHT = [RootChoice(_any, None), RootChoice(_first_of_set), RootChoice(_any, sure=False)]
# Choices for scores that depend on the order of the cells.
IN_ORDER = [*(RootChoice(_first, order) for order in ORDERS), RootChoice(_last), RIGHT[-1]]
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


# Players that take the first free cell or the last, and so do searches that find all moves equal.
_EQUAL = (
    "If it searches, all moves have the same score: does it change sides after each move, "
    "take its moves back, and return its scores?"
)
END = {
    0: Bug("takes the first free cell", _EQUAL, "a program"),
    -1: Bug("takes the last free cell", _EQUAL, "a program"),
}


class Suspect(NamedTuple):
    """A program with a choice among its scores, and the same without the bug."""

    program: Program
    choice: RootChoice
    right: Program

    @property
    def bug(self) -> Bug:
        return self.choice.bug or self.program.bug

    def shows(self, reply: Answered) -> bool:
        """Whether the bug changes the program's move in a position; by chance, the submission's."""
        right = self.choice if self.choice.bug is None else IN_ORDER[0]
        expected = right.moves(self.right.scores(*reply[:2]))
        if not self.choice.sure:
            return not _agrees(expected, reply)
        return self.choice.moves(self.program.scores(*reply[:2])) != expected


@cache
def _suspects(costly: bool) -> list[tuple[Program, list[RootChoice], Program]]:
    """Each program with its choices; those alone that lose no game if no fault was costly."""
    none = Bug("", "")
    bases = [_program("minimax", none), _program("minimax", none, *UNCOUNTED)]
    first, *late = [(_program("minimax", bug), RIGHT, bases[0]) for bug in _bugs("depth")]
    wrong = [
        RootChoice(of, order, bug=Bug(about, mend)) for of, about, mend in WRONG for order in ORDERS
    ]
    if not costly:
        shown = (one for one in late if "late wins" in one[0].bug.about)  # it met no loss
        return [first, (bases[0], wrong, bases[0]), *shown]
    return [
        *_tied(bases),
        *((base, wrong, base) for base in bases),
        *(
            (
                one,
                IN_ORDER if "alpha" in one.search else RIGHT,
                bases[UNCOUNTED[0][0] not in one.search],
            )
            for one in programs()
        ),
        first,
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


def named_bug(
    replies: Sequence[Answered], costly: bool, chance: bool | None = None
) -> NamedBug | None:
    """The bug of a submission, by its replies; None if no program plays alike.

    Args:
        replies: its moves in every position that it met.
        costly: whether it made a fault that changes an outcome; otherwise, only a program that
            plays exactly alike counts.
        chance: whether some of its moves are by chance; None if that is unknown.
    """
    # Many programs have a first move that they do not search for.
    replies = [one for one in replies if any(mark != " " for mark in one.board)]
    if not any(reply.wrong for reply in replies):
        return None
    free = [[cell for cell, mark in enumerate(one.board) if mark == " "] for one in replies]
    for end in 0, -1:
        if all(one.moves == {cells[end]} for one, cells in zip(replies, free, strict=True)):
            return NamedBug((END[end],), True, len(replies), len(replies))
    ordered = sorted(replies, key=lambda one: (not one.wrong, one.board.count(" ")))
    mute = not any(reply.moves for reply in replies)  # so is a program that fails
    sooner, later = ordered[:FIRST_COMPARED], ordered[FIRST_COMPARED:]
    fits = [
        (fit, Suspect(program, fit.choice, right))
        for program, choices, right in _suspects(costly)
        if len(replies) >= MANY or choices[0].bug
        for fit in _fitting(program, choices, sooner, chance=chance is not False)
        if fit.choice.of is _positive or not mute
    ]
    best: dict[str, Suspect] = {}
    for fit, suspect in fits:
        about = suspect.bug.about
        if fit.choice.sure and about not in best and fit.takes_all(suspect.program, later):
            best[about] = suspect._replace(choice=fit.known)
            if len(best) > MOST_NAMED:
                break
    sure = [*best.values()]
    likely = [] if sure else _likeliest([one for fit, one in fits if not fit.choice.sure], ordered)
    for suspect in (sure or likely)[:1]:
        telling = sum(suspect.shows(reply) for reply in ordered)
        if sure or telling >= ENOUGH:
            bugs = tuple(one.bug for one in sure or likely)
            return NamedBug(bugs, bool(sure), telling, telling)
    return _nearly(ordered[:NEAR]) if costly else None


class _Fit:
    """A choice that has given all replies so far but some, and the order of its cells so far."""

    def __init__(self, choice: RootChoice, misses: int) -> None:
        self.choice, self.misses = choice, misses
        self.after = [0] * 9  # for each cell, the set of the cells tried after it

    def takes_all(self, program: Program, replies: Sequence[Answered]) -> bool:
        """Compare it with further replies."""
        return all(self.takes(program, program.scores(*one[:2]), one) for one in replies)

    def takes(self, program: Program, found: Scores, reply: Answered) -> bool:
        """Compare it with a further reply, and return whether it still fits."""
        moves = self.choice.moves(found)
        agrees = _agrees(moves, reply) or (not reply.moves and program.ended(reply.board))
        if agrees and reply.moves and self.choice.order is None and self.choice.sure:
            agrees = self._orders(reply.moves, moves)
        self.misses -= not agrees
        return self.misses >= 0

    def _orders(self, first: Moves, equal: Moves) -> bool:
        """Whether the move can be the first of equal ones; it is from now on."""
        cell, *more = first
        if more or any(self.after[one] >> cell & 1 for one in equal):
            return False
        later = 0
        for one in equal - first:
            later |= 1 << one | self.after[one]
        for one, others in enumerate(self.after):
            if one == cell or others >> cell & 1:
                self.after[one] |= later
        return True

    @property
    def known(self) -> RootChoice:
        """The choice, with its order of the cells."""
        if self.choice.order or not self.choice.sure:
            return self.choice
        order = sorted(range(9), key=lambda cell: -self.after[cell].bit_count())
        return self.choice._replace(of=_first, order=order)


def _fitting(
    program: Program, choices: Sequence[RootChoice], replies: Sequence[Answered],
    misses: int = 0, chance: bool = False,
) -> list[_Fit]:  # fmt: skip
    """The choices that give the replies, in all positions but a few."""
    chance = chance and not _is_form(program)
    left = [_Fit(choice, misses) for choice in choices if choice.sure or chance]
    for reply in replies:
        found = program.scores(reply.board, reply.mark)
        left = [fit for fit in left if fit.takes(program, found, reply)]
        if not left:
            break
    return left


def _is_form(program: Program) -> bool:
    """Whether it plays much as the program without the last piece."""
    return any(form[0][1] in program.search for form in WINNERS[1:])


def _agrees(moves: Moves, reply: Answered) -> bool:
    legal = {cell for cell in moves if 0 <= cell < 9 and reply.board[cell] == " "}
    return reply.moves <= legal if reply.moves else not legal


def _likeliest(suspects: Sequence[Suspect], replies: Sequence[Answered]) -> list[Suspect]:
    """The program that makes the replies likeliest, if it chooses by chance; none if none fits."""
    right = _program("minimax", Bug("", ""))
    best: list[tuple[float, Suspect]] = []
    for suspect in suspects:
        likely = 0.0
        faults, places = _Tally(), _Tally()
        if not _Fit(suspect.choice, 0).takes_all(suspect.program, replies[FIRST_COMPARED:]):
            continue
        for reply in replies:
            moves = suspect.choice.moves(suspect.program.scores(*reply[:2]))
            number = len(moves) or 1
            bad = len(moves - _any(range(9), right.scores(*reply[:2]))) / number
            faults.add(reply.wrong, bad, bad * (1 - bad))
            for move in reply.moves:  # the places are 0 to number - 1
                places.add(sorted(moves).index(move), (number - 1) / 2, (number**2 - 1) / 12)
            likely -= log(number)
        if faults.by_chance and (places.by_chance or suspect.bug.kind == "a program"):
            best.append((likely, suspect))
    return [suspect for _, suspect in sorted(best, key=lambda one: -one[0])[:1]]


class _Tally:
    """A sum of numbers, beside the sum and the variance that chance would give."""

    def __init__(self) -> None:
        self.off = self.variance = 0.0

    def add(self, number: float, expected: float, variance: float) -> None:
        self.off += number - expected
        self.variance += variance

    @property
    def by_chance(self) -> bool:
        return self.off**2 <= DEVIATIONS**2 * self.variance + 1


def _nearly(replies: Sequence[Answered]) -> NamedBug | None:
    """The bug that fits best if none fits everywhere; None if none fits nearly."""
    best: tuple[float, NamedBug] | None = None
    misses = int(len(replies) * (1 - SHARE))
    for program, choices, right in _suspects(costly=True):
        if _is_form(program):
            continue
        for fit in _fitting(program, choices, replies, misses):
            choice = fit.known
            suspect = Suspect(program, choice, right)
            telling = [reply for reply in replies if suspect.shows(reply)]
            agreed = sum(_agrees(choice.moves(program.scores(*one[:2])), one) for one in telling)
            if len(telling) >= LEAST and agreed >= SHARE * len(telling):
                share = agreed / len(telling)
                if best is None or share > best[0]:
                    best = share, NamedBug((suspect.bug,), True, agreed, len(telling))
    return best and best[1]
