"""Kept games of every kind come back as they were played; no text can do harm."""

from pathlib import Path

import pytest

from noughts.errors import MatchError, NoughtsError, RecordError
from noughts.game import legal_moves
from noughts.games.registry import ENTRIES, find_game
from noughts.lab.played import replay
from noughts.records import sgf
from noughts.records.history import KeptGame
from noughts.records.record_text import games_text
from noughts.terminal.game.kept_games import GamesFile, level_of, sgf_size
from noughts.terminal.game.session import SIDES, Beginning, Session
from tests import words
from tests.each import each


def read_games(text, trusts=lambda code: False):
    return GamesFile(trusts).text(text).games


def played(game, *plies, turn=0):
    """A session in which the move with this number among the legal ones is played at each ply."""
    session = Session(game, SIDES["both"])
    session.begin_at(Beginning(turn=turn))
    for ply in plies:
        if not session.match.over:
            moves = legal_moves(game, session.match.position)
            session.play(moves[ply % len(moves)])
    return session


EXAMPLES = [spec for entry in ENTRIES.values() for spec in entry.says("examples")]
OTHERS = [
    "lines:3,3,-b2,a3b3c3,a1b1c1,misere,name=Ring (small)",
    "mnk:4,4,3,torus",
    f"{words.__file__}:Words",
]


@each("name", [*ENTRIES, *EXAMPLES, *OTHERS])
@each("first", [0, 1])
def test_a_game_is_played_again_from_its_text(name, first):
    game = find_game(name)
    if first and not game.either_begins:
        return
    session = played(game, *range(7, 40, 3), turn=first)
    kept = session.kept()
    assert len(kept.moves) > 2
    [(again, record)] = read_games(games_text([kept._replace(played=1)]), trusts=lambda code: True)
    assert again == kept._replace(played=1)
    assert record == replay(kept)
    assert record.positions == session.match.positions
    assert record.first_turn == first


GONE = '[Game "/nowhere/game.py:Mine"]\n\n*\n\n'


def test_a_game_of_a_file_that_is_gone_or_broken_is_skipped(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("class Mine(\n", "utf-8")
    failing = tmp_path / "failing.py"
    rules = Path(words.__file__).read_text("utf-8")
    failing.write_text(
        rules.replace("return Said(position", "return 1 / 0, Said(position"), "utf-8"
    )
    texts = [f'[Game "{broken}:Mine"]\n\n*\n\n', f'[Game "{failing}:Words"]\n\n1. "1. a"\n\n']
    found = GamesFile(lambda code: True).text("".join([GONE, *texts, HEAD, "1. b2"]))
    assert [kept.game for kept, _ in found.games] == ["tictactoe"]
    gone, unreadable, fails = found.skipped
    assert gone.startswith("Line 1: /nowhere/game.py cannot be read")
    assert unreadable.startswith(f"Line 5: {broken} is not Python")
    assert fails.startswith(f"Line 9: play() in {failing} fails")


def test_a_text_of_games_of_which_none_can_be_played_is_refused():
    with pytest.raises(RecordError, match=r"Line 1: /nowhere/game\.py cannot be read"):
        read_games(GONE, trusts=lambda code: True)


def test_a_game_from_a_position_comes_back():
    game = find_game("tictactoe")
    position, turn = game.parse("3/1x1/3 o")
    session = Session(game, SIDES["both"])
    session.begin_at(Beginning(position, turn))
    session.play(0)
    kept = session.kept()
    assert (kept.position, kept.turn, kept.moves) == ("3/1x1/3 o", 1, ("a3",))
    assert replay(kept).positions == session.match.positions


@each("first, result", [(0, "1-0"), (1, "0-1")])
def test_the_result_says_who_has_won_whoever_began(first, result):
    session = played(find_game("tictactoe"), turn=first)
    for digit in "15263":
        session.play(session.labels.read(digit))
    assert session.kept().result == result


HEAD = '[Game "tictactoe"]\n\n'


@each(
    "text, message",
    [
        ("", "There is no game in it"),
        (HEAD + "1. b2\nb2", "Line 4, move 2, b2: b2 is already taken"),
        (HEAD + "1. z9", "Line 3, move 1, z9: 'z9' is not"),
        (HEAD + "1. b2,a1", "Line 3, move 1, b2,a1: this is not one move"),
        ('[Game "tictactoe"]\n[Position "nine"]\n\n*', "Line 1: 'nine' is not a position"),
        ('[Game "chess"]\n\n*', "Line 1: Unknown game 'chess'"),
        ('[Game "tictactoe"]\n\n1. a1 a2 2. b1 b2 3. c1 0-1', "end it 1-0, but its result is 0-1"),
        ('[Game "hex"]\n[First "O"]\n\n*', "Line 1: X always moves first in hex"),
        (
            '[Game "tictactoe"]\n\n1. a1 a2 2. b1 b2 3. c1 c2',
            "Line 3, move 6, c2: The game",
        ),
    ],
)
def test_what_is_wrong_with_a_text_is_told_with_its_line(text, message):
    with pytest.raises(RecordError, match=message):
        read_games(text)


def test_a_text_runs_no_file_of_python(tmp_path):
    file = tmp_path / "game.py"
    file.write_text(f"import pathlib; pathlib.Path({str(tmp_path / 'done')!r}).touch()")
    with pytest.raises(RecordError, match=r"Line 1: .*would run .*--import FILE --trust"):
        read_games(f'[Game "{file}:Mine"]\n\n*')
    assert not (tmp_path / "done").exists()


def test_the_moves_say_the_result_where_the_text_does_not():
    [(kept, _)] = read_games(HEAD + "1. a1 a2 2. b1 b2 3. c1")
    assert kept.result == "1-0"


@each("level", ["perfect", "draws:60", "trickster:weights", "minimax:4"])
def test_a_game_goes_on_at_its_level(level):
    assert level_of(KeptGame("tictactoe", "x", level, ())) == level


@each(
    "level", ["program:/bin/true", "./bot", "bot.py:choose", "tablebase:x", "trickster:program:x"]
)
def test_no_kept_game_starts_a_program_by_itself(level):
    with pytest.raises(MatchError, match="noughts play --resume 3 --level LEVEL"):
        level_of(KeptGame("tictactoe", "x", level, (), number=3))


def test_a_game_whose_rules_are_gone_is_told():
    with pytest.raises(NoughtsError, match="cannot be read"):
        replay(KeptGame("/nowhere/game.py:Mine", "x", "easy", ()))


@each("name", ["tictactoe", "mnk:5,4,4,misere", "standardgomoku:7,7,5"])
def test_games_of_lines_are_the_same_as_sgf(name):
    kept = played(find_game(name), *range(7, 40, 3)).kept()._replace(played=0)
    [(again, record)] = read_games(sgf.sgf_text([kept], sgf_size))
    assert again == kept
    assert record == replay(kept)


@each("name", ["connectfour", "hex", "evil.py:Game"])
def test_sgf_has_no_form_for_other_games(name):
    with pytest.raises(RecordError, match=r"SGF has only games with several in a row"):
        sgf_size(name)


def test_a_board_with_more_rows_than_letters_is_refused():
    with pytest.raises(RecordError, match="letters for 26 rows, not for 40"):
        sgf.sgf_text([KeptGame("mnk:5,40,4", "both", "", ("b40", "a1"))], sgf_size)
