"""A table at which a game is played, as the address of a page describes it. Nothing is stored.

    /play/tictactoe?moves=b2,a1&as=x&level=hard

Every reader of that address sees the same position with the same moves before it.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from noughts.analysis.game_record import Record
from noughts.answers.question import Question, ask, each_move
from noughts.errors import MoveError, NoughtsError, UnknownPlayer
from noughts.game import FIRST, SECOND, Game
from noughts.games.registry import LINES, find_game, spec_of
from noughts.players.levels import ENTRIES
from noughts.players.match import Match

# The sides that people play; the computer plays the others.
SIDES = {"x": (FIRST,), "o": (SECOND,), "both": (FIRST, SECOND), "none": ()}

# The opponents that a request may name. Others are not for strangers: they read files of the
# server, or run programs there. A strategy is one that noughts finds, never a named file.
OPPONENTS = (
    "random", "greedy", "beginner", "easy", "medium", "hard", "perfect", "elo", "looks", "draws",
    "wins", "weights", "rules", "trickster", "mcts", "strategy",
)  # fmt: skip

# The most characters of a game's name, of a level, and of other texts of a request.
LONGEST_SPEC, LONGEST_LEVEL = 60, 40
# A line game's name contains all its cells and lines.
LONGEST_LINES = 1_000
LONGEST = {"moves": 4_000, "position": 200}
# Characters that no text may have.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# A game with repeated positions may never end; more moves than these are refused.
MOST_MOVES = 400


class BadRequest(NoughtsError, ValueError):
    """The request cannot be answered; the message says why."""


class TableSettings(NamedTuple):
    """The settings of a table, which stay the same from move to move."""

    spec: str = "tictactoe"  # the text that names the game
    side: str = "x"  # the sides that people play: a key of `SIDES`
    # the computer's level; if it plays both sides, two levels with a comma between, the first
    # player's first
    level: str = "perfect"
    position: str = ""  # the text of the position at which play begins; empty for the game's start


class GameTable:
    """A game under way, as an address describes it.

    Args:
        settings: the game, and the players.
        moves: the moves so far, as the game writes them.
        game: the game itself, if it exists already; a game from a file can be given only so.

    >>> table = GameTable(TableSettings(side="both"), "b2,a1")
    >>> table.question.text, table.address()
    ('3/1x1/o2 x', '/play/tictactoe?moves=b2%2Ca1&as=both')
    """

    def __init__(
        self, settings: TableSettings, moves: str = "", game: Game[Any] | None = None
    ) -> None:
        self.game: Game[Any] = game or game_called(settings.spec)
        if settings.side not in SIDES:
            raise BadRequest(f"as must be one of {', '.join(SIDES)}, not {settings.side!r}.")
        self.settings = settings._replace(
            spec=spec_of(self.game), level=allowed_levels(settings.level)
        )
        self.start = ask(self.game, position=settings.position or None)
        self.record = _played(self.start, moves)
        #: The match at this point, which includes repetitions.
        self.match = _matched(self.record)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(map(self.game.name, self.record.moves))

    @property
    def question(self) -> Question:
        return Question(self.game, self.match.position, self.match.turn)

    @property
    def computer_to_move(self) -> bool:
        return not self.match.over and self.match.turn not in SIDES[self.settings.side]

    @property
    def level(self) -> str:
        first, _, second = self.settings.level.partition(",")
        return second if second and self.match.turn == SECOND else first

    def after(self, move: str) -> "GameTable":
        return GameTable(self.settings, " ".join((*self.names, move)), self.game)

    def before(self, plies: int) -> "GameTable":
        """The table that many plies ago; at most back to the start."""
        left = self.names[: max(0, len(self.names) - plies)]
        return GameTable(self.settings, " ".join(left), self.game)

    def address(self, **changes: str) -> str:
        """The address of the table, or of one with some other settings."""
        given = {"moves": ",".join(self.names), **_given(self.settings), **changes}
        spec = given.pop("spec", self.settings.spec)
        query = urlencode({name: text for name, text in given.items() if text})
        return f"/play/{in_address(spec)}" + (f"?{query}" if query else "")


def in_address(spec: str) -> str:
    """The text that names a game, as a part of an address.

    >>> in_address("mnk:4,4,3"), in_address("a b")
    ('mnk:4,4,3', 'a%20b')
    """
    return quote(spec, safe=":,=")


def table_of(spec: str, given: Mapping[str, Any]) -> GameTable:
    names = ("as", "level", "position", "moves")
    texts = {name: _checked(name, str(given[name])) for name in names if name in given}
    settings = TableSettings(
        spec, texts.get("as", "x"), texts.get("level", "perfect"), texts.get("position", "")
    )
    return GameTable(settings, texts.get("moves", ""))


def _checked(name: str, text: str) -> str:
    if len(text) > LONGEST.get(name, len(text)):
        raise BadRequest(f"{name} may have at most {LONGEST[name]:,} characters.")
    if CONTROL.search(text):
        raise BadRequest(f"{name} may have no control characters, such as tabs or line ends.")
    return text


def game_called(spec: str) -> Game[Any]:
    """The game of that name; never one from a file."""
    longest = LONGEST_LINES if spec.startswith(f"{LINES}:") else LONGEST_SPEC
    if len(spec) > longest:
        raise BadRequest(f"A game's name has at most {longest} characters, not {len(spec)}.")
    return find_game(spec, files=False)


def allowed_levels(levels: str) -> str:
    """One level, or two with a comma between.

    >>> allowed_levels("easy, Hard"), allowed_levels("hard,hard")
    ('easy,hard', 'hard')
    """
    both = [allowed_level(level) for level in levels.split(",", 1)]
    return ",".join(dict.fromkeys(both))


def allowed_level(level: str) -> str:
    """The level, if its opponent is in `OPPONENTS`.

    >>> allowed_level("draws:60"), allowed_level("trickster:hard")
    ('draws:60', 'trickster:hard')
    """
    level = level.strip().lower()
    name, _, what = level.partition(":")
    named_file = name == "strategy" and what
    if len(level) > LONGEST_LEVEL or name not in OPPONENTS or named_file:
        forms = ", ".join(ENTRIES[allowed].form for allowed in OPPONENTS)
        forms = forms.replace("[:FILE]", "")
        raise UnknownPlayer(f"Unknown level {level[:LONGEST_LEVEL]!r}. Levels here: {forms}.")
    if name == "trickster" and what:
        allowed_level(what)
    return level


def _given(settings: TableSettings) -> dict[str, str]:
    """The settings other than the defaults, by their names in an address."""
    usual = TableSettings()
    names = {"side": "as", "level": "level", "position": "position"}
    return {
        name: getattr(settings, field)
        for field, name in names.items()
        if getattr(settings, field) != getattr(usual, field)
    }


def _played(start: Question, moves: str) -> Record:
    played = []
    for number, step in enumerate(each_move(start, moves), start=1):
        if number > MOST_MOVES:
            raise MoveError(f"A game here may have at most {MOST_MOVES} moves.")
        played.append(step)
    positions = (start.position, *(after.position for _, after in played))
    return Record(start.game, tuple(move for move, _ in played), positions, start.turn)


def _matched(record: Record) -> Match[Any]:
    match = Match(record.game, start=record.positions[0], turn=record.first_turn)
    for move in record.moves:
        match.play(move)
    return match
