"""Games in files of their own: `path/to/mygame.py:Kayles`, not installed, found by path.

Parameters follow the class as they follow a name: `mygame.py:Kayles:5`. A file with one
game in it needs no class: `mygame.py`, `mygame.py:5`.

The file becomes a module of this one, whose name spells out the path. So a game from a
file can be pickled and read back in another process, and its compiled form is found on
disk again: all they need is the name. It is read anew when it has changed.

It may import the files beside it, as a program may. They become modules of the same kind, so
that files of one name in two folders are two modules, and nobody else can import them.
"""

import builtins
import marshal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import FrozenInstanceError
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import MAGIC_NUMBER, spec_from_file_location
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import CodeType, ModuleType
from typing import Any, TypeVar, cast

from noughts.errors import BadGameFile, BadParameters, NotAGame, NoughtsError, UnknownGame
from noughts.files import cache_folder, plugins, read_sealed, write_sealed
from noughts.game import NEEDED_RULES, Game
from noughts.games.spec import is_file, make_game, parameter_defaults, parameters_text, parts

Answer = TypeVar("Answer")

PREFIX = f"{__name__}.file_"
PACKAGE = "__init__.py"
# The most texts whose code is kept in the cache.
MOST_FILES = 200
# What a file beside a game cannot stand for.
NEVER_BESIDE = {*sys.stdlib_module_names, "noughts"}


def find_own(spec: str) -> Game[Any]:
    """The game of `path/to/file.py`, `file.py:Class` or `file.py:Class:parameters`.

    Raises:
        UnknownGame: there is no such file, or no such class in it.
        BadGameFile: the file is not Python, or fails when it is run.
        NotAGame: the class is not a game, or lacks a part of one.
        BadParameters: the game cannot have these parameters.
    """
    path, name, given = parts(spec)
    module = load_module(path)
    cls = _class(module, path, name)
    game = _asked(path, BadParameters, cls.__name__, lambda: make_game(cls, cls.__name__, given))
    _asked(path, NotAGame, f"{cls.__name__}.start()", game.start)
    bits: object = _asked(path, NotAGame, f"{cls.__name__}.field_bits", lambda: game.field_bits)
    if not isinstance(bits, int):
        raise NotAGame(
            f"{cls.__name__}.field_bits in {path} is {bits!r}; it is a whole number: for a set of "
            "cells bits_for(cells), from noughts.bits."
        )
    return game


def files_of(spec: str) -> list[Path]:
    """The file of a game and what its rules may read: files and packages beside it."""
    return files_beside(parts(spec)[0]) if is_file(spec) else []


def files_beside(path: Path, kind: str = "*") -> list[Path]:
    """The files in the folder of a file, and in the packages there."""
    packages = [one.parent for one in path.parent.glob("[!.]*/__init__.py")]
    found = {*path.parent.glob(kind)}.union(*(package.rglob("*.py") for package in packages))
    return sorted(one for one in found if one.is_file() and not one.name.startswith("."))


def spec_of_own(game: Game[Any]) -> str:
    """The text that finds the game again; only its class's name if no file can be named."""
    cls = type(game)
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if file is None or not file.lower().endswith(".py") or cls.__qualname__ != cls.__name__:
        return cls.__name__
    defaults = parameter_defaults(cls)
    usual = all(getattr(game, name) == default for name, default in defaults.items())
    given = "" if usual else parameters_text(game)
    return f"{Path(file).resolve()}:{cls.__name__}" + (f":{given}" if given else "")


def load_module(path: Path) -> ModuleType:
    """The module of the file, read anew if it has changed."""
    try:
        path.read_bytes()
    except OSError as error:
        raise UnknownGame(f"{path} cannot be read: {error.strerror or error}.") from None
    try:
        module = import_module(_up_to_date(path))
    except SyntaxError as error:
        there = error.filename in (None, str(path))
        where = f"line {error.lineno}" if there and error.lineno else error.filename
        why = f"{where}: {error.msg}" if where else error.msg
        raise BadGameFile(f"{path} is not Python: {why}.") from None
    except (Exception, SystemExit) as error:  # a stranger's code may raise anything
        raise BadGameFile(f"{path} fails when run: {_in_words(error, path)}.") from error
    return module


def _up_to_date(path: Path) -> str:
    name = PREFIX + str(path).encode().hex()
    tree: set[str] = set()
    _add_tree(name, tree)
    if not all(sys.modules[each].__loader__.is_current() for each in tree):  # type: ignore[union-attr]
        for each in tree:
            del sys.modules[each]
    return name


def _add_tree(name: str, tree: set[str]) -> None:
    """Add a module, its parts, and all that they import; of these, the files that are games'."""
    for each in [each for each in [*_names] if f"{each}.".startswith(f"{name}.")]:
        if each in sys.modules and each not in tree:
            tree.add(each)
            loader: Any = sys.modules[each].__loader__
            for other in loader.imported:
                _add_tree(other, tree)


# The modules of files that were loaded: there may be thousands of others.
_names: set[str] = set()


class Source(SourceFileLoader):
    """Writes no `.pyc` into a stranger's folder; the code of a text is in noughts' own cache."""

    #: The file's text when it was read.
    source = b""

    def __init__(self, fullname: str, path: str) -> None:
        super().__init__(fullname, path)
        _names.add(fullname)
        #: The modules of the files beside it that it has imported, by name.
        self.imported: dict[str, ModuleType] = {}
        depth = fullname.removeprefix(PREFIX).count(".") + (Path(path).name == PACKAGE)
        self._folder = Path(path).parents[depth]

    def is_current(self) -> bool:
        """Whether the file has the text that was read, and has imported what others import now."""
        if any(sys.modules.get(name) is not module for name, module in self.imported.items()):
            return False
        try:
            return bool(self.get_data(self.path) == self.source)
        except OSError:
            return False

    def exec_module(self, module: ModuleType) -> None:
        """Run the file, whose `import` finds the files beside it."""
        sys.meta_path.remove(_finder)
        sys.meta_path.insert(0, _finder)  # Python's own would find the parts of a package
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": self._import}
        super().exec_module(module)

    def _import(
        self, name: str, names: Any = None, local: Any = None, asked: Any = (), level: int = 0
    ) -> Any:
        """Python's `__import__`, which looks first for a file in the folder."""
        top, dot, rest = name.partition(".")
        path = None if level or top in NEVER_BESIDE else _beside(self._folder, top)
        if path is None:
            return builtins.__import__(name, names, local, asked, level)
        own = _up_to_date(path)
        module, inner = import_module(own), import_module(f"{own}{dot}{rest}")
        self.imported[own] = module
        if not asked:
            return module
        return builtins.__import__(inner.__name__, None, None, asked)

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file's text, never that of a `.pyc` beside it."""
        from hashlib import sha256  # it loads OpenSSL

        path = self.get_filename(fullname)
        self.source = self.get_data(path)
        known_by = [MAGIC_NUMBER, bytes([sys.flags.optimize]), path.encode(), b"\0", self.source]
        kept = cache_folder() / "files" / sha256(b"".join(known_by)).hexdigest()[:32]
        if (content := read_sealed(kept)) is not None:
            return cast(CodeType, marshal.loads(content))
        code = self.source_to_code(self.source, path)
        write_sealed(kept, marshal.dumps(code), MOST_FILES)
        return code


class Finder(MetaPathFinder):
    """Finds the file of a module whose name spells out a path."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(PREFIX):
            return None
        first, _, last = fullname.removeprefix(PREFIX).rpartition(".")
        found = _beside(Path(*path or ()), last) if first else bytes.fromhex(last).decode()
        if found is None:
            return None
        return spec_from_file_location(fullname, found, loader=Source(fullname, str(found)))


def _beside(folder: Path, name: str) -> Path | None:
    files = (folder / f"{name}.py", folder / name / PACKAGE)
    return next((file for file in files if file.is_file()), None)


class Folders(list[str]):
    """The search path of this module's submodules: empty, since `Finder` finds them.

    Python iterates over them when it imports such a module, for example to unpickle a game in a
    process that has read no file yet. Only then is the finder installed.
    """

    def __iter__(self) -> Iterator[str]:
        if _finder not in sys.meta_path:
            sys.meta_path.append(_finder)
        return super().__iter__()


_finder = Finder()
# Python treats a module with a `__path__` as a package, which can have submodules.
__path__ = Folders()


def _class(module: ModuleType, path: Path, name: str) -> type[Game[Any]]:
    cls = _named(module, path, name) if name else _only(module, path)
    lacking = [f"{method}()" for method in NEEDED_RULES if method in cls.__abstractmethods__]
    if lacking:
        raise NotAGame(f"{cls.__name__} in {path} lacks {_listed(lacking)}; every game needs it.")
    return cls


def games_in(module: ModuleType) -> dict[str, type[Game[Any]]]:
    """The games that the file defines, by the names of their classes."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if _is_game(thing) and thing.__module__ == module.__name__ and not name.startswith("_")
    }


def _is_game(thing: object) -> bool:
    """Whether it is a subclass of Game; as a protocol, Game does not answer that itself."""
    return isinstance(thing, type) and Game in thing.__mro__[1:]


def _named(module: ModuleType, path: Path, name: str) -> type[Game[Any]]:
    thing = getattr(module, name, None)
    if thing is None:
        raise UnknownGame(f"{path} has no class {name!r}; {_there_are(module)}")
    if not _is_game(thing):
        raise NotAGame(
            f"{name} in {path} is not a game: make it a subclass, class {name}(Game[...]), with "
            f"Game from noughts; {_there_are(module)}"
        )
    return thing  # type: ignore[no-any-return]


def _only(module: ModuleType, path: Path) -> type[Game[Any]]:
    games = games_in(module)
    if len(games) != 1:
        which = f" Name one, as in {path.name}:{next(iter(games))}." if games else ""
        raise UnknownGame(f"{path} has no single game; {_there_are(module)}{which}")
    return next(iter(games.values()))


def _there_are(module: ModuleType) -> str:
    games = list(games_in(module))
    return f"it has {_listed(games)}." if games else "there is no subclass of noughts.Game in it."


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _asked(path: Path, wrong: type[NoughtsError], what: str, ask: Callable[[], Answer]) -> Answer:
    """The result of the file's code; its errors become one of ours."""
    try:
        return ask()
    except NoughtsError:
        raise
    except (Exception, SystemExit) as error:  # a stranger's code may raise anything
        raise wrong(f"{what} in {path} fails: {_in_words(error, path)}.") from error


def blame(error: BaseException) -> str:
    """The error in a sentence, blamed on the game file or package that raised it; or nothing.

    Where rules contradict themselves, the error comes from noughts: then all files are named.
    """
    if isinstance(error, NoughtsError):
        return str(error)
    files = _files_of_games()
    if found := _frames(error, files):
        path = Path(found[-1].filename)
        return f"{found[-1].name}() in {path} fails: {_in_words(error, path)}."
    if not files:
        return ""
    told = " or ".join(sorted(files))
    return (
        f"noughts fails on these rules, which seem to contradict themselves: noughts check {told}. "
        f"({_in_words(error, Path())}; -v shows the traceback.)"
    )


def running(error: BaseException | None) -> str:
    """The user's function that was interrupted; empty if it was none."""
    found = _frames(error, _files_of_games())
    return f"{found[-1].name}(), line {found[-1].lineno} of {found[-1].filename}" if found else ""


def _frames(error: BaseException | None, files: set[str]) -> list[FrameSummary]:
    """The calls of games' files, or of packages', that led to an error."""
    theirs = files | _files_of_packages()
    frames = extract_tb(error.__traceback__ if error else None)
    return [frame for frame in frames if frame.filename in theirs]


def _files_of_games() -> set[str]:
    own = [name.removeprefix(PREFIX) for name in sys.modules if name.startswith(PREFIX)]
    return {bytes.fromhex(name).decode() for name in own if "." not in name}


def _files_of_packages() -> set[str]:
    """The files loaded of packages that offer games, players or commands."""
    points = [one for kind in ("games", "players", "commands") for one in plugins(kind).values()]
    packages = {point.module.partition(".")[0] for point in points}
    loaded = [each for name, each in sys.modules.items() if name.partition(".")[0] in packages]
    return {str(vars(each).get("__file__")) for each in loaded}


def _in_words(error: BaseException, path: Path) -> str:
    lines = [
        frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(path)
    ]
    where = f"line {lines[-1]}: " if lines else ""
    if isinstance(error, FrozenInstanceError):
        instead = "write its parameters in the class, as size: int = 3, without __init__"
        return f"{where}{error}, since a game never changes; {instead}"
    said = str(error).rstrip(".")
    return f"{where}{type(error).__name__}: {said}" if said else where + type(error).__name__
