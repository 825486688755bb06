"""`python -m benchmarks.grading [NUMBER] [--threads N]`: how long it takes to grade a class.

The submissions are made here, the same each time: most of them plausible, some with errors, some
slow, some that hang. Each is a file of its own, with faults of its own.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import click

LINES = """
LINES = [(0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)]

def won(board, mark):
    return any(all(board[cell] == mark for cell in line) for line in LINES)
"""
RULES = """
def choose(board, mark):
    for player in {players}:
        for line in LINES:
            marks = [board[cell] for cell in line]
            if marks.count(player) == 2 and marks.count(" ") == 1:
                return line[marks.index(" ")]
    return next(cell for cell in {cells} if board[cell] == " ")
"""
MINIMAX = """
KNOWN = {{}}

def worth(board, mark, alpha, beta):
    other = "O" if mark == "X" else "X"
    if won(board, other):
        return -1 - board.count(" ")
    if " " not in board:
        return 0
    key = "".join(board) + mark
    if {remembers} and key in KNOWN:
        return KNOWN[key]
    best = -100
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = mark
            best = max(best, -worth(board, other, -beta, -max(alpha, best)))
            board[cell] = " "
            if {prunes} and best >= beta:
                break
    KNOWN[key] = best
    return best

def choose(board, mark):
    other = "O" if mark == "X" else "X"
    if board.count(" ") == {blunder}:
        return board.index(" ")
    def after(cell):
        board[cell] = mark
        value = -worth(board, other, -100, 100)
        board[cell] = " "
        return value
    return max((cell for cell in range(9) if board[cell] == " "), key=after)
"""
CHOOSE = "def choose(board, mark):\n    "
RANDOM = """
import random
def choose(board, mark):
    generator = random.Random({seed} + hash(tuple(map(ord, board))))
    return generator.choice([cell for cell in range(9) if board[cell] == " "])
"""


def _rules(chance: Random) -> str:
    cells = chance.sample(range(9), 9)
    players = chance.choice(['(mark, "XO".replace(mark, ""))', "(mark,)", '("X", "O")'])
    return LINES + RULES.format(players=players, cells=cells)


def _minimax(remembers: bool, prunes: bool) -> Callable[[Random], str]:
    def write(chance: Random) -> str:
        blunder = chance.choice([0, 0, 0, 3, 4, 5, 6])
        return LINES + MINIMAX.format(remembers=remembers, prunes=prunes, blunder=blunder)

    return write


# What is handed in, by its name: how many of a thousand, and how it is written.
KINDS: dict[str, tuple[int, Callable[[Random], str]]] = {
    "rules of thumb": (400, _rules),
    "minimax with a table": (250, _minimax(remembers=True, prunes=False)),
    "alpha-beta": (100, _minimax(remembers=False, prunes=True)),
    "minimax without either": (25, _minimax(remembers=False, prunes=False)),
    "random": (100, lambda chance: RANDOM.format(seed=chance.random())),
    "illegal moves": (40, lambda chance: CHOOSE + f"return {chance.choice([0, 4, 9])}"),
    "crashes": (40, lambda chance: CHOOSE + "return board[9]"),
    "does not load": (40, lambda chance: CHOOSE + "return ("),
    "hangs": (5, lambda chance: CHOOSE + "while True: pass"),
}


def make(folder: Path, number: int) -> Counter[str]:
    """Write that many submissions; how many there are of each kind."""
    chance = Random(1)
    weights = [share for share, _ in KINDS.values()]
    kinds = chance.choices([*KINDS], weights, k=number)
    for place, kind in enumerate(kinds):
        (folder / f"{place:04}.py").write_text(KINDS[kind][1](chance) + f"\n# {place}\n", "utf-8")
    return Counter(kinds)


@click.command()
@click.argument("number", type=click.IntRange(min=1), default=1_000)
@click.option("--threads", default=os.cpu_count(), show_default=True)
def main(number: int, threads: int) -> None:
    """Grade NUMBER submissions, then once more, when nothing has changed."""
    with TemporaryDirectory() as place:
        folder = Path(place) / "submissions"
        folder.mkdir()
        for kind, count in make(folder, number).most_common():
            click.echo(f"{count:5} {kind}")
        command = [sys.executable, "-m", "noughts", "grade", str(folder), "-o", f"{place}/report"]
        for what in ("graded", "read again"):
            began, worked = perf_counter(), _worked()
            subprocess.run([*command, "--threads", str(threads)], check=True, capture_output=True)
            seconds, cores = perf_counter() - began, _worked() - worked
            rate = number / seconds * 600
            click.echo(
                f"{what} in {seconds:.1f} s by {threads} threads, {cores:.1f} s of one core: "
                f"{rate:,.0f} in ten minutes"
            )


def _worked() -> float:
    """Seconds of the processor that the processes started here, and theirs, have used."""
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    main()
