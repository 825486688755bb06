"""`noughts verify`: checks that a tablebase is undamaged and agrees with the rules."""

import sys
from pathlib import Path
from typing import Any

import click

from noughts.answers.analyses import SCHEMA, Json, to_line
from noughts.game import Game
from noughts.tablebase.verify import SAMPLE, Verified, verify_tablebase
from noughts.terminal.commands.solve import FOLDER, threads_option
from noughts.terminal.support.exit_codes import FAILED
from noughts.terminal.support.options import GameType, json_option, unchecked_option

# The most faults to show.
SHOWN = 10


@click.command()
@click.argument("folder", type=FOLDER, metavar="DIR")
@click.option("--game", type=GameType(), metavar="GAME", help="The game, if it is in a file.")
@unchecked_option
@click.option("--sample", type=click.IntRange(min=0), default=SAMPLE, show_default=True,
              metavar="N", help="Check N random positions against the rules.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True,
              help="Seed of the random positions.")  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Solve again, and compare every byte.")
@click.option("--outcomes", is_flag=True,
              help="Find out who wins by another method, and compare every outcome.")  # fmt: skip
@click.option("--rules", is_flag=True,
              help="Compare every value with the rules, which may have changed since.")  # fmt: skip
@threads_option
@json_option
def verify(  # noqa: PLR0913  # click hands over each option
    folder: Path,
    game: Game[Any] | None,
    sample: int,
    seed: int,
    everything: bool,
    outcomes: bool,
    rules: bool,
    threads: int,
    as_json: bool,
) -> None:
    """Check the tablebase in DIR: its files, and a sample of its values or, with --all, every one.

    --all solves the game again with the same kernels. --outcomes uses other kernels, for wins,
    draws and losses only, so it trusts neither those kernels nor the symmetries.

    A tablebase of a game of your own belongs to the text of its rules. After a change, --rules
    compares every value with the new rules; if all agree, the tablebase can be used again.

    If anything is wrong, the answer shows it, and the exit code is 1.
    """
    found = verify_tablebase(
        folder, game, sample=sample, everything=everything, outcomes=outcomes, seed=seed,
        threads=threads, rules=rules,
    )  # fmt: skip
    click.echo(to_line(verify_answer(folder, found)) if as_json else verified_text(found))
    sys.exit(FAILED if found.faults else 0)


def verified_text(found: Verified) -> str:
    """The checks and the faults, in words."""
    again = f", {found.layers} layers solved again" if found.layers else ""
    again += f", {found.outcomes:,} outcomes by another method" if found.outcomes else ""
    lines = [f"{found.files} files, {found.positions:,} positions{again}: "]
    lines[0] += f"{len(found.faults):,} faults." if found.faults else "no faults."
    lines += [f"{fault.where}: {fault.what}" for fault in found.faults[:SHOWN]]
    if len(found.faults) > SHOWN:
        lines.append(f"and {len(found.faults) - SHOWN:,} more")
    return "\n".join(lines)


def verify_answer(folder: Path, found: Verified) -> Json:
    """The JSON answer of `noughts verify`."""
    return {
        "schema": SCHEMA,
        "folder": str(folder),
        "files": found.files,
        "positions": found.positions,
        "layers": found.layers,
        "outcomes": found.outcomes,
        "faults": [fault._asdict() for fault in found.faults],
    }
