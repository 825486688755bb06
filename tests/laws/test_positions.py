"""What positions may be made of: each wrong kind in one sentence that says what to write."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from noughts.laws.positions import misfit, no_value, wrong_kind
from tests.each import each
from tests.take import Counter, Take


class Heap(NamedTuple):
    left: Any


class Pair(NamedTuple):
    left: int
    more: Any


@dataclass(frozen=True)
class Data:
    left: int
    more: int


class Own:
    def __init__(self, left):
        self.left = left

    def __repr__(self):
        return f"Own({self.left})"


def of_numpy():
    kind = type("int64", (), {"__repr__": lambda self: "np.int64(7)", "__module__": "numpy"})
    return kind()


WHOLE = "the fields of a position are whole numbers (int)"


@each(
    ("position", "said"),
    [
        (Heap("7"), f"Heap.left is '7', a str; {WHOLE}; write a number for it"),
        (Heap(0.5), "Heap.left is 0.5, a float; "),
        (Heap((1, 2)), "Heap.left is (1, 2), a tuple; "),
        (Heap({1}), "Heap.left is {1}, a set; "),
        (Heap(None), f"Heap.left is None, a NoneType; {WHOLE}"),
        (Heap(of_numpy()), "Heap.left is np.int64(7), a NumPy number; "),
        (Pair(1, False), f"Pair.more is False, a bool; {WHOLE}: write 0"),
        (Pair(1, True), "write 1"),
        (Heap(1 << 63), "Heap.left is a number of 64 bits; a field lies between -2**63 and "),
        (Heap(-(1 << 63) - 1), "Heap.left is a number of 64 bits"),
        (
            Data(1, 2),
            "Data is a dataclass; make it a NamedTuple: class Data(NamedTuple): left: int",
        ),
        (Own(7), "Own is not a NamedTuple; make it a NamedTuple: class Own(NamedTuple): left: "),
        (7, "the position is 7, of type int; make it a NamedTuple: class Position(NamedTuple): "),
        ((7, 0), "the position is (7, 0), a plain tuple; make it a NamedTuple: class Position"),
        ([7], "the position is [7], of type list; "),
        ("7", "the position is '7', of type str; "),
        (None, "the position is None, of type NoneType; "),
    ],
)
def test_what_is_wrong_and_what_to_write(position, said):
    told = wrong_kind(Take(), position)
    assert told is not None
    assert said in told


@each("position", [Counter(7), Pair(0, 0), Heap((1 << 63) - 1), Heap(-(1 << 63))])
def test_whole_numbers_of_64_bits_are_well(position):
    assert wrong_kind(Take(), position) is None


class Read(Take):
    """Writes and reads its positions itself."""

    def text(self, position, turn):
        return str(position)

    def parse(self, text):
        return text, 0


@each("position", ["7", (7, 0), Heap("7"), Data(1, 2)])
def test_a_game_that_reads_its_own_positions_may_have_others(position):
    assert wrong_kind(Read(), position) is None


@each("position", [Heap(True), Heap(1 << 70), Heap(of_numpy())])
def test_but_none_that_words_would_change(position):
    assert wrong_kind(Read(), position)


def test_a_position_is_a_value():
    assert no_value(Counter(1)) is None
    assert "unhashable type: 'list'" in str(no_value([1]))


def test_a_number_that_does_not_fit_is_told_by_its_game():
    broken = misfit(Take(), OverflowError("int too big to convert"))
    assert "position of Take does not fit into 64 bits" in str(broken)
