"""Strategies that win by threats: made from a proof by attack, and made smaller.

In a line game nearly all replies to a good move lose to threats, and are left to the checker. Few
moves leave few replies; one compiled call finds all of them in a position, with the replies that
each leaves. The first strategy takes moves that the proof shows to win. Then answers are exchanged:
the positions that only one answer needs are dropped, and another move is sought that needs no more.
That is a depth-first search with limits that double, in which positions that the strategy has
anyway are free. So each move is judged by what all other answers share with it, which the size of
its own tree is not.
"""

import random
from array import array
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Generic

from noughts.game import P
from noughts.knowledge import Knowledge, knowledge_of
from noughts.search.attack import NONE, moves_leaving_few, winning_threat
from noughts.search.depth import with_enough_stack
from noughts.search.memory import words_of, zeros
from noughts.search.proof import LOOK, ProofContext
from noughts.search.table import ArrayTable, LosslessTable
from noughts.solving.driver import compiled_if_often
from noughts.strategies.improve import StrategyImprover
from noughts.strategies.leaves import SMALL, compiled_at_once
from noughts.strategies.options import MANY, WIDE, ClaimOptions, Keep, Kept, Option
from noughts.value import OPEN, WIN

# A position that needs an answer counts OWN, a forced one FORCED: it takes its checker time.
OWN, FORCED = 6, 1
# A move that leaves more than MOST positions is not tried in exchange.
MOST = 12
# Log2 of the entries of the table in which a position's moves are found.
MOVE_BITS = 13
# The nodes of the first search for threats after a reply; few need more.
FEW = 250
# An exchange ends after VISITS positions, and VISITS more for every NODE of cost to be saved; a
# position that was never searched counts as UNSEEN.
VISITS, NODE, UNSEEN = 300, 24, 20
# The first strategy answers a position and all below it together if they cost at most FIRST_COST.
# After a move that is proved to win the limit is MORE times as high.
FIRST_COST, FIRST_VISITS, MORE = 24 * OWN, 1_000, 3


def unsettled_replies(  # noqa: PLR0913  # shared by all replies
    game: Knowledge[P],
    position: P,
    threats: int,  # the most nodes for a reply
    run: ProofContext,
    small: LosslessTable,  # for FEW nodes
    large: LosslessTable,  # for all nodes
    found: "array[int]",
) -> int:
    """The number of replies, written to `found`, after which no threats within the nodes win.

    Each is searched alone, as checkers do.
    """
    state, size, few = game.state(position), 0, min(FEW, threats)
    for reply in game.moves(position):
        after = game.advance(state, reply)
        end, move = game.outcome(game.position(after)), NONE
        if end == OPEN:
            move = threat_within(game, after, few, run, small)
            if move == NONE and few < run.nodes and few < threats:
                move = threat_within(game, after, threats, run, large)
        if move == NONE and end != WIN:
            found[size] = reply
            size += 1
    return size


def threat_within(game: Knowledge[P], state: Any, nodes: int, run: ProofContext, table: Any) -> int:
    table.clear()
    run.nodes = 0
    return winning_threat(game, state, run, nodes + 1, table)


class ThreatMoves(Generic[P]):
    """The moves to try in each position, and the positions that they leave."""

    def __init__(self, options: ClaimOptions[P]) -> None:
        self.game, self.oracle, self.leaves = options.game, options.oracle, options.leaves
        self._canonical, self._threats = options.fold.canonical, options.claim.threats
        self._known: Any = knowledge_of(self.game)
        self._words = words_of(self.game, self.game.start())
        sizes = FEW.bit_length(), self._threats.bit_length()
        self._tables = [LosslessTable(self._words, bits) for bits in sizes]
        self._buffer = zeros(self.game.actions * (2 + MOST))
        self._costs: dict[P, int] = {}
        self._few: dict[P, list[Option]] = {}
        self._whole: dict[tuple[P, int], Option] = {}
        self._same: dict[P, P] = {}  # each position once, which saves memory

    def _form(self, function: Any, given: tuple[Any, ...]) -> Any:
        if self._threats < SMALL:
            return compiled_if_often(function, self._known)
        return compiled_at_once(function, self._known, given)

    @cached_property
    def _moves_leaving_few(self) -> Any:
        return self._form(moves_leaving_few, self._given_few(self.game.start()))

    @cached_property
    def _unsettled_replies(self) -> Any:
        return self._form(unsettled_replies, self._given_whole(self.game.start()))

    def _given_few(self, position: P) -> tuple[Any, ...]:
        table = ArrayTable(self._words, MOVE_BITS)
        run = ProofContext(threat_nodes=min(LOOK, self._threats))
        return self._known, position, MOST, run, table, self._buffer

    def _given_whole(self, position: P) -> tuple[Any, ...]:
        return (
            self._known, position, self._threats, ProofContext(), *self._tables, self._buffer,
        )  # fmt: skip

    def cost(self, position: P) -> int:
        if position not in self._costs:
            self._costs[position] = OWN if self.leaves.forced(position) is None else FORCED
        return self._costs[position]

    def few(self, position: P) -> list[Option]:
        """The moves that leave few replies by a quick search, sorted by their number."""
        if position not in self._few:
            found = self._options(position)
            self._few[position] = sorted(found, key=lambda option: len(option.rest))
        return self._few[position]

    def _options(self, position: P) -> list[Option]:
        given = self._given_few(position)
        size = with_enough_stack(self.game, position, lambda: self._moves_leaving_few(*given))
        words, options = self._buffer[:size], []
        while words:
            move, count = words[:2]
            options.append(self._leaving(position, move, words[2 : 2 + count]))
            words = words[2 + count :]
        return options if not options or options[-1].rest else options[-1:]

    def whole(self, position: P, move: int) -> Option:
        """The move, with all positions that checkers do not see won by threats."""
        if (position, move) not in self._whole:
            given = self._given_whole(self.game.play(position, move))
            size = with_enough_stack(self.game, position, lambda: self._unsettled_replies(*given))
            self._whole[position, move] = self._leaving(position, move, self._buffer[:size])
        return self._whole[position, move]

    def _leaving(self, position: P, move: int, replies: Iterable[int]) -> Option:
        after = self.game.play(position, move)
        left = dict.fromkeys(self._canonical(self.game.play(after, each)) for each in replies)
        return Option(move, tuple(self._same.setdefault(at, at) for at in left))

    def proved(self, position: P) -> list[Option]:
        """Moves that are proved to win, those first that leave the fewest positions."""
        moves = list(self._known.candidate_moves(self._known.state(position)))
        if len(moves) > 1:
            moves = [
                option.move
                for option in self.few(position)
                if not option.rest or self.oracle.wins_by(position, option.move)
            ] or self.oracle.winning_moves(position, WIDE)
        found = [self.whole(position, move) for move in moves]
        return sorted(found, key=lambda option: len(option.rest))


class Exchanges(StrategyImprover[P]):
    """A strategy, and the answers of another one that may be better under trial.

    A round depends on the strategy and on the positions that were searched before. Both are kept,
    so that a stopped run ends with the same bytes.
    """

    enough = 400

    def __init__(
        self,
        roots: tuple[P, ...],
        moves: ThreatMoves[P],
        keep: Keep,  # called before each round
        kept: Kept,  # the results of an earlier run
    ) -> None:
        cost = moves.cost
        super().__init__(roots, {}, moves.few, cost, lambda at, _: int(cost(at) == OWN))
        self.roots, self.moves, self.keep, self.most = roots, moves, keep, MANY
        self._calls = max(map(len, kept.values()), default=0)
        self._begun = max(0, self._calls - 1)
        self._chance = random.Random(0)
        self._met = dict.fromkeys(kept)  # the positions searched or answered so far
        self._new_met: Kept = {}  # in this round
        self._corrected: dict[P, list[Option]] = {}  # in this round
        self._trial: dict[P, Option | None] = {}  # the positions that a move under trial adds
        self._failed: dict[P, int] = {}  # the highest limits that were too low, in this exchange
        self._visits = 0  # that are left
        self._answer_all(lambda at: {at: kept[at][0]} if kept else self._first(at))
        self.first = self._size(self.chosen)  # the number of its positions
        if kept:
            self.chosen = {}
            self._answer_all(lambda at: {at: kept[at][-1]})
        self._kept = {at: options[-1] for at, options in kept.items() if options}
        for option in self.chosen.values():
            self.arises.update(option.rest)

    def _answer_all(self, answers: Callable[[P], dict[P, Option]]) -> None:
        """Answer all positions that arise."""
        waiting = list(self.roots)
        for position in waiting:  # grows while it is read
            if position not in self.chosen:
                self.chosen |= answers(position)
            waiting += self.chosen[position].rest

    def _first(self, position: P) -> dict[P, Option]:
        """Answers to a position and all below it; if these are many, a proved one to it alone."""
        self._visits, self._trial, self._failed = FIRST_VISITS, {}, {}
        if self._least(position, FIRST_COST) is not None:
            answers = {at: option for at, option in self._trial.items() if option}
            if self._are_whole(answers):
                return answers
        options = self.moves.proved(position)
        self._visits, self._trial, self._failed = MORE * FIRST_VISITS, {}, {}
        best, answers = self._cheapest_of(options.copy(), MORE * FIRST_COST)
        if best is not None and self._are_whole(answers):
            return answers | {position: best}
        return {position: options[0]}

    def _round(self) -> list[P]:
        self._begun += 1
        if self._begun > self._calls:
            self._keep()
        self._corrected.clear()
        positions: list[Any] = sorted(self.chosen)
        self._chance = random.Random(len(positions))
        self._chance.shuffle(positions)
        return positions

    def _keep(self) -> None:
        """Keep new answers, and the positions searched; the roots' answers count the rounds."""
        new = {
            at: option
            for at, option in self.chosen.items()
            if at in self.roots or self._kept.get(at) != option
        }
        self.keep(self._new_met | {at: [option] for at, option in new.items()})
        self._kept |= new
        self._met |= dict.fromkeys(new)
        self._new_met = {}

    def _improve(self, position: P) -> None:
        """Another answer, if the strategy costs no more with it."""
        before = self.chosen.get(position)
        if before is None:
            return
        old = self._drop(before.rest)
        limit = sum(map(self.cost, old))
        self._visits, self._trial, self._failed = VISITS * (1 + limit // NODE), {}, {}
        others = [each for each in self._few(position) if each.move != before.move] if limit else []
        best, answers = self._cheapest_of(others, limit)
        if best is not None and self._are_whole({position: best} | answers):
            old |= answers
            self.chosen[position] = best
        self._add(self.chosen[position].rest, old)

    def _few(self, position: P) -> list[Option]:
        return self._corrected.get(position) or self.moves.few(position)

    def _are_whole(self, answers: dict[P, Option]) -> bool:
        """Whether checkers see the same positions left; otherwise remember those they see."""
        for at, option in answers.items():
            whole = self.moves.whole(at, option.move)
            if set(whole.rest) != set(option.rest):
                options = self._few(at)
                self._corrected[at] = [whole if each is option else each for each in options]
                return False
        return True

    def _cheapest_of(
        self, options: list[Option], limit: int
    ) -> tuple[Option | None, dict[P, Option]]:
        """The option that costs least, with the answers it adds; None if all cost too much."""
        best, answers, size = None, dict[P, Option](), len(self._trial)
        self._chance.shuffle(options)
        costs = {option.move: sum(map(self.cost, self._new(option))) for option in options}
        for option in sorted(options, key=lambda option: costs[option.move]):
            if costs[option.move] > limit:
                break
            cost = self._covered(option, limit)
            if cost is not None:
                added = list(self._trial.items())[size:]
                best, answers = option, {at: found for at, found in added if found}
                limit = cost - 1
            self._forget(size)
        return best, answers

    def _new(self, option: Option) -> list[P]:
        return [at for at in option.rest if at not in self.chosen and at not in self._trial]

    def _forget(self, size: int) -> None:
        while len(self._trial) > size:
            self._trial.popitem()

    def _covered(self, option: Option, limit: int) -> int | None:
        """The cost of all positions that an option adds, put on trial; None above the limit."""
        spent, new = 0, self._new(option)
        later = sum(map(self.cost, new))
        for at in new:
            later -= self.cost(at)
            if at not in self._trial:
                cost = self._least(at, limit - spent - later)
                if cost is None:
                    return None
                spent += cost
        return spent

    def _least(self, position: P, limit: int) -> int | None:
        tried = min(self.cost(position), limit)
        while (cost := self._within(position, tried)) is None and tried < limit:
            if self._visits < 0:
                return None
            tried = min(2 * tried, limit)
        return cost

    def _within(self, position: P, limit: int) -> int | None:
        """The cost of a position and all below it; None above the limit."""
        own = self.cost(position)
        if own > limit or self._failed.get(position, -1) >= limit:
            return None
        self._visits -= 1 if position in self._met else UNSEEN
        if self._visits < 0:
            return None
        if position not in self._met:
            self._met[position], self._new_met[position] = None, []
        size = len(self._trial)
        self._trial[position] = None
        best, answers = self._cheapest_of(list(self._few(position)), limit - own)
        self._forget(size)
        if best is None:
            if self._visits >= 0:
                self._failed[position] = limit
            return None
        self._trial |= {position: best} | answers
        return sum(self.cost(at) for at in list(self._trial)[size:])
