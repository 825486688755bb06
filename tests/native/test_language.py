"""The language of compiled rules, one construct after the other: compiled and equal, or refused."""

from pathlib import Path
from tempfile import mkdtemp

import pytest

from noughts import find_game
from noughts.native import why_not
from tests.agreement.random_rules import HEAD, Asked, Batch, differences
from tests.each import each

pytest.importorskip("numba")

# The bodies of a function of the whole numbers a, b, c, d and of a small one, m.
SPOKEN = """
return -(a > b) + True
return ~(a > b) + ~a
return a ** 3 + m ** 2 + pow(m, 2)
return divmod(a, b)[0] - a // b + a % b
return (a < b <= c) + (a == (b > c)) + (not d)
return [x for x in [a, b, 3] if x > 1][0]
return sum([y * x for x in SHORT for y in range(x)], True)
x = 5; ys = [x for x in SHORT if x > m]; return sum(ys) * 10 + x
return max(a, b, m) - min(SHORT) + len(LONG) + abs(b)
return LONG[m - 40] + self.many[-m] + PAIRS[m % 3][-1]
return position.a + position[m % 4] + len(position)
return Heaps(a=1, b=b, c=3, d=4).b + (position == (1, 2, 3, 4))
return (position < (a, b, 3, 4)) + ((a, -b) >= (b, c)) + (PAIRS[0] <= (m, b)) - ((a, m) > (a, 1))
return (m in range(a, b)) + (m in LONG) + (m in FLAGS) + (m in self.many)
return self.plus(b, y=a) + larger(y=a, x=b) + mixed(a) + mixed(a > b)
return sum(upto(m)) + sum(self.steps(m)) + total(FLAGS, m)
return count(a) + lowest(b) + pext(a, b) + pdep(b, a) + completing(a, (1, m), 3)
f = self.plus; x, y = [a, b]; x, y = y, x; return f(x) * 2 + y
x, y = range(2); s = 0 if a else y; s += a > b; return s
xs = [True]; xs.append(a); return xs[1] + xs[-1] - xs[m]
s = 0; i = 0
for i, x in enumerate(SHORT, 5): s += i ^ x
return s
for x, y in zip(self.many, upto(4)):
    if x == m: break
else: return 3
return x
s = 0
for (x, y), z in with_places(position): s += x * y ^ z
return s
xs = [a]
for x in xs:
    if len(xs) < 9: xs.append(x + 1)
return sum(xs)
return nested(m % 50) + nested(abs(a) % 900) + nested(m, 2)
xs = tallied((a, b, c, d, m)); return xs[0] * 64 + xs[1] * 8 + xs[-1]
xs = [a, b, c]; ys = xs; ys[m % 4 - 1] = d; xs[-1] ^= m; return xs[0] - xs[1] ^ ys[2]
xs = [a > b, False]; xs[m % 2] = c < d; return xs[0] + 2 * xs[1]
match a:
    case 1 | 2: return 2
    case _: return b
"""
# Where fields have more than 64 bits.
WIDE = """
return (a << 3) + b - c * 2 ^ d & a | m
return min(a, 3) + max(b, m) - max(c, d)
return -a + ~b + abs(c) - (not d) + (a < b <= m) + ~(a == m)
return sum((a, b, c)) + position[m % 4] + len(position)
return (a if b else m) + mixed(c) + larger(d, a) + self.plus(b)
return count(a & b) + lowest(c) + (a >> m) + (a > b) * c
return (position < (a, b, m, 4)) + ((a, -m) >= (m, c)) - ((c, m) <= (c, 1)) * ((-a, b) > (a, b))
x, y = a, b; x ^= y; y -= x; return x + y if x > y else m
"""
# What each is called, and what to write instead, where that is known.
REFUSED = {
    "return max(set([a, b]))": ("set", "a set of bits"),
    "return len({a, b})": ("a set", "a set of bits"),
    "return len({x for x in SHORT})": ("a set", "a set of bits"),
    "return {1: a}[1]": ("a dict", "a tuple"),
    "return TABLE[0]": ("TABLE, a list", "a tuple"),
    "return self.listed[0]": ("self.listed, a list", "a tuple"),
    "return any(x > a for x in SHORT)": ("`for` in parentheses", "a loop"),
    "return all([a, b])": ("all", "a loop"),
    "return a / b": ("/", "//"),
    "return round(a)": ("round", "//"),
    "return a < 1.5": ("1.5", "//"),
    "try: return 1 // a\n        except ZeroDivisionError: return 0": ("exception", "a condition"),
    "assert a": ("exception", "a condition"),
    "return made(a)": ("counted, a list", "a tuple"),
    "return fall(a)": ("fall() calls itself", "a loop"),
    "return fold(a)": ("fold() calls itself", "a loop"),
    "return self.fall(a)": ("calls itself", "a loop"),
    "return self.static(a)": ("self.static, a function", "a function in the file"),
    "return sorted(SHORT)[0]": ("sorted", "a loop"),
    "return [x for x in reversed(SHORT)][0]": ("reversed", "range("),
    "return a.bit_count()": (".bit_count", "noughts.bits"),
    "return len(f'{a}')": ("str", "whole numbers"),
    "return SHORT[1:][0]": ("slice", "a loop"),
    "return math.gcd(a, b)": (".gcd", ""),
    "return (SHORT + (1,))[0]": ("+", ""),
    "return (SHORT * 2)[0]": ("*", ""),
    "return (a, b) < (c, d, m)": ("lt", ""),
    "return (a > b, a) < (c > d, b)": ("lt", ""),
    "return a is None": ("is", "=="),
    "return a if m else None": ("may be missing", ""),
    "return changing()": ("a global that changes", "a field of the position"),
    "xs = [a > b]; xs[0] = b; return xs[0]": ("a row that changes", ""),
    "xs = [a]; xs[0] = a > b; return xs[0]": ("a row that changes", ""),
    "x, *y = SHORT; return x": ("*names", ""),
    "return larger(*PAIRS[0])": ("larger", ""),
    "for i, x in enumerate(SHORT, a): return i": ("enumerate", ""),
}  # fmt: skip
MORE = """
import math

TABLE = [1, 2, 3]
COUNTER = 0


def fall(x):
    return 0 if x < 1 else rise(x - 1)


def rise(x):
    return fall(x)


def fold(x):
    return 0 if x < 1 else again(x - 1)


again = fold


def changing():
    global COUNTER
    COUNTER += 1
    return COUNTER


def make(counted):
    return lambda x: counted[0] + x


made = make([3])


class Odd(Rules):
    listed = [1, 2]

    def fall(self, x):
        return 0 if x < 1 else self.fall(x - 1)

    @staticmethod
    def static(x):
        return x + 1

    def outcome(self, position):
        return LOSS if self.asked(position, *position, 3) else OPEN

    def asked(self, position, a, b, c, d, m):
        @BODY@
"""


def bodies(text):
    found, lines = [], []
    for line in text.strip().splitlines():
        lines.append(line)
        if line.startswith(("return", "    case _")) or line.partition("; return")[1]:
            found.append(tuple(lines))
            lines = []
    return tuple(found)


@pytest.mark.parametrize("text", [SPOKEN, WIDE])
def test_what_is_in_the_language_is_compiled_and_answers_as_python(text, tmp_path, cache):
    rules = Batch(bodies(text), wide=text is WIDE)
    asking = Asked(rules, tmp_path)
    assert asking.left_out == {}
    assert list(differences(asking, rules, 1, 300)) == []


@each("body", tuple(REFUSED))
def test_what_is_not_is_named_with_its_line_and_what_to_write_instead(body, tmp_path, cache):
    file = Path(mkdtemp(dir=tmp_path)) / "odd.py"
    text = HEAD.replace("@BITS@", "64") + MORE.replace("@BODY@", body)
    file.write_text(text.replace("*position", "1, 2, 3, 4"), "utf-8")
    said = why_not(find_game(f"{file}:Odd"))
    name, instead = REFUSED[body]
    assert name in said
    assert f"write {instead}" in said if instead == "a loop" else instead in said
    assert "odd.py, line " in said or "self.fall" in body
