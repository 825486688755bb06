"""`noughts puzzle`: puzzles to solve, made from exact values."""

import random
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import click

from noughts.analysis import review_text
from noughts.analysis.explain.explainer import Explainer
from noughts.answers.encoder import puzzle_answer, to_line
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.puzzles.glicko import GlickoRating
from noughts.puzzles.make import IN_VAIN, faults, made_puzzles
from noughts.puzzles.pack import (
    LONG,
    Pack,
    Puzzle,
    every_shipped,
    of_the_day,
    read_file,
    shipped,
    today,
)
from noughts.puzzles.question import PuzzleQuestion, task
from noughts.terminal import FAILED, INTERRUPTED
from noughts.terminal.commands.play import full_screen_possible, solve_on_screen
from noughts.terminal.game.names import Labels
from noughts.terminal.game.puzzles import Puzzles
from noughts.terminal.line_mode.lesson import Asker
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import write_answer


@click.command()
@opt.unchecked_option
@click.argument("game", type=opt.GameType(), required=False)
@opt.flag_option("--daily", "The puzzle of the day, the same for all.")
@opt.number_option("--number", "Puzzle N of the game.")
@click.option(
    "--theme",
    default="",
    help='Puzzles with a theme: "win in 2", "win in 3", fork, save, trap, or long.',
)
@opt.flag_option("--plain", "Set them line by line, for screen readers and pipes.")
@opt.file_option("--pack file", "Puzzles from FILE, which --make wrote.")
@opt.number_option(
    "--make make_number", "Make N puzzles of the game, and write them to -o FILE.", most=100_000
)
@opt.file_option("-o --out", "The file that --make writes.")
@opt.flag_option("--verify", "Check that every puzzle has one solution.")
@click.option("--seed", type=int, metavar="N", help="Makes the choice of puzzles repeatable.")
@opt.flag_option("--no-history", "Keep neither results nor your rating.")
@opt.json_option
def puzzle(game: Game[Any] | None, make_number: int | None, out: Path | None, **given: Any) -> None:
    """Solve puzzles: find the one move that wins, saves the draw, wins fastest, or sets a trap.

    They are as hard as you are good. Wins are at most five of your own moves away; for others,
    add --theme long.

    Without GAME, begin with the puzzle of the day. Your rating is kept with your games
    (docs/puzzles.md).

    \b
      noughts puzzle
      noughts puzzle connectfour
      noughts puzzle connectfour --theme fork
      noughts puzzle hex:4 --number 12 --json
      noughts puzzle mnk:5,4,4 --make 50 -o more.puzzles
      noughts puzzle --pack more.puzzles
    """  # noqa: D301  # click wants the backspace itself
    if (make_number is None) != (out is None):
        raise click.UsageError("--make N and -o FILE go together.")
    if make_number is None:
        _use(game, **given)
    elif any(given[name] for name in ("daily", "number", "file", "verify", "as_json")):
        raise click.UsageError("--make goes with GAME, -o FILE, --seed and --theme long alone.")
    elif given["theme"] not in ("", LONG):
        raise click.UsageError(
            f"--make makes puzzles of every theme; --theme {LONG} makes long ones."
        )
    elif game is None:
        raise click.UsageError("Puzzles of which game? noughts puzzle GAME --make N -o FILE.")
    elif out is not None:
        # Write a pack; after Ctrl-C it contains the puzzles found so far.
        found, stopped = _found(game, make_number, given["seed"], given["theme"] == LONG)
        if found:
            write_answer(out, Pack(game, tuple(found)).text())
        text = f"{len(found)} puzzles written to {out}." if found else "No puzzle was found yet."
        if stopped:
            click.echo(f"Stopped. {text}")
            raise SystemExit(INTERRUPTED)
        if len(found) < make_number:
            text += f" No other was found in {IN_VAIN:,} positions."
        click.echo(text)


def _found(game: Game[Any], number: int, seed: int | None, long: bool) -> tuple[list[Puzzle], bool]:
    """The puzzles, and whether Ctrl-C stopped the search for more."""
    found: list[Puzzle] = []
    with progress_bar("Puzzles") as bar:
        try:
            for each in made_puzzles(game, number, 1 if seed is None else seed, long=long):
                found.append(each)
                bar(len(found), number)
        except KeyboardInterrupt:
            return found, True
    return found, False


def _use(  # noqa: PLR0913  # click hands over each option
    game: Game[Any] | None,
    daily: bool,
    number: int | None,
    theme: str,
    plain: bool,
    file: Path | None,
    verify: bool,
    seed: int | None,
    no_history: bool,
    as_json: bool,
) -> None:
    if verify and (as_json or number or daily):
        raise click.UsageError("--verify goes with GAME or --pack FILE alone.")
    if daily and (game or number or file or theme):
        raise click.UsageError(
            "--daily chooses the puzzle: leave out GAME, --number, --pack and --theme."
        )
    if theme and number:
        raise click.UsageError("--number chooses the puzzle: leave out --theme.")
    if verify:
        _verify([read_file(file, game)] if file else [shipped(game)] if game else every_shipped())
        return
    if file is not None:
        pack = read_file(file, game)
    elif game is not None:
        pack = shipped(game)
    elif number or theme:
        option = "--number N" if number else "--theme THEME"
        raise click.UsageError(f"Puzzles of which game? noughts puzzle GAME {option}.")
    else:
        pack, number = of_the_day(today())
    if number:
        pack.puzzle(number)  # an unknown number is an error, before any output
    if as_json:
        points = GlickoRating().points
        number = number or pack.next_number(points, (), random.Random(seed), theme)
        question = PuzzleQuestion(Explainer(pack.game), pack.puzzle(number))
        click.echo(to_line(puzzle_answer(question, number)))
        return
    puzzles = Puzzles(pack, seed, not no_history, theme)
    number = number or puzzles.next_number()
    if plain or not full_screen_possible() or not solve_on_screen(puzzles, number):
        solve_line_by_line(puzzles, number)


def _verify(packs: Iterable[Pack]) -> None:
    failed = False
    for pack in packs:
        with progress_bar("Puzzles") as bar:
            found = list(faults(pack, bar))
        failed |= bool(found)
        click.echo(
            "\n".join(found) or f"{spec_of(pack.game)}: {len(pack.puzzles)} puzzles, no fault."
        )
    if failed:
        raise SystemExit(FAILED)


class PuzzleAsker(Asker[PuzzleQuestion]):
    """Runs one puzzle; `quitting` says whether the input ended, or was quit."""

    quitting = False

    def __init__(self, puzzles: Puzzles, number: int) -> None:
        super().__init__(puzzles.quiz(number), Labels(puzzles.pack.game, digits=False), str)
        self.lesson.question.explain_beside()
        self.left = partial(puzzles.left, number, self.lesson)

    def words(self, question: PuzzleQuestion) -> str:
        return task(question)

    def end(self) -> None:
        """Set `quitting` if the puzzle was neither solved nor skipped."""
        self.quitting = not self.lesson.over

    def invitation(self) -> str:
        tried = ", ".join(map(self.labels.of, self.lesson.tried))
        left = self.left()
        tries = "" if left is None else f"; tries left: {left}"
        return f"Your move (not {tried}{tries}): " if tried else "Your move: "

    def reaction(self, line: str) -> str:
        """The answer to a line; after the last try, the solution."""
        told = super().reaction(line)
        if self.left() == 0:
            return review_text.solution_text(self.lesson.give_up(), self.labels.of)
        return told


def solve_line_by_line(puzzles: Puzzles, number: int) -> None:
    """Run puzzles until the input is quit, and print the rating."""
    click.echo(f"Your rating: {puzzles.rating}.")
    while _solved(puzzles, number):
        number = puzzles.next_number()
    click.echo(f"Your rating: {puzzles.rating}.")


def _solved(puzzles: Puzzles, number: int) -> bool:
    """Run one puzzle; returns whether another one is wanted."""
    click.echo(f"\n{puzzles.title(number)}")
    asker = PuzzleAsker(puzzles, number)
    quiz = asker.lesson
    asker.teach()
    if asker.quitting and not (quiz.tried or quiz.hints):
        return False
    click.echo(puzzles.rate(number, quiz))
    return not asker.quitting
