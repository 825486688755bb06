"""The full screen, driven by keys and by the mouse."""

import threading

import pytest
from textual.widgets import Static

from noughts.games.catalogue import find_game
from noughts.terminal.board_view import BoardView
from noughts.terminal.cli import INTERRUPTED
from noughts.terminal.keys import KEYS, PAGE, KeysPage
from noughts.terminal.screen import NoughtsApp
from noughts.terminal.session import LEVELS, SIDES, Session


def app_of(people="both", game="tictactoe", level="perfect", **options):
    return NoughtsApp(Session(find_game(game), SIDES[people], level, seed=1, **options), pause=0)


async def settle(app, pilot):
    """Wait until the computer has played, values are known, and all is drawn."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


async def press(app, pilot, *keys):
    for key in keys:
        await pilot.press(key)
        await settle(app, pilot)


def text(app, name):
    return str(app.query_one(f"#{name}", Static).content)


def board(app):
    """The board as it is drawn."""
    return app.query_one(BoardView).render().plain


def moves(app):
    return [app.session.labels.of(move) for move in app.session.match.moves]


async def test_a_whole_game_by_digits():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, *"15263")
        assert app.session.match.result == "X wins"
        assert "X wins: the top row, 1 2 3." in text(app, "message")
        assert text(app, "score") == "Score: X 1, O 0, draws 0."
        assert text(app, "moves") == " 1. X 1    O 5\n 2. X 2    O 6\n 3. X 3"


async def test_a_whole_game_by_arrows():
    app = app_of()
    async with app.run_test() as pilot:
        # The cursor begins in the middle: 5, 1, 4, 2, 6.
        for keys in (["enter"], ["up", "left", "space"], ["down", "enter"],
                     ["up", "right", "enter"], ["down", "end", "space"]):  # fmt: skip
            await press(app, pilot, *keys)
        assert moves(app) == ["5", "1", "4", "2", "6"]
        assert app.session.match.result == "X wins"


async def test_a_whole_game_by_mouse():
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        width, height = app.query_one(BoardView).cell_size
        for cell in (0, 3, 1, 4, 2):
            offset = (cell % 3 * (width + 1) + 2, cell // 3 * (height + 1) + 1)
            await pilot.click("#board", offset=offset)
            await settle(app, pilot)
        assert app.session.match.result == "X wins"
        assert board(app).count("╔") == 3  # the winning line, without any colour


async def test_the_cursor_stays_on_the_board():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "left", "left", "left", "up", "up", "up", "enter")
        await press(app, pilot, "end", "down", "down", "down", "enter")
        assert moves(app) == ["1", "9"]
        await press(app, pilot, "home", "enter")
        assert moves(app) == ["1", "9", "7"]


async def test_the_computer_answers_and_opens():
    app = app_of("o")
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert app.session.match.ply == 1
        assert text(app, "message").startswith("The computer (X) plays")
        assert text(app, "verdict") == "O to move: with best play this is a draw."


async def test_the_computer_plays_itself():
    app = app_of("none")
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert text(app, "score") == "Score: X 0, O 0, draws 1."


async def test_a_taken_cell_is_refused_and_the_turn_stays():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "5", "5")
        assert text(app, "message").startswith("5 is taken already")
        await press(app, pilot, "enter")
        assert text(app, "message").startswith("5 is taken already")
        assert moves(app) == ["5"]


async def test_v_shows_the_value_of_every_move_and_hides_it():
    app = app_of()
    async with app.run_test() as pilot:
        # XX. / OO. / ...: X wins at once by 3 and loses to 6 unless there.
        await press(app, pilot, *"1425")
        assert "W1" not in board(app)
        await press(app, pilot, "v")
        assert board(app).count("W1") == 1
        assert board(app).count("L2") == 3
        assert text(app, "verdict") == "X to move: with best play X wins in 1."
        await press(app, pilot, "v")
        assert "W1" not in board(app)


async def test_a_hint_names_the_best_move():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, *"1425", "h")
        assert text(app, "message") == "Hint: 3 is a win in 1."


async def test_undo_and_redo():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "u")
        assert text(app, "message") == "There is no move of yours to take back."
        await press(app, pilot, "5", "1", "u")
        assert (moves(app), text(app, "message")) == (["5"], "Taken back: 1.")
        await press(app, pilot, "r")
        assert (moves(app), text(app, "message")) == (["5", "1"], "Played again: 1.")
        await press(app, pilot, "r")
        assert text(app, "message") == "There is no move to play again."


async def test_new_and_swap_keep_the_score():
    app = app_of("x", level="easy")
    async with app.run_test() as pilot:
        await press(app, pilot, "5", "n")
        assert moves(app) == []
        await press(app, pilot, "s")
        assert app.session.people == {1}
        assert app.session.match.ply == 1
        assert "you are O" in text(app, "title")


async def test_swap_needs_a_person_and_a_computer():
    app = app_of("both")
    async with app.run_test() as pilot:
        await press(app, pilot, "s")
        assert text(app, "message").endswith("so there is nothing to swap.")


async def test_l_goes_round_the_levels():
    app = app_of("x")
    async with app.run_test() as pilot:
        seen = []
        for _ in LEVELS:
            await press(app, pilot, "l")
            seen.append(app.session.level)
        assert sorted(seen) == sorted(LEVELS)
        assert text(app, "message") == "The computer now plays at level perfect."


async def test_a_game_that_is_over_takes_no_more_moves_and_says_what_can_be_done():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, *"152639")
        assert app.session.match.ply == 5
        assert "n plays again" in text(app, "message")
        await press(app, pilot, "u", "9")
        assert moves(app)[-1] == "9"


async def test_the_page_of_keys_opens_and_any_key_closes_it_and_does_nothing_else():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "question_mark")
        assert isinstance(app.screen, KeysPage)
        await press(app, pilot, "5")
        assert not isinstance(app.screen, KeysPage)
        assert moves(app) == []


def test_the_page_tells_every_key_of_the_footer():
    for binding in KEYS:
        if binding.show and binding.key != "question_mark":
            assert f"[b]{binding.key}" in PAGE or f" {binding.key}[/b]" in PAGE


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("ctrl+d", 0), ("ctrl+c", INTERRUPTED)])
async def test_quitting(key, code):
    app = app_of()
    async with app.run_test() as pilot:
        await pilot.press(key)
    assert (app.return_code or 0) == code


async def test_ctrl_c_on_the_page_of_keys_ends_the_program_too():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "question_mark", "ctrl+c")
    assert app.return_code == INTERRUPTED


SIZES = [(200, 60), (80, 24), (60, 20), (40, 14), (24, 10), (10, 4)]


@pytest.mark.parametrize("game", ["tictactoe", "mnk:8,7,5", "mnk:1,4,3", "mnk:26,2,3"])
async def test_every_size_of_the_terminal_is_borne(game):
    app = app_of(game=game, people="x", level="random")
    async with app.run_test(size=SIZES[0]) as pilot:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.session.match.ply >= 1


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
@pytest.mark.parametrize("game", ["tictactoe", "mnk:8,7,5", "mnk:4,4,3", "mnk:7,7,5"])
async def test_the_whole_board_is_seen(game, size):
    app = app_of(game=game, people="both")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        view, table = app.query_one(BoardView), app.query_one("#table")
        assert table.content_region.contains_region(view.region)


async def test_a_board_too_large_scrolls_with_the_cursor():
    app = app_of(game="mnk:8,7,5", people="both")
    async with app.run_test(size=(30, 12)) as pilot:
        await press(app, pilot, "end", *["down"] * 7)
        table = app.query_one("#table")
        assert table.scroll_y > 0 or table.scroll_x > 0


async def test_a_game_too_large_is_said_to_be_so():
    app = app_of(game="mnk:7,7,5", people="x")
    async with app.run_test() as pilot:
        await press(app, pilot, "enter")
        assert app.session.looks_ahead_only
        assert "unknown" in text(app, "verdict")


class Slow:
    """A computer that thinks until it is told to go on."""

    name = "slow"

    def __init__(self):
        self.go_on = threading.Event()
        self.asked = threading.Event()

    def choose(self, game, position):
        self.asked.set()
        self.go_on.wait(60)
        return next(iter(game.moves(position)))


async def test_the_screen_stays_awake_while_the_computer_thinks(monkeypatch):
    slow = Slow()
    monkeypatch.setattr("noughts.terminal.session.player_of", lambda level, seed: slow)
    app = app_of("x")
    async with app.run_test() as pilot:
        await settle(app, pilot)
        await pilot.press("5")
        await pilot.pause()
        assert slow.asked.wait(60)
        await pilot.press("9")
        assert text(app, "message") == "It is the computer's turn."
        await pilot.press("u")  # the answer to a position that is left is dropped
        slow.go_on.set()
        await settle(app, pilot)
        assert moves(app) == []
        await press(app, pilot, "9")
        assert moves(app) == ["9", "1"]


async def test_light_and_dark():
    app = app_of()
    async with app.run_test() as pilot:
        before = app.theme
        await press(app, pilot, "t")
        assert app.theme != before
        await press(app, pilot, "t")
        assert app.theme == before


async def test_the_keypads_digits_play_where_they_are_shown():
    app = app_of(numpad=True)
    async with app.run_test() as pilot:
        await press(app, pilot, "7")
        assert app.session.match.moves == (app.session.game.read("a3"),)
