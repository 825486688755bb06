"""The sentences of a search that is watched: each holds what the event says, and reads well."""

import re

from noughts import TicTacToe
from noughts.analysis.record_search import WATCHED, record_search
from noughts.analysis.trace import Bound, Enter, Leave, Why, bounded_value, steps
from noughts.value import DRAW, LOSS, WIN, Value
from tests.analysis.trace.test_record import POSITIONS, position_of
from tests.each import each
from tests.search.test_trees import Node, Tree


def sentences(tree, algorithm="alphabeta"):
    record = record_search(Tree(), Node(tree), algorithm, unchecked=True)
    return [step.text for step in steps(record)]


def test_a_small_search_from_beginning_to_end():
    tree = (0, ((0, (DRAW,)), (0, (LOSS, WIN))))  # the first move draws, the second loses
    assert sentences(tree) == [
        "X is to move: what is the position worth?",
        "X tries 0. O is to move.",
        "O tries 0. The game is over: a draw.",
        "All moves of O after 0 are seen: a draw, with 0.",
        "X tries 1. O is to move.",
        "O tries 0. The game is over: O has won.",
        "0 is already worth a draw to X; here O can reach a win with 0, so 1 can be skipped.",
        "All moves of X at the root are seen: a draw, with 0. The search is done.",
    ]


# What X has by the first move, what O reaches after the second, and the reason for the cut.
DELAYED_LOSS = (0, (0, (LOSS,)))  # for the player to move: two more moves, and all is lost


@each(
    "tree, reason",
    [
        (
            (0, ((0, (DRAW,)), (0, (DRAW, WIN)))),
            (
                "0 is already worth a draw to X; here O can reach a draw with 0: no better for X, "
                "so 1 can be skipped."
            ),
        ),
        (
            (0, (LOSS, (0, (DRAW, WIN)))),
            "0 already wins at once for X; here O can reach a draw with 0, so 1 can be skipped.",
        ),
        (
            (0, (LOSS, (0, ((0, (LOSS,)), WIN)))),
            (
                "0 already wins at once for X; here O can hold out for 3 plies with 0, so 1 can "
                "be skipped."
            ),
        ),
        (
            (0, ((0, ((0, ((0, (LOSS,)),)),)), (0, (LOSS, WIN)))),
            (
                "with 0, X already holds out for 4 plies; here O can reach a win with 0, in 2, so "
                "1 can be skipped."
            ),
        ),
    ],
)
def test_the_reason_for_a_cut_by_what_each_player_has(tree, reason):
    assert reason in sentences(tree)


def test_a_deep_cut_says_how_far_back_the_better_move_is():
    deep = (0, (DRAW, (0, ((0, ((0, (LOSS, WIN)),)), LOSS))))
    assert (
        "0 (3 plies before) is already worth a draw to X; here O can reach a win with 0, so 1 "
        "can be skipped."
    ) in sentences(deep)


def test_what_the_table_knows_and_what_nothing_can_better():
    game = TicTacToe()
    record = record_search(game, game.parse("o1x/1x1/o2 x")[0], "alphabeta-table")
    told = [step.text for step in steps(record)]
    # By hand: after b3, O wins at once by a2, so that nothing else that O tries matters.
    assert told[2:4] == [
        "O tries a2. The game is over: O has won.",
        (
            "O tries c2. a2 already wins at once for O: nothing can be better, so this can "
            "be skipped."
        ),
    ]
    # a2 c2 b3 b1 and a2 b1 b3 c2 lead to one position, whose last move c1 draws.
    assert "O tries c2. This position was seen before, after a2 c2 b3 b1: a draw." in told


def test_symmetric_positions_are_said_to_be_so():
    game = TicTacToe()
    start = game.play(game.play(game.start(), game.read("b2")), game.read("a1"))
    record = record_search(game, start, "alphabeta-table")
    assert any("A symmetric position was seen before" in step.text for step in steps(record))


def test_a_proof_is_told_from_the_question_to_the_answer():
    assert sentences((0, (LOSS, DRAW)), "pns") == [
        "First question: can X win? A proof needs at least 1 more, a disproof 1.",
        "X has 2 moves, which end the game, at the root. That answers the question: X can win.",
    ]
    lost = (0, ((0, (LOSS,)),))  # X has one move, and O answers it with the only one, which wins
    assert sentences(lost, "pns") == [
        "First question: can X win? A proof needs at least 1 more, a disproof 1.",
        "X has 1 move at the root. A proof needs at least 1 more, a disproof 1.",
        "O has 1 move, which ends the game, after 0. That answers the question: X cannot win.",
        (
            "Second question: can X reach at least a draw? A proof needs at least 1 "
            "more, a disproof 1."
        ),
        "X has 1 move at the root. A proof needs at least 1 more, a disproof 1.",
        "O has 1 move, which ends the game, after 0. That answers the question: X loses.",
    ]
    partly = sentences((0, ((0, (DRAW,)), DRAW)), "pns")
    assert partly[1].startswith("X has 2 moves, 1 of which ends the game, at the root.")
    assert partly[-1].endswith("That answers the question: X reaches at least a draw.")


@each(
    "value, told",
    [
        (Value(WIN, 3), ("X wins in 3", "X wins in 3 or sooner", "X wins in 3 at the soonest")),
        (
            Value(LOSS, 0),
            ("X has lost", "X holds out for 0 plies or more", "X loses in 0 or sooner"),
        ),
        (Value(DRAW, 0), ("a draw", "at least a draw for X", "at most a draw for X")),
        (
            Value(LOSS, 4),
            ("X loses in 4", "X holds out for 4 plies or more", "X loses in 4 or sooner"),
        ),
    ],
)
def test_every_kind_of_value_has_words(value, told):
    assert tuple(bounded_value(value, bound, "X") for bound in Bound) == told


@each("spec, moves", POSITIONS)
@each("algorithm", WATCHED)
def test_every_event_is_told_once_and_each_cut_names_what_is_not_seen(algorithm, spec, moves):
    game, position = position_of(spec, moves)
    record = record_search(game, position, algorithm)
    found = list(steps(record))
    assert [event for step in found for event in step.events] == list(record.events)
    for step in found:
        assert re.fullmatch(r"[A-Z0-9a-z].*[.?]", step.text)
        assert "None" not in step.text
        last = step.events[-1]
        entered = isinstance(step.events[0], Enter)
        assert len(step.events) == 1 + (entered and isinstance(last, Leave))
        if isinstance(last, Leave) and last.why == Why.CUT:
            rest = ", ".join(map(game.name, last.unseen))
            assert step.text.endswith(f"so {rest} can be skipped.")
            assert step.cut
        if isinstance(last, Leave):
            assert step.cut == bool(last.spared or last.why in (Why.CUT, Why.KNOWN, Why.HOPELESS))
