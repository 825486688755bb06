"""Whatever answers for a game agrees with a plain minimax: here on a few of the small games.

`python -m tests.agreement.answerers SECONDS` goes through thousands.
"""

import shutil
from itertools import islice

import pytest

from noughts.value import DRAW, WIN
from tests.agreement import answerers
from tests.agreement.answerers import Small, by_page, differences, drawn, small
from tests.each import each
from tests.web.test_engine import needs_node

SEED = 46
# One row or column, one cell, one in a row, both sorts of wrapped boards, misère, heaps of nothing,
# extra turns: the sizes at the edge of what a game allows.
EDGES = [
    "connectfour:4,1,2", "connectfour:1,4,2", "connectfour:1,1,1",
    "mnk:4,1,3", "mnk:1,4,2,misere", "mnk:1,1,1", "mnk:3,2,2,torus", "mnk:2,3,3,cylinder",
    "wild:3,1,2,misere", "notakto:1", "hex:2", "kalah:2,1",
    "nim:0,0,1,misere", "nim:2,1", "chomp:1,5", "domineering:2,2",
]  # fmt: skip
DRAWN = 2


def solved(spec: str) -> Small:
    """The game, solved by the definition."""
    one = small(spec, most=600)
    assert one is not None
    return one


@pytest.fixture(autouse=True)
def briefly(monkeypatch):
    """Fewer questions than in a long run."""
    monkeypatch.setattr(answerers, "ASKED", 5)


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
@each("spec", EDGES)
def test_all_agree_at_the_edges(spec):
    one = solved(spec)
    assert list(differences(one)) == []


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_all_agree_on_games_that_are_drawn():
    games = filter(None, (small(spec, most=100) for spec in drawn(SEED)))
    assert [said for one in islice(games, DRAWN) for said in differences(one)] == []


@needs_node
@pytest.mark.parametrize("spec", ["connectfour:4,1,2", "mnk:1,4,2,misere"])
def test_the_engine_of_a_page_agrees_at_the_edges(spec):
    assert list(by_page(solved(spec))) == []


def test_the_plain_values_are_those_of_the_literature():
    # Heaps of 1 and 2: Bouton 1902. On 3×2 three in a row need a whole row.
    for spec, worth in ("nim:1,2", (WIN, 3)), ("mnk:3,2,3", (DRAW, 0)):
        one = solved(spec)
        assert one.worth[one.game.start()] == worth
