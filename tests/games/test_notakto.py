"""Notakto against sets of cells; its names, texts and refusals."""

import pytest

from noughts.errors import (
    BadParameters,
    CellTaken,
    IllegalMove,
    TwoLines,
    UnreadableMove,
    UnreadablePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import legal_moves, play_legal
from noughts.games.notakto import Notakto
from noughts.games.registry import find_game
from noughts.laws.examiner import check
from noughts.players.match import Match
from noughts.solving.count import perft, positions_by_ply
from noughts.value import OPEN, WIN
from tests.each import each
from tests.whole import assert_compiled_is_interpreted, every_position

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def naive_moves(marked, boards):
    """The cells that may be marked, nine for each board; none when all boards are dead."""
    return [
        9 * board + cell
        for board in range(boards)
        if not any({9 * board + cell for cell in line} <= marked for line in LINES)
        for cell in range(9)
        if 9 * board + cell not in marked
    ]


def naive_counts(boards, plies):
    """Positions and plays by ply, as far as so many plies."""
    ways, positions, plays = {frozenset(): 1}, [], []
    while ways and len(plays) <= plies:
        positions.append(len(ways))
        plays.append(sum(ways.values()))
        after = {}
        for marked, many in ways.items():
            for cell in naive_moves(marked, boards):
                child = marked | {cell}
                after[child] = after.get(child, 0) + many
        ways = after
    return positions, plays


def test_there_are_as_many_positions_and_plays_as_of_sets():
    positions, plays = naive_counts(1, 9)
    assert positions_by_ply(Notakto()) == positions
    assert [perft(Notakto(), ply) for ply in range(len(plays))] == plays
    positions, plays = naive_counts(2, 4)
    assert positions_by_ply(Notakto(2))[:5] == positions
    assert [perft(Notakto(2), ply) for ply in range(5)] == plays
    assert [perft(Notakto(3), ply) for ply in range(4)] == naive_counts(3, 3)[1]


def test_the_rules_are_those_of_sets_in_every_position_of_one_board_and_near_the_start_of_two():
    for game, plies in ((Notakto(), 9), (Notakto(2), 4)):
        for position, ply in every_position(game):
            if ply > plies:
                break
            marked = {cell for cell in range(18) if position.crosses >> cell & 1}
            moves = naive_moves(marked, game.boards)
            assert legal_moves(game, position) == moves
            assert game.outcome(position) == (OPEN if moves else WIN)


def test_compiled_is_interpreted_in_every_position():
    assert assert_compiled_is_interpreted(Notakto()) == sum(positions_by_ply(Notakto()))


@pytest.mark.parametrize("spec", ["notakto", "notakto:3"])
def test_the_laws_are_kept(spec):
    assert check(find_game(spec), positions=60, plays=5).interpreted_because == ""


# Names and texts.


def test_cells_are_named_with_their_board_when_there_are_several():
    assert Notakto().name(4) == "b2"
    assert Notakto().read("5") == 4
    game = Notakto(3)
    assert [game.name(cell) for cell in (0, 13, 26)] == ["1a3", "2b2", "3c1"]
    assert [game.read(game.name(cell)) for cell in range(27)] == list(range(27))
    for text in ("b2", "5", "4b2", "0b2", "2d2", ""):
        with pytest.raises(UnreadableMove, match="use 1a1 to 3c3"):
            game.read(text)


def test_boards_lie_side_by_side_and_the_dead_take_no_more_marks():
    game = Notakto(2)
    position, turn = game.parse("xxx/3/3|3/1x1/3")
    board = game.board(position, turn)
    assert (board.columns, board.rows, board.column_gaps) == (6, 3, (3,))
    assert board.cell("1a2").moves == ()
    assert board.cell("2a2").moves == (12,)
    assert board.lines == ()  # the game goes on
    with pytest.raises(IllegalMove, match="1a2 is on a closed board"):
        play_legal(game, position, game.read("1a2"))
    with pytest.raises(CellTaken, match="2b2 is already taken"):
        play_legal(game, position, game.read("2b2"))


def test_who_completes_the_last_line_loses():
    match = Match(Notakto())
    for name in ("b2", "a1", "c2", "a2"):
        match.play(match.game.read(name))
    assert (match.result, match.lines) == ("First wins", (("a2", "b2", "c2"),))


@each(
    ("text", "error"),
    [
        ("xxx/3/3|3/3/3 o", None),
        ("xxx/3/3|x1x/3/2x x", None),
        ("xxx/3/3|3/3/3 x", WrongTurn),
        ("xxx/3/xxx|3/3/3 x", TwoLines),
        ("xo1/3/3|3/3/3 x", WrongCount),
        ("xxx/3/3 o", UnreadablePosition),
    ],
)
def test_positions_that_cannot_be_are_named(text, error):
    game = Notakto(2)
    if error is None:
        assert game.text(*game.parse(text)) == text
    else:
        with pytest.raises(error):
            game.parse(text)


@each("boards", [-1, 0, 4])
def test_there_are_one_to_three_boards(boards):
    with pytest.raises(BadParameters, match="1, 2 or 3"):
        Notakto(boards)
