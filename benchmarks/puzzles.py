"""`python -m benchmarks.puzzles [GAME ...]`: verifies the packs that ship, by two searches.

A plain minimax, which knows the four rules of a game and nothing else, verifies every puzzle that
it reaches within a number of positions; our solver verifies all.
"""

import sys
from collections import Counter
from functools import cache
from typing import Any

import click

from benchmarks.report import Command
from noughts.game import read_move, read_position
from noughts.games.registry import find_game, spec_of
from noughts.puzzles.make import faults
from noughts.puzzles.pack import Puzzle, PuzzleKind, shipped, shipped_games
from noughts.value import OPEN

# The positions that the plain search visits at most for one puzzle.
POSITIONS = 20_000


class TooManyPositions(Exception):
    """The plain search does not reach so far."""


class Plain:
    """Plain minimax of one game: an outcome and the plies to it, worked out by the rules alone."""

    def __init__(self, game: Any, positions: int = POSITIONS) -> None:
        self.game = game
        self.left = positions
        self._twice = not game.alternates
        self._known = swept(game) if game.repeats else {}

    def worth(self, position: Any) -> tuple[int, int]:
        """What it is worth to the player to move. The winner hurries, the loser delays."""
        if position not in self._known:
            self.left -= 1
            if self.left < 0:
                raise TooManyPositions
            outcome = self.game.outcome(position)
            found = (
                (outcome, 0) if outcome != OPEN else max(self.moves(position).values(), key=rank)
            )
            self._known[position] = found
        return self._known[position]

    def moves(self, position: Any) -> dict[int, tuple[int, int]]:
        """What every move is worth; none after the end."""
        if self.game.outcome(position) != OPEN:
            return {}
        found = {}
        for move in self.game.moves(position):
            after = self.game.play(position, move)
            outcome, plies = self.worth(after)
            found[move] = (outcome if self.again(position, after) else -outcome, plies + 1)
        return found

    def again(self, position: Any, after: Any) -> bool:
        """Whether the player who came from one position to the other moves once more."""
        return self._twice and self.game.mover(position) == self.game.mover(after)


@cache
def swept(game: Any) -> dict[Any, tuple[int, int]]:
    """What every position of a game that repeats positions is worth, from the ends backwards."""
    positions = [game.start()]
    after: dict[Any, list[Any]] = {}
    for position in positions:  # which grows meanwhile
        if position not in after:
            over = game.outcome(position) != OPEN
            after[position] = [] if over else [game.play(position, m) for m in game.moves(position)]
            positions += after[position]
    worth = {position: (game.outcome(position), 0) for position in after if not after[position]}
    plies, found = 0, worth
    while found:
        plies, found = plies + 1, {}
        for position in after.keys() - worth.keys():
            known = [worth.get(one, (0, 0)) for one in after[position]]
            if (-1, plies - 1) in known:
                found[position] = (1, plies)
            elif all(outcome == 1 for outcome, _ in known):
                found[position] = (-1, plies)
        worth |= found
    return dict.fromkeys(after, (0, 0)) | worth


def rank(worth: tuple[int, int]) -> int:
    """Greater is better; all draws are equal."""
    outcome, plies = worth
    return outcome * (1_000 - plies)


def solutions(game: Any, puzzle: Puzzle, positions: int = POSITIONS) -> list[int]:
    """The moves that do what a puzzle asks, by the plain search: one, or the puzzle is wrong.

    Raises:
        TooManyPositions: it does not reach so far.
    """
    plain, (position, _) = Plain(game, positions), read_position(game, puzzle.position)
    moves = plain.moves(position)
    best = max(moves.values(), key=rank)
    kept = [move for move, worth in moves.items() if worth[0] == best[0]]
    if puzzle.kind in (PuzzleKind.WIN, PuzzleKind.SAVE):
        assert best[0] == (1 if puzzle.kind == PuzzleKind.WIN else 0), puzzle
        return kept
    if puzzle.kind == PuzzleKind.SOONEST:
        assert best[0] == 1, puzzle
        return [move for move in kept if moves[move] == best]
    assert best[0] < 1, puzzle
    assert len(kept) > 1, puzzle
    return [move for move in kept if _is_trap(plain, position, game.play(position, move))]


def _is_trap(plain: Plain, position: Any, after: Any) -> bool:
    """Whether the other side is to move, and just one of its moves keeps what it has."""
    outcomes = [outcome for outcome, _ in plain.moves(after).values()]
    alone = len(outcomes) > 1 and outcomes.count(max(outcomes)) == 1
    return alone and not plain.again(position, after)


def verified(game: Any, puzzles: tuple[Puzzle, ...], positions: int = POSITIONS) -> Counter[str]:
    """How many puzzles the plain search finds right, finds wrong, or does not reach."""
    told = Counter[str]()
    for puzzle in puzzles:
        try:
            right = solutions(game, puzzle, positions) == [read_move(game, puzzle.move)]
            told["right" if right else "wrong"] += 1
        except TooManyPositions:
            told["not reached"] += 1
    return told


@click.command(cls=Command)
@click.option("--positions", default=POSITIONS, show_default=True, help="The plain search's limit.")
@click.argument("games", nargs=-1)
def main(positions: int, games: tuple[str, ...]) -> None:
    """Verify the packs that ship, or those of some games."""
    wrong = 0
    for spec in games or shipped_games():
        pack = shipped(find_game(spec))
        found = list(faults(pack))
        told = verified(pack.game, pack.puzzles, positions)
        wrong += len(found) + told["wrong"]
        plain = ", ".join(f"{number} {what}" for what, number in told.items())
        puzzles = f"{len(pack.puzzles)} puzzles"
        click.echo(
            f"{spec_of(pack.game)}: {puzzles}; plain search: {plain}; ours: {len(found)} faults"
        )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
