"""Grade a submission: audit its function in a confined process, and award points."""

import json
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from noughts.classroom.audit import audit
from noughts.classroom.findings import Audit, Terms, Verdict
from noughts.classroom.marks import Mark, marks_of, marks_without
from noughts.classroom.rubric import Rubric
from noughts.classroom.submissions import MOST_BYTES, Submission, digest_of
from noughts.classroom.words import SIDE_VERDICTS, verdict_text
from noughts.errors import OutOfTime, ProgramError
from noughts.game import Game, P
from noughts.games import user_files
from noughts.games.registry import spec_of
from noughts.players.function import Confinement, FunctionPlayer
from noughts.sandbox.process import LAST_END, SECONDS_TO_START
from noughts.solving.exact_solver import ExactSolver

# Put into each submission's folder: a submission must be the student's own player.
DECOY = b'raise ImportError("noughts cannot be imported in a submission")\n'


class Assignment(NamedTuple):
    """The requirements for every submission.

    Args:
        game: the rules.
        function: the function's name.
        rubric: the points for each item.
        terms: how the function is called.
        nodes: the most nodes of the solver in a position.
        limits: the most time and memory of a submission.
        version: versions of noughts, Python and the rules (`edition`).
    """

    game: Game[Any]
    function: str
    rubric: Rubric
    terms: Terms
    nodes: int
    limits: "Limits"
    version: str = ""

    def key(self, contents: dict[str, bytes], main: str) -> str:
        """A digest of everything that affects a submission's points."""
        settings = [self.version, spec_of(self.game), self.function, self.rubric, self.terms]
        parts = [*settings, self.nodes, self.limits, main, digest_of(contents)]
        return sha256(json.dumps(parts).encode()).hexdigest()


def edition(game: Game[Any]) -> str:
    """A digest of noughts, Python and the files of the rules; of nothing else if they are too many.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> edition(TicTacToe()) == edition(TicTacToe())
    True
    """
    ours = Path(__file__).parents[1].rglob("*.py")
    files = [*ours, *user_files.files_of(spec_of(game))]
    if sum(path.stat().st_size for path in files) > MOST_BYTES:
        return token_hex()
    return f"{sys.version} {digest_of({str(path): path.read_bytes() for path in files})}"


class Limits(NamedTuple):
    """The most time and memory of a submission.

    Args:
        seconds: for one move.
        total: seconds for all moves together, and for loading.
        memory: mebibytes for each process.
    """

    seconds: float
    total: float
    memory: int


class Graded(NamedTuple):
    """A submission and its points.

    Args:
        name: the submission.
        key: the digest of what was graded; equal keys earn equal points.
        verdict: the verdict of its audit; empty if it could not be audited.
        text: the verdict in a sentence, or why there is none.
        marks: the points for each item.
    """

    name: str
    key: str
    verdict: str
    text: str
    marks: tuple[Mark, ...]

    @property
    def verdict_words(self) -> str:
        """The verdict in a few words, or why there is none."""
        return SIDE_VERDICTS[Verdict(self.verdict)] if self.verdict else self.text

    @property
    def points(self) -> float:
        """The points earned."""
        return sum(mark.points for mark in self.marks)

    @property
    def of(self) -> float:
        """The points that can be earned."""
        return sum(mark.of for mark in self.marks)


class Patient(FunctionPlayer):
    """A function player with a limit on its total processor time."""

    _passed = 0.0

    def choose(self, game: Game[P], position: P) -> int:
        """The function's move, unless its time is used up."""
        allowed, patience, began = self.seconds, self.patience, monotonic()
        if (left := self._left()) <= 0:
            raise OutOfTime(f"{self.name} has used up its time for all moves.")
        self.seconds = min(allowed, left)
        self.patience = min(patience, left / self.seconds)
        try:
            return super().choose(game, position)
        finally:
            self.seconds, self.patience = allowed, patience
            self._passed += monotonic() - began

    def _left(self) -> float:
        """The seconds left; processor time is read only if the clock alone does not decide."""
        left = self.total - self._passed
        if left > self.seconds * self.patience:
            return left
        return min(self.total - self.used, LAST_END * self.total - self._passed)


def grade(
    submission: Submission,
    contents: dict[str, bytes],
    assignment: Assignment,
    solver: ExactSolver[Any],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Graded, Audit | None]:
    """Grade a submission; return its audit, too, if it could be called.

    Args:
        submission: the submission.
        contents: its files.
        assignment: the requirements.
        solver: a solver of the game.
        progress: called after every answer; an error in it ends the audit.
    """
    key = assignment.key(contents, submission.main)
    problem, found = submission.problem, None
    if not problem:
        try:
            found = _audited(submission, contents, assignment, solver, progress)
        except ProgramError as error:
            problem = str(error)
    if found is None:
        marks = marks_without(assignment.rubric, problem)
        return Graded(submission.name, key, "", problem, marks), None
    marks = marks_of(found, assignment.rubric)
    return Graded(submission.name, key, str(found.verdict), verdict_text(found), marks), found


def _audited(
    submission: Submission,
    contents: dict[str, bytes],
    assignment: Assignment,
    solver: ExactSolver[Any],
    progress: Callable[[int, int], None],
) -> Audit:
    """The audit of a copy of the submission, in a folder that is deleted afterwards.

    Raises:
        ProgramError: its file does not load, or lacks the function.
    """
    limits = assignment.limits
    with TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as place:
        folder = Path(place).resolve()
        for name, data in {"noughts.py": DECOY, **contents}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        player = Patient(
            f"{folder / submission.main}:{assignment.function}",
            limits.seconds,
            min(SECONDS_TO_START, limits.total),
            Confinement(folder, int(limits.total) + 1, limits.memory),
        )
        player.name, player.total, player.processor = submission.name, limits.total, True
        with player:
            player.start()
            return audit(
                assignment.game, player, assignment.terms, solver=solver, progress=progress
            )
