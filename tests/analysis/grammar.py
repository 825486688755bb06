"""Reads the sentences of explanations back, word by word, and holds them against the paper.

Nothing may be left over: a sentence that says anything beside these clauses is not read.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tests.analysis import paper as p

CELL = "[a-c][1-3]"
CELLS = rf"(?:any of \d moves \((?:{CELL}, )+…\)|(?:(?:{CELL}, )*{CELL} (?:and|or) )?{CELL})"
LINE = rf"the [a-z ]+ \({CELL} {CELL} {CELL}\)"
LINES = rf"(?:(?:{LINE}, )*{LINE} (?:and|or) )?{LINE}"
SOON = r"at once|in \d"
NUMBER = "one|two|three|four"
JOINTS = re.compile(r", and |, but |; | and |, |$")

PLACES = {
    "top row": {0, 1, 2}, "middle row": {3, 4, 5}, "bottom row": {6, 7, 8},
    "left column": {0, 3, 6}, "middle column": {1, 4, 7}, "right column": {2, 5, 8},
}  # fmt: skip


def cell(name):
    return "abc".index(name[0]) + 3 * (3 - int(name[1]))


def cells(text):
    return {cell(name) for name in re.findall(CELL, text)}


def lines(text):
    """The lines of a sentence, each checked to lie where it is said to lie."""
    found = set()
    for place, names in re.findall(r"the ([a-z ]+) \(([^)]*)\)", text):
        line = frozenset(cells(names))
        assert line == PLACES.get(place, line)
        assert (place == "diagonal") == (line in ({0, 4, 8}, {2, 4, 6}))
        found.add(line)
    return found


def plies(text):
    return 1 if text == "at once" else int(text.split()[-1])


class Move(NamedTuple):
    """A move on paper that a sentence speaks of."""

    paper: p.Paper
    board: str
    side: str
    move: int

    @property
    def after(self):
        return p.marked(self.board, self.move, self.side)

    @property
    def foe(self):
        return p.other(self.side)

    @property
    def worth(self):
        return self.all_worths[self.move]

    @property
    def all_worths(self):
        return p.worths(self.paper, self.board, self.side)

    @property
    def best(self):
        return p.best(self.paper, self.board, self.side)

    def reply(self, move):
        return Move(self.paper, self.after, self.foe, move)

    def wins(self):
        return p.wins(self.paper, self.after, self.side)

    def foe_wins(self):
        return p.wins(self.paper, self.after, self.foe)

    def completed_by(self, side):
        return p.completed(self.paper, self.board, self.move, side)

    def lines_after(self, side, where):
        return {line for c in where for line in p.completed(self.paper, self.after, c, side)}

    def open_lines(self, closed_by):
        through = [line for line in p.lines(self.paper) if self.move in line]
        return [line for line in through if all(self.board[c] != closed_by for c in line)]

    def alone(self, same):
        return [c for c, worth in self.all_worths.items() if same(worth)] == [self.move]

    def better(self, text, outcome, soon=None):
        """Whether the moves named, or some of as many, are just the best ones."""
        ideal = {c for c, v in self.all_worths.items() if p.rank(v) == p.rank(self.best)}
        count = re.match(r"any of (\d)", text)
        named = cells(text) <= ideal and (not count or int(count[1]) == len(ideal))
        right = self.best[0] == outcome and (soon is None or self.best[1] == soon)
        worse = p.rank(self.worth) < p.rank(self.best)
        return named and right and worse and (count or cells(text) == ideal)


def forced(m, answer):
    replies = {c: m.reply(c) for c in p.empty(m.after)}
    stopping = {c for c, reply in replies.items() if not p.wins(m.paper, reply.after, m.side)}
    return stopping == {cell(answer)} and not m.foe_wins() and len(replies) > 1


def forced_into_fork(m, answer):
    return forced(m, answer) and p.is_sure_fork(m.paper, m.after, cell(answer), m.foe)


def closes_last(m):
    board_lines = p.lines(m.paper)
    untouched = [line for line in board_lines if all(m.board[c] != m.side for c in line)]
    return untouched and all(m.move in line for line in untouched)


def zugzwang(m):
    passed = p.value(m.paper, m.after, m.side)
    return p.value(m.paper, m.after, m.foe)[0] == -1 and passed[0] <= 0


def number(word):
    return NUMBER.split("|").index(word) + 1


# Clauses about a move: {F} is the other player, {S} the one who moves.
CLAUSES: list[tuple[str, Callable[..., object]]] = [
    (rf"completes ({LINES}) and wins", lambda m, a: lines(a) == m.completed_by(m.side)),
    (
        rf"completes ({LINES}), which loses in misère play",
        lambda m, a: m.paper.misere and lines(a) == m.completed_by(m.side),
    ),
    (rf"blocks {{F}} in ({LINES})", lambda m, a: lines(a) == m.completed_by(m.foe)),
    (
        rf"misses the win at ({CELLS})",
        lambda m, a: cells(a) == p.wins(m.paper, m.board, m.side),
    ),
    (
        rf"lets {{F}} win at ({CELLS}) with ({LINES})",
        lambda m, a, b: cells(a) == m.foe_wins() and lines(b) == m.lines_after(m.foe, cells(a)),
    ),
    (
        rf"makes a fork with threats at ({CELLS})",
        lambda m, a: cells(a) <= m.wins() and len(cells(a)) > 1,
    ),
    (
        rf"threatens to complete ({LINES})",
        lambda m, a: lines(a) <= m.lines_after(m.side, m.wins()),
    ),
    (rf"forces {{F}} to answer ({CELL}), where {{F}} makes a fork", forced_into_fork),
    (rf"forces {{F}} to answer ({CELL})", forced),
    (
        rf"lets {{F}} make a fork at ({CELLS})",
        lambda m, a: cells(a) == p.sure_forks(m.paper, m.after, m.foe),
    ),
    (
        rf"stops {{F}} from making a fork at ({CELLS})",
        lambda m, a: cells(a) == p.sure_forks(m.paper, m.board, m.foe)
        and not p.sure_forks(m.paper, m.after, m.foe),
    ),
    (
        rf"makes threats, so that {{F}} has no time for a fork at ({CELLS})",
        lambda m, a: not m.wins() & cells(a)
        and len(m.wins()) == 1
        and all(p.is_fork(m.paper, m.after, c, m.foe) for c in cells(a)),
    ),
    (
        rf"misses the fork at ({CELLS})",
        lambda m, a: cells(a) == p.sure_forks(m.paper, m.board, m.side) and m.best == (1, 3),
    ),
    (
        rf"prepares a fork at ({CELLS})",
        lambda m, a: cells(a) == p.sure_forks(m.paper, m.after, m.side),
    ),
    (r"closes the last line that {F} could complete", closes_last),
    (r"closes the last line that {F} could be forced to complete", closes_last),
    (
        r"leaves {F} no safe cell",
        lambda m: m.paper.misere and p.empty(m.after) == m.foe_wins(),
    ),
    (
        rf"leaves {{F}} only ({CELL}) as a safe cell",
        lambda m, a: m.paper.misere and p.empty(m.after) - m.foe_wins() == cells(a),
    ),
    (
        rf"takes a cell deadly to {{F}}, the last of ({LINES})",
        lambda m, a: m.paper.misere and lines(a) == m.completed_by(m.foe),
    ),
    (
        rf"makes ({CELLS}) deadly to {{S}}",
        lambda m, a: m.paper.misere
        and cells(a) == m.wins() - p.wins(m.paper, m.board, m.side),
    ),
    (r"puts {F} in zugzwang", zugzwang),
    (r"takes the centre", lambda m: m.move == 4),
    (r"takes a corner", lambda m: m.move in (0, 2, 6, 8)),
    (r"takes an edge", lambda m: m.move in (1, 3, 5, 7)),
    (
        rf"is on ({NUMBER}) lines? still open to {{S}}",
        lambda m, a: number(a) == len(m.open_lines(m.foe)),
    ),
    (
        r"is on no line that can still be completed",
        lambda m: not m.open_lines(m.foe) and not m.open_lines(m.side),
    ),
    (
        rf"closes ({NUMBER}) lines? to {{F}}",
        lambda m, a: number(a) == len([
            line for line in m.open_lines(m.side) if any(m.board[c] == m.foe for c in line)
        ]),
    ),
    # What it is worth.
    (rf"wins ({SOON})", lambda m, a: m.worth == (1, plies(a)) == m.best),
    (r"holds the draw", lambda m: m.worth[0] == m.best[0] == 0),
    (r"ends the game in a draw", lambda m: m.worth == (0, 1)),
    (rf"loses ({SOON})", lambda m, a: m.worth == (-1, plies(a))),
    (r"there is no other move", lambda m: p.empty(m.board) == {m.move}),
    (r"no other move wins", lambda m: m.alone(lambda v: v[0] == 1)),
    (r"no other move does", lambda m: m.alone(lambda v: v[0] == 0)),
    (
        r"no other move (?:wins so soon|holds out so long)",
        lambda m: m.alone(lambda v: p.rank(v) == p.rank(m.best)),
    ),
    (
        r"throws the win away: only a draw is left",
        lambda m: m.best[0] == 1 and m.worth[0] == 0,
    ),
    (
        rf"turns the win into a loss ({SOON})",
        lambda m, a: m.best[0] == 1 and m.worth == (-1, plies(a)),
    ),
    (rf"wins only ({SOON})", lambda m, a: m.worth == (1, plies(a)) != m.best),
    (r"only a draw is left", lambda m: m.best[0] == 1 and m.worth[0] == 0),
    (rf"it still wins, but only ({SOON})", lambda m, a: m.worth == (1, plies(a)) != m.best),
    (rf"it even loses ({SOON})", lambda m, a: m.worth == (-1, plies(a)) and m.best[0] == 1),
    (rf"({CELLS}) would draw", lambda m, a: m.better(a, 0)),
    (rf"({CELLS}) would win ({SOON})", lambda m, a, b: m.better(a, 1, plies(b))),
    (
        rf"({CELLS}) would hold out for (\d) plies",
        lambda m, a, b: m.better(a, -1, int(b)),
    ),
]  # fmt: skip


@cache
def clauses(side, foe):
    """The clauses for these players."""
    return [
        (re.compile(pattern.replace("{S}", side).replace("{F}", foe)), claim)
        for pattern, claim in CLAUSES
    ]


def is_best_reply(m, answer):
    reply = m.reply(cell(answer))
    return p.rank(reply.worth) == p.rank(reply.best)


def read_clauses(text, m, replies=True):
    """Check every clause of a text, and that there is nothing between them but joints."""
    players = {"S": m.side.upper(), "F": m.foe.upper()}
    while text:
        if replies and (found := re.match(rf"{players['F']} answers ({CELL})(?: and |$)", text)):
            assert is_best_reply(m, found[1]), (m, text)
            text, m, replies = text[found.end() :], m.reply(cell(found[1])), False
            players = {"S": m.side.upper(), "F": m.foe.upper()}
            continue
        text = read_clause(text, m, players)


def read_clause(text, m, players):
    """Check the clause that a text begins with; what is left of the text after it."""
    for pattern, claim in clauses(players["S"], players["F"]):
        found = pattern.match(text)
        joint = JOINTS.match(text, found.end()) if found else None
        if found and joint:
            assert claim(m, *found.groups()), (m, found[0])
            return text[joint.end() :]
    raise AssertionError(f"not a known clause: {text!r}")


def read_line(text, m):
    """Check a move's explanation in one line."""
    name, _, said = text.partition(": ")
    assert cell(name) == m.move
    read_clauses(said.removesuffix("."), m)


# Sentences of the long form, after the first.


def read_paragraph(text, m):
    """Check a move's explanation in full."""
    first, *rest = text.removesuffix(".").split(". ")
    found = re.fullmatch(rf"([XO])'s move ({CELL}) (.*)", first)
    assert found
    assert (cell(found[2]), found[1].lower()) == (m.move, m.side)
    read_clauses(found[3], m, replies=False)
    for sentence in rest:
        read_sentence(sentence, m)


def only_holds(m, answer, rest):
    replies = m.reply(cell(answer)).all_worths
    best = max(replies.values(), key=p.rank)
    holding = {c for c, worth in replies.items() if worth[0] == best[0]}
    wanted = 0 if rest == "loses" else 1
    return holding == {cell(answer)} and best[0] == wanted and len(replies) > 1


def read_reply(m, answer, deeds):
    assert is_best_reply(m, answer)
    read_clauses(deeds or "", m.reply(cell(answer)), replies=False)


def read_sentence(text, m):
    side, foe = m.side.upper(), m.foe.upper()
    if text.startswith("It also "):
        read_clauses(text.removeprefix("It also "), m, replies=False)
    elif text == f"{foe} can take only one of these cells, and {side} takes another":
        assert len(m.wins()) > 1
        assert not m.foe_wins()
    elif found := re.fullmatch(rf"If {foe} plays anything else, {side} completes ({LINES})", text):
        (answer,) = m.wins()
        assert lines(found[1]) == m.lines_after(m.side, {answer})
        assert not m.foe_wins()
    elif text == f"Wherever {foe} goes, {foe} completes a line":
        assert p.empty(m.after) == m.foe_wins()
    elif found := re.fullmatch(
        rf"{foe} would (win|hold the draw) if {foe} could pass, but has to move", text
    ):
        assert zugzwang(m)
        passed = p.value(m.paper, m.after, m.side)
        assert passed[0] == (-1 if found[1] == "win" else 0)
    elif found := re.fullmatch(
        rf"{foe} has one good answer, ({CELL})(?:, which (.*))?; "
        r"every other move (loses|throws the win away)",
        text,
    ):
        assert only_holds(m, found[1], found[3])
        read_reply(m, found[1], found[2])
    elif found := re.fullmatch(rf"{foe}'s best answer is ({CELL})(?:, which (.*))?", text):
        assert m.worth[0] == -1
        read_reply(m, found[1], found[2])
    elif text.startswith("Best play then goes "):
        read_best_play(text.removeprefix("Best play then goes "), m)
    else:
        found = re.fullmatch(rf"Better is ({CELL}): it (.*)", text)
        assert found, text
        better = m._replace(move=cell(found[1]))
        assert p.rank(better.worth) == p.rank(m.best) > p.rank(m.worth)
        read_clauses(found[2], better, replies=False)


def read_best_play(text, m):
    """Every move of the line is a best one, and the game ends with the last."""
    assert m.worth[1] == 1 + len(text.split(", "))
    for play in text.split(", "):
        player, name = play.split()
        m = m.reply(cell(name))
        assert player.lower() == m.side
        assert p.rank(m.worth) == p.rank(m.best)
    assert m.worth[1] == 1


# The verdict.


def groups(worths):
    """The best moves, the others that win too, and the rest."""
    best = max(worths.values(), key=p.rank)
    top = {c for c, v in worths.items() if p.rank(v) == p.rank(best)}
    late = {c for c, v in worths.items() if v[0] == 1} - top
    return best, top, late, set(worths) - top - late


def names_all(text, wanted, everything):
    """Whether the words stand for just these moves."""
    if text in ("every move", "the only move"):
        return wanted == everything and (len(wanted) == 1) == (text == "the only move")
    if text == "everything else":
        return len(wanted) > 1
    count = re.match(r"any of (\d)", text)
    if count:
        return cells(text) < wanted and len(wanted) == int(count[1])
    return cells(text) == wanted


def read_verdict(text, paper, board, side):
    """Check the verdict on a position that is not over."""
    worths = {c: p.move_value(paper, board, c, side) for c in p.empty(board)}
    best, top, late, rest = groups(worths)
    foe = p.other(side).upper()
    some = rf"(every move|the only move|everything else|{CELLS})"
    text = text.removesuffix(".")
    me = side.upper()
    if best[0] == 1:
        found = re.fullmatch(
            rf"{me} wins ({SOON})(, but only)? with {some}(?:, later with {some})?"
            r"(; no other move wins)?",
            text,
        )
        assert found, text
        assert plies(found[1]) == best[1]
        assert names_all(found[3], top, set(worths))
        assert names_all(found[4] or "", late, set(worths))
        assert bool(found[2]) == bool(rest and not late)
        assert bool(found[5]) == bool(rest and late)
    elif best[0] == 0:
        found = re.fullmatch(rf"{me} draws(, but only)? with {some}", text)
        assert found, text
        assert names_all(found[2], top, set(worths))
        assert bool(found[1]) == (top != set(worths))
    elif best[1] == 1:
        assert text == f"{me} loses at once with every move"
    else:
        found = re.fullmatch(
            rf"{foe} wins ({SOON})(?: whatever {me} does|; {some} lasts longest)",
            text,
        )
        assert found, text
        assert plies(found[1]) == best[1]
        assert (found[2] is None) == (top == set(worths))
        assert found[2] is None or names_all(found[2], top, set(worths))
