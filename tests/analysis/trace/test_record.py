"""What searches are recorded to do, held against what they do unwatched, and against the truth."""

from itertools import pairwise

import pytest
from hypothesis import example, given

from noughts import MNK, TicTacToe, find_game
from noughts.analysis.record_search import MOST_NODES, WATCHED, record_search
from noughts.analysis.trace import Ask, Bound, Enter, Expand, Held, Leave, Why
from noughts.errors import GameOver, RepeatingGame, SearchError, SearchStopped
from noughts.knowledge import knowledge_of
from noughts.search import alphabeta, exact, minimax
from noughts.search.context import SearchContext
from noughts.search.pns import ProofTree
from noughts.search.root import AlphaBeta, Minimax, search
from noughts.search.table import DictTable
from noughts.value import DRAW, INFINITY, LOSS, OPEN, WIN, Value
from tests.each import each
from tests.search.test_trees import TREES, Node, Tree, worth

DEPTH_FIRST = ("minimax", "alphabeta", "alphabeta-table")

# Games of several kinds, and moves after which little is left of them.
POSITIONS = [
    ("tictactoe", "b2 a1 c3"),
    ("tictactoe", "a1 b1 a2"),
    ("mnk:3,3,3,misere", "a1 b2 c3"),
    ("mnk:4,3,3", "b2 c2 a1 c3 c1 a3"),
    ("connectfour:4,4", "11112222333"),
    ("nim:1,2,2", ""),
    ("chomp:3,2", ""),
    ("notakto", "b2 a1 a2 b1"),
    ("wild", "xb2 oa1 ob3 xc3 xa3"),
]


def position_of(spec, moves):
    game = find_game(spec)
    position = game.start()
    for move in game.read_moves(moves):
        position = game.play(position, move)
    return game, position


def unwatched(algorithm, game, position):
    """How many nodes the search sees of which nothing is recorded."""
    if algorithm in ("minimax", "alphabeta"):
        return search(
            game, position, {"minimax": Minimax, "alphabeta": AlphaBeta}[algorithm]()
        ).nodes
    if algorithm == "alphabeta-table":
        run = SearchContext()
        exact.exact(knowledge_of(game), position, -INFINITY, INFINITY, run, DictTable())
        return run.nodes
    wins, draws = ProofTree(game, position, WIN), ProofTree(game, position, DRAW)
    return wins.nodes if wins.run(10**6) else wins.nodes + (draws.run(10**6), draws.nodes)[1]


def tree_size(game, position):
    if game.outcome(position) != OPEN:
        return 1
    return 1 + sum(tree_size(game, game.play(position, m)) for m in game.moves(position))


def true_value(game, position):
    """By the definition of worth, without any search of noughts."""
    outcome = game.outcome(position)
    if outcome != OPEN:
        return Value(outcome, 0)
    return max(true_value(game, game.play(position, m)).before() for m in game.moves(position))


@each("spec, moves", POSITIONS)
@each("algorithm", WATCHED)
def test_the_record_has_as_many_nodes_as_the_search_counts(algorithm, spec, moves):
    game, position = position_of(spec, moves)
    record = record_search(game, position, algorithm)
    assert len(record.nodes) == unwatched(algorithm, game, position)
    assert WATCHED[algorithm].size(game, position, 10**6) == len(record.nodes)
    assert record.whole == tree_size(game, position)


def test_the_figures_of_the_whole_game_are_those_of_the_literature():
    # 20,866 and 59,705: computed by an independent program (cells in reading order, open window,
    # distance in the score).
    game = TicTacToe()
    assert len(record_search(game, game.start(), "alphabeta", most=10**6).nodes) == 20_866
    after = game.play(game.start(), game.read("a1"))
    assert len(record_search(game, after, "minimax", most=10**6).nodes) == 59_705


@each("spec, moves", POSITIONS)
@each("algorithm", WATCHED)
def test_what_is_found_is_true(algorithm, spec, moves):
    game, position = position_of(spec, moves)
    record = record_search(game, position, algorithm)
    true = true_value(game, position)
    assert record.outcome == true.outcome
    if algorithm in DEPTH_FIRST:
        assert record.value == true
        assert true_value(game, game.play(position, record.best)).before() == true


def holds(bound, value, true):
    return {
        Bound.EXACT: value == true,
        Bound.AT_LEAST: true >= value,
        Bound.AT_MOST: true <= value,
    }[bound]


def check_events(record, value_of, size_of):
    """Everything that the events say is true, and nothing is left out."""
    game, way, seen = record.game, [], {}
    for event in record.events:
        node = record.nodes[event.node]
        if isinstance(event, Enter):
            assert node.ply == len(way)
            assert node.parent == (way[-1] if way else None)
            if way:
                before = record.nodes[node.parent]
                assert game.play(before.position, node.move) == node.position
                assert node.turn == 1 - before.turn
                seen[node.parent].append(node.move)
            assert event.alpha is None or event.beta is None or event.alpha < event.beta
            way.append(event.node)
            seen[event.node] = []
            continue
        assert way.pop() == event.node
        assert holds(event.bound, event.value, value_of(node.position))
        over = game.outcome(node.position) != OPEN
        assert over == (event.why == Why.OVER)
        legal = [] if over else list(game.moves(node.position))
        assert sorted([*seen[event.node], *event.unseen]) == sorted(legal)
        if event.why == Why.SEEN:
            assert not event.unseen
        assert event.spared == sum(size_of(game.play(node.position, move)) for move in event.unseen)
        if event.held:
            check_held(record, event, way, value_of)
    assert not way
    spared = sum(event.spared or 0 for event in record.events if isinstance(event, Leave))
    assert len(record.nodes) + spared == record.whole == size_of(record.root.position)


def check_held(record, event, way, value_of):
    """What a player has elsewhere is on the way to here, and is no worse than what is here."""
    node, there = record.nodes[event.node], record.nodes[event.held.node]
    assert event.held.node in way
    plies = node.ply - there.ply
    value = event.value
    for _ in range(plies):
        value = value.before()
    assert event.bound == (Bound.AT_LEAST if plies % 2 else Bound.AT_MOST)
    if event.why != Why.HOPELESS:
        assert value <= event.held.value
    after = record.game.play(there.position, event.held.move)
    assert value_of(after).before() >= event.held.value
    tried = [
        (other, node.move)
        for other, node in enumerate(record.nodes)
        if node.parent == event.held.node and node.move == event.held.move
    ]
    assert tried
    assert tried[0][0] < event.node


@each("spec, moves", POSITIONS)
@each("algorithm", DEPTH_FIRST)
def test_every_event_is_true(algorithm, spec, moves):
    game, position = position_of(spec, moves)
    check_events(
        record_search(game, position, algorithm),
        lambda other: true_value(game, other),
        lambda other: tree_size(game, other),
    )


@given(TREES)
@example((0, ((0, (WIN, DRAW)), (0, (LOSS, WIN)), (0, (DRAW, LOSS)))))
def test_every_event_is_true_on_any_tree(tree):
    game = Tree()
    for algorithm in DEPTH_FIRST:
        record = record_search(game, Node(tree), algorithm, unchecked=True)
        check_events(record, lambda node: worth(node.tree), lambda node: tree_size(game, node))


def test_minimax_leaves_nothing_out():
    game, position = position_of("tictactoe", "b2 a1 c3")
    record = record_search(game, position, "minimax")
    left = [event for event in record.events if isinstance(event, Leave)]
    assert {event.why for event in left} == {Why.OVER, Why.SEEN}
    assert {event.bound for event in left} == {Bound.EXACT}


def test_what_the_table_knows_it_has_from_a_position_that_is_as_good():
    game, position = position_of("tictactoe", "b2 a1 c3")
    record = record_search(game, position, "alphabeta-table")
    found = [e for e in record.events if isinstance(e, Leave) and e.why == Why.KNOWN]
    assert found
    known = knowledge_of(game)
    for event in found:
        assert event.same is not None
        assert event.same < event.node
        node, same = record.nodes[event.node], record.nodes[event.same]
        assert known.canonical(node.position) == known.canonical(same.position)


def test_a_cut_in_the_smallest_tree_that_has_one():
    """The first move draws; the answer to the second wins, so its other answer is not seen."""
    tree = (0, ((0, (DRAW,)), (0, (LOSS, WIN))))
    record = record_search(Tree(), Node(tree), "alphabeta", turn=1, unchecked=True)
    assert record.events[-2] == Leave(
        node=3,
        value=Value(WIN, 1),
        bound=Bound.AT_LEAST,
        why=Why.CUT,
        best=0,
        unseen=(1,),
        held=Held(node=0, move=0, value=Value(DRAW, 2)),
        spared=1,
    )
    assert (len(record.nodes), record.whole, record.root.turn) == (5, 6, 1)


# Proof numbers, by their definition.


def check_proofs(record):
    numbers, children, goals = {}, {}, {}
    for event in record.events:
        if isinstance(event, Ask):
            root = event.node
            goals[root] = event.goal
            numbers[root] = event.numbers
            continue
        assert isinstance(event, Expand)
        assert event.node not in children
        children[event.node] = event.children
        moves = [record.nodes[child].move for child in event.children]
        assert moves == list(record.game.moves(record.nodes[event.node].position))
        for child in event.children:
            goals[child] = 1 - goals[event.node]
        numbers.update((one.node, one) for one in event.numbers)
        check_all_numbers(record, root, numbers, children, goals)
    return numbers[root]


def check_all_numbers(record, node, numbers, children, goals):
    outcome = record.game.outcome(record.nodes[node].position)
    found = numbers[node].proof, numbers[node].disproof
    if outcome != OPEN:
        assert found == ((0, None) if outcome >= goals[node] else (None, 0))
    elif node not in children:
        assert found == (1, 1)
    else:
        below = [numbers[child] for child in children[node]]
        no = [float("inf") if one.disproof is None else one.disproof for one in below]
        yes = [float("inf") if one.proof is None else one.proof for one in below]
        expected = [None if n == float("inf") else n for n in (min(no), sum(yes))]
        assert list(found) == expected
        for child in children[node]:
            check_all_numbers(record, child, numbers, children, goals)


@each("spec, moves", [*POSITIONS[3:8], ("tictactoe", "b2 a1 c3 a3")])
def test_every_step_of_a_proof_is_true(spec, moves):
    game, position = position_of(spec, moves)
    record = record_search(game, position, "pns")
    root = check_proofs(record)
    assert 0 in (root.proof, root.disproof)
    asked = [event.goal for event in record.events if isinstance(event, Ask)]
    assert asked == ([WIN] if record.outcome == WIN else [WIN, DRAW])
    assert record.value is None


def test_the_events_of_a_node_come_together():
    """Proof numbers on the way up are those of the leaf, its parent, and so on to the root."""
    game, position = position_of("tictactoe", "b2 a1 c3 a3")
    record = record_search(game, position, "pns")
    for event in record.events:
        if isinstance(event, Expand):
            up = [one.node for one in event.numbers[len(event.children) :]]
            assert up[0] == event.node
            assert all(record.nodes[low].parent == high for low, high in pairwise(up))
            assert record.nodes[up[-1]].parent is None


# Limits, and what is refused.


def test_after_three_plies_of_tictactoe_every_search_can_be_watched():
    game = TicTacToe()
    largest = 0
    for first in range(9):
        for second in range(9):
            for third in range(9):
                if len({first, second, third}) == 3:
                    position = game.start()
                    for move in (first, second, third):
                        position = game.play(position, move)
                    largest = max(largest, tree_size(game, position))
    assert largest <= MOST_NODES


@each("algorithm, figure", [("alphabeta", "20,866")], large=[("minimax", "549,946")])
def test_too_large_a_position_is_refused_with_the_figure(algorithm, figure):
    with pytest.raises(SearchStopped, match=f"visits {figure} nodes.*at most 2,000"):
        record_search(TicTacToe(), TicTacToe().start(), algorithm)


def test_a_position_far_too_large_is_refused_without_counting_to_the_end():
    game = MNK(6, 6, 4)
    with pytest.raises(SearchStopped, match="20,000 or more"):
        record_search(game, game.start(), "minimax")


@each("algorithm", WATCHED)
def test_the_limit_is_kept_to_the_node(algorithm):
    game, position = position_of("tictactoe", "b2 a1 c3 a3")
    nodes = len(record_search(game, position, algorithm).nodes)
    assert len(record_search(game, position, algorithm, most=nodes).nodes) == nodes
    with pytest.raises(SearchStopped, match=f"visits {nodes} nodes"):
        record_search(game, position, algorithm, most=nodes - 1)


@each("algorithm", WATCHED)
def test_what_cannot_be_searched_is_refused(algorithm):
    game = TicTacToe()
    with pytest.raises(GameOver):
        record_search(game, game.parse("xxx/oo1/3 o")[0], algorithm)
    morris = find_game("morris")
    with pytest.raises(RepeatingGame):
        record_search(morris, morris.start(), algorithm)


def test_an_unknown_algorithm_is_refused_with_those_there_are():
    with pytest.raises(SearchError, match="minimax, alphabeta, alphabeta-table, pns"):
        record_search(TicTacToe(), TicTacToe().start(), "alphazero")


def test_the_searches_are_as_they_were_afterwards():
    """The hook is in copies: the functions themselves name nothing but themselves."""
    game, position = position_of("tictactoe", "b2 a1 c3")
    for algorithm in DEPTH_FIRST:
        record_search(game, position, algorithm)
    assert minimax.max_value.__globals__["min_value"] is minimax.min_value
    assert alphabeta.alphabeta.__globals__["alphabeta"] is alphabeta.alphabeta
    assert exact.exact.__globals__["exact"] is exact.exact
