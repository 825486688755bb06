"""The games by name: `tictactoe`, or `mnk:4,4,3` with parameters after a colon.

A game in a file of your own is named by its path: `path/to/mygame.py:Kayles:5`.
"""

import re
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from noughts.errors import BadParameters, BadPlugin, GameError, UnknownGame, did_you_mean
from noughts.files import plugins
from noughts.game import Game, described, parameters, rules_in_words
from noughts.games.common.cell_game import NUMBERS
from noughts.games.spec import is_file, make_game, parameters_text, parts, switches_of


class GameEntry(NamedTuple):
    """An entry of the registry; the game's module is imported only when needed."""

    name: str  # the name that people type
    module: str  # the module of its rules
    cls: str  # the name of its class, which contains everything else about it
    means: str = ""  # the parameters implied by the name, if it is a famous case of another game
    usual: str | None = None  # the parameters if none are given, if not the class's defaults

    def game_class(self) -> type[Game[Any]]:
        """The class of its rules; this imports the module.

        Raises:
            BadPlugin: another package offers it, and it cannot be loaded.
        """
        cls: type[Game[Any]] = named_object(self.name, self.module, self.cls, type(Game))
        return cls

    @property
    def game(self) -> Game[Any]:
        return find_game(self.name)

    def says(self, name: str) -> Any:
        """An attribute that describes the game, such as `known_results`."""
        return described(self.game, name)

    def made(self, given: str | None) -> Game[Any]:
        """The game with these parameters; None for the usual ones.

        Raises:
            BadParameters: the game does not allow them.
        """
        if given is None and not self.means:
            return make_game(self.game_class(), self.name, self.usual)
        words = ",".join(filter(None, (self.means, given)))
        try:
            return make_game(self.game_class(), self.name, words)
        except BadParameters as error:
            if not self.means:
                raise
            general = next(one.name for one in ENTRIES.values() if one.cls == self.cls)
            raise BadParameters(
                f"{given!r} does not suit {self.name}, which means {general}:{self.means}: "
                f"give other sizes to {general}."
            ) from error


ENTRIES = {
    entry.name: entry
    for entry in (
        GameEntry("tictactoe", "noughts.games.tictactoe", "TicTacToe"),
        GameEntry("mnk", "noughts.games.mnk", "MNK"),
        GameEntry("gomoku", "noughts.games.gomoku", "Gomoku"),
        GameEntry("standardgomoku", "noughts.games.gomoku", "StandardGomoku"),
        GameEntry("connectfour", "noughts.games.connectfour", "ConnectFour"),
        GameEntry("cube", "noughts.games.cube", "Cube"),
        GameEntry("qubic", "noughts.games.cube", "Cube", means="4"),
        GameEntry("wild", "noughts.games.wild", "Wild"),
        GameEntry("notakto", "noughts.games.notakto", "Notakto"),
        GameEntry("orderchaos", "noughts.games.orderchaos", "OrderChaos"),
        GameEntry("morris", "noughts.games.morris", "Morris"),
        GameEntry("picaria", "noughts.games.picaria", "Picaria"),
        GameEntry("threemarks", "noughts.games.threemarks", "ThreeMarks"),
        GameEntry("pentago", "noughts.games.pentago", "Pentago"),
        GameEntry("numerical", "noughts.games.numerical", "Numerical"),
        GameEntry("ultimate", "noughts.games.ultimate", "Ultimate"),
        GameEntry("hex", "noughts.games.hex", "Hex"),
        GameEntry("dots", "noughts.games.dots", "Dots"),
        GameEntry("kalah", "noughts.games.kalah", "Kalah"),
        GameEntry("othello", "noughts.games.othello", "Othello"),
        GameEntry("domineering", "noughts.games.domineering", "Domineering"),
        GameEntry("nim", "noughts.games.nim", "Nim", usual="3,4,5"),
        GameEntry("chomp", "noughts.games.chomp", "Chomp"),
    )
}


# Users' games that `find_game` finds by name, registered by `name_own`.
OWN: dict[str, Game[Any]] = {}

# Prefixes of other libraries' games, with the module and class of their rules.
FOREIGN = {
    "openspiel": ("noughts.games.openspiel", "OpenSpiel"),
    "pettingzoo": ("noughts.games.pettingzoo", "PettingZoo"),
}
# Prefix of line games that are data, and the module of their rules.
LINES, LINES_MODULE = "lines", "noughts.games.lines"
# The extension of their files.
LINE_FILE = ".json"
# The length of a winning row on large boards, if a text gives only a size.
FIVE = 5
# The size of a board, which people type in place of a game.
SIZE = re.compile(r"(?:tictactoe:|mnk)?([0-9]{1,2})([x×,])([0-9]{1,2})(?:\2([0-9]{1,2}))?")
# Parts of docstrings about a word of the game: the rest of a sentence, or a whole one.
OPTIONAL = {
    "misere": re.compile(r"[;,] in misère play,[^.]*| In misère play[^.]*\."),
    "swap": re.compile(r" With swap[^.]*\."),
}
# Games that people look for, and the nearest one here.
ABSENT = {"renju": "is here without its forbidden threes and fours: standardgomoku:15,15,5,renju"}


def find_game(spec: str = "tictactoe", *, files: bool = True) -> Game[Any]:
    """The game of a text: `name`, `name:parameters` or `file.py:Class:parameters`.

    `openspiel:NAME` is a game of OpenSpiel, `pettingzoo:NAME` an environment of PettingZoo,
    `lines:FILE.json` a line game that is data.

    Args:
        spec: the text that names the game.
        files: whether it may name a file, which is then run, or a game of another library. Never
            allow this for untrusted text.

    Raises:
        UnknownGame: there is no game of that name, or no such file or class.
        BadParameters: it cannot have these parameters.
        BadGameFile, NotAGame: the file, or the class in it, is faulty.

    >>> find_game("mnk:4,4,3,misere")
    MNK(m=4, n=4, k=3, misere=True, cylinder=False, torus=False)
    >>> find_game("mnk:4,4,k=4") == find_game("mnk:4,4,4")
    True
    """
    if not isinstance(spec, str):
        raise UnknownGame(f"{spec!r} is not the name of a game: give one, such as 'tictactoe'.")
    spec = spec.strip()
    if own := OWN.get(spec.lower()):
        return own
    name, colon, given = spec.partition(":")
    known = name.strip().lower()
    if known == LINES:
        return _lines(given.strip(), files)
    if files:
        if known in FOREIGN:
            module, cls = FOREIGN[known]
            foreign: Game[Any] = getattr(import_module(module), cls)(given.strip())
            return foreign
        if is_file(spec):
            from noughts.games import user_files  # seldom needed

            return user_files.find_own(spec)
        if spec.lower().endswith(LINE_FILE):
            return _lines(spec, files)
    entry = ENTRIES.get(known) or _other_names().get(squeezed(known)) or installed().get(known)
    if entry is None:
        raise UnknownGame(_unknown(spec, files))
    try:
        return entry.made(given if colon else None)
    except BadParameters as error:
        meant = _by_size(f"{entry.name}:{given}") or _by_word(entry, given)
        raise BadParameters(f"{error}{meant}") from None


def named_object(name: str, module: str, attribute: str, kind: type = object) -> Any:
    """The object of a module, of noughts or another package, that people call by that name.

    Raises:
        BadPlugin: it cannot be loaded from the other package, or is of another kind.
    """
    package = module.partition(".")[0]
    try:
        found = getattr(import_module(module), attribute)
        if isinstance(found, kind):
            return found
        wanted = "subclass of Game" if kind is type(Game) else "command"
        raise TypeError(f"{attribute} is no {wanted}")
    except Exception as error:  # as another package raises it
        if package == "noughts":
            raise
        raise BadPlugin(
            f"{name} of the package {package} cannot be loaded: {type(error).__name__}: {error}."
        ) from error


@cache
def installed() -> dict[str, GameEntry]:
    """The games of other packages, entry points `NAME = "module:Class"` in `noughts.games`."""
    points = plugins("games", tuple(ENTRIES))
    return {name: GameEntry(name, one.module, one.attr) for name, one in points.items()}


@cache
def _other_names() -> dict[str, GameEntry]:
    """The games by all accepted names; this loads every game."""
    return {
        squeezed(name): entry
        for entry in ENTRIES.values()
        for name in (entry.name, *entry.says("other_names"))
    }


def squeezed(name: str) -> str:
    """A name in small letters, without the characters that people put between words."""
    return re.sub(r"[\s_'\u2019-]", "", name).lower()


def runs_code(spec: str) -> str:
    """The code that finding the game runs: `python` file or library; empty if none.

    >>> runs_code("openspiel:hex"), runs_code("mnk:4,4,3")
    ('openspiel', '')
    """
    name = spec.partition(":")[0].strip().lower()
    if name in FOREIGN:
        return name
    return str(parts(spec)[0]) if is_file(spec.strip()) else ""


def _lines(given: str, files: bool) -> Game[Any]:
    from noughts.games import lines

    if files and given.lower().endswith(LINE_FILE):
        return lines.read_line_game(given)
    return lines.lines_from_text(given)


def spec_of(game: Game[Any]) -> str:
    """The shortest text by which `find_game` finds the game again."""
    for name, own in OWN.items():
        if own == game:
            return name
    home = type(game).__module__, type(game).__name__
    entries = [entry for entry in ENTRIES.values() if (entry.module, entry.cls) == home]
    for entry in entries:
        if game == find_game(entry.name):
            return entry.name
    if home[0] == LINES_MODULE:
        from noughts.games import lines

        rules: Any = game
        return f"{LINES}:{lines.text_of_lines(rules)}"
    for library, where in FOREIGN.items():
        if home == where:
            return f"{library}:{parameters(game)['spec']}"
    if not entries and not home[0].startswith("noughts."):
        entries = [entry for entry in installed().values() if (entry.module, entry.cls) == home]
    if entries:
        return ":".join(filter(None, (entries[0].name, parameters_text(game))))
    from noughts.games import user_files

    return user_files.spec_of_own(game)


def about(game: Game[Any]) -> str:
    """One line about the game; by default the first of its class's docstring."""
    return str(described(game, "about"))


def game_name(game: Game[Any]) -> str:
    """The name of a game, with its size unless it is the usual one.

    >>> for spec in "connectfour", "connectfour:6,5", "mnk:4,3,3", "mnk:3,3,3,misere", "nim":
    ...     print(game_name(find_game(spec)))
    Connect Four
    Connect Four 6×5
    4×3, three in a row
    3×3, three in a row, misère
    Nim 3, 4, 5
    """
    from noughts.games.common.foreign import Foreign
    from noughts.games.lines import Lines

    if isinstance(game, Foreign):
        return spec_of(game)
    if isinstance(game, Lines):
        return game.title or f"Line game {game.columns}×{game.rows}"
    title: str = described(game, "title")
    return title + ", misère" * (getattr(game, "misere", False) is True)


def rules_of(game: Game[Any]) -> str:
    """The rules in a few sentences, for these parameters.

    They are from the class's docstring, with the values of the parameters k and n.
    """
    words = " ".join(rules_in_words(game).split())
    for word, about in OPTIONAL.items():
        if not getattr(game, word, False):
            words = about.sub("", words)
    for name in "kn":
        length = getattr(game, name, 0)
        if 0 < length < len(NUMBERS):
            words = re.sub(rf"\b{name}\b", NUMBERS[length], words)
    return words


def entries() -> list[GameEntry]:
    """Entries of noughts' own games, then of the games registered by `name_own`."""
    own = [
        GameEntry(name, type(game).__module__, type(game).__name__) for name, game in OWN.items()
    ]
    return [*ENTRIES.values(), *installed().values(), *own]


def name_own(spec: str) -> str:
    """Register a game from a file under the name of its class.

    So a server can offer the game without accepting file names from strangers.
    The name is the class's in small letters, with unusual parameters.

    Raises:
        GameError: another game has that name.
        UnknownGame, BadParameters, BadGameFile, NotAGame: as `find_game`.
    """
    game = find_game(spec)
    found = spec_of(game)
    if found in OWN or found.partition(":")[0] in ENTRIES:
        return found
    cls = type(game).__name__
    if found.partition(":")[0] in FOREIGN:
        OWN[found.lower()] = game
        return found.lower()
    name = (cls + found.rpartition(f":{cls}")[2]).lower()
    if name.partition(":")[0] in ENTRIES or name in OWN:
        raise GameError(f"There is a game called {name} already: give {cls} another name.")
    OWN[name] = game
    return name


def _unknown(spec: str, files: bool) -> str:
    name = spec.partition(":")[0]
    absent = squeezed(name)
    if absent in ABSENT:
        return f"{name.strip()} {ABSENT[absent]}."
    if hint := _by_size(spec) or did_you_mean(name, [*ENTRIES, *_other_names()]):
        return f"Unknown game {name!r}.{hint}"
    own = " For a game of your own, give its file: path/to/file.py:Class." if files else ""
    return f"Unknown game {name!r}. Games: {', '.join(ENTRIES)}.{own}"


def _by_word(entry: GameEntry, given: str) -> str:
    """The only other game that takes one of the words; for tic-tac-toe, its general form.

    >>> _by_word(ENTRIES["gomoku"], "9,9,5,renju"), _by_word(ENTRIES["tictactoe"], "misere")
    (' Did you mean standardgomoku:9,9,5,renju?', ' Did you mean mnk:3,3,3,misere?')
    """
    words, meant = {word.strip().lower() for word in given.split(",")}, []
    others = [other for other in ENTRIES.values() if other != entry]
    if entry.name == "tictactoe":
        others, given = [ENTRIES["mnk"]], f"3,3,3,{given}"
    for other in others:
        if words & set(switches_of(other.game_class())):
            with suppress(BadParameters):
                other.made(given)
                meant.append(f"{other.name}:{given}")
    return f" Did you mean {meant[0]}?" if len(meant) == 1 else ""


def _by_size(spec: str) -> str:
    """Games that a text may mean that gives the size of a board.

    >>> _by_size("4x4"), _by_size("tictactoe:5,4"), _by_size("3x3x3")
    (' Did you mean mnk:4,4,4?', ' Did you mean mnk:5,4,4?', ' Did you mean cube:3 or mnk:3,3,3?')
    """
    found = SIZE.fullmatch(spec.lower().replace(" ", ""))
    if not found:
        return ""
    m, n, k = (int(number or FIVE) for number in found.group(1, 3, 4))
    cube = [f"cube:{m}"] if found[2] != "," and found[4] and m == n == k else []
    meant = [*cube, f"mnk:{m},{n},{min(k, max(m, n)) if found[4] else min(m, n, k)}"]
    with suppress(BadParameters):
        for game in meant:
            find_game(game)
        return f" Did you mean {' or '.join(meant)}?"
    return ""
