"""The puzzles of a pack for one person: the next puzzle, and the rating; no output."""

import random
from contextlib import closing
from datetime import timedelta
from itertools import count, takewhile

from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.review import Quiz
from noughts.errors import many
from noughts.games.registry import game_name, spec_of
from noughts.puzzles.glicko import GlickoRating
from noughts.puzzles.pack import LONG, TRIES, Pack, Puzzle, game_of_the_day, of_the_day, today
from noughts.puzzles.question import PuzzleQuestion, quiz_of, rated
from noughts.records.history import TriedPuzzle, open_history


class Puzzles:
    """Puzzles to solve, one by one, and the person's current rating."""

    def __init__(
        self, pack: Pack, seed: int | None = None, keeps: bool = True, theme: str = ""
    ) -> None:
        self.pack = pack
        self.keeps = keeps
        self.theme = theme
        self.day = today()
        self.of_today = 0  # the number of the day's puzzle, if it is of this pack
        spec = spec_of(pack.game)
        if spec == game_of_the_day(self.day):
            pack_of_today, number = of_the_day(self.day)
            self.of_today = number if pack_of_today == pack else 0
        self._chance = random.Random(seed)
        self._explainer = Explainer(pack.game)
        tried: list[TriedPuzzle] = []
        if keeps:
            with closing(open_history()) as history:
                tried = history.puzzles()
        self.rating = GlickoRating(*tried[-1].rating) if tried else GlickoRating()
        #: The number of puzzles solved in a row, each by the first answer.
        self.streak = sum(1 for _ in takewhile(lambda puzzle: puzzle.solved, reversed(tried)))
        done = {puzzle.position for puzzle in tried if puzzle.game == spec}
        numbered = enumerate(pack.puzzles, 1)
        self.done = {number for number, puzzle in numbered if puzzle.position in done}

    def next_number(self) -> int:
        return self.pack.next_number(self.rating.points, self.done, self._chance, self.theme)

    def title(self, number: int) -> str:
        named, puzzle = game_name(self.pack.game), self.pack.puzzle(number)
        if number == self.of_today:
            return f"Puzzle of the day: {named}, rated {puzzle.rating}."
        far = f" A long one: {puzzle.themes[0]}." if LONG in puzzle.themes else ""
        return f"Puzzle {number} of {named}, rated {puzzle.rating}.{far}"

    def quiz(self, number: int) -> Quiz[PuzzleQuestion]:
        return quiz_of(self._explainer, self.pack.puzzle(number))

    def explained(self, number: int) -> Quiz[PuzzleQuestion]:
        """A quiz of one puzzle, whose position is explained. It can take seconds."""
        quiz = self.quiz(number)
        assert quiz.question.explanation
        return quiz

    def left(self, number: int, quiz: Quiz[PuzzleQuestion]) -> int | None:
        """The tries left; None without a limit, which only the day's puzzle has."""
        return max(TRIES - len(quiz.tried), 0) if number == self.of_today else None

    def rate(self, number: int, quiz: Quiz[PuzzleQuestion]) -> str:
        """Change the rating if the puzzle is new to the person; the first answer counts.

        Returns the puzzle's themes, the rating, and the streaks in words.
        """
        puzzle = self.pack.puzzle(number)
        themes = f"Themes: {', '.join(puzzle.themes)}. " if puzzle.themes else ""
        rating = self._rate(number, puzzle, bool(quiz.right_at_once))
        won = bool(quiz.solved and number == self.of_today)
        return f"{themes}Your rating: {rating}{self._days() if won else ''}"

    def _rate(self, number: int, puzzle: Puzzle, solved: bool) -> str:
        before = self.rating.points
        if number in self.done:
            return f"{self.rating} (unchanged: you have done this puzzle before)."
        self.done.add(number)
        self.rating = rated(self.rating, puzzle, solved)
        if self.keeps:
            spec = spec_of(self.pack.game)
            with closing(open_history()) as history:
                history.keep_puzzle(TriedPuzzle(spec, puzzle.position, solved, self.rating))
        self.streak = self.streak + 1 if solved else 0
        streak = f" {self.streak} solved in a row." if self.streak > 1 else ""
        return f"{self.rating} ({self.rating.points - before:+.0f}).{streak}"

    def _days(self) -> str:
        """Keep that the day's puzzle is solved; returns the streak in words."""
        if not self.keeps:
            return ""
        with closing(open_history()) as history:
            days = history.keep_day(str(self.day))
        streak = next(back for back in count(1) if str(self.day - timedelta(back)) not in days)
        return f" Streak: {many(streak, 'day')}."
