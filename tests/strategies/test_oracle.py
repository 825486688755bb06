"""Who reaches what, whoever answers: the solver or proof numbers."""

import pytest

from noughts.errors import SearchStopped
from noughts.games.registry import find_game
from noughts.solving.prover import Prover
from noughts.solving.solver import Solver
from noughts.strategies.options import Oracle
from noughts.value import DRAW, WIN


def never(*_args, **_limits):
    """A solver that is always too slow."""
    raise SearchStopped


# 4,4,3 is won and 4,4,4 drawn: Uiterwijk and van den Herik 2000.
OUTCOMES = {"mnk:4,4,3": WIN, "mnk:4,4,4": DRAW}


@pytest.mark.parametrize("spec", OUTCOMES)
@pytest.mark.parametrize("slow", ["solver", "proof numbers"])
def test_whoever_is_sooner_answers(spec, slow, monkeypatch):
    if slow == "solver":
        monkeypatch.setattr(Solver, "exceeds", never)
    else:
        monkeypatch.setattr(Prover, "proves", lambda *_args, **_limits: None)
    game = find_game(spec)
    assert Oracle(game).outcome(game.start()) == OUTCOMES[spec]


def test_where_both_take_too_long_it_says_so(monkeypatch):
    monkeypatch.setattr(Solver, "exceeds", never)
    monkeypatch.setattr(Prover, "proves", lambda *_args, **_limits: None)
    game = find_game("mnk:4,4,4")
    with pytest.raises(SearchStopped, match="give more --seconds"):
        Oracle(game).outcome(game.start())


def test_of_an_image_nobody_is_asked_again(monkeypatch):
    game = find_game("mnk:4,4,3")
    corner, other = (game.parse(f"{text} o")[0] for text in ("x3/4/4/4", "4/4/4/3x"))
    oracle = Oracle(game)
    found = oracle.reaches(corner, DRAW)
    monkeypatch.setattr(Solver, "exceeds", never)
    monkeypatch.setattr(Prover, "proves", lambda *_args, **_limits: None)
    assert oracle.reaches(other, DRAW) == found
