"""Random rules in the language of compiled rules: compiled, they answer as Python does.

    python -m tests.agreement.random_rules --seconds 3600

A batch is a game's file with some hundred expressions and bodies. Compiled, each must answer what
Python answers, or raise an error; then the plain form answers. What is not compiled is left out.
A process of its own asks a batch: compiled code could end it.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from noughts import find_game
from noughts.errors import NotCompilable
from noughts.native import calls
from noughts.native.object_code import Call
from noughts.search import depth

HEAD = """
from typing import NamedTuple

from noughts import LOSS, OPEN, Game
from noughts.bits import bits_for, completing, count, lowest, pdep, pext

SHORT = (3, -1, 0, 7)
FLAGS = (True, False, True)
PAIRS = ((0, 1), (2, 3), (-4, 5))
LONG = tuple((7 * i) % 41 - 3 for i in range(40))


class Heaps(NamedTuple):
    a: int
    b: int
    c: int
    d: int


def larger(x, y=3):
    return x - y if x > y else y


def mixed(x):
    return x if x > 2 else x == 1


def upto(n):
    i = 0
    while i < n and i < 6:
        yield i
        i += 1


def with_places(position):
    for i in range(len(position)):
        yield (position[i], i), i * i


def total(row, start=0):
    for x in row:
        if x == 4:
            continue
        start += x
    return start


def nested(x, y=1):
    return 0 if x < 1 else (x ^ nested(x - y, y=y)) + sum([nested(i) for i in range(x % 2)])


def tallied(row):
    counts = [0 for x in SHORT]
    for x in row:
        counts[x % 4] += 1
    return counts


class Rules(Game[Heaps]):
    size: int = 5
    odd: bool = True
    row = (5, 2**31, -(2**53), 2**62, 1)
    flags = (False, True)
    many = tuple(i * i - 50 for i in range(40))
    nested = ((1, 2, 3), (4, 5, 6))

    @property
    def field_bits(self):
        return @BITS@

    @property
    def edge(self):
        return 2**63 - 1

    def start(self):
        return Heaps(1, 2, 3, 4)

    def moves(self, position):
        return range(1)

    def play(self, position, move):
        return position

    def outcome(self, position):
        return LOSS if position.a else OPEN

    def plus(self, x, y=2):
        return x + y * self.size

    def is_even(self, x):
        return x % 2 == 0

    def steps(self, x):
        for i in range(3):
            if i != x:
                yield i * self.size
"""

EDGES = (
    0, 1, 2, 3, 4, 7, 31, 40, 62, 63, 64, 65, 2**31, 2**53 + 1, 2**61, 2**62, 2**63 - 2, 2**63 - 1,
)  # fmt: skip
NUMBERS = (*EDGES, *(-each for each in EDGES), -(2**63))
ROWS = ("SHORT", "FLAGS", "LONG", "self.row", "self.flags", "self.many", "self.nested[1]")
EVERY = ("+", "-", "*", "&", "|", "^", "<<", ">>", "//", "%", "**")
COMPARED = ("<", "<=", "==", "!=", ">", ">=")


class Writer:
    """Writes random expressions and bodies.

    Args:
        seed: of the random numbers.
        wide: whether fields have 128 bits.
    """

    def __init__(self, seed: int, wide: bool = False) -> None:
        self.random = random.Random(seed)
        self.wide = wide

    def one_of(self, *choices: Any) -> Any:
        """One of these; a function writes its text."""
        chosen = self.random.choice(choices)
        return chosen() if callable(chosen) else chosen

    def constant(self) -> str:
        """A whole number, small or near an edge."""
        return f"({self.one_of(*NUMBERS, *range(-9, 10), *range(-9, 10))})"

    def small(self) -> str:
        """A number from -2 to 66 for shifts, powers and places; a machine word."""
        return str(self.one_of("m", "m", "(m & 3)", "-1", "1", "2", "3", "63", "64", "(m % 5)"))

    def number(self, depth: int) -> str:
        """A whole number or a truth value."""
        if depth <= 0:
            return str(
                self.one_of("a", "b", "c", "d", "m", self.constant, "self.size", "self.edge")
            )
        some = lambda: self.number(depth - self.random.randint(1, 2))  # noqa: E731
        return str(
            self.one_of(
                *[lambda: self.operation(depth)] * 5,
                lambda: f"({self.one_of('-', '~', 'not ')}{some()})",
                lambda: f"({some()} if {self.truth(depth - 1)} else {some()})",
                lambda: f"({some()} {self.one_of('and', 'or')} {some()})",
                lambda: f"{self.one_of('abs', 'bool')}({some()})",
                lambda: f"int({self.word(depth - 1)})",
                lambda: f"{self.one_of('min', 'max')}(0 + {some()}, 1 * {some()})",
                lambda: f"{self.one_of('min', 'max', 'sum', 'len')}({self.row(depth - 1)})",
                lambda: f"sum({self.row(depth - 1)}, {some()})",
                lambda: f"divmod({self.word(1)}, {self.word(1)})[{self.one_of(0, 1, -1)}]",
                lambda: f"{self.row(depth - 1)}[{self.one_of(0, 1, -1, 'm', self.small)}]",
                lambda: f"PAIRS[m % 3][{self.one_of(0, 1, -1)}]",
                lambda: f"self.nested[{self.one_of(0, -1, 'm & 1')}][m % 3]",
                lambda: self.called(depth - 1),
                lambda: self.truth(depth),
            )
        )

    def operation(self, depth: int) -> str:
        """An operator of two."""
        sign = self.one_of(*EVERY)
        left, right = self.number(depth - 1), self.number(depth - 2)
        right = self.small() if sign in {"<<", ">>", "**"} else right
        if self.wide and sign in {"//", "%", "**"}:
            left, right = "m", self.small()
        return f"({left} {sign} {right})"

    def truth(self, depth: int) -> str:
        """A truth value."""
        some = lambda: self.number(depth - 1)  # noqa: E731
        return str(
            self.one_of(
                lambda: f"({some()} {self.one_of(*COMPARED)} {some()})",
                lambda: f"({some()} {self.one_of(*COMPARED)} {some()} {self.one_of(*COMPARED)} b)",
                lambda: f"(m {self.one_of('in', 'not in')} {self.row(depth - 1)})",
                lambda: f"({self.small()} in range({self.small()}, {self.small()}))",
                lambda: f"((a, m) {self.one_of('==', '!=')} (1 * {some()}, {some()}))",
                lambda: f"self.is_even({some()})" if not self.wide else "(a == b)",
                lambda: f"(not {some()})",
            )
        )

    def row(self, depth: int) -> str:
        """A tuple or a list."""
        if depth <= 0:
            return str(self.one_of(*ROWS, "(a, b, c)", "position", "[m, 2, True]"))
        some = lambda: self.number(depth - 1)  # noqa: E731
        loop = self.loop(depth - 1, "x")
        return str(
            self.one_of(
                *ROWS,
                lambda: f"(0 + {some()}, 1 * {some()})",
                lambda: f"({some()}, {some()}, {some()})",
                lambda: f"({self.truth(1)}, {self.truth(1)})",
                lambda: f"[{self.word(1)}, {self.word(0)}]",
                lambda: f"[{self.one_of('x', '-x', 'x * x', 'x + m', 'x > m', '~x')} {loop}]",
                lambda: f"[x {loop} if x {self.one_of(*COMPARED)} m]",
            )
        )

    def word(self, depth: int) -> str:
        """A number; a machine word even where fields are wide."""
        return "m" if self.wide else self.number(depth)

    def loop(self, depth: int, name: str) -> str:
        """The beginning of a loop over numbers."""
        over = self.one_of(
            "range(m)",
            "range(m, -2, -1)",
            f"range({self.small()}, {self.small()}, {self.one_of(-7, 2, 'm')})",
            "upto(m)",
            "self.steps(m)",
            "range(m & 3)",
            *ROWS,
        )
        return f"for {name} in {over}"

    def called(self, depth: int) -> str:
        """A call of a function or method."""
        some = lambda: self.number(depth - 1)  # noqa: E731
        return str(
            self.one_of(
                lambda: f"larger({some()})",
                lambda: f"larger({some()}, {some()})",
                lambda: f"larger(y={some()}, x={some()})",
                lambda: f"mixed({some()})",
                lambda: f"self.plus({some()})",
                lambda: f"self.plus({some()}, y={some()})",
                lambda: f"total({self.row(depth - 1)}, {some()})",
                lambda: f"total({self.row(depth - 1)})",
                lambda: f"sum({self.one_of('upto(m)', 'self.steps(m)', 'upto(5)')})",
                lambda: f"{self.one_of('count', 'lowest')}({some()})",
                lambda: f"{self.one_of('pext', 'pdep')}({some()}, {some()})",
                lambda: f"completing({some()}, {self.one_of('(1, 3)', '(m,)', '(2,)')}, 3)",
                lambda: f"bits_for({self.word(depth - 1)})" if not self.wide else "m",
            )
        )

    def body(self) -> list[str]:
        """Statements that end with a return."""
        if self.random.random() < 0.75:
            return [f"return {self.number(self.random.choice((1, 2, 2, 3)))}"]
        first = self.one_of("0", "m", "a", "a > b", "b")
        lines = [
            f"s = {first}",
            f"t = {self.one_of('1', 'True', 'b', 'm')}",
            f"xs = [m, {self.word(0)}]",
        ]
        for _ in range(1):
            lines += self.statement(1)
        return [*lines, self.one_of("return s", "return s + t", "return s - sum(xs)", "return t")]

    def statement(self, depth: int) -> list[str]:
        """A statement that changes `s`, `t` or `xs`."""
        if depth <= 0:
            return [
                self.one_of(
                    lambda: f"s {self.one_of('+', '-', '*', '|', '^', '&')}= {self.number(1)}",
                    lambda: f"s = {self.number(1)}",
                    lambda: "s, t = t, s",
                    lambda: f"t = {self.number(1)}",
                    lambda: f"xs.append({self.word(1)})",
                    lambda: f"s >>= {self.small()}",
                    lambda: f"s <<= {self.small()}",
                    lambda: "pass",
                )
            ]
        within = lambda: [f"    {line}" for line in self.statement(depth - 1)]  # noqa: E731
        leave = self.one_of("break", "continue", f"return {self.number(1)}", "s += 1")
        maybe = [f"    if {self.truth(1)}:", f"        {leave}"]
        many = self.loop(depth, self.one_of("x", "i", "t"))
        return list(
            self.one_of(
                lambda: [f"if {self.truth(1)}:", *within(), "else:", *within()],
                lambda: [f"if {self.number(1)}:", *within()],
                lambda: [f"{many}:", *within(), *maybe, "    s += 1"],
                lambda: [f"{many}:", *maybe, *within(), "else:", *within()],
                lambda: ["i = 0", "while i < 4:", "    i += 1", *maybe, *within()],
                lambda: [
                    f"for i, x in enumerate({self.row(1)}{self.one_of('', ', 1', ', -7')}):",
                    f"    s += {self.one_of('i', 'x', 'i ^ x', 'x - i')}",
                    *within(),
                ],
                lambda: [
                    f"for i, x in zip({self.row(1)}, {self.one_of('upto(m)', 'SHORT', 'xs')}):",
                    f"    s -= {self.one_of('i', 'x', 'i | x')}",
                    *maybe,
                ],
                lambda: ["x, i, t = (a, m, b)", "s = x + i", *self.statement(depth - 1)],
                lambda: ["for x, i in PAIRS:", "    s += x << i if i > 0 else x", *within()],
            )
        )


class Batch(NamedTuple):
    """A game's file, and the bodies in it."""

    bodies: tuple[tuple[str, ...], ...]
    wide: bool

    def text(self, left_out: "set[int]") -> tuple[str, list[int]]:
        """The file, and which body each of its lines belongs to; -1 for none."""
        text = HEAD.replace("@BITS@", "128" if self.wide else "64")
        belongs, asked = [-1] * text.count("\n"), ""
        for i, body in enumerate(self.bodies):
            if i not in left_out:
                text += f"\n    def body_{i}(self, position, a, b, c, d, m):\n"
                text += "".join(f"        {line}\n" for line in body)
                belongs += [i] * (len(body) + 2)
                asked += f"        if which == {i}:\n"
                asked += f"            return self.body_{i}(position, *position, m)\n"
        text += "\n    def asked(self, position, which, m):\n        a, b, c, d = position\n"
        kept = (i for i in range(len(self.bodies)) if i not in left_out)
        belongs += [-1, -1, -1, *(i for i in kept for _ in range(2))]
        return text + asked.replace("*position", "a, b, c, d") + "        return 0\n", belongs


def asked(game: Any, position: Any, which: int, m: int) -> Any:
    """What is compiled."""
    return game.asked(position, which, m)


class Asked:
    """A batch, compiled for its game; bodies that are not compiled are left out.

    Args:
        batch: what is asked.
        folder: where its file is written.
    """

    def __init__(self, batch: Batch, folder: Path) -> None:
        self.left_out: dict[int, str] = {}
        while True:
            text, belongs = batch.text(set(self.left_out))
            # A file of another name each time: modules are found by it.
            path = folder / f"rules_{next(_NAMES)}.py"
            path.write_text(text, "utf-8")
            self.game = find_game(str(path))
            self.kinds = calls._kinds((self.game, self.game.start(), 0, 0), self.game)
            forms = calls._forms(asked, calls.Owner(self.game))
            try:
                self.loaded = forms.of(self.kinds)
                return
            except NotCompilable as why:
                lines = [int(line) for line in re.findall(r"line (\d+)", str(why))]
                found = {belongs[line - 1] for line in lines if line <= len(belongs)} - {-1}
                if not found:
                    raise AssertionError(f"{why}\n{text}") from None
                self.left_out[found.pop()] = str(why)

    def compiled(self, position: Any, which: int, m: int) -> Any:
        """What the compiled form answers; None if it raises an error."""
        arguments = (self.game, position, which, m)
        try:
            return Call(self.loaded, arguments, self.kinds, depth.ROOM).answer()
        except Exception:  # noqa: BLE001  # the plain form answers then
            return None


_NAMES = iter(range(1 << 40))


def batch(seed: int, size: int, wide: bool) -> Batch:
    """Random bodies."""
    writer = Writer(seed, wide)
    return Batch(tuple(tuple(writer.body()) for _ in range(size)), wide)


def differences(asking: Asked, batch: Batch, seed: int, times: int) -> Iterator[str]:
    """Where compiled rules answer otherwise than plain ones."""
    chance = random.Random(seed)
    position_of = type(asking.game.start())
    for which, body in enumerate(batch.bodies):
        if which in asking.left_out:
            continue
        for _ in range(times):
            among = NUMBERS if chance.random() < 0.5 else range(-9, 10)
            position = position_of(*(chance.choice(among) for _ in range(4)))
            m = chance.choice((0, 1, 2, 3, 4, 5, 63, 64, -1))
            answer = asking.compiled(position, which, m)
            if answer is not None and answer != (
                plain := in_python(asking.game, position, which, m)
            ):
                shown = "\n    ".join(body)
                yield (
                    f"{answer}, in Python {plain}: {position}, m={m}, wide={batch.wide}\n    "
                    + shown
                )
                break


def in_python(game: Any, position: Any, which: int, m: int) -> Any:
    """What Python answers, or its error."""
    try:
        return asked(game, position, which, m)
    except Exception as error:  # noqa: BLE001  # whatever it is
        return repr(error)


def main() -> None:
    """Ask batches until the time is over; tell each difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0, help="of the first batch")
    parser.add_argument("--size", type=int, default=15, help="bodies in a batch")
    parser.add_argument("--once", type=int, default=0, help="ask that many batches in this process")
    given = parser.parse_args()
    if given.once:
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(given.seed, given.seed + given.once):
                one = batch(seed, given.size, wide=seed % 4 == 3)
                print("seed", seed, flush=True)
                asking = Asked(one, Path(folder))
                for why in asking.left_out.values():
                    print("left out:", why, flush=True)
                for each in differences(asking, one, seed, 150):
                    print("DIFFERENCE", each, flush=True)
        return
    end, seed = time.monotonic() + given.seconds, given.seed
    while time.monotonic() < end:
        command = [sys.executable, "-m", "tests.agreement.random_rules", "--once", "10"]
        command += ["--seed", str(seed), "--size", str(given.size)]
        code = subprocess.run(command, check=False, timeout=1800).returncode
        if code:
            print(f"ENDED with {code}: seeds from {seed}", flush=True)
        seed += 10


if __name__ == "__main__":
    main()
