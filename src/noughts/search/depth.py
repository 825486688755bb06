"""Searches on a stack as large as needed; loops of play, and the errors if a game does not suit.

A search calls itself once a ply, and each call uses some of the thread's stack. A stack overflow
kills a compiled program silently. So a compiled search checks a limit and gives up before it
(`SearchContext.visit`); Python counts its own calls instead. Deeper searches run again in a thread
with a large stack.
"""

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Generic, TypeVar

from noughts.errors import ExtraTurns, RepeatingGame, TooDeep, UnsuitedGame
from noughts.game import Game, P, fits_words, legal_moves, too_wide
from noughts.search.memory import Recent

Answer = TypeVar("Answer")

# Stack bytes left for a search in any thread of any system: hundreds of plies.
ROOM = 160 << 10
# Stack size of our own threads: the largest that the system grants between these.
LARGEST, SMALLEST = 256 << 20, 2 << 20
# Reserve for frames before the search, and for the functions that a node calls.
KEPT = 768 << 10
# The most stack bytes of a call in Python.
BYTES_OF_A_CALL = 1_600
# The most nested calls of rules between two of a search, if the search is what is too deep.
CALLS_OF_RULES = 100
# The stack end that makes a search stop at its next node.
STOP = (1 << 63) - 1
POLL_SECONDS = 0.05

_lock = threading.Lock()


def here() -> int:
    """The stack pointer; 0 when interpreted."""
    return 0


def with_room(ask: Callable[[], Answer], before: Callable[[], None] = lambda: None) -> Answer:
    """Run interpreted code, again on a large stack if it needs one."""
    try:
        return ask()
    except RecursionError as error:
        if isinstance(threading.current_thread(), _Deep):
            raise _too_deep(error) from None
    before()
    return in_large_stack(lambda room: _calling_deeply(ask, room))


def _calling_deeply(ask: Callable[[], Answer], room: int) -> Answer:
    with _calls(room // BYTES_OF_A_CALL):
        try:
            return ask()
        except RecursionError as error:
            raise _too_deep(error) from None


def _too_deep(error: RecursionError) -> Exception:
    """TooDeep, or the error itself if the rules call themselves without end."""
    from traceback import walk_tb  # these are seldom needed

    from noughts import source

    last = deque(walk_tb(error.__traceback__), CALLS_OF_RULES)
    searched = any(source.file_owner(frame.f_code.co_filename) == "own" for frame, _ in last)
    return TooDeep(exhausted()) if searched else error


def exhausted() -> str:
    """The message when the largest stack was too small."""
    return (
        "The search ran out of stack, which suffices for games of about ten thousand plies. Start "
        "nearer to the end, limit the depth, or set `repeats = True` in the game's class to solve "
        "it backwards from its ends."
    )


_deepest: list[int] = []


@contextmanager
def _calls(most: int) -> Any:
    with _lock:
        if not _deepest:
            _deepest.append(sys.getrecursionlimit())
        _deepest.append(most)
        sys.setrecursionlimit(max(_deepest))
    try:
        yield
    finally:
        with _lock:
            _deepest.remove(most)
            sys.setrecursionlimit(max(_deepest))
            if len(_deepest) == 1:
                _deepest.clear()


class _Deep(threading.Thread, Generic[Answer]):
    """A thread with its own stack size, and its task."""

    def __init__(self, ask: Callable[[int], Answer], room: int) -> None:
        super().__init__(daemon=True)
        self.ask = ask
        self.room = room
        self.awaited = threading.Event()  # waiting for it can be interrupted
        # Python 3.11 considers a thread ended if Ctrl-C arrives while another one joins it.
        self.done = threading.Event()
        self.answers: list[Answer] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        self.awaited.wait()
        try:
            self.answers.append(self.ask(self.room))
        except BaseException as error:  # noqa: BLE001  # raised again where it was asked for
            self.error = error
        finally:
            self.done.set()

    def answer(self) -> Answer:
        if self.error is not None:
            raise self.error
        return self.answers[0]

    def interrupt(self) -> None:
        """Interrupt interpreted code like Ctrl-C."""
        import ctypes  # seldom needed

        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(self.ident or 0), ctypes.py_object(KeyboardInterrupt)
        )


def in_large_stack(ask: Callable[[int], Answer], stop: Callable[[], None] = lambda: None) -> Answer:
    """The answer of a task run in a thread with a large stack."""
    thread = _started(ask)
    try:
        thread.awaited.set()
        while not thread.done.wait(POLL_SECONDS):
            pass
    except BaseException:
        thread.interrupt()
        while not thread.done.wait(POLL_SECONDS):
            stop()
        raise
    finally:
        thread.join()
    return thread.answer()


def begin(thread: threading.Thread) -> bool:
    """Start a thread; where there are none, as in a browser, do its work now, and return False."""
    try:
        thread.start()
    except RuntimeError:
        thread.run()
        return False
    return True


def _started(ask: Callable[[int], Answer]) -> _Deep[Answer]:
    size = LARGEST
    while size >= SMALLEST:
        thread = _Deep(ask, size - KEPT)
        with _lock:
            before = threading.stack_size()
            try:
                threading.stack_size(size)
                thread.start()
            except (ValueError, RuntimeError):
                size //= 2
            else:
                return thread
            finally:
                threading.stack_size(before)
    raise TooDeep(exhausted())


# Positions in which a long search looks for a loop: a hundredth of a second.
LOOP_POSITIONS = 500
# A play this long, in plies, may be endless.
LONG = 1_000
# The most moves of a loop to quote.
QUOTED_MOVES = 12
# The most positions to visit for any loop; the positions of that loop from which to look for a
# shorter one; and the most positions to visit for each.
MOST, TRIED, MOST_NEARBY = 300_000, 30, 3_000
# Games and positions in which this process found no loop, with the most positions visited.
_without_loops: Recent[Any, None] = Recent(100)


def with_enough_stack(game: Game[P], position: P, ask: Callable[[], Answer]) -> Answer:
    """The result of a search, with as large a stack as it needs."""
    try:
        return with_room(ask, lambda: refuse_loops(game, position, LOOP_POSITIONS))
    except TooDeep as error:
        failure = error
    refuse_loops(game, position)
    raise failure


def refuse_repeating(game: Game[Any]) -> None:
    """Raise RepeatingGame for a game whose full search would not end."""
    if game.repeats:
        raise RepeatingGame(
            f"Positions can repeat in {type(game).__name__}, so a search to the end would never "
            f"end. Use noughts.solver_for, or give the search a limit in plies (minimax, negamax "
            f"and alpha-beta take one)."
        )


def no_extra_turns(game: Game[Any], what: str, instead: str = "noughts.solver_for") -> ExtraTurns:
    """The error for something that needs players who take turns."""
    return ExtraTurns(
        f"{what} needs players who take turns, and in {type(game).__name__} a player may move "
        f"twice in a row. Use {instead}."
    )


def refuse_extra_turns(game: Game[Any], what: str, instead: str = "noughts.solver_for") -> None:
    if not game.alternates:
        raise no_extra_turns(game, what, instead)


def refuse_wide(game: Game[Any], what: str) -> None:
    """Raise UnsuitedGame for a game whose positions do not fit into machine words."""
    if not fits_words(game):
        raise UnsuitedGame(f"{too_wide(game, what)}. Ask a search: noughts.solver_for.")


def refuse_loops(game: Game[P], position: P, most: int = MOST) -> None:
    """Raise RepeatingGame if positions repeat although the class does not declare it."""
    loop, asked = tuple[int, ...](), (type(game), game, position, most)
    with suppress(Exception):  # the rules are a user's code
        if not game.repeats and asked not in _without_loops:
            loop = with_room(lambda: loop_of(game, position, most))
            if not loop:
                _without_loops[asked] = None
    if not loop:
        return
    moves = " ".join(_name(game, move) for move in loop[:QUOTED_MOVES])
    more = f" … ({len(loop)} moves)" if len(loop) > QUOTED_MOVES else ""
    raise RepeatingGame(
        f"Positions repeat in {type(game).__name__}, by {moves}{more}, so a search may never end: "
        f"set `repeats = True` in the class."
    )


def refuse_endless(game: Game[P], position: P, plies: int) -> None:
    """Look for a loop every thousand plies of a play."""
    if plies and plies % LONG == 0:
        refuse_loops(game, position, LOOP_POSITIONS)


def _name(game: Game[Any], move: int) -> str:
    try:
        return game.name(move)
    except Exception:  # noqa: BLE001  # the rules are a user's code
        return str(move)


def loop_of(game: Game[P], position: P, most: int = MOST) -> tuple[int, ...]:
    """A short loop: moves that lead from a position back to it; empty if none was found.

    It starts at the given position or a descendant.
    """
    around = _any_loop(game, position, most)
    ways = (_way_back(game, each) for each in around[:TRIED])
    return min(filter(None, ways), key=len, default=())


def _any_loop(game: Game[P], position: P, most: int) -> list[P]:
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
