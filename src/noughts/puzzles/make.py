"""Make puzzles from positions of random games."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from noughts.errors import PuzzleError, SearchStopped
from noughts.game import FIRST, Game, legal_moves, turn_after
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.puzzles.difficulty import rating_of
from noughts.puzzles.kinds import Found, puzzle_in
from noughts.puzzles.pack import Puzzle
from noughts.solving.api import solver_for
from noughts.solving.exact_solver import ExactSolver

# The node budget for one move. Harder positions are skipped, so that explaining a puzzle is quick.
NODES = 50_000
# A random game ends after this many plies, since some games never end.
MOST_PLIES = 100
# Give up after this many positions in a row without a new puzzle.
IN_VAIN = 3_000


def puzzles_of(game: Game[Any], number: int, seed: int = 1) -> Iterator[Puzzle]:
    """Yield puzzles of a game that differ by more than symmetry.

    At most half of them are of one kind, unless other kinds are too rare.

    Args:
        game: the rules.
        number: the number of puzzles; there may be fewer.
        seed: the seed; equal seeds make equal puzzles.

    Raises:
        PuzzleError: there is no puzzle among many positions.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> [(puzzle.position, str(puzzle.kind), puzzle.move) for puzzle in puzzles_of(game, 1)]
    [('2x/3/3 o', 'save', 'b2')]
    """
    solver, kinds, vain = solver_for(game, NODES), Counter[str](), 0
    for position, turn in _different(game, random.Random(seed)):
        if sum(kinds.values()) == number or vain > IN_VAIN:
            break
        vain += 1
        found = _found(solver, position) if position is not None else None
        if found and (kinds[found.kind] < (number + 1) // 2 or vain > IN_VAIN // 2):
            kinds[found.kind] += 1
            vain = 0
            rating = rating_of(game, position, found)
            yield Puzzle(game.text(position, turn), found.kind, game.name(found.move), rating)
    if not kinds:
        raise PuzzleError(f"No puzzle of {spec_of(game)} found in {IN_VAIN:,} random positions.")


def _found(solver: ExactSolver[Any], position: Any) -> Found | None:
    """The puzzle of a position; None if it has none, or exceeds the node budget."""
    try:
        return puzzle_in(solver, position)
    except SearchStopped:
        return None


def _different(game: Game[Any], chance: random.Random) -> Iterator[tuple[Any, int]]:
    """Random positions with their turns; None for repeats, up to symmetry."""
    known, seen = knowledge_of(game), set[Any]()
    for position, turn in _positions(game, chance):
        # Yield the position itself: its canonical image may be unreachable.
        canonical = known.canonical(position)
        yield (None if canonical in seen else position), turn
        seen.add(canonical)


def _positions(game: Game[Any], chance: random.Random) -> Iterator[tuple[Any, int]]:
    """Yield one position, with its turn, of each of endlessly many random games."""
    while True:
        met = [(game.start(), FIRST)]
        while len(met) < MOST_PLIES and (moves := legal_moves(game, met[-1][0])):
            position, turn = met[-1]
            after = game.play(position, chance.choice(moves))
            met.append((after, turn_after(game, turn, after)))
        yield chance.choice(met)
