"""Allis's rules: against who answers as they say, no play whatever completes a line."""

import random
from typing import Any

import pytest

from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.knowledge.allis import answers_in
from noughts.value import OPEN
from tests.analysis import paper as p
from tests.analysis.paper import Paper

BOARDS = {
    "connectfour:4,4": Paper(4, 4, 4, falls=True),
    "connectfour:5,4": Paper(5, 4, 4, falls=True),
    "connectfour:4,5": Paper(4, 5, 4, falls=True),
}


def room(paper, board, column):
    """How many cells of a column are empty."""
    return sum(board[row * paper.m + column] == "." for row in range(paper.n))


def answer(paper, board, column, pairs):
    """The column of the answer to a move: the same one, unless two are answered with each other."""
    for *pair, at in pairs:
        if column in pair and room(paper, board, column) == at[column]:
            return sum(pair) - column
    return column


def with_rooms(paper, board, found):
    """The pairs of columns, each with how many cells are left where they answer each other."""
    deep = {pair: 3 if pair in found.high else 1 for pair in found.inverses}
    return tuple(
        (*pair, {column: room(paper, board, column) - deep[pair] for column in pair})
        for pair in found.inverses
    )


def is_beaten(paper, board, side, inverses, known):
    """Whether some play of the side to move completes a line against such answers, on paper."""
    if board not in known:
        known[board] = any(
            wins_by(paper, board, cell, side, inverses, known) for cell in p.playable(paper, board)
        )
    return known[board]


def wins_by(paper, board, cell, side, inverses, known):
    """Whether a move completes a line, or leads to one."""
    after, other = p.marked(board, cell, side), p.other(side)
    if p.has_line(paper, after, side):
        return True
    column = answer(paper, after, cell % paper.m, inverses)
    reply = p.marked(after, p.landing(paper, after, column), other)
    left = tuple(pair for pair in inverses if column == cell % paper.m or column not in pair[:2])
    won = p.has_line(paper, reply, other)
    return not won and is_beaten(paper, reply, side, left, {} if left != inverses else known)


@pytest.mark.parametrize("spec", BOARDS)
def test_who_answers_as_the_rules_say_is_never_beaten(spec):
    game, paper, chance = find_game(spec), BOARDS[spec], random.Random(1)
    known: Any = knowledge_of(game)
    held, high = 0, 0
    while held < 12 or high < 3:
        position, turn = game.start(), 0
        while game.outcome(position) == OPEN and chance.random() < 0.92:
            position, turn = (
                game.play(position, chance.choice(list(game.moves(position)))),
                1 - turn,
            )
        found = answers_in(known, position) if game.outcome(position) == OPEN else None
        if found:
            board, side = paper.board(game.text(position, turn))
            assert not is_beaten(paper, board, side, with_rooms(paper, board, found), {}), (
                game.text(position, turn)
            )
            held, high = held + 1, high + bool(found.high)


def test_rules_that_say_nothing():
    """On an empty board of 4×4, X fills the lowest row against who answers above."""
    game = find_game("connectfour:4,4")
    known: Any = knowledge_of(game)
    assert answers_in(known, game.start()) is None
    misere = find_game("connectfour:4,4,4,misere")
    position, _ = misere.parse("4/4/xoxo/oxox x")
    assert knowledge_of(misere).tactics(position, 0) == ()


@pytest.mark.parametrize(
    ("spec", "text", "move", "words"),
    [
        ("connectfour:4,4", "4/4/1x2/ox2 o", "2", "the cell above (claimeven), column 1 with 2"),
        ("connectfour", "7/7/7/3o3/3x3/2xo2x o", "4", "(baseinverse), so that the other side"),
    ],
)
def test_a_move_is_explained_by_the_answers_it_leaves(spec, text, move, words):
    game = find_game(spec)
    [told] = knowledge_of(game).tactics(game.parse(text)[0], game.read(move))
    assert words in told
