"""Finds a small strategy: of the moves that keep what is claimed, those after which little is left.

To find the least one is hard (it is a minimum over a graph in which positions are shared). So:

- *estimate*: a position costs 1, and for its cheapest move what the replies cost. In a small game
  that is followed to the end, where it is the least tree; in a large one some moves far.
- *greedy*: from the start on, the move with the least estimate.
- *improve*: positions of the strategy that are reached from several others cost each of them
  only a share. With these costs every move is chosen again; the smaller strategy is kept.

A side that wins never needs its second best to be fast: moves are not chosen by their plies, unless
the claim is to name the plies.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, NamedTuple

from noughts.errors import GameError, GameOver
from noughts.game import FIRST, Game, P, turn_at
from noughts.games.registry import spec_of
from noughts.strategies.file import RESULTS, SIDES, Claim, StrategyFile, told_game
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import best_order
from noughts.strategies.options import MANY, Option, Options, replies_to
from noughts.strategies.oracle import Oracle
from noughts.value import LOSS, OPEN, WIN

# A game of at most SMALL replies is estimated to its end, a larger one AHEAD moves far.
SMALL, AHEAD = 2_000_000, 1
# To try leaves takes time: with them a game is small if it has SLOWER times fewer replies.
SLOWER = 100
# Rounds of improvement without success before it is left.
PATIENCE = 6


class Wish(NamedTuple):
    """What kind of strategy to make.

    Args:
        budget: the most nodes of the search that settles a leaf; 0 for no such leaves.
        follow: settle leaves by following up.
        pairing: settle leaves by pairs of cells.
        threats: the most nodes of the search for threats that settles a leaf; 0 for none.
        plies: win as soon as can be, and claim in how many plies.
        ahead: how many moves far to estimate in a large game.
    """

    budget: int = 0
    follow: bool = False
    plies: bool = False
    threats: int = 0
    pairing: bool = False
    ahead: int = AHEAD


# Called with how many positions have an answer so far, and None: how many there will be is unknown.
Progress = Callable[[int, int | None], None]
# Earlier answers, and where to keep new ones.
Kept = dict[Any, int]


class Made(NamedTuple):
    """A strategy, and how it became small.

    Args:
        file: the strategy.
        greedy: how many positions it had before it was improved.
        at_least: a lower bound of the positions of any such strategy; 0 if none is known.
    """

    file: StrategyFile
    greedy: int
    at_least: int


def make_strategy(  # noqa: PLR0913  # settings, each given by its name
    game: Game[P],
    side: int | None = None,
    *,
    position: P | None = None,
    turn: int = FIRST,
    wish: Wish | None = None,
    oracle: Oracle[P] | None = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
    keep: Callable[[P, int], None] | None = None,
) -> Made:
    """A strategy for the side that wins, or that holds the draw.

    Args:
        game: the rules.
        side: whose it is; unless told, the winner's, and in a draw the first player's.
        position: where it begins; the start unless told otherwise.
        turn: whose turn it is there, where the position does not tell.
        wish: what kind of strategy.
        oracle: tells who reaches what.
        progress: called now and then.
        kept: answers of an earlier run that was stopped.
        keep: is told every new answer.

    Raises:
        GameOver: the game is over there.
        GameError: the side loses.
        SearchStopped: it takes too long to find out who wins.

    >>> from noughts.games.nim import Nim
    >>> made = make_strategy(Nim(1, 2))
    >>> made.file.claim.side, made.file.claim.result, len(made.file.moves)
    ('first', 'win', 3)
    """
    position = game.start() if position is None else position
    if game.outcome(position) != OPEN:
        raise GameOver("The game is over: there is no strategy.")
    turn = turn_at(game, position, 0, turn)
    oracle, wish = oracle or Oracle(game), wish or Wish()
    claim = _claim(game, side, position, turn, wish, oracle)
    maker = _Maker(game, claim, wish, oracle, progress)
    maker.choice.update(kept or {})
    maker.keep = keep
    return maker.made(position)


def likely_side(oracle: Oracle[P], position: P, turn: int) -> int:
    """The side that wins, or in a draw the first player."""
    outcome = oracle.outcome(position)
    return turn if outcome == WIN else 1 - turn if outcome == LOSS else FIRST


def _claim(
    game: Game[P], side: int | None, position: P, turn: int, wish: Wish, oracle: Oracle[P]
) -> Claim:
    """What is to be claimed."""
    side = likely_side(oracle, position, turn) if side is None else side
    outcome = oracle.outcome(position)
    mine = outcome if side == turn else -outcome
    if mine == LOSS:
        raise GameError(f"The {SIDES[side]} player loses: only --for {SIDES[1 - side]} has one.")
    fold = Fold(game)
    result = next(name for name, goal in RESULTS.items() if goal == mine)
    plies = oracle.value(position).plies if wish.plies and mine == WIN else None
    return Claim(
        told_game(spec_of(game)),
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
    )


class _Maker(Generic[P]):
    """The strategy under way."""

    def __init__(
        self, game: Game[P], claim: Claim, wish: Wish, oracle: Oracle[P], progress: Progress | None
    ) -> None:
        self.game, self.claim, self.wish = game, claim, wish
        self.options = Options(game, claim, oracle, hurry=wish.plies)
        self.fold = self.options.fold
        self.progress = progress
        self.keep: Callable[[P, int], None] | None = None
        self.choice: dict[P, int] = {}
        self._costs: dict[tuple[P, int], int] = {}
        self._ahead = 0  # how many moves far to estimate

    def made(self, position: P) -> Made:
        """All three steps."""
        roots = self._roots(position)
        self._ahead = self._far(roots)
        chosen = self._extracted(roots, self._chosen)
        greedy = len(chosen)
        if not self.options.slow:
            chosen = self._improved(roots, chosen)
        moves = {self.fold.fields(at): option.move for at, option in chosen.items()}
        return Made(StrategyFile(self.claim, moves), greedy, self._at_least(roots))

    def _roots(self, position: P) -> tuple[P, ...]:
        """Where the side has to answer first."""
        if self.claim.turn == self.claim.side:
            return self.options.to_answer([position])
        return self.options.to_answer(replies_to(self.game, position))

    def _far(self, roots: tuple[P, ...]) -> int:
        """How many moves far to estimate: to the end where the game is small enough."""
        if self.game.repeats:
            return 0
        if not self.options.slow and self._is_small(roots):
            return 1 << 30
        self.options.narrow()
        return self.wish.ahead

    def _is_small(self, roots: tuple[P, ...]) -> bool:
        """Whether few positions arise by any moves that keep the claim."""
        seen, waiting, replies = set(roots), list(roots), 0
        most = SMALL // SLOWER if self.claim.has_leaves else SMALL
        for position in waiting:  # grows while it is read
            options = self.options.of(position)
            replies += sum(1 + len(option.rest) for option in options)
            if replies > most:
                return False
            new = {at for option in options for at in option.rest} - seen
            seen |= new
            waiting += sorted(new)
            self._tell(0)
        return True

    def cost(self, position: P, far: int) -> int:
        """The estimate: positions of the cheapest strategy from here, not shared, so far."""
        if far == 0:
            return 1
        key = position, far if far < 1 << 20 else -1
        found = self._costs.get(key)
        if found is None:
            found = 1 + min(
                sum(self.cost(at, far - 1 if far < 1 << 20 else far) for at in option.rest)
                for option in self.options.of(position)
            )
            self._costs[key] = found
        return found

    def _cost(self, position: P) -> int:
        return self.cost(position, self._ahead)

    def _chosen(self, position: P) -> Option:
        """The option with the least estimate, or that of an earlier run."""
        move = self.choice.get(position)
        if move is not None:
            return Option(move, self.options.rest(position, move))
        best = min(self.options.of(position), key=lambda option: sum(map(self._cost, option.rest)))
        best = self.options.whole(position, best)
        if self.keep:
            self.keep(position, best.move)
        return best

    def _extracted(self, roots: tuple[P, ...], choose: Callable[[P], Option]) -> dict[P, Option]:
        """The positions that arise under these choices, with their answers."""
        chosen: dict[P, Option] = {}
        waiting = list(reversed(roots))
        while waiting:
            position = waiting.pop()
            if position not in chosen:
                chosen[position] = option = choose(position)
                waiting += reversed(option.rest)
                self._tell(len(chosen))
        return chosen

    def _improved(self, roots: tuple[P, ...], chosen: dict[P, Option]) -> dict[P, Option]:
        """Choose again by shares, as long as that helps."""
        if self.game.repeats:
            return chosen
        failed = 0
        while failed < PATIENCE:
            again = _Shares(roots, chosen, self._cost)
            if self._ahead < MANY:  # an estimate not to the end is too low
                again.usual = sum(again.share.values()) / max(1, len(chosen))
            picked = self._extracted(roots, partial(self._again, again, failed))
            if len(picked) < len(chosen):
                chosen, failed = picked, 0
            else:
                failed += 1
        return chosen

    def _again(self, shares: "_Shares[P]", round_: int, position: P) -> Option:
        return self.options.whole(
            position, shares.choose(self.options.of(position), position, round_)
        )

    def _at_least(self, roots: tuple[P, ...]) -> int:
        """A lower bound: all replies to a move, or those that one of them needs; 0 in large games.

        More are needed, but to find out how many is as hard as to find the least strategy.
        """
        if self._ahead < MANY:
            return 0
        known: dict[P, int] = {}

        def least(rest: tuple[P, ...]) -> int:
            return max([len(rest), *map(of, rest)])

        def of(position: P) -> int:
            if position not in known:
                known[position] = 1 + min(least(o.rest) for o in self.options.of(position))
            return known[position]

        return least(roots)

    def _tell(self, done: int) -> None:
        if self.progress and done % 100 == 0:
            self.progress(done, None)


class _Shares(Generic[P]):
    """What each position of a strategy costs those from which it is reached."""

    def __init__(
        self, roots: tuple[P, ...], chosen: dict[P, Option], cost: Callable[[P], int]
    ) -> None:
        self.chosen, self.cost = chosen, cost
        self.parents = dict.fromkeys(chosen, 0)
        for option in (Option(0, roots), *chosen.values()):
            for at in option.rest:
                self.parents[at] += 1
        self.share: dict[P, float] = {}
        for position in _children_first(roots, chosen):
            rest = chosen[position].rest
            self.share[position] = 1 + sum(self.share[at] / self.parents[at] for at in rest)

        #: What a position costs at least that is not in the strategy yet.
        self.usual = 0.0

    def choose(self, options: list[Option], position: P, round_: int) -> Option:
        """The option with the least cost; in later rounds some positions keep theirs."""
        current = self.chosen.get(position)
        if current and round_ and hash((position, round_)) % 2:
            return current
        own = current.rest if current else ()
        return min(options, key=lambda option: sum(self._cost(at, own) for at in option.rest))

    def _cost(self, position: P, own: tuple[P, ...]) -> float:
        if position in self.chosen:
            return self.share[position] / (self.parents[position] + (position not in own))
        return max(self.cost(position), self.usual)


def _children_first(roots: tuple[P, ...], chosen: dict[P, Option]) -> list[P]:
    """The positions of a strategy, each after those that follow from it."""
    done: list[Any] = []
    path = [iter(roots)]
    names: list[Any] = [None]
    seen: set[P] = set()
    while path:
        at = next(path[-1], None)
        if at is None:
            path.pop()
            done.append(names.pop())
        elif at not in seen:
            seen.add(at)
            path.append(iter(chosen[at].rest))
            names.append(at)
    return done[:-1]  # without the root of the roots
