"""The full screen, driven by keys and by the mouse."""

import io
import sys
import threading
from datetime import date
from typing import Any

from rich.console import Console
from textual.geometry import Region
from textual.widgets import OptionList, Static

from noughts.analysis.record_search import record_search
from noughts.errors import PlayerError, SearchStopped
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.puzzles import pack
from noughts.puzzles.pack import Pack, Puzzle, PuzzleKind
from noughts.solving.driver import SCREEN
from noughts.terminal import INTERRUPTED
from noughts.terminal.game import puzzles
from noughts.terminal.game.messages import sign_of
from noughts.terminal.game.names import Labels
from noughts.terminal.game.puzzles import Puzzles
from noughts.terminal.game.session import LEVELS, SIDES, Session
from noughts.terminal.screen.app import LIGHT
from noughts.terminal.screen.board_view import BoardView
from noughts.terminal.screen.dialogs import NOTHING, Chooser, Picking
from noughts.terminal.screen.keys import KEYS, Foot, KeysPage, keys_text, ways
from noughts.terminal.screen.lesson_page import LessonPage, PuzzlePage
from noughts.terminal.screen.panes import Pane
from noughts.terminal.screen.screen import OPPONENTS, NoughtsApp
from noughts.terminal.screen.watch import WatchApp
from noughts.terminal.support.options import Settings
from noughts.terminal.support.progress import COMPILING
from tests.each import each


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
    return str(app.screen_stack[0].query_one(f"#{name}", Static).content)


def rows(app, name):
    """The rows of a list of the screen in front."""
    return [row.plain for row in app.screen.query_one(f"#{name}", Pane).rows]


def said(app, name):
    """A text of the screen in front, on one line."""
    return " ".join(str(app.screen.query_one(f"#{name}", Static).content).split())


def drawn(app):
    """The cells of the screen in front: marks, signs, and dots for digits."""
    view = app.screen.query_one(BoardView)
    texts = (each.mark or sign_of(each, view.signs) or "." for each in view.board.cells)
    return " ".join(texts)


def board(app):
    """The board as it is drawn."""
    return app.screen_stack[0].query_one(BoardView).render().plain


def moves(app):
    return [app.session.labels.of(move) for move in app.session.match.moves]


async def test_a_whole_game_by_digits():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, *"15263")
        assert app.session.match.result == "X wins"
        assert "X wins: the top row, 1 2 3." in text(app, "message")
        assert text(app, "score").startswith("X 1, O 0, draws 0.")
        played = [row.split(".")[1].split()[:2] for row in rows(app, "moves")[1:]]
        assert played == [["X", "1"], ["O", "5"], ["X", "2"], ["O", "6"], ["X", "3"]]
        assert rows(app, "moves")[4].split()[-2:] == ["L2", "??"]  # O had to take 3


async def test_by_points_moves_and_the_story_have_margins():
    app = app_of(game="dots:1,1", points=True)
    async with app.run_test(size=(120, 30)) as pilot:
        await settle(app, pilot)
        assert {row.split()[0] for row in rows(app, "values")} == {"-1"}
        await press(app, pilot, *"b1", "enter", *"a2", "enter", *"c2", "enter", *"b3", "enter")
        assert "O wins by 1" in text(app, "message")
        assert [row.split()[-1] for row in rows(app, "moves")[1:]] == ["-1", "+1", "-1", "+1"]
        await press(app, pilot, "g")
        assert text(app, "why").startswith("X: 2 of 2 moves best")  # each loses by 1


async def test_searches_wait_until_a_key_has_had_its_effect(monkeypatch):
    held = []
    monkeypatch.setattr(SCREEN, "hold", lambda: held.append(True))
    monkeypatch.setattr(SCREEN, "release", lambda: held.append(False))
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "up")
    assert {*held} == {True, False}
    assert held[-1] is False


async def test_what_is_found_while_the_screen_closes_is_dropped():
    app = app_of()
    async with app.run_test() as pilot:
        await settle(app, pilot)
        await app.panes.remove()
        app.progress = "10 nodes"
        app.show_progress()
        app.show()
    assert app.failure is None


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
        width, height, _ = app.query_one(BoardView).cell_size
        for cell in (0, 3, 1, 4, 2):
            offset = (cell % 3 * (width + 1) + 2, cell // 3 * (height + 1) + 1)
            await pilot.click("#board", offset=offset)
            await settle(app, pilot)
        assert app.session.match.result == "X wins"
        assert board(app).count("╔") == 3  # the winning line, without any colour


async def test_the_cursor_stays_on_the_board_and_in_sight():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "left", "left", "left", "up", "up", "up", "enter")
        await press(app, pilot, "end", "down", "down", "down", "enter")
        assert moves(app) == ["1", "9"]
        await press(app, pilot, "home", "enter")
        assert moves(app) == ["1", "9", "7"]
    app = app_of(game="mnk:15,15,5")
    async with app.run_test(size=(24, 8)) as pilot:
        view, table = app.query_one(BoardView), app.query_one("#table")

        def is_in_sight():
            cursor = Region.from_offset(view._corner(*view.cursor), (1, 1))
            return table.content_region.contains_region(cursor.translate(view.region.offset))

        while not is_in_sight():  # it scrolls after it has been drawn; the test's time is limited
            await pilot.pause(0.01)


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
        assert text(app, "score").startswith("X 0, O 0, draws 1.")


async def test_a_taken_cell_is_refused_and_the_turn_stays():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "5", "5")
        assert text(app, "message").startswith("5 is already taken")
        await press(app, pilot, "enter")
        assert text(app, "message").startswith("5 is already taken")
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
        assert text(app, "verdict") == "X to move: with best play X wins at once."
        await press(app, pilot, "v")
        assert "W1" not in board(app)


@each(
    "game, winning, losing",
    [("nim:1,2", "b1", "a1"), ("chomp:3,3", "b2", "a1"), ("kalah", "2", "3")],
)
async def test_the_moves_are_listed_best_first_with_reasons(game, winning, losing):
    """Nim: equal heaps lose. Chomp: a square is won in the middle. Kalah: 2 sows again."""
    app = app_of(game=game)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        best, *_, worst = rows(app, "values")
        assert best.split()[1] == winning
        assert losing in [row.split()[1] for row in rows(app, "values")[1:]]
        assert worst.split()[0] <= best.split()[0]
        await press(app, pilot, "v", "v")  # on the board, too; then nowhere
        assert not any("W" in row for row in rows(app, "values"))


async def test_a_hint_names_the_best_move():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, *"1425", "h")
        assert text(app, "message") == "Hint: 3 is a win in 1."


async def test_undo_and_redo():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "u")
        assert text(app, "message") == "You have no move to undo."
        await press(app, pilot, "5", "1", "u")
        assert (moves(app), text(app, "message")) == (["5"], "Taken back: 1.")
        await press(app, pilot, "r")
        assert (moves(app), text(app, "message")) == (["5", "1"], "Played again: 1.")
        await press(app, pilot, "r")
        assert text(app, "message") == "There is no move to redo."


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
        assert "n: new game" in text(app, "message")
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


def test_the_page_tells_every_key_and_the_rules():
    told = keys_text({"hint": "f1"}, ways("b2", "on the cell"), "Three in a row win.").plain
    for key in KEYS:
        sign = {"hint": "f1"}.get(key.name) or key.sign or key.key
        assert f"\n{sign} " in told
        assert key.about in told
    assert "[/b]" not in told
    assert "Three in a row win." in told


async def test_the_settings_name_other_keys():
    app = NoughtsApp(
        Session(find_game("tictactoe"), SIDES["x"], "easy", seed=1),
        Settings("light", {"undo": "y"}),
        0,
    )
    async with app.run_test() as pilot:
        assert app.theme == "noughts-light"
        await press(app, pilot, "5", "u", "escape")
        assert len(moves(app)) > 0
        await press(app, pilot, "y")
        assert moves(app) == []


async def test_another_game_is_chosen_from_the_menu():
    app = app_of(people="x", level="easy")
    async with app.run_test() as pilot:
        await press(app, pilot, "5", "p", "slash", *"connect", "enter")
        await app.workers.wait_for_complete()
    assert app.next_session is not None
    assert app.next_session.game == find_game("connectfour")
    assert (app.next_session.level, app.next_session.people) == ("easy", {0})


async def test_a_filter_that_nothing_passes_says_so_and_chooses_nothing():
    app = app_of(people="x", level="easy")
    async with app.run_test() as pilot:
        await press(app, pilot, "p", "slash", *"zz", "enter")
        assert isinstance(app.screen, Chooser)
        shown = app.screen.query_one(OptionList).options
        assert [(option.prompt, option.disabled) for option in shown] == [(NOTHING, True)]
        await press(app, pilot, "escape")
        assert not isinstance(app.screen, Chooser)
    assert app.next_session is None


async def test_a_game_that_the_opponent_does_not_play_is_refused_and_this_one_goes_on():
    app = app_of(people="x", level="rules")
    async with app.run_test() as pilot:
        await press(app, pilot, "5", "p", "slash", *"connect", "enter")
        await app.workers.wait_for_complete()
        assert "not a game of lines" in text(app, "message")
        assert len(moves(app)) > 0
    assert app.next_session is None


@each("key, code", [("q", 0), ("ctrl+d", 0), ("ctrl+c", INTERRUPTED)])
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


@each("game", ["tictactoe", "mnk:26,2,3"])
async def test_every_size_of_the_terminal_is_borne(game):
    app = app_of(game=game, people="x", level="random")
    async with app.run_test(size=SIZES[0]) as pilot:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await press(app, pilot, "enter")
        assert app.session.match.ply >= 1


@each("game", ["tictactoe"], large=["mnk:8,7,5", "mnk:4,4,3", "mnk:7,7,5"])
@each("size", [(80, 24), (200, 60)])
async def test_the_whole_board_is_seen(game, size):
    app = app_of(game=game, people="both")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        view, table = app.query_one(BoardView), app.query_one("#table")
        assert table.content_region.contains_region(view.region)


@each("spec", ["ultimate", "cube"])
async def test_parts_of_a_board_are_apart_in_the_smallest_cells(spec):
    app = app_of(game=spec)
    async with app.run_test(size=(24, 16)) as pilot:
        await pilot.pause()
        rows = board(app).splitlines()
        assert app.query_one(BoardView).cell_size.width == 1
        assert rows[0].count("┃") == 2
        assert [row.count("╋") for row in rows if "━" in row] == [2, 2] * (spec == "ultimate")


async def test_the_pits_of_kalah_have_their_names():
    app = app_of(game="kalah:3,2")
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.pause()
        rows = board(app).splitlines()
        assert rows[0].split() == ["O", "3", "2", "1"]
        assert rows[-1].split() == ["1", "2", "3", "X"]


async def test_a_board_too_large_scrolls_with_the_cursor():
    app = app_of(game="mnk:26,2,3", people="both")
    async with app.run_test(size=(30, 12)) as pilot:
        await pilot.press("end", "down")
        await pilot.pause()
        table = app.query_one("#table")
        assert table.scroll_y > 0 or table.scroll_x > 0


@each("columns", [24, 48, 64, 80, 200])
async def test_the_footer_has_whole_keys_only(columns):
    app = app_of()
    async with app.run_test(size=(columns, 20)) as pilot:
        await settle(app, pilot)
        foot = app.screen.query_one(Foot)
        shown = foot.render().plain.split("  ")
        assert set(shown) <= {f"{sign.key} {sign.word}" for sign in foot.signs}
        assert shown[:2] == ["? keys", "q quit"]
        assert len("  ".join(shown)) <= columns - 2
        assert ("Tab panes" in shown) == (columns >= 64)  # below that there is one pane


async def test_a_reason_replaces_the_message_where_there_is_one_pane_of_two_lines():
    app = app_of()
    async with app.run_test(size=(24, 8)) as pilot:
        await press(app, pilot, "5", "1", "w")
        assert text(app, "why") != ""
        assert app.query_one("#why-frame").region.y == app.query_one("#beside").region.y


async def test_a_game_too_large_is_said_to_be_so():
    app = app_of(game="mnk:7,7,5", people="x", seconds=0.1)
    async with app.run_test() as pilot:
        await press(app, pilot, "enter")
        assert "Not solved in time" in text(app, "doubt")
        assert "unknown" in text(app, "verdict")
        await press(app, pilot, "n")
        assert not app.query_one("#doubt").display


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
    monkeypatch.setattr("noughts.terminal.game.session.player_for", lambda game, level, seed: slow)
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


async def test_how_far_the_computer_has_come_is_no_longer_shown_when_it_has_moved(monkeypatch):
    async def no_values(app):
        """The verdict may take long."""

    slow = Slow()
    monkeypatch.setattr("noughts.terminal.game.session.player_for", lambda game, level, seed: slow)
    monkeypatch.setattr(NoughtsApp, "learn_values", no_values)
    app = app_of("x")
    async with app.run_test() as pilot:
        await pilot.press("5")
        assert slow.asked.wait(60)
        app.take_progress("2,006 nodes")
        app.show_progress()
        assert "Press . to make it move now" in text(app, "verdict")
        slow.go_on.set()
        await settle(app, pilot)
        app.show_progress()
        assert (len(moves(app)), text(app, "verdict")) == (2, "...")


async def test_light_and_dark(monkeypatch):
    app = app_of()
    async with app.run_test() as pilot:
        before = app.theme
        await press(app, pilot, "t")
        assert app.theme != before
        await press(app, pilot, "t")
        assert app.theme == before
    # Of 16 colours, yellow would be the nearest to the colour of a loss.
    for colours, loss in ("standard", "#AA0000"), ("truecolor", LIGHT.variables["loss"]):
        monkeypatch.setattr(Console, "color_system", colours)
        assert app_of().available_themes[LIGHT.name].variables["loss"] == loss


async def test_without_unicode_every_character_is_plain_and_as_wide(monkeypatch):
    monkeypatch.setattr(sys, "__stdout__", io.TextIOWrapper(io.BytesIO(), "ascii"))
    game = TicTacToe()
    position, turn = game.parse("xo1/1x1/o2 x")
    watching = WatchApp([record_search(game, position, "alphabeta", turn=turn)])
    cases = (
        (app_of(), "15263"),
        (app_of(game="picaria"), "v"),
        (watching, [*["pagedown"] * 12, "right"]),
    )
    for app, keys in cases:
        async with app.run_test(size=(50, 24)) as pilot:
            await press(app, pilot, *keys)
            shown = [strip.text for strip in app.screen._compositor.render_strips()]
            assert "".join(shown).isascii()
            assert {len(line) for line in shown} == {50}
            assert "".join(shown).count("*") == (12 if keys == "15263" else 0)  # X has won
            assert ("  x " in "".join(shown)) == (app is watching)  # a cut


async def test_the_keypads_digits_play_where_they_are_shown():
    app = app_of(numpad=True)
    async with app.run_test() as pilot:
        await press(app, pilot, "7")
        assert app.session.match.moves == (app.session.game.read("a3"),)


# Pages over the board.


async def test_w_says_why_beside_the_board():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "w")
        assert said(app, "why").startswith("No move has been played yet. X's move 5 takes the")
        await press(app, pilot, "5", "2", "up", "left", "w")
        assert "O's move 2 takes an edge, but loses in 6" in said(app, "why")
        assert "X's move 1 forces O to answer 9" in said(app, "why")  # the cell beneath the cursor
        assert "X wins in 5" in said(app, "why")
        assert board(app).count("▄▀▀▀▄") == 1  # the board is still seen


async def test_the_expert_names_his_rule():
    app = app_of("x", level="rules")
    async with app.run_test() as pilot:
        await press(app, pilot, "5", "w")
        assert 'the first rule that applies is "empty corner"' in said(app, "why")


async def test_g_looks_at_the_game_so_far():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "g")
        assert text(app, "message").startswith("No move has been played yet")
        await press(app, pilot, "5", "2", "1", "g")
        assert "O: 0 of 1 moves best (0%): one mistake." in said(app, "why")
        assert "O's move 2 takes an edge, but loses in 6" in said(app, "why")
        assert app.seen == 2  # the first mistake


async def test_moving_along_the_moves_tries_them_on_the_board_and_space_answers():
    """After X 5, O 2: X 1 threatens 9, so that O answers 9; nothing is played."""
    app = app_of()
    async with app.run_test(size=(100, 30)) as pilot:
        await press(app, pilot, "5", "2", "tab", "down")
        assert board(app).count("▀▄ ▄▀") == 2
        assert said(app, "why").startswith("X's move 1 forces O to answer 9")
        await press(app, pilot, "space")
        assert said(app, "why") == "X 1, O 9"
        assert board(app).count("▄▀▀▀▄") == 2
        await press(app, pilot, "escape")
        assert (board(app).count("▀▄ ▄▀"), moves(app)) == (1, ["5", "2"])
        await press(app, pilot, "tab", "down", "enter")
        assert moves(app) == ["5", "2", "3"]


async def test_the_arrows_walk_through_the_past_with_values_and_reasons():
    app = app_of()
    async with app.run_test(size=(100, 30)) as pilot:
        await press(app, pilot, "5", "2", "1", "tab", "tab", "left")
        assert app.seen == 2
        assert said(app, "why").startswith("O's move 2 takes an edge, but loses in 6")
        assert rows(app, "values")[0].split()[:2] == ["W5", "1"]
        await press(app, pilot, "left", "left", "left")
        assert app.seen == 0
        assert "▄▀▀▀▄" not in board(app)
        await press(app, pilot, "4")
        assert "] leads back" in text(app, "message")
        await press(app, pilot, *["right_square_bracket"] * 4)
        assert not app.walking
        await press(app, pilot, "9")
        assert moves(app) == ["5", "2", "1", "9"]


SIZED = [(200, 50, 3), (100, 30, 3), (80, 24, 2), (64, 20, 2), (60, 20, 1), (24, 8, 1)]


@each("columns, lines, panes", SIZED)
async def test_as_many_panes_as_fit(columns, lines, panes):
    app = app_of()
    async with app.run_test(size=(columns, lines)) as pilot:
        await press(app, pilot, "5", "2", "w")
        places = [app.query_one(name).region for name in ("#table", "#side", "#past")]
        seen = [place for place in places if place.area]
        assert len({place.x for place in seen}) == panes
        view = app.query_one(BoardView).region
        assert places[0].contains_region(view)  # all of it
        assert view.area
        assert (2 * places[0].width >= columns) == (columns >= 140 or panes < 3)  # half, if wide


async def test_m_asks_the_mistakes_again():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "5", "m")
        assert text(app, "message").startswith("No mistakes")
        await press(app, pilot, "2", "m")
        assert isinstance(app.screen, LessonPage)
        assert "O played 2, which turns a draw into a loss" in said(app, "verdict")
        await press(app, pilot, "2")
        assert said(app, "message") == "That move was played. Try another."
        await press(app, pilot, "5")
        assert said(app, "message").startswith("5 is already taken")
        await press(app, pilot, "h")
        assert said(app, "message") == "Hint: think of the corners."
        await press(app, pilot, "4")
        assert said(app, "message").startswith("That loses in 6: X answers")
        assert app.screen.query_one(BoardView).render().plain.count("▀▄ ▄▀") == 2  # the answer
        assert any(row.startswith(" ✗L6  4") for row in rows(app, "values"))
        await press(app, pilot, "1")
        assert said(app, "message") == "Right. 1: takes a corner and holds the draw."
        assert said(app, "verdict").startswith("One question: 1 solved")
        assert [row.split()[0] for row in rows(app, "moves")] == ["✗", "✗", "✓"]
        await press(app, pilot, "enter", "h", "s", "escape")  # nothing is left to ask
        assert moves(app) == ["5", "2"]


async def test_skipping_a_question_shows_the_solution():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "5", "2", "m", "s")
        assert "The solution is 1, 3, 7 or 9." in said(app, "message")


async def test_z_asks_puzzles_and_rates_them_by_the_first_answer():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "z")
        page = app.screen
        assert isinstance(page, PuzzlePage)

        assert "of Tic-tac-toe, rated" in said(app, "verdict")
        page.lesson, page.number = page.puzzles.quiz(1), 1  # O saves the draw in the centre alone
        page.ask()
        await press(app, pilot, "2")
        assert said(app, "message").startswith("That loses in 6: X answers")
        await press(app, pilot, "3")
        assert drawn(app) == "X ✗ O X . . . . ."  # the refutation, and what was tried before
        await press(app, pilot, "escape")
        assert drawn(app) == "X ✗ ✗ . . . . . ."
        await press(app, pilot, "5")
        assert drawn(app) == "X . . . O . . . ."
        assert said(app, "message").startswith("Right. 5")
        assert "Themes: save. Your rating: 1428 " in said(app, "verdict")
        await press(app, pilot, "n", "h")
        assert page.number != 1
        assert "rated" in said(app, "verdict")
        await press(app, pilot, "escape")
        assert page.puzzles.rating.points < 1428
        assert moves(app) == []


async def test_d_asks_the_puzzle_of_the_day_which_has_three_tries(monkeypatch):
    for module in (pack, puzzles):
        monkeypatch.setattr(module, "today", lambda: date(2026, 1, 27))  # O wins by 7
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "d", "1", "5")
        assert "Puzzle of the day: Tic-tac-toe, rated 1025. Tries left: 1." in said(app, "verdict")
        await press(app, pilot, "8")
        assert said(app, "message").startswith("The solution is 7.")
        assert drawn(app) == ". X O O . X O . X"
        await press(app, pilot, "n")
        assert "Tries left" not in said(app, "verdict")


async def test_a_digit_answers_a_puzzle_of_columns_and_a_tried_column_is_marked():
    game = find_game("connectfour:4,3,3")
    pack = Pack(game, (Puzzle("4/3x/o1xo x", PuzzleKind.WIN, "3", 1021),))
    app = NoughtsApp(Session(game, SIDES["both"]), puzzles=(Puzzles(pack, keeps=False), 1))
    async with app.run_test() as pilot:
        await settle(app, pilot)
        await press(app, pilot, "1")
        assert rows(app, "moves")[0].startswith("✗ 1 ")
        assert "✗" not in drawn(app)  # the mark itself is on the board
        await press(app, pilot, "escape")
        assert drawn(app).count("✗") == 1


async def test_z_says_that_a_puzzle_comes_where_its_search_takes_long(monkeypatch):
    ready, explained = threading.Event(), Puzzles.explained
    monkeypatch.setattr(Puzzles, "explained", lambda *own: ready.wait(60) and explained(*own))
    app = app_of()
    async with app.run_test() as pilot:
        app.simulate_key("z")
        while "puzzle" not in text(app, "message"):
            await pilot.pause()
        ready.set()
        while not isinstance(app.screen, PuzzlePage):
            await pilot.pause()
        assert text(app, "message") == ""


async def test_z_says_where_there_are_no_puzzles():
    app = app_of(game="mnk:3,2,2")
    async with app.run_test() as pilot:
        await press(app, pilot, "z")
        assert text(app, "message").startswith("No puzzles of mnk:3,2,2 ship.")


async def test_o_lets_one_choose_whom_to_play_against():
    app = app_of("x")
    async with app.run_test() as pilot:
        await press(app, pilot, "o")
        assert isinstance(app.screen, Chooser)
        await press(app, pilot, "escape")
        assert app.session.level == "perfect"
        await press(app, pilot, "o", *["down"] * OPPONENTS.index("draws:60"), "enter")
        assert text(app, "message") == (
            "The computer now plays at level draws 60 % against perfect."
        )


async def test_an_opponent_that_does_not_play_the_game_is_refused():
    app = app_of("x", game="mnk:4,4,3", level="easy")
    async with app.run_test() as pilot:
        await press(app, pilot, "o", *["down"] * OPPONENTS.index("rules"), "enter")
        assert "three in a row on 3×3" in text(app, "message")
        assert app.session.level == "easy"


class Failing:
    """A computer that has no move."""

    name = "failing"

    def choose(self, game, position):
        raise PlayerError("failing has no idea.")


async def test_a_computer_that_fails_forfeits(monkeypatch):
    chosen = "noughts.terminal.game.session.player_for"
    monkeypatch.setattr(chosen, lambda game, level, seed: Failing())
    app = app_of("x")
    async with app.run_test() as pilot:
        await press(app, pilot, "5")
        assert text(app, "message").startswith(
            "The computer (O) forfeits the game: failing has no idea. You (X) win."
        )
        assert text(app, "score").startswith("you 1, computer 0, draws 0.")


# Games in which a move is more than a cell.


@each(
    "game, options",
    [
        ("wild", ["xb2", "ob2"]),
        ("orderchaos:3,3,3", ["xb2", "ob2"]),
        ("numerical", [f"b2={odd}" for odd in (1, 3, 5, 7, 9)]),
    ],
)
async def test_a_cell_with_several_moves_asks_which(game, options):
    app = app_of(game=game)
    async with app.run_test() as pilot:
        await press(app, pilot, "enter")
        assert isinstance(app.screen, Chooser)
        assert [*app.screen.options] == options
        await press(app, pilot, "escape")
        assert moves(app) == []
        await press(app, pilot, "enter", "down", "enter")
        assert moves(app) == [options[1]]


async def test_the_choice_shows_what_each_move_is_worth_when_values_are_shown():
    app = app_of(game="wild")
    async with app.run_test() as pilot:
        await press(app, pilot, "v", "enter")
        assert [*app.screen.options] == ["xb2  W7", "ob2  W7"]  # see section 6 of the design


async def test_a_stone_that_moves_is_chosen_by_where_it_goes():
    app = app_of(game="morris")
    async with app.run_test() as pilot:
        await settle(app, pilot)
        for name in ("a1", "c3", "c2", "a2", "b3", "b1"):  # each of X's stones can go to b2
            app.session.play(app.session.labels.read(name))
        app.go_on()
        await press(app, pilot, "enter")
        assert [*app.screen.options] == ["2-5", "6-5", "7-5"]


async def test_a_stone_is_chosen_and_then_where_it_goes():
    app = app_of(game="morris")
    async with app.run_test() as pilot:
        await press(app, pilot, *"736428")  # as above
        await press(app, pilot, "6")
        assert text(app, "message") == "Where to from 6?"
        assert app.query_one(BoardView).lifted.name == "c2"
        await press(app, pilot, "6")
        assert text(app, "message").startswith("6 is already taken")
        assert app.query_one(BoardView).lifted is None
        await press(app, pilot, "6", "5")
        assert moves(app)[-1] == "6-5"
        await press(app, pilot, "9")  # where one stone can go
        assert moves(app)[-1] == "8-9"


def test_a_mark_with_a_turn_of_the_board_leads_from_no_cell():
    """In Pentago c2-1r marks c2 and turns a quarter: the choice of c2 asks for no goal."""
    game, said, played = find_game("pentago"), [], []
    no_app: Any = None
    picking = Picking(no_app, Labels(game), said.append)
    cell = game.board(game.start(), 0).cell("c2")._replace(moves=())
    picking.choose(game.board(game.start(), 0), cell, played.append)
    assert said == []
    assert played == [game.read("c2")]


async def test_digits_answer_the_questions_of_a_lesson():
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, *"1524", "m")  # X had to stop 5
        assert isinstance(app.screen, LessonPage)
        while not app.screen.lesson.over:
            best = app.screen.lesson.question.explanation.moves[0].move
            await press(app, pilot, app.session.labels.of(best))
        assert app.screen.query_one(Foot).render().plain == "Esc back  Tab panes"


async def test_a_digit_or_any_cell_of_a_column_drops_a_mark():
    app = app_of(game="connectfour:4,4", level="random")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "2", "5")
        assert moves(app) == ["2"]
        assert "columns are 1 to 4" in text(app, "message")
        width, *_ = app.query_one(BoardView).cell_size
        await pilot.click("#board", offset=(2 + 3 * (width + 1) + 2, 1))  # the top of column 4
        await settle(app, pilot)
        assert moves(app) == ["2", "4"]


# Boards.


async def test_each_row_of_hex_lies_half_a_cell_farther_to_the_right():
    app = app_of(game="hex:3")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        view = app.query_one(BoardView)
        width, height, _ = view.cell_size
        rows = board(app).splitlines()
        lines = [1 + row * (height + 1) + height // 2 for row in (0, 1, 2)]  # X's edge is above
        dots = [rows[line].index("·") for line in lines]
        assert dots[1] - dots[0] == dots[2] - dots[1] == (width + 1) // 2
        for row, name in enumerate(("c1", "b2", "a3")):
            offset = (dots[row] + (2 - row) * (width + 1), lines[row])
            await pilot.click("#board", offset=offset)
            await settle(app, pilot)
            assert moves(app)[-1] == name


# One of each kind of board.
@each(
    "game",
    ["dots"],
    large=["morris", "connectfour", "qubic", "hex", "ultimate", "numerical"],
)
async def test_every_kind_of_game_can_be_begun_on_the_full_screen(game, monkeypatch):
    # Values are not the point here.
    monkeypatch.setattr("noughts.terminal.game.analysis_cache.BUDGET", 1_000)
    app = app_of("both", game=game)
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        app.workers.cancel_all()
        cell = next(cell for cell in app.session.match.board.cells if cell.moves)
        app.query_one(BoardView).pick(cell.column, cell.row)
        await pilot.press("enter")
        await pilot.pause()
        if isinstance(app.screen, Chooser):
            await pilot.press("enter")
            await pilot.pause()
        assert app.session.match.ply == 1
        app.workers.cancel_all()


@each(
    "game, played, sides",
    [
        ("tictactoe", "a1 b2", {"X": 0, "O": 1}),
        ("wild", "oa1 xb2", {"X": 0, "O": 1}),
        ("notakto", "a1 b2", {"X": 0}),
        ("threemarks", "a1 b2 c3", {"X1": 0, "O1": 1, "X2": 0}),
        ("numerical", "a1=5 b2=2", {"5": 0, "2": 1}),
        ("ultimate", "a1 b2", {"X": 0, "O": 1}),
        ("nim", "a1", {"*": None}),
    ],
)
def test_marks_have_the_colour_of_their_kind(game, played, sides):
    session = Session(find_game(game), SIDES["both"])
    for name in played.split():
        session.play(session.labels.read(name))
    seen = {cell.mark: cell.side for cell in session.match.board.cells if cell.mark}
    assert seen == sides


async def test_reasons_for_a_position_that_is_left_are_dropped(monkeypatch):
    app = app_of()
    async with app.run_test() as pilot:
        await press(app, pilot, "5", "1")
        waiting, go_on = threading.Event(), threading.Event()
        explanation = app.session.knowing.explanation

        def explain(spot):
            waiting.set()
            go_on.wait(60)
            return explanation(spot)

        monkeypatch.setattr(app.session.knowing, "explanation", explain)
        await pilot.press("g")
        await pilot.pause()
        assert waiting.wait(60)
        app.session.undo()
        app.session.undo()
        go_on.set()
        await settle(app, pilot)
        assert "moves best" not in text(app, "why")


async def test_a_key_makes_the_computer_move_now(monkeypatch):
    """Were its search not stopped, it would never end."""
    app = app_of("o", "mnk:7,7,5")
    app.session.knowing.solvers.budget = 1 << 60
    monkeypatch.setattr(app.session, "analysis", unknown)
    async with app.run_test() as pilot:
        while not text(app, "verdict").startswith("Thinking: "):
            await pilot.pause(0.05)
        assert "nodes" in text(app, "verdict") or COMPILING in text(app, "verdict")
        while app.session.match.ply == 0:  # it may have thought too little to be stopped
            await pilot.press("full_stop")
            await pilot.pause(0.05)
        assert "Not solved in time" in text(app, "doubt")
        assert "Thinking" not in text(app, "verdict")


async def test_nothing_is_thinking_any_more_while_the_values_are_worked_out(monkeypatch):
    app, asked, go_on = app_of("o"), threading.Event(), threading.Event()

    def analysis():
        asked.set()
        go_on.wait(60)
        raise SearchStopped("The values are not asked for here.")

    def choose(report):
        app.take_progress("2,006 nodes")
        app.call_from_thread(app.show_progress)
        return 4

    monkeypatch.setattr(app.session, "analysis", analysis)
    monkeypatch.setattr(app.session, "choose", choose)
    async with app.run_test() as pilot:
        while not asked.is_set():
            await pilot.pause()
        assert moves(app) == ["5"]
        assert "Thinking" not in text(app, "verdict")
        go_on.set()


def unknown():
    raise SearchStopped("The values are not asked for here.")


async def test_the_key_stops_nothing_while_a_person_is_to_move(monkeypatch):
    app, stopped = app_of(), []
    async with app.run_test() as pilot:
        await settle(app, pilot)
        monkeypatch.setattr(app.session, "hurry", lambda: stopped.append(1))
        await press(app, pilot, "full_stop")
        assert not stopped
