"""A smaller strategy from a strategy's file, by exchanging answers for a given time.

    python -m benchmarks.exchanges FILE [--threats N] [--forced] [--seconds 3600] -o NEW

Only wins whose leaves are wins by threats, as in Qubic. `--threats` and `--forced` change the claim
first. Again and again a position is taken at random. The positions that only its answer needs are
dropped. Then another move is sought that needs no more of them (`cost`), depth first, with limits
that double: positions that the strategy has anyway are free. So each move is judged by what all
other answers share with it, which the size of its own tree is not.
"""

import random
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import click

from noughts.game import Game, legal_moves
from noughts.games.registry import find_game
from noughts.strategies.file import StrategyFile
from noughts.strategies.make import StrategyImprover
from noughts.strategies.options import ClaimOptions, Option, Oracle, left_by
from noughts.value import OPEN

# A position that needs an answer counts OWN, a forced one FORCED: it takes its checker time.
OWN, FORCED = 6, 1
# A move that leaves more than MOST positions, or SLACK more than another, is not tried.
MOST, SLACK = 12, 3
# A search ends after VISITS positions, and VISITS more for every NODE of cost to be saved; a
# position that was never seen counts as UNSEEN.
VISITS, NODE, UNSEEN = 300, 24, 20


class Moves:
    """The moves to try in each position, the fewest positions left first."""

    def __init__(self, game: Game[Any], file: StrategyFile) -> None:
        self.game, self.claim = game, file.claim
        self.options = ClaimOptions(game, file.claim, Oracle(game), hurry=False)
        self.fields = self.options.fold.fields
        self._costs: dict[Any, int] = {}
        self._found: dict[Any, list[Option]] = {}

    def cost(self, position: Any) -> int:
        if position not in self._costs:
            is_forced = self.options.leaves.forced(position) is not None
            self._costs[position] = FORCED if is_forced else OWN
        return self._costs[position]

    def with_move(self, position: Any, move: int) -> Option:
        return Option(move, self.options.rest(position, move))

    def seen(self, position: Any) -> bool:
        return position in self._found

    def of(self, position: Any) -> list[Option]:
        if position not in self._found:
            self._found[position] = self._of(position)
        return self._found[position]

    def _of(self, position: Any) -> list[Option]:
        only = self.options.leaves.forced(position)
        if only is not None:
            return [self.with_move(position, only)]
        found, most = list[Option](), MOST
        for move in filter(partial(self._may_keep, position), legal_moves(self.game, position)):
            rest = self.options.rest(position, move, most)
            if len(rest) <= most:
                found.append(Option(move, rest))
                most = min(most, len(rest) + SLACK)
            if not rest:
                return found[-1:]
        return sorted(found, key=lambda option: len(option.rest))

    def _may_keep(self, position: Any, move: int) -> bool:
        """Whether neither the move nor a reply ends the game against the claim."""
        outcome, goal = self.game.outcome, self.claim.goal
        end = outcome(self.game.play(position, move))
        replies = left_by(self.game, position, move)
        return (end == OPEN or -end >= goal) and all(outcome(at) >= goal for at in replies)


class Exchanges(StrategyImprover[Any]):
    """A strategy, and another one that may be better under trial."""

    def __init__(self, roots: tuple[Any, ...], chosen: dict[Any, Option], moves: Moves) -> None:
        super().__init__(roots, chosen, moves.of, moves.cost, lambda at, _: moves.cost(at))
        self.moves, self.most, self.chance = moves, len(chosen) + 1_000_000, random.Random(1)
        self.trial: dict[Any, Option | None] = {}  # positions that the move under trial adds
        self.visits = 0  # that are left

    def exchange(self, position: Any) -> None:
        """Another answer, if the strategy costs no more with it."""
        before = self.chosen[position]
        old = self._drop(before.rest)
        limit = sum(map(self.cost, old))
        self.visits, self.trial = VISITS * (1 + limit // NODE), {}
        others = [option for option in self.options(position) if option != before] if limit else []
        best, answers = self._cheapest_of(others, limit)
        if best is not None:
            old |= answers
            self.chosen[position] = best
        self._add(self.chosen[position].rest, old)

    def _cheapest_of(
        self, options: list[Option], limit: int
    ) -> tuple[Option | None, dict[Any, Option]]:
        """The option that costs least, with the answers it adds; None if all cost too much."""
        best, answers, size = None, dict[Any, Option](), len(self.trial)
        self.chance.shuffle(options)
        for option in sorted(options, key=lambda option: sum(map(self.cost, self._new(option)))):
            cost = self._covered(option, limit)
            if cost is not None:
                added = list(self.trial.items())[size:]
                best, answers = option, {at: found for at, found in added if found}
                limit = cost - 1
            self._forget(size)
        return best, answers

    def _new(self, option: Option) -> list[Any]:
        return [at for at in option.rest if at not in self.chosen and at not in self.trial]

    def _forget(self, size: int) -> None:
        while len(self.trial) > size:
            self.trial.popitem()

    def _covered(self, option: Option, limit: int) -> int | None:
        """The cost of all positions that an option adds, put on trial; None above the limit."""
        spent, new = 0, self._new(option)
        later = sum(map(self.cost, new))
        for at in new:
            later -= self.cost(at)
            if at not in self.trial:
                cost = self._least(at, limit - spent - later)
                if cost is None:
                    return None
                spent += cost
        return spent

    def _least(self, position: Any, limit: int) -> int | None:
        tried = min(self.cost(position), limit)
        while (cost := self._within(position, tried)) is None and tried < limit:
            tried = min(2 * tried, limit)
        return cost

    def _within(self, position: Any, limit: int) -> int | None:
        """The cost of a position and all below it; None above the limit."""
        own = self.cost(position)
        self.visits -= 1 if self.moves.seen(position) else UNSEEN
        if own > limit or self.visits < 0:
            return None
        size = len(self.trial)
        self.trial[position] = None
        best, answers = self._cheapest_of(list(self.options(position)), limit - own)
        self._forget(size)
        if best is None:
            return None
        self.trial |= {position: best} | answers
        return sum(self.cost(at) for at in list(self.trial)[size:])


def closed(roots: Iterable[Any], moves: Moves, file: StrategyFile) -> dict[Any, Option]:
    """The answers that arise: those of the file, or where it has none, what leaves least."""
    chosen, waiting = dict[Any, Option](), list(roots)
    for position in waiting:  # grows while it is read
        if position not in chosen:
            move = file.moves.get(moves.fields(position))
            known = None if move is None else moves.with_move(position, move)
            chosen[position] = known or moves.of(position)[0]  # a win has a move
            waiting += chosen[position].rest
    return chosen


def exchanged(file: StrategyFile, seconds: float, tell: Callable[[str], None]) -> StrategyFile:
    """The strategy after that many seconds of exchanges."""
    game = find_game(file.claim.game)
    moves = Moves(game, file)
    root = moves.options.fold.position(file.claim.start)
    if file.claim.turn != file.claim.side:
        raise click.UsageError("The strategy's side must be the first to move.")
    work = Exchanges((root,), closed([root], moves, file), moves)
    end, told = monotonic() + seconds, 0.0
    while (now := monotonic()) < end:
        if now > told + 10:
            told = now
            needed = sum(moves.cost(at) == OWN for at in work.chosen)
            tell(f"{needed:,} positions and {len(work.chosen) - needed:,} forced")
        for position in work.chance.sample(list(work.chosen), min(100, len(work.chosen))):
            if position in work.chosen:
                work.exchange(position)
    answered = {at: one.move for at, one in work.chosen.items() if moves.cost(at) == OWN}
    return StrategyFile(file.claim, {moves.fields(at): move for at, move in answered.items()})


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--threats", type=int, help="The most nodes of a search for threats.")
@click.option("--forced", is_flag=True, help="Claim that forced moves need no answer.")
@click.option("--seconds", default=3_600.0, show_default=True)
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True)
def main(file: Path, threats: int | None, forced: bool, seconds: float, out: Path) -> None:
    """Exchange answers of FILE."""
    read = StrategyFile.read(file)
    claim = read.claim._replace(
        threats=threats or read.claim.threats, forced=forced or read.claim.forced
    )
    made = exchanged(read._replace(claim=claim), seconds, click.echo)
    out.write_bytes(made.to_bytes())
    click.echo(f"{out}: {len(made.moves):,} positions, {len(read.moves):,} before.")


if __name__ == "__main__":
    main()
