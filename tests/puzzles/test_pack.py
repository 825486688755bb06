"""The packs that ship, by searches that know only the rules; files that are none."""

import random
import re
from datetime import date, timedelta

import pytest

from benchmarks.puzzles import verified
from noughts.errors import PuzzleError
from noughts.games.registry import find_game
from noughts.puzzles.make import faults
from noughts.puzzles.pack import (
    EARLIER,
    FAR,
    HEAD,
    LONG,
    SHIPPED,
    Pack,
    every_shipped,
    of_the_day,
    read_file,
    read_pack,
    shipped,
    shipped_games,
)
from tests.each import each

# The most positions that the plain search visits for one puzzle here, and of how many puzzles.
POSITIONS, PUZZLES = 1_500, 6


def test_every_pack_is_found_by_its_game():
    for path in SHIPPED.iterdir():
        assert shipped(read_file(path).game).puzzles


def test_the_games_that_have_a_thousand_positions_have_a_thousand_puzzles():
    sizes = {spec: len(shipped(find_game(spec)).puzzles) for spec in shipped_games()}
    # Up to symmetry there are no more in these two.
    assert (sizes.pop("tictactoe"), sizes.pop("othello")) == (34, 825)
    assert len(sizes) == 10
    assert set(sizes.values()) == {1_000}


def test_all_packs_together_are_less_than_a_megabyte():
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 1_000_000


@each("spec", ["tictactoe"], large=shipped_games())
def test_a_plain_search_finds_each_solution_to_be_the_only_one(spec):
    pack = shipped(find_game(spec))
    nearly_full = sorted(pack.puzzles, key=lambda puzzle: sum(map(str.isdigit, puzzle.position)))
    told = verified(pack.game, tuple(nearly_full[:PUZZLES]), POSITIONS)
    assert told["wrong"] == 0


def test_the_plain_search_notices_a_wrong_solution():
    pack = shipped(find_game("tictactoe"))
    wrong = pack.puzzles[0]._replace(move="c1")
    assert verified(pack.game, (*pack.puzzles, wrong))["wrong"] == 1


def test_no_two_puzzles_are_alike_and_faults_are_found():
    pack = shipped(find_game("tictactoe"))
    assert not list(faults(pack))
    twice = Pack(pack.game, (*pack.puzzles, pack.puzzles[3]))
    assert list(faults(twice)) == ["tictactoe 35: it equals puzzle 4, up to symmetry."]


# How many of the eight images of a board are alike: with gravity only the mirror image, and a
# quarter turn would lay upright dominoes across.
IMAGES = {
    "connectfour": 2,
    "domineering": 4,
    "mnk:4,4,4": 8,
    "mnk:4,4,4,misere": 8,
    "numerical": 8,
    "orderchaos:4,4,4": 8,
    "othello": 8,
    "tictactoe": 8,
}
NOT_RECTANGULAR = {"hex", "notakto:3", "picaria", "threemarks:blocking"}


def test_every_pack_is_of_a_rectangular_board_or_not():
    assert {*shipped_games()} == IMAGES.keys() | NOT_RECTANGULAR


@each("spec", IMAGES)
def test_no_two_puzzles_have_the_same_picture_turned_or_reflected(spec):
    puzzles = shipped(find_game(spec)).puzzles
    assert len({likeness(spec, puzzle.position) for puzzle in puzzles}) == len(puzzles)


def likeness(spec, text):
    """The least picture of a position: turned and reflected, its marks by whose they are."""
    body, side = text.split()
    if spec != "numerical":  # where digits are marks, not empty cells
        body = re.sub(r"\d", lambda digit: "." * int(digit[0]), body)
    exchanged = body.translate(str.maketrans("xo", "ox"))
    if spec == "domineering":  # who laid which does not matter
        bodies = [body.replace("o", "x")]
    elif spec == "orderchaos:4,4,4":  # both players put either mark
        bodies = [body, exchanged]
    else:
        bodies = [exchanged if side == "o" else body]
    return min(each for one in bodies for each in images(one.split("/"))[: IMAGES[spec]])


def images(rows):
    """The board, its mirror image, both upside down, and all four with rows as columns."""
    mirrored = [row[::-1] for row in rows]
    upright = [rows, mirrored, rows[::-1], mirrored[::-1]]
    turned = [["".join(column) for column in zip(*each, strict=True)] for each in upright]
    return ["/".join(each) for each in (*upright, *turned)]


@each(
    "text, why",
    [
        ("", "not a file of puzzles"),
        ("something else", "not a file of puzzles"),
        (HEAD, "not a file of puzzles"),
        (f"{HEAD}\nchess", "Line 2: Unknown game"),
        (
            f"{HEAD}\nmygame.py:Game",
            "A pack does not run files.* noughts puzzle mygame.py:Game --pack",
        ),
        (f"{HEAD}\ntictactoe\n", "no puzzle in this file"),
        (f"{HEAD}\ntictactoe\nnonsense", "Line 3: it is not a puzzle"),
        (f"{HEAD}\ntictactoe\nx2/3/3 o\tsave\ta3\t1000", "Line 3: a3 cannot be played"),
        (f"{HEAD}\ntictactoe\nx2/3/3 o\tdraw\tb2\t1000", "Line 3: it is not a puzzle"),
        (f"{HEAD}\ntictactoe\nxx2/3/3 o\tsave\tb2\t1000", "Line 3:"),
        (f"{HEAD}\ntictactoe\nxxx/oo1/3 o\tsave\tb1\t1000", "Line 3: b1 cannot be played"),
    ],
)
def test_a_text_that_is_no_pack_is_refused(text, why):
    with pytest.raises(PuzzleError, match=why):
        read_pack(text)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "broken.puzzles"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PuzzleError, match=r"broken.puzzles: This is not a text"):
        read_file(path)


def test_a_game_without_a_pack_says_how_to_make_one():
    with pytest.raises(PuzzleError, match="noughts puzzle mnk:7,7,5 --make 20 -o FILE"):
        shipped(find_game("mnk:7,7,5"))


def test_each_day_has_its_puzzle_and_all_games_take_turns():
    first = date(2026, 1, 1)
    games = len(shipped_games())
    days = [of_the_day(first + timedelta(days=day)) for day in range(2 * games)]
    assert len({pack.game for pack, _ in days[:games]}) == games
    assert len({(pack.game, number) for pack, number in days}) == 2 * games


def test_the_next_puzzle_is_about_as_hard_as_one_is_good():
    pack = shipped(find_game("hex:4"))
    ratings = sorted(puzzle.rating for puzzle in pack.puzzles)
    for rating in (ratings[100], ratings[500], ratings[900]):
        number = pack.next_number(rating, (), random.Random(1))
        assert abs(pack.puzzle(number).rating - rating) < 60


@each("spec", ["connectfour"], large=shipped_games())
def test_by_default_one_looks_no_more_than_five_of_ones_own_moves_ahead(spec):
    pack, chance = shipped(find_game(spec)), random.Random(60)
    for _ in range(60):
        puzzle = pack.puzzle(pack.next_number(chance.randint(800, 2200), (), chance))
        assert 0 < puzzle.plies <= FAR
        assert LONG not in puzzle.themes
    far = [pack.puzzle(number) for number in pack.numbers(LONG)] if spec == "connectfour" else []
    assert all(puzzle.plies > FAR for puzzle in far)


def test_packs_without_themes_are_still_read():
    text = f"{EARLIER}\ntictactoe\nx2/3/3 o\tsave\tb2\t1769\n"
    [puzzle] = read_pack(text).puzzles
    assert (puzzle.plies, puzzle.themes) == (0, ())
    assert read_pack(text).numbers() == [1]


def test_every_pack_reads_back_as_it_was_written():
    for pack in every_shipped():
        assert read_pack(pack.text()) == pack
