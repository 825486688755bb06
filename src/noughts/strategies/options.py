"""The moves that keep a claim, and the positions each leaves to be answered."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from itertools import islice
from typing import Any, Generic, NamedTuple

from noughts.errors import SearchStopped
from noughts.game import Game, P, keeps_turn, legal_moves, outcome_before
from noughts.knowledge import knowledge_of
from noughts.knowledge.base import Attackable
from noughts.search.memory import Recent, words_of
from noughts.solving.api import solver_for
from noughts.solving.driver import MEMORY
from noughts.solving.prover import Prover
from noughts.solving.solver import ExactSolver, Solver
from noughts.strategies.file import Claim
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import Leaves, best_order, refuse_threats
from noughts.value import DRAW, LOSS, OPEN, WIN, Value

# The solver's most nodes for one position.
NODES = 2_000_000_000
# Solver and proof numbers take turns, with LONGER times the nodes in each round. The solver
# begins with FIRST, and gets SHARE times as many as proof numbers, since it is faster.
FIRST, LONGER, SHARE = 20_000, 2, 16
# For attacks: mebibytes of the tables, and nodes for a move that may be the best.
ATTACK_MEMORY, ATTACK_NODES = 1_024, 20_000
TOO_LONG = "It takes too long to find out who wins: give more --seconds."
# The number of answers remembered, since many positions or their images recur.
REMEMBERED = 2_000_000


class Oracle(Generic[P]):
    """Answers whether the player to move reaches a goal, DRAW or WIN.

    Attributes:
        by_proofs: whether proof numbers, not the solver, answered the first question.

    Raises:
        ExtraTurns: `attack` is set, but a player may move twice in a row.
    """

    def __init__(
        self,
        game: Game[P],  # the rules
        # An exact solver, for example a tablebase; by default a new one.
        solver: ExactSolver[P] | None = None,
        seconds: float | None = None,  # the time limit of a question; None for no limit
        attack: bool = False,  # find wins by attack (`search/attack.py`), if the game is suited
        # The solver quickly finds who wins, but not how soon; it is used for outcomes only.
        outcomes: bool = False,
        # The size of the tables of the solver and of the proof numbers, in MiB each.
        memory: int = MEMORY,
    ) -> None:
        self.game = game
        self._images, self._known = Fold(game).images, knowledge_of(game)
        if attack:
            refuse_threats(game)
        self.attacker: Prover[P] | None = None
        attackable = isinstance(self._known, Attackable)
        if attack and attackable:
            self.attacker = Prover(game, ATTACK_MEMORY, attack=True, steady=True)
        budget = None if game.repeats else NODES
        self.solver = solver or solver_for(game, budget, seconds=seconds, memory=memory)
        self.seconds, self.memory = seconds, memory
        self._reached: Recent[tuple[P, int], bool] = Recent(REMEMBERED)
        self._by_numbers = False  # whether the last answer came from proof numbers
        self._hard: bool | None = outcomes or None  # whether the first one did, or scores take long
        self.by_proofs = False  # whether the first one did
        # If lines win, play after a threat is short; but a table of outcomes has no plies.
        self.prefers_soonest = attackable and not self.attacker and not outcomes

    def outcome(self, position: P) -> int:
        if self.attacker and self.attacker.proves(position, WIN, seconds=self.seconds):
            return WIN
        if self.reaches(position, WIN):
            return WIN
        return DRAW if self.reaches(position, DRAW) else LOSS

    def scores(self, positions: Sequence[P], goal: int) -> list[int]:
        """Scores; at least `goal` if and only if the player to move reaches it.

        They are the solver's scores if it can compute them: the sooner a loss, the less. In a hard
        game its scores are not used, even if it could compute them by now, so that the answers are
        always the same.
        """
        found: list[int | None] = [None] * len(positions)
        if isinstance(self.solver, Solver) and not self._hard:
            found = self.solver.scores(positions)
        return [
            goal - 1 + self.reaches(position, goal) if score is None else score
            for position, score in zip(positions, found, strict=True)
        ]

    def proved_moves(self, position: P, goal: int) -> list[int]:
        """Moves by which proof numbers show that a goal is reached; it must be reachable."""
        if self._proved(position, goal) is None:
            raise SearchStopped(TOO_LONG)
        return self._prover.reaching_moves(position, goal)

    def forget_proofs(self) -> None:
        """Forget all proofs, so that the next moves shown do not depend on earlier questions."""
        self._prover.forget()

    def winning_moves(self, position: P, most: int) -> list[int]:
        """Moves that win by attack, the ones with the fewest replies first."""
        assert self.attacker is not None
        return self.attacker.winning_moves(position, most, ATTACK_NODES, self._images)

    def wins_by(self, position: P, move: int) -> bool:
        """Whether a move is known to win by attack."""
        assert self.attacker is not None
        return self.attacker.is_lost(self.game.play(position, move))

    def value(self, position: P) -> Value:
        return self.solver.value(position)

    def reaches(self, position: P, goal: int) -> bool:
        asked = self._known.canonical(position), goal
        if asked not in self._reached:
            self._reached[asked] = self._found_out(*asked)
        return self._reached[asked]

    def _found_out(self, position: P, goal: int) -> bool:
        """Whether the player to move reaches the goal, for a question without a stored answer.

        It is not known in advance whether solver or proof numbers are faster: the last to answer
        begins.
        """
        solver = self.solver
        if not isinstance(solver, Solver):
            return solver.value(position).outcome >= goal
        if not self.game.alternates:  # then there are no proof numbers
            return solver.exceeds(position, goal - 1)
        nodes, favoured = FIRST, self._by_numbers
        while nodes <= NODES:
            for by_numbers in (favoured, not favoured):
                if by_numbers:
                    found = self._proved(position, goal, nodes // SHARE)
                else:
                    found = _searched(solver, position, goal, nodes)
                if found is not None:
                    return self._learned(by_numbers, found)
            nodes *= LONGER
        found = self._proved(position, goal)
        if found is None:
            raise SearchStopped(TOO_LONG)
        return self._learned(True, found)

    def _learned(self, by_numbers: bool, found: bool) -> bool:
        self._by_numbers = by_numbers
        if self._hard is None:
            self._hard = self.by_proofs = by_numbers
        return found

    def _proved(self, position: P, goal: int, nodes: int | None = None) -> bool | None:
        return self._prover.proves(position, goal, nodes=nodes, seconds=self.seconds)

    @cached_property
    def _prover(self) -> Prover[P]:
        return Prover(self.game, self.memory)


def _searched(solver: Solver[P], position: P, goal: int, nodes: int) -> bool | None:
    with suppress(SearchStopped), solver.within(nodes):
        return solver.exceeds(position, goal - 1)
    return None


# The most moves to try in a large game; if there are more, the fastest wins.
WIDE = 7
# With a larger budget a game is not tried to the end, and its strategy not improved: every leaf
# takes time, and only one position in a hundred is saved. Moves are compared with QUICK times fewer
# nodes.
SMALL_BUDGET, QUICK = 1_000, 20
# No position has MANY replies. With leaves, which take time, a move that leaves MORE replies than
# another is no option.
MANY, MORE = 1 << 20, 1


class Option(NamedTuple):
    """A move that keeps the claim, and the positions that it leaves to be answered."""

    move: int
    rest: tuple[Any, ...]


# The options of positions, found by an earlier run.
Kept = dict[Any, list[Option]]
Keep = Callable[[Kept], None]


def forget(found: Kept) -> None:
    """Discard the options."""


class ClaimOptions(Generic[P]):
    """The options of the claim's side, in every position."""

    def __init__(
        self,
        game: Game[P],
        claim: Claim,
        oracle: Oracle[P],
        *,
        hurry: bool,
        points: int | None = None,
    ) -> None:
        self.game, self.claim, self.oracle, self.goal = game, claim, oracle, claim.goal
        points = None if claim.is_weighed else points  # so that no order of questions matters
        self.fold, self.leaves = Fold(game), Leaves(game, claim, points)
        self.slow = claim.budget > SMALL_BUDGET
        self._quick = self.leaves
        if self.slow:  # fewer nodes leave nearly the same positions
            self._quick = Leaves(game, claim._replace(budget=claim.budget // QUICK), points)
        self._order = best_order(game)
        self._found: dict[P, list[Option]] = {}
        self.asked: set[P] = set()  # the positions whose options were needed so far
        self._is_leaf: dict[P, tuple[bool, int]] = {}  # with the nodes used
        threat = self.leaves.threat
        #: Whether threats win in a position; never, if the claim allows none.
        self._by_threats = cache(lambda position: threat(position) is not None)
        self._unsettled: Counter[int] = Counter()  # higher for replies that were no leaf recently
        self._wide = MANY
        self.keep: Keep = forget
        self._hurry = hurry or (game.repeats and claim.goal == WIN)

    @property
    def by_threats_alone(self) -> bool:
        """Whether a win by attack is claimed, whose leaves are wins by threats."""
        wins = bool(self.oracle.attacker) and self.goal == WIN and self.claim.threats > 0
        loses = getattr(self.game, "line_loses", getattr(self.game, "misere", False))
        rows = words_of(self.game, self.game.start()) > 0
        return wins and rows and not (loses or self.claim.has_others or self._hurry)

    def narrow(self, kept: Kept) -> None:
        """Try fewer moves from now on, since the game is large, and `keep` the results.

        If the oracle prefers the fastest wins, only these are tried.
        """
        self._wide = WIDE
        self._found = kept.copy()
        self._hurry = self._hurry or (self.goal == WIN and self.oracle.prefers_soonest)

    @property
    def by_proofs(self) -> bool:
        """Whether proof numbers supply the moves: in a large game that is hard to search."""
        return self._wide != MANY and self.oracle.by_proofs and not self._hurry

    def rest(
        self, position: P, move: int, most: int = MANY, leaves: Leaves[P] | None = None
    ) -> tuple[P, ...]:
        """The positions left to be answered after the move; only a part if more than `most`."""
        return self.to_answer(left_by(self.game, position, move), most, leaves)

    def to_answer(
        self, positions: Iterable[P], most: int = MANY, leaves: Leaves[P] | None = None
    ) -> tuple[P, ...]:
        leaves = leaves or self.leaves
        open_ones = (at for at in positions if self.game.outcome(at) == OPEN)
        quiet = (at for at in open_ones if not self._by_threats(at))
        each = _once(map(self.fold.canonical, quiet))
        return tuple(islice((at for at in each if not self._leaf(at, leaves)), most + 1))

    def _leaf(self, position: P, leaves: Leaves[P]) -> bool:
        budget = leaves.claim.budget
        if not leaves.claim.has_others:
            return False
        known = self._is_leaf.get(position)
        if known is None or (not known[0] and known[1] < budget):
            self._is_leaf[position] = known = leaves.settled(position), budget
        return known[0]

    def of(self, position: P) -> list[Option]:
        """The moves that keep the claim, each with the positions left; the fewest first."""
        self.asked.add(position)
        found = self._found.get(position)
        if found is None:
            found, most = self._at_sight(position), MANY
            for move in [] if found else self._keeping(position)[: self._wide]:
                rest = self.rest(position, move, most, self._quick)
                if len(rest) <= most:
                    found.append(Option(move, rest))
                if self.claim.budget and len(rest) < most:
                    most = len(rest) + MORE
                if not rest:
                    break
            found.sort(key=lambda option: len(option.rest))  # stable: equals keep their order
            found = found[:1] if not found[0].rest else found
            if len(found) == 1 and self.slow:
                found = [Option(found[0].move, self.rest(position, found[0].move))]
            self._learn(position, found)
        return self._found[position]

    def _learn(self, position: P, options: list[Option]) -> None:
        self._found[position] = options
        if self._wide != MANY:
            self.keep({position: options})

    def _at_sight(self, position: P) -> list[Option]:
        """A move that leaves nothing to be answered, found without the oracle."""
        leaves = self.claim.has_leaves and self.game.alternates
        if self._wide == MANY or self._hurry or not leaves:
            return []
        moves = legal_moves(self.game, position)
        return next(([Option(move, ())] for move in moves if self._settles(position, move)), [])

    def _settles(self, position: P, move: int) -> bool:
        after = self.game.play(position, move)
        if self.game.outcome(after) != OPEN:
            return -self.game.outcome(after) >= self.goal
        # Recent non-leaves first: they are likely to be none again.
        likely = sorted(legal_moves(self.game, after), key=lambda reply: -self._unsettled[reply])
        replies = {reply: self.game.play(after, reply) for reply in likely}
        if any(self.game.outcome(at) < self.goal for at in replies.values()):  # OPEN is the highest
            return False
        for reply, at in replies.items():
            if self.to_answer([at], 0, self._quick):
                self._unsettled[reply] = max(self._unsettled.values(), default=0) + 1
                return False
        return True

    def _keeping(self, position: P) -> list[int]:
        if self._hurry:
            return self.oracle.solver.best_moves(position)
        if self.oracle.attacker and self.goal == WIN:
            return self.oracle.winning_moves(position, WIDE)
        if self.by_proofs:
            return self.oracle.proved_moves(position, self.goal)
        moves = legal_moves(self.game, position)
        after = [self.game.play(position, move) for move in moves]
        ends = [self._end(position, at) for at in after]
        good = (self.goal, WIN)
        at_once = [move for move, end in zip(moves, ends, strict=True) if end in good]
        if at_once:
            return at_once[:1]
        still = [
            (move, at) for move, at, end in zip(moves, after, ends, strict=True) if end == OPEN
        ]
        by_score = self.goal == WIN and self.game.alternates and not self.slow
        if by_score and (self._wide == MANY or len(still) > self._wide):
            scores = self.oracle.scores([at for _, at in still], 1 - self.goal)
            kept = sorted((s, m) for (m, _), s in zip(still, scores, strict=True) if s < 1 - WIN)
            return [move for _, move in kept]
        if self._wide != MANY and self._order:  # since not all are tried
            still.sort(key=lambda pair: self._order.index(pair[0]))
        keeping = (m for m, at in still if self._reaches(position, at))
        return list(islice(keeping, self._wide))

    def _end(self, position: P, after: P) -> int:
        """The outcome for the player who moved; OPEN while the game goes on."""
        outcome = self.game.outcome(after)
        return OPEN if outcome == OPEN else outcome_before(self.game, position, after, outcome)

    def _reaches(self, position: P, after: P) -> bool:
        """Whether the player who moved reaches the goal from the open position after it."""
        if keeps_turn(self.game, position, after):
            return self.oracle.reaches(after, self.goal)
        return not self.oracle.reaches(after, 1 - self.goal)

    def whole(self, position: P, option: Option) -> Option:
        """The option, with all positions left if the comparison used fewer nodes."""
        if self._quick is self.leaves:
            return option
        if len(self._found[position]) > 1:
            self._learn(position, [Option(option.move, self.rest(position, option.move))])
        return self._found[position][0]


def left_by(game: Game[P], position: P, move: int) -> list[P]:
    """The mover's next positions after the move, as `replies_to` returns them."""
    after = game.play(position, move)
    return [after] if keeps_turn(game, position, after) else replies_to(game, after)


def replies_to(game: Game[P], position: P) -> list[P]:
    """The positions in which the other player moves next, open or not.

    If a player may move twice in a row: after every continuation of the turn.
    """
    found, waiting = [], [position]
    for at in waiting:  # grows while it is read
        for move in legal_moves(game, at):
            after = game.play(at, move)
            if not keeps_turn(game, at, after):
                found.append(after)
            elif after not in waiting:
                waiting.append(after)
    return found


def _once(positions: Iterable[P]) -> Iterator[P]:
    seen = set()
    for position in positions:
        if position not in seen:
            seen.add(position)
            yield position
