"""Verify a pack: each puzzle has its one right move, and no two are alike."""

from collections.abc import Callable, Iterator
from typing import Any

from noughts.game import read_position
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.puzzles.kinds import puzzle_in
from noughts.puzzles.pack import Pack
from noughts.solving.api import solver_for


def faults(
    pack: Pack, progress: Callable[[int, int], object] = lambda done, of: None
) -> Iterator[str]:
    """Yield the faults of a pack as sentences; none if it is right.

    Args:
        pack: the puzzles; every position is solved again.
        progress: called with the number of puzzles done, and the number of all.

    >>> from noughts.games.registry import find_game
    >>> from noughts.puzzles.kinds import Kind
    >>> from noughts.puzzles.pack import Puzzle
    >>> puzzles = Puzzle("x2/3/3 o", Kind.SAVE, "b2", 0), Puzzle("2x/3/3 o", Kind.SAVE, "c1", 0)
    >>> for fault in faults(Pack(find_game(), puzzles)):
    ...     print(fault)
    tictactoe 2: it equals puzzle 1, up to symmetry.
    tictactoe 2: the right move is b2 (save), not c1 (save).
    """
    game = pack.game
    solver, known = solver_for(game), knowledge_of(game)
    seen: dict[Any, int] = {}
    for number, puzzle in enumerate(pack.puzzles, start=1):
        named = f"{spec_of(game)} {number}:"
        position, _ = read_position(game, puzzle.position)
        first = seen.setdefault(known.canonical(position), number)
        if first != number:
            yield f"{named} it equals puzzle {first}, up to symmetry."
        found = puzzle_in(solver, position)
        if found is None:
            yield f"{named} it has no single right move."
        elif (found.kind, game.name(found.move)) != (puzzle.kind, puzzle.move):
            right = f"{game.name(found.move)} ({found.kind})"
            yield f"{named} the right move is {right}, not {puzzle.move} ({puzzle.kind})."
        progress(number, len(pack.puzzles))
