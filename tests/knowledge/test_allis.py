"""Allis's rules: against who answers as they say, no play whatever completes a line."""

import random
from collections import Counter
from typing import Any

from noughts.bits import lowest
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.knowledge.allis import answers_in
from noughts.value import OPEN
from tests.analysis import paper as p
from tests.analysis.paper import Paper
from tests.each import each

BOARDS = {
    "connectfour:4,4": Paper(4, 4, 4, falls=True),
    "connectfour:5,4": Paper(5, 4, 4, falls=True),
    "connectfour:4,5": Paper(4, 5, 4, falls=True),
}
RULES = ("baseinverse", "lowinverse", "baseclaim")


def room(paper, board, column):
    """How many cells of a column are empty."""
    return sum(board[row * paper.m + column] == "." for row in range(paper.n))


def ways_on_paper(game, found):
    """Each way as its rule, its columns from 0, and how many cells they have at their meeting."""
    return tuple(
        (way.rule, tuple(lowest(cells) // game.height for cells in way.columns), way.left)
        for way in found.ways
    )


def answer(paper, board, column, ways):
    """The column of the answer to a move in a column, as Allis says it.

    `board` is the one before the move.
    """
    for rule, columns, left in ways:
        if column not in columns:
            continue
        rooms = [room(paper, board, each) for each in columns]
        at = columns.index(column)
        if rule != "baseclaim":
            return columns[1 - at] if rooms[at] == left[at] else column
        a, b, c = columns
        if rooms[0] % 2 and rooms[2] % 2:  # nothing is decided: a and c, c and b, b and c
            return {a: c, b: c, c: b}[column]
        if rooms[0] % 2 and rooms[1] % 2:  # c was answered with b: now a and the cell above b
            return {a: b, b: a, c: c}[column]
        if rooms[1] % 2 and rooms[2] % 2:
            return {a: a, b: c, c: b}[column]
    return column


def is_beaten(paper, board, side, ways, known):
    """Whether some play of the side to move completes a line against such answers, on paper."""
    if board not in known:
        known[board] = any(
            wins_by(paper, board, cell, side, ways, known) for cell in p.playable(paper, board)
        )
    return known[board]


def wins_by(paper, board, cell, side, ways, known):
    """Whether a move completes a line, or leads to one."""
    after, other = p.marked(board, cell, side), p.other(side)
    if p.has_line(paper, after, side):
        return True
    column = answer(paper, board, cell % paper.m, ways)
    reply = p.marked(after, p.landing(paper, after, column), other)
    return not p.has_line(paper, reply, other) and is_beaten(paper, reply, side, ways, known)


@each("spec", BOARDS)
def test_who_answers_as_the_rules_say_is_never_beaten(spec):
    game, paper, chance = find_game(spec), BOARDS[spec], random.Random(1)
    known: Any = knowledge_of(game)
    held, rules = 0, Counter[str]()
    while held < 12 or min(rules[rule] for rule in RULES) < 2:
        position, turn = game.start(), 0
        while game.outcome(position) == OPEN and chance.random() < 0.92:
            position, turn = (
                game.play(position, chance.choice(list(game.moves(position)))),
                1 - turn,
            )
        found = answers_in(known, position) if game.outcome(position) == OPEN else None
        if found:
            board, side = paper.board(game.text(position, turn))
            ways = ways_on_paper(game, found)
            assert not is_beaten(paper, board, side, ways, {}), game.text(position, turn)
            held += 1
            rules.update(way.rule for way in found.ways)


def test_rules_that_say_nothing():
    """On an empty board of 4×4, X fills the lowest row against who answers above."""
    game = find_game("connectfour:4,4")
    known: Any = knowledge_of(game)
    assert answers_in(known, game.start()) is None
    misere = find_game("connectfour:4,4,4,misere")
    position, _ = misere.parse("4/4/xoxo/oxox x")
    assert knowledge_of(misere).tactics(position, 0) == ()


@each(
    ("spec", "text", "move", "words"),
    [
        ("connectfour:4,4", "4/4/1x2/ox2 o", "2", "the cell above (claimeven), column 1 with 2"),
        ("connectfour", "7/7/7/3o3/3x3/2xo2x o", "4", "(baseinverse), so that the other side"),
        (
            "connectfour",
            "7/7/7/7/7/4x2 o",
            "4",
            "with 5 at the fifth cell (lowinverse), until then with the cell above (vertical), so",
        ),
        ("connectfour", "7/7/7/3o3/xo1xo1x/xxxoxoo o", "4", "in time (before)"),
        (
            "connectfour:4,5",
            "4/4/x3/x3/o1xo o",
            "4",
            "cell with 4 at the third (highinverse), until then with the cell above, so that",
        ),
        ("connectfour", "7/7/7/7/7/4x2 o", "4", "column 4 with 5 at the fifth cell (lowinverse)"),
        ("connectfour:4,5", "4/4/4/1o2/xoxx o", "2", "in time (aftereven)"),
        ("connectfour:5,4", "5/4x/2o1o/2x1x o", "4", "column 5 with 4, and 4 with 3 (baseclaim)"),
        ("connectfour:5,4", "5/4x/2o1o/2x1x o", "4", "in time (specialbefore)"),
    ],
)
def test_a_move_is_explained_by_the_answers_it_leaves(spec, text, move, words):
    game = find_game(spec)
    [told] = knowledge_of(game).tactics(game.parse(text)[0], game.read(move))
    assert words in told
