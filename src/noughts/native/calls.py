"""Calls of compiled code, which is loaded from disk or compiled when it is first needed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from functools import cache, lru_cache, wraps
from inspect import signature
from pathlib import Path
from random import Random
from threading import RLock
from types import FunctionType
from typing import Any
from warnings import warn

from noughts import reading, source
from noughts.errors import MistakenlyCompiled, NotCompilable, NoughtsError, TooDeep
from noughts.game import P
from noughts.knowledge import AnyGame, Knowledge, is_own_game, knowledge_of, rules_behind
from noughts.native.beside import Job, alone
from noughts.native.clock import CLOCK
from noughts.native.object_code import Call, Kind, Loaded, ObjectCode, code_file, kept, kind_of
from noughts.search.depth import ROOM, in_large_stack
from noughts.search.memory import words_of
from noughts.search.table import position_hash
from noughts.value import OPEN

Kinds = tuple[Kind, ...]
# Compiled forms to keep: enough for the searches of dozens of games.
KEPT = 256
# Positions before the first search; nodes per position in a short search and in a long one, which
# has more nodes than `LONG`.
FIRST, OFTEN, SELDOM, LONG = 150, 1_000, 40_000, 100_000
# The most positions after one call, the most plies of a game, and the most moves tried.
MOST, PLIES, MOVES = 2_000, 200, 40
MASK = (1 << 50) - 1
# The first letters of the names of files whose code this process has loaded (`file_prefix`).
loaded: set[str] = set()
# Threads that need the same form at the same time load or compile it once.
_preparing = RLock()


def search_form(function: Callable[..., Any], game: "AnyGame | Owner | None") -> Callable[..., Any]:
    """The compiled form of a function whose first parameter is the game, if there is one."""
    if (owner := as_owner(game)) is None:
        return kernel_form(function)
    if owner in _mistaken:
        raise NotCompilable(f"{owner.game!r} was compiled mistakenly, so it runs interpreted.")
    with _preparing:
        form = _search_form(plain_function(function), owner)
    return form if owner.is_own() or function is said else _tried(form, owner)


def kernel_form(function: Callable[..., Any], worth_compiling: bool = True) -> Callable[..., Any]:
    """The compiled form of a function of numbers and buffers, without a game.

    If it is not `worth_compiling`, and not on disk, the function runs interpreted.
    """
    with _preparing:
        return _kernel_form(plain_function(function), worth_compiling)


def is_at_hand(
    function: Callable[..., Any], game: "AnyGame | Owner | None", *arguments: Any
) -> bool:
    """Whether the compiled form for these arguments is in memory or on disk."""
    try:
        return all(forms.are_at_hand(kinds) for forms, kinds in _asked(function, game, arguments))
    except NotCompilable:
        return False


def is_coming(
    function: Callable[..., Any], game: "AnyGame | Owner | None", *arguments: Any
) -> bool:
    """Whether the compiled form exists; if not, compile it in the background."""
    coming = [forms.is_coming(kinds) for forms, kinds in _asked(function, game, arguments)]
    return all(coming)


def keep_on_disk(asked: tuple[FunctionType, Any, Kinds]) -> bool:
    """Compile the job of another process; returns whether the code is on disk now."""
    function, game, kinds = asked
    return _forms(function, as_owner(game)).keep(kinds)


@lru_cache(KEPT)
def log_once(message: str) -> None:
    """Log a message, as `noughts -v` shows it."""
    if "logging" in sys.modules:  # otherwise there are no listeners, and importing it takes time
        import logging

        logging.getLogger("noughts").debug(message)


def plain_function(function: Callable[..., Any]) -> FunctionType:
    if not isinstance(function, FunctionType):
        raise NotCompilable(f"{function!r} is not a plain function, so it runs interpreted.")
    return function


class Owner:
    """A game or knowledge that compiled code is for; equal to others with the same content."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.kinds = type(game), type(rules_behind(game))
        self.content: object = (type(game), game)
        self.read = game  # in names of files
        if not self.is_own():
            anew = f"{game!r} is compiled anew each time, since noughts cannot read"
            self.read = reading.content(game, lambda what: log_once(f"{anew} {what}"))
            self.content = (*self.kinds, self.read) if self.read else object()

    def is_own(self) -> bool:
        """Whether its class is noughts' own, and does not change while the program runs."""
        return is_own_game(self.game)

    def code_file(self, *rests_on: object) -> Path | None:
        """The file of code for it; None if another process cannot find the classes."""
        modules = [source.home_of(kind) for kind in self.kinds]
        if not all(modules) or "__main__" in modules or type(self.content) is object:
            return None
        # Modules are included: classes on disk are found by them, and a file can have copies.
        return code_file(self.read, *modules, *rests_on)

    def __hash__(self) -> int:
        return hash(self.content)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Owner) and self.content == other.content


def as_owner(game: AnyGame | Owner | None) -> Owner | None:
    """The owner of code for a game; it is read now, unless it has been read."""
    return game if game is None or isinstance(game, Owner) else Owner(game)


# Trials of users' compiled rules against the plain ones: some positions before the first search,
# and more for every search, in proportion to its nodes. This is a second check. The language is the
# first: it should contain nothing that Numba computes differently.


def said(game: Knowledge[P], position: P, words: int) -> int:
    """The rules' results for a position, folded into one number: outcome, moves, next positions."""
    outcome = game.outcome(position)
    total, tried = outcome + 2, 0
    if outcome == OPEN:
        for move in game.moves(game.canonical(position)):
            total = (total * 31 + move) & MASK
        for move in game.moves(position):
            tried += 1
            if tried <= MOVES:
                after: Any = game.play(position, move)
                total = (total * 31 + (position_hash(after, words) & MASK)) & MASK
                total = (total * 31 + (move & MASK) + game.outcome(after) + 2) & MASK
    return total


class RulesTrial:
    """The trial of one game's compiled rules; `form` is `said`, compiled for it."""

    plain = staticmethod(said)

    def __init__(self, known: Knowledge[Any], form: Callable[..., int]) -> None:
        self.known, self.form = known, form
        self._nodes = 0
        self._random = Random(0)
        self._due = float(FIRST)

    def search(self, form: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Run a compiled search, and try positions before and after it."""
        counted = [each for each in arguments if hasattr(each, "nodes")]
        begun = sum(each.nodes for each in counted)
        start = self.known.game.start()
        position = next((each for each in arguments if type(each) is type(start)), start)
        self._try(position)
        try:
            return form(*arguments)
        finally:
            nodes = sum(each.nodes for each in counted) - begun
            self._due += nodes / (OFTEN if self._nodes < LONG else SELDOM)
            self._nodes += nodes
            self._try(position)

    def _try(self, position: Any) -> None:
        left = min(int(self._due), MOST)
        while left > 0:
            for each in self._play(position, min(left, PLIES)):
                self._compare(each)
                left -= 1
                self._due -= 1

    def _play(self, position: Any, plies: int) -> Iterator[Any]:
        rules = self.known.game
        for _ in range(plies):
            yield position
            with suppress(Exception):  # an error of the rules is reported by the search itself
                if rules.outcome(position) != OPEN:
                    return
                position = rules.play(position, self._random.choice(list(rules.moves(position))))

    def _compare(self, position: Any) -> None:
        name, words = type(self.known.game).__name__, words_of(self.known, position)
        try:
            plain = self.plain(self.known, position, words)
        except Exception:  # noqa: BLE001  # as above
            return
        if self.form(self.known, position, words) != plain:
            raise MistakenlyCompiled(
                f"The compiled rules of {name} answer otherwise than Python in {position!r}. That "
                f"is a fault of noughts; please report it. From now on {name} runs interpreted: "
                f"ask again."
            )


# Games whose compiled rules differed from the plain ones.
_mistaken: set[Owner] = set()


@lru_cache(KEPT)
def _tried(form: Callable[..., Any], owner: Owner) -> Callable[..., Any]:
    """The form of a search, with positions tried with the plain rules as well."""

    @wraps(form)
    def call(*arguments: Any) -> Any:
        try:
            return _trial(owner).search(form, arguments)
        except MistakenlyCompiled as mistake:
            _mistaken.add(owner)
            warn(str(mistake), stacklevel=2)
            raise

    return call


@lru_cache(KEPT)
def _trial(owner: Owner) -> RulesTrial:
    knower = _knower(owner)
    return RulesTrial(knower.game, search_form(said, knower))


def _knower(owner: Owner) -> Owner:
    """The owner of code for a game's knowledge."""
    return owner if isinstance(owner.game, Knowledge) else Owner(knowledge_of(owner.game))


def _asked(
    function: Callable[..., Any], game: AnyGame | Owner | None, arguments: tuple[Any, ...]
) -> "Iterator[tuple[_Forms, Kinds]]":
    """The forms of a search; and the forms that try a user's rules with the plain ones."""
    signature(function).bind(*arguments)  # no other call would ever be compiled
    if (owner := as_owner(game)) is None:
        yield _forms(plain_function(function), None), _kinds(arguments, None)
        return
    if type(owner.content) is object:
        raise NotCompilable(f"{owner.game!r} cannot be compiled beside, since it cannot be read.")
    yield _forms(plain_function(function), owner), _kinds(arguments, owner.game)
    if not owner.is_own() and function is not said:
        knower = _knower(owner)
        known, start = knower.game, knower.game.start()
        yield _forms(said, knower), _kinds((known, start, words_of(known, start)), known)


def _kinds(arguments: tuple[Any, ...], game: AnyGame | None) -> Kinds:
    kinds = []
    for thing in arguments:
        try:
            kinds.append(kind_of(thing, game))
        except TypeError:
            raise NotCompilable(
                f"{type(rules_behind(game)).__name__} cannot be compiled, so it runs interpreted: "
                f"{type(thing).__name__} is not a NamedTuple of whole numbers."
            ) from None
    return tuple(kinds)


@lru_cache(KEPT)
def _forms(function: FunctionType, owner: Owner | None) -> "_Forms":
    return _Forms(function, owner)


@lru_cache(KEPT)
def _search_form(function: FunctionType, owner: Owner) -> Callable[..., Any]:
    forms, game = _forms(function, owner), owner.game
    fits = True

    @wraps(function)
    def call(*arguments: Any) -> Any:
        nonlocal fits
        if not fits:
            return function(*arguments)
        kinds = _kinds(arguments, game)
        loaded = forms.of(kinds)  # apart from the call, whose errors are the function's own
        try:
            return Call(loaded, arguments, kinds, ROOM).answer()
        except TooDeep:
            pass  # the exception is raised after this block, so that it refers to nothing here
        except NoughtsError:
            raise
        except Exception:  # noqa: BLE001  # a number has no room, or the rules fail: they say how
            fits = False
            return function(*arguments)
        return _deep_answer(loaded, arguments, kinds)

    return call


@cache
def _kernel_form(function: FunctionType, worth_compiling: bool) -> Callable[..., Any]:
    forms = _forms(function, None)

    @wraps(function)
    def call(*arguments: Any) -> Any:
        kinds = tuple(kind_of(thing, None) for thing in arguments)
        if not (worth_compiling or forms.are_at_hand(kinds)):
            return function(*arguments)
        return Call(forms.of(kinds), arguments, kinds, ROOM).answer()

    return call


class _Forms:
    """The compiled forms of a function, one for each combination of kinds of arguments."""

    def __init__(self, function: FunctionType, owner: Owner | None) -> None:
        self.function = function
        self.owner = owner
        self.game = owner.game if owner else None
        self.prefix = source.file_prefix(function, rules_behind(self.game))
        self.loaded: dict[Kinds, Loaded] = {}
        self._files: dict[Kinds, Path | None] = {}
        self._jobs: dict[Kinds, Job] = {}

    def of(self, kinds: Kinds) -> Loaded:
        if kinds not in self.loaded:
            with _preparing:
                if kinds not in self.loaded:  # if another thread has not loaded it
                    self.loaded[kinds] = Loaded(self._code(kinds))
                    loaded.add(self.prefix)
        return self.loaded[kinds]

    def are_at_hand(self, kinds: Kinds) -> bool:
        return kinds in self.loaded or self._is_on_disk(kinds)

    def is_coming(self, kinds: Kinds) -> bool:
        if self.are_at_hand(kinds):
            return True
        if kinds not in self._jobs:
            log_once(f"compiling {self.function.__name__}{self._for()} beside")
            CLOCK.compiling()
            asked = (keep_on_disk, (self.function, self.game, kinds)) if self._file(kinds) else None
            self._jobs[kinds] = Job(lambda: self.of(kinds), asked)
        return self._jobs[kinds].is_done()

    def keep(self, kinds: Kinds) -> bool:
        if path := self._file(kinds):
            with suppress(OSError), alone(path):  # a folder that cannot be written to
                self._code(kinds)
        return self._is_on_disk(kinds)

    def _code(self, kinds: Kinds) -> ObjectCode:
        return kept(self._file(kinds), ObjectCode, lambda: self._compiled(kinds))

    def _is_on_disk(self, kinds: Kinds) -> bool:
        path = self._file(kinds)
        return path is not None and path.is_file()

    def _file(self, kinds: Kinds) -> Path | None:
        if kinds not in self._files:
            find = self.owner.code_file if self.owner else code_file
            path = find(self.function, *kinds)
            self._files[kinds] = path.with_name(f"{self.prefix}-{path.name}") if path else None
        return self._files[kinds]

    def _for(self) -> str:
        return f" for {self.game!r}" if self.game else ""

    def _compiled(self, kinds: Kinds) -> ObjectCode:
        game = self.game
        if self.owner and not self.owner.is_own() and self.owner.read:
            if self.owner != Owner(game):
                raise NotCompilable(f"{game!r} has changed, so it runs interpreted.")
            game = _anew(self.owner)
        log_once(f"compiling {self.function.__name__}{self._for()}")
        CLOCK.compiling()
        from noughts.native.compiler import object_code

        return object_code(self.function, kinds, game)


@lru_cache(KEPT)
def _anew(owner: Owner) -> Any:
    """The game, or knowledge without what it has computed, which is not part of its content."""
    return copy(owner.game)


def _deep_answer(loaded: Loaded, arguments: tuple[Any, ...], kinds: Kinds) -> Any:
    """The answer of a call on a large stack; Ctrl-C ends it at its next node."""
    calls: list[Call] = []

    def ask(room: int) -> Any:
        calls.append(Call(loaded, arguments, kinds, room))
        return calls[0].answer()

    def stop() -> None:
        for call in calls:
            call.stop()

    return in_large_stack(ask, stop)
