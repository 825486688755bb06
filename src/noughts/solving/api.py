"""The exact value of a position, with the right solver for any game."""

from contextlib import suppress
from time import perf_counter
from typing import Any

from noughts.errors import SearchStopped
from noughts.game import Game, P, fits_words
from noughts.recent import Recent
from noughts.solving.answer import Answer, ExactSolver, PositionInquiry
from noughts.solving.book import book_for
from noughts.solving.limits import MEMORY, Progress
from noughts.solving.solver import Solver

# These budgets suit boards with quick nodes; WIDE_SECONDS keeps questions on larger boards as
# short.
WIDE_SECONDS = 2.0
# The most games whose solvers are kept.
GAMES = 8


def solver_for(  # noqa: PLR0913  # settings, each given by its name
    game: Game[P],
    budget: int | None = None,
    *,
    seconds: float | None = None,
    memory: int = MEMORY,
    threads: int = 1,
    progress: Progress | None = None,
    with_book: bool = True,
    unchecked: bool = False,
) -> ExactSolver[P]:
    """A solver for the game: retrograde analysis if positions can repeat.

    Args:
        game: the rules.
        budget: the most positions to visit for one question; None for no limit.
        seconds: the time limit of one question; None for no limit.
        memory: the size of its transposition table in MiB.
        threads: the number of searching threads.
        progress: called with a report now and then.
        with_book: whether to use the opening book that comes with noughts, if the game has one.
        unchecked: do not check your own game's rules for mistakes before the search.

    Retrograde analysis is limited only by the number of positions. If a budget is the only limit
    and a set of cells takes more than a machine word, a question also ends after `WIDE_SECONDS`.

    Raises:
        BrokenLaw: your own game breaks a rule; the message names it and how to fix the game.

    >>> from noughts.games.registry import find_game
    >>> type(solver_for(find_game("tictactoe"))).__name__
    'Solver'
    >>> type(solver_for(find_game("morris"))).__name__
    'RetrogradeSolver'
    """
    if game.repeats:
        from noughts.solving.retrograde import RetrogradeSolver

        return RetrogradeSolver(game, budget, unchecked=unchecked)
    if seconds is None and budget is not None and not fits_words(game):
        seconds = WIDE_SECONDS
    return Solver(
        game,
        budget,
        seconds=seconds,
        memory=memory,
        threads=threads,
        book=book_for(game) if with_book else None,
        progress=progress,
        unchecked=unchecked,
    )


class Solvers:
    """The solver of each game, made on first use and shared by players and analyses.

    Args:
        budget: the node budget of a question.
        seconds: the time limit of a question; None for no limit.
        progress: called with a report now and then.

    >>> from noughts.games.nim import Nim
    >>> solvers = Solvers(budget=1_000)
    >>> solvers.of(Nim()) is solvers.of(Nim())
    True
    """

    def __init__(
        self, budget: int, seconds: float | None = None, progress: Progress | None = None
    ) -> None:
        self.budget = budget
        self.seconds = seconds
        self.progress = progress
        self._kept: Recent[Any, ExactSolver[Any]] = Recent(GAMES)

    def of(self, game: Game[P]) -> ExactSolver[P]:
        if game not in self._kept:
            self._kept[game] = solver_for(
                game, self.budget, seconds=self.seconds, progress=self.progress
            )
        return self._kept[game]

    def stop(self) -> None:
        """End the question of another thread; retrograde analysis goes on."""
        for solver in list(self._kept.values()):
            if isinstance(solver, Solver):
                solver.stop()


def solve(  # noqa: PLR0913  # settings, each given by its name
    game: Game[P],
    position: P | None = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: int = MEMORY,
    progress: Progress | None = None,
    unchecked: bool = False,
) -> Answer:
    """The exact value of a position and its best moves, within the limits.

    Ctrl-C raises KeyboardInterrupt. To keep partial results, use a solver of your own
    (`solver_for`) and its `bounds`.

    Args:
        game: the rules.
        position: any position; by default the start.
        seconds: the time limit; None for no limit. Retrograde analysis, for games that repeat
            positions, is not interrupted.
        nodes: the most positions to visit for the value, and again for each move that may be best;
            None for no limit.
        threads: the number of searching threads; the answer does not depend on it.
        memory: the size of the transposition table in MiB.
        progress: called now and then with a `Report`: nodes, seconds, depth and bounds so far.
        unchecked: do not check your own game's rules for mistakes before the search.

    Raises:
        BrokenLaw: your own game breaks a rule; the message names it and how to fix the game.
        OutOfMemory: not enough memory for the table.

    >>> from noughts.games.mnk import MNK
    >>> answer = solve(MNK(4, 3, 3))
    >>> print(answer, answer.certainty, [answer.game.name(move) for move in answer.moves])
    win in 7 proved ['b3', 'c3', 'b2', 'c2', 'b1', 'c1']
    >>> answer = solve(MNK(7, 7, 5), nodes=1_000)
    >>> print(answer.value, answer.moves_certainty)
    None unknown
    """
    position = game.start() if position is None else position
    solver = solver_for(
        game,
        nodes,
        seconds=seconds,
        memory=memory,
        threads=threads,
        progress=progress,
        unchecked=unchecked,
    )
    begun, inquiry = perf_counter(), PositionInquiry(game, position, solver)
    with suppress(SearchStopped), solver.shared_limit():
        for _ in inquiry.finding_best():
            pass
    return inquiry.answer(perf_counter() - begun)


def best_moves(game: Game[P], position: P) -> list[int]:
    """The moves of the best value: the fastest win, a draw, the longest defence.

    Raises:
        GameOver: there is no move.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> [game.name(move) for move in best_moves(game, game.parse("3/3/2x o")[0])]
    ['b2']
    """
    return solver_for(game).best_moves(position)
