"""Test in new processes whether the results of an audit hold in games.

An audit calls the player position by position, in one process. Data that the player keeps between
its answers may make it err there, though it would not in a game. So it is called again in another
order, and a lost game is played again.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from noughts.classroom.findings import Loss, State
from noughts.classroom.query import Answer, ask
from noughts.classroom.walk import Node, Walk
from noughts.game import Game
from noughts.players.function import FunctionPlayer
from noughts.sandbox import worker
from noughts.sandbox.process import ChildPlayer
from noughts.value import OPEN

# Wait for a late answer up to this multiple of the time allowed.
PATIENCE = 4.0
# Positions in which to call it twice again; in which to watch for changes; and, in each seat, at
# the end of a separate game, which needs a new process.
REASKED, WATCHED, PLAYED = 60, 20, 12
# Repetitions of a lost game, if the player plays differently each time.
TRIES = 10
# The end of a game that repeats positions.
MOST_PLIES = 400


class Played(NamedTuple):
    """A finished game: its moves, why the player forfeited it, whether it lost."""

    moves: tuple[int, ...]
    reason: str
    lost: bool


class Trial:
    """Calls a player in new processes.

    Args:
        game: the rules.
        player: the player, which has answered in some walks.
        best: returns a best move.

    Attributes:
        deviation: a position in which it answered differently in a game; None if there is none.
    """

    def __init__(self, game: Game[Any], player: ChildPlayer, best: Callable[[Any], int]) -> None:
        self.game = game
        self.player = player
        self.deviation: State | None = None
        self._best = best
        player.total *= 2  # the repeated calls are our wish, so they get additional time

    def state(self, walks: Sequence[Walk]) -> State | None:
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
        if not isinstance(self.player, FunctionPlayer):
            return ()
        self._afresh()
        asked = _backwards(walks, WATCHED)
        return self.player.changes(lambda: [self._ask(node) for _, node in asked])

    def walk(self, walk: Walk) -> Walk:
        """A new walk from the same seat, for answers in games."""
        return Walk(self.game, walk.seat, min(PLAYED, walk.most or PLAYED))

    def answer(self, walk: Walk, node: Node) -> Answer:
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

        Args:
            walk: the player's answers.
            loss: the game.
            only: whether no other game counts, since the seat is lost against best play.
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

    def _play(self, walk: Walk, loss: Loss) -> Played:
        """Play a game in a new process."""
        self._afresh()
        node = walk.start
        moves: tuple[int, ...] = ()
        most = max(MOST_PLIES, len(loss.moves))
        while self.game.outcome(node.position) == OPEN and len(moves) < most:
            move = _next(walk, loss, node, moves)
            if node.turn == walk.seat:
                answer = self._compared(walk, node)
                if reason := _forfeit(walk, node, answer):
                    return Played(moves, reason, True)
                if not answer.moves:
                    break
                if move not in answer.moves:
                    move = answer.moves[0]
            elif move is None:
                move = self._best(node.position)
            assert move is not None
            moves, node = (*moves, move), walk.after(node, move)
        return Played(moves, "", walk.is_lost(node))

    def _compared(self, walk: Walk, node: Node) -> Answer:
        """The answer; if the walk has a different one, it is the deviation."""
        answer = self._ask(node)
        before = walk.answers.get(node)
        if self.deviation is None and before and not answer.agrees(before):
            self.deviation = _state(walk, node, answer)
        return answer

    def _ask(self, node: Node) -> Answer:
        return ask(self.player, self.game, node.position)

    def _afresh(self) -> None:
        """Start a new process for the next call."""
        self.player.close()


def by_chance(changes: Sequence[str]) -> bool:
    """Whether the answers change the state of a random number generator.

    >>> by_chance(["TABLE"]), by_chance(["the state of random"])
    (False, True)
    """
    return any(name.startswith(worker.CHANCE) for name in changes)


def _backwards(walks: Sequence[Walk], most: int) -> list[tuple[Walk, Node]]:
    """Some of the positions in which the player was called, the last first."""
    asked = [(walk, node) for walk in walks for node in walk.answers][::-1]
    return asked[:: -(-len(asked) // most) or 1]


def _state(walk: Walk, node: Node, answer: Answer) -> State:
    """A state from an answer that differs from the walk's."""
    return State(walk.seat, node.position, walk.play_to(node), walk.answers[node], answer)


def _next(walk: Walk, loss: Loss, node: Node, moves: tuple[int, ...]) -> int | None:
    """The next move of the lost game, or of another one in the walk; None if there is none."""
    ahead = loss.moves[len(moves) :]
    if moves != loss.moves[: len(moves)]:
        ahead = walk.way_to_loss(node) or ()
    return ahead[0] if ahead else None


def _forfeit(walk: Walk, node: Node, answer: Answer) -> str:
    """Why the game is forfeited; a late answer forfeits it if the walk got no move there."""
    before = walk.answers.get(node)
    slow = before is not None and before.slow and not before.moves
    return answer.lost or (answer.late if slow else "")
