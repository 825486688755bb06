"""`noughts variants`: new games, with their answers."""

import json
from pathlib import Path

import click

from noughts.answers.encoder import to_line
from noughts.errors import many
from noughts.files import write_file
from noughts.lab.variants import Variant, benchmark
from noughts.lab.variants import variants as made
from noughts.terminal.support import options as opt
from noughts.terminal.support.streams import writing


@click.command()
@opt.seed_option("Equal seeds give equal games.")
@opt.number_option("--count", "The number of games.", 10)
@opt.number_option("--questions", "Questions on each game in the benchmark.", 3)
@opt.file_option(
    "-o folder", "Write a file of each game and the benchmark to DIR.", "DIR", opt.FOLDER
)
@opt.json_option
def variants(seed: int, count: int, questions: int, folder: Path | None, as_json: bool) -> None:
    """Make new games: checked, solved, no two alike.

    They have mutated lines, boards with holes, tori, misère play or points. With -o, DIR gets
    a file of each line game and benchmark.jsonl, whose lines have a question and its answers: add
    "moves": ["the agent's answer"] to each, and noughts judge counts what it gives away.

    \b
      noughts variants --seed 7 --count 3
      noughts variants --seed 7 --count 500 -o seven
      noughts play "lines:..."     (or --level easy, with a file: lines:seven/7-1.json)
    """  # noqa: D301  # click wants the backspace itself
    asked: list[str] = []
    for number, variant in enumerate(made(seed, count), start=1):
        if folder:
            with writing(folder):
                _write(folder, f"{seed}-{number}", variant)
            asked += map(json.dumps, benchmark(variant, questions, seed))
        elif as_json:
            click.echo(to_line(_answer(variant)))
        else:
            click.echo(
                f"{variant.spec}\n  {variant.rules}\n  X: {variant.value}; difficulty "
                f"{variant.difficulty:.0%}"
            )
    if folder:
        with writing(folder):
            write_file(folder / "benchmark.jsonl", "".join(f"{line}\n" for line in asked))
        click.echo(f"{many(count, 'game')} and {many(len(asked), 'question')} in {folder}.")


def _write(folder: Path, name: str, variant: Variant) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if variant.content:
        write_file(folder / f"{name}.json", json.dumps(variant.content, ensure_ascii=False) + "\n")


def _answer(variant: Variant) -> dict[str, object]:
    return {
        "game": variant.spec,
        "rules": variant.rules,
        "value": str(variant.value),
        "difficulty": variant.difficulty,
        "file": variant.content,
    }
