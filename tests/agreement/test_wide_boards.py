"""Boards whose sets of cells do not fit into a machine word: by plain Python, and compiled."""

from contextlib import suppress
from itertools import islice, product
from random import Random
from typing import Any

import pytest

from noughts import native
from noughts.errors import SearchStopped, UnsuitedGame
from noughts.game import fits_words, legal_moves
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.laws.each import Transcript, transcribe_hints
from noughts.players.observation import Observer
from noughts.search.context import ScoreBounds, SearchControl, ordering_for
from noughts.search.memory import words_of
from noughts.search.packed import PackedTable
from noughts.search.solver import mtd_search
from noughts.search.table import ArrayTable
from noughts.solving.api import solver_for
from noughts.solving.count import perft
from noughts.solving.pons_scores import follow_all, play_scores
from noughts.solving.prover import Prover
from noughts.solving.solver import Solver
from noughts.strategies.fold import Fold
from noughts.tablebase.bitplanes.outcomes import outcome_marking
from noughts.tablebase.indexers import indexer_for
from noughts.value import BASE, DRAW, LOSS, OPEN, WIN, Value
from tests.each import each
from tests.playing import assert_compiled_agrees

# How long a row wins, and in how many dimensions.
WIDE = {"mnk:9,7,5": 5, "mnk:19,19,5": 5, "connectfour:8,7": 4, "connectfour:13,13": 4, "cube:5": 5}
NARROW = ("mnk:8,7,5", "connectfour:7,7", "connectfour:26,1", "cube:4", "mnk:1,62,3")


def has_row(places, k):
    """Whether k of the places, which are tuples of coordinates, lie in a row: by looking."""
    for place in places:
        for step in product((-1, 0, 1), repeat=len(place)):
            if any(step):
                row = [
                    tuple(at + i * by for at, by in zip(place, step, strict=True)) for i in range(k)
                ]
                if places.issuperset(row):
                    return True
    return False


def place_of(game, cell):
    """The coordinates of a cell, by its number in reading order."""
    board, rest = divmod(cell, game.columns * game.rows)
    row, column = divmod(rest, game.columns)
    return board, row, column


def landing(game, marks, move):
    """The cell that a move marks."""
    if not game.falls:
        return move
    column = range(move, game.cells, game.columns)
    return max(cell for cell in column if cell not in marks)


def played(spec, seed):
    """The positions of a random play, each with the cells of the first and the second player."""
    game, random, marks = find_game(spec), Random(seed), {}
    position = game.start()
    while True:
        yield position, [{c for c, who in marks.items() if who == side} for side in (0, 1)]
        if game.outcome(position) != OPEN:
            return
        move = random.choice(legal_moves(game, position))
        marks[landing(game, marks, move)] = len(marks) % 2
        position = game.play(position, move)


@pytest.mark.parametrize("spec", WIDE)
def test_play_on_a_wide_board_is_what_a_list_of_marks_says(spec):
    game: Any = find_game(spec)
    for ply, (position, (first, second)) in enumerate(played(spec, seed=3)):
        turn, last = ply % 2, (second, first)[ply % 2]
        row = has_row({place_of(game, cell) for cell in last}, WIDE[spec])
        full = len(first) + len(second) == game.cells
        assert game.outcome(position) == (LOSS if row else DRAW if full else OPEN)
        signs = dict.fromkeys(first, "X") | dict.fromkeys(second, "O")
        board = game.board(position, turn)
        assert [cell.mark for cell in board.cells] == [signs.get(i, "") for i in range(game.cells)]
        if ply % 10 == 0:
            assert game.parse(game.text(position, turn)) == (position, turn)
            # Both players' cells are seen, however high their bits are.
            seen = list(Observer(game).observe(position))
            assert (sum(seen[::2]), sum(seen[1::2])) == (len((first, second)[turn]), len(last))


@each("spec", ["mnk:9,7,5", "connectfour:13,13", "cube:5"])
def test_positions_of_a_wide_board_have_keys_of_their_own(spec):
    known, keys = knowledge_of(find_game(spec)), {}
    for position, _ in played(spec, seed=4):
        for move in known.moves(position) if known.outcome(position) == OPEN else ():
            after = known.play(position, move)
            assert keys.setdefault(known.key(after), after) == after


def nearly_full(spec, left):
    """A position of a random play that is still open, with that many empty cells."""
    game: Any = find_game(spec)
    plays = (list(played(spec, seed)) for seed in range(1_000))
    place = game.cells - left
    return next(play[place][0] for play in plays if len(play) > place + 1)


def test_the_end_of_a_game_on_a_wide_board_has_the_value_that_a_plain_search_finds():
    game = find_game("mnk:9,7,5")
    position = nearly_full("mnk:9,7,5", left=4)

    def plain(at):
        if game.outcome(at) != OPEN:
            return game.outcome(at)
        return max(-plain(game.play(at, move)) for move in game.moves(at))

    assert solver_for(game).value(position).outcome == plain(position)
    assert Prover(game).bounds(position) == (plain(position), plain(position))


@each(("spec", "plies"), [("connectfour:13,13,2", 3), ("mnk:9,7,2", 3), ("mnk:19,19,1", 1)])
def test_the_first_player_wins_soon_on_a_wide_board(spec, plies):
    game = find_game(spec)
    value = solver_for(game).value(game.start())
    assert (value.outcome, value.plies) == (WIN, plies)


def test_leaves_of_wide_boards_are_counted():
    assert perft(find_game("connectfour:13,13"), 3) == 13**3
    assert perft(find_game("cube:5"), 2) == 125 * 124


@each("spec", [*WIDE, "standardgomoku", "wild:9,7,3"])
def test_what_keeps_positions_in_words_refuses_wide_boards_in_a_sentence(spec):
    game = find_game(spec)
    assert not fits_words(game)
    has_strategies = spec.partition(":")[0] in {"connectfour", "mnk"}
    for use in (indexer_for, outcome_marking, *(() if has_strategies else (Fold,))):
        with pytest.raises(UnsuitedGame, match=rf"{game.field_bits}\. Ask a search"):
            use(game)


# As those above, and with every kind of rules and knowledge of lines.
COMPILED = (
    "mnk:9,7,5", "connectfour:8,7", "cube:5", "mnk:9,8,4,cylinder", "standardgomoku:9,8,renju",
    "wild:9,7,3", "connectfour:9,9,misere", "mnk:19,19,5",
)  # fmt: skip


@pytest.mark.parametrize("spec", COMPILED)
def test_compiled_rules_and_hints_of_wide_boards_are_the_plain_ones(spec):
    game = find_game(spec)
    known, positions = knowledge_of(game), [at for at, _ in played(spec, seed=6)]
    assert_compiled_agrees(game, positions[:: len(positions) // 9])
    hints = native.compiled(transcribe_hints, known)
    for position in positions[:: len(positions) // 3]:
        by_each = [Transcript(), Transcript()]
        for form, told in zip((hints, transcribe_hints), by_each, strict=True):
            form(known, position, told)
        assert by_each[0].noted() == by_each[1].noted()


@pytest.mark.parametrize("spec", ["mnk:9,7,5", "connectfour:8,7", "connectfour:6,10", "cube:5"])
def test_the_search_of_a_wide_board_visits_the_same_nodes_in_both_forms(spec):
    game: Any = knowledge_of(find_game(spec))
    *_, position = islice((at for at, _ in played(spec, seed=8)), 8)
    found: list[tuple[int, int, int, bytes]] = []
    for form in mtd_search, native.compiled(mtd_search, game):
        table: Any = ArrayTable(words_of(game, position), 12)
        if game.key_bits:
            table = PackedTable(game.key_bits, game.max_plies, 12, deep_bits=4)
        aim, watch = ScoreBounds(), SearchControl(150)
        ordering = ordering_for(game, game.state(position), 20_000)
        with suppress(SearchStopped):
            form(game, position, aim, 100, watch, table, ordering)
        found.append((aim.lower(), aim.upper(), watch.nodes, bytes(table.memory)))
    assert found[0] == found[1]
    assert found[0][2] > 20


def test_plays_on_a_wide_board_are_followed_and_scored_together():
    game: Any = find_game("connectfour:13,13,2")
    plays = follow_all(game, [bytes([0, 5]), bytes([3]), bytes([4, 40])] * 20)
    assert list(plays.kept) == [2, 1, 1] * 20
    assert play_scores(Solver(game), plays)[:2] == [BASE - 1, 2 - BASE]


@each("spec", NARROW)
def test_boards_that_fit_into_a_word_are_compiled_as_before(spec):
    assert fits_words(find_game(spec))


def test_threads_share_the_table_of_a_wide_board_with_a_key():
    game = find_game("connectfour:4,15")
    *_, position = islice((at for at, _ in played("connectfour:4,15", seed=3)), 12)
    solver = Solver(game, threads=2)
    assert isinstance(solver.engine.tables.all_sizes(position)[0], PackedTable)
    assert solver.value(position) == Solver(game).value(position) == Value(WIN, 39)
    assert solver.nodes > 1_000_000


def test_where_keys_have_no_room_whole_positions_are_kept():
    for spec, memory, kind in (
        ("connectfour:7,9", 64, ArrayTable), ("connectfour:7,9", 128, PackedTable),
        ("connectfour:13,13", 256, ArrayTable), ("mnk:9,7,5", 256, ArrayTable),
    ):  # fmt: skip
        game = find_game(spec)
        (first, *_) = Solver(game, memory=memory).engine.tables.all_sizes(game.start())
        assert type(first) is kind
