"""Names the bug of a submission: it plays as one of the programs in `faulty.py` does.

Their moves are compared with the submission's, first where it made faults, then elsewhere.
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import zip_longest
from math import log
from random import Random
from typing import NamedTuple

from noughts.classroom import faulty
from noughts.classroom.faulty import Board, Bug, Moves, Program, RootChoice, Scores
from noughts.errors import many

# A near fit: at least this share of at least this number of positions.
SHARE, LEAST = 0.9, 12
# A near fit is looked for with so few misses first, since other programs are then soon ruled out.
FEW_MISSES = (1, 4)
# A bug that fewer positions show is not named with certainty, or not at all if moves are by chance;
# and a submission with fewer faults has no near fit.
ENOUGH = 8
# The positions in which all programs are compared at first; and if none fits in all positions.
FIRST_COMPARED, NEAR = 150, 120
# The number of free cells with which comparing programs is cheapest, and the number of positions
# with few free cells that are compared first: most programs fail there.
CHEAPEST, CHEAP_COMPARED = 3, 48
# From this number of free cells on, a search takes milliseconds.
DEAR = 7
# With fewer positions, only wrong choices among right scores are compared.
MANY = 20
# A program that chooses among equal moves at random makes about the expected number of bad moves,
# and takes no place among them too often: within this number of standard deviations.
DEVIATIONS = 3.5
# Bugs to name if several programs play alike.
MOST_NAMED = 3


class Answered(NamedTuple):
    """A submission's moves in a position; none if it forfeits."""

    board: Board
    mark: str
    moves: Moves
    wrong: bool  # whether a move is a fault
    costly: bool = False  # whether one changes the outcome, or the submission forfeits


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
    differs: int = 0  # in this number of the compared positions the submission moves otherwise
    line: int = 0  # the line of the submission with the likeliest bug; 0 if that is unknown

    @property
    def text(self) -> str:
        """A predicate for the submission."""
        exact = not self.differs
        how = f"plays {'exactly' if exact else 'nearly'} as" if self.sure else "plays like"
        first, *others = (bug.about for bug in self.bugs[:MOST_NAMED])
        first += f" (line {self.line}?)" if self.line else ""
        about = ", or one that ".join([first, *others])
        if self.bugs[MOST_NAMED:]:
            about += ", or one with another bug"
        where = (
            f"in {'all' if exact else f'{self.agreed} of'} {self.telling} positions that show it"
        )
        if (elsewhere := self.differs - self.telling + self.agreed) > 0:
            where += f"; elsewhere it differs in {elsewhere}"
        if self.telling < ENOUGH:
            shown = f"{many(self.telling, 'position')} show{'s' * (self.telling == 1)}"
            how, where = "may play as", f"only {shown} it"
        return f"{how} {self.bugs[0].kind} that {about} ({where})"

    @property
    def mend(self) -> str:
        """An advice for each bug that is named."""
        return " Or: ".join(dict.fromkeys(bug.mend for bug in self.bugs[:MOST_NAMED]))


# Players that take the first free cell or the last, and so do searches that find all moves equal.
_EQUAL = (
    "If it searches, all moves have the same score: does it change sides after each move, "
    "take its moves back, and return its scores?"
)
END = {
    0: Bug("takes the first free cell", _EQUAL, "a program"),
    -1: Bug("takes the last free cell", _EQUAL, "a program"),
}
_CONSTANT = Bug("returns the same cell always", "Return a cell that is free.", "a program")
_NO_MOVE = Bug(
    "never finds a move, or does not return it",
    "Return the move at the end of the function. Begin with minus infinity where you look for the "
    "highest score, with plus infinity where you look for the lowest.",
    "a program",
)
_RANDOM = RootChoice(
    lambda cells, _: Moves(cells),
    sure=False,
    bug=Bug("takes any free cell at random", "Score its moves, and take the best.", "a program"),
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
        """Whether the bug changes the program's move in a position; by chance, the submission's."""
        right = faulty.IN_ORDER[0] if self.choice.bug else self.choice
        found = self.right.scores(*reply[:2])
        if not self.choice.sure:
            return not _agrees(faulty.RIGHT[-1].moves(found), reply)
        expected = right.moves(found)
        moves = self.choice.moves(self.program.scores(*reply[:2]))
        return not moves or not moves <= expected


@cache
def _suspects(costly: bool) -> list[tuple[Program, list[RootChoice], Program]]:
    """Each program with its choices; those alone that lose no game if no fault was costly."""
    none = Bug("", "")
    bases = [faulty.program_of("minimax", none, *counted) for counted in faulty.COUNTS]
    first, *late = [
        (faulty.program_of("minimax", bug), faulty.RIGHT, bases[0])
        for bug in faulty.bugs_of("depth")
    ]
    wrong = [
        *(
            RootChoice(of, order, bug=Bug(*said))
            for of, *said in faulty.WRONG
            for order in faulty.ORDERS
        ),
        *(RootChoice(of, sure=False, bug=Bug(*said)) for of, *said in faulty.WRONG_BY_CHANCE),
    ]
    if not costly:
        shown = (one for one in late if "late wins" in one[0].bug.about)  # it met no loss
        return [first, (bases[0], wrong, bases[0]), *shown]
    counted, _ = faulty.UNCOUNTED[0]
    others = ((one, _choices(one), bases[counted not in one.search]) for one in faulty.programs())
    searches = [(base, wrong, base) for base in bases]
    return [*_tied(bases), *searches, *others, first, *late]


def _choices(program: Program) -> list[RootChoice]:
    if "alpha" in program.search:
        return faulty.IN_ORDER
    return faulty.ROUNDED if "len(scores)" in program.search else faulty.RIGHT


def _tied(bases: Sequence[Program]) -> Iterator[tuple[Program, list[RootChoice], Program]]:
    """Alpha-beta searches, in both usual forms, that take any of the moves that seem equal."""
    choices = [
        RootChoice(faulty.last_best, bug=faulty.TIED),
        RootChoice(faulty.any_best, sure=False, bug=faulty.TIED),
    ]
    for further, base in zip(faulty.COUNTS, bases, strict=True):
        for form in (), faulty.HARD, faulty.HARDER:
            yield faulty.program_of("alphabeta", faulty.TIED, *further, *form), choices, base
        yield faulty.program_of("negamax", faulty.TIED, *further, *faulty.NEGAHARD), choices, base


def line_with(bug: Bug, source: str) -> int:
    """The line of a program with the bug's cells, or where they should be; 0 if it has none."""
    wrong = [new.strip("(),").split(", ") for old, new in bug.replaced if _of_cells(old) and new]
    missing = any(_of_cells(old) and not new for old, new in bug.replaced)
    sought = [[str(cell) for cell in line] for line in faulty.LINES] if missing else wrong
    texts = source.splitlines()
    for apart in r"\D{0,3}", r"\][^][\d]{1,20}\[":  # (2, 4, 6), board[2] == board[4] == board[6]
        cells = [re.compile(rf"(?<!\d){apart.join(dict.fromkeys(one))}(?!\d)") for one in sought]
        if found := [
            n for n, text in enumerate(texts, 1) if any(one.search(text) for one in cells)
        ]:
            return found[-1] if missing else found[0]
    return 0


def _of_cells(piece: str) -> bool:
    return piece in {f"{line}," for line in faulty.LINES}


def named_bug(replies: Sequence[Answered], chance: bool | None = None) -> NamedBug | None:
    """The bug of a submission, by its replies; None if no program plays alike.

    Without a costly fault, only a program that plays exactly alike counts. The replies are its
    moves in every position that it met; `chance`: whether some are by chance, None if unknown.
    """
    # Many programs have a first move that they do not search for.
    replies = [one for one in replies if any(mark != " " for mark in one.board)]
    if not any(reply.wrong for reply in replies):
        return None
    if plain := _without_a_look(replies):
        return NamedBug((plain,), True, len(replies), len(replies))
    ordered = _cheap_first(replies)
    costly = any(reply.costly for reply in replies)
    sooner, later = ordered[:FIRST_COMPARED], ordered[FIRST_COMPARED:]
    suspects = [one for one in _suspects(costly) if len(replies) >= MANY or one[1][0].bug]
    by_chance: list[Suspect] = []
    best: dict[str, Suspect] = {}
    for fit, suspect in _fits(suspects, sooner, chance is not False, best):
        about = suspect.bug.about
        if not fit.choice.sure:
            by_chance.append(suspect)
        elif about not in best and fit.takes_all(suspect.program, later):
            best[about] = suspect._replace(choice=fit.known)
            if len(best) > MOST_NAMED or suspect.bug.kind == "a program":
                break
    sure = [*best.values()]
    likely = [] if sure else _by_chance(by_chance, ordered, chance)
    for suspect in (sure or likely)[:1]:
        telling = sum(suspect.shows(reply) for reply in ordered)
        if sure or telling >= ENOUGH:
            bugs = tuple(one.bug for one in sure or likely)
            return NamedBug(bugs, bool(sure), telling, telling)
    worst_first = sorted(ordered, key=lambda one: (_is_dear(one), not one.costly, not one.wrong))
    near = costly and sum(reply.wrong for reply in replies) >= ENOUGH
    return _nearly(worst_first) if near else None


def _without_a_look(replies: Sequence[Answered]) -> Bug | None:
    """The bug of a program that takes one end of the free cells, one cell always, or none."""
    free = [[cell for cell, mark in enumerate(one.board) if mark == " "] for one in replies]
    for end, bug in END.items():
        if all(one.moves == {cells[end]} for one, cells in zip(replies, free, strict=True)):
            return bug
    tried = Moves(cell for one in replies for cell in one.moves)
    if len(tried) > 1 or any(
        one.moves != tried & {*cells} for one, cells in zip(replies, free, strict=True)
    ):
        return None
    return _CONSTANT if tried else _NO_MOVE


def _cheap_first(replies: Sequence[Answered]) -> list[Answered]:
    """Faults and right moves in turn, those first that rule programs out cheaply."""
    mixed = Random(len(replies)).sample(replies, len(replies))  # neighbours are alike
    cheap = sorted(mixed, key=lambda one: abs(one.board.count(" ") - CHEAPEST))
    pairs = zip_longest(*([one for one in cheap if one.wrong is wrong] for wrong in (True, False)))
    turns = sorted((one for pair in pairs for one in pair if one), key=_is_dear)
    first = [one for one in turns if one.board.count(" ") <= CHEAPEST + 1][:CHEAP_COMPARED]
    return first + [one for one in turns if one not in first]


def _is_dear(reply: Answered) -> bool:
    return reply.board.count(" ") >= DEAR


class _Fit:
    """A choice that has given all replies so far but some, and the order of its cells so far."""

    def __init__(self, choice: RootChoice, misses: int = 0, costly: int = 0) -> None:
        self.choice = choice
        self.misses, self.costly = misses, costly  # those left; and where the fault is costly
        self.after = [0] * 9  # for each cell, the set of the cells tried after it

    def takes_all(self, program: Program, replies: Sequence[Answered]) -> bool:
        """Compare it with further replies."""
        return all(self.takes(program, program.scores(*one[:2]), one) for one in replies)

    def takes(self, program: Program, found: Scores, reply: Answered) -> bool:
        """Compare it with a further reply, and return whether it still fits."""
        moves = self.choice.moves(found)
        agrees = _agrees(moves, reply) or (not reply.moves and program.ended(reply.board))
        ordered = self.choice.order is None and self.choice.sure
        if agrees and reply.moves and ordered and max(found.values()) < faulty.RULE:
            agrees = self._orders(reply.moves, moves)
        self.misses -= not agrees
        self.costly -= not agrees and reply.costly
        return self.misses >= 0 and self.costly >= 0

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
        return self.choice._replace(of=faulty.first_best, order=order)


def _fits(
    suspects: Iterable[tuple[Program, list[RootChoice], Program]],
    replies: Sequence[Answered],
    chance: bool,
    named: Container[str],
) -> Iterator[tuple[_Fit, Suspect]]:
    """The programs and choices that give the replies, but for bugs that have been named by now."""
    alike = False  # whether the last program's forms fail as it does
    for program, choices, right in suspects:
        is_form = _is_form(program)
        if (is_form and alike) or program.bug.about in named or (program.rare and named):
            continue
        fitting = _fitting(program, choices, replies, chance=chance)
        if not is_form:
            alike = not fitting and program.search not in faulty.MIXED
        for fit in fitting:
            yield fit, Suspect(program, fit.choice, right)


def _fitting(
    program: Program, choices: Sequence[RootChoice], replies: Sequence[Answered],
    misses: int = 0, costly: int = 0, chance: bool = False,
) -> list[_Fit]:  # fmt: skip
    """The choices that give the replies, in all positions but a few."""
    chance = chance and not _is_form(program)
    left = [_Fit(choice, misses, costly) for choice in choices if choice.sure or chance]
    for reply in replies:
        found = program.scores(reply.board, reply.mark)
        left = [fit for fit in left if fit.takes(program, found, reply)]
        if not left:
            break
    return left


def _is_form(program: Program) -> bool:
    """Whether it plays much as the program without the last piece."""
    return any(form[0][1] in program.search for form in faulty.WINNERS[1:])


def _agrees(moves: Moves, reply: Answered) -> bool:
    legal = {cell for cell in moves if 0 <= cell < 9 and reply.board[cell] == " "}
    return reply.moves <= legal if reply.moves else not legal


def _by_chance(
    suspects: Sequence[Suspect], replies: Sequence[Answered], chance: bool | None
) -> list[Suspect]:
    """The program that chooses by chance as the submission does: any cell, or among its best."""
    right = faulty.program_of("minimax", Bug("", ""))
    any_cell = [Suspect(right, _RANDOM, right)] if chance is not False else []
    return _likeliest(any_cell, replies, places=True) or _likeliest(suspects, replies)


def _likeliest(
    suspects: Sequence[Suspect], replies: Sequence[Answered], places: bool = False
) -> list[Suspect]:
    """The program that makes the replies likeliest, if it chooses by chance; none if none fits."""
    right = faulty.program_of("minimax", Bug("", ""))
    best: list[tuple[float, Suspect]] = []
    for suspect in suspects:
        likely = 0.0
        faults, taken = _Tally(), _Tally()
        if not _Fit(suspect.choice).takes_all(suspect.program, replies[FIRST_COMPARED:]):
            continue
        for reply in replies:
            moves = suspect.choice.moves(suspect.program.scores(*reply[:2]))
            number = len(moves) or 1
            bad = len(moves - faulty.any_best(range(9), right.scores(*reply[:2]))) / number
            faults.add(reply.wrong, bad, bad * (1 - bad))
            for move in reply.moves:  # the places are 0 to number - 1
                taken.add(sorted(moves).index(move), (number - 1) / 2, (number**2 - 1) / 12)
            likely -= log(number)
        ordered = suspect.bug.kind == "a program" and not places
        if faults.by_chance and (taken.by_chance or ordered):
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
    most = int(len(replies[:NEAR]) * (1 - SHARE))
    for misses in sorted({min(few, most) for few in (*FEW_MISSES, most)}):
        if found := _fits_best(replies, misses):
            return found
    return None


def _fits_best(replies: Sequence[Answered], misses: int) -> NamedBug | None:
    """The bug that fits best with at most this number of misses among the first replies."""
    best: tuple[tuple[int, float], NamedBug] | None = None
    first, later = replies[:NEAR], replies[NEAR:]
    more, costly = (
        int(number * (1 - SHARE)) for number in (len(later), sum(one.costly for one in replies))
    )
    for program, choices, right in _suspects(costly=True):
        if _is_form(program):
            continue
        for fit in _fitting(program, choices, first, misses, costly):
            fit.misses += more
            if not fit.takes_all(program, later):
                continue
            choice = fit.known
            suspect = Suspect(program, choice, right)
            telling = [reply for reply in replies if suspect.shows(reply)]
            agreed = sum(_agrees(choice.moves(program.scores(*one[:2])), one) for one in telling)
            if len(telling) >= LEAST and agreed >= SHARE * len(telling):
                share, differs = agreed / len(telling), misses + more - fit.misses
                if best is None or (-differs, share) > best[0]:
                    named = NamedBug((suspect.bug,), True, agreed, len(telling), differs)
                    best = (-differs, share), named
    return best and best[1]
