"""Proof-number search against every play: answers, and what the numbers mean."""

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.errors import RepeatingGame, SearchStopped
from noughts.games.mnk import MNK
from noughts.games.registry import ENTRIES, find_game
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import Knowledge, knowledge_of
from noughts.native import compiled
from noughts.search.context import SearchContext
from noughts.search.exact import exact
from noughts.search.pns import ProofTree
from noughts.search.proof import (
    DISPROVED,
    MOST,
    PROVED,
    UNKNOWN,
    ProofContext,
    backup,
    deepen,
    dfpn,
    disproof_number,
    pack_numbers,
    proof_number,
    static_value,
)
from noughts.search.table import ArrayProofTable, DictTable, proof_table_for
from noughts.value import DRAW, INFINITY, LOSS, OPEN, WIN
from tests import reference
from tests.each import each
from tests.playing import random_positions
from tests.samples import late_positions

GOALS = (DRAW, WIN)
# One small case of every game that ends and in which the players take turns; its whole, or its end.
SMALL = (
    "tictactoe", "mnk:4,3,3", "mnk:3,3,3,misere", "mnk:3,3,3,torus", "mnk:4,3,3,cylinder",
    "connectfour:4,4", "connectfour:4,4,misere", "cube:3", "cube:3,misere", "wild", "wild:misere",
    "notakto:1", "notakto:2", "orderchaos:3,3,3", "orderchaos:3,4,4", "numerical", "hex:3", "hex:4",
    "nim:3,4,5", "nim:1,3,5,misere", "chomp:4,3", "chomp:5,4", "ultimate", "domineering:3,4",
    "standardgomoku:3,3,3", "pentago",
)  # fmt: skip
MOST_NODES = 5_000


def ask(game, position, goal, search=dfpn, budget=MOST, folded=MOST, table=None):
    table = proof_table_for(game, position) if table is None else table
    return search(knowledge_of(game), position, goal, MOST, ProofContext(budget, folded), table)


def outcome(game, position):
    """The outcome by the exact search, which has tests of its own; None if that takes long."""
    run, table = SearchContext(budget=MOST_NODES), DictTable()
    try:
        score = exact(knowledge_of(game), position, -INFINITY, INFINITY, run, table)
    except SearchStopped:
        return None
    return (score > 0) - (score < 0)


@cache
def solved_positions(game):
    """Some positions near the end of the game, and how they end."""
    found = {}
    for position in reversed(random_positions(game, 30)):
        if game.outcome(position) == OPEN and position not in found and len(found) < 40:
            found[position] = outcome(game, position)
    return {position: true for position, true in found.items() if true is not None}


def test_every_game_that_ends_is_among_those_tried():
    games = {name: find_game(name) for name in ENTRIES}
    ending = {name for name, game in games.items() if game.alternates and not game.repeats}
    tried = {spec.partition(":")[0] for spec in SMALL}
    assert ending <= tried | {"gomoku", "mnk", "qubic"}


@pytest.mark.parametrize("spec", SMALL)
def test_the_answers_are_those_of_the_exact_search(spec):
    game: Any = find_game(spec)
    positions = solved_positions(game)
    assert len(positions) > 3
    for position, true in positions.items():
        for goal in GOALS:
            assert ask(game, position, goal) == (PROVED if true >= goal else DISPROVED)


@pytest.mark.parametrize(
    "spec", ["mnk:4,3,3", "cube:3", "notakto:2", "connectfour:4,4", "numerical"]
)
def test_compiled_it_visits_the_same_nodes_with_the_same_answers(spec):
    game: Any = find_game(spec)
    known = knowledge_of(game)
    fast = compiled(dfpn, known)
    for position in list(solved_positions(game))[:8]:
        for goal in GOALS:
            runs = [ProofContext(), ProofContext()]
            tables = [ArrayProofTable(len(position), 10) for _ in runs]
            found = [
                search(known, position, goal, MOST, run, table)
                for search, run, table in zip((dfpn, fast), runs, tables, strict=True)
            ]
            assert found[0] == found[1]
            assert runs[0].nodes == runs[1].nodes
            assert tables[0].memory == tables[1].memory


def test_all_positions_of_tic_tac_toe():
    game = TicTacToe()
    for board in reference.unfinished()[::7]:
        position = game.parse(reference.text(board))[0]
        true, _ = reference.worth(board)
        for goal in GOALS:
            assert ask(game, position, goal) == (PROVED if true >= goal else DISPROVED)


@pytest.mark.parametrize("size_bits", [0, 2, 5])
@pytest.mark.parametrize("folded", [0, 2, MOST])
def test_a_table_that_forgets_makes_no_answer_wrong(size_bits, folded):
    game = MNK(4, 4, 3)
    fast = compiled(dfpn, knowledge_of(game))
    for position in late_positions(game, 9, 15):
        true = outcome(game, position)
        for goal in GOALS:
            table = ArrayProofTable(2, size_bits)
            answer = ask(game, position, goal, fast, folded=folded, table=table)
            assert answer == (PROVED if true >= goal else DISPROVED)


def test_a_search_that_is_stopped_goes_on_where_it_was():
    game = knowledge_of(MNK(4, 3, 3))
    table, run = proof_table_for(game, game.start()), ProofContext(budget=0)
    answers = []
    while not answers or answers[-1] not in (PROVED, DISPROVED):
        run.budget = run.nodes + 30  # more than the plies of the game, or it gets nowhere
        answers.append(dfpn(game, game.start(), WIN, MOST, run, table))
    assert answers[-1] == PROVED
    assert len(answers) > 3
    assert all(proof_number(each) and disproof_number(each) for each in answers[:-1])


@each("budget", [1, 2, 10, 50])
def test_a_budget_is_kept(budget):
    game, run = knowledge_of(MNK(5, 5, 4)), ProofContext(budget)
    found = dfpn(game, game.start(), WIN, MOST, run, proof_table_for(game, game.start()))
    assert found not in (PROVED, DISPROVED)
    assert run.nodes <= max(budget, 1)


def test_limits_are_kept():
    """It comes back as soon as one of the numbers has reached its limit."""
    game = knowledge_of(MNK(5, 5, 4))
    for limits in ((2, MOST), (MOST, 40), (5, 50)):
        table = proof_table_for(game, game.start())
        found = deepen(game, game.start(), WIN, *limits, 0, ProofContext(10_000), table)
        assert proof_number(found) >= limits[0] or disproof_number(found) >= limits[1]


NUMBERS = st.integers(1, 3) | st.integers(1, MOST - 1)  # small ones are often alike
ENTRIES_OF_MOVES = st.lists(
    st.one_of(
        st.just(PROVED),
        st.just(DISPROVED),
        st.builds(pack_numbers, NUMBERS, NUMBERS),
    ),
    min_size=1,
    max_size=6,
)


@given(ENTRIES_OF_MOVES)
def test_what_the_moves_say_of_the_position_before_them(entries):
    """By the definition: a yes needs one of the opponent's questions to fail, a no needs none."""
    numbers, best, second = backup(entries, weak=True)
    proofs, disproofs = [*map(proof_number, entries)], [*map(disproof_number, entries)]
    if DISPROVED in entries:
        assert numbers == PROVED
        assert entries[best] == DISPROVED
    elif set(entries) == {PROVED}:
        assert numbers == DISPROVED
    else:
        assert proof_number(numbers) == min(disproofs)
        assert best == disproofs.index(min(disproofs))  # the first, which the game prefers
        undecided = sum(proof > 0 for proof in proofs)
        assert disproof_number(numbers) == min(max(proofs) + undecided - 1, MOST - 1)
        others = disproofs[:best] + disproofs[best + 1 :]
        assert second == min(others, default=MOST)
        assert 0 < proof_number(numbers) < MOST
        assert 0 < disproof_number(numbers) < MOST


# Best first, on an explicit tree.


@each("spec", ["tictactoe", "mnk:4,3,3", "notakto:1", "chomp:4,3", "hex:3"])
def test_the_explicit_tree_finds_the_same_answers(spec):
    game: Any = find_game(spec)
    for position in list(solved_positions(game))[:10]:
        for goal in GOALS:
            tree = ProofTree(game, position, goal)
            assert tree.run(200_000) is (ask(game, position, goal) == PROVED)


def all_nodes(node):
    yield node
    for child in node.children:
        yield from all_nodes(child)


def test_after_every_step_all_numbers_of_the_tree_follow_from_its_leaves():
    game = MNK(3, 3, 3)
    tree = ProofTree(game, game.parse("x2/1o1/2x o")[0], DRAW)
    while tree.root.answer is None:
        before = tree.nodes
        leaf = tree.step()
        assert len(leaf.children) == tree.nodes - before
        nodes = list(all_nodes(tree.root))
        assert len(nodes) == tree.nodes
        for node in nodes:
            if node.children:
                assert node.proof == min(child.disproof for child in node.children)
                assert node.disproof == sum(child.proof for child in node.children)
    assert tree.root.answer is True


def test_the_most_proving_leaf_lowers_the_roots_number_whichever_way_it_turns_out():
    """That is what makes it most proving (Allis, section 2.2)."""
    game = MNK(3, 3, 3)
    tree = ProofTree(game, game.start(), DRAW)
    for _ in range(60):
        leaf = tree.most_proving()
        for reached in (True, False):
            before = tree.root.proof, tree.root.disproof
            leaf.settle(reached)
            for node in above(leaf):
                node.sum_up()
            after = tree.root.proof, tree.root.disproof
            assert after[0] < before[0] or after[1] < before[1]
            leaf.proof = leaf.disproof = 1
            for node in above(leaf):
                node.sum_up()
            assert (tree.root.proof, tree.root.disproof) == before
        tree.step()


def above(node):
    while node.parent is not None:
        node = node.parent
        yield node


@each(("budget", "nodes"), [(0, 1), (1, 1), (2, 10), (10, 10), (11, 18)])
def test_a_tree_without_room_answers_nothing(budget, nodes):
    """The start has nine moves, and each of them eight replies."""
    tree = ProofTree(MNK(), MNK().start())
    assert tree.run(budget) is None
    assert tree.nodes == nodes


def test_a_finished_game_is_answered_at_once():
    game = TicTacToe()
    lost, _ = game.parse("xxx/oo1/3 o")
    assert ProofTree(game, lost, DRAW).root.answer is False
    assert ask(game, lost, DRAW) == DISPROVED
    assert ask(game, lost, WIN) == DISPROVED


def test_games_that_repeat_are_refused():
    game: Any = find_game("morris")
    with pytest.raises(RepeatingGame):
        ProofTree(game, game.start())


class Between(Knowledge[Any]):
    """Knows bounds of every outcome."""

    known = (LOSS, WIN)

    def bounds(self, state, lower, upper):
        return self.known

    closer_bounds = bounds


def test_unknown_is_neither_answer():
    """A goal that the bounds leave open is unknown, also where one of them is the goal."""
    assert UNKNOWN not in (0, PROVED, DISPROVED)
    game, answers = Between(TicTacToe()), {True: PROVED, False: DISPROVED, None: UNKNOWN}
    for lower, upper in combinations_with_replacement((LOSS, DRAW, WIN), 2):
        game.known = lower, upper
        for goal in GOALS:
            reached = {outcome >= goal for outcome in range(lower, upper + 1)}
            expected = answers[reached.pop() if len(reached) == 1 else None]
            assert static_value(game, game.start(), goal) == expected
