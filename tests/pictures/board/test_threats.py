"""Threats as they are drawn: whose they are is seen without colours, and values have their room."""

import re

from noughts.analysis.explain.lines import LineThreat, line_threats
from noughts.games.registry import find_game
from noughts.pictures.board.geometry import CELL, Geometry
from noughts.pictures.board.highlights import threats
from noughts.pictures.svg import LIGHT
from tests.pictures.reading import elements


def drawn(spec: str, text: str) -> str:
    game = find_game(spec)
    position, turn = game.parse(text)
    return threats(game.board(position, turn), line_threats(game, position, turn) or (), LIGHT)


def test_whose_a_line_is_is_told_by_its_dashes_and_by_a_small_mark():
    svg = drawn("tictactoe", "xx1/oo1/3 x")
    lines = re.findall(r"<polyline[^>]*>", svg)
    assert len(lines) == 2
    assert len({re.findall('stroke-dasharray="[^"]*"', line)[0] for line in lines}) == 2
    signs = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)">(.*?)</g>', svg)
    across, shapes = [float(x) % CELL for x, _, _ in signs], [inside for _, _, inside in signs]
    assert across[0] < CELL / 2 < across[1]  # X's on the left, O's on the right
    assert ["<path" in shape for shape in shapes] == [True, False]


def test_the_middle_of_the_missing_cell_stays_free():
    game = find_game("tictactoe")
    board = game.board(*game.parse("x1x/o2/3 o"))
    svg = threats(board, [LineThreat(0, 1, (0, 1, 2))], LIGHT)
    middle = Geometry(board).centre("b3")
    ends = [float(x) for way in re.findall('points="([^"]*)"', svg)
            for x, _ in (place.split(",") for place in way.split())]  # fmt: skip
    assert len(re.findall("<polyline", svg)) == 2
    assert min(abs(x - middle.x) for x in ends) >= 0.4 * CELL


def test_what_has_to_wait_is_drawn_otherwise():
    game = find_game("connectfour:4,4,3")
    position, turn = game.parse("4/4/xxo1/oox1 x")
    svg = threats(game.board(position, turn), line_threats(game, position, turn) or (), LIGHT)
    assert svg.count('opacity="0.5"') == 1
    assert svg.count('stroke-dasharray="2.5 2"') == 1


def test_where_there_is_no_threat_nothing_is_drawn():
    assert drawn("tictactoe", "3/3/3 x") == ""


def test_it_can_be_read_as_svg():
    assert list(elements(f'<svg viewBox="0 0 144 144">{drawn("qubic", START)}</svg>'))


START = "4/4/4/xxx1|4/4/4/ooo1|4/4/4/4|4/4/4/4 x"
