"""The walk: every position that a player can reach from one seat, nearest first.

When the player is to move, its answers are followed; when the opponent is, all moves are. So each
position is reached by a shortest play, even if positions can repeat.
"""

from collections import deque
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from noughts.classroom.query import Answer
from noughts.game import FIRST, Game, turn_after
from noughts.value import DRAW, OPEN, WIN


class Node(NamedTuple):
    """A position, and whose turn it is, which not every position shows."""

    position: Any
    turn: int


# Returns the player's answer where it is to move.
Ask = Callable[[Node], Answer]


class Walk:
    """The positions that one player can reach from one seat.

    Args:
        game: the rules.
        seat: the player's seat, FIRST or SECOND.
        most: the most positions in which to call it; None for any number.

    Attributes:
        answers: the player's answers, by position.
        complete: whether every position was met; False while `run` is in progress, and after
            answers that are not understood.
        waiting: the number of known positions in which the player has not been called yet.
    """

    def __init__(self, game: Game[Any], seat: int, most: int | None = None) -> None:
        self.game = game
        self.seat = seat
        self.most = most
        self.start = Node(game.start(), FIRST)
        self.answers: dict[Node, Answer] = {}
        self.complete = False
        self.waiting = int(seat == FIRST)
        # The position before and the move by which each was met first; and all positions before it.
        self._came: dict[Node, tuple[Node, int] | None] = {self.start: None}
        self._before: dict[Node, list[Node]] = {self.start: []}
        self._lost: list[Node] = []

    def run(self, ask: Ask) -> Iterator[Node]:
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

    def _met_from(self, node: Node) -> Iterator[Node]:
        """The positions after this one that are new and not over."""
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

    def is_lost(self, node: Node) -> bool:
        """Whether the player has lost by the rules."""
        outcome = self.game.outcome(node.position)
        return outcome not in (OPEN, DRAW) and (outcome == WIN) == (node.turn != self.seat)

    def moves(self, node: Node) -> tuple[int, ...]:
        """The moves there: the player's answers, or all of the opponent's moves."""
        if node.turn == self.seat:
            return self.answers[node].moves if node in self.answers else ()
        return tuple(self.game.moves(node.position))

    def after(self, node: Node, move: int) -> Node:
        """The position after a move."""
        after = self.game.play(node.position, move)
        return Node(after, turn_after(self.game, node.turn, after))

    def play_to(self, node: Node) -> tuple[int, ...]:
        """The moves of a shortest play to the position."""
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
    def _plies_to_loss(self) -> dict[Node, int]:
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

    def way_to_loss(self, node: Node) -> tuple[int, ...] | None:
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
