"""Finds a small strategy, with moves that keep the claim and leave few positions.

Finding the smallest one is hard (a minimum over a graph in which positions are shared). So:

- *estimate*: a position costs 1 plus, in a small game, the cost of all replies to its cheapest
  move, to the end.
- *greedy*, wave by wave: positions that one answer leaves anyway cost the others nothing. So all
  positions of a wave choose together, again and again, until no other move costs less.
- *improve*: an answer is exchanged for another if the strategy does not grow, counting all
  positions that become necessary or superfluous (`StrategyImprover`).

A winning side need not win fast: moves are not chosen by their plies, unless the claim states the
plies.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Generic, NamedTuple

from noughts.errors import GameError, GameOver
from noughts.game import FIRST, Game, P, turn_at
from noughts.games.registry import spec_of
from noughts.strategies.exchange import Exchanges, ThreatMoves
from noughts.strategies.file import RESULTS, SIDES, Claim, StrategyFile, game_in_file
from noughts.strategies.fold import Fold
from noughts.strategies.improve import StrategyImprover
from noughts.strategies.leaves import best_order
from noughts.strategies.options import (
    MANY,
    ClaimOptions,
    Keep,
    Kept,
    Option,
    Oracle,
    forget,
    replies_to,
)
from noughts.strategies.points import points_for
from noughts.value import LOSS, OPEN, WIN

# A game of at most SMALL replies is estimated to its end, unless an outcome took more nodes.
SMALL = 1_000_000
# Trying leaves takes time: with them a game is small if it has SLOWER times fewer replies.
SLOWER = 50
# Improving ends after PATIENCE times as many positions with a budget. It ends after SOME_MORE times
# as many with weights of lines.
PATIENCE, SOME_MORE = 3, 1.5
# The most times that the positions of a wave choose.
PASSES = 10


class StrategyKind(NamedTuple):
    budget: int = 0  # the most nodes of a search that settles a leaf; 0 for no searches
    follow: bool = False  # settle leaves by following up
    plies: bool = False  # win as fast as possible, and claim the number of plies
    threats: int = 0  # the most nodes of a search for threats that settles a leaf; 0 for none
    pairing: bool = False  # settle leaves by pairs of cells
    points: int = 0  # settle leaves by points, within this number of positions each; 0 for none
    forced: bool = False  # give no answer where all other moves lose immediately


# Called with the number of answered positions, and None: their total is unknown.
Progress = Callable[[int, int | None], None]


class StrategyMade(NamedTuple):
    file: StrategyFile  # the strategy
    greedy: int  # the number of positions before it was improved
    at_least: int  # a lower bound of the size of any strategy for the claim; 0 if none is known


def make_strategy(  # noqa: PLR0913  # settings, each given by its name
    game: Game[P],  # the rules
    side: int | None = None,  # its side; by default the winner's, and in a draw the first player's
    *,
    position: P | None = None,  # its first position; by default the start
    turn: int = FIRST,  # the player to move there, if the position does not determine it
    wish: StrategyKind | None = None,  # the kind of strategy
    oracle: Oracle[P] | None = None,  # computes outcomes; made if there is none
    progress: Progress | None = None,  # called now and then
    kept: Kept | None = None,  # results of an earlier run that was stopped
    keep: Keep = forget,  # called with options, once found
) -> StrategyMade:
    """A strategy for the side that wins, or that can hold the draw.

    Raises:
        GameOver: the game is over in this position.
        GameError: the side loses.
        SearchStopped: finding the winner takes too long.

    >>> from noughts.games.nim import Nim
    >>> made = make_strategy(Nim(1, 2))
    >>> made.file.claim.side, made.file.claim.result, len(made.file.moves)
    ('first', 'win', 3)
    """
    position = game.start() if position is None else position
    if game.outcome(position) != OPEN:
        raise GameOver("The game is over: there is no strategy.")
    turn = turn_at(game, position, 0, turn)
    oracle, wish = oracle or Oracle(game), wish or StrategyKind()
    claim = _claim(game, side, position, turn, wish, oracle)
    maker = _Maker(game, claim, wish, oracle, progress)
    maker.options.keep = keep
    return maker.made(position, kept or {})


def likely_side(oracle: Oracle[P], position: P, turn: int) -> int:
    """The side that wins, or in a draw the first player."""
    outcome = oracle.outcome(position)
    return turn if outcome == WIN else 1 - turn if outcome == LOSS else FIRST


def _claim(
    game: Game[P], side: int | None, position: P, turn: int, wish: StrategyKind, oracle: Oracle[P]
) -> Claim:
    side = likely_side(oracle, position, turn) if side is None else side
    outcome = oracle.outcome(position)
    mine = outcome if side == turn else -outcome
    if mine == LOSS:
        raise GameError(f"The {SIDES[side]} player loses: only --for {SIDES[1 - side]} has one.")
    fold = Fold(game)
    result = next(name for name, goal in RESULTS.items() if goal == mine)
    plies = oracle.value(position).plies if wish.plies and mine == WIN else None
    claim = Claim(
        game_in_file(spec_of(game)),
        fold.fingerprint(),
        SIDES[side],
        result,
        fold.fields(position),
        SIDES[turn],
        wish.budget,
        wish.follow,
        best_order(game) if wish.budget else (),
        plies,
        wish.threats,
        wish.pairing,
        points_for(game) if wish.points else (),
        wish.forced,
    )
    claim.check_plies()
    return claim


class _Maker(Generic[P]):
    def __init__(
        self,
        game: Game[P],
        claim: Claim,
        wish: StrategyKind,
        oracle: Oracle[P],
        progress: Progress | None,
    ) -> None:
        self.game, self.claim = game, claim
        self.options = ClaimOptions(game, claim, oracle, hurry=wish.plies, points=wish.points)
        self.progress = progress
        self._costs: dict[P, int] = {}
        self._told = 0  # the calls of `_tell`
        self._small = False  # whether the game is estimated to its end

    def made(self, position: P, kept: Kept) -> StrategyMade:
        roots = self._roots(position)
        self._small = self._is_small(roots)
        if self.options.by_threats_alone and not self._small:
            return self._by_threats(roots, kept)
        if not self._small and not self.game.repeats:
            self.options.narrow(kept)
        by_proofs = self.options.by_proofs
        chosen = self._by_proofs(roots) if by_proofs else self._greedy(roots, {})
        greedy = sum(self.written(at, option) for at, option in chosen.items())
        if not self.options.slow and not self.game.repeats:
            improver = StrategyImprover(roots, chosen, self.options.of, self.cost, self.written)
            # Leaves without a search take little time, but those with weights are played far.
            times = SOME_MORE if self.claim.is_weighed else PATIENCE if self.claim.budget else MANY
            most = times * len(self.options.asked)
            chosen = improver.improved(self._tell, lambda: len(self.options.asked) > most)
        return StrategyMade(self._file(chosen), greedy, self._at_least(roots))

    def _by_threats(self, roots: tuple[P, ...], kept: Kept) -> StrategyMade:
        work = Exchanges(roots, ThreatMoves(self.options), self.options.keep, kept)
        return StrategyMade(self._file(work.improved(self._tell)), work.first, 0)

    def _file(self, chosen: dict[P, Option]) -> StrategyFile:
        written = {at: option.move for at, option in chosen.items() if self.written(at, option)}
        fields = self.options.fold.fields
        return StrategyFile(self.claim, {fields(at): move for at, move in written.items()})

    def _roots(self, position: P) -> tuple[P, ...]:
        if self.claim.turn == self.claim.side:
            return self.options.to_answer([position])
        return self.options.to_answer(replies_to(self.game, position))

    def _is_small(self, roots: tuple[P, ...]) -> bool:
        solver = self.options.oracle.solver
        if self.game.repeats or self.options.slow or solver.nodes > SMALL:
            return False
        seen, waiting, replies = set(roots), list(roots), 0
        most = SMALL // SLOWER if self.claim.has_leaves else SMALL
        if self.options.oracle.attacker and self.options.oracle.attacker.nodes > most:
            return False
        for position in waiting:  # grows while it is read
            before = solver.nodes
            options = self.options.of(position)
            replies += sum(1 + len(option.rest) for option in options)
            # A book may have the outcome of the first position alone.
            if replies > most or solver.nodes - before > SMALL:
                return False
            new = {at for option in options for at in option.rest} - seen
            seen |= new
            waiting += sorted(new)
            self._tell(0)
        return True

    def written(self, position: P, option: Option) -> int:
        """1 if the file needs the answer; 0 if it is forced, or by points with weights of lines."""
        if self.claim.is_weighed and self.options.leaves.by_points(position) == option.move:
            return 0
        return self.needs_answer(position)

    def needs_answer(self, position: P) -> int:
        """1, or 0 if its move is forced."""
        return int(self.options.leaves.forced(position) is None)

    def cost(self, position: P) -> int:
        """The estimate: in a small game, the size of the smallest tree of answers from here.

        In a large one, of the tree that always leaves the fewest positions, where many need no
        answer of their own.
        """
        if not (self._small or self.claim.is_weighed):
            return self.needs_answer(position)
        if position not in self._costs:
            options = self.options.of(position)
            if not self._small:  # trying all to the end takes too long
                options = [
                    min(options, key=lambda each: self.written(position, each) + len(each.rest))
                ]
            self._costs[position] = min(
                self.written(position, option) + sum(map(self.cost, option.rest))
                for option in options
            )
        return self._costs[position]

    def _by_proofs(self, roots: tuple[P, ...]) -> dict[P, Option]:
        """An answer to every position below one root, then below the next.

        The moves that a proof shows depend on earlier proofs, but a stopped run must end with the
        same bytes. So no proof for one root is used for the next, all answers below a root are kept
        together, and answers found while improving are not kept.
        """
        chosen: dict[P, Option] = {}
        options = self.options
        keep = options.keep
        for root in roots:
            found: Kept = {}
            options.keep = found.update
            options.oracle.forget_proofs()
            chosen = self._greedy((root,), chosen)
            keep(found)
        options.keep = forget
        options.oracle.forget_proofs()
        return chosen

    def _greedy(self, roots: tuple[P, ...], chosen: dict[P, Option]) -> dict[P, Option]:
        chosen = chosen.copy()
        wave = tuple(at for at in roots if at not in chosen)
        while wave:
            chosen |= self._answered(wave, chosen)
            left = dict.fromkeys(at for position in wave for at in chosen[position].rest)
            wave = tuple(at for at in left if at not in chosen)
        return chosen

    def _answered(self, wave: tuple[P, ...], chosen: dict[P, Option]) -> dict[P, Option]:
        answers: dict[P, Option] = {}
        needed: Counter[P] = Counter()

        def cost(position: P, option: Option) -> int:
            new = (at for at in option.rest if not needed[at] and at not in chosen)
            return self.written(position, option) + sum(map(self.cost, new))

        for _ in range(PASSES):
            before = answers.copy()
            for position in wave:
                if position in answers:
                    needed.subtract(answers[position].rest)
                options = self.options.of(position)
                answers[position] = option = min(options, key=partial(cost, position))
                needed.update(option.rest)
                self._tell(len(chosen) + len(answers))
            if answers == before:
                break
        return {position: self.options.whole(position, each) for position, each in answers.items()}

    def _at_least(self, roots: tuple[P, ...]) -> int:
        """A lower bound: all replies to a move, or those one of them needs; 0 in large games.

        The exact number is as hard to find as the smallest strategy.
        """
        if not self._small:
            return 0

        def least(rest: tuple[P, ...]) -> int:
            return max([sum(map(self.needs_answer, rest)), *map(of, rest)])

        @cache
        def of(position: Any) -> int:
            return self.needs_answer(position) + min(
                least(option.rest) for option in self.options.of(position)
            )

        return least(roots)

    def _tell(self, done: int) -> None:
        self._told += 1
        if self.progress and self._told % 100 == 0:
            self.progress(done, None)
