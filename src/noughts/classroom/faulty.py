"""Programs for tic-tac-toe with one bug each, and the ways in which programs choose among scores.

The programs are in `faulty.toml`: a right program, of which one piece is replaced.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, combinations, product
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
# Tests for whose turn it is, and for the kind of a line.
TURNS = {"": "True", " on its own turns": "turn == me", " on the opponent's turns": "turn != me"}
TESTS = {"row": "b - a == 1", "column": "b - a == 3", "diagonal": "b - a in (2, 4)"}
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
# The searches that have met a board with lines of both marks: to the others, WINNERS are one.
MIXED: set[str] = set()
# From these points on a program that does not search takes a move by a rule: the first line counts
# that it looks at, not the first cell.
RULE = 1000
# Averages that differ less are equal: a program may add them up in another order.
ROUNDING = 1e-9
# Programs kept in memory, and their scores: near fits are looked for several times.
KEPT, KEPT_SCORES = 16, 50_000


class Bug(NamedTuple):
    """A bug: how a program with it plays, and an advice."""

    about: str  # continues "a minimax that"
    mend: str  # the advice
    kind: str = "a minimax"
    replaced: Replaced = ()


class Program(NamedTuple):
    """A program in two pieces, its search and the choice at the root."""

    bug: Bug
    search: str
    root: str
    rare: bool = False  # whether it is compared only if no other one fits

    def scores(self, board: Board, mark: str) -> Scores:
        """Its score for each move; empty if it fails."""
        return _scores(self.search, self.root, board, mark)

    def ended(self, board: Board) -> bool:
        """Whether the game is over by its rules."""
        winner = _started(self.search, self.root)["winner"]
        return winner([*board]) is not None


@lru_cache(KEPT_SCORES)
def _scores(search: str, root: str, board: Board, mark: str) -> Scores:
    try:
        names = _started(search, root)
        names["TABLE"].clear()  # a program that keeps its table between calls keeps state
        found: Scores = names["scores"]([*board], mark)
    except (ArithmeticError, IndexError, KeyError, TypeError, ValueError):
        return {}
    return found


@lru_cache(KEPT)
def _searching(text: str) -> dict[str, Any]:
    table: dict[Any, Any] = {}
    plies = text.replace("me, depth):", "", 1).replace("me, depth + 1)", "", 1)
    whole = "depth" in plies or "TABLE" in text
    key = slice(None if whole else -1)  # a score that does not count plies is kept without them
    names: dict[str, Any] = {"remember": _remember({}, key), "TABLE": table}
    names["table"] = _remember(table, slice(0))
    names["mixed"] = partial(MIXED.add, text)
    _run(text, names)
    return names


def _run(text: str, names: dict[str, Any]) -> None:
    """Run a text by its blocks: most of them are in many programs, and compiled once."""
    for block in re.split(r"\n\n(?=\S)", text):
        exec(_compiled(block), names)


@cache
def _compiled(block: str) -> CodeType:
    return compile(block, "<a program with a bug>", "exec")


@lru_cache(KEPT)
def _started(search: str, root: str) -> dict[str, Any]:
    names = {**_searching(search)}
    _run(root, names)
    return names


def _remember(table: dict[Any, Any], key: slice) -> Callable[..., Any]:
    """Keep a function's results in a table, by some of its arguments; the board is the first."""

    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(board: list[str], *rest: Any) -> Any:
            found = (*board, *rest[key])
            if found not in table:
                table[found] = function(board, *rest)
            return table[found]

        return called

    return decorated


@cache
def _content() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def bugs_of(name: str, kind: str = "a minimax") -> list[Bug]:
    shared = _content()["pieces"]
    return [
        Bug(about, mend, kind, [*chain(*(shared.get(str(each), [each]) for each in pieces))])
        for about, mend, pieces in _content()["bugs"][name]
    ]


def program_of(name: str, bug: Bug, *further: Sequence[str], root: str = "") -> Program:
    pieces = _content()["programs"]
    search, root = pieces["board"] + pieces.get(name, ""), pieces[root or f"{name}_root"]
    for old, new in (*bug.replaced, *further):
        search, root = search.replace(old, new), root.replace(old, new)
    return Program(bug, search, root)


def programs() -> Iterator[Program]:
    """The programs with a bug: the quickest, then the likeliest."""
    for bug in bugs_of("weights", "a program"):
        yield program_of("weights", bug)
    for bug in (
        *_missing_lines(), *_horizons(), *bugs_of("minimax"), *bugs_of("minimax_root"), *_sides(),
        *_on_some_turns(), *_left_out(), *_of_one_mark(), *_of_two_cells(),
    ):  # fmt: skip
        for counted, winner in product(COUNTS, WINNERS):
            yield program_of("minimax", bug, *counted, *winner)
    negamax = bugs_of("negamax", "a negamax")
    for bug, *forms in product(negamax, COUNTS, ((), WHOLE), ((), NEGAHARD)):
        yield program_of("negamax", bug, *chain(*forms))
    alphabeta = bugs_of("alphabeta", "an alpha-beta search")
    for bug, *forms in product(alphabeta, COUNTS, ((), WHOLE), ((), HARD, HARDER)):
        yield program_of("alphabeta", bug, *chain(*forms))
    for bug in _bases():
        yield program_of("minimax", bug)
    for bug, further in product(bugs_of("rules", "a program"), PREFERRED):
        yield program_of("rules", bug, *further)
    for bug, counted in product(_wrong_lines(_two_wrong), COUNTS):
        yield program_of("minimax", bug, *counted)._replace(rare=True)


def _missing_lines() -> Iterator[Bug]:
    named = {line: f"{kind} {_cells(line)}" for line, kind in zip(LINES, KINDS, strict=True)}
    groups = {f"{kind}s": [one for one in LINES if named[one].startswith(kind)] for kind in KINDS}
    for number in 1, 2:
        for lines in combinations(LINES, number):
            if [*lines] == groups["diagonals"]:
                continue
            names = " and the ".join(named[line] for line in lines)
            yield _unknown(names, lines, f"Add {', '.join(map(str, lines))} to the lines that win.")
    for name, group in groups.items():
        yield _unknown(name, group, f"Add the {name} to the lines.")
        for line in group if len(group) > 2 else []:
            others = f"{name} but for {_cells(line)}"
            yield _unknown(others, {*group} - {line}, f"Look at all {name}, not at one alone.")
        yield _unknown(f"lines but for the {name}", {*LINES} - {*group}, "Add the other lines.")
    for line in LINES[0], LINES[-1]:
        names, mend = f"lines but for {_cells(line)}", "Look at all lines, not at one alone."
        yield _unknown(names, {*LINES} - {line}, mend)
    yield from _shifted()
    yield from _wrong_lines(_typos)


def _wrong_lines(wrongs: Callable[[Sequence[int]], Iterable[Sequence[int]]]) -> Iterator[Bug]:
    for line in LINES:
        for wrong in wrongs(line):
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
    by_one, by_two = ([(i, i + step, i + 2 * step) for i in range(3)] for step in (1, 2))
    for about, advice, place, lines in (
        ("has cells in a row in place of the columns", mend, 3, by_one),
        ("has every other cell in place of the columns", mend, 3, by_two),
        ("has the rows 0-1-2, 1-2-3 and 2-3-4", mend, 0, by_one),
        ("has the ends of the diagonals exchanged", diagonals, 6, [(0, 4, 6), (2, 4, 8)]),
        ("has b3-a2-c1 in place of the diagonal c3-b2-a1", diagonals, 7, [(1, 3, 8)]),
        ("has the edges in place of the diagonals", diagonals, 6, [(0, 2, 8), (0, 6, 8)]),
    ):
        pieces = [(f"{old},", f"{new},") for old, new in zip(LINES[place:], lines, strict=False)]
        yield Bug(about, advice, replaced=_apart(pieces))


def _of_one_mark() -> Iterator[Bug]:
    """Lines of a kind that are taken for the other player's, or count for one player alone."""
    named = {
        f"{kind} {_cells(at)}": f"[a, b, c] == {[*at]}"
        for at, kind in zip(LINES, KINDS, strict=True)
    }
    for kind, test in ({f"{kind}s": test for kind, test in TESTS.items()} | named).items():
        for whose, me, other in (
            ("its own", 'TABLE.get("me")', 'other(TABLE.get("me"))'),
            ("the opponent's", 'other(TABLE.get("me"))', 'TABLE.get("me")'),
        ):
            mend = f"Look at the score of {whose} {kind}."
            piece = "board[a] for a", f"({other} if {test} else board[a]) for a"
            taken = "the opponent's" if whose == "its own" else "its own"
            yield Bug(f"takes {whose} {kind} for {taken}", mend, replaced=[piece])
            piece = "== board[c]]", f"== board[c] and not ({test} and board[a] == {me})]"
            yield Bug(f"does not notice {whose} {kind}", mend, replaced=[piece])


def _of_two_cells() -> Iterator[Bug]:
    """Lines of a kind of which two cells are compared, or whose winner is looked up elsewhere."""
    whole = "board[a] == board[b] == board[c]"
    for (kind, test), (one, two) in product(TESTS.items(), combinations("abc", 2)):
        about, mend = f"takes two marks of a {kind} for three", "Compare all three cells of a line."
        piece = whole, f"(board[{one}] == board[{two}] if {test} else {whole})"
        yield Bug(about, mend, replaced=[piece])
    tests = {"line": "True"} | TESTS
    sides = ("the opponent's", "other(me)"), ("its own", "me")
    for (kind, test), (whose, me) in product(tests.items(), sides):
        about, mend = f"takes three empty cells of a {kind} for {whose}", "Leave out empty cells."
        pieces = ('board[a] != " " and', f'(board[a] != " " or {test}) and'), (
            f"winner(board) == {me}:", f"winner(board) in ({me}, ' '):"
        )  # fmt: skip
        yield Bug(about, mend, replaced=pieces)
    for kind, place in ("row", "a // 3"), ("column", "3 * a"):
        about = f"takes a {kind} for that of a mark that stands elsewhere"
        cell = f"board[{place} if {TESTS[kind]} else a]"
        pieces = ("board[a] for", f"{cell} for"), ("c]]", f"c] and {cell} != ' ']")
        for empty in (), (('board[a] != " " and ', ""),):  # three empty cells are equal, too
            mend = f"The winner is the mark in the {kind} itself."
            yield Bug(about, mend, replaced=(*pieces, *empty))


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


def _two_wrong(line: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The line with two other cells, none of the eight lines."""
    for cell, pair in product(line, combinations(sorted({*range(9)} - {*line}), 2)):
        if (wrong := tuple(sorted((cell, *pair)))) not in LINES:
            yield wrong


def _cells(line: Sequence[int]) -> str:
    return "-".join(NAMES[cell] for cell in dict.fromkeys(line))


def _sides() -> Iterator[Bug]:
    for bug in bugs_of("fixed"):
        for marks in ("X", "O"), ("O", "X"):
            pieces = [
                (old, new.replace("{0}", marks[0]).replace("{1}", marks[1]))
                for old, new in bug.replaced
            ]
            about, mend = (text.format(*marks) for text in bug[:2])
            yield bug._replace(about=about, mend=mend, replaced=pieces)


def _horizons() -> Iterator[Bug]:
    for plies in range(1, 9):
        about = f"looks only {plies} {'ply' if plies == 1 else 'plies'} ahead"
        piece = "if not free(board)", f"if not free(board) or depth >= {plies}"
        yield Bug(about, "Search to the end of the game: it has nine plies.", replaced=[piece])


def _on_some_turns() -> Iterator[Bug]:
    """Loops that end too soon, on all turns or on one player's."""
    for (turn, test), (about, mend, cells) in product(TURNS.items(), (
        ("stops at the first cell that is taken where it looks ahead", _TAKEN,
         "[cell for place, cell in enumerate(free(board)) if place == cell]"),
        ("leaves a row at the first cell that is taken where it looks ahead", _TAKEN,
         "[cell for cell in free(board) if {*range(cell - cell % 3, cell)} <= {*free(board)}]"),
        ("returns after the first row where it looks ahead", _AFTER,
         "[cell for cell in free(board) if cell < 3]"),
    )):  # fmt: skip
        piece = _on_turns(cells, test)
        for root in (), _content()["pieces"]["none_lost"]:  # it may find no move at all
            yield Bug(f"{about}{turn}", mend, replaced=[piece, *root])
    for place, about, mend in (
        ("0", "returns after the first move that it tries", _AFTER),
        (
            "-1",
            "takes the last score in place of the best one",
            "Keep the best score of all moves.",
        ),
    ):
        for turn, old in (" on its own turns", "max(scores, default=-99)"), (
            " on the opponent's turns", "min(scores, default=99)"
        ):  # fmt: skip
            yield Bug(f"{about}{turn}", mend, replaced=[(old, f"scores[{place}]")])


def _on_turns(cells: str, test: str) -> tuple[str, str]:
    """A piece with a loop over other cells on some turns."""
    loop = "for cell in {}:\n        board[cell] = turn"
    return loop.format("free(board)"), loop.format(f"({cells}, free(board))[not ({test})]")


def _left_out() -> Iterator[Bug]:
    """Cells that the search leaves out; on a board with no other one it may fail."""
    ends = ((0,), (8,))
    turns = {"": (*ends, *LINES[:6]), " on its own turns": ends, " on the opponent's turns": ends}
    for turn, cells in ((turn, cells) for turn, each in turns.items() for cells in each):
        about = f"leaves out {_cells(cells)} where it looks ahead{turn}"
        piece = _on_turns(f"sorted({{*free(board)}} - {{*{cells}}})", TURNS[turn])
        for end in EMPTY:
            yield Bug(about, "Try every free cell: range(9).", replaced=[piece, *end])
    for line in LINES[:6]:
        mend = "Try every free cell, in all three rows and columns: range(3)."
        tried = "in free(board):", f"in sorted({{*free(board)}} - {{*{line}}}):"
        unseen = 'if board[cell] == " "]', f'if board[cell] == " " and cell not in {line}]'
        for pieces in (unseen,), *((tried, *end) for end in EMPTY):
            yield Bug(f"never tries {_cells(line)}", mend, replaced=pieces)
        root = [tuple(f"{each}\n        board[cell] = me" for each in tried)]
        yield Bug(f"does not try {_cells(line)} for its own move", mend, replaced=root)


def _bases() -> Iterator[Bug]:
    for base in range(1, 8):
        about = f"counts a win as {base} - depth, so that a later win is less than a draw"
        pieces = [("10 - depth", f"{base} - depth"), ("depth - 10", f"depth - {base}")]
        yield Bug(about, "Count 10 - depth: every win must be more than a draw.", replaced=pieces)


class RootChoice(NamedTuple):
    """A way to choose among scores: the possible moves, in one order of the cells."""

    of: Callable[[Sequence[int], Scores], Moves]
    order: Sequence[int] | None = ORDERS[0]  # None: an order that its moves show
    sure: bool = True
    bug: Bug | None = None  # if it is wrong itself

    def moves(self, found: Scores) -> Moves:
        return self.of([cell for cell in self.order or ORDERS[0] if cell in found], found)


def any_best(cells: Sequence[int], found: Scores) -> Moves:
    best = max(found.values(), default=0) - ROUNDING
    return Moves(cell for cell in cells if found.get(cell, best) > best)


def first_best(cells: Sequence[int], found: Scores) -> Moves:
    return Moves([max(cells, key=found.__getitem__)] if cells else [])


def last_best(cells: Sequence[int], found: Scores) -> Moves:
    return first_best(cells[::-1], found)


def _first_of_set(cells: Sequence[int], found: Scores) -> Moves:
    """The first in the order of a set of pairs, in which CS50's exercise has its actions."""
    pairs = {divmod(cell, 3) for cell in cells}  # the order of insertion matters
    return first_best([3 * row + column for row, column in pairs], found)


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
        return Moves(good[:1]) or first_best(cells, found)

    return of


def winning_only(cells: Sequence[int], found: Scores) -> Moves:
    return first_best(cells, found) if max(found.values(), default=0) > 0 else Moves()


def _worst(cells: Sequence[int], found: Scores) -> Moves:
    return first_best(cells, {cell: -found[cell] for cell in cells})


RIGHT = [RootChoice(any_best, None), RootChoice(_first_of_set), RootChoice(any_best, sure=False)]
# Choices for averages: rounding decides which of equal ones seems the best.
ROUNDED = [RootChoice(any_best), RIGHT[-1]]
# Choices for scores that depend on the order of the cells.
IN_ORDER = [*(RootChoice(first_best, order) for order in ORDERS), RootChoice(last_best), RIGHT[-1]]
_TAKEN = "Go on with the next cell: continue, not break."
_AFTER = "Put the return after the loop, not into it."
_ZERO = "Write `is None`: 0 is false as well."
_ON = "Try all moves before you choose."
_LOW = "Begin with minus infinity as the best score."
# Wrong choices at the root; and one at random.
WrongChoice = tuple[Callable[..., Moves], str, str]
WRONG: list[WrongChoice] = [
    (_kept(lambda cell, best, move: best == 0), "takes a score of 0 for no score yet", _ZERO),
    (_kept(lambda cell, best, move: move == 0), "takes the cell 0 for no cell yet", _ZERO),
    (_until(lambda score: score > 0), "takes the first win that it finds", _ON),
    (_until(lambda score: score >= 0), "takes the first move that does not lose", _ON),
    (lambda cells, found: first_best([c for i, c in enumerate(cells) if c == i], found),
     "stops at the first cell that is taken", _TAKEN),
    (lambda cells, found: first_best(
        [c for c in cells if {*range(c - c % 3, c)} <= {*cells}], found),
     "leaves a row at the first cell that is taken", _TAKEN),
    (lambda cells, found: first_best([c for c in cells if c < 3], found),
     "returns after the first row", _AFTER),
    (winning_only, "finds no move whose score is above the best score that it begins with",
     f"{_LOW[:-1]}, and return the move."),
    (lambda cells, found: Moves([4] if 4 in found else first_best(cells, found)),
     "takes the centre whenever it is free", "Win and block first."),
    (lambda cells, found: Moves(c % 3 * 3 + c // 3 for c in first_best(cells, found)),
     "returns 3 * column + row for its move", "A cell's number is 3 * row + column."),
    (lambda cells, found: Moves(int(max(found.values())) for _ in first_best(cells, found)),
     "returns the score of its move", "Return the move that has the best score."),
    (lambda cells, found: Moves([(found[best] > 0) - (found[best] < 0)
                                 for best in first_best(cells, found)]),
     "returns the score of its move", "Return the move that has the best score."),
    (lambda cells, found: first_best(range(9), {c: found.get(c, 0) for c in range(9)}),
     "gives the cells that are taken a score of 0", "Compare the scores of free cells alone."),
    (lambda cells, found: first_best([c for c in cells if c // 3 == cells[-1] // 3], found),
     "begins with a new best score in each row", "Set the first best score before both loops."),
    (lambda cells, found: winning_only(cells, found) or Moves(cells[:1]),
     "begins with a best score of 0, and takes the first cell unless it wins", _LOW),
    (lambda cells, found: winning_only(cells, found) or Moves(cells[-1:]),
     "begins with a best score of 0, and takes the last cell unless it wins", _LOW),
    (lambda cells, found: first_best(cells, {cell: abs(found[cell]) for cell in cells}),
     "takes the score that is farthest from 0, also that of a loss", "Compare scores without abs."),
    (_worst, "takes the lowest score for its own move", "Take the highest: max for min."),
    (lambda cells, found: _worst(cells[::-1], found),
     "takes the lowest score for its own move", "Take the highest: max for min."),
    (lambda cells, found: Moves(cells[-1:]), "takes the last move that it tries",
     "Keep a move only if its score is higher."),
    (lambda cells, found: Moves(cells.index(cell) for cell in first_best(cells, found)),
     "returns the number of its move among the free cells",
     "Return the cell, not its place in the list of free cells."),
]  # fmt: skip
WRONG_BY_CHANCE: list[WrongChoice] = [
    (lambda cells, found: any_best(cells, {cell: -found[cell] for cell in cells}),
     "takes the lowest score for its own move", "Take the highest: max for min."),
]  # fmt: skip
TIED = Bug(
    "takes a later move whose score seems equal but is only a bound",
    "Take a move only if its score is higher (> in place of >=), or search each without bounds.",
    "an alpha-beta search",
)
