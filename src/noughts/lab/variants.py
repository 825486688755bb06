"""New games: boards and lines made at random, checked and solved.

>>> one, two = variants(seed=1, count=2)
>>> find_game(one.spec) == one.game, one.spec == two.spec, 0 < one.difficulty < 1
(True, False, True)
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import product
from random import Random
from typing import Any, NamedTuple

from noughts.bits import cells_of
from noughts.errors import BadParameters, NoughtsError, SearchStopped
from noughts.game import Game, random_play
from noughts.games.common.cell_game import cell_name
from noughts.games.lines import Lines, content_of
from noughts.games.registry import find_game, rules_of, spec_of
from noughts.lab.regret import result_after, result_of
from noughts.lab.words import position_prompt
from noughts.laws.examiner import Examiner
from noughts.solving.api import solver_for
from noughts.solving.solver import ExactSolver
from noughts.value import Value

# The cells of a board, the nodes that its solution may take, and the plies of its best play.
CELLS, NODES, PLIES = (7, 11), 20_000, 5
# The fewest lines, and the least share of moves that give something away.
LINES, EASIEST = 4, 0.08
# The checks of the laws: positions near the start, and random games.
POSITIONS, PLAYS = 40, 3
# The random games whose moves measure the difficulty.
GAMES = 4
# Candidates that may fail for one variant, before the seed counts as used up.
TRIES = 500
# The share of variants that count points, of tori, and of misère games.
POINTS, TORUS, MISERE = 0.06, 0.3, 0.35
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Variant(NamedTuple):
    """A game made at random.

    Args:
        game: the rules.
        rules: the rules in plain words.
        value: the exact value of the start for the first player.
        difficulty: the share of moves in random games that give something away.
    """

    game: Game[Any]
    rules: str
    value: Value
    difficulty: float

    @property
    def spec(self) -> str:
        """The text that finds the game again."""
        return spec_of(self.game)

    @property
    def content(self) -> dict[str, Any] | None:
        """The file of a line game; None if it counts points."""
        return content_of(self.game, self.game.title) if isinstance(self.game, Lines) else None


def variants(seed: int = 0, count: int = 10) -> Iterator[Variant]:
    """Games made at random: mutated lines, holes, tori, misère play, points.

    Each keeps the laws, is solved, and has moves that give something away. No two are alike, even
    with other names for their cells.

    Args:
        seed: equal seeds give equal games.
        count: the number of games.

    Raises:
        NoughtsError: there are not as many.
    """
    chance, seen = Random(seed), set[Any]()
    for number in range(1, count + 1):
        for _ in range(TRIES):
            with suppress(BadParameters, SearchStopped), _interpreted():
                game = _candidate(chance, f"Variant {seed}-{number}")
                if (kind := _kind(game)) in seen:
                    continue
                if found := _made(game, Random(f"{seed} {number}")):
                    break
        else:
            raise NoughtsError(f"Only {number - 1:,} different games were found; try another seed.")
        seen.add(kind)
        yield found


@contextmanager
def _interpreted() -> Iterator[None]:
    """Compile nothing inside: each of many small games is solved once."""
    before = os.environ.get("NOUGHTS_INTERPRETED")
    os.environ["NOUGHTS_INTERPRETED"] = "1"
    try:
        yield
    finally:
        os.environ.pop("NOUGHTS_INTERPRETED")
        if before:
            os.environ["NOUGHTS_INTERPRETED"] = before


def _made(game: Game[Any], chance: Random) -> Variant | None:
    """The variant, if it is no trivial game."""
    solver = solver_for(game, NODES)
    value = solver.value(game.start())
    if value.plies < PLIES:
        return None
    moves = [lost for _, _, all_of in _questions(game, solver, chance) for lost in all_of]
    difficulty = sum(moves) / len(moves)
    if difficulty < EASIEST:
        return None
    examiner = Examiner(game, compiling=False)
    examiner.near(POSITIONS)
    examiner.at_random(PLAYS, game.actions, chance)
    return Variant(game, rules_in_plain_words(game), value, round(difficulty, 3))


def _questions(
    game: Game[Any], solver: ExactSolver[Any], chance: Random
) -> Iterator[tuple[Any, int, list[bool]]]:
    """The positions of random games with a choice, and whether each move gives something away."""
    for _ in range(GAMES):
        for position, turn, moves in random_play(game, chance.choice):
            if len(moves) > 1:
                best = result_of(solver, position)
                after = [result_after(solver, position, move, best) for move in moves]
                yield position, turn, [result < best for result in after]


def _candidate(chance: Random, title: str) -> Game[Any]:
    if chance.random() < POINTS:
        kalah = f"kalah:{chance.randint(2, 4)},{chance.randint(1, 4)}"
        return find_game(
            chance.choice([kalah, f"dots:{chance.randint(1, 2)},{chance.randint(2, 3)}"])
        )
    columns, rows = chance.randint(3, 5), chance.randint(2, 4)
    places = list(product(range(columns), range(rows)))
    holes = set(chance.sample(places, chance.randint(0, 3)))
    if not CELLS[0] <= len(places) - len(holes) <= CELLS[1]:
        raise BadParameters("The board is too small or too large.")
    torus, misere = chance.random() < TORUS, chance.random() < MISERE
    in_order = sorted({*places} - holes, key=lambda place: place[::-1])
    numbers = {place: cell for cell, place in enumerate(in_order)}
    lines = {
        frozenset(line)
        for length in (chance.choice([3, 3, 4]),)
        for place, step in product(numbers, STEPS)
        if len(line := _line(place, step, length, (columns, rows), torus, numbers)) == length
    }
    kept = sorted(lines, key=sorted)
    chance.shuffle(kept)
    del kept[len(kept) - chance.randint(0, len(kept) // 3) :]
    for _ in range(chance.randint(1, 3)):  # lines of any shape
        kept.append(frozenset(chance.sample(range(len(numbers)), chance.choice([3, 3, 4]))))
    needed = {line for line in kept if not any(other < line for other in kept)}
    if len(needed) < LINES:
        raise BadParameters("The board has too few lines.")
    winning = tuple(sorted(sum(1 << cell for cell in line) for line in needed))
    hole_set = sum(1 << row * columns + column for column, row in holes)
    return Lines(columns, rows, hole_set, winning, misere, title)


def _line(
    place: tuple[int, int],
    step: tuple[int, int],
    length: int,
    size: tuple[int, int],
    torus: bool,
    numbers: dict[tuple[int, int], int],
) -> set[int]:
    """The cells of a row on the board; fewer than its length where it leaves the board."""
    found = set()
    for far in range(length):
        at = place[0] + far * step[0], place[1] + far * step[1]
        if torus:
            at = at[0] % size[0], at[1] % size[1]
        if at in numbers:
            found.add(numbers[at])
    return found


def _kind(game: Game[Any]) -> Any:
    """A key that is equal for games that differ only in the names of their cells.

    Each cell is coloured repeatedly by the colours around it; rarely, different games get equal
    keys.
    """
    if not isinstance(game, Lines):
        return spec_of(game)
    lines = [tuple(cells_of(line)) for line in game.winning]
    colours = [0] * game.cells
    for _ in range(game.cells):
        around: list[list[Any]] = [[] for _ in colours]
        for line in lines:
            shade = tuple(sorted(colours[cell] for cell in line))
            for cell in line:
                around[cell].append(shade)
        told = [(colour, tuple(sorted(near))) for colour, near in zip(colours, around, strict=True)]
        order = {each: number for number, each in enumerate(sorted(set(told)))}
        colours = [order[each] for each in told]
    shades = tuple(sorted(tuple(sorted(colours[cell] for cell in line)) for line in lines))
    return game.misere, tuple(sorted(colours)), shades


def rules_in_plain_words(game: Game[Any]) -> str:
    """The rules for a person, with all cells and lines.

    >>> rules_in_plain_words(find_game("lines:2,2,a1b1,a2b2,misere")).split(". ")[1]
    'X and O mark an empty cell in turn; X begins'
    """
    if not isinstance(game, Lines):
        return f"{rules_of(game)} X begins."
    lines = ", ".join(
        "-".join(game.cell_name(cell) for cell in cells_of(line)) for line in game.winning
    )
    cells = ", ".join(cell_name(place, game.columns, game.rows) for place in game.places)
    return (
        f"The board has the cells {cells}. X and O mark an empty cell in turn; X begins. A player "
        f"who has marked all cells of one of these lines {'loses' if game.misere else 'wins'}: "
        f"{lines}. If the board is full before, the game is a draw."
    )


def benchmark(variant: Variant, questions: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """Questions on a variant: positions in which some move gives something away, with answers.

    Args:
        variant: the game.
        questions: the most questions, each about another position.
        seed: makes the positions repeatable.
    """
    game, solver = variant.game, solver_for(variant.game)
    with _interpreted():
        asked = {at: turn for at, turn, lost in _questions(game, solver, Random(seed)) if any(lost)}
        rows = [(at, turn, solver.values(at)) for at, turn in list(asked.items())[:questions]]
    for position, turn, values in rows:
        value = max(one.value for one in values)
        yield {
            "game": variant.spec,
            "position": game.text(position, turn),
            "prompt": f"{variant.rules}\n{position_prompt(game, position, turn)}",
            "value": str(value),
            "best": [game.name(one.move) for one in values if one.value.outcome == value.outcome],
            "fastest": [game.name(one.move) for one in values if one.value == value],
            "difficulty": variant.difficulty,
        }
