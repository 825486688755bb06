"""The puzzles of a pack for one person: the next puzzle, and the rating; no output."""

import random
from contextlib import closing

from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.review import Quiz
from noughts.games.registry import game_name, spec_of
from noughts.puzzles.glicko import GlickoRating
from noughts.puzzles.pack import Pack
from noughts.puzzles.question import PuzzleQuestion, quiz_of, rated
from noughts.records.history import TriedPuzzle, open_history


class Puzzles:
    """Puzzles to solve, one by one, and the person's current rating."""

    def __init__(self, pack: Pack, seed: int | None = None, keeps: bool = True) -> None:
        self.pack = pack
        self.keeps = keeps
        self._chance = random.Random(seed)
        self._explainer = Explainer(pack.game)
        tried = _tried() if keeps else []
        self.rating = GlickoRating(*tried[-1].rating) if tried else GlickoRating()
        spec = spec_of(pack.game)
        done = {puzzle.position for puzzle in tried if puzzle.game == spec}
        self.done = {
            number for number, puzzle in enumerate(pack.puzzles, 1) if puzzle.position in done
        }

    def next_number(self) -> int:
        return self.pack.next_number(self.rating.points, self.done, self._chance)

    def title(self, number: int) -> str:
        named = game_name(self.pack.game)
        return f"Puzzle {number} of {named}, rated {self.pack.puzzle(number).rating}."

    def quiz(self, number: int) -> Quiz[PuzzleQuestion]:
        return quiz_of(self._explainer, self.pack.puzzle(number))

    def explained(self, number: int) -> Quiz[PuzzleQuestion]:
        """A quiz of one puzzle, whose position is explained. It can take seconds."""
        quiz = self.quiz(number)
        assert quiz.question.explanation
        return quiz

    def rate(self, number: int, solved: bool) -> str:
        """Change the rating if the puzzle is new to the person; return the rating in words."""
        if number in self.done:
            return f"Your rating: {self.rating} (unchanged: you have done this puzzle before)."
        before, puzzle = self.rating.points, self.pack.puzzle(number)
        self.done.add(number)
        self.rating = rated(self.rating, puzzle, solved)
        if self.keeps:
            spec = spec_of(self.pack.game)
            with closing(open_history()) as history:
                history.keep_puzzle(TriedPuzzle(spec, puzzle.position, solved, self.rating))
        return f"Your rating: {self.rating} ({self.rating.points - before:+.0f})."


def _tried() -> list[TriedPuzzle]:
    with closing(open_history()) as history:
        return history.puzzles()
