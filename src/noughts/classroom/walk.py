"""The walk through the positions that a player can reach, and trials of it in games."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from noughts.classroom.findings import Loss, StateEvidence
from noughts.classroom.query import PlayerAnswer, answer_of
from noughts.game import FIRST, Game, turn_after
from noughts.players.function import FunctionPlayer
from noughts.sandbox import worker
from noughts.sandbox.process import ChildPlayer
from noughts.value import DRAW, OPEN, WIN


class WalkNode(NamedTuple):
    """A position, and whose turn it is, which not every position shows."""

    position: Any
    turn: int


# Returns the player's answer where it is to move.
Ask = Callable[[WalkNode], PlayerAnswer]


class Walk:
    """The positions that one player can reach from one seat."""

    def __init__(self, game: Game[Any], seat: int, most: int | None = None) -> None:
        self.game = game
        self.seat = seat
        self.most = most
        self.start = WalkNode(game.start(), FIRST)
        self.answers: dict[WalkNode, PlayerAnswer] = {}
        #: Whether every position was met: not before the end of `run`, nor with odd answers.
        self.complete = False
        #: The number of known positions in which the player has not been called yet.
        self.waiting = int(seat == FIRST)
        # The position before and the move by which each was met first; and all positions before it.
        self._came: dict[WalkNode, tuple[WalkNode, int] | None] = {self.start: None}
        self._before: dict[WalkNode, list[WalkNode]] = {self.start: []}
        self._lost: list[WalkNode] = []

    def run(self, ask: Ask) -> Iterator[WalkNode]:
        """Walk, and yield each position in which the player was called."""
        todo = deque([self.start])
        while todo:
            node = todo.popleft()
            if node.turn == self.seat:
                if len(self.answers) == self.most:
                    return
                self.answers[node] = ask(node)
                self.waiting -= 1
                if self.answers[node].lost:
                    self._lost.append(node)
            todo.extend(self._met_from(node))
            if node.turn == self.seat:
                yield node
        self.complete = all(answer.understood for answer in self.answers.values())

    def _met_from(self, node: WalkNode) -> Iterator[WalkNode]:
        for move in self.moves(node):
            after = self.after(node, move)
            if after in self._came:
                self._before[after].append(node)
                continue
            self._came[after] = (node, move)
            self._before[after] = [node]
            if self.is_lost(after):
                self._lost.append(after)
            elif self.game.outcome(after.position) == OPEN:
                self.waiting += after.turn == self.seat
                yield after

    def is_lost(self, node: WalkNode) -> bool:
        """Whether the player has lost by the rules."""
        outcome = self.game.outcome(node.position)
        return outcome not in (OPEN, DRAW) and (outcome == WIN) == (node.turn != self.seat)

    def moves(self, node: WalkNode) -> tuple[int, ...]:
        """The moves there: the player's answers, or all of the opponent's moves."""
        if node.turn == self.seat:
            return self.answers[node].moves if node in self.answers else ()
        return tuple(self.game.moves(node.position))

    def after(self, node: WalkNode, move: int) -> WalkNode:
        after = self.game.play(node.position, move)
        return WalkNode(after, turn_after(self.game, node.turn, after))

    def play_to(self, node: WalkNode) -> tuple[int, ...]:
        moves: list[int] = []
        while step := self._came[node]:
            node, move = step
            moves.append(move)
        return tuple(reversed(moves))

    # Ways to a loss.

    @property
    def loses(self) -> bool:
        """Whether some game is lost, by forfeit or by the rules."""
        return bool(self._lost)

    @cached_property
    def _plies_to_loss(self) -> dict[WalkNode, int]:
        """The plies in which the opponent can win, where it can; computed after the walk."""
        plies = dict.fromkeys(self._lost, 0)
        todo = deque(plies)
        while todo:
            node = todo.popleft()
            for before in self._before[node]:
                if before not in plies:
                    plies[before] = plies[node] + 1
                    todo.append(before)
        return plies

    def way_to_loss(self, node: WalkNode) -> tuple[int, ...] | None:
        """A shortest continuation from the position to a lost game; None if there is none."""
        plies = self._plies_to_loss
        if node not in plies:
            return None
        moves: list[int] = []
        while plies[node]:
            move, node = next(
                (move, after)
                for move in self.moves(node)
                for after in [self.after(node, move)]
                if plies.get(after, plies[node]) < plies[node]
            )
            moves.append(move)
        return tuple(moves)

    def fall_at_end(self, moves: tuple[int, ...]) -> str:
        """Why the player forfeits after these moves from the start; empty if it does not."""
        node = self.start
        for move in moves:
            node = self.after(node, move)
        answer = self.answers.get(node)
        return answer.lost if answer else ""


# Wait for a late answer up to this multiple of the time allowed.
PATIENCE = 4.0
# Positions in which to call it twice again; in which to watch for changes; and, in each seat, at
# the end of a separate game, which needs a new process.
REASKED, WATCHED, PLAYED = 60, 20, 12
# Repetitions of a lost game, if the player plays differently each time.
TRIES = 10
# The end of a game that repeats positions.
MOST_PLIES = 400


class FinishedGame(NamedTuple):
    """A finished game: its moves, why the player forfeited it, whether it lost."""

    moves: tuple[int, ...]
    reason: str
    lost: bool


class GameTrial:
    """Calls a player in new processes; `deviation` is where it answered differently in a game."""

    def __init__(self, game: Game[Any], player: ChildPlayer, best: Callable[[Any], int]) -> None:
        self.game = game
        self.player = player
        self.deviation: StateEvidence | None = None
        self._best = best
        player.total *= 2  # the repeated calls are our wish, so they get additional time

    def state(self, walks: Sequence[Walk]) -> StateEvidence | None:
        """The first answer that differs in another order, or the second time; None if none does."""
        self._afresh()
        asked = _backwards(walks, REASKED)
        for walk, node in (*asked, *asked[::-1]):
            answer = self._ask(node)
            if not answer.agrees(walk.answers[node]):
                return _state(walk, node, answer)
        return None

    def changes(self, walks: Sequence[Walk]) -> tuple[str, ...]:
        """The names of what a function's answers change, if they can be found."""
        return self._changed([node for _, node in _backwards(walks, WATCHED)])

    def by_chance(self, state: StateEvidence) -> bool:
        """Whether the answer that differs comes from a generator of random numbers."""
        changed = self._changed([WalkNode(state.position, state.seat)])
        return any(name.startswith(worker.CHANCE) for name in changed)

    def _changed(self, asked: Sequence[WalkNode]) -> tuple[str, ...]:
        if not isinstance(self.player, FunctionPlayer):
            return ()
        self._afresh()
        return self.player.changes(lambda: [self._ask(node) for node in asked])

    def walk(self, walk: Walk) -> Walk:
        return Walk(self.game, walk.seat, min(PLAYED, walk.most or PLAYED))

    def answer(self, walk: Walk, node: WalkNode) -> PlayerAnswer:
        """The answer in a game that leads to the position."""
        self._afresh()
        at = walk.start
        for move in walk.play_to(node):
            if at.turn == walk.seat:
                self._ask(at)
            at = walk.after(at, move)
        return self._ask(node)

    def loss(self, walk: Walk, loss: Loss, only: bool) -> Loss | None:
        """The lost game as it was lost again; None if it was not.

        If the player leaves the game, the opponent tries for another loss.
        """
        seen: set[tuple[int, ...]] = set()
        for _ in range(TRIES):
            moves, reason, lost = self._play(walk, loss)
            if lost and (reason or not only or moves == loss.moves):
                return Loss(walk.seat, moves, reason)
            if moves in seen:
                break
            seen.add(moves)
        return None

    def _play(self, walk: Walk, loss: Loss) -> FinishedGame:
        self._afresh()
        node = walk.start
        moves: tuple[int, ...] = ()
        most = max(MOST_PLIES, len(loss.moves))
        while self.game.outcome(node.position) == OPEN and len(moves) < most:
            # The next move of the lost game, or of another one in the walk; None if there is none.
            ahead = loss.moves[len(moves) :]
            if moves != loss.moves[: len(moves)]:
                ahead = walk.way_to_loss(node) or ()
            move = ahead[0] if ahead else None
            if node.turn == walk.seat:
                answer = self._compared(walk, node)
                if reason := _forfeit(walk, node, answer):
                    return FinishedGame(moves, reason, True)
                if not answer.moves:
                    break
                if move not in answer.moves:
                    move = answer.moves[0]
            elif move is None:
                move = self._best(node.position)
            assert move is not None
            moves, node = (*moves, move), walk.after(node, move)
        return FinishedGame(moves, "", walk.is_lost(node))

    def _compared(self, walk: Walk, node: WalkNode) -> PlayerAnswer:
        """The answer; if the walk has a different one, it is the deviation."""
        answer = self._ask(node)
        before = walk.answers.get(node)
        if self.deviation is None and before and not answer.agrees(before):
            self.deviation = _state(walk, node, answer)
        return answer

    def _ask(self, node: WalkNode) -> PlayerAnswer:
        return answer_of(self.player, self.game, node.position)

    def _afresh(self) -> None:
        self.player.close()


def _backwards(walks: Sequence[Walk], most: int) -> list[tuple[Walk, WalkNode]]:
    """Some of the positions in which the player was called, the last first."""
    asked = [(walk, node) for walk in walks for node in walk.answers][::-1]
    return asked[:: -(-len(asked) // most) or 1]


def _state(walk: Walk, node: WalkNode, answer: PlayerAnswer) -> StateEvidence:
    return StateEvidence(walk.seat, node.position, walk.play_to(node), walk.answers[node], answer)


def _forfeit(walk: Walk, node: WalkNode, answer: PlayerAnswer) -> str:
    """Why the game is forfeited; a late answer forfeits it if the walk got no move there."""
    before = walk.answers.get(node)
    slow = before is not None and before.slow and not before.moves
    return answer.lost or (answer.late if slow else "")
