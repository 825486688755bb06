"""The progress file: it gives back what was answered, and refuses what is of another audit."""

import json

import pytest

from noughts.classroom.audit import audit
from noughts.classroom.findings import Terms
from noughts.classroom.query import AuditRecord, Fall, Forfeit, PlayerAnswer, read_record
from noughts.errors import BadProgressFile
from noughts.games.tictactoe import TicTacToe
from noughts.players.player import RandomPlayer
from tests.each import each

GAME = TicTacToe()
KEY = {"player": "first", "files": {"bot.py": "1"}}


class Counting:
    """Takes the first free cell, and stops as if by Ctrl-C after some answers."""

    name = "counting"

    def __init__(self, last=10_000):
        self.asked = 0
        self.last = last

    def choose(self, game, position):
        self.asked += 1
        if self.asked > self.last:
            raise KeyboardInterrupt
        move = next(iter(game.moves(position)))
        return 9 if move == 8 else move  # a fall, too


def told(found):
    return found.verdict, found.sides, found.findings


@each("last", [1, 20, 130])
def test_an_interrupted_audit_goes_on_and_tells_the_same(tmp_path, last):
    path = tmp_path / "progress.json"
    whole, record = Counting(), AuditRecord(KEY)
    expected = audit(GAME, whole)
    with pytest.raises(KeyboardInterrupt):
        audit(GAME, Counting(last), record=record)
    assert record.number == last
    record.write(path)
    rest = Counting()
    found = audit(GAME, rest, record=read_record(path, KEY))
    assert told(found) == told(expected)
    assert rest.asked == whole.asked - last


def test_a_greater_limit_goes_on_from_a_smaller_one(tmp_path):
    record = AuditRecord(KEY)
    audit(GAME, Counting(), Terms(positions=10), record=record)
    record.write(tmp_path / "progress")
    rest = Counting()
    found = audit(GAME, rest, record=read_record(tmp_path / "progress", KEY))
    assert told(found) == told(audit(GAME, Counting()))
    assert rest.asked == found.asked - 20


def test_what_is_written_is_read_again(tmp_path):
    record = AuditRecord(KEY)
    falls = (Fall(Forfeit.TOO_SLOW, "did not answer — ever"),)
    answers = {0: ("3/3/3 x", PlayerAnswer((4, 0))), 1: ("3/1x1/3 o", PlayerAnswer((), falls))}
    for seat, (text, answer) in answers.items():
        record.answer(seat, text, answer._replace)
    record.write(tmp_path / "progress")
    again = read_record(tmp_path / "progress", KEY)
    assert again.answers == ([answers[0]], [answers[1]])
    assert [file.name for file in tmp_path.iterdir()] == ["progress"]  # nothing is left over


def test_no_file_yet_is_an_empty_record(tmp_path):
    assert read_record(tmp_path / "new", KEY).number == 0


@each(
    "content",
    [
        "",
        "no json",
        "[]",
        "{}",
        "é",
        '{"format": "noughts audit 0", "key": {}, "answers": [[], []]}',
        '{"format": "noughts audit 1", "key": {}, "answers": [[]]}',
        '{"format": "noughts audit 1", "key": {}, "answers": [[["x"]], []]}',
        '{"format": "noughts audit 1", "key": {}, "answers": [[["x", [[], [["odd", ""]]]]], []]}',
        '{"format": "noughts audit 1", "key": 3, "answers": [[], []]}',
    ],
)
def test_what_is_no_progress_file(tmp_path, content):
    path = tmp_path / "progress"
    path.write_text(content, "utf-8")
    with pytest.raises(BadProgressFile, match="is not a progress file of an audit"):
        read_record(path, KEY)
    assert path.read_text("utf-8") == content


@each(
    "key, message",
    [
        ({**KEY, "player": "second"}, "its player is 'first', not 'second'"),
        ({**KEY, "times": 2}, "its times is None, not 2"),
        ({**KEY, "files": {"bot.py": "2"}}, r"bot\.py has changed since"),
    ],
)
def test_the_file_of_another_audit_is_refused(tmp_path, key, message):
    path = tmp_path / "progress"
    AuditRecord(KEY).write(path)
    with pytest.raises(BadProgressFile, match=message):
        read_record(path, key)


def test_answers_to_other_positions_are_refused(tmp_path):
    """The rules have changed, say, or the player's file and what it imports."""
    record = AuditRecord(KEY)
    audit(GAME, Counting(), record=record)
    record.write(tmp_path / "progress")
    with pytest.raises(BadProgressFile, match="Delete it to start over"):
        audit(GAME, RandomPlayer(), record=_changed(tmp_path / "progress"))


def _changed(path):
    content = json.loads(path.read_text())
    content["answers"][0][1][0] = "3/3/3 o"
    path.write_text(json.dumps(content))
    return read_record(path, KEY)


def test_where_nothing_can_be_written_it_says_so(tmp_path):
    with pytest.raises(BadProgressFile, match="cannot be written"):
        AuditRecord(KEY).write(tmp_path / "nowhere" / "progress")
    with pytest.raises(BadProgressFile, match="cannot be read"):
        read_record(tmp_path, KEY)
