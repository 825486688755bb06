"""A puzzle as a question of a quiz: its position with all moves explained, and its task."""

from threading import Lock, Thread
from typing import Any

from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.text import Explanation, MoveExplanation
from noughts.analysis.review import Quiz
from noughts.errors import PuzzleError
from noughts.game import Game, legal_moves, read_move, read_position
from noughts.puzzles.glicko import GlickoRating, updated
from noughts.puzzles.pack import Puzzle, PuzzleKind
from noughts.search.depth import begin

# The deviation of a puzzle's rating, which is measured by only four players.
PUZZLE_DEVIATION = 120.0

TASKS = {
    PuzzleKind.WIN: "{who} to move: one move wins, and no other. Find it.",
    PuzzleKind.SAVE: "{who} to move: one move saves the draw, and no other. Find it.",
    PuzzleKind.SOONEST: "{who} to move: several moves win. Find the one that wins soonest.",
    PuzzleKind.TRAP: "{who} to move: {all}. Find the trap: the one move that leaves {other} only "
    "one right answer.",
}


class PuzzleQuestion:
    """A puzzle of a quiz: it can be shown before its position is explained.

    Raises:
        PuzzleError: its move is illegal.
    """

    def __init__(self, explainer: Explainer[Any], puzzle: Puzzle) -> None:
        self.game: Game[Any] = explainer.game
        self.puzzle = puzzle
        self.position, self.turn = read_position(self.game, puzzle.position)
        self._move = read_move(self.game, puzzle.move)
        self._explainer = explainer
        self._explanation: Explanation | None = None
        self._busy = Lock()
        if self._move not in legal_moves(self.game, self.position):
            raise PuzzleError(f"{puzzle.move} cannot be played in {puzzle.position}.")

    @property
    def explanation(self) -> Explanation:
        """The position, with all its moves. It can take seconds."""
        with self._busy:
            if self._explanation is None:
                self._explanation = self._explainer.explain(self.position, self.turn)
            return self._explanation

    @property
    def better(self) -> tuple[MoveExplanation, ...]:
        return (self.explanation.of(self._move),)

    @property
    def played(self) -> None:
        """None, because a puzzle is from no game."""

    def explain_beside(self) -> None:
        """Explain the position in another thread, while a person looks at it."""
        begin(Thread(target=lambda: self.explanation, daemon=True))


def quiz_of(explainer: Explainer[Any], puzzle: Puzzle) -> Quiz[PuzzleQuestion]:
    return Quiz([PuzzleQuestion(explainer, puzzle)])


def task(question: PuzzleQuestion) -> str:
    """The task in words; if the puzzle is a trap, with the value of the moves."""
    kind, game, turn, everything = question.puzzle.kind, question.game, question.turn, ""
    if kind == PuzzleKind.TRAP:
        value = question.better[0].value
        lost = value is not None and value.outcome < 0
        everything = "every move loses" if lost else "several moves draw"
    return TASKS[kind].format(who=game.marks[turn], other=game.marks[1 - turn], all=everything)


def rated(own: GlickoRating, puzzle: Puzzle, solved: bool) -> GlickoRating:
    """The player's rating after a puzzle; `solved` if the first answer was right."""
    return updated(own, [(GlickoRating(puzzle.rating, PUZZLE_DEVIATION), float(solved))])
