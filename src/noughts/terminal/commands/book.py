"""`noughts book`: makes an opening book, or continues an interrupted one."""

from pathlib import Path
from typing import Any

import click

from noughts.errors import BadBook
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.solving.book import make_book, refuse_unfit, score_from_plies, searcher, signed_plies
from noughts.terminal import INTERRUPTED
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import write_answer, writing

# The first line of the file with unfinished work. It is followed by one line for every position
# searched: its key, and the plies to its end as in a book.
HEAD = "noughts book under way 1"


@click.command()
@opt.game_argument
@opt.number_option(
    "--plies", "Include all positions up to N plies from the start.", least=0, required=True
)
@opt.file_option(
    "-o --output", "Write the book to FILE. FILE.part contains unfinished work.", required=True
)
@opt.number_option(
    "--threads", "Number of search processes, each with its own transposition table.", 1, most=256
)
@opt.memory_option
def book(game: Game[Any], plies: int, output: Path, threads: int, memory: int) -> None:
    """Make an opening book: the exact values of the first positions of GAME.

    It searches the positions of the last ply, which can take days; the others follow from them.
    After Ctrl-C, the same command continues.

    \b
      noughts book connectfour --plies 4 -o four.book --threads 2
    """  # noqa: D301  # click wants the backspace itself
    refuse_unfit(game)
    part = output.with_name(f"{output.name}.part")
    known = read_part(part, game)
    # Written again, without an incomplete last line.
    kept = "".join(f"{key} {signed_plies(score)}\n" for key, score in known.items())
    write_answer(part, f"{HEAD} {spec_of(game)}\n{kept}")
    try:
        with (
            part.open("a", encoding="ascii", buffering=1) as file,
            progress_bar("Positions") as bar,
        ):

            def keep(key: int, score: int) -> None:
                with writing(part):
                    file.write(f"{key} {signed_plies(score)}\n")

            made = make_book(game, plies, searcher(game, memory, threads), known, keep, bar)
    except KeyboardInterrupt:
        click.echo(f"Stopped. {part} contains the work so far; the same command continues.")
        raise SystemExit(INTERRUPTED) from None
    content = made.to_bytes()
    write_answer(output, content)
    click.echo(f"{output}: {len(made):,} positions up to ply {plies}, {len(content):,} bytes.")


def read_part(part: Path, game: Game[Any]) -> dict[int, int]:
    """The scores of an earlier run, by key; empty if there was none.

    An incomplete last line is ignored.
    """
    if not part.exists() or not part.stat().st_size:
        return {}
    head, *lines = part.read_text("ascii", "replace").split("\n")
    try:
        if head != f"{HEAD} {spec_of(game)}":
            raise ValueError
        rows = [line.split() for line in lines[:-1]]
        return {int(key): score_from_plies(int(plies)) for key, plies in rows}
    except ValueError:
        raise BadBook(
            f"{part} is not an unfinished book of {spec_of(game)}; choose another file with -o, "
            f"or delete it to start over."
        ) from None
