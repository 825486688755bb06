"""The short form of the laws: each slip of the pen with its shortest play and what to write."""

import sys
from itertools import count
from typing import Any, NamedTuple

import pytest

from noughts import DRAW, LOSS, MNK, OPEN, WIN, LineGame, check
from noughts.errors import BrokenLaw, UnreadableMove, UnreadablePosition
from noughts.games.morris import Morris
from noughts.games.registry import ENTRIES, find_game
from noughts.games.threemarks import ThreeMarks
from noughts.laws.short import PLIES, QUESTIONS, check_briefly
from tests.each import each
from tests.take import Counter, Take


@each("name", ENTRIES)
def test_the_games_of_the_house_keep_the_laws(name):
    check_briefly(find_game(name))


# Point 4: play comes back, and the game does not say so.


class PutBack(Take):
    """Move 3 puts a counter back."""

    def moves(self, position):
        return (1, 3)

    def play(self, position, move):
        return Counter(position.left - 1 if move == 1 else min(self.size, position.left + 1))


class Sliding(Morris):
    repeats = False


class Moving(ThreeMarks):
    repeats = False


# Point 6 and 7: positions of the wrong kind.


class Plain(Take):
    def start(self):
        return (self.size,)

    def moves(self, position):
        return range(1, min(2, position[0]) + 1)

    def play(self, position, move):
        return (position[0] - move,)

    def outcome(self, position):
        return OPEN if position[0] else LOSS


class Growing(Take):
    """Shifts a number to the left, out of 64 bits."""

    size: int = 100

    def start(self):
        return Shifted(self.size, 1)

    def moves(self, position):
        return range(1, min(2, position.left) + 1)

    def play(self, position, move):
        return Shifted(position.left - move, position.number << 2 * move)


class Shifted(NamedTuple):
    left: int
    number: int


# Rules that contradict themselves.


class TakenCell(MNK):
    def moves(self, position):
        return range(9)


class Stuck(Take):
    def moves(self, position):
        return range(2, min(2, position.left) + 1)


class Endless(Take):
    def moves(self, position):
        return count()


class Backwards(Take):
    def moves(self, position):
        return (-1,)


class Twice(Take):
    def moves(self, position):
        return (1, 1)


class Forgotten(Take):
    def play(self, position, move):
        position = Counter(position.left - move)


class Elsewhere(Take):
    def play(self, position, move):
        return position.left - move


class Seven(Take):
    def outcome(self, position):
        return 7 if position.left == 2 else super().outcome(position)


class Unsaid(Take):
    def outcome(self, position):
        return LOSS if position.left == 0 else None


class Truth(Take):
    """Its outcome() is False while the game goes on, and False == DRAW."""

    def outcome(self, position):
        return position.left == 0


class Leaving(Take):
    def play(self, position, move):
        sys.exit(3)


class Changing(Take):
    asked = count()

    def outcome(self, position):
        if position.left:
            return OPEN
        return LOSS if next(self.asked) % 2 else DRAW


class InPlace(Take):
    def start(self):
        return Box(self.size)

    def play(self, position, move):
        position.left -= move
        return position

    def outcome(self, position):
        return LOSS if position.left == 0 else OPEN

    def text(self, position, turn):
        return f"{position.left} {turn}"

    def parse(self, text):
        left, _, turn = text.partition(" ")
        return Box(int(left)), int(turn)


class Box:
    def __init__(self, left):
        self.left = left

    def __eq__(self, other):
        return isinstance(other, Box) and self.left == other.left

    def __hash__(self):
        return hash(self.left)

    def __repr__(self):
        return f"Box({self.left})"


class Failing(Take):
    def play(self, position, move):
        if position.left == 3:
            raise ValueError("no play from three")
        return super().play(position, move)


# Names and texts.


class Named(Take):
    def name(self, move):
        return f"take {move}"


class Alike(Take):
    def name(self, move):
        return "take"

    def read(self, text):
        if text != "take":
            raise UnreadableMove("say take")
        return 1


class Misread(Take):
    def name(self, move):
        return f"n{move}"

    def read(self, text):
        if not text.startswith("n"):
            raise UnreadableMove("say n1")
        return 1 + int(text[1:])


class ReadInt(Take):
    def read(self, text):
        return int(text)


class ReadNone(Take):
    def read(self, text):
        return {"1": 1, "2": 2}.get(text)


class Texted(Take):
    def text(self, position, turn):
        return f"{position.left} left, {turn}"


class Parsed(Take):
    def parse(self, text):
        raise UnreadablePosition("never")


class ParseFails(Take):
    def parse(self, text):
        left, side = text.split(" ")
        return Counter(int(left)), "xo".index(side)


class Turned(Take):
    def turn(self, position):
        return 0


class Halved(Take):
    def margin(self, position):
        return position.left / 2


class NoBoard(Take):
    def board(self, position, turn):
        return f"{position.left} left"


class Early(Take):
    def lines(self, position):
        return ((0,),)


@each(
    ("line", "said"),
    [
        (frozenset({0, 1}), "cell 0 is 1, cell 1 is 2"),
        ((0, 1), "has (0, 1); write"),
        (1 << 9, "has 512; write each line"),
        (0, "all 6 cells are 63"),
    ],
)
@each("examine", [check_briefly, check])
def test_lines_are_whole_numbers_of_cells_on_the_board(line, said, examine):
    class Lined(LineGame):
        columns, rows, board_lines = 3, 2, (3, line)

    with pytest.raises(BrokenLaw, match="lines_are_sets_of_cells") as caught:
        examine(Lined())
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("game", "law", "play", "said"),
    [
        (PutBack(), "positions_do_not_come_back", (3,), "set repeats = True"),
        (Plain(), "positions_are_named_tuples_of_int", (), "make it a NamedTuple: class"),
        (Growing(), "positions_are_named_tuples_of_int", None, "Shifted.number is a number of "),
        (TakenCell(3, 3, 3), "offered_moves_are_legal", (0,), "remove the move from moves()"),
        (Stuck(), "an_open_game_has_moves", (2, 2), "outcome() must return how the game ended"),
        (Endless(), "an_open_game_has_moves", (), "it must end"),
        (Backwards(), "an_open_game_has_moves", (), "moves are whole numbers (int) from 0"),
        (Twice(), "an_open_game_has_moves", (), "offer each move once"),
        (Forgotten(), "offered_moves_are_legal", (), "returns None; return a Counter"),
        (Elsewhere(), "offered_moves_are_legal", (), "returns 4; return a Counter"),
        (Seven(), "outcome_is_an_outcome", (1, 2), "return LOSS, DRAW or WIN when the game"),
        (Unsaid(), "outcome_is_an_outcome", (), "OPEN while it goes on"),
        (Truth(), "outcome_is_an_outcome", (), "outcome() is False; return LOSS, DRAW or WIN"),
        (Leaving(), "the_rules_answer", (), "SystemExit: 3 (play(), line "),
        (Halved(), "points_are_whole_numbers", (), "return a whole number (int)"),
        (Changing(), "answers_do_not_change", None, "it must depend only on the position"),
        (InPlace(), "positions_do_not_change", (), "play() must return a new position"),
        (Failing(), "the_rules_answer", (2,), "ValueError: no play from three (play(), line "),
        (Named(), "names_can_be_read_back", (), "write read() too, the inverse of name()"),
        (Alike(), "names_can_be_read_back", (), "give each its own name"),
        (Misread(), "names_can_be_read_back", (), "but read('n1') returns 2; it must return 1"),
        (ReadInt(), "names_can_be_read_back", (), "raise UnreadableMove from noughts.errors"),
        (ReadNone(), "names_can_be_read_back", (), "returns None; raise UnreadableMove"),
        (Texted(), "texts_can_be_read_back", (), "write parse() too, the inverse of text()"),
        (Parsed(), "texts_can_be_read_back", (), "write text() too, the inverse of parse()"),
        (ParseFails(), "texts_can_be_read_back", (), "raise UnreadablePosition from noughts.err"),
        (Turned(), "the_turn_is_told_rightly", (1,), "turn() is 0, but 1 is to move"),
        (NoBoard(), "only_offered_moves_are_on_the_board", (), "return Board(cells)"),
        (Early(), "the_line_is_on_the_board", (), "return () there"),
    ],
    ids=lambda thing: type(thing).__name__ if hasattr(thing, "start") else "",
)
def test_a_broken_law_is_told_with_its_shortest_play_and_what_to_write(game, law, play, said):
    for form in (check_briefly, check):
        with pytest.raises(BrokenLaw) as caught:
            form(game)
        if form is check_briefly:
            assert caught.value.law == law
            assert play in (None, caught.value.play)
        assert said in str(caught.value)
        assert len(str(caught.value)) < 600
        assert "\n" not in str(caught.value)


@each("game", [Sliding(), Sliding(nodiagonals=True), Moving()])
def test_a_position_that_comes_back_late_is_found_by_random_plays(game):
    with pytest.raises(BrokenLaw) as caught:
        check_briefly(game)
    assert caught.value.law == "positions_do_not_come_back"
    met = [game.start()]
    for move in caught.value.play:
        met.append(game.play(met[-1], move))
    assert met[-1] in met[:-1]


def test_a_game_that_says_so_may_come_back():
    class Says(PutBack):
        repeats = True

    check_briefly(Says())


class Counting(Take):
    """Counts how often its rules are asked."""

    asked = 0

    def play(self, position, move):
        type(self).asked += 1
        return super().play(position, move)


class Long(Counting):
    size: int = 100_000


class Broad(Counting):
    size: int = 1_000_000

    def moves(self, position):
        return range(1, min(50_000, position.left) + 1)


class Endlessly(Counting):
    repeats = True

    def play(self, position, move):
        super().play(position, move)
        return Counter((position.left + move) % self.size + 1)


@each("kind", [Long, Broad, Endlessly])
def test_what_is_looked_at_is_bounded(kind: Any):
    kind.asked = 0
    check_briefly(kind())
    assert 0 < kind.asked < 6 * QUESTIONS


def test_random_plays_are_not_followed_for_ever():
    class Far(Take):
        """Goes wrong only beyond where anybody looks."""

        size: int = 10_000

        def outcome(self, position):
            return 7 if position.left < self.size - 2 * PLIES else OPEN

    check_briefly(Far())


def test_an_outcome_may_be_any_of_four():
    class Ends(Take):
        def outcome(self, position):
            return {0: LOSS, 1: DRAW, 2: WIN}.get(position.left, OPEN)

    check_briefly(Ends())
