"""The sentences: what they say is read back and held against the board; and how they read."""

from typing import NamedTuple

from noughts.analysis.explain.explainer import Explainer, explain
from noughts.analysis.explain.text import in_full, one_line, position_verdict
from noughts.game import SECOND, Game
from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.games.morris import Morris
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import Knowledge
from noughts.solving.solver import Solver
from noughts.value import LOSS, OPEN
from tests.analysis.everything import explained
from tests.analysis.grammar import Move, read_line, read_paragraph, read_verdict
from tests.analysis.paper import Paper
from tests.each import each
from tests.samples import late_positions

BOARDS = [
    (Paper(3, 3, 3), TicTacToe()),
    (Paper(3, 3, 3, misere=True), MNK(3, 3, 3, misere=True)),
]


def read_back(explanations, paper, game):
    """Read every sentence, and hold it against the board on paper."""
    for explanation in explanations:
        board, side = paper.board(game.text(explanation.position, explanation.turn))
        read_verdict(position_verdict(explanation), paper, board, side)
        for move in explanation.moves:
            scene = Move(paper, board, side, move.move)
            read_line(one_line(move), scene)
            read_paragraph(in_full(move, None if move.best else explanation.best[0]), scene)


@each("paper, game", BOARDS)
def test_every_sentence_about_some_positions_is_true(paper, game):
    explainer = Explainer(game)
    some = late_positions(game, left=5, count=30)  # O is to move
    read_back([explainer.explain(position, SECOND) for position in some], paper, game)


@each("paper, game", BOARDS)
def test_every_sentence_about_every_move_of_three_by_three_is_true(paper, game):
    read_back(explained(game), paper, game)


# How they read: one of each kind, judged by eye.

LINES = {
    "xxo/ox1/o2 x": {
        "b1": "completes the middle column (b3 b2 b1) and wins.",
        "c2": "misses the win at b1 or c1; it still wins, but only in 3.",
    },
    "x2/3/3 o": {
        "b2": "takes the centre and holds the draw; no other move does.",
        "c1": "takes a corner, but loses in 6; b2 would draw; "
        "X answers c3 and forces O to answer b3.",
    },
    "x2/1o1/2x o": {
        "b3": "forces X to answer b1, makes threats, so that X has no time for a fork at a1, "
        "and holds the draw.",
        "c3": "forces X to answer a1, where X makes a fork, and loses in 4; "
        "b3, a2, c2 or b1 would draw.",
    },
    "xo1/1x1/2o x": {
        "a2": "makes a fork with threats at c2 and a1, and wins in 3.",
        "c3": "misses the fork at a2 or a1; only a draw is left.",
    },
    "xo1/1x1/3 o": {
        "c1": "blocks X in the diagonal (a3 b2 c1), but lets X make a fork at a2 or a1 "
        "and loses in 4; no other move holds out so long.",
        "c3": "lets X win at c1 with the diagonal (a3 b2 c1) and loses in 2; "
        "c1 would hold out for 4 plies.",
    },
}
MISERE_LINES = {
    "1xo/x1o/1x1 o": {
        "a3": "puts X in zugzwang and wins in 4; no other move wins.",
        "c1": "completes the right column (c3 c2 c1), which loses in misère play; "
        "a3 would win in 4.",
    },
    "1oo/x1x/o1x x": {"b1": "leaves O no safe cell and wins in 2; no other move wins."},
}


@each(
    "game, text, move, said",
    [
        (game, text, move, said)
        for game, lines in ((TicTacToe(), LINES), (MNK(3, 3, 3, misere=True), MISERE_LINES))
        for text, moves in lines.items()
        for move, said in moves.items()
    ],
)
def test_lines_of_every_kind(game, text, move, said):
    explanation = explain(game, *game.parse(text))
    assert one_line(explanation.of(game.read(move))) == f"{move}: {said}"


@each(
    "text, said",
    [
        ("3/3/3 x", "X draws with every move."),
        ("3/1x1/3 o", "O draws, but only with a3, c3, a1 or c1."),
        ("x2/3/3 o", "O draws, but only with b2."),
        (
            "xo1/1x1/2o x",
            "X wins in 3, but only with a2 or a1.",
        ),
        ("xxo/ox1/o2 x", "X wins at once with b1 or c1, later with c2."),
        ("xo1/1x1/3 o", "X wins in 4; c1 lasts longest."),
        ("xxx/oo1/3 o", "The game is over: X has won."),
        ("xox/xoo/oxx o", "The game is over: a draw."),
    ],
)
def test_verdicts(text, said):
    game = TicTacToe()
    assert position_verdict(explain(game, *game.parse(text))) == said


def test_without_proved_values_nothing_is_said_of_them():
    game = MNK(7, 7, 5)
    explanation = explain(game, game.start(), 0, Solver(game, budget=10))
    # A first player never loses a game of lines: the other has no first move to answer.
    assert (
        position_verdict(explanation)
        == "X to move. X has at least a draw; whether X wins is unknown."
    )
    later = explain(game, *game.parse("7/7/7/2ox3/7/7/7 x"), Solver(game, budget=10))
    assert position_verdict(later).startswith("X to move. Who wins is unknown")
    words = " ".join(map(one_line, explanation.moves)) + " ".join(map(in_full, explanation.moves))
    assert not {"wins", "loses", "draw", "best"} & {*words.replace(".", " ").split()}
    # Five in a row, seven cells: three such lines in each of four directions hold the centre.
    assert one_line(explanation.of(24)) == (
        "d4: takes the centre and is on 12 lines still open to X."
    )


def test_moves_can_be_called_by_other_names():
    game = TicTacToe()
    explanation = explain(game, *game.parse("xxo/ox1/o2 x"))
    digits = "123456789".__getitem__
    assert one_line(explanation.of(7), digits) == "8: completes the middle column (2 5 8) and wins."
    assert "8 or 9, later with 6" in position_verdict(explanation, digits)


@each(
    "text, move, said",
    [
        # Three of X's lie in a row on the ground, and O's on two of them.
        ("4/4/oo2/xxx1 o", "4", "blocks X in the row (1a 2a 3a 4a)"),
        ("4/4/oo2/xxx1 o", "1", "1: lets X win at 4a with the row (1a 2a 3a 4a)"),
        ("4/4/4/x3 o", "1", "1: can claim 1d by claimeven, on two lines still open to X"),
        # O would complete row b at 4b, and X plays just below it.
        ("4/x1x1/ooo1/xxo1 x", "4", "4: lets O win above, at 4b, with the row"),
    ],
)
def test_words_for_falling_marks(text, move, said):
    game = ConnectFour(4, 4, 4)
    explanation = explain(game, *game.parse(text))
    assert said in one_line(explanation.of(game.read(move)))


class Heap(NamedTuple):
    left: int


class LastCounter(Knowledge[Heap]):
    """What there is to say of a move of Nim."""

    def tactics(self, position, move):
        return ("takes the last counter",) if move == position.left else ()


class Nim(Game[Heap]):
    """Who takes the last of the counters wins; one to three at a time.

    Lost are the multiples of four: whatever one takes, the other makes it four.
    """

    size: int = 6
    knowledge = LastCounter

    def start(self):
        return Heap(self.size)

    def moves(self, position):
        return range(1, min(3, position.left) + 1)

    def play(self, position, move):
        return Heap(position.left - move)

    def outcome(self, position):
        return LOSS if position.left == 0 else OPEN


def test_other_games_get_what_values_say_and_what_they_name_themselves():
    game = Nim()
    explanation = explain(game, game.start())
    assert position_verdict(explanation) == "X wins in 3, but only with 2."
    two, one, three = map(one_line, explanation.moves)
    assert two == (
        "2: leaves O no move that stops X from winning at once and wins in 3; no other move wins."
    )
    assert one == (
        "1: leaves O only 1 to stop X from winning at once, but turns the win into a loss in 4; "
        "2 would win in 3; O answers 1 and stops X from winning at once, as no other move does."
    )
    assert three == (
        "3: lets O win at once with 3 and turns the win into a loss in 2; 2 would win in 3."
    )
    last = explain(game, Heap(2), 1)
    assert one_line(last.of(2)) == "2: takes the last counter and wins at once; no other move wins."
    assert position_verdict(explain(game, Heap(4))) == "O wins in 2 whatever X does."
    assert one_line(explain(game, Heap(1)).of(1)) == (
        "1: takes the last counter and wins at once; there is no other move."
    )


def test_the_long_form_says_why_a_player_without_a_safe_cell_has_lost():
    game = MNK(3, 3, 3, misere=True)
    position, turn = game.parse("1oo/x1x/o1x x")
    text = in_full(explain(game, position, turn).of(game.read("b1")))
    assert "Wherever O goes, O completes a line." in text


def test_a_reply_that_wins_at_once_is_said_to_whatever_the_game():
    game = Morris()
    position, turn = game.parse("o2/1x1/o1x x")  # O threatens a2, and nothing else
    said = one_line(explain(game, position, turn).of(game.read("b3")))
    assert said == "b3: lets O win at once with a2 and loses in 2; a2 would draw."
