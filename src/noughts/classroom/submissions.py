"""The submissions in a folder: each a Python file, or a folder with one."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from noughts.errors import NoSubmissions

# The most bytes of a submission, all files together.
MOST_BYTES = 20 * 2**20


class Submission(NamedTuple):
    """One submission.

    Args:
        name: the name of its file or folder.
        files: its files, by their paths within it.
        main: the file with the function; empty if there is a problem.
        problem: why it cannot be graded; empty if it can.
    """

    name: str
    files: dict[str, Path]
    main: str = ""
    problem: str = ""

    def contents(self) -> dict[str, bytes]:
        """Read all files, so that exactly the files in the digest are graded.

        Raises:
            OSError: a file cannot be read.
        """
        return {name: path.read_bytes() for name, path in self.files.items()}


def digest_of(contents: dict[str, bytes]) -> str:
    """A digest of files: it changes with any name or byte.

    >>> digest_of({"a.py": b"1"}) == digest_of({"a.py": b"2"})
    False
    """
    parts = (f"{name}\0{sha256(data).hexdigest()}" for name, data in sorted(contents.items()))
    return sha256("\0".join(parts).encode()).hexdigest()


def submissions_in(place: Path, main: str = "") -> list[Submission]:
    """The submissions in a folder, by name; or a single Python file.

    A single file includes the Python files beside it.

    Args:
        place: the folder, or the file.
        main: the name of the file with the function; empty if each folder has only one Python file.

    Raises:
        NoSubmissions: there is none.
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
    """The submission at a path, if it is one."""
    if _is_hidden(path):
        return
    if _is_python(path):
        yield _checked(Submission(path.name, {path.name: path}, path.name))
    elif path.is_dir() and not path.is_symlink():
        files = {
            inner.relative_to(path).as_posix(): inner
            for inner in sorted(path.rglob("*"))
            if _is_file(inner) and not any(map(_is_hidden, _within(inner, path)))
        }
        yield _checked(_with_main(Submission(path.name, files), main))


def _is_hidden(path: Path) -> bool:
    return path.name.startswith((".", "__pycache__", "__MACOSX"))


def _is_file(path: Path) -> bool:
    """Whether this is a regular file; a link may lead to another person's files."""
    return path.is_file() and not path.is_symlink()


def _is_python(path: Path) -> bool:
    return _is_file(path) and path.suffix.lower() == ".py"


def _within(path: Path, folder: Path) -> list[Path]:
    """The path and its parents within the folder."""
    return [path, *(parent for parent in path.parents if folder in parent.parents)]


def _with_main(submission: Submission, main: str) -> Submission:
    """The submission with the file of the function, or a problem."""
    if main:
        if main in submission.files:
            return submission._replace(main=main)
        return submission._replace(problem=f"There is no file {main}.")
    python = [name for name in submission.files if name.lower().endswith(".py") and "/" not in name]
    if len(python) == 1:
        return submission._replace(main=python[0])
    many = f"{len(python)} Python files ({', '.join(python)})" if python else "no Python file"
    return submission._replace(problem=f"The folder has {many}; use --file to choose one.")


def _checked(submission: Submission) -> Submission:
    """The submission, with a problem if it is too large."""
    size = sum(path.stat().st_size for path in submission.files.values())
    if size <= MOST_BYTES:
        return submission
    problem = f"Its files have {size:,} bytes; at most {MOST_BYTES:,} are graded."
    return submission._replace(files={}, main="", problem=problem)
