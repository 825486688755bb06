"""A strategy's file: its claim, then positions and the move in each (docs/strategies.md)."""

import json
import zlib
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from noughts.errors import BadStrategy
from noughts.files import inflated
from noughts.game import FIRST, Game
from noughts.games.registry import spec_of
from noughts.games.spec import SPEC
from noughts.strategies.fold import Fields, Fold
from noughts.strategies.points import MOST_POINTS, POINTS
from noughts.value import WIN

VERSION = 1
SIDES = ("first", "second")
# Parts of a claim that files do not have where they are as here, since they came later.
LATER: dict[str, Any] = {"points": (), "forced": False}
RESULTS = {"draw": 0, "win": 1}
# The largest possible position: two sets of 400 cells take 800 bits.
MOST_BITS = 2_048


class Claim(NamedTuple):
    game: str  # the name of the game; for your own game, the name of its file, without the folder
    rules: str  # the fingerprint of its rules
    side: str  # the strategy's side, `first` or `second`
    result: str  # `win`, or `draw` for at least a draw
    start: Fields  # the numbers of the position in which it starts
    turn: str = "first"  # the player to move there
    # A position without an answer is settled by a search of at most this many nodes.
    budget: int = 0
    follow: bool = False  # or by following up, in games whose marks fall
    order: Fields = ()  # the order of moves of that search
    # The most plies that the win takes; None if the claim does not include it.
    plies: int | None = None
    threats: int = 0  # or by a sequence of threats, searched with at most this many nodes
    pairing: bool = False  # or by pairs of cells, on boards of lines
    points: Fields = ()  # or by points, with what counts how much, and weights (`points.py`)
    forced: bool = False  # where all other moves lose immediately, the file needs no answer

    @property
    def is_weighed(self) -> bool:
        """Whether play by points has weights of lines, so that it takes the file's answers."""
        return len(self.points) > len(POINTS)

    @property
    def has_leaves(self) -> bool:
        """Whether positions may be left to a search or a rule."""
        return bool(self.threats or self.has_others)

    @property
    def has_others(self) -> bool:
        """Whether it has leaves that are no wins by threats."""
        return bool(self.budget or self.follow or self.pairing or self.points)

    def check_plies(self) -> None:
        """Raise BadStrategy if plies are claimed that a checker cannot count."""
        if self.plies is not None and (self.goal != WIN or self.has_leaves):
            raise BadStrategy(
                "Only a win with nothing left out can claim its plies: leave out --plies, or "
                "--budget, --follow, --threats, --pairing and --points."
            )

    @property
    def player(self) -> int:
        return SIDES.index(self.side)

    @property
    def goal(self) -> int:
        return RESULTS[self.result]


class StrategyFile(NamedTuple):
    """A strategy: one move for the numbers of each position of its side, up to symmetry."""

    claim: Claim
    moves: dict[Fields, int]

    def to_bytes(self) -> bytes:
        """The file's content; equal strategies give equal bytes."""
        layout = _layout([*self.moves, self.claim.start])
        by_number = sorted(
            (position_number(fields, layout), move) for fields, move in self.moves.items()
        )
        steps = [own - last for last, own in pairwise([-1, *(own for own, _ in by_number)])]
        body = _varints([*steps, *(move for _, move in by_number)])
        return zlib.compress(_head(self.claim, layout, len(by_number)) + b"\n" + body, 9)

    @classmethod
    def from_bytes(cls, data: bytes) -> "StrategyFile":
        try:
            content = inflated(data)
        except ValueError as error:
            raise BadStrategy(f"this is not a strategy file: {error}") from None
        head, _, body = content.partition(b"\n")
        claim, layout, count = _read_head(head)
        numbers = list(_numbers(body))
        if len(numbers) != 2 * count:
            raise BadStrategy("it does not have as many positions as it says")
        steps, moves = numbers[:count], numbers[count:]
        if 0 in steps:
            raise BadStrategy("a position stands there twice, or out of order")
        ordered = zip(accumulate(steps), moves, strict=True)  # positions are counted from 1
        return cls(claim, {_fields(number - 1, layout): move for number, move in ordered})

    def suits(self, game: Game[Any]) -> bool:
        """Whether it belongs to this game, with the rules as they are now."""
        return self.claim[:2] == (game_in_file(spec_of(game)), Fold(game).fingerprint())

    def resembles(self, game: Game[Any]) -> bool:
        """Whether it belongs to this game, though the text of its rules may have changed."""
        played, now = (
            rules.partition("-")[0] for rules in (self.claim.rules, Fold(game).fingerprint())
        )
        return played == now and self.claim.game == game_in_file(spec_of(game))

    def bound_to(self, game: Game[Any]) -> "StrategyFile":
        return self._replace(claim=self.claim._replace(rules=Fold(game).fingerprint()))

    @classmethod
    def read(cls, path: Path | str) -> "StrategyFile":
        try:
            return cls.from_bytes(Path(path).read_bytes())
        except OSError as error:
            raise BadStrategy(f"{path} cannot be read: {error.strerror}.") from None
        except BadStrategy as error:
            raise BadStrategy(f"{path}: {error}.") from None


Layout = list[list[int]]  # for each number of a position: its minimum and its bits


def _layout(positions: Iterable[Fields]) -> Layout:
    columns = list(zip(*positions, strict=True))
    low = [min(0, *column) for column in columns]
    return [
        [least, max(value - least for value in column).bit_length()]
        for least, column in zip(low, columns, strict=True)
    ]


def position_number(fields: Fields, layout: Layout) -> int:
    """The position as one number, the first field highest."""
    found = 0
    for value, (low, bits) in zip(fields, layout, strict=True):
        found = found << bits | value - low
    return found


def first_position(game: Game[Any], claim: Claim) -> str:
    """A strategy's first position, as text; empty for the start of the game."""
    fold, turn = Fold(game), SIDES.index(claim.turn)
    start = game.start()
    if len(claim.start) != len(fold.fields(start)):
        raise BadStrategy(
            f"A position of {spec_of(game)} does not have {len(claim.start)} numbers."
        )
    position = fold.position(claim.start)
    return "" if (position, turn) == (start, FIRST) else game.text(position, turn)


def _fields(own: int, layout: Layout) -> Fields:
    values = []
    for low, bits in reversed(layout):
        values.append((own & (1 << bits) - 1) + low)
        own >>= bits
    if own:
        raise BadStrategy("a position is too large for its fields")
    return tuple(reversed(values))


def _head(claim: Claim, layout: Layout, count: int) -> bytes:
    told = claim._asdict()
    told = {part: value for part, value in told.items() if value or part not in LATER}
    told["from"] = told.pop("start")
    told |= {"strategy": VERSION, "positions": count, "fields": layout}
    return json.dumps(told, sort_keys=True, separators=(",", ":")).encode()


def _read_head(head: bytes) -> tuple[Claim, Layout, int]:
    try:
        told = LATER | json.loads(head)
        version, count, layout = told.pop("strategy"), told.pop("positions"), told.pop("fields")
        told["start"], told["order"] = tuple(told.pop("from")), tuple(told["order"])
        told["points"] = tuple(told["points"])
        claim = Claim(**told)
        sound = version == VERSION and set(told) == set(Claim._fields)
        sound = sound and claim.side in SIDES and claim.turn in SIDES and claim.result in RESULTS
        whole = [count, claim.budget, claim.threats, *claim.start, *claim.order]
        whole += [*claim.points, *chain(*layout)]
        whole += [] if claim.plies is None else [claim.plies]
        sound = sound and all(type(value) is int for value in whole) and min(whole[:3]) >= 0
        sound = sound and (not claim.points or len(claim.points) >= len(POINTS))
        sound = sound and all(abs(point) <= MOST_POINTS for point in claim.points)
        sound = sound and type(claim.follow) is type(claim.pairing) is type(claim.forced) is bool
        sound = sound and all(len(room) == 2 and room[1] >= 0 for room in layout)
        sound = sound and sum(bits for _, bits in layout) <= MOST_BITS
        sound = sound and len(layout) == len(claim.start)
    except (ValueError, TypeError, KeyError, AttributeError):
        sound = False
    if not sound:
        raise BadStrategy("its first line is not the claim of a strategy")
    return claim, layout, count


def _varints(numbers: Iterable[int]) -> bytes:
    out = bytearray()
    for value in numbers:
        while value > 127:
            out.append(value & 127 | 128)
            value >>= 7
        out.append(value)
    return bytes(out)


def _numbers(data: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if shift > MOST_BITS + 7:
            raise BadStrategy("a number is too large")
        if byte < 128:
            if byte == 0 and shift > 7:
                raise BadStrategy("a number is longer than it must be")
            yield value
            value = shift = 0
    if shift:
        raise BadStrategy("the last number is cut short")


def game_in_file(spec: str) -> str:
    """A game's name in a file: for your own game, without the folder.

    >>> game_in_file("/home/me/games/mine.py:Mine:4"), game_in_file("mnk:4,4,3")
    ('mine.py:Mine:4', 'mnk:4,4,3')
    """
    found = SPEC.fullmatch(spec)
    return Path(found["path"]).name + spec[found.end("path") :] if found else spec
