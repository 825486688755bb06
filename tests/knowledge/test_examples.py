"""Small parts of `knowledge`, by example."""

# mypy: no-check-untyped-defs

from noughts.games.chomp import Chomp
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import SPLIT, Cube
from noughts.games.domineering import Domineering
from noughts.games.hex import Hex
from noughts.games.mnk import MNK
from noughts.games.nim import Nim
from noughts.games.notakto import Notakto
from noughts.games.numerical import Numerical
from noughts.games.tictactoe import TicTacToe
from noughts.games.ultimate import Ultimate
from noughts.knowledge.allis import answers_in, answers_in_words, ways_of
from noughts.knowledge.base import Knowledge, over_or_open, rules_behind
from noughts.knowledge.connectfour import ConnectFourKnowledge
from noughts.knowledge.cube import CubeCells, CubeKnowledge, cube_cells, one_of, without
from noughts.knowledge.domineering import DomineeringKnowledge
from noughts.knowledge.hex import HexKnowledge
from noughts.knowledge.impartial import ChompKnowledge, NimKnowledge, NotaktoKnowledge
from noughts.knowledge.line_game import LineGameKnowledge, bounds_by_lines, pairing
from noughts.knowledge.numerical import NumericalKnowledge
from noughts.knowledge.symmetry import of_lines, of_rectangle, span
from noughts.knowledge.ultimate import UltimateKnowledge
from noughts.value import OPEN, WIN, Value


def test_allis_by_example():
    game = ConnectFour(4, 4)
    known, (position, _) = ConnectFourKnowledge(game), game.parse("4/1o2/1x2/ox2 x")
    assert answers_in(known, position).ways[0].rule == "baseinverse"
    assert (
        answers_in_words(known, answers_in(known, position)).partition(", so")[0]
        == "can answer each move with the cell above (claimeven), column 1 with 2 (baseinverse)"
    )

    assert [way.rule for way in ways_of(7, 7 << 4, (3 << 8,))] == [
        "baseinverse",
        "lowinverse",
        "highinverse",
        "baseclaim",
        "baseclaim",
    ]


def test_base_by_example():
    assert (over_or_open(WIN), over_or_open(OPEN)) == ((10000000, 10000000), (-9999999, 9999999))

    assert rules_behind(Knowledge(TicTacToe())) == rules_behind(TicTacToe())


def test_hex_by_example():
    game = Hex(3)
    position, _ = game.parse("1x1/3/2o x")
    assert HexKnowledge(game).tactics(position, game.read("a3")) == (
        "threatens to join top and bottom at a2 or b2",
        "makes a bridge to b1",
    )


def test_impartial_by_example():
    game = Nim(3, 4, 5)
    assert NimKnowledge(game).left_by(game.start(), game.read("a2")) == (
        "makes the nim-sum 0",
        True,
    )

    known = NimKnowledge(Nim(3, 4, 5))
    assert known.nim_sum(known.start()) == 2

    game = Chomp(4, 4)
    assert ChompKnowledge(game).left_by(game.start(), game.read("b2")) == (
        "leaves two arms of equal length, so that every bite can be mirrored",
        True,
    )

    game = Notakto(2)
    position, _ = game.parse("xx1/3/3|3/3/3 x")
    assert NotaktoKnowledge(game).tactics(position, game.read("1c3")) == ("closes board 1",)


def test_line_game_by_example():
    assert [bin(pair) for pair in pairing([0b0011, 0b1110, 0b1110_0000])] == [
        "0b11",
        "0b1100",
        "0b1100000",
    ]
    assert pairing([0b011, 0b110]) == []

    game = MNK(5, 5, 5)
    pairs = LineGameKnowledge(game).pairs(game.start())
    assert [" ".join(map(game.name, pair)) for pair in pairs][:3] == ["b5 d5", "a4 c4", "b3 d3"]

    lower, upper = bounds_by_lines(MNK(7, 7, 5).board_lines, 49, 0, 0)
    assert (str(Value.from_score(lower)), str(Value.from_score(upper))) == ("draw", "win in 9")


def test_marks_by_example():
    game = Domineering(2, 2)
    assert DomineeringKnowledge(game).tactics(game.start(), game.read("a2")) == (
        "leaves O no place for a domino",
    )


def test_numerical_by_example():
    game = Numerical()
    position, _ = game.parse("9.4/.5./... o")
    assert NumericalKnowledge(game).tactics(position, game.read("b3=2")) == ("makes 15, 9 + 2 + 4",)


def test_symmetry_by_example():
    assert (
        len(
            of_lines(
                (
                    0b000000111,
                    0b000111000,
                    0b111000000,
                    0b001001001,
                    0b010010010,
                    0b100100100,
                    0b100010001,
                    0b001010100,
                ),
                9,
            )
        )
        == 8
    )

    assert (len(of_rectangle(3, 3)), len(of_rectangle(4, 3)), len(of_rectangle(1, 1))) == (8, 4, 1)
    assert span(9) == 64


def test_ultimate_by_example():
    game = Ultimate()
    assert UltimateKnowledge(game).tactics(game.start(), game.read("a9")) == (
        "sends the other side to the upper left board",
    )


def test_cube_by_example():
    assert repr(without(CubeCells(0b11, 0b1), CubeCells(0b10, 0b1))) == "CubeCells(low=1, high=0)"
    assert (
        repr((cube_cells([0, 3, SPLIT + 1], 0), cube_cells([0, 3, SPLIT + 1], 1)))
        == "(CubeCells(low=1, high=2), CubeCells(low=8, high=0))"
    )
    assert (
        repr((one_of(CubeCells(0b110, 0b1)), one_of(CubeCells(0, 0b110))))
        == "(CubeCells(low=2, high=0), CubeCells(low=0, high=2))"
    )
    assert len(CubeKnowledge(Cube(4)).symmetries) == 192
