"""Everything that answers for a game, held against a plain minimax, on all small games there are.

    python -m tests.agreement.answerers SECONDS [SEED]
    python -m tests.agreement.answerers pages

goes through all of them, in an order drawn by the seed, for that long; or through one game of
each kind, with the engine of its page. `test_every_answerer.py` takes a few.
"""

import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import count, product, zip_longest
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from noughts.analysis.analyse import analyse
from noughts.errors import BadParameters, GameError, UnsuitedGame
from noughts.game import Game
from noughts.games.registry import ENTRIES, find_game
from noughts.games.spec import parameter_defaults
from noughts.knowledge import knowledge_of
from noughts.knowledge.base import Attackable
from noughts.search.depth import refuse_wide
from noughts.solving.api import solver_for
from noughts.solving.margins import MarginSolver
from noughts.solving.prover import Prover
from noughts.strategies.file import StrategyFile
from noughts.strategies.make import StrategyKind, make_strategy
from noughts.tablebase.build import make_outcomes, make_tablebase
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.marks_indexer import CombinatorialIndexer
from noughts.tablebase.indexer import Work
from noughts.tablebase.indexers import indexer_for
from noughts.tablebase.indexers.by_ply import ByPlyIndexer, is_layered
from noughts.tablebase.indexers.keyed import RetrogradeIndexer
from noughts.tablebase.positions import Positions
from noughts.tablebase.probe import OutcomeTable, Tablebase
from noughts.tablebase.verify import verify_tablebase
from noughts.value import DRAW, LOSS, OPEN, WIN
from noughts.web.page_module import NoOfflinePage
from tests.strategies.proofs import by_node, by_noughts, by_python
from tests.web.test_engine import ask

# The parameters of a game are tried up to this sum, and its positions up to this number.
SUM, MOST = 12, 300
# The most positions of the game of a kind.
KIND = 6_000
# The most positions of a table.
ROOM = 50_000
# How many positions of a game are asked, where each is a question of its own.
ASKED = 10

# An outcome, and in how many plies; of a draw no plies.
Worth = tuple[int, int]

# What says of a game where it differs from the plain values.
Answerer = Callable[["Small"], Iterator[str]]


class Small(NamedTuple):
    """A small game: the positions after each of its positions, and what each is worth."""

    spec: str
    game: Game[Any]
    after: dict[Any, dict[int, Any]]
    worth: dict[Any, Worth]

    def drawn(self) -> list[Any]:
        """The start, then some other positions, the same ones every time."""
        others = list(self.after)[1:]
        return [self.game.start(), *Random(self.spec).sample(others, min(ASKED, len(others)))]


# The plain values.


def small(spec: str, most: int = MOST) -> Small | None:
    """The game, solved by the definition; None if it has more positions than `most`."""
    game = find_game(spec)
    after: dict[Any, dict[int, Any]] = {}
    todo = [game.start()]
    for position in todo:  # which grows
        if position not in after:
            going = game.outcome(position) == OPEN
            moves = game.moves(position) if going else ()
            after[position] = {move: game.play(position, move) for move in moves}
            todo += after[position].values()
        if len(todo) > 20 * most or len(after) > most:
            return None
    return Small(spec, game, after, worths(game, after))


def sign(game: Game[Any], position: Any, child: Any) -> int:
    """1 if the player who moves to the child moves again there, else -1."""
    again = type(game).mover is not Game.mover and game.mover(position) == game.mover(child)
    return 1 if again else -1


def worths(game: Game[Any], after: dict[Any, dict[int, Any]]) -> dict[Any, Worth]:
    """Each position's outcome, and its plies: the winner hurries, the loser delays.

    In each sweep, what is decided one ply farther from the end; what is left over is a draw.
    """
    worth = {position: (game.outcome(position), 0) for position in after if not after[position]}
    for plies in count(1):
        found = {}
        for position, moves in after.items():
            if position not in worth:
                met = {
                    sign(game, position, at) * worth[at][0] if at in worth else None
                    for at in moves.values()
                }
                if WIN in met:
                    found[position] = (WIN, plies)
                elif met == {LOSS}:
                    found[position] = (LOSS, plies)
        if not found:
            return {position: worth.get(position, (DRAW, 0)) for position in after}
        worth |= found
    raise AssertionError


def best_margins(game: Game[Any], after: dict[Any, dict[int, Any]]) -> Callable[[Any], int]:
    """The best margin of points of a position's player."""

    @cache
    def best(position: Any) -> int:
        moves = after[position].values()
        if not moves:
            return game.margin(position)
        return max(sign(game, position, at) * best(at) for at in moves)

    return best


def specs(most: int = SUM) -> list[str]:
    """All games of the house with all parameters up to that sum, and with all their words."""
    found = []
    for entry in ENTRIES.values():
        usual = parameter_defaults(entry.game_class())
        words = [name for name, default in usual.items() if isinstance(default, bool)]
        numbers = len(usual) - len(words)
        for given in tuples(numbers, most):
            for said in product((False, True), repeat=len(words)):
                named = [word for word, one in zip(words, said, strict=True) if one]
                spec = ":".join(filter(None, (entry.name, ",".join([*map(str, given), *named]))))
                with suppress(BadParameters):
                    find_game(spec)
                    found.append(spec)
    return found


def tuples(length: int, most: int) -> Iterator[tuple[int, ...]]:
    """All tuples of whole numbers with at most that sum."""
    if length == 0:
        yield ()
        return
    for first in range(most + 1):
        for rest in tuples(length - 1, most - first):
            yield (first, *rest)


def drawn(seed: Any) -> Iterator[str]:
    """All games in an order drawn by the seed: one of each name in turn."""
    random, by_name = Random(seed), dict[str, list[str]]()
    for spec in specs():
        by_name.setdefault(spec.partition(":")[0], []).append(spec)
    for given in by_name.values():
        random.shuffle(given)
    for turn in zip_longest(*by_name.values()):
        yield from filter(None, turn)


# The answerers: each gives what it says otherwise than the plain values.


def value_of(found: Any) -> Worth:
    """What a value of noughts says."""
    return found.outcome, found.plies if found.outcome else 0


def by_solver(one: Small) -> Iterator[str]:
    """The solver."""
    solver = solver_for(one.game)
    for position in one.drawn():
        yield from unlike(one, position, value_of(solver.value(position)))
    if one.game.counts_points:
        best, points = best_margins(one.game, one.after), MarginSolver(one.game)
        for position in one.drawn():
            if points.margin(position).points != best(position):
                yield f"margin of {position}: {points.margin(position)}, not {best(position)}"


def by_analysis(one: Small) -> Iterator[str]:
    """The values of moves."""
    for position in one.drawn()[:5]:
        found = analyse(one.game, position)
        yield from unlike(one, position, value_of(found.value))
        for move in found.moves:
            at = one.after[position][move.move]
            outcome, plies = one.worth[at]
            right = sign(one.game, position, at) * outcome, plies + 1 if outcome else 0
            if value_of(move.value) != right:
                yield f"move {move.move} in {position}: {move.value}, not {right}"
        best = {move.move for move in found.best}
        if bool(best) != bool(one.after[position]):
            yield f"no best move in {position}"


def by_prover(one: Small) -> Iterator[str]:
    """Proof numbers."""
    if one.game.repeats or not one.game.alternates:
        return
    attack = isinstance(knowledge_of(one.game), Attackable)
    provers = [Prover(one.game), *([Prover(one.game, attack=True)] if attack else [])]
    for position, prover in product(one.drawn(), provers):
        if (found := prover.bounds(position).outcome) != one.worth[position][0]:
            yield f"{position}: {found}, not {one.worth[position][0]}"


def by_tablebase(one: Small) -> Iterator[str]:
    """The tablebase that is made for the game, and its verification."""
    if not has_small_table(one.game):
        return
    with tempfile.TemporaryDirectory() as folder:
        made = make_tablebase(one.game, folder)
        table = Tablebase(folder, one.game)
        for position in one.after:
            yield from unlike(one, position, value_of(table.value(position)))
        if made.indexer.name == "indexed":
            yield from miscounted(one, made.total)
        same = type(made.indexer) is CombinatorialIndexer
        yield from map(
            str, verify_tablebase(folder, one.game, everything=True, outcomes=same).faults
        )


def by_other_indexers(one: Small) -> Iterator[str]:
    """Tablebases of the kinds that take any game."""
    indexers: list[Any] = [RetrogradeIndexer(one.game)]
    if is_layered(one.game):
        indexers.append(ByPlyIndexer(one.game))
    for indexer in indexers:
        layers = {layer.number: layer for layer in indexer.solved(Work())}
        keys = defaultdict(tuple, {number: layer.keys for number, layer in layers.items()})
        for position in one.after:
            place = indexer.place(position, keys.__getitem__)
            values = layers[place.layer].values.cast("B")
            found = indexer.read(position, values, place.offset)
            yield from unlike(one, position, value_of(found))


def by_outcomes(one: Small) -> Iterator[str]:
    """Outcomes alone, as bitplanes, and the distances that a search adds."""
    if not marking_of(one.game) or not has_small_table(one.game):
        return
    with tempfile.TemporaryDirectory() as folder:
        made = make_outcomes(one.game, folder, keep=True)
        table = OutcomeTable(folder, one.game)
        for position in one.after:
            if (found := table.outcome(position)) != one.worth[position][0]:
                yield f"{position}: {found}, not {one.worth[position][0]}"
        for position in one.drawn():
            yield from unlike(one, position, value_of(table.value(position)))
        yield from miscounted(one, made.total)
        yield from map(str, verify_tablebase(folder, one.game).faults)


def by_positions(one: Small) -> Iterator[str]:
    """The list of all positions."""
    positions, known = Positions(one.game), knowledge_of(one.game)
    right = {known.canonical(position): worth for position, worth in one.worth.items()}
    for row in positions:
        if value_of(row.value) != right[row.position]:
            yield f"{row.position}: {row.value}, not {right[row.position]}"
    if (total := sum(row.orbit for row in positions)) != len(one.after):
        yield f"{total} positions, not {len(one.after)}"


def by_strategies(one: Small) -> Iterator[str]:
    """What each side reaches, by a strategy that three programs check."""
    random = Random(f"{one.spec} strategy")
    if not one.after[one.game.start()]:
        return
    threats = 5 if one.game.alternates else 0
    by_rules = StrategyKind(budget=20, threats=threats, follow=True, pairing=True)
    forced = StrategyKind(threats=threats, forced=one.game.alternates)
    kinds = [StrategyKind(), StrategyKind(plies=True), by_rules, forced]
    outcome = one.worth[one.game.start()][0]
    for side, wish in product((0, 1), [random.choice(kinds)]):
        reached = -outcome if side else outcome
        try:
            file = make_strategy(one.game, side, wish=wish).file
        except GameError as error:
            if reached != LOSS and not isinstance(error, UnsuitedGame):
                yield f"{wish}: no strategy of {side}: {error}"
            continue
        if file.claim.goal != reached:
            yield f"{wish}: the strategy of {side} is to reach {file.claim.goal}, not {reached}"
        yield from (f"{wish}, side {side}: {said}" for said in unchecked(file))


def by_page(one: Small) -> Iterator[str]:
    """The engine of an exported page, in Node."""
    try:
        asked = ask(one.game, [(position, 0) for position in one.after])
    except NoOfflinePage:
        return
    for position, told in zip(one.after, asked, strict=True):
        after = [[move, list(map(str, at))] for move, at in one.after[position].items()]
        if told["moves"] != after:
            yield f"{position}: moves {told['moves']}, not {after}"
        outcome, plies = one.worth[position]
        if after and told["value"] != {"outcome": outcome, "plies": plies}:
            yield f"{position}: {told['value']}, not {one.worth[position]}"


def unchecked(file: StrategyFile) -> Iterator[str]:
    """What the three checkers have against a strategy."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "it.strategy")
        path.write_bytes(file.to_bytes())
        for checker in by_noughts, by_python, by_node:
            said = checker(path)
            if said and "is a game without rules here" not in said:
                yield f"{checker.__name__}: {said}"


def has_small_table(game: Game[Any]) -> bool:
    """Whether its tablebase has few positions, those included that cannot arise."""
    needs = indexer_for(game).needs()
    return needs is None or needs.positions <= ROOM


def unlike(one: Small, position: Any, found: Worth) -> Iterator[str]:
    """A difference between what is found and what is right, if there is one."""
    if found != one.worth[position]:
        yield f"{position}: {found}, not {one.worth[position]}"


def miscounted(one: Small, found: Any) -> Iterator[str]:
    """Whether the positions that can arise are counted otherwise."""
    kinds = Counter("over" if not one.after[at] else one.worth[at][0] for at in one.after)
    right = kinds[WIN], kinds[DRAW], kinds[LOSS], kinds["over"]
    if tuple(found) != right:
        yield f"{found}, not {right}"


ANSWERERS = (
    by_solver, by_analysis, by_prover, by_tablebase, by_other_indexers, by_outcomes, by_positions,
    by_strategies,
)  # fmt: skip


def differences(one: Small, answerers: tuple[Answerer, ...] = ANSWERERS) -> Iterator[str]:
    """What the answerers say of a game that is not so; that they fail is a difference, too."""
    try:
        refuse_wide(one.game, "A tablebase")
    except UnsuitedGame:
        return
    for answerer in answerers:
        told = 0
        try:
            for said in answerer(one):
                told += 1
                if told <= 2:
                    yield f"{one.spec}, {answerer.__name__}: {said}"
        except Exception as error:  # noqa: BLE001  # whatever goes wrong is to be told
            yield f"{one.spec}, {answerer.__name__}: {type(error).__name__}: {error}"


def kinds() -> Iterator[str]:
    """A small game of each name with each choice of its words."""
    done = set()
    for spec in drawn("kinds"):
        name, _, given = spec.partition(":")
        kind = name, *filter(str.isalpha, given.split(","))
        if kind not in done and (one := small(spec, KIND)) and len(one.after) > 20:
            done.add(kind)
            yield spec


def main(wish: str, seed: str = "0") -> int:
    """Go through the small games for that many seconds, or through their kinds' pages."""
    import noughts.native

    noughts.native.FEW_POSITIONS = 0  # the kernels compiled, as they are for large boards
    pages = wish == "pages"
    answerers = (by_page,) if pages else ANSWERERS
    end, done, faults = time.monotonic() + (1e9 if pages else float(wish)), 0, 0
    for spec in kinds() if pages else drawn(seed):
        if time.monotonic() > end:
            break
        if one := small(spec, KIND if pages else MOST):
            done += 1
            for said in differences(one, answerers):
                faults += 1
                print(said, flush=True)
            if done % (5 if pages else 20) == 0:
                print(f"{done} games, {faults} differences, at {spec}", flush=True)
    print(f"{done} games, {faults} differences")
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
