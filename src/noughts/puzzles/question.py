"""A puzzle as a question of a quiz: its position with all moves explained, and its task."""

from typing import Any, NamedTuple

from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.model import Explanation, MoveExplanation
from noughts.analysis.review.lesson import Quiz
from noughts.errors import PuzzleError
from noughts.game import Game, read_move, read_position
from noughts.puzzles.glicko import Rating, updated
from noughts.puzzles.kinds import Kind
from noughts.puzzles.pack import Puzzle

# The deviation of a puzzle's rating, which is measured by only four players.
PUZZLE_DEVIATION = 120.0

TASKS = {
    Kind.WIN: "{who} to move: one move wins, and no other. Find it.",
    Kind.SAVE: "{who} to move: one move saves the draw, and no other. Find it.",
    Kind.SOONEST: "{who} to move: several moves win. Find the one that wins soonest.",
    Kind.TRAP: "{who} to move: {all}. Find the trap: the one move that leaves {other} only one "
    "right answer.",
}


class PuzzleQuestion(NamedTuple):
    """A puzzle as a question of a quiz.

    Args:
        puzzle: the puzzle.
        explanation: its position, with all moves explained.
        better: the right move.
    """

    puzzle: Puzzle
    explanation: Explanation
    better: tuple[MoveExplanation, ...]

    @property
    def played(self) -> None:
        """None, because a puzzle is from no game."""


def asked(explainer: Explainer[Any], puzzle: Puzzle) -> PuzzleQuestion:
    """The question of a puzzle.

    Raises:
        PuzzleError: its move is illegal.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> puzzle = Puzzle("x2/3/3 o", Kind.SAVE, "b2", 1200)
    >>> question = asked(Explainer(TicTacToe()), puzzle)
    >>> task(question)
    'O to move: one move saves the draw, and no other. Find it.'
    """
    game = explainer.game
    explanation = explainer.explain(*read_position(game, puzzle.position))
    try:
        right = explanation.of(read_move(game, puzzle.move))
    except KeyError:
        raise PuzzleError(f"{puzzle.move} cannot be played in {puzzle.position}.") from None
    return PuzzleQuestion(puzzle, explanation, (right,))


def quiz_of(explainer: Explainer[Any], puzzle: Puzzle) -> Quiz[PuzzleQuestion]:
    """A quiz of one puzzle."""
    return Quiz([asked(explainer, puzzle)])


def task(question: PuzzleQuestion) -> str:
    """The task of a puzzle, in words."""
    explanation = question.explanation
    return task_of(explanation.game, explanation.turn, question.puzzle.kind, question.better[0])


def task_of(game: Game[Any], turn: int, kind: Kind, right: MoveExplanation) -> str:
    """The task of a kind of puzzle, for the player `turn`."""
    lost = right.value is not None and right.value.outcome < 0
    everything = "every move loses" if lost else "several moves draw"
    return TASKS[kind].format(who=game.marks[turn], other=game.marks[1 - turn], all=everything)


def rated(own: Rating, puzzle: Puzzle, solved: bool) -> Rating:
    """The player's rating after a puzzle; `solved` if the first answer was right.

    >>> rated(Rating(), Puzzle("x2/3/3 o", Kind.SAVE, "b2", 1500), True).points > 1600
    True
    """
    return updated(own, [(Rating(puzzle.rating, PUZZLE_DEVIATION), float(solved))])
