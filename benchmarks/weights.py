"""Weights of lines for play by points in Connect Four, fitted to moves that win by the solver.

    python -m benchmarks.weights [--games 20000] [--epochs 9] [-o FILE] [STRATEGY …]

The first player follows play by points, or a move that wins where that one would not; the other
plays at random. Games begin at the start, or at an answered position of a strategy, in turn. Each
position in which the rule adds up points is an example, with all moves that win. Then the
probability of these moves, by the exponentials of their sums, is raised by gradient steps
(Duchi, Hazan and Singer 2011: each weight has its own step size). FILE gets the points, as they
ship in src/noughts/strategies/shipped.
"""

import json
import math
import random
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from noughts.bits import cells_of, lowest
from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour
from noughts.strategies.file import StrategyFile
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import Following
from noughts.strategies.options import Oracle
from noughts.strategies.points import (
    POINTS,
    STATES,
    landing_by_points,
    makes_two_threats,
    places_of_weights,
    points_for,
    points_of,
    settling_move,
    weights_on,
)
from noughts.value import DRAW, OPEN, WIN

# Sums are divided by SCALE before they become probabilities; a step is SCALE × STEP at first.
SCALE, STEP, LAST_STEP, DECAY = 50.0, 0.15, 0.0075, 1e-4
ONE_EACH = [array("q", [int(i == at) for i in range(len(POINTS))]) for at in range(len(POINTS))]


class Example(NamedTuple):
    """The moves that the rule compares: what counts for each, how often, and whether it wins."""

    features: list[list[tuple[int, int]]]
    wins: list[bool]


class Meeting:
    """Plays games, and collects the positions in which the rule adds up points."""

    def __init__(self, game: ConnectFour, points: tuple[int, ...], least: int) -> None:
        self.game, self.known, self.oracle = game, Following(game), Oracle(game)
        self.size = len(POINTS) + weights_on(game)
        self.points = array("q", [*points, *[0] * (self.size - len(points))])
        self.lines, self.least = places_of_weights(game, self.size), least
        self.chance, self.met = random.Random(1), dict[Marks, Example]()

    def play(self, position: Marks) -> None:
        """One game from a position of the first player's."""
        while self.game.outcome(position) == OPEN:
            move = self.answer(self.known.canonical(position))
            if move is None:
                return
            position = self.game.play(self.known.canonical(position), move)
            if self.game.outcome(position) == OPEN:
                reply = self.chance.choice(list(self.game.moves(position)))
                position = self.game.play(position, reply)

    def answer(self, position: Marks) -> int | None:
        """The rule's move if it wins, otherwise one that does; None once the rest is settled."""
        if settling_move(self.known, position, WIN, 0) >= 0:
            return None
        cell = landing_by_points(self.known, position, self.points, self.lines)
        compared = self.compared(position)
        moves = [lowest(each) // self.game.height for each in compared]
        if len(moves) < 2:
            return lowest(cell) // self.game.height if cell else None
        wins = [not self.oracle.reaches(self.game.play(position, move), DRAW) for move in moves]
        if (position.mine | position.theirs).bit_count() >= self.least and not all(wins):
            self.met[position] = Example([self.features(position, each) for each in compared], wins)
        good = [move for move, win in zip(moves, wins, strict=True) if win]
        own = lowest(cell) // self.game.height
        return own if own in good else self.chance.choice(good) if good else None

    def compared(self, position: Marks) -> list[int]:
        """The landings between which points decide; none where something else does."""
        taken = position.mine | position.theirs
        landings, dangers = self.known.landings(taken), self.known.completing(position.theirs)
        if landings & (self.known.completing(position.mine) | dangers):
            return []
        cells = [1 << cell for cell in cells_of(landings & ~(dangers >> 1))]
        double = any(makes_two_threats(self.known, position.mine, taken, cell) for cell in cells)
        return [] if double else cells

    def features(self, position: Marks, cell: int) -> list[tuple[int, int]]:
        """The number of each point or weight that counts, and how often it does."""
        counts = [points_of(self.known, position, cell, one) for one in ONE_EACH]
        found = [(number, count) for number, count in enumerate(counts) if count]
        mine, theirs = position.mine | cell, position.theirs
        landings = self.known.landings(mine | theirs)
        for place in (2 * lowest(cell), 2 * lowest(cell) + 3):
            for at in range(self.lines[place], self.lines[place + 1], self.game.k):
                *others, begin = self.lines[at : at + self.game.k]
                state = 0
                for other in others:
                    of_side = (mine >> other & 1) + 2 * (theirs >> other & 1)
                    of_empty = 3 * (landings >> other & 1) + 4 * (landings << 1 >> other & 1)
                    state = STATES * state + of_side + of_empty
                found.append((begin + state, 1))
        return found


def fitted(examples: list[Example], size: int, epochs: int, begin: list[float]) -> list[float]:
    """The weights after this number of passes through the examples, each in a random order."""
    weights, squares, chance = begin + [0.0] * (size - len(begin)), [1e-2] * size, random.Random(1)
    for epoch in range(epochs):
        chance.shuffle(examples)
        step = SCALE * STEP * (LAST_STEP / STEP) ** (epoch / epochs)
        for example in examples:
            for features, error in zip(example.features, errors(example, weights), strict=True):
                for number, count in features:
                    change = error * count
                    squares[number] += change * change
                    weights[number] += step * change / math.sqrt(squares[number])
                    weights[number] -= step * DECAY * weights[number] / SCALE
    return weights


def sums(example: Example, weights: list[float]) -> list[float]:
    return [sum(weights[number] * count for number, count in each) for each in example.features]


def errors(example: Example, weights: list[float]) -> Iterator[float]:
    """For each move, by how much its probability should be higher."""
    each = sums(example, weights)
    shares = [math.exp((one - max(each)) / SCALE) for one in each]
    winning = sum(share for share, win in zip(shares, example.wins, strict=True) if win)
    for share, win in zip(shares, example.wins, strict=True):
        yield (share / (winning + 1e-9) if win else 0.0) - share / sum(shares)


def wrong(examples: list[Example], weights: list[float]) -> float:
    """The share of examples in which the move with the most points does not win."""
    each = [sums(example, weights) for example in examples]
    told = [one.wins[of.index(max(of))] for one, of in zip(examples, each, strict=True)]
    return 1 - sum(told) / max(1, len(told))


def starts(game: ConnectFour, files: tuple[str, ...]) -> list[Marks]:
    """The start, and all positions answered in these files."""
    fold: Fold[Any] = Fold(game)
    moves = [fields for file in files for fields in StrategyFile.read(file).moves]
    return [game.start(), *map(fold.position, moves)]


@click.command()
@click.option("--games", default=20_000)
@click.option("--epochs", default=9)
@click.option("--least", default=12, help="The fewest marks on the board in an example.")
@click.option("-o", "out", type=Path)
@click.argument("files", nargs=-1)
def main(games: int, epochs: int, least: int, out: Path | None, files: tuple[str, ...]) -> None:
    game = ConnectFour()
    meeting, begin = Meeting(game, points_for(game), least), starts(game, files)
    for number in range(games):
        meeting.play(begin[number % len(begin)])
    examples = [one for one in meeting.met.values() if any(one.wins)]
    held = examples[::10]
    kept = [one for number, one in enumerate(examples) if number % 10]
    weights = fitted(kept, meeting.size, epochs, [float(each) for each in POINTS])
    print(f"{len(kept):,} examples, {wrong(kept, weights):.2%} wrong; of {len(held):,} held out "
          f"{wrong(held, weights):.2%}.")  # fmt: skip
    if out:
        told = json.dumps([round(weight) for weight in weights], separators=(",", ":"))
        out.write_bytes(zlib.compress(told.encode(), 9))


if __name__ == "__main__":
    main()
