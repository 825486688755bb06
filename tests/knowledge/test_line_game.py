"""What is seen of lines without a search, against the plain rules and against every play."""

from typing import Any

import pytest

from noughts.bits import cells_of
from noughts.game import Game, legal_moves
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.value import BASE, OPEN
from tests.each import each
from tests.playing import every_position, random_positions
from tests.samples import late_positions

SPECS = (
    "mnk:3,3,3", "mnk:4,3,3", "mnk:3,4,2", "mnk:4,4,3", "mnk:5,4,4", "mnk:5,5,4", "mnk:7,3,3",
    "mnk:5,1,3", "mnk:1,6,3", "mnk:6,6,5", "mnk:8,7,5", "mnk:3,3,1",
    "mnk:3,3,3,misere", "mnk:4,3,3,misere", "mnk:3,3,3,torus", "mnk:4,4,3,torus",
    "mnk:4,3,3,cylinder", "mnk:4,4,4,torus,misere",
)  # fmt: skip

LATE_WIN = BASE - 20


def plain_score(game: Game[Any], position: Any) -> int:
    """The value as a number, by looking at every play: the winner hurries, the loser delays."""
    outcome = game.outcome(position)
    if outcome != OPEN:
        return outcome * 100
    best = -100
    for move in game.moves(position):
        best = max(best, -plain_score(game, game.play(position, move)))
    return best - (best > 0) + (best < 0)


def score(game: Game[Any], position: Any) -> int:
    """The same, compiled."""
    return compiled(plain_score, game)(game, position)


def exact_score(game: Game[Any], position: Any) -> int:
    """The same on the scale of the package's scores: a win at once is BASE - 1, and so on."""
    plain = score(game, position)
    return plain + (BASE - 100) * sign(plain)


def seen(game: Game[Any], position: Any) -> tuple[int, int]:
    """The bounds that line games see when it is asked for a win, and for a draw."""
    known = knowledge_of(game)
    won, held = known.bounds(position, 0, 1), known.bounds(position, -1, 0)
    return max(won[0], held[0]), min(won[1], held[1])


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def small_positions():
    """Thousands of positions, of which every play can be looked at."""
    for spec, left, number in (
        ("mnk:3,3,3", 9, 1), ("mnk:3,3,3", 7, 60), ("mnk:3,3,3", 5, 300), ("mnk:3,3,3", 4, 300),
        ("mnk:4,3,3", 7, 150), ("mnk:4,3,3", 6, 150), ("mnk:4,3,4", 9, 60), ("mnk:4,4,4", 9, 80),
        ("mnk:4,4,3", 7, 150), ("mnk:5,4,4", 9, 80), ("mnk:5,5,4", 9, 80), ("mnk:5,5,5", 9, 50),
        ("mnk:6,3,4", 8, 80), ("mnk:6,6,5", 9, 60), ("mnk:3,3,3,misere", 7, 60),
        ("mnk:3,3,3,misere", 5, 300), ("mnk:4,3,3,misere", 7, 100), ("mnk:3,3,3,torus", 6, 100),
        ("mnk:4,4,4,torus", 8, 60), ("mnk:4,3,3,cylinder", 7, 100), ("mnk:6,2,3", 7, 100),
    ):  # fmt: skip
        game = find_game(spec)
        for position in late_positions(game, left, number):
            yield game, position


def test_among_the_safe_moves_is_one_of_the_best():
    tried = 0
    for game, position in small_positions():
        safe = list(knowledge_of(game).candidate_moves(position))
        assert len(set(safe)) == len(safe) > 0
        assert set(safe) <= set(game.moves(position))
        best = max(-score(game, game.play(position, move)) for move in safe)
        assert best - sign(best) == score(game, position)
        tried += len(safe) < len(legal_moves(game, position))
    assert tried > 1_000


def test_what_is_seen_without_a_search_is_true():
    """Thousands of positions; in many it says that somebody never gets a line."""
    said = {"at least a draw": 0, "at most a draw": 0, "over soon": 0}
    for game, position in small_positions():
        true = exact_score(game, position)
        least, most = seen(game, position)
        assert least <= true <= most
        for alpha, beta in (
            (LATE_WIN - 1, LATE_WIN),
            (-LATE_WIN, 1 - LATE_WIN),
            (1 - BASE, BASE - 1),
        ):
            lower, upper = knowledge_of(game).bounds(position, alpha, beta)
            assert lower <= true <= upper
        said["at least a draw"] += least == 0
        said["at most a draw"] += most == 0
        said["over soon"] += least == most != 0
    assert min(said.values()) > 200


def test_a_pairing_holds_every_draw_that_it_promises_though_lines_are_still_open():
    """Where it says so with lines to fill, which is what a pairing is for."""
    promised = 0
    for game, position in small_positions():
        if game.line_loses or seen(game, position)[1] > 0:
            continue
        known: Any = knowledge_of(game)
        promised += known.count_lines(game.all_cells & ~position.theirs) > 0
    assert promised > 300


@each("spec", SPECS)
def test_completing_cells_are_those_that_end_the_game(spec):
    game: Any = find_game(spec)
    known: Any = knowledge_of(game)
    for position in random_positions(game, 12):
        if game.outcome(position) != OPEN:
            continue
        empty = game.all_cells & ~(position.mine | position.theirs)
        ending = {
            move for move in game.moves(position) if game.has_line(game.play(position, move).theirs)
        }
        assert set(cells_of(known.completing(position.mine, empty))) == ending
        assert known.completing(position.mine, empty) == known.completing_any(position.mine, empty)
        few = known.lacking_few(position.mine, empty)
        assert few == known.lacking_few_any(position.mine, empty)


@each("spec", SPECS)
def test_covered_cells_are_those_of_the_whole_lines(spec):
    game: Any = find_game(spec)
    known: Any = knowledge_of(game)
    for position in random_positions(game, 6):
        for free in (game.all_cells & ~position.theirs, position.mine):
            whole = [line for line in game.board_lines if line & ~free == 0]
            expected = {cell for line in whole for cell in cells_of(line)}
            assert set(cells_of(known.covered(free))) == expected
            assert known.covered_any(free) == known.covered(free)


@each("spec", ["mnk:5,4,4", "mnk:5,5,4", "mnk:7,3,3", "mnk:6,6,5", "mnk:8,7,5"])
def test_cells_are_left_out_if_another_is_on_all_their_open_lines(spec):
    game: Any = find_game(spec)
    known: Any = knowledge_of(game)
    for position in random_positions(game, 12):
        empty = game.all_cells & ~(position.mine | position.theirs)
        open_lines = [
            line
            for line in game.board_lines
            if line & position.mine == 0 or line & position.theirs == 0
        ]
        on = {cell: {i for i in open_lines if i >> cell & 1} for cell in cells_of(empty)}
        worth = {
            cell
            for cell, lines in on.items()
            if lines
            and not any(
                lines < others or (lines == others and other < cell) for other, others in on.items()
            )
        }
        assert set(cells_of(known.worth_marking(position, empty))) == worth


@each("spec", SPECS)
def test_in_every_line_that_is_open_lies_one_of_the_needs(spec):
    """So that a pair within each need is one within each line."""
    game: Any = find_game(spec)
    known: Any = knowledge_of(game)
    shared = 0
    for position in random_positions(game, 6):
        empty = game.all_cells & ~(position.mine | position.theirs)
        free = game.all_cells & ~position.theirs
        needs = known.needs(free, empty)
        whole = [line for line in game.board_lines if line & ~free == 0]
        shared += len(needs) < len(whole)
        for line in whole:
            assert any(need & ~(line & empty) == 0 for need in needs)
        for need in needs:
            assert any(need & ~(line & empty) == 0 for line in whole)
    assert shared or not game.flat or spec not in ("mnk:7,3,3", "mnk:8,7,5", "mnk:6,6,5")


def test_pairs_are_told_for_either_player():
    game: Any = find_game("mnk:4,4,4")
    known: Any = knowledge_of(game)
    position, _ = game.parse("xo2/1xo1/1ox1/4 x")
    for mine in (True, False):
        free = game.all_cells & ~(position.theirs if mine else position.mine)
        pairs = known.pairs(position, mine)
        cells = [cell for pair in pairs for cell in pair]
        assert len(cells) == len(set(cells)) == 2 * len(pairs)
        assert all((position.mine | position.theirs) >> cell & 1 == 0 for cell in cells)
        whole = [set(cells_of(line)) for line in game.board_lines if line & ~free == 0]
        assert whole
        assert bool(pairs) == all(any(set(pair) <= line for pair in pairs) for line in whole)


def hooks(game, position):
    """All that line games see, asked in one go."""
    safe = 0
    for move in game.candidate_moves(position):
        safe = safe * 2 + (1 << move)
    return safe, game.bounds(position, 0, 1), game.bounds(position, -1, 0)


@pytest.mark.parametrize("spec", ["mnk:3,3,3", "mnk:5,4,4", "mnk:4,3,3,torus", "mnk:4,3,3,misere"])
def test_compiled_they_see_the_same(spec):
    game = find_game(spec)
    known = knowledge_of(game)
    fast = compiled(hooks, known)
    for position in random_positions(game, 20):
        if game.outcome(position) == OPEN:
            assert tuple(fast(known, position)) == hooks(known, position)


def test_on_every_position_of_tic_tac_toe_all_that_is_seen_is_true():
    game = MNK(3, 3, 3)
    known = knowledge_of(game)
    for position in every_position(game):
        if game.outcome(position) != OPEN:
            continue
        best = max(
            -score(game, game.play(position, move)) for move in known.candidate_moves(position)
        )
        assert best - sign(best) == score(game, position)
        least, most = seen(game, position)
        assert least <= exact_score(game, position) <= most


def test_a_loss_in_two_is_seen():
    game: Any = find_game("mnk:3,3,3")
    known: Any = knowledge_of(game)
    position, _ = game.parse("xx1/xo1/2o o")
    assert known.bounds(position, 0, 1) == (2 - BASE, 2 - BASE)
    position, _ = game.parse("xx1/oo1/x2 o")
    assert known.bounds(position, 0, 1) == (BASE - 1, BASE - 1)
    assert list(known.candidate_moves(position)) == [game.read("c2")]
