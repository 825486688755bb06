"""What games say of their own moves, clause by clause, held against another reading of them.

Each reader takes the texts of the position before and after, and shares nothing with the
rules. A clause that no reader knows fails.
"""

import re
from functools import cache
from itertools import product
from random import Random

from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.value import OPEN
from tests.each import each
from tests.playing import every_position, random_positions


def claims(spec, positions):
    """Every clause about every move of these positions, with the texts before and after."""
    game = find_game(spec)
    for position in positions(game):
        if game.outcome(position) == OPEN:
            yield from claims_about(game, position)


def claims_about(game, position):
    turn, known = game.turn(position) or 0, knowledge_of(game)
    before = game.text(position, turn)
    for move in game.moves(position):
        after = game.text(game.play(position, move), 1 - turn)
        for good, clauses in ((1, known.tactics), (0, known.drawbacks)):
            for clause in clauses(position, move):
                yield clause, bool(good), before, game.name(move), after


def sample(number):
    """So many positions of random plays, the same ones each time."""

    def positions(game):
        met = sorted(set(random_positions(game, number)))
        return Random(1).sample(met, min(number, len(met)))

    return positions


def hold(spec, positions, readers):
    """Hold every clause against the first reader that knows it; how many were met of each."""
    met = dict.fromkeys(readers, 0)
    for clause, good, *texts in claims(spec, positions):
        found = next(filter(None, (re.fullmatch(pattern, clause) for pattern in readers)), None)
        assert found, f"not a known clause: {clause!r}"
        assert readers[found.re.pattern](good, *texts, *found.groups()), (clause, good, texts)
        met[found.re.pattern] += 1
    return met


# Nim.


def heaps(text):
    return [int(word) for word in text.split()[0].split(",") if word != "0"]


def nim_sum(sizes):
    """Every binary digit is 1 if an odd number of heaps have a 1 there."""
    columns = zip(*(f"{size:06b}" for size in sizes), strict=True)
    return int("".join(str(column.count("1") % 2) for column in columns) or "0", 2)


@cache
def nim_lost(sizes, misere):
    """Whether the player to move loses, by brute force."""
    if not sizes:
        return not misere
    return not any(
        nim_lost(tuple(sorted(filter(None, (*sizes[:i], left, *sizes[i + 1 :])))), misere)
        for i, size in enumerate(sizes)
        for left in range(size)
    )


def nim_readers(misere):
    def reader(read):
        def check(good, before, move, after, *words):
            left = heaps(after)
            return good == nim_lost(tuple(sorted(left)), misere) and read(left, *words)

        return check

    return {
        r"takes the last counter": reader(lambda left: left == []),
        r"leaves a single counter": reader(lambda left: left == [1]),
        r"leaves (\d) heaps of one counter each": reader(lambda left, n: left == [1] * int(n)),
        r"leaves a single heap of (\d)": reader(lambda left, n: left == [int(n)]),
        r"leaves two equal heaps of (\d), so that every move can be copied": reader(
            lambda left, n: left == [int(n)] * 2
        ),
        r"makes the nim-sum (\d)": reader(lambda left, n: nim_sum(left) == int(n)),
    }


@each("spec", ["nim:3,4,5", "nim:3,4,5,misere", "nim:1,2,3,2,misere"])
def test_nim(spec):
    met = hold(spec, every_position, nim_readers("misere" in spec))
    assert all(met.values())


# Chomp.


def squares(text):
    """The squares that are left, by column and row from the poison."""
    rows = text.split()[0].split("/")[::-1]
    return frozenset((x, y) for y, width in enumerate(rows) for x in range(int(width)))


@cache
def chomp_lost(left):
    """Whether the player to move loses, by brute force; who finds nothing left has won."""
    return bool(left) and not any(
        chomp_lost(frozenset(s for s in left if s[0] < x or s[1] < y)) for x, y in left
    )


def arms(left):
    """The lengths of the lowest row and of the first column, if that is all there is."""
    row, column = ([s for s in left if s[i] == 0] for i in (1, 0))
    return (len(row), len(column)) if set(row) | set(column) == left else None


def widths(left, axis):
    """How many squares each row has, or each column, from the lowest or from the left."""
    lines = sorted({s[axis] for s in left})
    return [sum(s[axis] == line for s in left) for line in lines]


def chomp_reader(read, proves=True):
    def check(good, before, move, after, *words):
        left = squares(after)
        proved = good == chomp_lost(left) or not proves
        return proved and read(left, *words)

    return check


def eats(good, before, move, after, number):
    count = 1 if number == "one" else int(number)
    return good and len(squares(before)) - len(squares(after)) == count


CHOMP = {
    r"eats the poisoned square": chomp_reader(lambda left: not left),
    r"leaves only the poisoned square": chomp_reader(lambda left: left == {(0, 0)}),
    r"leaves one strip, of which all but the poison can be eaten": chomp_reader(
        lambda left: len(left) > 1 and 1 in arms(left)
    ),
    r"leaves two arms of equal length, so that every bite can be mirrored": chomp_reader(
        lambda left: arms(left)[0] == arms(left)[1] > 1
    ),
    r"leaves two arms of different length, which can be made equal": chomp_reader(
        lambda left: arms(left)[0] != arms(left)[1]
    ),
    r"leaves two rows, the lower one a square longer": chomp_reader(
        lambda left: len(widths(left, 1)) == 2 and widths(left, 1)[0] == widths(left, 1)[1] + 1
    ),
    r"leaves two columns, the left one a square longer": chomp_reader(
        lambda left: len(widths(left, 0)) == 2 and widths(left, 0)[0] == widths(left, 0)[1] + 1
    ),
    r"eats (one|\d+) squares?": eats,
}


@each("spec", ["chomp:4,4", "chomp:5,3", "chomp:3,5"])
def test_chomp(spec):
    assert all(hold(spec, every_position, CHOMP).values())


# Hex.


def stones(text):
    """The marks by column and row, row 0 at the top, and whose turn it is."""
    rows, side = text.split()
    expanded = [re.sub(r"\d", lambda run: "." * int(run[0]), row) for row in rows.split("/")]
    return {(x, y): s for y, row in enumerate(expanded) for x, s in enumerate(row)}, side


def place(name):
    return "abcdefg".index(name[0]), int(name[1:]) - 1


def beside(cell):
    x, y = cell
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x + 1, y - 1), (x, y + 1), (x - 1, y + 1)}


def edges_of(board, side):
    """The cells at the two edges that a side has to join, the upper or left ones first."""
    size = max(board)[0]
    axis = 1 if side == "x" else 0
    return [{cell for cell in board if cell[axis] == end} for end in (0, size)]


def joins(board, side):
    first, last = edges_of(board, side)
    reached, todo = set(), [cell for cell in first if board[cell] == side]
    while todo:
        cell = todo.pop()
        if cell not in reached:
            reached.add(cell)
            todo += [other for other in beside(cell) if board.get(other) == side]
    return bool(reached & last)


def joining(board, side):
    return {c for c in board if board[c] == "." and joins({**board, c: side}, side)}


def named(text):
    return {place(name) for name in re.findall(r"[a-g]\d", text)}


def foe(side):
    return "o" if side == "x" else "x"


WAYS = {"x": "top and bottom", "o": "left and right"}


def hex_reader(read):
    def check(good, before, move, after, *words):
        (old, side), (new, _) = stones(before), stones(after)
        return read(good, old, new, side, place(move), *words)

    return check


def bridge(good, old, new, side, move, name):
    """Whichever of the two cells between is taken, the other one connects."""
    other = place(name)
    between = [c for c in beside(move) & beside(other) if new.get(c) == "."]
    return good and new[other] == side and other not in beside(move) and len(between) == 2


def bridge_to_edge(good, old, new, side, move, name):
    edge = edges_of(new, side)[name in ("bottom", "right")]
    between = [c for c in beside(move) & edge if new[c] == "."]
    return name in WAYS[side] and good and move not in edge and len(between) == 2


def stones_lacking(board, side):
    """How many stones the cheapest chain lacks: paths from edge to edge, own stones free."""
    first, last = edges_of(board, side)
    price = {cell: int(board[cell] == ".") for cell in board if board[cell] != foe(side)}
    least = {cell: price[cell] for cell in first & price.keys()}
    todo = [*least]
    for cell in todo:
        for other in beside(cell) & price.keys():
            if least[cell] + price[other] < least.get(other, 99):
                least[other] = least[cell] + price[other]
                todo.append(other)
    return min(least[cell] for cell in last & least.keys())


HEX = {
    r"lacks (\d+) stones to join (.*)": hex_reader(
        lambda good, old, new, side, move, number, way: (
            good and way == WAYS[side] and int(number) == stones_lacking(new, side)
            and stones_lacking(old, side) > int(number)
        )
    ),
    r"makes (.) lack (\d+) stones to join (.*)": hex_reader(
        lambda good, old, new, side, move, who, number, way: (
            good and who.lower() == foe(side) and way == WAYS[foe(side)]
            and stones_lacking(old, foe(side)) < int(number) == stones_lacking(new, foe(side))
        )
    ),
    r"joins (.*)": hex_reader(
        lambda good, old, new, side, move, way: good and way == WAYS[side] and joins(new, side)
    ),
    r"keeps (.) from joining (.*) there": hex_reader(
        lambda good, old, new, side, move, who, way: (
            good and (who.lower(), way) == (foe(side), WAYS[foe(side)])
            and move in joining(old, foe(side))
        )
    ),
    r"threatens to join (.*) at (.*)": hex_reader(
        lambda good, old, new, side, move, way, cells: (
            good and way == WAYS[side] and named(cells) == joining(new, side)
        )
    ),
    r"makes a bridge to ([a-g]\d)": hex_reader(bridge),
    r"makes a bridge to the (\w+) edge": hex_reader(bridge_to_edge),
}  # fmt: skip


@each(
    "spec, positions",
    [("hex:2", every_position), ("hex:4", sample(300)), ("hex:6", sample(60))],
    large=[("hex:3", every_position)],
)
def test_hex(spec, positions):
    met = hold(spec, positions, HEX)
    assert all(met.values()) or spec == "hex:2"


# Numerical tic-tac-toe.

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def numbers(text):
    return [0 if s == "." else int(s) for s in text.split()[0].replace("/", "")]


def fifteens(board):
    rows = [[board[c] for c in line] for line in LINES]
    return [row for row in rows if all(row) and sum(row) == 15]


def makes(good, before, move, after, *summands):
    return good and [int(word) for word in summands] in fifteens(numbers(after))


def threatens(good, before, move, after, cell, number):
    board, parity = numbers(after), sum(map(bool, numbers(after))) % 2
    index = "abc".index(cell[0]) + 3 * (3 - int(cell[1]))
    free = board[index] == 0 and int(number) not in board and int(number) % 2 == parity
    done = fifteens(board)
    board[index] = int(number)
    return good and free and not done and bool(fifteens(board))


def test_numerical():
    met = hold(
        "numerical",
        sample(500),
        {
            r"makes 15, (\d) \+ (\d) \+ (\d)": makes,
            r"threatens to make 15 with (..)=(\d)": threatens,
        },
    )
    assert all(met.values())


# Notakto.


def dead(board):
    signs = re.sub(r"\d", lambda run: "." * int(run[0]), board.replace("/", ""))
    return any(all(signs[c] == "x" for c in line) for line in LINES)


def boards(text):
    return text.split()[0].split("|")


def kills(good, before, move, after, number):
    old, new = boards(before)[int(number) - 1], boards(after)[int(number) - 1]
    return good and dead(new) and not dead(old) and not all(map(dead, boards(after)))


def makes_deadly(good, before, move, after, names, number):
    """These cells, and no others, kill the board next and would not have before."""
    old, new = (boards(text)[int(number) - 1] for text in (before, after))
    return good and killing(new) - killing(old) == {name[-2:] for name in names.split(" and ")}


def killing(board):
    signs = re.sub(r"\d", lambda run: "." * int(run[0]), board.replace("/", ""))
    cells = [c for c in range(9) if signs[c] == "." and dead(f"{signs[:c]}x{signs[c + 1 :]}")]
    return {f"{'abc'[c % 3]}{3 - c // 3}" for c in cells}


def kills_last(good, before, move, after):
    return not good and all(map(dead, boards(after))) and not all(map(dead, boards(before)))


@each("spec, positions", [("notakto:1", every_position), ("notakto:2", sample(300))])
def test_notakto(spec, positions):
    readers = {
        r"closes board (\d)": kills,
        r"makes (.*) deadly for board (\d)": makes_deadly,
        r"completes a line on the last board": kills_last,
    }
    met = hold(spec, positions, readers)
    assert met[r"completes a line on the last board"]
    assert bool(met[r"closes board (\d)"]) == (spec == "notakto:2")


# Ultimate.

PLACES = [
    f"{row} {column}".strip() or "middle"
    for row, column in product(("upper", "", "lower"), ("left", "", "right"))
]


def small(text, number):
    """The nine signs of one of the boards."""
    rows = [re.sub(r"\d", lambda run: "." * int(run[0]), row) for row in text.split()[0].split("/")]
    left, top = number % 3 * 3, number // 3 * 3
    return "".join(rows[y][left : left + 3] for y in range(top, top + 3))


def won(text, number, side):
    signs = small(text, number)
    return any(all(signs[c] == side for c in line) for line in LINES)


def sends(good, before, move, after, where):
    return good and after.split()[1] == str(PLACES.index(where) + 1)


def chooses(good, before, move, after):
    cell = "abcdefghi".index(move[0]) % 3 + (9 - int(move[1])) % 3 * 3
    closed = won(after, cell, "x") or won(after, cell, "o") or "." not in small(after, cell)
    return not good and after.split()[1] == "-" and closed


def wins_board(good, before, move, after, where):
    number, side = PLACES.index(where), before.split()[2]
    return good and won(after, number, side) and not won(before, number, side)


def wins_third(good, before, move, after):
    side = before.split()[2]
    return good and any(all(won(after, board, side) for board in line) for line in LINES)


def test_ultimate():
    met = hold(
        "ultimate",
        sample(150),
        {
            r"sends the other side to the (.*) board": sends,
            r"lets the other side choose a board": chooses,
            r"wins a third board in a row": wins_third,
            r"wins the (.*) board": wins_board,
        },
    )
    assert all(met.values())


# Domineering.


def has_place(text):
    """Whether the side to move has two empty cells: X one below the other, O side by side."""
    body, side = text.split()
    rows = re.sub(r"\d", lambda digit: "." * int(digit[0]), body).split("/")
    lanes = rows if side == "o" else ["".join(column) for column in zip(*rows, strict=True)]
    return any(".." in lane for lane in lanes)


def test_domineering():
    readers = {
        r"leaves ([XO]) no place for a domino": lambda good, before, move, after, who: (
            good and who.lower() == after.split()[1] and not has_place(after)
        )
    }
    [met] = hold("domineering:4,3", every_position, readers).values()
    game = find_game("domineering:4,3")
    played = (
        game.text(game.play(position, move), 1 - (game.turn(position) or 0))
        for position in every_position(game)
        for move in game.moves(position)
    )
    assert met == sum(not has_place(text) for text in played) > 0
