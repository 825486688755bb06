"""Wins by threats alone: true wherever one is found, and found where all threats are tried."""

from typing import Any

import pytest

from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.attack import NONE, winning_line, winning_threat
from noughts.search.context import SearchContext
from noughts.search.exact import exact
from noughts.search.proof import ProofContext
from noughts.search.table import ArrayTable, DictTable
from noughts.value import INFINITY, LOSS, OPEN
from tests.each import each
from tests.playing import random_positions
from tests.samples import late_positions

GAMES = (
    ("mnk:4,3,3", 7), ("mnk:4,4,3", 8), ("mnk:4,4,4", 9), ("mnk:5,4,4", 9), ("mnk:5,5,4", 10),
    ("mnk:4,4,3,torus", 9), ("cube:3", 11), ("mnk:3,3,3,misere", 6),
)  # fmt: skip


def found(game, position, last=100_000):
    known = knowledge_of(game)
    return winning_threat(known, known.state(position), ProofContext(), last, DictTable())


@pytest.mark.parametrize(("spec", "left"), GAMES)
def test_what_is_found_wins(spec, left):
    """Against the exact search: a found move leads to a position that is lost for the other."""
    game: Any = find_game(spec)
    known = knowledge_of(game)
    search = compiled(exact, known)
    table = ArrayTable(len(game.start()), 16)
    wins = 0
    for position in late_positions(game, left, 60):
        move = found(game, position)
        if move != NONE:
            wins += 1
            after = game.play(position, move)
            assert search(known, after, -INFINITY, INFINITY, SearchContext(), table) < 0
    assert bool(wins) == (spec != "mnk:3,3,3,misere")


def by_plain_rules(game, position):
    """The same, by the rules alone: a threat is a move after which one more of mine would win."""

    def wins_next(position):
        return any(game.outcome(game.play(position, m)) == LOSS for m in game.moves(position))

    if wins_next(position):
        return True
    for move in game.moves(position):
        after = game.play(position, move)
        if game.outcome(after) != OPEN or wins_next(after):
            continue
        mine_again = type(after)(after.theirs, after.mine)
        if not wins_next(mine_again):
            continue
        answers = [
            then
            for then in (game.play(after, reply) for reply in game.moves(after))
            if game.outcome(then) == OPEN and not wins_next(then)
        ]
        if all(by_plain_rules(game, then) for then in answers):
            return True
    return False


@each(("spec", "left"), [case for case in GAMES if case[0].startswith("mnk")])
def test_it_is_found_where_the_plain_rules_find_one(spec, left):
    game: Any = find_game(spec)
    if game.line_loses:
        return
    for position in late_positions(game, left, 25):
        assert (found(game, position) != NONE) == by_plain_rules(game, position)


@each("spec", ["mnk:5,5,4", "mnk:4,4,3,torus", "cube:3", "qubic"])
def test_the_forcing_moves_leave_one_answer(spec):
    game: Any = find_game(spec)
    known, tried = knowledge_of(game), 0
    for position in random_positions(game, 10):
        if game.outcome(position) != OPEN:
            continue
        forcing = list(known.forcing(position))
        assert set(forcing) <= set(game.moves(position))
        for move in forcing:
            after = game.play(position, move)
            if game.outcome(after) == OPEN:
                assert len(list(known.candidate_moves(after))) == 1
                tried += 1
    assert tried > 100


def test_it_gives_up_when_told_so():
    game = MNK(5, 5, 4)
    position, _ = game.parse("5/1x1x1/2x2/1ooo1/4x o")
    assert found(game, position, 1) != NONE  # a win at once is seen anyway
    for position in late_positions(game, 15, 20):
        run = ProofContext()
        winning_threat(knowledge_of(game), position, run, 3, DictTable())
        assert run.nodes <= 4


@pytest.mark.parametrize("spec", ["mnk:5,5,4", "mnk:4,4,3,torus", "cube:3", "qubic"])
def test_what_is_remembered_changes_nothing(spec):
    """A table for all positions, even one that forgets, or after searches that gave up."""
    game: Any = find_game(spec)
    known, words = knowledge_of(game), len(game.start())
    tables: tuple[Any, ...] = (DictTable(), ArrayTable(words, 3), DictTable())
    for position in late_positions(game, 45 if spec == "qubic" else 13, 40):
        state, true = known.state(position), found(game, position)
        winning_threat(known, state, ProofContext(), 2, tables[2])
        for table in tables:
            move = winning_threat(known, state, ProofContext(), 100_000, table)
            assert (move == NONE) == (true == NONE)


@pytest.mark.parametrize(("spec", "left"), [*GAMES[3:5], ("cube:3", 22), ("qubic", 45)])
def test_a_line_is_threats_and_forced_answers_to_the_win(spec, left):
    """Held against the plain rules: whoever answers otherwise loses at once."""
    game: Any = find_game(spec)
    known, lines = knowledge_of(game), 0
    for position in late_positions(game, left, 60):
        line = winning_line(known, known.state(position), ProofContext(), 100_000, DictTable())
        assert bool(line) == (found(game, position) != NONE)
        for i, move in enumerate(line):
            last = i == len(line) - 1
            after = game.play(position, move)
            assert game.outcome(after) == (LOSS if last else OPEN)
            if not last and i % 2 == 0:
                for reply in game.moves(after):
                    then = game.play(after, reply)
                    assert game.outcome(then) == OPEN
                    assert reply == line[i + 1] or wins_at_once(game, then)
            position = after
        lines += len(line) > 1
    assert lines > 0


def wins_at_once(game, position):
    return any(game.outcome(game.play(position, move)) == LOSS for move in game.moves(position))
