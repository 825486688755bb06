"""Games that are nothing but a web of positions drawn at random, and their values by brute force.

The brute force asks again and again of every position what one more ply shows, as one would
by hand: nothing of predecessors, counts or queues.
"""

from typing import Any, NamedTuple

from noughts.game import Game, legal_moves
from noughts.value import DRAW, ENDLESS, LOSS, OPEN, WIN, Value

# Multipliers of a linear congruence (Lehmer 1951), to draw numbers that compiled code draws too.
FACTOR, MODULUS = 48_271, 2_147_483_647


class Node(NamedTuple):
    number: int


class Web(Game[Node]):
    """`size` positions, each with one to four moves to any others; `ends` in 100 are final."""

    repeats = True

    size: int = 50
    seed: int = 1
    ends: int = 20

    def drawn(self, number: int, what: int) -> int:
        mixed = (self.seed * 1_009 + number * 31 + what * 7 + 1) % MODULUS
        for _ in range(4):
            mixed = (mixed * FACTOR + 12_345) % MODULUS
        return mixed // 1_000

    def start(self) -> Node:
        return Node(0)

    def moves(self, position: Node) -> Any:
        return range(1 + self.drawn(position.number, 0) % 4)

    def play(self, position: Node, move: int) -> Node:
        return Node(self.drawn(position.number, 1 + move) % self.size)

    def outcome(self, position: Node) -> int:
        if position.number == 0 or self.drawn(position.number, 9) % 100 >= self.ends:
            return OPEN
        return self.drawn(position.number, 10) % 3 - 1


class Named(Web):
    """The same web with positions that no compiled code can hold."""

    def start(self) -> Any:
        return "0"

    def moves(self, position: Any) -> Any:
        return super().moves(Node(int(position)))

    def play(self, position: Any, move: int) -> Any:
        return str(super().play(Node(int(position)), move).number)

    def outcome(self, position: Any) -> int:
        return super().outcome(Node(int(position)))


def reachable(game: Game[Any]) -> dict[Any, list[Any]]:
    """Every position that can be reached, with the positions one ply later."""
    after: dict[Any, list[Any]] = {}
    todo = [game.start()]
    while todo:
        position = todo.pop()
        if position not in after:
            after[position] = [game.play(position, move) for move in legal_moves(game, position)]
            todo += after[position]
    return after


def brute_force(game: Game[Any]) -> dict[Any, Value]:
    """The value of every position that can be reached."""
    return swept(reachable(game), game.outcome)


def swept(after: dict[Any, list[Any]], outcome: Any) -> dict[Any, Value]:
    """The value of every position of a graph, one ply farther from the end in each sweep."""
    known = {position: outcome(position) for position in after}
    values = {
        position: Value(result, 0) for position, result in known.items() if result in (LOSS, WIN)
    }
    plies, news = 0, True
    while news:
        plies += 1
        found = {}
        for position, children in after.items():
            if position not in values and known[position] == OPEN:
                results = [values[child].outcome if child in values else None for child in children]
                if LOSS in results:
                    found[position] = Value(WIN, plies)
                elif all(result == WIN for result in results):
                    found[position] = Value(LOSS, plies)
        values |= found
        news = bool(found)
    return values | draws({p: children for p, children in after.items() if p not in values}, known)


def draws(after: dict[Any, list[Any]], known: dict[Any, int]) -> dict[Any, Value]:
    """How soon each drawn position can end when nobody gives the draw away."""
    plies = {position: 0 for position in after if known[position] == DRAW}
    for ply in range(1, len(after) + 1):
        near = {
            position
            for position, children in after.items()
            if position not in plies and any(plies.get(child) == ply - 1 for child in children)
        }
        if not near:
            break
        plies |= dict.fromkeys(near, ply)
    return {position: Value(DRAW, plies.get(position, ENDLESS)) for position in after}
