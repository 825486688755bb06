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

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Generic, NamedTuple

from noughts.errors import GameError, GameOver
from noughts.game import FIRST, Game, P, legal_moves
from noughts.games.registry import spec_of
from noughts.strategies.file import RESULTS, SIDES, Claim, StrategyFile, told_game
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import Leaves, best_order
from noughts.strategies.oracle import Oracle
from noughts.value import DRAW, LOSS, OPEN, WIN

# A game of at most SMALL replies is estimated to its end, a larger one AHEAD moves far.
SMALL, AHEAD = 2_000_000, 1
# To try leaves takes time: with them a game is small if it has SLOWER times fewer replies.
SLOWER = 100
# The most moves that are tried in a large game: if there are more, those that win the soonest.
WIDE = 7
# With a larger budget a game is not tried to the end, and its strategy not improved: every leaf
# takes time, and one position in a hundred is saved.
SMALL_BUDGET = 1_000
# Then moves are compared with QUICK times fewer nodes.
QUICK = 20
# No position has MANY replies. With leaves, which take time, a move that leaves MORE replies
# than another is no option.
MANY, MORE = 1 << 20, 1
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


class Option(NamedTuple):
    """A move that keeps the claim, and the positions that it leaves to be answered."""

    move: int
    rest: tuple[Any, ...]


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
        turn: whose turn it is there.
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
        self.game, self.claim, self.wish, self.oracle = game, claim, wish, oracle
        self.goal = claim.goal
        self.fold, self.leaves = Fold(game), Leaves(game, claim)
        self._order = best_order(game)
        self._slow = claim.budget > SMALL_BUDGET
        self._quick = self.leaves
        if self._slow:  # what a large budget leaves is much the same as what a smaller one does
            self._quick = Leaves(game, claim._replace(budget=claim.budget // QUICK))
        self.progress = progress
        self.keep: Callable[[P, int], None] | None = None
        self.choice: dict[P, int] = {}
        self._options: dict[P, list[Option]] = {}
        self._is_leaf: dict[P, tuple[bool, int]] = {}  # whether, and with how many nodes
        self._threatened: dict[P, bool] = {}
        self._costs: dict[tuple[P, int], int] = {}
        self._unsettled: Counter[int] = Counter()  # the later a reply was no leaf, the more
        self._ahead = 0  # how many moves far to estimate
        self._wide = MANY
        self._hurry = wish.plies or (game.repeats and claim.goal == WIN)

    def made(self, position: P) -> Made:
        """All three steps."""
        roots = self._roots(position)
        self._ahead = self._far(roots)
        chosen = self._extracted(roots, self._chosen)
        greedy = len(chosen)
        if not self._slow:
            chosen = self._improved(roots, chosen)
        moves = {self.fold.fields(at): option.move for at, option in chosen.items()}
        return Made(StrategyFile(self.claim, moves), greedy, self._at_least(roots))

    def _roots(self, position: P) -> tuple[P, ...]:
        """Where the side has to answer first."""
        if self.claim.turn == self.claim.side:
            return self._to_answer([position])
        return self._to_answer(self._replies(position))

    def _replies(self, position: P) -> list[P]:
        return [self.game.play(position, move) for move in legal_moves(self.game, position)]

    def _rest(
        self, position: P, move: int, most: int = MANY, leaves: Leaves[P] | None = None
    ) -> tuple[P, ...]:
        """What the move leaves to be answered; a part of it, if that is more than `most`."""
        return self._to_answer(self._replies(self.game.play(position, move)), most, leaves)

    def _to_answer(
        self, positions: Iterable[P], most: int = MANY, leaves: Leaves[P] | None = None
    ) -> tuple[P, ...]:
        """Those that are open and no leaves, each once."""
        leaves = leaves or self.leaves
        open_ones = (at for at in positions if self.game.outcome(at) == OPEN)
        quiet = (at for at in open_ones if not self._by_threats(at))
        each = _once(map(self.fold.canonical, quiet))
        return tuple(islice((at for at in each if not self._leaf(at, leaves)), most + 1))

    def _by_threats(self, position: P) -> bool:
        """Whether threats settle a position, as it arises."""
        if not self.claim.threats:
            return False
        known = self._threatened.get(position)
        if known is None:
            known = self.leaves.threat(position) is not None
            self._threatened[position] = known
        return known

    def _leaf(self, position: P, leaves: Leaves[P]) -> bool:
        key, budget = position, leaves.claim.budget
        if not budget and not leaves.claim.pairing and not leaves.claim.follow:
            return False
        known = self._is_leaf.get(key)
        if known is None or (not known[0] and known[1] < budget):
            self._is_leaf[key] = known = leaves.settled(position), budget
        return known[0]

    def options(self, position: P) -> list[Option]:
        """The moves that keep the claim, and what each leaves; the least rest first."""
        found = self._options.get(position)
        if found is None:
            found, most = self._at_sight(position), MANY
            for move in [] if found else self._keeping(position)[: self._wide]:
                rest = self._rest(position, move, most, self._quick)
                if len(rest) <= most:
                    found.append(Option(move, rest))
                if self.claim.budget and len(rest) < most:
                    most = len(rest) + MORE
                if not rest:
                    break
            found.sort(key=lambda option: len(option.rest))  # of equals, the first stays first
            self._options[position] = found = found[:1] if not found[0].rest else found
        return found

    def _at_sight(self, position: P) -> list[Option]:
        """A move that leaves nothing to be answered, found without asking who wins."""
        if self._wide == MANY or self._hurry or not self.claim.has_leaves:
            return []
        moves = legal_moves(self.game, position)
        return next(([Option(move, ())] for move in moves if self._settles(position, move)), [])

    def _settles(self, position: P, move: int) -> bool:
        """Whether the claim is kept and each reply is a leaf or the end of the game."""
        after = self.game.play(position, move)
        if self.game.outcome(after) != OPEN:
            return self.game.outcome(after) in self._good_ends
        # Those first that were no leaves of late: they are likely to be none again.
        likely = sorted(legal_moves(self.game, after), key=lambda reply: -self._unsettled[reply])
        replies = {reply: self.game.play(after, reply) for reply in likely}
        if any(self.game.outcome(at) < self.goal for at in replies.values()):  # open is above all
            return False
        for reply, at in replies.items():
            if self._to_answer([at], 0, self._quick):
                self._unsettled[reply] = max(self._unsettled.values(), default=0) + 1
                return False
        return True

    def _keeping(self, position: P) -> list[int]:
        """The moves that keep the claim; or those that win the soonest."""
        if self._hurry:
            return self.oracle.solver.best_moves(position)
        if self.oracle.attacker and self.goal == WIN:
            return self.oracle.winning_moves(position, WIDE)
        moves = legal_moves(self.game, position)
        after = [self.game.play(position, move) for move in moves]
        ends = [self.game.outcome(at) for at in after]
        at_once = [move for move, end in zip(moves, ends, strict=True) if end in self._good_ends]
        if at_once:
            return at_once[:1]
        still = [
            (move, at) for move, at, end in zip(moves, after, ends, strict=True) if end == OPEN
        ]
        if self.goal == WIN and (self._wide == MANY or len(still) > self._wide):
            scores = self.oracle.scores([at for _, at in still], 1 - self.goal)
            kept = sorted((s, m) for (m, _), s in zip(still, scores, strict=True) if s < 1 - WIN)
            return [move for _, move in kept]
        if self._wide != MANY and self._order:  # since not all are tried
            still.sort(key=lambda pair: self._order.index(pair[0]))
        keeping = (m for m, at in still if not self.oracle.reaches(at, 1 - self.goal))
        return list(islice(keeping, self._wide))

    @property
    def _good_ends(self) -> tuple[int, ...]:
        """The outcomes for the other player that reach the goal."""
        return (LOSS,) if self.goal == WIN else (LOSS, DRAW)

    def _far(self, roots: tuple[P, ...]) -> int:
        """How many moves far to estimate: to the end where the game is small enough."""
        if self.game.repeats:
            return 0
        if not self._slow and self._is_small(roots):
            return 1 << 30
        self._wide = WIDE
        self._options.clear()
        return self.wish.ahead

    def _is_small(self, roots: tuple[P, ...]) -> bool:
        """Whether few positions arise by any moves that keep the claim."""
        seen, waiting, replies = set(roots), list(roots), 0
        most = SMALL // SLOWER if self.claim.has_leaves else SMALL
        for position in waiting:  # grows while it is read
            options = self.options(position)
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
                for option in self.options(position)
            )
            self._costs[key] = found
        return found

    def _cost(self, position: P) -> int:
        return self.cost(position, self._ahead)

    def _chosen(self, position: P) -> Option:
        """The option with the least estimate, or that of an earlier run."""
        move = self.choice.get(position)
        if move is not None:
            return Option(move, self._rest(position, move))
        best = min(self.options(position), key=lambda option: sum(map(self._cost, option.rest)))
        best = self._whole(position, best)
        if self.keep:
            self.keep(position, best.move)
        return best

    def _whole(self, position: P, option: Option) -> Option:
        """The option, with all that it leaves where moves were compared with fewer nodes."""
        if self._quick is self.leaves:
            return option
        return Option(option.move, self._rest(position, option.move))

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
        return self._whole(position, shares.choose(self.options(position), position, round_))

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
                known[position] = 1 + min(least(o.rest) for o in self.options(position))
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


def _once(positions: Iterable[P]) -> Iterator[P]:
    """Each of them once, none looked at before it is asked for."""
    seen = set()
    for position in positions:
        if position not in seen:
            seen.add(position)
            yield position


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
