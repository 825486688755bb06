"""Complete strategies: they meet the value, and keep the rule by which answers are chosen."""

import math

import pytest

from noughts import TicTacToe, find_game, solve, strategy
from noughts.analysis import strategy_tree as module
from noughts.errors import GameError, GameOver, SearchStopped
from noughts.solving.api import solver_for
from tests import reference
from tests.each import each

GAME = TicTacToe()


def every_step(found):
    """Each different step with the position in which its answer was given."""
    todo, seen = [(found.root, found.start)], set()
    while todo:
        step, before = todo.pop()
        if (step.position, step.answer) in seen:
            continue
        seen.add((step.position, step.answer))
        yield step, before
        todo += [(s, found.game.play(step.position, s.reply)) for s in step.steps]


def as_string(position, turn):
    text = GAME.text(position, turn).split()[0].replace("/", "")
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in text)


@each("player", [0, 1])
@each("whole", [True, False])
def test_every_answer_is_of_the_best_and_leaves_most_chances_to_err(player, whole, monkeypatch):
    def mistakes(board):
        return len(list(reference.children(board))) - len(reference.best(board))

    monkeypatch.setattr(module, "SECONDS", math.inf if whole else 0)
    monkeypatch.setattr(module, "BEGINNING_SECONDS", math.inf)
    solver = solver_for(GAME)
    found = next(module.strategies(GAME, player, GAME.start(), 0, solver))
    assert found.whole == whole
    for step, before in every_step(found):
        if step.answer is None:
            continue
        board = as_string(before, player)
        after = dict(reference.children(board))
        best = reference.best(board)
        assert step.answer in best
        chances = {
            move: 0 if reference.over(after[move]) else mistakes(after[move]) for move in best
        }
        assert chances[step.answer] == max(chances.values())


@each("player", [0, 1])
def test_every_reply_is_answered(player):
    for step, _ in every_step(strategy(GAME, player)):
        board = as_string(step.position, step.turn)
        replies = [] if reference.over(board) else [move for move, _ in reference.children(board)]
        assert [s.reply for s in step.steps] == replies


def test_boards_are_counted():
    found = strategy(GAME, 1)

    def walk(step):
        yield step.position
        for below in step.steps:
            yield from walk(below)

    boards = list(walk(found.root))
    assert (found.root.boards, found.different) == (len(boards), len(set(boards)))
    assert found.depth == 6  # the empty board, and after each of X's five moves


def test_it_may_begin_in_any_position_and_knows_whose_turn_it_is():
    position, turn = GAME.parse("x2/3/3 o")
    for_o, for_x = strategy(GAME, 1, position, turn), strategy(GAME, 0, position, turn)
    assert for_o.root.answer == GAME.read("b2")
    assert for_x.root.answer is None
    assert for_o.value == -for_x.value == solve(GAME, position).value
    assert (for_o.mark, for_o.other) == ("O", "X")


def test_what_has_no_strategy_is_refused(monkeypatch):
    with pytest.raises(GameError, match="can repeat"):
        strategy(find_game("morris"))
    with pytest.raises(GameOver):
        strategy(GAME, 0, *GAME.parse("xxx/oo1/3 o"))
    monkeypatch.setattr(module, "MOST_POSITIONS", 100)
    with pytest.raises(SearchStopped, match="takes more than 100 positions"):
        strategy(GAME)
