"""Cards and booklets: every reply leads to a board, a rule or the end that was claimed."""

import csv
import re

import pytest
from click.testing import CliRunner

from noughts import find_game
from noughts.errors import PictureError
from noughts.game import read_move
from noughts.pictures.trees.cards import RULES, anki_cards, booklet, strategy_cards
from noughts.strategies.make import StrategyKind, make_strategy
from noughts.strategies.stored import FilePlay
from noughts.terminal.commands.strategy import strategy
from tests.each import each

TURNS = ((0, 1, 2, 3, 4, 5, 6, 7, 8), (6, 3, 0, 7, 4, 1, 8, 5, 2))
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def images(cells):
    """A 3×3 board turned and mirrored in all ways."""
    for _ in range(4):
        cells = tuple(cells[i] for i in TURNS[1])
        yield cells
        yield tuple(cells[i] for i in MIRROR)


def cells_of(position):
    return tuple((position.mine >> i & 1) - (position.theirs >> i & 1) for i in range(9))


@each("side", [0, 1])
def test_a_reader_of_the_booklet_never_loses(side):
    game = find_game("tictactoe")
    cards = strategy_cards(game, make_strategy(game, side).file)
    by_number = {card.number: card for card in cards}
    mark = game.marks[side]
    led_to = set()
    for card in cards:
        after = game.play(card.position, card.move)
        for name, where in card.replies:
            if not name:
                assert where in (f"{mark} wins", "draw")
                continue
            position = game.play(after, read_move(game, name))
            if not where[0].isdigit():
                assert where == "draw"
                continue
            target = by_number[int(where.rstrip("~"))]
            led_to.add(target.number)
            assert (target.position == position) == (not where.endswith("~"))
            assert cells_of(target.position) in images(cells_of(position))
    first = {card.number for card in cards if cells_of(card.position).count(0) >= 8}
    assert led_to | first == set(by_number)


def test_extra_turns_are_part_of_a_reply():
    game = find_game("kalah:2,2")
    for card in strategy_cards(game, make_strategy(game).file):
        for name, where in card.replies:
            assert where[0].isdigit() or "wins" in where, (name, where)


def test_what_a_rule_settles_is_named():
    game = find_game("connectfour:4,4")
    file = make_strategy(game, 1, wish=StrategyKind(budget=10)).file
    wheres = {where for card in strategy_cards(game, file) for _, where in card.replies}
    assert RULES["budget"] in wheres
    # A rule's first move is that of the file's player, in both mirror images.
    file = make_strategy(game, 1, wish=StrategyKind(points=1_000)).file
    play, met = FilePlay(game, file), set()
    for card in strategy_cards(game, file):
        after = game.play(card.position, card.move)
        for name, where in card.replies:
            move, rule = where.partition(", ")[::2]
            if rule:
                assert read_move(game, move) == play.move(game.play(after, read_move(game, name)))
                met.add(rule)
    assert met == {"by points", "by points~"}


def test_anki_gets_two_fields_a_position():
    game = find_game("tictactoe")
    lines = anki_cards(game, make_strategy(game).file).splitlines(keepends=True)
    rows = list(csv.reader((one for one in lines if one[0] != "#"), delimiter="\t"))
    assert len(rows) == 22
    assert all(len(row) == 2 and row[0].startswith("<svg") for row in rows)
    assert rows[0][1].endswith("<br>b2")


def test_the_booklet_has_a_board_for_each_number():
    game = find_game("tictactoe")
    page = booklet(game, make_strategy(game, 1).file)
    assert "<li>" not in page
    assert re.findall(r"<h2>(\d+)\.", page) == [str(number) for number in range(1, 73)]
    assert "The opponent begins: a3 → 1" in page
    # Play by points is explained with the file's own numbers.
    game = find_game("connectfour:4,4")
    file = make_strategy(game, 1, wish=StrategyKind(points=1_000)).file
    points = [2 * each for each in file.claim.points]  # the same play
    page = booklet(game, file._replace(claim=file.claim._replace(points=tuple(points))))
    assert [int(each) for each in re.findall(r"<li>(\d+) (?:more|less)", page)] == points


def test_too_many_positions_are_refused(monkeypatch):
    monkeypatch.setattr("noughts.pictures.trees.cards.MOST", 10)
    game = find_game("tictactoe")
    with pytest.raises(PictureError, match="22 positions"):
        strategy_cards(game, make_strategy(game).file)


def test_the_end_of_the_name_chooses(tmp_path):
    file = str(tmp_path / "cross.strategy")
    assert CliRunner().invoke(strategy, ["-o", file]).exit_code == 0
    for name, begins in (
        ("a.html", "<!doctype html>"),
        ("b.TXT", "#separator:tab"),
        ("c.svg", "<svg"),
    ):
        told = CliRunner().invoke(strategy, ["--show", file, "-o", str(tmp_path / name)])
        assert told.exit_code == 0, told.output
        assert (tmp_path / name).read_text("utf-8").startswith(begins)
