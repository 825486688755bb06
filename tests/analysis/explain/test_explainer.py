"""No statement is false: every one is held against an independent reading of the board."""

from collections import Counter
from itertools import pairwise
from random import Random

from noughts.analysis.explain.explainer import Explainer, explain
from noughts.analysis.explain.facts import FactKind
from noughts.errors import SearchStopped
from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import Cube
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge.marks import TicTacToeKnowledge
from noughts.solving.solver import Solver
from noughts.value import OPEN, Certainty, Value
from tests.analysis import rule_claims
from tests.analysis.claims import CLAIMS, Scene, holds, must_be_said
from tests.analysis.everything import explained, open_positions
from tests.analysis.paper import Paper, landing, lines, move_value, other, playable, rank
from tests.each import each


def late_positions(game, plies, number):
    """Positions after at least so many random moves, the same ones each time."""
    random, found = Random(1), set()
    while len(found) < number:
        position, turn = game.start(), 0
        while game.outcome(position) == OPEN:
            if (position.mine | position.theirs).bit_count() >= plies:
                found.add((position, turn))
            position = game.play(position, random.choice(list(game.moves(position))))
            turn = 1 - turn
    return sorted(found)


def check(paper, game, explanations):
    """Hold every fact about every move against the paper; how often each kind was stated."""
    stated = Counter()
    for explanation in explanations:
        board, side = paper.board(game.text(explanation.position, explanation.turn))
        moves = {landing(paper, board, move.move) for move in explanation.moves}
        assert moves == playable(paper, board)
        for move in explanation.moves:
            stated.update(check_move(paper, board, side, move))
        values = [
            move_value(paper, board, landing(paper, board, move.move), side)
            for move in explanation.moves
        ]
        assert all(rank(one) >= rank(two) for one, two in pairwise(values))
    return stated


def check_move(paper, board, side, move):
    """Hold every fact about one move, and its reply's, against the paper."""
    cell = landing(paper, board, move.move)
    assert tuple(move.value) == move_value(paper, board, cell, side)
    assert move.certainty == Certainty.PROVED
    assert must_be_said(paper, board, side, cell) <= move.facts.kinds
    check_facts(paper, board, side, cell, move.facts)
    if move.reply:
        scene = Scene(paper, board, side, cell, None)
        best = max(map(rank, scene.replies.values()))
        reply = landing(paper, scene.after, move.reply.move)
        assert rank(scene.replies[reply]) == best
        check_facts(paper, scene.after, other(side), reply, move.reply.facts)
    return move.facts.kinds


def check_facts(paper, board, side, cell, facts):
    for fact in facts:
        assert holds(paper, board, side, cell, fact), (board, side, cell, fact)


MISERE_KINDS = {
    FactKind.COMPLETES_LOSING_LINE,
    FactKind.TAKES_DEADLY_CELL,
    FactKind.MAKES_DEADLY,
    FactKind.LEAVES_ONE_SAFE_CELL,
    FactKind.LEAVES_NO_SAFE_CELL,
    FactKind.LEAVES_OPPONENT_SAFE,
    FactKind.ZUGZWANG,
}
LINE_KINDS = {
    FactKind.COMPLETES_LINE,
    FactKind.BLOCKS,
    FactKind.MAKES_FORK,
    FactKind.THREATENS,
    FactKind.FORCES_REPLY,
    FactKind.FORCES_INTO_FORK,
    FactKind.STOPS_FORK,
    FactKind.KEEPS_BUSY,
    FactKind.PREPARES_FORK,
    FactKind.PASSES_OVER_WIN,
    FactKind.PASSES_OVER_FORK,
    FactKind.LEAVES_WIN,
    FactKind.ALLOWS_FORK,
    FactKind.LEAVES_NO_LINE,
}
FALLING_KINDS = {
    FactKind.HANDS_WIN,
    FactKind.STACKS_THREATS,
    FactKind.LEAVES_NO_DEFENCE,
    FactKind.BARS,
    FactKind.ODD_THREAT,
    FactKind.EVEN_THREAT,
    FactKind.CLAIMEVEN,
    FactKind.NAMED,
}


def test_every_kind_that_can_be_stated_has_a_claim_on_paper():
    claimed = {*CLAIMS, *rule_claims.CLAIMS, *rule_claims.VALUES}
    assert {*FactKind} - claimed == {FactKind.NAMED_DRAWBACK}


def test_all_open_positions_of_three_by_three():
    game = TicTacToe()
    explanations = explained(game)
    assert len(explanations) == 4520  # see section 6 of the design
    stated = check(Paper(3, 3, 3), game, explanations)
    assert {*stated} == {*CLAIMS} - MISERE_KINDS - FALLING_KINDS


def test_all_open_positions_of_three_by_three_in_misere_play():
    game = MNK(3, 3, 3, misere=True)
    stated = check(Paper(3, 3, 3, misere=True), game, explained(game))
    assert {*stated} >= MISERE_KINDS
    assert {*stated}.isdisjoint(LINE_KINDS)


def test_all_open_positions_of_three_by_three_where_marks_fall():
    game = ConnectFour(3, 3, 3)
    stated = check(Paper(3, 3, 3, falls=True), game, explained(game))
    assert {*stated} & FALLING_KINDS


@each(
    "paper, plies",
    [
        (Paper(4, 3, 3, falls=True), 2),
        (Paper(4, 3, 3, misere=True, falls=True), 4),
        (Paper(4, 4, 3, falls=True), 4),
        (Paper(4, 4, 4, falls=True), 7),
        (Paper(5, 4, 4, falls=True), 11),
        (Paper(5, 4, 4, misere=True, falls=True), 12),
        (Paper(7, 6, 4, falls=True), 33),
    ],
)
def test_samples_of_boards_where_marks_fall(paper, plies):
    game = ConnectFour(paper.m, paper.n, paper.k, paper.misere)
    explainer = Explainer(game)
    positions = late_positions(game, plies, 150)
    check(paper, game, [explainer.explain(*position) for position in positions])


def test_every_kind_of_fact_about_falling_marks_is_stated():
    game, paper = ConnectFour(4, 4, 4), Paper(4, 4, 4, falls=True)
    explainer = Explainer(game)
    positions = late_positions(game, 9, 300)
    stated = check(paper, game, [explainer.explain(*position) for position in positions])
    assert {*stated} >= FALLING_KINDS | {FactKind.ZUGZWANG}


@each(
    "paper, game, plies",
    [
        (Paper(3, 3, 3, wraps_across=True, wraps_down=True), MNK(3, 3, 3, torus=True), 0),
        (Paper(4, 3, 3), MNK(4, 3, 3), 4),
        (Paper(4, 3, 3, misere=True), MNK(4, 3, 3, misere=True), 4),
        (Paper(4, 4, 4), MNK(4, 4, 4), 7),
        (Paper(4, 4, 3, wraps_across=True, wraps_down=True), MNK(4, 4, 3, torus=True), 7),
        (Paper(5, 2, 2), MNK(5, 2, 2), 0),
    ],
)
def test_samples_of_other_boards(paper, game, plies):
    explainer = Explainer(game)
    positions = late_positions(game, plies, 150)
    check(paper, game, [explainer.explain(*position) for position in positions])


@each(
    "paper, game",
    [
        (Paper(3, 3, 3, levels=3), Cube(3)),
        (Paper(3, 3, 3, levels=3, misere=True), Cube(3, misere=True)),
        (Paper(4, 4, 4, levels=4), Cube(4)),
    ],
)
def test_samples_of_cubes(paper, game):
    assert len(lines(paper)) == len(game.board_lines) == (49 if game.n == 3 else 76)
    explainer, random, stated = Explainer(game), Random(1), Counter()
    for position, turn in random_positions(game, random, 12):
        board, side = paper.board(game.text(position, turn))
        for move in random.sample(list(game.moves(position)), 4):
            facts = [*explainer.rule_facts(position, turn, move)]
            check_facts(paper, board, side, move, facts)
            kinds = {fact.kind for fact in facts}
            assert must_be_said(paper, board, side, move) <= kinds
            stated.update(kinds)
    assert {*stated} & (MISERE_KINDS if game.misere else {FactKind.BLOCKS, FactKind.LEAVES_WIN})


def random_positions(game, random, number):
    """The last open positions of so many random games, with at least four moves left."""
    for _ in range(number):
        position, turn, met = game.start(), 0, []
        while game.outcome(position) == OPEN:
            met.append((position, turn))
            position = game.play(position, random.choice(list(game.moves(position))))
            turn = 1 - turn
        yield random.choice([pair for pair in met[-8:] if len([*game.moves(pair[0])]) > 3])


def test_boards_without_edges_have_no_corners():
    for game in (MNK(3, 3, 3, torus=True), MNK(3, 3, 3, cylinder=True)):
        explanation = explain(game, game.start())
        places = {FactKind.TAKES_CENTRE, FactKind.TAKES_CORNER, FactKind.TAKES_EDGE}
        assert all(move.facts.kinds.isdisjoint(places) for move in explanation.moves)


VALUE_KINDS = {kind for kind in CLAIMS if CLAIMS[kind][0].__qualname__.endswith("claim")} | {
    FactKind.ONE_REPLY,
    FactKind.ZUGZWANG,
}


class Untold(MNK):
    """A game of which the solver knows the rules alone."""

    knowledge = None


def test_without_lines_all_else_is_the_same():
    game = TicTacToe()
    position, turn = game.parse("x2/1o1/2x o")
    whole, short = (Explainer(game).explain(position, turn, lines=each) for each in (True, False))
    assert any(move.line for move in whole.moves)
    assert short.moves == tuple(move._replace(line=()) for move in whole.moves)


def test_without_proved_values_only_the_rules_speak():
    game = Untold(7, 7, 5)
    position, turn = game.parse("7/7/2xxxx1/2oooo1/7/7/7 x")
    explanation = explain(game, position, turn, Solver(game, budget=10))
    assert (explanation.value, explanation.certainty) == (None, Certainty.UNKNOWN)
    for move in explanation.moves:
        assert move.facts.kinds.isdisjoint(VALUE_KINDS)
        assert not move.best
    values = {game.name(move.move): move.value for move in explanation.moves}
    # O threatens to complete a line at either end, too, so that one block does not help.
    assert {value and tuple(value) for value in values.values()} == {(1, 1), (-1, 2)}
    winning = {name for name, value in values.items() if value == Value(1, 1)}
    assert winning == {"b5", "g5"}  # either end of the four in a row


class Unsolved(Solver[Marks]):
    """A solver that is stopped whatever it is asked."""

    def value(self, position):
        raise SearchStopped


def test_facts_from_the_rules_do_not_depend_on_the_solver():
    game = TicTacToe()
    for position, turn in open_positions(game)[::50]:
        with_values = explain(game, position, turn)
        without = explain(game, position, turn, Unsolved(game))
        for move in without.moves:
            known = with_values.of(move.move).facts
            assert [fact for fact in known if fact.kind not in VALUE_KINDS] == [*move.facts]


class Painted(MNK):
    """A line game in which a full line means nothing, so that no line may be spoken of."""

    def outcome(self, position):
        return super().outcome(position) if self.all_cells == sum(position) else OPEN


def test_a_game_that_changes_what_a_line_means_is_not_read_as_a_line_game():
    game = Painted(3, 2, 2)
    told = explain(game, game.start(), solver=Solver(game, unchecked=True))
    kinds = {kind for move in told.moves for kind in move.facts.kinds}
    assert kinds.isdisjoint(LINE_KINDS | MISERE_KINDS | {FactKind.ON_OPEN_LINES})


class Smiles(TicTacToeKnowledge):
    def tactics(self, position, move):
        return ("smiles",) if move == 4 else ()


class Talkative(TicTacToe):
    knowledge = Smiles


def test_a_game_can_name_its_own_tactics():
    game = Talkative()
    facts = explain(game, game.start()).of(4).facts
    assert (facts[0].kind, facts[0].text) == (FactKind.NAMED, "smiles")
    assert FactKind.NAMED not in explain(game, game.start()).of(0).facts.kinds


def test_a_position_that_is_over_has_a_value_and_no_moves():
    game = TicTacToe()
    position, turn = game.parse("xxx/oo1/3 o")
    explanation = explain(game, position, turn)
    assert (str(explanation.value), explanation.moves) == ("loss in 0", ())
