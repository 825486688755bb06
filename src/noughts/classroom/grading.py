"""Grade submissions: audit each function in a confined process, and award points."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from noughts.classroom.audit import audit
from noughts.classroom.findings import Audit, AuditVerdict, Terms
from noughts.classroom.rubric import Mark, Rubric, marks_for, marks_without
from noughts.classroom.words import SIDE_VERDICTS, bug_text, verdict_text
from noughts.errors import NoSubmissions, OutOfTime, ProgramError
from noughts.game import Game, P
from noughts.games import user_files
from noughts.games.registry import spec_of
from noughts.players.function import Confinement, FunctionPlayer, library
from noughts.sandbox.process import LAST_END, SECONDS_TO_START
from noughts.sandbox.worker import REFUSED
from noughts.solving.solver import ExactSolver

# The most bytes of a submission, all files together.
MOST_BYTES = 20 * 2**20
# The modules that a file imports: its neighbours among them are helpers.
IMPORTED = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)


class Submission(NamedTuple):
    name: str  # the name of its file or folder
    files: dict[str, Path]  # its files, by their paths within it
    main: str = ""  # the file with the function; empty if there is a problem
    problem: str = ""  # why it cannot be graded; empty if it can

    def contents(self) -> dict[str, bytes]:
        """Read all files, so that exactly the files in the digest are graded."""
        return {name: path.read_bytes() for name, path in self.files.items()}


def digest_of(contents: dict[str, bytes]) -> str:
    """A digest of files: it changes with any name or byte."""
    parts = (f"{name}\0{sha256(data).hexdigest()}" for name, data in sorted(contents.items()))
    return sha256("\0".join(parts).encode()).hexdigest()


def submissions_in(place: Path, main: str = "") -> list[Submission]:
    """The submissions in a folder, by name; or a single Python file, with those beside it.

    `main` is the file with the function; empty if each folder has only one Python file. Raises
    NoSubmissions.
    """
    if place.is_file() and place.suffix.lower() == ".py":
        beside = {path.name: path for path in place.absolute().parent.iterdir() if _is_python(path)}
        return [_checked(Submission(place.name, beside, place.name))]
    if not place.is_dir():
        raise NoSubmissions(f"{place} is neither a folder nor a Python file.")
    found = [one for path in sorted(place.iterdir()) for one in _at(path, main)]
    if not found:
        raise NoSubmissions(
            f"{place} has no submissions: put a Python file or a folder there for each."
        )
    return found


def _at(path: Path, main: str) -> Iterator[Submission]:
    if _is_hidden(path.name):
        return
    if _is_python(path):
        yield _checked(Submission(path.name, {path.name: path}, path.name))
    elif path.is_dir() and not path.is_symlink():
        files = {
            inner.relative_to(path).as_posix(): inner
            for inner in sorted(path.rglob("*"))
            if _is_file(inner) and not any(map(_is_hidden, inner.relative_to(path).parts))
        }
        found = _checked(Submission(path.name, files))
        yield found if found.problem else _with_main(found, main)


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "__pycache__", "__MACOSX"))


def _is_file(path: Path) -> bool:
    """Whether this is a regular file; a link may lead to another person's files."""
    return path.is_file() and not path.is_symlink()


def _is_python(path: Path) -> bool:
    return _is_file(path) and path.suffix.lower() == ".py"


def _with_main(submission: Submission, main: str) -> Submission:
    if main:
        if main in submission.files:
            return submission._replace(main=main)
        return submission._replace(problem=f"There is no file {main}.")
    python = [name for name in submission.files if name.lower().endswith(".py") and "/" not in name]
    helpers = {
        f"{module}.py"
        for name in python
        for module in _imported(submission.files[name])
        if f"{module}.py" != name
    }
    mains = [name for name in python if name not in helpers] or python
    if len(mains) == 1:
        return submission._replace(main=mains[0])
    many = f"{len(python)} Python files ({', '.join(python)})" if python else "no Python file"
    return submission._replace(problem=f"The folder has {many}; use --file to choose one.")


def _imported(path: Path) -> list[str]:
    """The modules that a file imports; none if it cannot be read, which is reported later."""
    try:
        return IMPORTED.findall(path.read_text("utf-8", "replace"))
    except OSError:
        return []


def _checked(submission: Submission) -> Submission:
    """The submission, with a problem if it is too large."""
    size = sum(path.stat().st_size for path in submission.files.values())
    if size <= MOST_BYTES:
        return submission
    problem = f"Its files have {size:,} bytes; at most {MOST_BYTES:,} are graded."
    return submission._replace(files={}, main="", problem=problem)


# Put into each submission's folder: a submission must be the student's own player.
DECOY = f"""import sys
why = "noughts cannot be imported in a submission"
sys.audit({REFUSED!r}, why)
raise ImportError(why)
""".encode()


class Assignment(NamedTuple):
    """The requirements for every submission."""

    game: Game[Any]
    function: str
    rubric: Rubric
    terms: Terms
    nodes: int
    limits: "SubmissionLimits"
    version: str = ""  # of noughts, Python and the rules (`edition`)
    shape: str = ""  # the form of boards and moves; found for each function if empty

    def key(self, contents: dict[str, bytes], main: str) -> str:
        settings = [self.version, spec_of(self.game), self.function, self.rubric, self.terms]
        parts = [*settings, self.nodes, self.limits, self.shape, main, digest_of(contents)]
        return sha256(json.dumps(parts).encode()).hexdigest()


def edition(game: Game[Any]) -> str:
    """A digest of noughts, Python and, unless they are too many, the files of the rules."""
    ours = Path(__file__).parents[1].rglob("*.py")
    files = [*ours, *user_files.files_of(spec_of(game))]
    if sum(path.stat().st_size for path in files) > MOST_BYTES:
        return token_hex()
    return f"{sys.version} {digest_of({str(path): path.read_bytes() for path in files})}"


class SubmissionLimits(NamedTuple):
    """The most time and memory of a submission."""

    seconds: float  # for one move
    total: float  # seconds for all moves together, and for loading
    memory: int  # mebibytes for each process


class Graded(NamedTuple):
    """A submission and its points."""

    name: str  # the submission
    key: str  # the digest of what was graded; equal keys earn equal points
    verdict: str  # the verdict of its audit; empty if it could not be audited
    text: str  # the verdict in a sentence, or why there is none
    marks: tuple[Mark, ...]  # the points for each item

    @property
    def verdict_words(self) -> str:
        return SIDE_VERDICTS[AuditVerdict(self.verdict)] if self.verdict else self.text

    @property
    def points(self) -> float:
        return sum(mark.points for mark in self.marks)

    @property
    def of(self) -> float:
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


def grade_submission(
    submission: Submission,
    contents: dict[str, bytes],
    assignment: Assignment,
    solver: ExactSolver[Any],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Graded, Audit | None]:
    """Grade a submission; return its audit, too, if it could be called."""
    key = assignment.key(contents, submission.main)
    problem, found = submission.problem, None
    if not problem:
        try:
            taken, found = _audited(submission, contents, assignment, solver, progress)
        except ProgramError as error:
            problem = str(error)
    if found is None:
        marks = marks_without(assignment.rubric, problem)
        return Graded(submission.name, key, "", problem, marks), None
    marks = marks_for(found, assignment.rubric)
    parts = [verdict_text(found), bug_text(found), f"It was {taken}." if taken else ""]
    text = " ".join(part for part in parts if part)
    return Graded(submission.name, key, str(found.verdict), text, marks), found


def _audited(
    submission: Submission,
    contents: dict[str, bytes],
    assignment: Assignment,
    solver: ExactSolver[Any],
    progress: Callable[[int, int], None],
) -> tuple[str, Audit]:
    """The shape and the audit of a copy of the submission, in a folder deleted afterwards."""
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
            Confinement(folder, int(limits.total) + 1, limits.memory, library(noughts=False)),
        )
        player.name, player.total, player.processor = submission.name, limits.total, True
        with player:
            player.start()
            return player.taken_as(assignment.game, assignment.shape), audit(
                assignment.game, player, assignment.terms, solver=solver, progress=progress
            )
