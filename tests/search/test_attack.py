"""Wins by attack: the answers of every play, and replies left out that really lose."""

from functools import cache
from typing import Any

import pytest

from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.attack import (
    attack,
    by_attack,
    moves_leaving_few,
    replies_left,
    under_threat,
    winning_line,
)
from noughts.search.context import SearchContext
from noughts.search.exact import exact
from noughts.search.memory import zeros
from noughts.search.proof import (
    DISPROVED,
    MOST,
    PROVED,
    ProofContext,
    backup,
    disproof_number,
    pack_numbers,
    proof_number,
)
from noughts.search.table import ArrayProofTable, ArrayTable, DictTable, proof_table_for, table_for
from noughts.value import INFINITY, LOSS, OPEN
from tests.each import each
from tests.samples import late_positions

# With so many cells left, the exact search still takes no time, and wins are of both kinds.
GAMES = (
    ("mnk:4,3,3", 9), ("mnk:4,4,3", 11), ("mnk:5,4,4", 11), ("mnk:4,4,4,torus", 10), ("cube:3", 21),
)  # fmt: skip


@cache
def exact_search(game):
    return compiled(exact, knowledge_of(game)), ArrayTable(len(game.start()), 18)


def score(game, position):
    """The score by the exact search, which has tests of its own."""
    search, table = exact_search(game)
    return search(knowledge_of(game), position, -INFINITY, INFINITY, SearchContext(), table)


def asked(game, position, budget=MOST, search=attack, run=None):
    run = run or ProofContext(budget)
    tables = proof_table_for(game, position, 14), table_for(game, position, 12)
    return search(knowledge_of(game), position, MOST, run, *tables)


@pytest.mark.parametrize(("spec", "left"), GAMES)
def test_the_answers_are_those_of_the_exact_search(spec, left):
    game: Any = find_game(spec)
    wins = 0
    positions = late_positions(game, left, 40)
    for position in positions:
        won = score(game, position) > 0
        assert asked(game, position) == (PROVED if won else DISPROVED)
        wins += won
    assert 0 < wins < len(positions)


@pytest.mark.parametrize(("spec", "left"), [*GAMES, ("mnk:4,3,3,misere", 9)])
def test_attacks_by_threats_alone_are_wins_and_begin_with_a_winning_move(spec, left):
    game: Any = find_game(spec)
    found_ones = 0
    for position in late_positions(game, left, 60):
        tables = proof_table_for(game, position, 14), table_for(game, position, 12)
        run, found = ProofContext(0, -1, threats_only=1), zeros(game.actions)
        known: Any = knowledge_of(game)
        answer = by_attack(known, position, MOST, run, *tables, found)
        assert answer in (0, 1)
        if answer:
            found_ones += 1
            assert score(game, game.play(position, found[0])) < 0, game.text(position, 0)
        else:
            assert winning_line(knowledge_of(game), position, run, MOST, tables[1]) == []
    assert found_ones >= 3 or game.misere


def test_two_open_threes_win_in_gomoku():
    game = find_game("gomoku:9,9")
    position, _ = game.parse("o7o/9/5x3/5x3/3xx4/9/9/9/o7o x")
    tables = proof_table_for(game, position, 14), table_for(game, position, 12)
    run, found = ProofContext(0, -1, threats_only=1), zeros(81)
    known: Any = knowledge_of(game)
    assert by_attack(known, position, 3_000, run, *tables, found) == 1


def test_in_misere_play_where_nothing_is_forced_the_answers_are_true_as_well():
    game: Any = find_game("mnk:3,3,3,misere")
    for position in late_positions(game, 6, 40):
        known, run = knowledge_of(game), SearchContext()
        won = exact(known, position, -INFINITY, INFINITY, run, DictTable()) > 0
        assert asked(game, position) == (PROVED if won else DISPROVED)


@pytest.mark.parametrize(("spec", "left"), [("mnk:4,4,3", 9), ("cube:3", 15)])
def test_compiled_it_visits_the_same_nodes_with_the_same_answers(spec, left):
    game: Any = find_game(spec)
    fast = compiled(attack, knowledge_of(game))
    for position in late_positions(game, left, 5):
        runs = [ProofContext(), ProofContext()]
        found = [
            asked(game, position, search=search, run=run)
            for search, run in zip((attack, fast), runs, strict=True)
        ]
        assert found[0] == found[1]
        assert runs[0].nodes == runs[1].nodes
    listed = compiled(moves_leaving_few, knowledge_of(game))
    for position in late_positions(game, left, 5):
        assert few(game, position, 4) == few(game, position, 4, listed)


def few(
    game: Any, position: Any, most: int, search: Any = moves_leaving_few
) -> dict[int, set[int]]:
    """The moves that leave few replies, and these."""
    found, run = zeros(game.actions * (most + 2)), ProofContext()
    table = table_for(game, position, 12)
    words = found[: search(knowledge_of(game), position, most, run, table, found)]
    moves = {}
    while words:
        moves[words[0]] = set(words[2 : 2 + words[1]])
        words = words[2 + words[1] :]
    return moves


@pytest.mark.parametrize(("spec", "left"), GAMES)
def test_every_reply_that_is_left_out_loses(spec, left):
    """The player to move defends: where a pass loses to threats, some replies are left."""
    game: Any = find_game(spec)
    known: Any = knowledge_of(game)
    refuted = 0
    for position in late_positions(game, left, 60):
        state = known.state(position)
        if wins_at_once(game, position) or under_threat(known, state):
            continue
        line = winning_line(known, known.passed(state), ProofContext(), 10_000, DictTable())
        if not line:
            continue
        spoiling = set(known.spoilers(state, line))
        kept = set(replies_left(known, state, line, MOST, ProofContext(), DictTable()))
        assert kept <= spoiling <= set(game.moves(position))
        for reply in set(game.moves(position)) - kept:
            assert score(game, game.play(position, reply)) > 0
            refuted += 1
        for reply in set(game.moves(position)) - spoiling:
            assert the_same_line_wins(game, game.play(position, reply), line)
    for position in late_positions(game, left, 20):
        for move, replies in few(game, position, 2).items():
            after = game.play(position, move)
            assert len(replies) <= 2
            state = known.state(after)
            passed = known.passed(state), ProofContext(), 10_000, DictTable()
            if not (under_threat(known, state) or winning_line(known, *passed)):
                continue  # the replies left are the candidates; dead cells are not among them
            assert replies <= set(game.moves(after))
            for reply in set(game.moves(after)) - replies:
                assert score(game, game.play(after, reply)) > 0
                refuted += 1
    assert refuted > 0


def test_replies_that_spoil_nothing_leave_the_line_as_it_is_in_qubic():
    game: Any = find_game("qubic")
    known: Any = knowledge_of(game)
    tried = 0
    for position in late_positions(game, 45, 60):
        state = known.state(position)
        if wins_at_once(game, position) or under_threat(known, state):
            continue
        line = winning_line(known, known.passed(state), ProofContext(), 10_000, DictTable())
        if line:
            for reply in set(game.moves(position)) - set(known.spoilers(state, line)):
                assert the_same_line_wins(game, game.play(position, reply), line)
                tried += 1
    assert tried > 50


def the_same_line_wins(game, position, line):
    """Whether these threats win here too, by the plain rules: no other answer is any better."""
    for i, move in enumerate(line):
        if move not in game.moves(position):
            return False
        after = game.play(position, move)
        if i % 2 == 0 and i < len(line) - 1:
            for reply in game.moves(after):
                then = game.play(after, reply)
                if game.outcome(then) != OPEN:
                    return False
                if reply != line[i + 1] and not wins_at_once(game, then):
                    return False
        position = after
    return game.outcome(position) == LOSS


def wins_at_once(game, position):
    return any(game.outcome(game.play(position, move)) == LOSS for move in game.moves(position))


@each("spec", ["mnk:5,5,4", "cube:3", "qubic"])
def test_a_threat_is_seen(spec):
    game: Any = find_game(spec)
    known: Any = knowledge_of(game)
    seen = set()
    for position in late_positions(
        game, 40 if spec == "qubic" else 21 if spec == "cube:3" else 12, 40
    ):
        passed = known.passed(known.state(position))
        assert known.position(known.passed(passed)) == position
        seen.add(wins_at_once(game, passed))
        assert under_threat(known, known.state(position)) == wins_at_once(game, passed)
    assert seen == {True, False}


@each("look", [0, 1, 5])
def test_looks_that_give_up_make_no_answer_wrong(look):
    game: Any = MNK(4, 3, 3)
    for position in late_positions(game, 8, 15):
        answer = PROVED if score(game, position) > 0 else DISPROVED
        assert asked(game, position, run=ProofContext(threat_nodes=look)) == answer


@each("size_bits", [0, 2, 5])
def test_tables_that_forget_make_no_answer_wrong(size_bits):
    game: Any = MNK(4, 4, 3)
    known: Any = knowledge_of(game)
    fast = compiled(attack, known)
    for position in late_positions(game, 11, 15):
        tables = ArrayProofTable(2, size_bits), ArrayTable(2, size_bits)
        answer = fast(known, position, MOST, ProofContext(), *tables)
        assert answer == (PROVED if score(game, position) > 0 else DISPROVED)


def test_a_search_that_is_stopped_goes_on_where_it_was():
    game: Any = MNK(5, 4, 4)
    position = late_positions(game, 14, 10)[1]
    known: Any = knowledge_of(game)
    run = ProofContext(budget=0)
    tables = proof_table_for(game, position), table_for(game, position)
    answers = []
    while not answers or answers[-1] not in (PROVED, DISPROVED):
        run.budget = run.nodes + 100
        answers.append(attack(known, position, MOST, run, *tables))
    assert answers[-1] == (PROVED if score(game, position) > 0 else DISPROVED)
    assert len(answers) > 2
    assert all(proof_number(each) and disproof_number(each) for each in answers[:-1])


def test_what_moves_lack_is_added_up():
    """The least disproof number is the proof number; the proof numbers' sum the disproof number."""
    moves = [pack_numbers(3, 7), pack_numbers(4, 5)]
    assert (
        backup(moves, weak=False)
        == backup([*moves, PROVED], weak=False)
        == (pack_numbers(5, 7), 1, 7)
    )
    assert backup([PROVED, PROVED], weak=False)[0] == DISPROVED
    assert backup([moves[0], DISPROVED], weak=False)[:2] == (PROVED, 1)
    assert disproof_number(backup([pack_numbers(MOST - 1, 1)] * 2, weak=False)[0]) == MOST - 1
