"""Make puzzles from positions: their kinds, by exact values, their difficulty, and a check."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.facts import FactKind
from noughts.errors import PuzzleError, SearchStopped
from noughts.game import Game, P, keeps_turn, legal_moves, random_play, read_position, value_before
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.players.limited import LimitedPlayer
from noughts.puzzles.pack import FAR, LONG, Pack, Puzzle, PuzzleKind
from noughts.solving.api import solver_for
from noughts.solving.solver import ExactSolver, Solver
from noughts.value import LOSS, OPEN, WIN, Value

# A position with fewer moves is no puzzle: there is little choice.
FEWEST_MOVES = 3
# A wrong move that loses within this many plies is not tempting.
AT_ONCE = 2


class FoundPuzzle(NamedTuple):
    kind: PuzzleKind
    move: int
    value: Value  # of the right move, for the player to move
    tempting: int  # the number of wrong moves that do not lose within AT_ONCE plies
    plies: int  # the plies to look ahead, to the win or to the loss by each wrong move


def puzzle_in(solver: ExactSolver[P], position: P) -> FoundPuzzle | None:
    """The puzzle of a position; None if it has none. An immediate win is no puzzle.

    Raises:
        SearchStopped: the solver's budget is used up.
    """
    if solver.game.outcome(position) != OPEN:
        return None
    values = move_values(solver, position)
    if len(values) < FEWEST_MOVES or max(values.values()) == Value(WIN, 1):
        return None
    kind, right = _right(solver, position, values)
    if len(right) != 1:
        return None
    wrong = (value for move, value in values.items() if move not in right)
    tempting = sum(value.outcome != LOSS or value.plies > AT_ONCE for value in wrong)
    if not tempting:
        return None
    plies = _plies(solver, position, kind, values, right[0])
    return FoundPuzzle(kind, right[0], values[right[0]], tempting, plies)


# The plies to look ahead where no line of play shows the point: nothing is won in the end.
UNSEEN = 99


def _plies(
    solver: ExactSolver[P], position: P, kind: PuzzleKind, values: dict[int, Value], right: int
) -> int:
    """The plies to look ahead: to the win, or until each wrong move or trapped reply has lost."""
    if kind in (PuzzleKind.WIN, PuzzleKind.SOONEST):
        return values[right].plies
    if kind == PuzzleKind.SAVE:
        return max(value.plies for value in values.values() if value.outcome == LOSS)
    replies = move_values(solver, solver.game.play(position, right)).values()
    best = max(replies).outcome
    trapped = [value for value in replies if value.outcome != best]
    return max(1 + value.plies if value.outcome == LOSS else UNSEEN for value in trapped)


def move_values(solver: ExactSolver[P], position: P) -> dict[int, Value]:
    """The value of every move, or SearchStopped; draws lack their length: one batch solves all."""
    if not isinstance(solver, Solver):
        return {move: value for move, value, _ in solver.values(position)}
    moves = legal_moves(solver.game, position)
    positions = [solver.game.play(position, move) for move in moves]
    values = {}
    for move, after, score in zip(moves, positions, solver.scores(positions), strict=True):
        if score is None:
            raise SearchStopped
        values[move] = value_before(solver.game, position, after, Value.from_score(score))
    return values


def _right(
    solver: ExactSolver[P], position: P, values: dict[int, Value]
) -> tuple[PuzzleKind, list[int]]:
    """The kind of puzzle, and its right moves; it is a puzzle if there is only one."""
    best = max(values.values())
    kept = [move for move, value in values.items() if value.outcome == best.outcome]
    if best.outcome == WIN and len(kept) > 1:
        return PuzzleKind.SOONEST, [move for move in kept if values[move] == best]
    if best.outcome == WIN or len(kept) == 1:
        return (PuzzleKind.WIN if best.outcome == WIN else PuzzleKind.SAVE), kept
    return PuzzleKind.TRAP, list(islice(_traps(solver, position, kept), 2))


def _traps(solver: ExactSolver[P], position: P, moves: list[int]) -> Iterator[int]:
    """The moves after which only one of several replies keeps the opponent's outcome."""
    for move in moves:
        after = solver.game.play(position, move)
        replies = {} if keeps_turn(solver.game, position, after) else move_values(solver, after)
        counts = Counter(value.outcome for value in replies.values())
        if len(replies) > 1 and counts[max(counts)] == 1:
            yield move


# Ratings by search depth in plies; depth 0 plays at random. Two more players keep the rating finite
# if all or none of these solve the puzzle: the strongest never solves it, the weakest always does.
RATINGS = {0: 600, 1: 1000, 3: 1300, 5: 1600}
STRONGEST, WEAKEST = 2200, 400
# Points for each ply of a win or loss beyond the shortest, and for each tempting move.
PER_PLY, SHORTEST = 12, 3
PER_TEMPTING, MOST_TEMPTING = 15, 10


def rating_of(game: Game[Any], position: Any, found: FoundPuzzle) -> int:
    """The rating of a puzzle.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.puzzles.make import puzzle_in
    >>> from noughts.solving.api import solver_for
    >>> game = TicTacToe()
    >>> position, _ = game.parse("x2/3/3 o")
    >>> rating_of(game, position, puzzle_in(solver_for(game), position))
    1805
    """
    points = {STRONGEST: 0.0, WEAKEST: 1.0, **dict(_points(game, position, found.move))}
    depth = 0 if found.plies == UNSEEN else max(0, found.plies - SHORTEST)
    tempting = min(found.tempting, MOST_TEMPTING)
    return round(performance(points)) + PER_PLY * depth + PER_TEMPTING * tempting


def themes_of(explainer: Explainer[P], position: P, turn: int, found: FoundPuzzle) -> list[str]:
    """The themes of a puzzle: how soon it wins, its kind, a fork, and whether it is long."""
    themes = [str(found.kind)]
    if found.kind in (PuzzleKind.WIN, PuzzleKind.SOONEST):
        own = (found.plies + 1) // 2
        themes = [f"win in {own}" if explainer.game.alternates else "win"]
    facts = explainer.rule_facts(position, turn, found.move)
    if any(fact.kind == FactKind.MAKES_FORK for fact in facts):
        themes.append("fork")
    return [*themes, LONG] if found.plies > FAR else themes


def _points(game: Game[Any], position: Any, move: int) -> Iterator[tuple[int, float]]:
    for plies, rating in RATINGS.items():
        if plies == 0:
            yield rating, 1 / len(legal_moves(game, position))
        else:
            player = LimitedPlayer(plies)
            yield rating, float(player.probabilities(game, position).get(move, 0))


def performance(points: dict[int, float]) -> float:
    """The rating of a puzzle against which players of these ratings score these points."""
    low, high = 0.0, 3000.0
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - rating) / 400)) for rating in points)
        low, high = (middle, high) if expected > sum(points.values()) else (low, middle)
    return low


# The node budget for one move. Harder positions are skipped, so that explaining a puzzle is quick.
NODES = 50_000
# A random game ends after this many plies, since some games never end.
MOST_PLIES = 100
# Give up after this many positions in a row without a new puzzle.
IN_VAIN = 3_000


def made_puzzles(
    game: Game[Any], number: int, seed: int = 1, *, long: bool = False
) -> Iterator[Puzzle]:
    """Yield puzzles of a game that differ by more than symmetry.

    At most half of them are of one kind, unless other kinds are too rare.

    Args:
        game: the rules.
        number: the number of puzzles; there may be fewer.
        seed: the seed; equal seeds make equal puzzles.
        long: make long puzzles only; by default none, unless there are no others.

    Raises:
        PuzzleError: there is no puzzle among many positions.
    """
    solver, kinds, vain = solver_for(game, NODES), Counter[str](), 0
    explainer = Explainer(game, solver)
    for position, turn in _different(game, random.Random(seed)):
        if sum(kinds.values()) == number or vain > IN_VAIN:
            break
        vain += 1
        found = _found(solver, position) if position is not None else None
        if found and (
            vain > IN_VAIN // 2
            or ((found.plies > FAR) == long and kinds[found.kind] < (number + 1) // 2)
        ):
            kinds[found.kind] += 1
            vain = 0
            yield puzzle_of(explainer, position, turn, found)
    if not kinds:
        raise PuzzleError(f"No puzzle of {spec_of(game)} found in {IN_VAIN:,} random positions.")


def puzzle_of(explainer: Explainer[Any], position: Any, turn: int, found: FoundPuzzle) -> Puzzle:
    game = explainer.game
    return Puzzle(
        game.text(position, turn),
        found.kind,
        game.name(found.move),
        rating_of(game, position, found),
        found.plies,
        tuple(themes_of(explainer, position, turn, found)),
    )


def _found(solver: ExactSolver[Any], position: Any) -> FoundPuzzle | None:
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
        play = islice(random_play(game, chance.choice), MOST_PLIES)
        yield chance.choice([(position, turn) for position, turn, _ in play])


def faults(
    pack: Pack, progress: Callable[[int, int], object] = lambda done, of: None
) -> Iterator[str]:
    """Yield the faults of a pack as sentences; none if it is right."""
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
        elif puzzle.plies and found.plies != puzzle.plies:
            yield f"{named} one looks {found.plies} plies ahead, not {puzzle.plies}."
        progress(number, len(pack.puzzles))
