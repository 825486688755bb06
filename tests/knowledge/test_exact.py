"""Which knowledge counts for a game."""

import pickle
from typing import Any

import pytest

from noughts.errors import NotAGame
from noughts.game import RULES, Game
from noughts.games.common.cell_game import Grid, Marks
from noughts.games.common.line_game import LineGame
from noughts.games.connectfour import ConnectFour
from noughts.games.hex import Hex
from noughts.games.mnk import MNK
from noughts.games.nim import Nim
from noughts.games.registry import ENTRIES, find_game
from noughts.games.tictactoe import TicTacToe
from noughts.games.ultimate import Ultimate
from noughts.knowledge import Knowledge, knowledge_of, plays_by, set_aside
from noughts.knowledge.connectfour import ConnectFourKnowledge
from noughts.knowledge.exact import FOR_PEOPLE
from noughts.knowledge.line_game import LineGameKnowledge, MNKKnowledge
from noughts.source import members
from noughts.value import LOSS, OPEN
from tests.each import each


class Rows(LineGame):
    """A game of lines that fills in the lines, and nothing else."""

    board_lines = (0b000_000_111, 0b000_111_000, 0b111_000_000)


class Renamed(ConnectFour):
    """Other names and pictures; the same rules."""

    def name(self, move):
        return f"column {move}"

    def board(self, position, turn):
        return super().board(position, turn)

    def explain_illegal(self, position, move):
        return super().explain_illegal(position, move)


class Small(ConnectFour):
    """Other sizes when nothing is said."""

    columns: int = 4
    rows: int = 4


class PopOut(ConnectFour):
    """A mark of one's own at the bottom can be taken out, too."""

    repeats = True

    def moves(self, position):
        yield from super().moves(position)
        for column in range(self.columns):
            if position.mine >> self.height * column & 1:
                yield self.columns + column

    def play(self, position, move):
        if move < self.columns:
            return super().play(position, move)
        column = self.column_cells << self.height * (move - self.columns)
        mine, theirs = (
            cells & ~column | (cells & column) >> 1 & column
            for cells in (position.mine, position.theirs)
        )
        return Marks(theirs, mine)


# Games that share their knowledge with another.
SHARED = {"gomoku": "MNK", "morris": "MovingMen", "picaria": "MovingMen"}


@each("entry", ENTRIES.values())
def test_every_game_of_the_house_is_known(entry):
    game = find_game(entry.name)
    known = knowledge_of(game)
    kind = SHARED.get(entry.name, type(game).__name__)
    assert type(known).__name__ == f"{kind}Knowledge"
    assert known.game is game or known.game == game
    assert not set_aside(game)


@each("game", [Renamed(), Small()])
def test_names_pictures_and_sizes_are_no_rules(game):
    assert type(knowledge_of(game)) is ConnectFourKnowledge
    assert set_aside(game) == ""


def test_lines_are_left_open():
    assert type(knowledge_of(Rows())) is LineGameKnowledge
    assert plays_by(Rows(), LineGame)


def test_what_sees_lines_otherwise_does_not_play_by_them():
    assert type(knowledge_of(MNK())) is MNKKnowledge  # which finds them by shifting
    assert not plays_by(MNK(), LineGame)


@each(
    ("cls", "name"),
    [
        (MNK, "has_line"),
        (MNK, "rays"),
        (MNK, "board_lines"),
        (TicTacToe, "has_line"),
        (ConnectFour, "landing"),
        (ConnectFour, "height"),
        (Nim, "size"),
        (Hex, "turn"),
        (Ultimate, "wins"),
        (Rows, "any_line"),
    ],
)
def test_a_changed_function_sets_knowledge_aside(cls, name):
    member = getattr(cls, name)

    def again(self, *given):
        inherited = getattr(super(type(self), self), name)
        return inherited(*given) if given else inherited

    body = {name: again if callable(member) else property(again)}
    game = type("Changed", (cls,), body)()
    assert type(knowledge_of(game)) is Knowledge
    kind = LineGame if cls is Rows else cls
    assert set_aside(game).startswith(f"Changed changes {name}")
    assert f"do not use what is known of {kind.__name__}." in set_aside(game)
    assert not plays_by(game, kind)


def test_pop_out_inherits_no_knowledge():
    assert type(knowledge_of(PopOut())) is Knowledge
    assert "moves, play of ConnectFour" in set_aside(PopOut())


def test_a_method_that_an_object_carries_itself_counts_as_changed():
    game = MNK(3, 3, 2)
    object.__setattr__(game, "has_line", lambda cells: False)
    assert not plays_by(game, MNK)
    assert type(knowledge_of(game)) is Knowledge


def test_a_class_that_checks_its_sizes_otherwise_is_another_class():
    class Any(Nim):
        def __post_init__(self):
            pass

    assert type(knowledge_of(Any(3, 4, 5))) is type(knowledge_of(Any(100))) is Knowledge
    assert set_aside(Any(100)).startswith("Any changes __post_init__ of Nim")


class Halves(Knowledge[Marks]):
    """Knowledge that a game of one's own names."""

    def estimate(self, position):
        return 7


class Own(Grid):
    """A game of one's own."""

    knowledge = Halves

    def outcome(self, position):
        return LOSS if self.longest_row(position) else OPEN

    def longest_row(self, position):
        return position.theirs == 0b111


def test_a_game_of_ones_own_names_its_knowledge():
    assert type(knowledge_of(Own())) is Halves
    assert knowledge_of(Own()).estimate(Own().start()) == 7


def twice(function):
    """A decorator that does not say what it wraps."""
    return lambda *given: function(*given)


WAYS = {
    "a rule": {"longest_row": lambda self, position: position.theirs == 0b1111},
    "a name for display": {"name": lambda self, move: "?"},
    "a decorator": {"outcome": twice(Own.outcome)},
    "a default argument": {
        "longest_row": lambda self, position, line=0b11: position.theirs == line
    },
    "an attribute": {"size": 4},
    "a mixin": {},
    "__getattr__": {"__getattr__": lambda self, name: 3},
    "__call__": {"__call__": lambda self: 3},
    "__getitem__": {"__getitem__": lambda self, place: place},
    "__iter__": {"__iter__": lambda self: iter(())},
    "__init__": {"__init__": lambda self: None},
    "nothing": {},
}


class Mixed:
    """Changes a rule without being a game."""

    def longest_row(self, position):
        return position.theirs == 0b11


@each("way", WAYS)
def test_knowledge_of_a_users_class_counts_for_that_class_alone(way):
    bases = (Mixed, Own) if way == "a mixin" else (Own,)
    changed: Any = type("Changed", bases, WAYS[way])
    assert type(knowledge_of(changed())) is Knowledge
    assert set_aside(changed()) == (
        "Changed is another class than Own, so searches do not use what is known of Own."
        if way == "nothing"
        else set_aside(changed())
    )
    named: Any = type("Named", (changed,), {"knowledge": Halves})
    assert type(knowledge_of(named())) is Halves


@each("way", ["a decorator", "__getattr__", "__call__", "__init__", "a mixin"])
def test_a_class_of_noughts_changed_in_odd_ways_is_another_class(way):
    body = {"a decorator": {"outcome": twice(MNK.outcome)}, "a mixin": {}}.get(way, WAYS[way])

    class Lines:
        @property
        def rays(self):
            return ()

    changed: Any = type("Changed", (Lines, MNK) if way == "a mixin" else (MNK,), body)
    game = object.__new__(changed)
    for name in "mnk":
        object.__setattr__(game, name, 3)
    assert type(knowledge_of(game)) is Knowledge


def test_a_game_that_was_pickled_keeps_its_knowledge():
    """Python then puts a name into the class."""
    game = Renamed()
    assert pickle.loads(pickle.dumps(game)) == game
    assert plays_by(game, ConnectFour)
    assert type(knowledge_of(game)) is ConnectFourKnowledge


def test_a_method_replaced_later_sets_knowledge_aside():
    later: Any = type("Later", (MNK,), {})
    game = later()
    for kind in (MNKKnowledge, Knowledge):
        assert type(knowledge_of(game)) is type(knowledge_of(later())) is kind
        assert knowledge_of(game) is knowledge_of(game)  # with the tables that it has computed
        later.has_line = lambda self, cells: False


def test_no_rule_of_noughts_asks_for_what_is_for_people():
    """So that a subclass may change it, and keep the knowledge."""
    for entry in ENTRIES.values():
        cls = type(find_game(entry.name))
        known, waiting, seen = members(cls), list(RULES), set()
        while waiting:
            name = waiting.pop()
            member = known.get(name)
            function: Any = getattr(member, "func", getattr(member, "fget", member))
            if name not in seen and hasattr(function, "__code__"):
                seen.add(name)
                waiting += function.__code__.co_names
        assert not (seen & FOR_PEOPLE - {"actions", "board", "name"}), cls


def test_none_says_that_nothing_is_known():
    class Plain(MNK):
        knowledge = None

    assert type(knowledge_of(Plain())) is Knowledge
    assert set_aside(Plain()) == ""


@each("wrong", [Halves(Own()), "Halves", MNK])
def test_what_is_no_knowledge_is_refused_in_a_sentence(wrong):
    class Mistaken(Own):
        knowledge = wrong

    with pytest.raises(NotAGame, match=r"Mistaken\.knowledge is .*; it must be a class derived"):
        knowledge_of(Mistaken())


def test_knowledge_is_a_value():
    one, other = Knowledge(MNK()), Knowledge(MNK())
    assert one == other != knowledge_of(MNK())
    assert hash(one) == hash(other)
    assert knowledge_of(MNK()) is knowledge_of(MNK())
    assert pickle.loads(pickle.dumps(knowledge_of(MNK()))) == knowledge_of(MNK())


def test_by_default_knowledge_is_the_rules():
    known = Knowledge(MNK(3, 3, 2))
    start = known.start()
    assert list(known.candidate_moves(start)) == list(known.moves(start)) == list(range(9))
    assert known.canonical(start) == start
    assert known.outcome(known.play(start, 0)) == OPEN
    assert Knowledge.moves(known, start) is not None
    assert Knowledge.outcome(known, start) == OPEN
    assert Knowledge.play(known, start, 0) == known.play(start, 0)
    assert Knowledge.start(known) == start


def test_games_know_nothing_of_searching():
    hooks = {name for name in vars(Knowledge) if not name.startswith("_")} - {"game"}
    assert hooks & set(vars(Game)) == set(RULES)


def test_hints_written_in_the_game_itself_are_named():
    class Old(Nim):
        def canonical(self, position):
            return position

        def quick_depth(self):
            return 3

    assert set_aside(Old()) == (
        "Searches do not call canonical, quick_depth of Old: move that to a class "
        "OldKnowledge(Knowledge), and set knowledge = OldKnowledge in the game."
    )


def test_a_method_that_the_rules_themselves_ask_may_have_any_name():
    class Helped(Nim):
        def outcome(self, position):
            return self.state(position)

        def state(self, position):
            return super().outcome(position)

    assert "Searches do not call" not in set_aside(Helped())
