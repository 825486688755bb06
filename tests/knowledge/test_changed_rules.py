"""Games that change a rule get the values of their own rules, from every search.

Each is a subclass of a game of the house that overrides one function of those that its rules come
to, or a copy of a game's file with other lines, sizes or directions. Their values are compared with
those of a plain minimax, written here.
"""

import random
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from noughts import Prover, Solver, analyse, make_tablebase
from noughts import games as house
from noughts.analysis.explain.explainer import explain
from noughts.analysis.explain.facts import FactKind
from noughts.errors import NoughtsError
from noughts.game import FIRST, RULES, SECOND, Game, legal_moves, parameters
from noughts.games.common.line_game import LineGame
from noughts.games.registry import find_game
from noughts.source import members
from noughts.tablebase.probe import Tablebase
from noughts.value import DRAW, LOSS, OPEN, WIN

HOUSE = Path(house.__file__).parent
# So many positions are compared at most, from a position where no more are left.
MOST_POSITIONS = 250
FEW_POSITIONS = 60
MOST_PLIES = 60
WORD = 1 << 62

GAMES = (
    "tictactoe", "mnk:3,3,3", "mnk:3,3,3,misere", "mnk:3,2,2", "mnk:4,2,2", "mnk:3,3,3,torus",
    "mnk:2,3,2,cylinder", "connectfour:3,3,3", "connectfour:4,3,3", "connectfour:3,3,3,misere",
    "connectfour:2,4,2", "hex:2", "hex:3", "nim:2,3", "nim:3,2,1,misere", "chomp:3,3", "chomp:3,2",
    "notakto:1", "notakto:2", "wild:3,2,2", "wild:2,2,2", "wild:3,3,3", "orderchaos:3,3,3",
    "numerical", "cube:3", "cube:3,misere", "qubic", "ultimate",
)  # fmt: skip


class Unfit(Exception):
    """The changed rules are no rules, or their game is too large to be compared."""


# The plain truth.


def value(game, position, values, most):
    """The outcome and the plies of best play, by minimax."""
    if position not in values:
        values[position] = None  # until it is known: play must not come back here
        outcome, value_here = game.outcome(position), None
        if outcome == OPEN:
            after = [
                before(game, position, other, value(game, other, values, most))
                for other in positions_after(game, position)
            ]
            value_here = max(after, key=liking)
        values[position] = value_here or (outcome, 0)
    if values[position] is None or len(values) > most:
        raise Unfit
    return values[position]


def before(game, position, after, value):
    """The value of a move to the player who makes it."""
    won, plies = value
    again = not game.alternates and game.mover(position) == game.mover(after)
    return (won if again else -won), plies + 1


def liking(value):
    outcome, plies = value
    return outcome, -outcome * plies


def positions_after(game, position):
    """The positions after each move, of rules that are rules."""
    moves = list(game.moves(position))
    lawful = moves and all(type(move) is int and move >= 0 for move in moves)
    if not lawful or len(set(moves)) < len(moves):
        raise Unfit
    after = [game.play(position, move) for move in moves]
    if any(type(one) is not type(position) or not fits(one) for one in after):
        raise Unfit
    if game.mover(game.start()) != FIRST or any(
        game.mover(one) not in (FIRST, SECOND) for one in after
    ):
        raise Unfit
    return after


def fits(position):
    return all(type(field) is int and 0 <= field < WORD for field in position)


# Changed rules.


def twisted(original, name, salt):
    """A method that answers otherwise than the original, now and then or always."""

    def method(self, *arguments):
        return changed(original(self, *arguments), name, salt, arguments)

    return method


def changed(answer: Any, name: str, salt: int, arguments: tuple[Any, ...]) -> Any:
    """Another answer of the same kind; which, and when, the salt says."""
    lot = crc32(repr((salt, arguments)).encode()) >> 8
    if name == "outcome":
        return (answer, answer, answer, WIN, DRAW, LOSS)[lot % 6]
    if isinstance(answer, bool):
        return answer == (lot % 3 > 0)
    if isinstance(answer, int):
        return (answer, answer & answer - 1, answer | 1 << salt % 9, abs(answer - 1))[lot % 4]
    if isinstance(answer, tuple) and hasattr(answer, "_fields"):
        return type(answer)(*(answer if lot % 5 < 3 else answer[::-1]))
    if isinstance(answer, tuple):
        place = salt % max(1, len(answer))
        return answer[:place] + answer[place + 1 :]
    moves = list(answer)
    return iter([move for i, move in enumerate(moves) if (lot + 3 * i) % 4] or moves)


@dataclass
class Change:
    """One function of a game's rules, changed."""

    spec: str
    name: str
    salt: int

    def game(self) -> Game[Any]:
        """The game, of a class derived from the house's."""
        game = find_game(self.spec)
        member = members(type(game))[self.name]
        original = getattr(member, "func", getattr(member, "fget", member))
        override = twisted(original, self.name, self.salt)
        is_method = callable(member) and not isinstance(member, property)
        body = {self.name: override if is_method else property(override)}
        changed: Any = type("Changed", (type(game),), body)
        return changed(**parameters(game))  # type: ignore[no-any-return]


def functions_of(spec):
    """The functions that the rules of a game come to."""
    cls = type(find_game(spec))
    known = members(cls)
    found, waiting = set(), list(RULES)
    while waiting:
        name = waiting.pop()
        function: Any = getattr(
            known.get(name), "func", getattr(known.get(name), "fget", known.get(name))
        )
        if name not in found and hasattr(function, "__code__"):
            found.add(name)
            waiting += [other for other in function.__code__.co_names if other in known]
    return sorted(found - {"start"})


@st.composite
def changes(draw):
    spec = draw(st.sampled_from(GAMES))
    return Change(spec, draw(st.sampled_from(functions_of(spec))), draw(st.integers(0, 10**6)))


# Copies of files, and games of lines of any kind.

COPIES = (
    ("tictactoe", "0b111_000_000, ", "0b101_000_000, "),
    ("tictactoe", "0b100_010_001, 0b001_010_100,", "0b000_000_011, 0b000_001_001, 0b110_000_001,"),
    ("mnk", "((1, 0), (0, 1), (1, 1), (-1, 1))", "((1, 0),)"),
    ("mnk", "((1, 0), (0, 1), (1, 1), (-1, 1))", "((1, 0), (0, 1))"),
    ("mnk", "((1, 0), (0, 1), (1, 1), (-1, 1))", "((1, 1), (-1, 1), (2, 1))"),
    ("mnk", "m: int = 3", "m: int = 2"),
    ("connectfour", "(right + 1, high and wide),", ""),
    ("connectfour", "            (up, high),\n", ""),
    ("connectfour", "columns: int = 7\n    rows: int = 6\n    k: int = 4",
     "columns: int = 4\n    rows: int = 3\n    k: int = 3"),
    ("connectfour", "return DRAW", "return WIN"),
    ("wild", "return WIN if self.misere else LOSS", "return LOSS if self.misere else DRAW"),
    ("orderchaos", "return LOSS if order_to_move else WIN", "return DRAW"),
    ("notakto", "from noughts.games.tictactoe import ALL_CELLS, LINES",
     "ALL_CELLS, LINES = 511, (0b11, 0b1001, 0b111_000_000)"),
    ("numerical", "SUM = 15", "SUM = 14"),
    ("numerical", "(0, 4, 8), (2, 4, 6)", "(0, 4, 7)"),
    ("nim", "range(1, self.size(position, heap) + 1)",
     "range(1, 1 + (self.size(position, heap) > 0))"),
    ("nim", "if position.counters:", "if position.counters & ~1:"),
    ("chomp", "return WIN if position.left == 0", "return LOSS if position.left == 0"),
    ("chomp", "row <= lowest_row and", "row == lowest_row and"),
    ("hex", "| cells >> self.size | not_right", "| not_right"),
)  # fmt: skip


SIZES = {"connectfour": ":4,3,3", "orderchaos": ":3,3,3"}


def copied(file, old, new, folder):
    """The game of a copy of a file of the house, in which something stands in place of another."""
    source = (HOUSE / f"{file}.py").read_text("utf-8")
    assert source.count(old) == 1, (file, old)
    source = source.replace(old, new)
    path = Path(folder) / f"{file}.py"
    source = source.replace("noughts.value import", "noughts.value import DRAW, LOSS,")
    path.write_text(source, "utf-8")
    return find_game(f"{path}{SIZES.get(file, '')}")


@st.composite
def line_games(draw):
    """A game of any lines on a small board, won or lost by a line."""
    width, height = draw(st.sampled_from(((3, 3), (3, 2), (4, 2), (2, 2), (5, 1))))
    cells = st.integers(0, width * height - 1)
    lines = draw(st.lists(st.frozensets(cells, min_size=1, max_size=4), min_size=1, max_size=9))
    body = {
        "board_lines": tuple(sum(1 << cell for cell in line) for line in lines),
        "line_loses": draw(st.booleans()), "columns": width, "rows": height,
    }  # fmt: skip
    return type("Lines", (LineGame,), body)()


# The comparison.


def near_the_end(game, chance):
    """A position from which few others can be reached, and the values of these."""
    path = [game.start()]
    while game.outcome(path[-1]) == OPEN and len(path) <= MOST_PLIES:
        path.append(chance.choice(positions_after(game, path[-1])))
    for position in path:
        values: dict[Any, Any] = {}
        try:
            value(game, position, values, MOST_POSITIONS)
        except Unfit:
            continue
        if game.outcome(position) == OPEN:
            return position, values
    raise Unfit


def told(found, truth):
    """A value as it is compared: how long a draw lasts depends on the line."""
    assert found is not None
    return tuple(found) == truth or found.outcome == truth[0] == DRAW


def compare(game, salt):
    """Whether every search tells the truth of a game; Unfit if it cannot be compared."""
    chance = random.Random(salt)
    try:
        position, values = near_the_end(game, chance)
    except (RecursionError, ValueError, IndexError, OverflowError, NoughtsError):
        raise Unfit from None
    solver = Solver(game, unchecked=True)
    for one in (position, *islice(values, 0, None, 7)):
        assert told(solver.value(one), values[one]), (game, one)
    if game.alternates:  # other games are refused there
        assert Prover(game, unchecked=True).bounds(position).outcome == values[position][0]
    analysis = analyse(game, position, unchecked=True)
    after = {move: game.play(position, move) for move in legal_moves(game, position)}
    truth = {move: before(game, position, one, values[one]) for move, one in after.items()}
    assert all(told(move.value, truth[move.move]) for move in analysis.moves)
    compare_explanation(game, position, solver, truth)
    if position == game.start() and len(values) <= FEW_POSITIONS:
        compare_tablebase(game, values)


def compare_explanation(game, position, solver, truth):
    """What is said of moves: their values, who has a best one, whose line ends the game."""
    best = max(truth.values(), key=liking)
    for move in explain(game, position, game.turn(position) or 0, solver).moves:
        assert told(move.value, truth[move.move])
        assert move.best == (truth[move.move] == best) or best[0] == DRAW
        over = game.outcome(game.play(position, move.move)) != OPEN
        assert over or FactKind.COMPLETES_LINE not in move.facts.kinds
        assert over == (FactKind.ENDS_GAME in move.facts.kinds)


def compare_tablebase(game, values):
    with TemporaryDirectory() as folder:
        make_tablebase(game, folder, unchecked=True)
        table = Tablebase(folder, game)
        for position, truth in values.items():
            assert told(table.value(position), truth), (game, position)


def compared(game, salt, seen, about):
    """Compare a game, unless that cannot be done; keep count of those that could."""
    try:
        compare(game, salt)
    except Unfit:
        return
    seen.add(repr(about))


often = settings(
    max_examples=110,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def test_a_changed_function_changes_the_values():
    seen: set[str] = set()

    @often
    @given(changes())
    def run(change):
        try:
            game = change.game()
        except NoughtsError:
            return  # the changed sizes are refused
        compared(game, change.salt, seen, change)

    run()
    assert len(seen) >= 40


def test_games_of_any_lines():
    seen: set[str] = set()

    @settings(often, max_examples=60)
    @given(line_games(), st.integers(0, 99))
    def run(game, salt):
        compared(game, salt, seen, (type(game).board_lines, game.line_loses, salt))

    run()
    assert len(seen) >= 40


def test_copies_of_files_with_other_lines_sizes_and_directions(tmp_path):
    seen: set[str] = set()
    for number, change in enumerate(COPIES):
        folder = tmp_path / str(number)
        folder.mkdir()
        game = copied(*change, folder)
        for salt in range(3):  # random plays: not every one comes near the end
            compared(game, salt, seen, change)
    assert len(seen) == len(COPIES)
