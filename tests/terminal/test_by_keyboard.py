"""Games of every kind, played to the end by keyboard alone: on the full screen and line by line."""

from random import Random

import pytest
from click.testing import CliRunner

from noughts.game import legal_moves
from noughts.games.registry import find_game
from noughts.terminal.commands.play import play
from noughts.terminal.game.names import Labels
from noughts.terminal.game.session import Session
from noughts.terminal.screen.board_view import BoardView, laid_out
from noughts.terminal.screen.dialogs import Chooser
from noughts.terminal.screen.screen import NoughtsApp
from tests.each import each

# Of each kind one that is soon over.
GAMES = (
    "tictactoe", "mnk:4,3,3", "connectfour:4,3,3", "cube:3", "wild", "notakto:2",
    "orderchaos:3,3,3", "morris", "threemarks", "numerical", "ultimate", "hex:3", "nim:1,2,3",
    "chomp:3,3",
)  # fmt: skip
# Boards that the full screen draws in other ways.
DRAWN = ("dots:2,2", "kalah:3,2", "othello", "pentago", "picaria", "domineering:3,3")
# Longer than most games that can repeat; these are left then.
LONGEST = 40


def random_game(game, seed):
    """The moves of a game in which nobody thinks."""
    random, position, moves = Random(seed), game.start(), []
    while len(moves) < LONGEST and (legal := legal_moves(game, position)):
        moves.append(random.choice(legal))
        position = game.play(position, moves[-1])
    return moves


async def press(app, pilot, *keys):
    """Press keys at once; `pilot.press` would wait after each."""
    for key in keys:
        app.simulate_key(key)
    await pilot.pause()


async def go_to(app, pilot, cell):
    """Move the cursor to a cell, by arrows, and choose it."""
    column, row = app.query_one(BoardView).cursor
    across, down = cell.column - column, cell.row - row
    keys = ["right" if across > 0 else "left"] * abs(across)
    await press(app, pilot, *keys, *["down" if down > 0 else "up"] * abs(down), "enter")


async def choose(app, pilot, move):
    """Play a move by its cell, or by the two between which it leads, or choose it in a dialog."""
    view = app.query_one(BoardView)
    while view.board != laid_out(app.session.match.board):
        await pilot.pause()
    board = view.board
    leaves, _, end = app.session.game.name(move).rpartition("-")
    leaves = leaves if end in {cell.name for cell in board.cells} else ""  # not a turn in Pentago
    if leaves:
        await go_to(app, pilot, board.cell(leaves))
    goal = next(cell for cell in board.cells if move in cell.moves)
    await go_to(app, pilot, goal)
    if len(goal.moves) > 1 and not leaves:
        while not isinstance(app.screen, Chooser):  # it opens a moment after
            await pilot.pause()
        await press(app, pilot, *["down"] * goal.moves.index(move), "enter")


@pytest.mark.parametrize("spec", [*GAMES, *DRAWN])
async def test_ten_games_on_the_full_screen(spec, monkeypatch):
    async def no_values(app):
        """What a position is worth has tests of its own."""

    monkeypatch.setattr(NoughtsApp, "learn_values", no_values)
    game = find_game(spec)
    app = NoughtsApp(Session(game, {0, 1}))
    async with app.run_test(size=(120, 50)) as pilot:
        await pilot.pause()
        for seed in range(10):
            for move in random_game(game, seed):
                played = len(app.session.match.moves)
                await choose(app, pilot, move)
                while len(app.session.match.moves) == played:  # the dialog answers a moment after
                    await pilot.pause()
            assert list(app.session.match.moves) == random_game(game, seed)
            await press(app, pilot, "colon", *"new", "enter")
            while app.session.match.ply:
                await pilot.pause()


@each("spec", [spec for spec in GAMES if spec != "ultimate"], large=["ultimate"])
def test_ten_games_line_by_line(spec):
    game = find_game(spec)
    labels = Labels(game)
    for seed in range(10):
        moves = random_game(game, seed)
        lines = [labels.of(move) for move in moves]
        result = CliRunner().invoke(play, [spec, "--plain", "--side", "both"], "\n".join(lines))
        assert result.exit_code == 0
        assert [f" plays {line}." in result.output for line in lines] == [True] * len(lines)
        assert result.output.count(" plays ") == len(lines)


@each("written", ["5 8", "5-8", "b2-b1", "b2b1", "8"])
def test_a_step_of_a_stone_is_written_as_one_likes(written):
    """Only the stone on 5 can go to 8."""
    lines = ["1", "2", "5", "9", "6", "3", written]
    result = CliRunner().invoke(play, ["morris", "--plain", "--side", "both"], "\n".join(lines))
    assert "X plays 5-8." in result.output


def test_a_goal_of_several_stones_needs_to_say_which():
    lines = ["7", "9", "3", "6", "2", "8", "5", "7 8", "7 5"]
    result = CliRunner().invoke(play, ["morris", "--plain", "--side", "both"], "\n".join(lines))
    assert "Several moves lead to 5: choose from 2-5, 3-5, 7-5." in result.output
    assert "8 is already taken; choose from " in result.output
    assert "X plays 7-5." in result.output
