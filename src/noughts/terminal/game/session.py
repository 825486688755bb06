"""A session: game after game between the same two sides, independent of the user interface.

It has the state while people play, and prints nothing; `messages` has the texts. Other threads
find values and explanations (`analysis_cache`), and save the games.
"""

from collections import Counter
from collections.abc import Iterator, Set
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts import errors
from noughts.game import FIRST, SECOND, Game, play_legal
from noughts.games.registry import spec_of
from noughts.players.levels import LEVEL_NAMES, player_for
from noughts.players.match import Match
from noughts.players.player import (
    AsksSolvers,
    CountsNodes,
    GivesReasons,
    Player,
    close,
    keep_time,
    start,
)
from noughts.solving.driver import Progress
from noughts.terminal.game.analysis_cache import AnalysisCache, Spot
from noughts.terminal.game.names import Labels
from noughts.value import Certainty

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis
    from noughts.analysis.explain.text import Explanation
    from noughts.analysis.review import Review, ReviewedMove
    from noughts.records.history import History, KeptGame

# The most seconds to wait for unwritten moves.
WRITING_SECONDS = 10


class GameKeeper:
    """Writes the games of a session to the history; `failure` says why it cannot."""

    def __init__(self, number: int = 0) -> None:
        self.failure = ""
        self._number = [number]  # of the present game; the thread writes it
        self._last: KeptGame | None = None
        self._jobs: SimpleQueue[tuple[KeptGame | None, list[int]] | Event | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._history: History | None = None

    def keep(self, game: "KeptGame | None") -> None:
        """Write the present game; None deletes it."""
        if game != self._last:
            self._last = game
            if not self._thread:
                self._thread = Thread(target=self._work, daemon=True)
                self._thread.start()
            self._jobs.put((game, self._number))

    def next_game(self) -> None:
        self._last, self._number = None, [0]

    @property
    def has_kept(self) -> bool:
        """Whether this game is on disk; waits for unwritten moves."""
        self.flush()
        return self._last is not None and not self.failure

    def flush(self) -> None:
        if self._thread and self._thread.is_alive():
            written = Event()
            self._jobs.put(written)
            written.wait(WRITING_SECONDS)

    def close(self) -> None:
        """Write unwritten moves and close the history. Nothing is kept afterwards."""
        if self._thread:
            self._jobs.put(None)
            self._thread.join(WRITING_SECONDS)

    def _work(self) -> None:
        while job := self._jobs.get():
            if isinstance(job, Event):
                job.set()
            elif not self.failure:
                self._write(*job)
        if self._history:
            self._history.close()

    def _write(self, game: "KeptGame | None", number: list[int]) -> None:
        from noughts.records.history import open_history

        try:
            self._history = self._history or open_history()
            if game:
                number[:] = self._history.keep([game._replace(number=number[0])])
            else:
                self._history.delete(number)
        except errors.NoughtsError as error:
            self.failure = f"Your games are not kept. {error}"


# The sides that people play, by the value of `--side`.
SIDES = {"x": {FIRST}, "o": {SECOND}, "both": {FIRST, SECOND}, "none": set[int]()}
LEVELS = (*LEVEL_NAMES, "random")


class MoveNotes(NamedTuple):
    """The notes of the computer's player on its move."""

    certainty: Certainty = Certainty.PROVED  # see `AsksSolvers.certainty`
    nodes: int | None = None  # the positions visited; None if not counted
    reason: str = ""


class Beginning(NamedTuple):
    position: Any = None
    turn: int = FIRST
    moves: tuple[int, ...] = ()


class Session:
    """Games between people and the computer, one after the other.

    Args:
        game: the rules.
        people: the sides that people play; the computer plays the others.
        level: how the computer plays: the name of any opponent that `player_of` knows.
        seed: settles every choice of the computer; None settles them anew each time.
        numpad: the digits of a 3×3 board lie as on a numeric keypad.
        seconds: how long the computer may think about a move; None for no limit of time.
        points: values are margins, and the level `perfect` plays for points.

    Raises:
        UnknownPlayer, UnsuitedGame: the opponent is unknown, or does not play this game; or the
            game counts no points, and they are wanted.
        PlayerError: the opponent cannot be started.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> session = Session(TicTacToe(), people=SIDES["both"])
    >>> for digit in "15263":
    ...     session.play(session.labels.read(digit))
    >>> session.match.result, session.score["X"]
    ('X wins', 1)
    """

    def __init__(  # noqa: PLR0913  # as many as `noughts play` has options
        self,
        game: Game[Any],
        people: Set[int] = frozenset({FIRST}),
        level: str = "perfect",
        seed: int | None = None,
        numpad: bool = False,
        seconds: float | None = None,
        points: bool = False,
    ) -> None:
        if points and not game.counts_points:
            raise errors.UnsuitedGame(f"{spec_of(game)} counts no points: leave out --points.")
        self.game = game
        self.beginning = Beginning()
        self.people = people
        self.labels = Labels(game, numpad)
        self.level = level
        self._seed = seed
        self._numpad, self._seconds = numpad, seconds
        self.knowing = AnalysisCache(game, seconds, points)
        self._computers = self._make_computers(level)
        self._finished: Counter[str] = Counter()
        self._notes: dict[tuple[Any, int], MoveNotes] = {}  # by position and move
        self.keeper: GameKeeper | None = None
        self.match = self._new_match()

    # Players.

    @property
    def alone(self) -> bool:
        return len(self.people) == 1

    @property
    def has_computer(self) -> bool:
        return len(self.people) < 2

    @property
    def computer_to_move(self) -> bool:
        return not self.match.over and self.match.player is not None

    def owner(self, turn: int) -> str:
        """The owner of a side: "you" or "computer" if these two play, otherwise its mark."""
        if self.alone:
            return "you" if turn in self.people else "computer"
        return self.game.marks[turn]

    @property
    def notes(self) -> MoveNotes:
        match = self.match
        # With alternate turns, it is one of the last two moves; otherwise it can be any.
        most = min(2, match.ply) if self.game.alternates else match.ply
        for plies in range(1, most + 1):
            if match.turns[-1 - plies] not in self.people:
                return self._notes_on(plies)
        return MoveNotes()

    def _notes_on(self, plies: int) -> MoveNotes:
        """The notes on the move `plies` plies ago."""
        match = self.match
        played = match.positions[-1 - plies], match.moves[-plies]
        return self._notes.get(played, MoveNotes())

    @property
    def opponent(self) -> str:
        return self._computers[0].name

    def set_level(self, level: str) -> None:
        computers = self._make_computers(level)
        self.close()
        self.level, self._computers = level, computers
        self.match.players = self._players()

    def next_level(self) -> str:
        known = LEVELS.index(self.level) if self.level in LEVELS else -1
        return LEVELS[(known + 1) % len(LEVELS)]

    def of_game(self, game: Game[Any]) -> "Session":
        """A session of another game between the same players, kept as this one is."""
        points = self.knowing.points and game.counts_points
        rest = self._seed, self._numpad, self._seconds
        other = Session(game, self.people, self.level, *rest, points)
        other.keeper = self.keeper and GameKeeper()
        return other

    def close(self) -> None:
        for computer in self._computers:
            close(computer)

    def _make_computers(self, level: str) -> tuple[Player, Player]:
        """Two independent players, in case they play each other."""
        second = None if self._seed is None else self._seed + 1
        level = "points" if self.knowing.points and level == "perfect" else level
        first = player_for(self.game, level, self._seed)
        computers = first, player_for(self.game, level, second)
        for computer in computers:
            keep_time(computer, self.knowing.solvers, self._seconds)
        if self.has_computer:
            start(first)
        return computers

    def _players(self) -> tuple[Player | None, Player | None]:
        """The player of each side; against a person always the same computer."""
        first, second = self._computers
        return (
            None if FIRST in self.people else first,
            None if SECOND in self.people else (first if self.alone else second),
        )

    def _new_match(self) -> Match[Any]:
        position, turn, moves = self.beginning
        match = Match(self.game, *self._players(), start=position, turn=turn)
        for move in moves:
            match.play(move)
        return match

    # Playing.

    def read(self, text: str) -> int:
        """The move of a typed text. The destination suffices if one legal move leads there."""
        match = self.match
        move = self.labels.read(text, match.position)
        if move in match.legal_moves:
            return move
        name = self.game.name(move)
        meant = [one for cell in match.board.cells if cell.name == name for one in cell.moves]
        if len(meant) > 1:
            raise errors.UnreadableMove(
                f"Several moves lead to {self.labels.of(move)}: "
                f"choose from {self.labels.list(meant)}."
            )
        return meant[0] if meant else move

    def play(self, move: int) -> None:
        with self._named_as_on_the_board(move):
            self.match.play(move)

    def require_legal(self, move: int) -> None:
        with self._named_as_on_the_board(move):
            play_legal(self.game, self.match.position, move)

    @contextmanager
    def _named_as_on_the_board(self, move: int) -> Iterator[None]:
        try:
            yield
        except errors.MoveError as error:
            reason = self.labels.explain_illegal(self.match.position, move, error)
            raise type(error)(reason) from None

    @property
    def can_hurry(self) -> bool:
        return not self.match.over and isinstance(self.match.player, AsksSolvers)

    def hurry(self) -> None:
        self.knowing.stop()

    def choose(self, progress: "Progress | None" = None) -> int:
        """The computer's move, which may take seconds to find."""
        player, position = self.match.player, self.match.position
        if player is None:
            raise errors.MatchError("It is not the computer's turn.")
        with self.knowing.thinking(progress):
            move, notes = player.choose(self.game, position), MoveNotes()
            if isinstance(player, AsksSolvers):
                notes = notes._replace(certainty=player.certainty)
            if isinstance(player, CountsNodes):
                notes = notes._replace(nodes=player.nodes)
            if isinstance(player, GivesReasons):
                notes = notes._replace(reason=player.reason(self.game, position, move))
            self._notes[position, move] = notes
        return move

    def undo(self) -> list[int]:
        """Take back moves until it is a person's turn; return them, the last one first."""
        turns, ply = self.match.turns, self.match.ply
        for plies in range(1, ply + 1):
            if turns[-1 - plies] in self.people:
                taken = self.match.moves[ply - plies :]
                self.match.undo(plies)
                return list(reversed(taken))
        raise errors.MatchError("You have no move to undo.")

    def redo(self) -> list[int]:
        """Play undone moves again until it is a person's turn; return them."""
        ply = self.match.ply
        self.match.redo()
        while self.match.can_redo and self.match.turn not in self.people:
            self.match.redo()
        return list(self.match.moves[ply:])

    # Game after game.

    def begin_at(self, beginning: Beginning) -> None:
        """Start this game and each later one there."""
        self.beginning = beginning
        self.match = self._new_match()
        if self.match.over:
            raise errors.MatchError(
                f"The game is over there ({self.match.result}): nothing to play."
            )

    def new(self) -> None:
        """Begin another game. An unfinished game does not count."""
        self._finished = self.score
        self.match = self._new_match()
        if self.keeper:
            self.keeper.next_game()

    def keep(self) -> None:
        """Save the current game in another thread; without moves, it is not kept."""
        moved = self.match.ply > len(self.beginning.moves)
        if self.keeper:
            self.keeper.keep(self.kept() if moved else None)

    def kept(self) -> "KeptGame":
        from noughts.records.history import RESULTS, KeptGame

        game, match, beginning = self.game, self.match, self.beginning
        at_start = beginning.position in (None, game.start())
        return KeptGame(
            game=spec_of(game),
            side=next(name for name, people in SIDES.items() if people == self.people),
            level=self.level if self.has_computer else "",
            moves=tuple(map(game.name, match.moves)),
            result=RESULTS[match.winner] if match.over else "",
            position="" if at_start else game.text(beginning.position, beginning.turn),
            turn=beginning.turn,
        )

    @property
    def can_be_resumed(self) -> bool:
        return not self.match.over and self.keeper is not None and self.keeper.has_kept

    def swap(self) -> None:
        if not self.alone:
            who = "People play" if self.people else "The computer plays"
            raise errors.MatchError(f"{who} both sides, so there is nothing to swap.")
        self.new()
        self.people = {FIRST, SECOND} - self.people
        self.match.players = self._players()

    @property
    def score(self) -> Counter[str]:
        """The games won by each owner, and "draws"; the current game included."""
        score = Counter(self._finished)
        if self.match.over:
            winner = self.match.winner
            score["draws" if winner is None else self.owner(winner)] += 1
        return score

    # Values and reasons.

    @property
    def spots(self) -> list[Spot]:
        """Every position so far, with the side to move; the last one is the current one."""
        return list(zip(self.match.positions, self.match.turns, strict=True))

    def analysis(self) -> "Analysis":
        """The values of the position and of its moves, which may take seconds to compute."""
        return self.knowing.analysis(self.spots[-1])

    def explanation(self) -> "Explanation":
        return self.knowing.explanation(self.spots[-1])

    def last_move(self) -> "ReviewedMove":
        from noughts.analysis.review import judged

        if not self.match.ply:
            raise errors.MatchError("No move has been played yet.")
        before = self.knowing.explanation(self.spots[-2])
        return judged(before, self.match.moves[-1], self.match.ply)

    def own_reason(self) -> str:
        """The computer's own reason for the last move; empty if it gives none."""
        own = self.match.ply and self.match.turns[-2] not in self.people
        return self._notes_on(1).reason if own else ""

    def review(self) -> "Review":
        from noughts.analysis.review import Review, judged

        if not self.match.ply:
            raise errors.MatchError("No move has been played yet, so there is nothing to review.")
        *before, last = map(self.knowing.explanation, self.spots)
        played = enumerate(zip(before, self.match.moves, strict=True), start=1)
        moves = tuple(judged(explanation, move, ply) for ply, (explanation, move) in played)
        return Review(self.game, moves, last)

    @property
    def learner(self) -> int | None:
        """The side whose mistakes to retry; None for both."""
        return next(iter(self.people)) if self.alone else None
