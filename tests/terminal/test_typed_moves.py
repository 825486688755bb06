"""Moves typed by their names: a legal move wins over a command and over a key, in every game."""

from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from textual.events import Key
from textual.widgets import Static

from noughts.board import Board, Cell
from noughts.errors import UnreadableMove
from noughts.game import Game, legal_moves
from noughts.games.registry import ENTRIES, find_game
from noughts.terminal.game.names import Labels
from noughts.terminal.game.session import SIDES, Session
from noughts.terminal.line_mode.lesson import Teacher
from noughts.terminal.line_mode.repl import Plain
from noughts.terminal.screen.dialogs import Chooser, Prompt
from noughts.terminal.screen.screen import NoughtsApp
from noughts.terminal.support.streams import Ink
from noughts.value import LOSS, OPEN
from tests.each import each

WORDS = ("board", "help", "q", "b", "undo", "nodes", "?")


class Words(NamedTuple):
    """Which words are left."""

    left: int


class WordGame(Game[Words]):
    """Strike out words; whoever finds none has lost."""

    def start(self):
        return Words(2 ** len(WORDS) - 1)

    def moves(self, position):
        return [move for move in range(len(WORDS)) if position.left >> move & 1]

    def play(self, position, move):
        return Words(position.left & ~(1 << move))

    def outcome(self, position):
        return OPEN if position.left else LOSS

    def name(self, move):
        return WORDS[move]

    def read(self, text):
        if text.strip().lower() not in WORDS:
            raise UnreadableMove(f"{text!r} is not one of the words.")
        return WORDS.index(text.strip().lower())

    def board(self, position, turn):
        legal = self.moves(position)
        return Board(
            tuple(
                Cell(f"w{move}", move, 0, "" if move in legal else "-", (move,) * (move in legal))
                for move in range(len(WORDS))
            )
        )


def positions_of(game):
    """The moves that lead to the first positions: none, the first legal one, and so on."""
    position, moves = game.start(), []
    for _ in range(3):
        legal = legal_moves(game, position)
        if not legal:
            return
        yield tuple(moves), legal
        moves.append(legal[len(legal) // 2])
        position = game.play(position, moves[-1])


def some(moves):
    """A few of many moves, from first to last."""
    return {*moves[:: max(1, len(moves) // 7)], moves[-1]}


@pytest.fixture
def no_values(monkeypatch):
    """What a position is worth has tests of its own."""

    async def none(app):
        pass

    monkeypatch.setattr(NoughtsApp, "learn_values", none)
    monkeypatch.setattr(Session, "keep", lambda session: None)


# Line by line.


@each("game", [*ENTRIES, WordGame()])
def test_every_legal_move_is_played_by_its_name_in_the_line_mode(game):
    game = find_game(game) if isinstance(game, str) else game
    labels = Labels(game)
    session = Session(game, SIDES["both"], "random")
    for before, legal in positions_of(game):
        for move in some(legal):
            for name in (labels.of(move), game.name(move).upper()):
                Plain(session, Ink(False)).obey(name)
                assert session.match.moves == (*before, move)
                session.undo()
        session.play(legal[len(legal) // 2])


def lines(*typed, game="kalah"):
    """What the line mode answers."""
    options = ["play", game, "--plain", "--level", "random", "--seed", "1"]
    from noughts.terminal.cli import noughts

    return CliRunner().invoke(noughts, options, "\n".join(typed)).stdout


@each("command", [":b", ":board", "board", ":bo", ": board"])
def test_a_colon_makes_a_command(command):
    """The board of the start is shown again, and nothing is played."""
    assert lines(command).count("3  3  3  0\n    1  2  3  X") == 2
    assert "You (X) play" not in lines(command)


def test_the_best_first_move_of_kalah_can_be_played():
    assert "You (X) play 2." in lines("2")
    assert "You (X) play" not in lines("b")  # which named a pit in earlier versions


def test_the_help_shows_what_to_type_in_this_game():
    told = lines("help")
    assert "example 2." in told
    assert "board, b " in told
    assert "hint, h " in told


def test_what_is_no_command_after_a_colon_is_no_move_either():
    assert "':a' is not a command." in lines(":a")
    assert "did you mean values?" in lines(":vlaues")


def test_a_move_that_is_illegal_now_is_no_command_either_and_the_answer_names_it():
    session = Session(WordGame(), SIDES["both"], "random")
    plain: Any = Plain(session, Ink(False))
    said = []
    plain.say = said.append
    plain.obey("q")
    plain.obey("q")
    assert not plain.quitting
    assert session.match.ply == 1
    assert ":q" in said[-1]
    plain.obey(":q")
    assert plain.quitting


def test_in_a_finished_game_words_are_commands():
    session = Session(WordGame(), SIDES["both"], "random")
    plain = Plain(session, Ink(False))
    for word in WORDS:
        plain.obey(word)
    assert session.match.over
    plain.obey("undo")
    assert session.match.ply == len(WORDS) - 1


def test_in_a_lesson_a_move_wins_over_a_command_too():
    nothing: Any = None
    teacher = Teacher(nothing, Labels(WordGame()), str)
    asked = [teacher.asks_for(("quit", "q"), line) for line in ("q", ":q", "quit", ":quit")]
    assert asked == [False, True, True, True]
    assert teacher.commands() == "Type a move, or hint, skip or quit."


# On the full screen.


async def type_in(app, pilot, text):
    """Type a text and Enter."""
    await press(app, pilot, *text, "enter")


async def press(app, pilot, *keys):
    """Press keys, without the waits of `pilot.press` after each."""
    for key in keys:
        name = "question_mark" if key == "?" else "full_stop" if key == "." else key
        app.post_message(Key(name, key if len(key) == 1 else None))
    await pilot.pause()
    await pilot.pause()


@pytest.mark.usefixtures("no_values")
@each("game", ["tictactoe", "morris", "wild", "nim", WordGame()], large=ENTRIES)
async def test_every_first_move_is_played_by_its_name_on_the_full_screen(game):
    game = find_game(game) if isinstance(game, str) else game
    session = Session(game, SIDES["both"], "random")
    app = NoughtsApp(session)
    legal = legal_moves(game, game.start())
    async with app.run_test(size=(100, 40)) as pilot:
        for move in some(legal):
            await type_in(app, pilot, session.labels.of(move))
            assert session.match.moves == (move,)
            session.undo()
            app.show()


@pytest.fixture
def screen(no_values):
    """The app of a game that two people play."""

    def app_of(game="tictactoe", people="both"):
        game = find_game(game) if isinstance(game, str) else game
        return NoughtsApp(Session(game, SIDES[people], "random", 1), pause=0)

    return app_of


def names(app):
    return [app.session.labels.of(move) for move in app.session.match.moves]


async def test_a_cells_name_waits_for_its_digit(screen):
    """On 3×3 c is no key, since c2 is a cell; b and h do not act on the way."""
    app = screen()
    async with app.run_test() as pilot:
        await press(app, pilot, "c", "2")
        assert app.query_one(Prompt).display
        assert (names(app), app.query_one(Prompt).typed) == ([], "c2")
        await type_in(app, pilot, "")
        assert names(app) == ["6"]
        assert not app.query_one(Prompt).display


async def test_what_is_typed_can_be_edited_and_dropped(screen):
    app = screen("hex")
    async with app.run_test() as pilot:
        await press(app, pilot, "b", "9", "backspace", "2", "escape")
        assert app.query_one(Prompt).typed == ""
        await press(app, pilot, "b", "9", "backspace", "1")
        await type_in(app, pilot, "")
        assert names(app) == ["b1"]


async def test_a_digit_plays_and_enter_after_it_plays_nothing(screen):
    app = screen()
    async with app.run_test() as pilot:
        await press(app, pilot, "1", "enter", "2", "right", "enter")
        assert names(app) == ["1", "2", "6"]


async def test_a_column_of_two_digits_waits_for_enter(screen):
    app = screen("connectfour:12,4,4")
    async with app.run_test() as pilot:
        await type_in(app, pilot, "12")
        await press(app, pilot, "5")
        await type_in(app, pilot, "1")
        assert names(app) == ["12", "5", "1"]


async def test_a_step_is_typed_as_it_is_written(screen):
    app = screen("morris")
    async with app.run_test() as pilot:
        await press(app, pilot, *"125963")
        await type_in(app, pilot, "5-8")
        assert names(app)[-1] == "5-8"


async def test_a_cell_of_several_moves_asks_which(screen):
    app = screen("wild")
    async with app.run_test() as pilot:
        await type_in(app, pilot, "a3")
        assert isinstance(app.screen, Chooser)


async def test_a_wrong_text_says_so_and_no_key_acts_on_the_way(screen):
    app = screen("hex", people="x")
    async with app.run_test() as pilot:
        level, theme = app.session.level, app.theme
        await type_in(app, pilot, "elp")
        await type_in(app, pilot, "a9")
        assert "a9" in str(app.query_one("#message").content)
        assert (names(app), app.session.level, app.theme) == ([], level, theme)


@each("command", [":q", ":quit", ":qu"])
async def test_a_colon_makes_a_command_on_the_full_screen(screen, command):
    app = screen(WordGame())
    async with app.run_test() as pilot:
        await type_in(app, pilot, "q")
        assert names(app) == ["q"]
        await press(app, pilot, *command, "enter")
    assert app.return_value is None
    assert not app.is_running


async def test_a_command_of_the_full_screen_takes_a_level_and_refuses_nonsense(screen):
    app = screen(people="x")
    async with app.run_test() as pilot:
        await type_in(app, pilot, ":level easy")
        assert app.session.level == "easy"
        await type_in(app, pilot, ":xyzzy")
        assert "':xyzzy' is not a command" in str(app.query_one("#message").content)


async def test_the_footer_and_the_page_of_keys_show_what_is_true_in_this_game(screen):
    app = screen("mnk:26,2,3")
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.keys["quit"] == ":q"
        assert ":q" in app.active_bindings
        assert "q" not in app.active_bindings
        await press(app, pilot, "question_mark")
        assert "\n:q " in app.screen.text.plain
        assert "\nh " not in app.screen.text.plain
    assert "quit" not in screen().keys


async def test_a_puzzle_takes_typed_moves_and_commands(screen):
    app = screen()
    async with app.run_test() as pilot:
        await type_in(app, pilot, ":puzzle")
        await app.workers.wait_for_complete()
        page = app.screen
        page.lesson, page.number = page.puzzles.quiz(1), 1  # O saves the draw in the centre alone
        page.ask()
        answer = page.query_one("#message", Static)
        await type_in(app, pilot, ":h")
        assert str(answer.content).startswith("Hint: ")
        await type_in(app, pilot, ":xyzzy")
        assert "is not a command" in str(answer.content)
        await type_in(app, pilot, "b2")
        assert str(answer.content).startswith("Right. 5")
