"""Strategies on disk: shipped, made on this machine, under way; and their moves in play."""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Generic, TextIO

from noughts.errors import BadStrategy
from noughts.files import write_file
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.strategies import SHIPPED, SUFFIX
from noughts.strategies.file import SIDES, StrategyFile, game_in_file
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import MOST, Leaves
from noughts.strategies.options import Kept, Option, left_by
from noughts.value import OPEN


def own_folder() -> Path:
    """The folder of strategies made here, in the folder that NOUGHTS_DATA names, if set."""
    given = os.environ.get("NOUGHTS_DATA", "")
    if given and "://" not in given:  # otherwise it is a database
        return Path(given).expanduser() / "strategies"
    import platformdirs  # imported late: the first board appears sooner

    return platformdirs.user_data_path("noughts") / "strategies"


def place_for(game: Game[Any], side: int) -> Path:
    """The path for a strategy made on this machine."""
    name = game_in_file(spec_of(game)).replace(":", "-")
    return own_folder() / f"{name}-{SIDES[side]}{SUFFIX}"


def strategies_of(game: Game[Any]) -> Iterator[StrategyFile]:
    """The strategies found for the game, those made on this machine first."""
    rules: Any = game  # to type checkers, a protocol need not be hashable
    for side in (0, 1):
        own = place_for(game, side)
        for path in (own, SHIPPED / own.name):
            with suppress(OSError):
                yield from _suited(path, path.stat().st_mtime_ns, rules)


@lru_cache(maxsize=16)
def _suited(path: Path, _: int, game: Any) -> tuple[StrategyFile, ...]:
    """The strategy in the file, if it suits the game; read again when it has changed."""
    try:
        file = StrategyFile.read(path)
    except BadStrategy:
        return ()
    return (file,) if file.suits(game) else ()


# The first word of the file.
HEAD = "noughts strategy under way 3"


class UnfinishedStrategy:
    """The file in which options of positions are kept, and the results of an earlier run.

    A truncated last line is ignored. The file is created with the first new answer.

    Raises:
        BadStrategy: the file contains other work, or is damaged.
    """

    def __init__(self, path: Path, work: str, fold: Fold[Any]) -> None:
        self.path, self.head, self.fold = path, f"{HEAD} {work}", fold
        self._lines = self._read()
        self._file: TextIO | None = None

    def _read(self) -> list[list[Any]]:
        if not self.path.exists() or not self.path.stat().st_size:
            return []
        first, *lines = self.path.read_text("utf-8", "replace").split("\n")
        if first != self.head:
            raise BadStrategy(
                f"{self.path} is work of another command: delete it, or choose another file."
            )
        try:
            return [json.loads(line) for line in lines[:-1]]
        except ValueError:
            raise BadStrategy(f"{self.path} is damaged: delete it to start over.") from None

    def kept(self) -> Kept:
        """The options of each position, in the order in which they were kept."""
        at, found = self._position, defaultdict[Any, list[Option]](list)
        for fields, *options in chain(*self._lines):
            found[at(fields)] += [Option(move, tuple(map(at, rest))) for move, *rest in options]
        return dict(found)

    def _position(self, fields: list[int]) -> Any:
        return self.fold.position(tuple(fields))

    def keep(self, found: Kept) -> None:
        """Keep options, all of these or, after an interruption, none."""
        fields = self.fold.fields
        told = [
            (fields(at), *((each.move, *map(fields, each.rest)) for each in options))
            for at, options in found.items()
        ]
        self._opened().write(f"{json.dumps(told)}\n")

    def _opened(self) -> TextIO:
        if self._file is None:
            lines = (self.head, *map(json.dumps, self._lines))
            write_file(self.path, "".join(f"{line}\n" for line in lines))
            self._file = self.path.open("a", encoding="utf-8", buffering=1)
        return self._file

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


# Searches in play may take this many times the nodes of the strategy's leaves.
MORE = 20


class FilePlay(Generic[P]):
    """The moves of a strategy's file, including its leaves.

    Args:
        game: the rules.
        file: the strategy.
        waits: whether leaves wait for the compiler; if not, they have no move until it is done.
    """

    def __init__(self, game: Game[P], file: StrategyFile, waits: bool = True) -> None:
        self.fold, self.moves, self._waits = Fold(game), file.moves, waits
        claim, self.game = file.claim, game
        # In another mirror image, or later in the play, a sequence may take more nodes.
        claim = claim._replace(threats=MORE * claim.threats)
        self.leaves = Leaves(game, claim, MOST, map(self.fold.position, self.moves))

    def move(self, position: P) -> int | None:
        canonical = self.fold.canonical(position)
        move = self.moves.get(self.fold.fields(canonical))
        if move is not None:
            return self.fold.back(position, canonical, move)
        if not self._waits and not self.leaves.are_quick(position):
            return None
        move = self.leaves.threat(position)
        if move is not None:
            return move
        # A leaf's search may visit fewer nodes in one mirror image than in another.
        for image in self.fold.images(position):
            move = self.leaves.move(image)
            if move is not None:
                return self.fold.back(position, image, move)
        move = self.leaves.forced(position)
        if move is not None and all(map(self._goes_on, left_by(self.game, position, move))):
            return move
        return None

    def _goes_on(self, position: P) -> bool:
        outcome = self.game.outcome(position)
        if outcome == OPEN:
            return self.move(position) is not None
        return outcome >= self.leaves.claim.goal
