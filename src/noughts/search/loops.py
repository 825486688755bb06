"""Loop detection: whether positions repeat, for searches that do not end."""

from collections import deque
from collections.abc import Iterator

from noughts.game import Game, P, legal_moves

# The most positions to visit for any loop; the positions of that loop from which to look for a
# shorter one; and the most positions to visit for each.
MOST, TRIED, MOST_NEARBY = 300_000, 30, 3_000


def loop_of(game: Game[P], position: P, most: int = MOST) -> tuple[int, ...]:
    """A short loop: moves that lead from a position back to it; empty if none was found.

    It starts at the given position or a descendant.

    >>> from noughts.games.registry import find_game
    >>> game = find_game("tictactoe")
    >>> loop_of(game, game.parse("xxo/ox1/o2 x")[0])
    ()
    >>> game = find_game("morris")
    >>> len(loop_of(game, game.start()))
    4
    """
    around = _any_loop(game, position, most)
    ways = (_way_back(game, each) for each in around[:TRIED])
    return min(filter(None, ways), key=len, default=())


def _any_loop(game: Game[P], position: P, most: int) -> list[P]:
    """The positions of some loop, depth first."""
    path, left = {position: None}, set[P]()
    branches = [_following(game, position)]
    while branches and len(path) + len(left) < most:
        _, after = next(branches[-1], (None, None))
        if after is None:
            branches.pop()
            left.add(path.popitem()[0])
        elif after in path:
            positions = list(path)
            return positions[positions.index(after) :]
        elif after not in left:
            path[after] = None
            branches.append(_following(game, after))
    return []


def _following(game: Game[P], position: P) -> Iterator[tuple[int, P]]:
    """Legal moves, with the positions after them."""
    return ((move, game.play(position, move)) for move in legal_moves(game, position))


def _way_back(game: Game[P], home: P) -> tuple[int, ...]:
    """The fewest moves from a position back to it; empty if that takes too long."""
    seen = {home}
    todo: deque[tuple[P, tuple[int, ...]]] = deque([(home, ())])
    while todo and len(seen) < MOST_NEARBY:
        position, way = todo.popleft()
        for move, after in _following(game, position):
            if after == home:
                return (*way, move)
            if after not in seen:
                seen.add(after)
                todo.append((after, (*way, move)))
    return ()
