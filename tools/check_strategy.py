"""Check a strategy file with Python's standard library alone: docs/strategies.md has the format.

    python tools/check_strategy.py FILE [--rules path/to/game.py]

This program shares no line with noughts. Its second part, the longer one, has the rules, written
naively; for a game in a file of one's own it loads that file and calls its four methods.
"""

import hashlib
import json
import re
import sys
import time
import types
import zlib
from collections.abc import Iterator
from itertools import accumulate, permutations, product
from pathlib import Path
from typing import Any

LOSS, DRAW, WIN, OPEN, SIDES = -1, 0, 1, 2, ("first", "second")
KINDS = ("over", "threats", "forced", "pairing", "following", "points", "budget")
KEYS = ("budget fields follow forced from game order pairing plies points positions result rules "
        "side strategy threats turn")  # fmt: skip
Position = tuple[int, ...]


class Fault(Exception):
    """Why the file proves nothing; the message says where."""


def read(path: str) -> tuple[dict[str, Any], dict[Position, int]]:
    """The claim, and the move in each position."""
    inflate = zlib.decompressobj()
    head, _, body = inflate.decompress(Path(path).read_bytes()).partition(b"\n")
    if not inflate.eof or inflate.unused_data:
        raise Fault("the file is cut short, or goes on after its end")
    claim = {"points": [], "forced": False} | json.loads(head)
    if " ".join(sorted(claim)) != KEYS or claim["strategy"] != 1:
        raise Fault(f"the claim must have these parts and no others: {KEYS}")
    numbers, count = list(varints(body)), claim["positions"]
    if len(numbers) != 2 * count or 0 in numbers[:count]:
        raise Fault(f"there are not {count} positions in order, each with a move")
    moves: dict[Position, int] = {}
    for number, move in zip(accumulate(numbers[:count]), numbers[count:], strict=True):
        moves[fields_of(number - 1, claim["fields"])] = move
    return claim, moves


def varints(data: bytes) -> Iterator[int]:
    """The whole numbers: seven bits a byte, the lowest first; the last byte is below 128."""
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            if byte == 0 and shift > 7:
                raise Fault("a number is longer than it must be")
            yield number
            number = shift = 0
    if shift:
        raise Fault("the last number is cut short")


def fields_of(number: int, layout: list[list[int]]) -> Position:
    """The numbers of a position, from the one in which they stand side by side, the last lowest."""
    values = []
    for low, bits in reversed(layout):
        values.append((number & (1 << bits) - 1) + low)
        number >>= bits
    if number:
        raise Fault("a position is too large for its fields")
    return tuple(reversed(values))


class Checker:
    """Goes through the strategy of a file."""

    def __init__(self, claim: dict[str, Any], moves: dict[Position, int], game: Any) -> None:
        self.claim, self.moves, self.game = claim, moves, game
        self.goal = {"win": WIN, "draw": DRAW}[claim["result"]]
        self.leaves, game.answered = dict.fromkeys(KINDS, 0), moves.keys()
        self.threatened: dict[Position, bool] = {}  # whether threats settle it, as it arose
        self.traits = {game.trait(position) for position in moves}
        # Plies to the end, by whether the side is to move and the position.
        self.plies: dict[tuple[bool, Position], int | None] = {}

    def check(self) -> None:
        """Raise a Fault unless the claim follows."""
        claim, order, plies = self.claim, self.claim["order"], self.claim["plies"]
        if not {claim["side"], claim["turn"]} <= {*SIDES} or len(set(order)) != len(order):
            raise Fault("the claim names a side that is none, or a move of the order twice")
        if not len(claim["from"]) == len(claim["fields"]) == len(self.game.start()):
            raise Fault("a position of this game does not have so many numbers")
        if claim["rules"].partition("-")[0] != fingerprint(self.game):  # then the text's
            raise Fault(f"these are not the rules of {claim['game']} for which it was made")
        searched = any(claim[kind] for kind in ("threats", "pairing", "budget", "follow", "points"))
        if plies is not None and (self.goal != WIN or searched):
            raise Fault("only a win without leaves by search or by following can claim plies")
        mover = self.game.mover(start := tuple(claim["from"]))
        if mover is not None and (claim["threats"] or SIDES[mover] != claim["turn"]):
            raise Fault("where a turn may be kept, positions tell it, and threats prove nothing")
        most = max(self.plies_from(*node) for node in self.game.begin(start, claim))
        if plies is not None and most > plies:
            raise Fault(f"a win within {plies} plies is claimed, but it takes {most}")
        if unused := self.moves.keys() - {at for mine, at in self.plies if mine}:
            raise Fault(f"{len(unused)} positions never arise, the first is {min(unused)}")

    def plies_from(self, position: Position, mine: bool) -> int:
        """Go through a position, `mine` if the side is to move; the most plies to the end."""
        if mine and self.claim["threats"] and self.by_threats(position):
            return 0
        node = mine, min(self.game.images(position)) if mine else position
        if node not in self.plies:
            self.plies[node] = None
            self.plies[node] = (self.settled if mine else self.replied)(node[1])
        elif self.plies[node] is None and self.goal == WIN:
            raise Fault(f"play comes back to {node[1]} and never ends")
        return self.plies[node] or 0

    def by_threats(self, position: Position) -> bool:
        """Whether a position as it arises has no answer in the file and threats win there."""
        if position not in self.threatened:
            # Images are slow to find: none is looked for that could not be in the file.
            known = self.game.trait(position) in self.traits
            known = known and min(self.game.images(position)) in self.moves
            found = not known and self.game.by_threats(position, self.claim["threats"])
            self.threatened[position] = found
            self.leaves["threats"] += found
        return self.threatened[position]

    def settled(self, position: Position) -> int:
        """The same for one of the side's, met for the first time: by an answer, or as a leaf."""
        if position in self.moves and self.game.outcome(position) == OPEN:
            if (move := self.moves[position]) not in self.game.moves(position):
                raise Fault(f"the move {move} is not allowed in {position}")
            return 1 + self.plies_from(*self.game.after(position, move, True))
        if (kind := self.game.leaf(position, self.goal, self.claim)) is None:
            raise Fault(f"there is no answer, or the game ends against the claim, in {position}")
        self.leaves[kind] += 1
        return sum(1 + self.plies_from(*at) for at in self.game.onward(position, kind))

    def replied(self, position: Position) -> int:
        """The same for one of the other side's: by all its moves."""
        outcome, far = self.game.outcome(position), 0
        if outcome != OPEN and -outcome < self.goal:
            raise Fault(f"the game ends against the claim in {position}")
        for move in self.game.moves(position) if outcome == OPEN else ():
            far = max(far, 1 + self.plies_from(*self.game.after(position, move, False)))
        return far


def main() -> None:
    """Check the file that the command line names."""
    sys.setrecursionlimit(100_000)
    arguments, begun = sys.argv[1:], time.perf_counter()
    rules = arguments[arguments.index("--rules") + 1] if "--rules" in arguments[:-1] else None
    try:
        claim, moves = read(arguments[0] if arguments else "")
        checker = Checker(claim, moves, game_of(claim["game"], rules))
        checker.check()
    except Exception as error:  # noqa: BLE001  # whatever a broken file leads to
        kind = "" if isinstance(error, Fault) else f"no proof: {type(error).__name__}: "
        sys.exit(f"NOT PROVED: {kind}{error}.")
    leaves = ", ".join(f"{count:,} by {kind}" for kind, count in checker.leaves.items())
    within = "" if claim["plies"] is None else f" within {claim['plies']} plies"
    print(f"Checked: in {claim['game']} from {claim['from']}, {claim['turn']} to move, the "
          f"{claim['side']} player has at least a {claim['result']}{within}. {len(moves):,} "
          f"positions; leaves: {leaves}; {time.perf_counter() - begun:.1f} s.")  # fmt: skip


# The rules, and what settles leaves by them. A position is a tuple of whole numbers, seen by the
# side to move.


def fingerprint(game: Any) -> str:
    """A digest of all that the rules say in 16 random plays of at most 200 plies."""
    digest, state = hashlib.sha256(), 1
    for _ in range(16):
        position = game.start()
        for _ in range(200):
            outcome = game.outcome(position)
            moves = list(game.moves(position)) if outcome == OPEN else []
            mover = "" if game.mover(position) is None else f" {game.mover(position)}"
            told = f"{list(position)} {outcome} {moves}{mover}\n"
            digest.update(told.replace(", ", ",").encode())
            if not moves:
                break
            state = (state * 1103515245 + 12345) % 2**31
            position = game.play(position, moves[(state >> 16) % len(moves)])
    return digest.hexdigest()


def game_of(spec: str, rules: str | None) -> Any:
    """The game of that name."""
    if ".py" in spec:
        return own_game(spec, rules)
    name, _, rest = spec.partition(":")
    words = rest.split(",") if rest else []
    if name == "lines":
        return line_game(*words)
    numbers = [int(word) for word in words if word.isdigit()]
    switches = [word for word in words if not word.isdigit()]
    make, usual, allowed = GAMES.get(name, (None, (), ()))
    if make is None or not set(switches) <= set(allowed):
        raise Fault(f"{spec} is a game without rules here")
    return make(
        *numbers,
        *([] if numbers and make is Nim else usual[len(numbers) :]),
        **dict.fromkeys(switches, True),
    )


REMEMBERED = 4_000_000  # positions of play by points


class Spent(Exception):
    """A leaf took more nodes than it may."""


class Run:
    """A search of a leaf: the nodes left, what the claim allows, and the answers so far."""

    def __init__(self, nodes: int, claim: dict[str, Any]) -> None:
        self.left, self.claim = nodes, claim
        self.rank = {move: place for place, move in enumerate(claim.get("order", ()))}
        self.known: dict[Any, bool] = {}

    def visit(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Spent


class Rules:
    """What all games have in common; they say `start`, `moves`, `play` and `outcome`."""

    start: Any
    moves: Any
    play: Any
    outcome: Any
    answered: Any = ()  # the positions with a move in the file

    def begin(self, start: Position, claim: dict[str, Any]) -> Iterator[tuple[Position, bool]]:
        """Where to begin, and whether the side is to move: at the start, and at each position with
        a move if play by points relies on it."""
        yield start, claim["turn"] == claim["side"]
        for position in self.answered if len(claim["points"]) > 11 else ():
            yield position, True

    def mover(self, position: Position) -> int | None:
        """Whose turn it is, 0 or 1, in games in which a player may move twice in a row."""
        return None

    def keeps(self, position: Position, after: Position) -> bool:
        """Whether the player who moved from one position to the other moves again."""
        mover = self.mover(position)
        return mover is not None and mover == self.mover(after)

    def after(self, position: Position, move: int, mine: bool) -> tuple[Position, bool]:
        """The position after a move of the side's, or the other's; and whether it moves then."""
        after = self.play(position, move)
        return after, self.keeps(position, after) == mine

    def result(self, position: Position, after: Position) -> int:
        """The outcome after a move for the player who made it; OPEN while the game goes on."""
        outcome: int = self.outcome(after)
        return outcome if outcome == OPEN or self.keeps(position, after) else -outcome

    def images(self, position: Position) -> list[Position]:
        return [position]

    def trait(self, position: Position) -> Any:
        """Something that is the same for all images of a position, and quicker to find."""
        return None

    def follows(self, position: Position, goal: int) -> bool:
        return False

    def by_points(self, position: Position, goal: int, claim: dict[str, Any]) -> bool:
        """Whether play by points reaches the goal for the side to move, whatever the other does."""
        return False

    def paired(self, position: Position) -> bool:
        """Whether the first of two sides holds a draw by pairs of cells."""
        return False

    def promise(self, position: Position) -> int:
        """How promising the move that led here looks."""
        return 0

    def wins_at_once(self, position: Position) -> bool:
        """Whether the side to move has a move after which the other has lost."""
        return any(self.outcome(self.play(position, m)) == LOSS for m in self.moves(position))

    def left(self, position: Position) -> list[int]:
        """The moves after which the game goes on without a win of the other at once; none if one
        wins at once, the game is over, or a player may move twice in a row."""
        over = self.outcome(position) != OPEN or self.mover(position) is not None
        if over or self.wins_at_once(position):
            return []
        after = [(move, self.play(position, move)) for move in self.moves(position)]
        return [m for m, at in after if self.outcome(at) == OPEN and not self.wins_at_once(at)]

    def onward(self, position: Position, kind: str) -> list[tuple[Position, bool]]:
        """The position after a forced move, and that the side is not to move there."""
        moves = self.left(position) if kind == "forced" else []
        return [self.after(position, move, True) for move in moves]

    def threats(self, position: Position) -> Iterator[list[Position]]:
        """For each move that threatens to win, the position after the one reply left, if any.

        A reply is left if it ends the game, or if the side does not win at once after it.
        """
        for move in self.moves(position):
            after = self.play(position, move)
            if self.outcome(after) == OPEN:
                replies = [self.play(after, reply) for reply in self.moves(after)]
                left = [r for r in replies if self.outcome(r) != OPEN or not self.wins_at_once(r)]
                if len(left) < 2:
                    yield left

    def by_threats(self, position: Position, nodes: int) -> bool:
        """Whether the side to move wins by threats, found within that number of nodes."""
        try:
            return self.outcome(position) == OPEN and self.wins(position, Run(nodes, {}))
        except (Spent, RecursionError):
            return False

    def wins(self, position: Position, run: Run) -> bool:
        """Whether the side to move wins by threats: each leaves one reply, or none."""
        if self.wins_at_once(position):
            return True
        if position in run.known:
            return False
        run.visit()
        for left in self.threats(position):
            if not left or (self.outcome(left[0]) == OPEN and self.wins(left[0], run)):
                return True
        run.known[position] = False
        return False

    def leaf(self, position: Position, goal: int, claim: dict[str, Any]) -> str | None:
        """How a position without an answer is settled as claimed; None if it is not."""
        if self.outcome(position) != OPEN:
            return "over" if self.outcome(position) >= goal else None
        after = [self.play(position, move) for move in self.moves(position)]
        still = [at for at in after if self.outcome(at) == OPEN]
        if claim["pairing"] and goal == DRAW and any(self.paired(at[::-1]) for at in still):
            return "pairing"
        if claim["follow"] and any(self.follows(at, goal) for at in still):
            return "following"
        if claim["points"] and self.by_points(position, goal, claim):
            return "points"
        run = Run(claim["budget"], claim)
        try:
            found = run.left and self.reaches(position, goal, run)
        except (Spent, RecursionError):
            found = False
        forced = not found and claim["forced"] and len(self.left(position)) == 1
        return "budget" if found else "forced" if forced else None

    def reaches(self, position: Position, goal: int, run: Run) -> bool:
        """Alpha-beta for one question: does the side to move get at least that outcome?"""
        moves = sorted(self.moves(position), key=lambda move: run.rank.get(move, 1 << 60))
        after = [self.play(position, move) for move in moves]
        ends = [self.result(position, at) for at in after]
        if any(goal <= end < OPEN for end in ends):
            return True
        if (position, goal) not in run.known:
            run.visit()
            still = [at for at, end in zip(after, ends, strict=True) if end == OPEN]
            run.known[position, goal] = self.searched(position, still, goal, run)
        return run.known[position, goal]

    def searched(self, position: Position, still: list[Position], goal: int, run: Run) -> bool:
        """The answer that a rule gives, or the open positions after the moves."""
        if run.claim["pairing"] and self.paired(position[:: 1 if goal == DRAW else -1]):
            return goal == DRAW
        if run.claim["follow"] and any(self.follows(at, goal) for at in still):
            return True
        still.sort(key=self.promise, reverse=True)  # equals stay in order
        for at in still:
            again = self.keeps(position, at)
            if self.reaches(at, goal if again else 1 - goal, run) == again:
                return True
        return False


class Lines(Rules):
    """Two sides mark cells; a line of one's own marks wins. Cells are bits of two numbers."""

    def __init__(self, cells: int, lines: set[int], turns: Any, misere: bool = False) -> None:
        self.cells, self.lines, self.loses = range(cells), lines, misere
        self.all = (1 << cells) - 1
        # Only what maps lines to lines is a symmetry.
        self.turns = [t for t in turns if {moved(line, t) for line in lines} == lines]

    def start(self) -> Position:
        return 0, 0

    def moves(self, position: Position) -> list[int]:
        return [cell for cell in self.cells if not (position[0] | position[1]) >> cell & 1]

    def play(self, position: Position, move: int) -> Position:
        return position[1], position[0] | 1 << move

    def has_line(self, cells: int) -> bool:
        return any(line & cells == line for line in self.lines)

    def outcome(self, position: Position) -> int:
        mine, theirs = position
        if self.has_line(theirs):
            return WIN if self.loses else LOSS
        return DRAW if mine | theirs == self.all else OPEN

    def images(self, position: Position) -> list[Position]:
        return [(moved(position[0], turn), moved(position[1], turn)) for turn in self.turns]


class Board(Lines):
    """A board on which every empty cell can be marked: threats are found line by line."""

    chains: Any = ()  # on boards in the plane, the lines of each row of cells, one after the other

    def trait(self, position: Position) -> Any:
        mine, theirs = position
        return tuple(sorted([((line & mine).bit_count(), (line & theirs).bit_count())
                             for line in self.lines]))  # fmt: skip

    def wins_at_once(self, position: Position) -> bool:
        mine, theirs = position
        return not self.loses and self.completing(mine, self.all & ~(mine | theirs)) > 0

    def completing(self, cells: int, empty: int) -> int:
        """The empty cells each of which completes a line of these cells."""
        found = 0
        for line in self.lines:
            gap = line & ~cells
            if gap & gap - 1 == 0:
                found |= gap & empty
        return found

    def paired(self, position: Position) -> bool:
        if self.loses or not self.chains:
            return False
        needs = self.needs(position[0], self.all & ~(position[0] | position[1]))
        owner: dict[int, int] = {}  # of a cell, the set that it is reserved for

        def gains(number: int, tried: set[int]) -> bool:
            """Reserve one cell more for a set; another set may have to take one in its place."""
            for cell in needs[number]:
                if cell not in tried and owner.get(cell) != number:
                    tried.add(cell)
                    if cell not in owner or gains(owner[cell], tried):
                        owner[cell] = number
                        return True
            return False

        return all(gains(number, set()) and gains(number, set()) for number in range(len(needs)))

    def needs(self, mine: int, empty: int) -> list[list[int]]:
        """Sets of empty cells: each line without a mark of mine has one of them within.

        Lines that follow each other in a row share a set while two empty cells are left in it.
        """
        needs: list[int] = []
        for chain in self.chains:
            shared = 0
            for line in chain:
                if line & mine:
                    shared = 0
                elif (shared & line).bit_count() > 1:
                    needs[-1] = shared = shared & line
                else:
                    shared = line & empty
                    needs.append(shared)
        return [[cell for cell in self.cells if need >> cell & 1] for need in needs]

    def threats(self, position: Position) -> Iterator[list[Position]]:
        mine, theirs = position
        empty = self.all & ~(mine | theirs)
        for cell in [] if self.loses else self.moves(position):
            more, rest = mine | 1 << cell, empty & ~(1 << cell)
            answers = self.completing(more, rest)
            if answers and not self.completing(theirs, rest):
                yield [] if answers & answers - 1 else [(more, theirs | answers)]


def moved(cells: int, turn: dict[int, int]) -> int:
    return sum(1 << turn[cell] for cell in range(cells.bit_length()) if cells >> cell & 1)


def rows_of(size: tuple[int, ...], k: int, around: tuple[bool, ...]) -> Iterator[list[Any]]:
    """The rows of k places on a board, in every direction, over the edges that meet."""
    for at, step in product(product(*map(range, size)), product((-1, 0, 1), repeat=len(size))):
        row = [[a + i * b for a, b in zip(at, step, strict=True)] for i in range(k)]
        row = [[x % n if o else x for x, n, o in zip(p, size, around, strict=True)] for p in row]
        inside = all(0 <= x < n for place in row for x, n in zip(place, size, strict=True))
        if inside and len({tuple(place) for place in row}) == k:
            yield row


def turns_of(size: tuple[int, ...], number: Any, exchanges: bool) -> Iterator[dict[int, int]]:
    """Mirror images and, where edges are equal, exchanged directions."""
    n, d = size[0], len(size)
    values = list(permutations(range(n))) if exchanges else [tuple(range(n))]
    places = list(product(*map(range, size)))
    for value, order, flips in product(values, permutations(range(d)), product((0, 1), repeat=d)):
        if tuple(size[o] for o in order) == size:
            axes = list(zip(order, size, flips, strict=True))
            flip = [[s - 1 - p[o] if f else p[o] for o, s, f in axes] for p in places]
            new = [tuple(value[x] for x in p) if exchanges else tuple(p) for p in flip]
            yield {number(old): number(to) for old, to in zip(places, new, strict=True)}


def grid(size: tuple[int, ...], k: int, around: tuple[bool, ...], misere: bool = False) -> Board:
    """A board of lines; cells are counted along the last direction first."""

    def number(place: Any) -> int:
        cell = 0
        for x, n in zip(place, size, strict=True):
            cell = cell * n + x
        return cell

    cells = number([n - 1 for n in size]) + 1
    lines = {sum(1 << number(p) for p in row) for row in rows_of(size, k, around)}
    exchanges = len(size) == 3
    turns = {tuple(t.items()): t for t in turns_of(size, number, exchanges)}
    board = Board(cells, lines, turns.values(), misere)
    board.chains = chains_of(lines, any(around)) if len(size) == 2 else ()
    return board


def chains_of(lines: set[int], around: bool) -> list[list[int]]:
    """The lines of each row of cells, from its first cell; over edges that meet, each by itself."""
    chains: dict[tuple[int, int], list[int]] = {}
    for line in sorted(lines):
        cells = [cell for cell in range(line.bit_length()) if line >> cell & 1]
        step = cells[-1] - cells[-2] if len(cells) > 1 and not around else line.bit_length()
        chains[line, step] = [*chains.pop((line >> step, step), []), line]
    return list(chains.values())


def mnk(m: int, n: int, k: int, misere: bool = False, cylinder: bool = False,
        torus: bool = False) -> Board:  # fmt: skip
    return grid((n, m), k, (torus, cylinder or torus), misere)


def line_game(*words: str) -> Board:
    """`lines:3,3,-b2,a3b3c3,…`: columns, rows, holes, lines; cells are counted in reading order."""
    columns, rows = int(words[0]), int(words[1])
    written = {word: [(rows - int(row)) * columns + ord(column) - 97
                      for column, row in re.findall(r"([a-z])(\d+)", word)]
               for word in words if re.fullmatch(r"-?([a-z]\d+)+", word)}  # fmt: skip
    holes = [place for word in written if word[0] == "-" for place in written[word]]
    cells = [place for place in range(rows * columns) if place not in holes]
    lines = {sum(1 << cells.index(place) for place in written[word])
             for word in written if word[0] != "-"}  # fmt: skip
    turns = [{cells.index(old): cells.index(turn[old]) for old in cells}
             for turn in turns_of((rows, columns), lambda at: at[0] * columns + at[1], False)
             if not any(turn[old] in holes for old in cells)]  # fmt: skip
    return Board(len(cells), lines, turns, "misere" in words)


def cube(n: int, misere: bool = False) -> Board:
    return grid((n, n, n), n, (False,) * 3, misere)


class ConnectFour(Lines):
    """Marks fall. The cell in column c, row r from the bottom, is bit c * (rows + 1) + r."""

    def __init__(self, columns: int, rows: int, k: int, misere: bool = False) -> None:
        self.size = columns, rows
        lines = {sum(1 << c * (rows + 1) + r for c, r in row)
                 for row in rows_of((columns, rows), k, (False, False))}  # fmt: skip
        mirror = {c * (rows + 1) + r: (columns - 1 - c) * (rows + 1) + r
                  for c in range(columns) for r in range(rows)}  # fmt: skip
        super().__init__(0, lines, [{cell: cell for cell in mirror}, mirror], misere)
        self.all = sum(1 << cell for cell in mirror)
        # What play by points reaches with these points, lately and before.
        self.points_known: list[int] = []
        self.known, self.older = dict[Any, bool](), dict[Any, bool]()
        self.weights: list[tuple[list[Any], list[Any]]] = []
        self.near = [[line for line in lines if line >> at & 1] for at in range(max(mirror) + 2)]
        self.columns = [sum(1 << c * (rows + 1) + r for r in range(rows)) for c in range(columns)]
        self.bottom = sum(1 << c * (rows + 1) for c in range(columns))
        self.lasting = [sum(1 << c for c in mirror if (rows - 1 - c % (rows + 1)) % 2 == odd)
                        for odd in (0, 1)]  # fmt: skip

    def moves(self, position: Position) -> list[int]:
        return [column for column in range(self.size[0]) if self.free(position, column)]

    def play(self, position: Position, move: int) -> Position:
        return position[1], position[0] | 1 << self.free(position, move)[0]

    def free(self, position: Position, column: int) -> list[int]:
        """The empty cells of a column, from the bottom."""
        cells = range(column * (self.size[1] + 1), column * (self.size[1] + 1) + self.size[1])
        return [cell for cell in cells if not (position[0] | position[1]) >> cell & 1]

    def promise(self, position: Position) -> int:
        """On how many empty cells who has just moved would complete a line."""
        empty = [cell for column in range(self.size[0]) for cell in self.free(position, column)]
        return 0 if self.loses else sum(self.has_line(position[1] | 1 << cell) for cell in empty)

    def follows(self, position: Position, goal: int) -> bool:
        """Whether who has just moved reaches the goal by always playing on top of the other."""
        columns = [self.free(position, column) for column in range(self.size[0])]
        odd = [cells for cells in columns if len(cells) % 2]
        if len(odd) > (not self.loses):
            return False
        mine, theirs = position  # those of the other, who is to move, and the follower's
        mine |= sum(1 << c for cells in columns if len(cells) % 2 == 0 for c in cells[::2])
        for under, over in zip(odd[0][::2], odd[0][1::2], strict=False) if odd else ():
            mine, theirs = mine | 1 << under, theirs | 1 << over
            if self.has_line(mine):
                return False
            if self.has_line(theirs):
                return True
        theirs |= sum(1 << c for cells in columns for c in cells[1::2])
        if self.loses:  # each line of the follower has one of the other's below it
            others = [line for line in self.lines if mine & line == line]
            own = [line for line in self.lines if theirs & line == line]
            late = all(any(line in others for line in self.below(each)) for each in own)
            return late and (goal < WIN or others != [])
        return not odd and not self.has_line(mine) and (goal < WIN or self.has_line(theirs))

    def by_points(self, position: Position, goal: int, claim: dict[str, Any]) -> bool:
        """Whether play by points reaches the goal for the side to move, whatever the other does."""
        if self.loses:
            return False
        points, weighed = claim["points"], len(claim["points"]) > 11
        if self.points_known is not points:
            self.points_known, self.known, self.older = points, {}, {}
            self.weights = self.weights_by_cell(points) if weighed else []
        if weighed:
            position = min(position, (self.mirrored(position[0]), self.mirrored(position[1])))
            if position in self.answered:
                return True
        node = *position, goal
        found = self.known.get(node, self.older.get(node))
        if found is None:
            found = (weighed and claim["follow"] and self.followed(position, goal)) or (
                (cell := self.best_cell(position[0], position[1], points)) >= 0
                and self.stays(position, cell, goal, claim)
            )
            self.known[node] = found
            if len(self.known) > REMEMBERED:  # what was not asked lately is forgotten
                self.known, self.older = {}, self.known
        return found

    def followed(self, position: Position, goal: int) -> bool:
        """Whether some move leads to where following up is enough."""
        odd = [column for column in range(self.size[0]) if len(self.free(position, column)) % 2]
        if len(odd) > 2:  # then two columns are odd after any move
            return False
        after = [self.play(position, move) for move in self.moves(position)]
        return any(self.follows(at, goal) and self.outcome(at) == OPEN for at in after)

    def stays(self, position: Position, cell: int, goal: int, claim: dict[str, Any]) -> bool:
        """The position after a mark in this cell, which stops an immediate loss."""
        own, other = position[0] | 1 << cell, position[1]
        if any(line & own == line for line in self.near[cell]):
            return True
        replies = self.landings(own | other)
        if len(replies) < 2 and (own | other | 1 << max(replies, default=cell)) == self.all:
            return goal == DRAW and not (replies and self.has_line(other | 1 << replies[0]))
        dangers = self.gaps(other)
        return not any(dangers >> reply & 1 for reply in replies) and all(
            self.by_points((own, other | 1 << reply), goal, claim) for reply in replies
        )

    def mirrored(self, cells: int) -> int:
        """The cells with left and right exchanged."""
        found, height = 0, self.size[1] + 1
        for _ in self.columns:
            found = found << height | (cells & self.columns[0])
            cells >>= height
        return found

    def weights_by_cell(self, points: list[int]) -> list[tuple[list[Any], list[Any]]]:
        """The lines of each cell, for a mark in it and for one straight below: their other cells,
        and where their weights begin."""
        turn, rows = self.turns[-1], {}
        for line in self.lines:
            for cell in (bits := [bit for bit in turn if line >> bit & 1]):
                others = [other for other in bits if other != cell]
                turned = sorted(others, key=turn.__getitem__)
                rows[cell, *others] = min(
                    ((cell, *others), others), ((turn[cell], *(turn[at] for at in turned)), turned)
                )
        found: list[tuple[list[Any], list[Any]]] = [([], []) for _ in range(max(turn) + 1)]
        numbers = sorted({row for row, _ in rows.values()})
        size = 5 ** (len(numbers[0]) - 1)
        if len(points) != 11 + 2 * len(numbers) * size:
            raise Fault(f"there must be {2 * len(numbers) * size} weights of lines")
        for (cell, *_), (row, others) in rows.items():
            begin = 11 + size * numbers.index(row)
            found[cell][0].append((others, begin))
            found[cell][1].append((others, begin + size * len(numbers)))
        return found

    def weights_of(self, own: int, other: int, cell: int, points: list[int]) -> int:
        """The weights of the lines through a cell just taken, and through the one above."""
        states = [1 if own >> at & 1 else 2 * (other >> at & 1) for at in range(len(self.weights))]
        for landing in self.landings(own | other):
            states[landing] = 3
            if 1 << landing + 1 & self.all:
                states[landing + 1] = 4
        lists = self.weights[cell][0]
        if 1 << cell + 1 & self.all:
            lists = lists + self.weights[cell + 1][1]
        total = 0
        for others, begin in lists:
            state = 0
            for at in others:
                state = 5 * state + states[at]
            total += points[begin + state]
        return total

    def landings(self, taken: int) -> list[int]:
        """The lowest empty cell of each column that has one."""
        cells = taken + self.bottom & self.all
        return [(cells & column).bit_length() - 1 for column in self.columns if cells & column]

    def gaps(self, cells: int, cell: int | None = None, before: int = 0) -> int:
        """The cells that complete a line of these; or those before, and what one cell adds."""
        for line in self.lines if cell is None else self.near[cell]:
            missing = line & ~cells
            if missing & missing - 1 == 0:
                before |= missing
        return before

    def best_cell(self, own: int, other: int, points: list[int]) -> int:
        """Where the side plays by points; -1 where the rule has no move."""
        landings, wins, dangers = self.landings(own | other), self.gaps(own), self.gaps(other)
        if winning := [cell for cell in landings if wins >> cell & 1]:
            return winning[0]
        if forced := [cell for cell in landings if dangers >> cell & 1]:
            return forced[0] if len(forced) == 1 else -1
        safe = [cell for cell in landings if not dangers >> cell + 1 & 1]
        double = [cell for cell in safe if self.two_threats(own, other, wins, cell)]
        if double or len(safe) < 2:
            return (double or safe or [-1])[0]
        return max(safe, key=lambda cell: self.points_of(own, other, (wins, dangers), cell, points))

    def two_threats(self, own: int, other: int, wins: int, cell: int) -> bool:
        """Whether a mark makes two threats: two landings, or one and the gap above it."""
        more = own | 1 << cell
        gaps = self.gaps(more, cell, wins) & ~(more | other)
        now = [landing for landing in self.landings(more | other) if gaps >> landing & 1]
        return len(now) > 1 or any(gaps >> landing + 1 & 1 for landing in now)

    def points_of(
        self, own: int, other: int, gaps_of: tuple[int, int], cell: int, points: list[int]
    ) -> int:
        """The points of a mark in the cell."""
        (wins, dangers), more = gaps_of, own | 1 << cell
        total = self.weights_of(more, other, cell, points) if self.weights else 0
        if not any(points[:11]):
            return total
        taken, above = more | other, 1 << cell + 1 & self.all
        before, gaps = wins & ~taken, self.gaps(more, cell, wins) & ~taken
        spoiled = self.gaps(other | 1 << cell, cell, dangers) & ~taken & ~dangers
        lasting = self.lasting[(self.all & ~taken).bit_count() % 2]
        landings = self.landings(taken)
        answers = [at for at in landings if gaps >> at & 1]
        ready = len(answers) > 0
        answers = answers or [at for at in landings if not gaps >> at + 1 & 1]
        counts = [
            -(before >> cell + 1 & 1),
            -any(self.two_threats(other, more, dangers, at) for at in answers),
            1 - (lasting >> cell & 1),
            (gaps & ~before).bit_count(),
            (gaps & ~before & lasting).bit_count(),
            spoiled.bit_count(),
            (spoiled & ~lasting).bit_count(),
            int(ready),
            -abs(2 * (cell // (self.size[1] + 1)) + 1 - self.size[0]),
        ]
        if above:
            free = ~(taken | above)
            counts.append(
                -(self.gaps(other | above, cell + 1, dangers) & free & ~dangers).bit_count()
            )
            counts.append(-(self.gaps(more | above, cell + 1, gaps) & free & ~gaps).bit_count())
        return total + sum(count * point for count, point in zip(counts, points, strict=False))

    def below(self, line: int) -> Iterator[int]:
        """The same line one row lower, and so on down to the bottom."""
        while not any(line >> column * (self.size[1] + 1) & 1 for column in range(self.size[0])):
            line >>= 1
            yield line


class Nim(Rules):
    """Heaps of six bits each; a move is 64 times the heap and how many are taken."""

    def __init__(self, *heaps: int, misere: bool = False) -> None:
        self.heaps, self.end = heaps, WIN if misere else LOSS

    def start(self) -> Position:
        return (sum(heap << 6 * place for place, heap in enumerate(self.heaps)),)

    def moves(self, position: Position) -> list[int]:
        return [64 * place + taken for place in range(5)
                for taken in range(1, (position[0] >> 6 * place & 63) + 1)]  # fmt: skip

    def play(self, position: Position, move: int) -> Position:
        return (position[0] - (move % 64 << 6 * (move // 64)),)

    def outcome(self, position: Position) -> int:
        return OPEN if position[0] else self.end


class Chomp(Nim):
    """A bit for each square that is left, from the top row down; the lower left one is poison."""

    def __init__(self, m: int, n: int) -> None:
        self.m, self.squares, self.end = m, range(m * n), WIN

    def start(self) -> Position:
        return ((1 << len(self.squares)) - 1,)

    def moves(self, position: Position) -> list[int]:
        return [square for square in self.squares if position[0] >> square & 1]

    def play(self, position: Position, move: int) -> Position:
        row, column = divmod(move, self.m)
        return (sum(1 << square for square in self.moves(position)
                    if square // self.m > row or square % self.m < column),)  # fmt: skip


class Hex(Lines):
    """The first joins the top and bottom rows, the second the left and right columns."""

    def __init__(self, size: int) -> None:
        self.size = size
        cells = range(size * size)
        super().__init__(size * size, set(), [dict(zip(cells, order, strict=True))
                                              for order in (cells, reversed(cells))])  # fmt: skip

    def outcome(self, position: Position) -> int:
        theirs, n = position[1], self.size
        downward = (position[0] | theirs).bit_count() % 2 == 1
        places = [divmod(cell, n) for cell in self.cells if theirs >> cell & 1]
        reached = {place for place in places if place[0 if downward else 1] == 0}
        steps = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1))
        for _ in self.cells:
            reached |= {(r, c) for r, c in places if {(r + x, c + y) for x, y in steps} & reached}
        return LOSS if any(place[0 if downward else 1] == n - 1 for place in reached) else OPEN


class Wild(Nim):
    """Either player puts either mark: the sets of crosses and of noughts. A move is twice the cell,
    and 1 more for a nought."""

    def __init__(self, m: int, n: int, k: int, misere: bool = False) -> None:
        self.board, self.misere = mnk(m, n, k), misere

    def start(self) -> Position:
        return 0, 0

    def moves(self, position: Position) -> list[int]:
        return [2 * cell + mark for cell in self.board.moves(position) for mark in (0, 1)]

    def play(self, position: Position, move: int) -> Position:
        crosses, noughts = position
        cell = 1 << move // 2
        return (crosses, noughts | cell) if move % 2 else (crosses | cell, noughts)

    def outcome(self, position: Position) -> int:
        crosses, noughts = position
        if self.board.has_line(crosses) or self.board.has_line(noughts):
            return self.with_line(position)
        return self.without_line(position) if crosses | noughts == self.board.all else OPEN

    def with_line(self, position: Position) -> int:
        return WIN if self.misere else LOSS

    def without_line(self, position: Position) -> int:
        return DRAW


class OrderChaos(Wild):
    """Order, who begins, wants a line; Chaos a full board without one."""

    def with_line(self, position: Position) -> int:
        return LOSS if (position[0] | position[1]).bit_count() % 2 else WIN

    def without_line(self, position: Position) -> int:
        return -self.with_line(position)


class Notakto(Nim):
    """One set of marks, nine bits for each board; a board with a line is dead."""

    def __init__(self, boards: int) -> None:
        self.places, self.board = range(0, 9 * boards, 9), mnk(3, 3, 3)

    def start(self) -> Position:
        return (0,)

    def images(self, position: Position) -> list[Position]:
        """Boards are turned and exchanged: the least alone, since there are thousands."""
        boards = [min(self.board.images((position[0] >> at & 511, 0)))[0] for at in self.places]
        boards.sort(reverse=True)
        return [(sum(cells << at for at, cells in zip(self.places, boards, strict=True)),)]

    def alive(self, position: Position) -> list[int]:
        return [at for at in self.places if not self.board.has_line(position[0] >> at & 511)]

    def moves(self, position: Position) -> list[int]:
        return [at + cell for at in self.alive(position) for cell in range(9)
                if not position[0] >> at + cell & 1]  # fmt: skip

    def play(self, position: Position, move: int) -> Position:
        return (position[0] | 1 << move,)

    def outcome(self, position: Position) -> int:
        return OPEN if self.alive(position) else WIN


class Numerical(Nim):
    """Four bits a cell, its number; a move is the cell and nine times the number less one."""

    def __init__(self) -> None:
        self.rows = [[place[1] + 3 * place[0] for place in row]
                     for row in rows_of((3, 3), 3, (False, False))]  # fmt: skip

    def start(self) -> Position:
        return (0,)

    def numbers(self, position: Position) -> list[int]:
        return [position[0] >> 4 * cell & 15 for cell in range(9)]

    def moves(self, position: Position) -> list[int]:
        there = self.numbers(position)
        odd = there.count(0) % 2  # nine empty cells: Odd begins
        return [9 * number - 9 + cell for number in range(1, 10) for cell in range(9)
                if number % 2 == odd and number not in there and not there[cell]]  # fmt: skip

    def play(self, position: Position, move: int) -> Position:
        return (position[0] | move // 9 + 1 << 4 * (move % 9),)

    def outcome(self, position: Position) -> int:
        there = self.numbers(position)
        for row in self.rows:
            if all(there[cell] for cell in row) and sum(there[cell] for cell in row) == 15:
                return LOSS
        return OPEN if 0 in there else DRAW


class ThreeMarks(Nim):
    """A player's marks by age: nine bits for the newest, for the one before, for the oldest."""

    def __init__(self, blocking: bool = False) -> None:
        self.board, self.blocking = mnk(3, 3, 3), blocking

    def start(self) -> Position:
        return 0, 0

    def moves(self, position: Position) -> list[int]:
        mine = position[0] if self.blocking else position[0] & 2**18 - 1
        return self.board.moves((cells_of(mine), cells_of(position[1])))

    def play(self, position: Position, move: int) -> Position:
        return position[1], (position[0] << 9 | 1 << move) & 2**27 - 1

    def outcome(self, position: Position) -> int:
        return LOSS if self.board.has_line(cells_of(position[1])) else OPEN


def cells_of(marks: int) -> int:
    return (marks | marks >> 9 | marks >> 18) & 511


class Morris(Nim):
    """Three stones each are placed, then moved. A placing is its point; a step is the number of
    points times the point it leaves, that counted from 1, and the point it goes to."""

    closed: int | None = None  # a point on which no stone may be placed

    def __init__(self, nodiagonals: bool = False) -> None:
        lines = {line for line in mnk(3, 3, 3).lines if not nodiagonals or line not in (273, 84)}
        self.board = Lines(9, lines, [])
        self.steps = []
        for stone, goal in product(range(9), repeat=2):
            x, y = abs(stone % 3 - goal % 3), abs(stone // 3 - goal // 3)
            if x + y == 1 or (x == y == 1 and 4 in (stone, goal) and not nodiagonals):
                self.steps.append((stone, goal))

    def start(self) -> Position:
        return 0, 0

    def moves(self, position: Position) -> list[int]:
        empty, points = self.board.moves(position), len(self.board.cells)
        if position[0].bit_count() < 3:
            return [point for point in empty if point != self.closed]
        return [points * stone + points + goal for stone, goal in self.steps
                if position[0] >> stone & 1 and goal in empty]  # fmt: skip

    def play(self, position: Position, move: int) -> Position:
        stone, goal = divmod(move, len(self.board.cells))
        return position[1], (position[0] | 1 << goal) & ~(1 << stone >> 1)

    def outcome(self, position: Position) -> int:
        return LOSS if self.board.has_line(position[1]) or not self.moves(position) else OPEN


class Picaria(Morris):
    """The same on thirteen points: the corners of four squares, and their middles."""

    def __init__(self, centre: bool = False) -> None:
        places = [place for place in product(range(5), repeat=2) if sum(place) % 2 == 0]
        ways = [way for way in product(range(-2, 3), repeat=2) if any(way)]
        lines, self.steps = set(), []
        self.closed = None if centre else places.index((2, 2))
        for (y, x), (down, across) in product(places, ways):
            # From middles lines go aslant only; along the squares corners lie two apart.
            if abs(down) == abs(across) == 1 or (abs(down) + abs(across) == 2 and not y % 2):
                line = [places.index(place) for i in range(3)
                        if (place := (y + i * down, x + i * across)) in places]  # fmt: skip
                self.steps += [(line[0], line[1])] if len(line) > 1 else []
                lines |= {sum(1 << point for point in line)} if len(line) == 3 else set()
        self.steps.sort()
        self.board = Lines(len(places), lines, [])


class Domineering(Nim):
    """The first lays dominoes upright, the second across. A move is the upper or left cell."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.cells = columns, range(columns * rows)

    def start(self) -> Position:
        return 0, 0

    def moves(self, position: Position) -> list[int]:
        return [cell for cell in self.cells if self.domino(position, cell)]

    def domino(self, position: Position, cell: int) -> int:
        """The two cells of that move; none if it is not allowed."""
        taken, columns = position[0] | position[1], self.columns
        upright = taken.bit_count() % 4 == 0
        other = cell + (columns if upright else 1)
        inside = other in self.cells and (upright or other % columns > 0)
        both = 1 << cell | 1 << other
        return both if inside and not taken & both else 0

    def play(self, position: Position, move: int) -> Position:
        return position[1], position[0] | self.domino(position, move)

    def outcome(self, position: Position) -> int:
        return OPEN if self.moves(position) else LOSS


class Pentago(Nim):
    """A cell is marked, then a quarter turned. A move is a cell where that completes a line; else
    the cell, and the number of cells times that of the turn: 1 and 2 turn the upper left quarter,
    to the left and to the right, 3 and 4 the upper right one."""

    def __init__(self, size: int) -> None:
        self.size, self.board = size, mnk(size, size, size // 2 + 2)
        self.turns = [{cell: self.goal(cell, turn) for cell in range(size * size)}
                      for turn in range(9)]  # fmt: skip

    def goal(self, cell: int, turn: int) -> int:
        """Where a cell goes in that turn; 0 is none."""
        half = self.size // 2
        (down, y), (across, x) = (divmod(at, half) for at in divmod(cell, self.size))
        if turn in (4 * down + 2 * across + 1, 4 * down + 2 * across + 2):
            y, x = (half - 1 - x, y) if turn % 2 else (x, half - 1 - y)
        return (down * half + y) * self.size + across * half + x

    def start(self) -> Position:
        return 0, 0

    def moves(self, position: Position) -> list[int]:
        return [cell + turn * self.size**2 for cell in self.board.moves(position)
                for turn in ([0] if self.board.has_line(position[0] | 1 << cell)
                             else range(1, 9))]  # fmt: skip

    def play(self, position: Position, move: int) -> Position:
        turn, cell = divmod(move, self.size**2)
        turned = self.turns[turn]
        return moved(position[1], turned), moved(position[0] | 1 << cell, turned)

    def outcome(self, position: Position) -> int:
        mine, theirs = map(self.board.has_line, position)
        if mine or theirs:
            return mine - theirs
        return DRAW if position[0] | position[1] == self.board.all else OPEN


class Dots(Nim):
    """The edges that are drawn, the boxes of both, and whose turn it is. A move is an edge: first
    those across, then the upright ones, from the top left."""

    def __init__(self, columns: int, rows: int) -> None:
        across, upright = columns * (rows + 1), (columns + 1) * rows
        self.edges = range(across + upright)
        self.boxes = []
        for row, column in product(range(rows), range(columns)):
            upper, left = row * columns + column, across + row * (columns + 1) + column
            self.boxes.append({upper, upper + columns, left, left + 1})

    def start(self) -> Position:
        return 0, 0, 0, 0

    def mover(self, position: Position) -> int:
        return position[-1]

    def moves(self, position: Position) -> list[int]:
        return [edge for edge in self.edges if not position[0] >> edge & 1]

    def play(self, position: Position, move: int) -> Position:
        edges, mine, theirs, mover = position
        left = [edge for edge in self.moves(position) if edge != move]
        closed = sum(1 << place for place, box in enumerate(self.boxes)
                     if move in box and not box & {*left})  # fmt: skip
        if closed:
            return edges | 1 << move, mine | closed, theirs, mover
        return edges | 1 << move, theirs, mine, 1 - mover

    def outcome(self, position: Position) -> int:
        _, mine, theirs, _ = position
        return OPEN if self.moves(position) else more(mine.bit_count(), theirs.bit_count())


def more(mine: int, theirs: int) -> int:
    """WIN for the side that has more."""
    return (mine > theirs) - (mine < theirs)


class Kalah(Dots):
    """The counters of the side to move, seven bits for each pit and then the store; the other's;
    and whose turn it is. A move is a pit, counted from the farthest."""

    def __init__(self, pits: int, seeds: int) -> None:
        self.pits, self.seeds = pits, seeds

    def start(self) -> Position:
        side = self.packed([self.seeds] * self.pits + [0])
        return side, side, 0

    def packed(self, counts: list[int]) -> int:
        return sum(count << 7 * place for place, count in enumerate(counts))

    def counts(self, side: int) -> list[int]:
        return [side >> 7 * place & 127 for place in range(self.pits + 1)]

    def moves(self, position: Position) -> list[int]:
        return [pit for pit, count in enumerate(self.counts(position[0])[:-1]) if count]

    def play(self, position: Position, move: int) -> Position:
        mine, theirs, mover = self.counts(position[0]), self.counts(position[1]), position[2]
        hand, mine[move] = mine[move], 0
        ring = [(mine, place) for place in range(self.pits + 1)]
        ring += [(theirs, place) for place in range(self.pits)]
        for step in range(move + 1, move + 1 + hand):
            side, last = ring[step % len(ring)]
            side[last] += 1
        again, opposite = side is mine and last == self.pits, self.pits - 1 - last
        if side is mine and not again and mine[last] == 1 and theirs[opposite]:
            mine[-1] += 1 + theirs[opposite]
            mine[last] = theirs[opposite] = 0
        if not any(mine[:-1]) or not any(theirs[:-1]):
            mine, theirs = ([0] * self.pits + [sum(each)] for each in (mine, theirs))
        if again:
            return self.packed(mine), self.packed(theirs), mover
        return self.packed(theirs), self.packed(mine), 1 - mover

    def outcome(self, position: Position) -> int:
        mine, theirs = map(self.counts, position[:2])
        return OPEN if any(mine[:-1]) else more(mine[-1], theirs[-1])


class Othello(Dots):
    """The discs of the side to move and of the other, and whose turn it is. A move is a cell."""

    def __init__(self, n: int) -> None:
        self.n, self.cells = n, range(n * n)

    def start(self) -> Position:
        upper = self.n // 2 * self.n - self.n // 2 - 1  # the left one of the four in the middle
        lower = upper + self.n
        return 2 << upper | 1 << lower, 1 << upper | 2 << lower, 0

    def turned(self, position: Position, cell: int) -> int:
        """The discs that one more disc on a cell encloses, row by row from it."""
        mine, theirs, found = position[0], position[1], 0
        if (mine | theirs) >> cell & 1:
            return 0
        for down, across in product((-1, 0, 1), repeat=2):
            run, (row, column) = 0, divmod(cell, self.n)
            while 0 <= (row := row + down) < self.n and 0 <= (column := column + across) < self.n:
                place = 1 << row * self.n + column
                if not place & theirs:
                    found |= run if place & mine else 0
                    break
                run |= place
        return found

    def moves(self, position: Position) -> list[int]:
        return [cell for cell in self.cells if self.turned(position, cell)]

    def play(self, position: Position, move: int) -> Position:
        turned, mover = self.turned(position, move), position[2]
        mine, theirs = position[0] | turned | 1 << move, position[1] & ~turned
        passed = not self.moves((theirs, mine, mover)) and self.moves((mine, theirs, mover))
        return (mine, theirs, mover) if passed else (theirs, mine, 1 - mover)

    def outcome(self, position: Position) -> int:
        mine, theirs, _ = position
        return OPEN if self.moves(position) else more(mine.bit_count(), theirs.bit_count())


GAMES: dict[str, tuple[Any, tuple[int, ...], tuple[str, ...]]] = {
    "tictactoe": (mnk, (3, 3, 3), ()),
    "mnk": (mnk, (3, 3, 3), ("misere", "cylinder", "torus")),
    "cube": (cube, (3,), ("misere",)),
    "qubic": (cube, (4,), ("misere",)),
    "connectfour": (ConnectFour, (7, 6, 4), ("misere",)),
    "nim": (Nim, (3, 4, 5), ("misere",)),
    "chomp": (Chomp, (4, 3), ()),
    "hex": (Hex, (4,), ()),
    "wild": (Wild, (3, 3, 3), ("misere",)),
    "orderchaos": (OrderChaos, (6, 6, 5), ()),
    "notakto": (Notakto, (1,), ()),
    "numerical": (Numerical, (), ()),
    "threemarks": (ThreeMarks, (), ("blocking",)),
    "morris": (Morris, (), ("nodiagonals",)),
    "picaria": (Picaria, (), ("centre",)),
    "domineering": (Domineering, (5, 5), ()),
    "pentago": (Pentago, (4,), ()),
    "dots": (Dots, (2, 2), ()),
    "kalah": (Kalah, (3, 3), ()),
    "othello": (Othello, (4,), ()),
}


class Own(Rules):
    """A game of one's own: the four methods of its class or five, and no symmetry."""

    def __init__(self, game: Any) -> None:
        self.start, self.kind = game.start, type(game.start())
        if own := getattr(game, "mover", None):  # a player may move twice in a row
            self.mover = lambda position: own(self.kind(*position))  # type: ignore[method-assign]
        self.play = lambda position, move: game.play(self.kind(*position), move)
        self.moves = lambda position: game.moves(self.kind(*position))
        self.outcome = lambda position: game.outcome(self.kind(*position))


def own_game(spec: str, rules: str | None) -> Own:
    """The class of a file, loaded with a stand-in for noughts that has no code of its own."""
    file, _, rest = spec.partition(".py")
    _, name, given = f"{rest}::".split(":")[:3]
    if rules is None:
        raise Fault(f"say where the rules are: --rules path/to/{file}.py")

    class Game:
        def __class_getitem__(cls, _: Any) -> Any:
            return cls

    stub, text = types.ModuleType("noughts"), Path(rules).read_text()
    vars(stub).update(Game=Game, LOSS=LOSS, DRAW=DRAW, WIN=WIN, OPEN=OPEN, __path__=[])
    vars(stub).update(FIRST=0, SECOND=1)
    stub.__getattr__ = lambda name: Game  # type: ignore[method-assign]  # what is for people only
    for part in re.findall(r"^\s*(?:from|import)\s+(noughts[\w.]*)", text, re.MULTILINE):
        sys.modules[part] = stub
    module = sys.modules["rules"] = types.ModuleType("rules")
    exec(compile(text, rules, "exec"), vars(module))
    game = vars(module)[name]()
    for word, key in zip(
        filter(None, given.split(",")), getattr(game, "__annotations__", ()), strict=False
    ):
        setattr(game, key, int(word))
    return Own(game)


if __name__ == "__main__":
    main()
