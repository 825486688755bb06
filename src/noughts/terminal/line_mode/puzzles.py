"""Puzzles in the line mode, one after the other; each changes one's rating, by the first answer."""

import random
from collections.abc import Callable
from contextlib import closing
from typing import Any

import click

from noughts.analysis.explain.explainer import Explainer
from noughts.games.names import game_name
from noughts.games.registry import spec_of
from noughts.puzzles.glicko import Rating
from noughts.puzzles.pack import Pack
from noughts.puzzles.question import PuzzleQuestion, quiz_of, rated, task
from noughts.store.history import TriedPuzzle, open_history
from noughts.terminal.game.move_names import Labels
from noughts.terminal.line_mode.lesson import Asker


class PuzzleAsker(Asker[PuzzleQuestion]):
    """Asks one puzzle.

    Attributes:
        quitting: whether the input ended, or said quit.
    """

    quitting = False

    def words(self, question: PuzzleQuestion) -> str:
        """What is to be found."""
        return task(question)

    def end(self) -> None:
        """Whether to go on: one who has not solved it and not skipped it has quit."""
        self.quitting = not self.lesson.over

    def invitation(self) -> str:
        """A move is expected."""
        return "Your move: "


class Puzzler:
    """Asks puzzles of a pack until the input says quit, and keeps one's rating.

    Args:
        pack: the puzzles.
        picture: draws a board.
        seed: makes the choice of puzzles repeatable.
        keeps: whether results are kept; else one begins with a new rating.
    """

    def __init__(
        self,
        pack: Pack,
        picture: Callable[[Any], str] = str,
        seed: int | None = None,
        keeps: bool = True,
    ) -> None:
        self.pack = pack
        self.picture = picture
        self.keeps = keeps
        self.chance = random.Random(seed)
        self.explainer = Explainer(pack.game)
        tried = self._tried() if keeps else []
        self.rating = Rating(*tried[-1].rating) if tried else Rating()
        spec = spec_of(pack.game)
        done = {puzzle.position for puzzle in tried if puzzle.game == spec}
        self.done = {
            number for number, puzzle in enumerate(pack.puzzles, 1) if puzzle.position in done
        }

    def run(self, number: int | None = None) -> None:
        """Ask, beginning with the puzzle of that number if it is given."""
        click.echo(f"Your rating: {self.rating}.")
        while self.ask(number or self.pack.next_number(self.rating.points, self.done, self.chance)):
            number = None
        click.echo(f"Your rating: {self.rating}.")

    def ask(self, number: int) -> bool:
        """Ask a puzzle; whether to go on."""
        puzzle = self.pack.puzzle(number)
        name = game_name(self.pack.game)
        click.echo(f"\nPuzzle {number} of {name}, rated {puzzle.rating}.")
        quiz = quiz_of(self.explainer, puzzle)
        asker = PuzzleAsker(quiz, Labels(self.pack.game, digits=False), self.picture)
        asker.teach()
        if asker.quitting and not (quiz.tried or quiz.hints):
            return False
        self.done.add(number)
        self.rate(number, bool(quiz.right_at_once))
        return not asker.quitting

    def rate(self, number: int, solved: bool) -> None:
        """Change the rating, and keep it."""
        before, puzzle = self.rating.points, self.pack.puzzle(number)
        self.rating = rated(self.rating, puzzle, solved)
        change = self.rating.points - before
        click.echo(f"Your rating: {self.rating} ({change:+.0f}).")
        if self.keeps:
            tried = TriedPuzzle(spec_of(self.pack.game), puzzle.position, solved, self.rating)
            with closing(open_history()) as history:
                history.keep_puzzle(tried)

    def _tried(self) -> list[TriedPuzzle]:
        with closing(open_history()) as history:
            return history.puzzles()
