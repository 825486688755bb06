"""Bugs are named by the way a submission plays; a right program has none."""

import tomllib
from pathlib import Path

import pytest

from noughts import TicTacToe, audit
from noughts.classroom import bugs
from noughts.classroom.findings import AuditVerdict
from noughts.players.function import Called
from tests.classroom.tutorials import FAULTY, RIGHT, WEIGHTS

GAME = TicTacToe()
STYLES = {**RIGHT, "weights": WEIGHTS}


def player(source):
    """The function of a program, whose search remembers its results."""
    names = {}
    exec(source, names)
    for name in ("minimax", "search"):
        if name in names:
            names[name] = remembering(names[name])
    return Called(names["choose"])


def remembering(function):
    results = {}

    def called(*given):
        key = repr(given)
        if key not in results:
            results[key] = function(*given)
        return results[key]

    return called


def faulty(style, piece, instead):
    assert piece in STYLES[style]
    return STYLES[style].replace(piece, instead)


def check(number):
    style, piece, instead, name = FAULTY[number]
    found = audit(GAME, player(faulty(style, piece, instead)))
    assert found.bug, FAULTY[number]
    assert name in found.bug.text, (FAULTY[number], found.bug.text)


@pytest.mark.parametrize("number", range(len(FAULTY)))
def test_the_bug_of_a_faulty_program_is_named(number):
    check(number)
