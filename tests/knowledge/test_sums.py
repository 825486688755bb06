"""Canonical forms against games played out, and the values of games in the literature."""

from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from noughts import LOSS, OPEN, CellGame, Knowledge, Prover, Solver, check, find_game
from noughts.analysis.explain.explainer import explain
from noughts.analysis.explain.text import explanation_lines
from noughts.analysis.voice import worth_text
from noughts.errors import BrokenLaw
from noughts.game import legal_moves
from noughts.games.nim import Nim
from noughts.knowledge import knowledge_of
from noughts.knowledge.sums import Forms, Sums
from noughts.solving.api import bounds_of_scores

UNKNOWN = -(10**9), 10**9
EXAMPLES = Path(__file__).parents[2] / "examples"


# Games as rows of options: a program of its own, without any canonical form.


def wins_first(game, mover):
    """Whether a player, 0 for Left, wins a sum of games with the first move."""
    return any(
        not wins_first((*game[:i], option, *game[i + 1 :]), 1 - mover)
        for i, part in enumerate(game)
        for option in part[mover]
    )


wins_first = cache(wins_first)


def turned(game):
    return tuple(map(turned, game[1])), tuple(map(turned, game[0]))


def at_least(game, other):
    return not wins_first((game, turned(other)), 1)


def random_game(random, depth):
    if depth == 0:
        return (), ()
    left, right = (
        tuple(random_game(random, random.randrange(depth)) for _ in range(random.randrange(4)))
        for _ in range(2)
    )
    return left, right


def form_of(forms, game):
    return forms.of(*([form_of(forms, option) for option in side] for side in game))


def options_of(form):
    return tuple(tuple(map(options_of, side)) for side in form.options)


TEMPERATURES = [Fraction(i, 192) for i in range(-192, 4 * 192)]  # walls of small games turn there


@cache
def plain_walls(game):
    """Both walls at all temperatures, from the options as they are; numbers meet below 0."""
    left = [Fraction(-99)] * len(TEMPERATURES)
    right = [Fraction(99)] * len(TEMPERATURES)
    for option in game[0]:
        after = zip(left, plain_walls(option)[1], TEMPERATURES, strict=True)
        left = [max(a, b - t) for a, b, t in after]
    for option in game[1]:
        after = zip(right, plain_walls(option)[0], TEMPERATURES, strict=True)
        right = [min(a, b + t) for a, b, t in after]
    if left[0] <= right[0]:
        number = next(n for n in sorted(range(-99, 99), key=abs) if left[0] <= n <= right[0])
        return [Fraction(number)] * len(left), [Fraction(number)] * len(left)
    met = next(i for i in range(len(left)) if left[i] <= right[i])
    mast = [(left[met] + right[met]) / 2] * (len(left) - met)
    return left[:met] + mast, right[:met] + mast


def plain_heat(game):
    left, right = plain_walls(game)
    met = next(i for i in range(len(left)) if left[i] == right[i])
    return left[met], TEMPERATURES[met]


def test_a_canonical_form_is_the_smallest_equal_game():
    """No option can be left out, or be replaced by what it leads to after an answer."""
    random, forms = Random(7), Forms()
    forms.steps = float("inf")
    games = [random_game(random, 3) for _ in range(60)]
    made = [form_of(forms, game) for game in games]
    assert len({form.serial for form in made}) > 15  # they are not all alike
    for game, form in zip(games, made, strict=True):
        small = options_of(form)
        assert at_least(game, small)
        assert at_least(small, game)
        assert form_of(forms, turned(game)) is forms.negative(form)
        assert forms.heat(form)[:2] == plain_heat(game)
        for side, better in ((0, at_least), (1, lambda one, other: at_least(other, one))):
            for i, option in enumerate(small[side]):
                others = small[side][:i] + small[side][i + 1 :]
                assert not any(better(other, option) for other in others)
                assert not any(better(small, answer) for answer in option[1 - side])
    for one, other in zip(range(0, 60, 2), range(1, 60, 2), strict=True):
        equal = at_least(games[one], games[other]) and at_least(games[other], games[one])
        assert (made[one] is made[other]) == equal
        assert forms.at_least(made[one], made[other]) == at_least(games[one], games[other])
        total = options_of(forms.add([made[one], made[other]]))
        zero = (games[one], games[other], turned(total))
        assert not wins_first(zero, 0)
        assert not wins_first(zero, 1)
        heats = [
            forms.heat(form)
            for form in (made[one], made[other], forms.add([made[one], made[other]]))
        ]
        assert heats[0].mean + heats[1].mean == heats[2].mean
        assert heats[2].temperature <= max(heat.temperature for heat in heats[:2])


class Stones(NamedTuple):
    mine: int
    theirs: int


class Clobber(CellGame[Stones]):
    """Move a stone onto one of the other player's beside it; who cannot loses."""

    columns: int = 6
    rows: int = 1
    steps = True

    def start(self):
        light = sum(1 << c for c in range(self.cells) if (c // self.columns + c) % 2 == 0)
        return Stones(light, (1 << self.cells) - 1 & ~light)

    def beside(self, cell):
        row, column = divmod(cell, self.columns)
        near = (row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)
        return [
            y * self.columns + x for y, x in near if 0 <= x < self.columns and 0 <= y < self.rows
        ]

    def moves(self, position):
        for cell in range(self.cells):
            for goal in self.beside(cell) if position.mine >> cell & 1 else ():
                if position.theirs >> goal & 1:
                    yield cell * self.cells + goal

    def play(self, position, move):
        cell, goal = divmod(move, self.cells)
        return Stones(position.theirs & ~(1 << goal), position.mine & ~(1 << cell) | 1 << goal)

    def outcome(self, position):
        return OPEN if any(True for _ in self.moves(position)) else LOSS


class ClobberKnowledge(Knowledge[Stones]):
    def parts(self, position):
        left = {cell for cell in range(self.game.cells) if sum(position) >> cell & 1}
        while left:
            part, todo = 0, [left.pop()]
            while todo:
                cell = todo.pop()
                part |= 1 << cell
                todo += left.intersection(self.game.beside(cell))
                left.difference_update(todo)
            yield Stones(position.mine & part, position.theirs & part)


Clobber.knowledge = ClobberKnowledge


def worth(game, position=None):
    return Sums(knowledge_of(game)).words(position or game.start()).partition(" (mean")[0]


def heat(game):
    return Sums(knowledge_of(game)).words(game.start()).partition(" (")[2]


def played_out(game, position):
    """The whole game as rows of options, by its rules: Left is to move."""
    known = knowledge_of(game)
    mine, theirs = (
        [played_out(game, game.play(at, move)) for move in legal_moves(game, at)]
        for at in (position, known.passed(position))
    )
    return tuple(map(turned, mine)), tuple(theirs)


def is_worth(game, position, form):
    zero = played_out(game, position), turned(options_of(form))
    return not wins_first(zero, 0) and not wins_first(zero, 1)


def toads(*sizes):
    return find_game(f"{EXAMPLES / 'toads.py'}:Toads:{','.join(map(str, sizes))}")


# The toads, the space and the frogs of a lane. Winning Ways, chapter 1, and Jeff Erickson, "New
# Toads and Frogs results" (Games of No Chance, 1996); each is compared with the game played out.
TOADS = {(1, 1, 1): "*", (2, 1, 1): "{1/2|0}", (1, 2, 1): "0", (2, 1, 2): "*", (3, 1, 2): "*",
         (3, 2, 3): "±1/8", (3, 2, 2): "{1/2|0}", (2, 2, 1): "1", (3, 3, 2): "1*"}  # fmt: skip
# Winning Ways, chapters 5 and 6: columns and rows, X upright.
DOMINEERING = {(1, 5): "2", (4, 1): "-2", (2, 2): "±1", (3, 2): "{2|-1/2}", (3, 3): "±1",
               (2, 4): "tiny(2)", (5, 2): "1/2", (3, 4): "3/2",
               (4, 4): "±(0, {{2|0}, {2|{2|0}}|{2|0}, miny(2)})"}  # fmt: skip
# Albert, Grossman, Nowakowski and Wolfe, "An introduction to Clobber", Integers 5(2), 2005. They
# supposed that the second player wins one strip of xoxo... alone; Chen and others proved it
# (arXiv:2509.08985, 2025).
CLOBBER = {"xo": "*", "xxo": "↑", "xxxo": "⇑*", "xxxxo": "3·↑", "oox": "↓", "xoxo": "±(*, ↑)",
           "xo1xxo1xo": "the sum of 2·* and ↑, which is ↑"}  # fmt: skip


def test_values_of_the_literature():
    assert {sizes: worth(toads(*sizes, 1)) for sizes in TOADS} == TOADS
    boards = {
        sizes: worth(find_game(f"domineering:{sizes[0]},{sizes[1]}")) for sizes in DOMINEERING
    }
    assert boards == DOMINEERING
    assert heat(find_game("domineering:2,2")) == "mean 0, temperature 1)"
    assert heat(find_game("domineering:3,2")) == "mean 3/4, temperature 5/4)"
    assert heat(find_game("domineering:3,4")) == heat(find_game("domineering:2,4")) == ""  # cold
    for text, value in CLOBBER.items():
        game = Clobber(len(text), 1)
        assert worth(game, game.parse(f"{text} x")[0]) == value
    for pairs in range(1, 8):  # the first player wins all but one of these strips
        game = Clobber(2 * pairs, 1)
        assert (knowledge_of(game).slow_bounds(game.start())[0] > 0) == (pairs != 3)
    assert worth(Nim(1, 4, 6)) == "the sum of *, *4 and *6, which is *3"
    assert Sums(knowledge_of(Nim(3, 5, misere=True))).bounds(Nim(3, 5).start()) == UNKNOWN
    game = toads(2, 1, 1, 1)
    after = game.play(game.start(), game.read("b1-c1"))
    assert worth(game, after) == "-1/2"  # to the frogs, who are to move
    assert worth_text(game, after, 1) == ["Worth to X: 1/2."]
    assert worth_text(game, game.start(), 0)[0] in explanation_lines(explain(game, game.start()))
    assert worth_text(Clobber(2, 2), Clobber(2, 2).start(), 1) == ["Worth to X: *."]
    assert (str(bounds_of_scores(1)), str(bounds_of_scores(upper=-1))) == ("win", "loss")


class Rows(ClobberKnowledge):
    """False: rows are no parts where stones stand one above the other."""

    def parts(self, position):
        for row in range(self.game.rows):
            line = (1 << self.game.columns) - 1 << row * self.game.columns
            yield Stones(position.mine & line, position.theirs & line)


class Stuck(ClobberKnowledge):
    """False: the players have different moves."""

    def passed(self, position):
        return position


class Repeated(ClobberKnowledge):
    def parts(self, position):
        return [*super().parts(position)] * 2


class Lost(Clobber):
    def outcome(self, position):
        return -super().outcome(position) if super().outcome(position) == LOSS else OPEN


def test_a_sum_is_won_by_whom_the_search_finds():
    """And a sum that is none is refused, with the position."""
    for game in (toads(2, 1, 1, 2), Clobber(3, 3), find_game("nim:2,3,1")):
        sums, solver = Sums(knowledge_of(game)), Solver(game, unchecked=True)
        todo, seen = [game.start()], set()
        while todo and len(seen) < 300:
            position = todo.pop()
            seen.add(position)
            todo += [game.play(position, move) for move in legal_moves(game, position)]
            won = solver.value(position).outcome > 0
            assert sums.bounds(position) == ((1, 10**9) if won else (-(10**9), -1))
    game = toads(4, 2, 4, 6)  # of 6 × 10 cells
    prover = Prover(game)
    assert (prover.bounds(game.start()).outcome, prover.nodes) == (LOSS, 0)
    for kind, knowledge, said in (
        (Clobber, Rows, "parts() of Stones(mine="), (Clobber, Repeated, "moves together"),
        (Clobber, Stuck, "no move in one"), (Lost, ClobberKnowledge, "does not lose"),
    ):  # fmt: skip
        wrong = type(kind.__name__, (kind,), {"knowledge": knowledge, "rows": 2})
        examine = check if knowledge is Rows else Solver
        with pytest.raises(BrokenLaw, match="parts_are_independent") as caught:
            examine(wrong(4, 2))
        assert said in str(caught.value)
