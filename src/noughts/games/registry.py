"""The games by name: `tictactoe`, or `mnk:4,4,3` with parameters after a colon.

Or in a file of your own, by its path: `path/to/mygame.py:Kayles:5`.
"""

from importlib import import_module
from typing import Any, NamedTuple

from noughts.errors import GameError, UnknownGame, did_you_mean
from noughts.game import Game, parameters, rules_in_words
from noughts.games.spec import make_game, parameters_text


class Entry(NamedTuple):
    """Where a game is found, and a description; its module is imported only when needed.

    Args:
        name: what people type.
        module: the module of its rules.
        cls: the name of its class.
        about: one line that says what it is.
        means: the parameters that the name stands for, when it is the famous case of another.
        usual: the parameters when none are given, if not the class's defaults.
        size: how large it is, in a few words.
        known: known results, in one line.
        examples: famous cases, each as the text that names it.
        status: `solved` if every position can be solved, `proved` if only who wins is known, `open`
            if nobody knows; empty for a game of one's own.
    """

    name: str
    module: str
    cls: str
    about: str
    means: str = ""
    usual: str | None = None
    size: str = ""
    known: str = ""
    examples: tuple[str, ...] = ()
    status: str = "solved"

    def game_class(self) -> type[Game[Any]]:
        """The class of its rules, loaded now."""
        cls: type[Game[Any]] = getattr(import_module(self.module), self.cls)
        return cls


ENTRIES = {
    entry.name: entry
    for entry in (
        Entry(
            "tictactoe", "noughts.games.tictactoe", "TicTacToe", "three in a row on 3×3",
            size="9 cells, 5,478 positions", known="a draw",
        ),
        Entry(
            "mnk", "noughts.games.mnk", "MNK", "k in a row on m columns and n rows",
            size="up to 19×19",
            known="4,4,4 and 5,5,4 are draws; the first player wins 4,3,3 in 7 and 6,5,4 in 11",
            examples=("mnk:4,3,3", "mnk:4,4,4", "mnk:3,3,3,misere", "mnk:3,3,3,torus"),
        ),
        Entry(
            "gomoku", "noughts.games.gomoku", "Gomoku",
            "exactly k in a row; longer rows do not count",
            size="up to 19×19",
            known="the first player wins 4,3,3 in 7 and 4,4,3 in 5; 5,4,4 is a draw",
            examples=("gomoku:4,4,3", "gomoku:5,5,4,renju"), status="open",
        ),
        Entry(
            "connectfour", "noughts.games.connectfour", "ConnectFour",
            "marks fall down their column; four in a row",
            size="up to 13×13",
            known="on 7×6 the first player wins by the centre in 41; 4×4 and 5×4 are draws",
            examples=("connectfour:7,6", "connectfour:5,4,misere"),
        ),
        Entry(
            "cube", "noughts.games.cube", "Cube", "n in a row in a cube of n×n×n cells",
            size="up to 5×5×5", known="the first player wins 3×3×3 in 7 by the centre",
            examples=("cube:3", "cube:3,misere"),
        ),
        Entry(
            "qubic", "noughts.games.cube", "Cube", "four in a row in a cube of 4×4×4 cells",
            means="4", size="64 cells, 76 lines",
            known="the first player wins (Patashnik 1980)", status="proved",
        ),
        Entry(
            "wild", "noughts.games.wild", "Wild", "k in a row; both players may put either mark",
            size="up to 361 cells", known="3,3,3: the first player wins in 7; misere a draw",
            examples=("wild:3,3,3", "wild:misere"),
        ),
        Entry(
            "notakto", "noughts.games.notakto", "Notakto",
            "both play X; three in a row close a board; closing the last one loses",
            size="1 to 3 boards of 9 cells",
            known="the first player wins on one board and on three, the second on two",
            examples=("notakto:1", "notakto:2", "notakto:3"),
        ),
        Entry(
            "orderchaos", "noughts.games.orderchaos", "OrderChaos",
            "both put either mark: Order wants k in a row, Chaos a full board without it",
            size="3×3 to 6×6", known="Order wins 3,3,3 and 4,4,4; of 6,6,5 the sources disagree",
            examples=("orderchaos:3,3,3", "orderchaos:4,4,4"), status="open",
        ),
        Entry(
            "morris", "noughts.games.morris", "Morris",
            "three stones each, placed, then moved; Tapatan is another name",
            size="9 points", known="the first player wins in 9; without the diagonals a draw",
            examples=("morris:nodiagonals",),
        ),
        Entry(
            "picaria", "noughts.games.picaria", "Picaria",
            "three stones each on thirteen points, placed, then moved",
            size="13 points",
            known="the first player wins in 7; in 5 if the centre may be taken first",
            examples=("picaria:centre",),
        ),
        Entry(
            "threemarks", "noughts.games.threemarks", "ThreeMarks",
            "three marks each; the oldest vanishes",
            size="9 cells", known="a draw; the first player wins in 13 if the oldest still blocks",
            examples=("threemarks:blocking",),
        ),
        Entry(
            "pentago", "noughts.games.pentago", "Pentago",
            "mark a cell, then turn a quarter of the board",
            size="4×4, or 6×6 with pentago:6",
            known="the first player wins in 11 on 4×4, however the game begins",
            examples=("pentago:6",),
        ),
        Entry(
            "numerical", "noughts.games.numerical", "Numerical",
            "odd against even numbers: make a line that sums to 15",
            size="9 cells", known="Odd, the first player, wins in 9",
        ),
        Entry(
            "ultimate", "noughts.games.ultimate", "Ultimate",
            "nine boards in one: the cell you mark names the opponent's next board",
            size="81 cells", known="not solved", status="open",
        ),
        Entry(
            "hex", "noughts.games.hex", "Hex", "join your two edges by a chain of touching cells",
            size="2 to 7 cells across", known="the first player wins on every board",
            examples=("hex:3", "hex:4", "hex:5"),
        ),
        Entry(
            "dots", "noughts.games.dots", "Dots",
            "draw edges between dots; who closes a box owns it and draws again",
            size="boxes in columns and rows, up to 62 edges",
            known="the first player wins 2×2 by 2 boxes; the second wins 3×3 by 3 and 3×2 by 2",
            examples=("dots:2,2", "dots:3,2", "dots:3,3"),
        ),
        Entry(
            "kalah", "noughts.games.kalah", "Kalah",
            "sow the counters of a pit; a last one in your store lets you sow again",
            size="1 to 6 pits each, 1 to 6 counters in each",
            known="with 3 pits of 2 counters the first player wins; with 2 of 2 the second",
            examples=("kalah:3,3", "kalah:4,2"),
        ),
        Entry(
            "othello", "noughts.games.othello", "Othello",
            "enclose the other player's discs, and they become yours",
            size="4×4 and 6×6", known="the second player wins 4×4 by 11 to 3, and 6×6 by 20 to 16",
            examples=("othello:4", "othello:6"),
        ),
        Entry(
            "domineering", "noughts.games.domineering", "Domineering",
            "lay dominoes, X upright, O across; whoever cannot loses",
            size="up to 62 cells",
            known="X, the first player, wins on 4×4, 6×6 and 7×7, O on 5×5",
            examples=("domineering:4,4", "domineering:6,6"),
        ),
        Entry(
            "nim", "noughts.games.nim", "Nim",
            "take counters from one heap; taking the last wins, or in misere loses",
            usual="3,4,5", size="up to 5 heaps of 60",
            known="the player to move loses when the nim-sum is 0",
            examples=("nim:3,4,5", "nim:1,3,5,7,misere"),
        ),
        Entry(
            "chomp", "noughts.games.chomp", "Chomp",
            "eat a square and all above and right of it, but not the poisoned one",
            size="up to 62 squares",
            known="the first player wins on every bar of 2 squares or more",
            examples=("chomp:4,3", "chomp:5,4"),
        ),
    )
}  # fmt: skip


# Games of one's own that `find_game` finds without their files: `name_own` puts them here.
OWN: dict[str, Game[Any]] = {}

# Other names that people type.
ALSO = {
    "tic-tac-toe": "tictactoe",
    "noughts-and-crosses": "tictactoe",
    "connect4": "connectfour",
    "connect-4": "connectfour",
    "connect-four": "connectfour",
    "four-in-a-row": "connectfour",
    "three-mens-morris": "morris",
    "tapatan": "morris",
    "ultimate-tic-tac-toe": "ultimate",
}
# What the names of other libraries' games begin with, and the module and class of their rules.
FOREIGN = {
    "openspiel": ("noughts.games.openspiel", "OpenSpiel"),
    "pettingzoo": ("noughts.games.pettingzoo", "PettingZoo"),
}
# What the names of line games that are data begin with, and the module of their rules.
LINES, LINES_MODULE = "lines", "noughts.games.lines"
# Games that people ask for, and what comes nearest.
ABSENT = {
    "renju": "is here without its forbidden threes and fours: gomoku:15,15,5,renju",
}


def find_game(spec: str = "tictactoe", *, files: bool = True) -> Game[Any]:
    """The game that `name` or `name:parameters` stands for, or `file.py:Class:parameters`.

    `openspiel:NAME` is a game of OpenSpiel, `pettingzoo:NAME` an environment of PettingZoo,
    `lines:FILE.json` a line game that is data.

    Args:
        spec: the text that names the game.
        files: whether it may name a file, which is then run, or a game of another library: never
            for untrusted text.

    Raises:
        UnknownGame: there is no game of that name, or no such file or class.
        BadParameters: it cannot have these parameters.
        BadGameFile, NotAGame: what is wrong with the file, or with the class in it.

    >>> find_game("mnk:4,4,3,misere")
    MNK(m=4, n=4, k=3, misere=True, cylinder=False, torus=False)
    >>> find_game("mnk:4,4,k=4") == find_game("mnk:4,4,4")
    True
    """
    spec = spec.strip()
    if own := OWN.get(spec.lower()):
        return own
    name, colon, given = spec.partition(":")
    known = name.strip().lower()
    entry = ENTRIES.get(ALSO.get(known, known))
    if entry is not None:
        words = ",".join(filter(None, (entry.means, given)))
        given_none = not colon and not entry.means
        return make_game(entry.game_class(), entry.name, entry.usual if given_none else words)
    if known == LINES:
        return _lines(given.strip(), files)
    if files and known in FOREIGN:
        module, cls = FOREIGN[known]
        foreign: Game[Any] = getattr(import_module(module), cls)(given.strip())
        return foreign
    if files:
        from noughts.games import user_files

        if user_files.is_file(spec):
            return user_files.find_own(spec)
    raise UnknownGame(_unknown(name, files))


def _lines(given: str, files: bool) -> Game[Any]:
    """The line game that a text writes, or a file."""
    from noughts.games import line_files, lines

    if files and given.lower().endswith(line_files.SUFFIX):
        return line_files.read(given)
    return lines.lines_of(given)


def spec_of(game: Game[Any]) -> str:
    """The shortest text by which `find_game` finds the game again.

    >>> from noughts.games.mnk import MNK
    >>> spec_of(MNK(4, 4, 3))
    'mnk:4,4,3'
    """
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
    if entries:
        return ":".join(filter(None, (entries[0].name, parameters_text(game))))
    from noughts.games import user_files

    return user_files.spec_of_own(game)


def about(game: Game[Any]) -> str:
    """One line that says what the game is: for a game of one's own its docstring's first.

    >>> about(find_game("mnk:4,4,3"))
    'k in a row on m columns and n rows'
    """
    entry = ENTRIES.get(spec_of(game).partition(":")[0])
    return entry.about if entry else rules_in_words(game).partition("\n")[0].removesuffix(".")


def entries() -> list[Entry]:
    """The games of the house, then those that `name_own` has named."""
    own = [
        Entry(name, type(game).__module__, type(game).__name__, about(game), status="")
        for name, game in OWN.items()
    ]
    return [*ENTRIES.values(), *own]


def name_own(spec: str) -> str:
    """Let this process find a game of a file by the name of its class, too.

    So a server can offer the game without taking the names of files from strangers.

    Args:
        spec: the game, `path/to/file.py:Class:parameters`; one of the house has its name already.

    Returns:
        Its name: that of the class in small letters, with parameters that are not the usual ones.

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
    if name.partition(":")[0] in {*ENTRIES, *ALSO} or name in OWN:
        raise GameError(f"There is a game called {name} already: give {cls} another name.")
    OWN[name] = game
    return name


def _unknown(name: str, files: bool) -> str:
    if name.strip().lower() in ABSENT:
        return f"{name.strip()} {ABSENT[name.strip().lower()]}."
    hint = did_you_mean(name, ENTRIES)
    own = " For a game of your own, give its file: path/to/file.py:Class." if files else ""
    return f"Unknown game {name!r}.{hint} Games: {', '.join(ENTRIES)}.{own}"
