"""The checkers against false proofs that were written by hand, one fault in each."""

import random
import re
import shutil
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.strategies.file import StrategyFile
from noughts.strategies.fold import Fold
from noughts.strategies.make import make_strategy
from tests.each import each
from tests.strategies.proofs import TOOLS, by_node, by_noughts, by_python, digest, packed, written

CHECKERS = [
    by_python,
    by_noughts,
    pytest.param(by_node, marks=pytest.mark.skipif(not shutil.which("node"), reason="needs node")),
]

# Nim with two heaps of one: six bits a heap, so the start is 65, one heap left is 1 or 64. All
# plays are alike up to the heap that goes first; a move is 64 times the heap, and 1 taken.
STATES = [(1 * 1103515245 + 12345) % 2**31]
while len(STATES) < 32:
    STATES.append((STATES[-1] * 1103515245 + 12345) % 2**31)
FIRST_HEAPS = [state >> 16 & 1 for state in STATES[::2]]
RULES = digest(
    f"[65] 2 [1,65]\n[{1 if heap else 64}] 2 [{1 if heap else 65}]\n[0] -1 []\n"
    for heap in FIRST_HEAPS
)
NIM = {
    "strategy": 1,
    "game": "nim:1,1",
    "rules": RULES,
    "side": "second",
    "result": "win",
    "from": [65],
    "turn": "first",
    "budget": 0,
    "follow": False,
    "pairing": False,
    "threats": 0,
    "order": [],
    "plies": None,
    "fields": [[0, 7]],
}
# The second player takes the other heap.
MOVES = {1: 1, 64: 65}


@each("name", ["check_strategy.py", "check_strategy.mjs"])
def test_a_checker_without_the_rules_has_fewer_than_150_lines(name):
    # Counted as docs/strategies.md says: up to the heading of the rules, and the call at the end.
    lines = [line for line in (TOOLS / name).read_text("utf-8").splitlines() if line.strip()]
    rules = next(i for i, line in enumerate(lines) if re.match(r"(#|//) The rules, and", line))
    tail = 2 if name.endswith(".py") else 1
    assert "main()" in lines[-1]
    assert rules + tail < 150


@pytest.fixture
def told(tmp_path: Path) -> Callable[[Callable[[Path], str], bytes], str]:
    """What a checker says of a file's content."""

    def ask(checker: Callable[[Path], str], content: bytes) -> str:
        file = tmp_path / "it.strategy"
        file.write_bytes(content)
        return checker(file)

    return ask


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_true_proof_passes(checker, told):
    assert told(checker, written(NIM, MOVES)) == ""
    assert told(checker, written({**NIM, "plies": 2}, MOVES)) == ""
    assert told(checker, written({**NIM, "result": "draw"}, MOVES)) == ""
    assert told(checker, written({**NIM, "budget": 1}, {})) == ""
    assert told(checker, written({**NIM, "from": [1], "side": "first"}, {1: 1})) == ""


# Each fault: what differs from the true proof, and the moves.
FAULTS: dict[str, tuple[dict[str, Any], dict[int, int]]] = {
    "a reply without an answer": ({}, {1: 1}),
    "no answer at all": ({}, {}),
    "an illegal move": ({}, {1: 65, 64: 65}),
    "a move that takes nothing": ({}, {1: 64, 64: 65}),
    "a position that never arises": ({}, {**MOVES, 2: 1}),
    "the start among the other side's positions": ({}, {**MOVES, 65: 1}),
    "the other side": ({"side": "first"}, MOVES),
    "the other side's turn": ({"turn": "second"}, MOVES),
    "a side that is none": ({"side": "third"}, MOVES),
    "a result that is none": ({"result": "loss"}, MOVES),
    "too few plies": ({"plies": 1}, MOVES),
    "plies with a budget": ({"plies": 2, "budget": 1}, {}),
    "plies with threats": ({"plies": 2, "threats": 1}, {}),
    "too small a budget": ({"budget": 0}, {64: 65}),
    "other rules": ({"rules": "0" * 64}, MOVES),
    "another game": ({"game": "nim:1,2"}, MOVES),
    "a game that is none": ({"game": "go"}, MOVES),
    "a finished game as the start": ({"from": [0], "side": "first"}, {}),
    "a start with two numbers": ({"from": [65, 0]}, MOVES),
    "a version to come": ({"strategy": 2}, MOVES),
    "a part that nobody knows": ({"trust": True}, MOVES),
    "too many positions announced": ({"positions": 3}, MOVES),
    "too few positions announced": ({"positions": 1}, MOVES),
    "fields too small for a position": ({"fields": [[0, 1]]}, MOVES),
    "a move of the order twice": ({"budget": 1, "order": [1, 1]}, {}),
}


@pytest.mark.parametrize("checker", CHECKERS)
@each("fault", FAULTS)
def test_a_false_proof_is_refused(checker, told, fault):
    other, moves = FAULTS[fault]
    assert told(checker, written({**NIM, **other}, moves)) != ""


# In 3×3, cells counted from 0 along the rows, X to move. Each of these files has no position.
CORNERS, LEFT = 1 << 0 | 1 << 8, 1 << 0


def threats(
    mine: int,
    theirs: int,
    nodes: int,
    spec: str = "tictactoe",
    side: str = "first",
    **other: Any,
) -> bytes:
    """A claim that X, or the other side, wins from there by threats of so many nodes."""
    return written(
        {**NIM, "game": spec, "rules": Fold(find_game(spec)).fingerprint(), "threats": nodes,
         "from": [mine, theirs], "side": side, "fields": [[0, 9], [0, 9]]} | other,
        {},
    )  # fmt: skip


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_true_sequence_of_threats_passes(checker, told):
    # O threatens in 6; X's answer there makes two threats, 3 and 7.
    assert told(checker, threats(CORNERS, 1 << 2 | 1 << 4, 1)) == ""
    # X's 3 is answered by 6; then 4 makes two threats, 5 and 8.
    assert told(checker, threats(LEFT, 1 << 1, 2)) == ""
    # O threatens in 6. X's answer there is no threat, but then threats win whatever O does.
    edges, left = 1 << 1 | 1 << 5, 1 << 0 | 1 << 3
    assert told(checker, threats(edges, left, 9, forced=True)) == ""
    false = [
        threats(edges, left, 9),
        threats(edges, left, 9, forced=True, side="second"),
        threats(0, 0, 9, forced=True),  # nine moves are left
        boxed({**BOTH, "forced": True}, {}),  # a turn may be kept
        threats(edges, left | 1 << 7 | 1 << 8, 9, forced=True),  # none is
    ]
    assert all(told(checker, content) for content in false)
    assert told(checker, boxed({**BOTH, "forced": True}, TAKES)) == ""


FALSE_THREATS = {
    "nothing is searched": threats(CORNERS, 1 << 2 | 1 << 4, 0),
    "one node too few": threats(LEFT, 1 << 1, 1),
    "threats that all have an answer": threats(LEFT, 1 << 4, 10_000),
    "no threat at all": threats(0, 0, 10_000),
    # X's 6 would make two threats, 3 and 7, but O completes 3, 4, 5.
    "a win of the other side's": threats(CORNERS, 1 << 4 | 1 << 5, 10_000),
    # X's 4 is answered by 8, which makes O's two threats 2 and 7: X has no time for 3, 4, 5.
    "an answer that threatens twice": threats(1 << 0 | 1 << 3, 1 << 5 | 1 << 6, 10_000),
    "a win by lines that lose": threats(CORNERS, 1 << 2 | 1 << 4, 10_000, "mnk:3,3,3,misere"),
    "the other side wins": threats(CORNERS, 1 << 2 | 1 << 4, 10_000, side="second"),
}


@pytest.mark.parametrize("checker", CHECKERS)
@each("fault", FALSE_THREATS)
def test_a_false_sequence_of_threats_is_refused(checker, told, fault):
    assert told(checker, FALSE_THREATS[fault]) != ""


# In 4,4,4 pairs hold a draw for either side.
PLAYS = {spec: Fold(find_game(spec)).fingerprint()
         for spec in ("mnk:4,4,4", "mnk:4,3,3", "mnk:5,1,3", "cube")}  # fmt: skip
PAIRED = {**NIM, "game": "mnk:4,4,4", "rules": PLAYS["mnk:4,4,4"], "from": [0, 0], "result": "draw",
          "fields": [[0, 0], [0, 0]], "pairing": True}  # fmt: skip


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_draw_by_pairs_passes(checker, told):
    # Ten lines need twenty of sixteen cells; a mark in a corner leaves seven, which need fourteen.
    assert told(checker, written(PAIRED, {})) == ""
    assert told(checker, written({**PAIRED, "side": "first"}, {})) == ""


# Three lines need six of five cells; but a1 to c1 and b1 to d1 share b1 and c1: d1, e1 are left.
SHARED = {**PAIRED, "game": "mnk:5,1,3", "rules": PLAYS["mnk:5,1,3"]}


@pytest.mark.parametrize("checker", CHECKERS)
def test_lines_in_a_row_share_a_pair(checker, told):
    assert told(checker, written(SHARED, {})) == ""
    assert told(checker, written({**SHARED, "side": "first"}, {})) == ""
    # X on c1, O on a1: X plays d1, and threatens on b1 and on e1.
    assert told(checker, written({**SHARED, "from": [0b00100, 0b00001]}, {})) != ""


@pytest.mark.parametrize("checker", CHECKERS)
@each(
    "other",
    [
        {"pairing": False},
        {"result": "win"},
        {"plies": 16},
        {"game": "mnk:4,3,3", "rules": PLAYS["mnk:4,3,3"]},  # the first player wins it
        {"game": "cube", "rules": PLAYS["cube"]},  # nobody can draw it
        # The first player has a4, b4, c4, b3 and c2, and threatens on d4 and on d1.
        {"from": [0b10_0001_1001_0000, 0b100_0010_0111], "turn": "second"},
    ],
)
def test_a_false_draw_by_pairs_is_refused(checker, told, other):
    assert told(checker, written({**PAIRED, **other}, {})) != ""


# On 4×4 X has a1, b2 and b4, O has b1 and b3 and plays a2: always on top, O gets a4, c2, c4, d2 and
# d4, and X has no line in all the other cells. A column has five bits.
FOLLOWED = {**NIM, "game": "connectfour:4,4,4", "turn": "second", "result": "draw", "follow": True,
            "rules": Fold(find_game("connectfour:4,4")).fingerprint(), "fields": [[0, 9], [0, 9]],
            "from": [1 << 5 | 1 << 7, 1 << 0 | 1 << 6 | 1 << 8]}  # fmt: skip


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_draw_by_following_up_passes(checker, told):
    assert told(checker, written(FOLLOWED, {})) == ""


@pytest.mark.parametrize("checker", CHECKERS)
@each(
    "other",
    [
        {"follow": False},
        {"follow": False, "points": [0] * 11, "result": "win"},
        {"follow": False, "points": [0] * 11, "side": "first"},
        {"follow": False, "points": [0] * 5011, "result": "win"},  # with weights of lines
        {"follow": False, "points": [0] * 5012},  # one too many
        {"result": "win"},
        {"side": "first"},
        {"from": [0, 0], "turn": "first"},  # X has the first and third row
        {"from": [1 << 6 | 1 << 7, 1 << 0 | 1 << 5 | 1 << 8]},  # the first row is X's
    ],
)
def test_a_false_draw_by_following_up_is_refused(checker, told, other):
    assert told(checker, written({**FOLLOWED, **other}, {})) != ""


# Dots and Boxes, two boxes. Edges: 0 and 1 above, 2 and 3 below, 4, 5 and 6 upright. All but 5 and
# 6 are drawn: who draws 5 closes the left box, draws again, and closes the right one by 6.
def dots(edges: Iterable[int], mine: int = 0, theirs: int = 0, mover: int = 0) -> tuple[int, ...]:
    """The numbers of a position: edges, boxes of who is to move, those of the other, who it is."""
    return sum(1 << edge for edge in edges), mine, theirs, mover


def boxed(other: dict[str, Any], moves: dict[tuple[int, ...], int]) -> bytes:
    """A claim about Dots and Boxes; every field has seven bits."""
    claim = {**NIM, "game": "dots:2,1", "rules": Fold(find_game("dots:2,1")).fingerprint(),
             "fields": [[0, 7]] * 4}  # fmt: skip
    numbers = {sum(at << 7 * place for place, at in enumerate(reversed(position))): move
               for position, move in moves.items()}  # fmt: skip
    return written({**claim, **other}, numbers)


BOTH = {"from": dots([0, 1, 2, 3, 4]), "side": "first", "result": "win"}
TAKES = {dots([0, 1, 2, 3, 4]): 5, dots([0, 1, 2, 3, 4, 5], mine=1): 6}
# The second player is to move; 4 closes the left box, the right one lacks 3 and 6. If he takes it
# he has to draw again, and leaves the right one: a draw. If he draws 3 or 6 the first has both.
ONE_EACH = {"from": dots([0, 1, 2, 5], mover=1), "turn": "second", "side": "first",
            "result": "draw"}  # fmt: skip
HOLDS = {
    dots([0, 1, 2, 4, 5, 3], theirs=1): 6,
    dots([0, 1, 2, 4, 5, 6], theirs=1): 3,
    dots([0, 1, 2, 5, 3]): 4,
    dots([0, 1, 2, 5, 3, 4], mine=1): 6,
    dots([0, 1, 2, 5, 6]): 4,
    dots([0, 1, 2, 5, 6, 4], mine=1): 3,
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_true_proof_passes_where_a_turn_is_kept(checker, told):
    assert told(checker, boxed(BOTH, TAKES)) == ""
    assert told(checker, boxed({**BOTH, "plies": 2}, TAKES)) == ""
    assert told(checker, boxed(ONE_EACH, HOLDS)) == ""
    # One search of one node: after 5, which is tried first, 6 ends the game.
    assert told(checker, boxed({**BOTH, "budget": 1}, {})) == ""


def without(moves: dict[tuple[int, ...], int], number: int) -> dict[tuple[int, ...], int]:
    """All moves but one."""
    return {at: move for i, (at, move) in enumerate(moves.items()) if i != number}


FALSE_TURNS = {
    "no answer where the turn was kept": boxed(BOTH, without(TAKES, 1)),
    "no answer after the other kept the turn": boxed(ONE_EACH, without(HOLDS, 0)),
    "the other's second reply has no answer": boxed(ONE_EACH, without(HOLDS, 1)),
    "a position of the other's has an answer": boxed(
        ONE_EACH, {**HOLDS, dots([0, 1, 2, 5, 4], mine=1, mover=1): 3}
    ),
    "the draw is no win": boxed({**ONE_EACH, "result": "win"}, HOLDS),
    "the other takes both": boxed(
        {**BOTH, "from": dots([0, 1, 2, 3, 4], mover=1), "turn": "second", "result": "draw"},
        {dots([0, 1, 2, 3, 4, 5], theirs=1): 6, dots([0, 1, 2, 3, 4, 6]): 5},
    ),
    "who keeps the turn has lost": boxed({**BOTH, "side": "second", "result": "draw"}, TAKES),
    "too few plies": boxed({**BOTH, "plies": 1}, TAKES),
    "a move that gives all away": boxed(BOTH, {dots([0, 1, 2, 3, 4]): 6}),
    "another turn than the position's": boxed({**BOTH, "turn": "second", "side": "second"}, TAKES),
    "threats": boxed({**BOTH, "threats": 1}, TAKES),
    "nothing is searched": boxed(BOTH, {}),
    "the budget's goal is the other's": boxed(
        {**ONE_EACH, "turn": "second", "side": "second", "result": "win", "budget": 10_000}, {}
    ),
}


@pytest.mark.parametrize("checker", CHECKERS)
@each("fault", FALSE_TURNS)
def test_a_false_proof_is_refused_where_a_turn_is_kept(checker, told, fault):
    assert told(checker, FALSE_TURNS[fault]) != ""


TWICE = {**NIM, "positions": 2}


@pytest.mark.parametrize("checker", CHECKERS)
@each(
    "content",
    [
        b"",
        b"no strategy",
        zlib.compress(b""),
        zlib.compress(b"[]\n"),
        packed({"positions": 0}, []),
        packed({**NIM, "positions": 3}, [2, 0, 63, 1, 1, 65]),  # twice the same
        packed({**NIM, "positions": 2}, [2, 63, 1, 65, 9]),  # one number too many
        packed(TWICE, [2, 63, 1]),  # one too few
        written(NIM, MOVES)[:-3],  # cut short
        written(NIM, MOVES) + b"\0",  # something behind it
        zlib.compress(zlib.decompress(written(NIM, MOVES)) + b"\x80"),  # half a number
        zlib.compress(zlib.decompress(written(NIM, MOVES))[:-2] + b"\xc1\x80\x00"),  # too long
    ],
)
def test_what_is_no_strategy_is_refused(checker, told, content):
    assert told(checker, content) != ""


CIRCLE = '''
from typing import NamedTuple

from noughts import DRAW, LOSS, OPEN, WIN, Game


class Place(NamedTuple):
    at: int


class Circle(Game[Place]):
    """On and on round four places; only who stands on the second may leave, and wins."""

    repeats = True

    def start(self):
        return Place(0)

    def moves(self, position):
        yield 0
        if position.at == 1:
            yield 1

    def play(self, position, move):
        return Place(9) if move == 1 else Place((position.at + 1) % 4)

    def outcome(self, position):
        return LOSS if position.at == 9 else OPEN
'''


def test_a_circle_is_no_win_but_holds_a_draw(tmp_path: Path):
    (tmp_path / "circle.py").write_text(CIRCLE)
    game = find_game(str(tmp_path / "circle.py"))
    claim = {**NIM, "game": "circle.py:Circle", "rules": Fold(game).fingerprint(), "from": [0],
             "side": "first", "result": "draw", "fields": [[0, 2]]}  # fmt: skip
    file, rules = tmp_path / "it.strategy", ("--rules", str(tmp_path / "circle.py"))
    # The other side stands on the second place and leaves: the first player has nothing.
    file.write_bytes(written(claim, {0: 0, 2: 0}))
    assert "ends against the claim" in by_python(file, *rules)
    # Seen from the second player, who stands there and stays: a draw, and no win.
    second = {**claim, "side": "second"}
    file.write_bytes(written(second, {1: 0, 3: 0}))
    assert by_python(file, *rules) == ""
    file.write_bytes(written({**second, "result": "win"}, {1: 0, 3: 0}))
    assert "comes back" in by_python(file, *rules)
    file.write_bytes(written({**second, "result": "win"}, {1: 1}))
    assert by_python(file, *rules) == ""


STAYING = '''
from typing import NamedTuple

from noughts import LOSS, OPEN, Game
from noughts.game import FIRST, SECOND


class Place(NamedTuple):
    at: int


class Staying(Game[Place]):
    """On 0 the first player is to move, on 1 and 2 the second; on 3 the first has lost."""

    repeats = True

    def start(self):
        return Place(0)

    def moves(self, position):
        return [1] if position.at == 0 else [2, 3] if position.at == 1 else [1, 3]

    def play(self, position, move):
        return Place(move)

    def outcome(self, position):
        return LOSS if position.at == 3 else OPEN

    def mover(self, position):
        return SECOND if position.at in (1, 2) else FIRST
'''


def test_a_game_of_ones_own_says_whose_turn_it_is(tmp_path: Path):
    (tmp_path / "staying.py").write_text(STAYING)
    spec, rules = str(tmp_path / "staying.py"), ("--rules", str(tmp_path / "staying.py"))
    claim = {**NIM, "game": "staying.py:Staying", "rules": Fold(find_game(spec)).fingerprint(),
             "from": [0], "result": "win", "fields": [[0, 2]]}  # fmt: skip
    file = tmp_path / "it.strategy"

    def said(other: dict[str, Any], moves: dict[int, int]) -> list[str]:
        """What is said by the checkers that know such games."""
        file.write_bytes(written({**claim, **other}, moves))
        return [by_python(file, *rules), by_noughts(file, spec)]

    assert said({}, {1: 3}) == ["", ""]
    assert said({}, {1: 2, 2: 3}) == ["", ""]  # three moves, two of them in a row
    assert all("comes back" in fault for fault in said({}, {1: 2, 2: 1}))
    assert said({"result": "draw"}, {1: 2, 2: 1}) == ["", ""]
    # The second player may go on for ever, and may end the game.
    for result, why in (("win", "comes back"), ("draw", "against the claim")):
        faults = said({"side": "first", "result": result}, {0: 1})
        assert all(why in fault for fault in faults)


def corrupted(content: bytes, chance: random.Random) -> bytes:
    """The file with some byte of its content changed, left out or put in; packed soundly again."""
    told = bytearray(zlib.decompress(content))
    at = chance.randrange(len(told))
    kind = chance.randrange(3)
    if kind == 0:
        told[at] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del told[at]
    else:
        told.insert(at, chance.randrange(256))
    return zlib.compress(bytes(told))


def holds(file: Path) -> bool:
    """Whether the strategy does what it claims: played against everything, in the plainest way."""
    read = StrategyFile.read(file)
    game = find_game(read.claim.game)
    fold = Fold(game)

    def reaches(position, mine: bool, plies: int) -> bool:
        outcome = game.outcome(position)
        if outcome != 2:
            return (outcome if mine else -outcome) >= read.claim.goal
        if plies == 0:
            return False
        if not mine:
            return all(
                reaches(game.play(position, move), True, plies - 1) for move in game.moves(position)
            )
        canonical = fold.canonical(position)
        move = read.moves.get(fold.fields(canonical))
        if move is None:
            return False
        return move in game.moves(canonical) and reaches(
            game.play(canonical, move), False, plies - 1
        )

    most = 99 if read.claim.plies is None else read.claim.plies
    return reaches(fold.position(read.claim.start), read.claim.turn == read.claim.side, most)


@pytest.mark.parametrize(("checker", "times"), [(by_noughts, 1000), (by_python, 60), (by_node, 60)])
def test_of_many_corrupted_files_none_passes_that_does_not_hold(checker, times, tmp_path, told):
    content = make_strategy(MNK(4, 3, 3)).file.to_bytes()
    chance, passed = random.Random(23), 0
    for _ in range(times):
        wrong = corrupted(content, chance)
        if told(checker, wrong) == "":
            assert holds(tmp_path / "it.strategy")
            passed += 1
    assert passed < times / 10
