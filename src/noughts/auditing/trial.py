"""Tries in new processes whether what an audit found holds in games.

An audit asks position by position, in one process. What a player keeps between its answers may then
make it err where it does not in any game. So it is asked again in another order, and a lost game is
played again.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from noughts.auditing.findings import Loss, State
from noughts.auditing.query import Answer, ask
from noughts.auditing.walk import Node, Walk
from noughts.game import Game
from noughts.players import worker
from noughts.players.child import ChildPlayer
from noughts.players.function import FunctionPlayer
from noughts.value import OPEN

# How many times as long as it is given a late answer is waited for.
PATIENCE = 4.0
# In how many positions it is asked twice again; watched for what changes; and, of each seat, asked
# at the end of a game of its own, which takes a new process.
REASKED, WATCHED, PLAYED = 60, 20, 12
# A lost game is played again this often, if the player plays differently each time.
TRIES = 10
# Nor is a game that repeats positions played for ever.
MOST_PLIES = 400


class Played(NamedTuple):
    """A game that was played: its moves, why the player forfeited it, whether it lost."""

    moves: tuple[int, ...]
    reason: str
    lost: bool


class Trial:
    """Asks a player in new processes.

    Args:
        game: the rules.
        player: the player, which was asked in each position of some walks.
        best: gives a best move.

    Attributes:
        deviation: where it answered otherwise in a game; None if it did not.
    """

    def __init__(self, game: Game[Any], player: ChildPlayer, best: Callable[[Any], int]) -> None:
        self.game = game
        self.player = player
        self.deviation: State | None = None
        self._best = best
        player.total *= 2  # as much again: it is our wish to ask again

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
        """The answer in a game that comes into the position."""
        self._afresh()
        at = walk.start
        for move in walk.play_to(node):
            if at.turn == walk.seat:
                self._ask(at)
            at = walk.after(at, move)
        return self._ask(node)

    def loss(self, walk: Walk, loss: Loss, only: bool) -> Loss | None:
        """The game as it was lost when it was played again; None if it was not.

        Where the player leaves the game, the opponent tries for another loss.

        Args:
            walk: what the player answered.
            loss: the game.
            only: whether no other game will do, as the seat is lost against best play.
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
        """A game in a new process."""
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
        """The answer; where the walk has another one, that is the deviation."""
        answer = self._ask(node)
        before = walk.answers.get(node)
        if self.deviation is None and before and not answer.agrees(before):
            self.deviation = _state(walk, node, answer)
        return answer

    def _ask(self, node: Node) -> Answer:
        return ask(self.player, self.game, node.position)

    def _afresh(self) -> None:
        """Let the next question begin a new process."""
        self.player.close()


def by_chance(changes: Sequence[str]) -> bool:
    """Whether what the answers change draws random numbers.

    >>> by_chance(["TABLE"]), by_chance(["the state of random"])
    (False, True)
    """
    return any(name.startswith(worker.CHANCE) for name in changes)


def _backwards(walks: Sequence[Walk], most: int) -> list[tuple[Walk, Node]]:
    """Some of the positions in which the player was asked, the last first."""
    asked = [(walk, node) for walk in walks for node in walk.answers][::-1]
    return asked[:: -(-len(asked) // most) or 1]


def _state(walk: Walk, node: Node, answer: Answer) -> State:
    """An answer that differs from that of the walk."""
    return State(walk.seat, node.position, walk.play_to(node), walk.answers[node], answer)


def _next(walk: Walk, loss: Loss, node: Node, moves: tuple[int, ...]) -> int | None:
    """The next move of the lost game, or of another one that the walk knows; None if none is."""
    ahead = loss.moves[len(moves) :]
    if moves != loss.moves[: len(moves)]:
        ahead = walk.way_to_loss(node) or ()
    return ahead[0] if ahead else None


def _forfeit(walk: Walk, node: Node, answer: Answer) -> str:
    """Why the game is forfeited; a late answer forfeits it where the walk waited for none."""
    before = walk.answers.get(node)
    slow = before is not None and before.slow and not before.moves
    return answer.lost or (answer.late if slow else "")
