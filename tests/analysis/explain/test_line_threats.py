"""Lines that lack one mark, held against looking along every direction from every cell."""

import random
from typing import Any

from noughts.analysis.explain.lines import line_threats, threat_words
from noughts.game import legal_moves
from noughts.games.registry import find_game
from tests.each import each

DIRECTIONS = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, -1, 0), (1, 0, 1), (1, 0, -1),
              (0, 1, 1), (0, 1, -1), (1, 1, 1), (1, 1, -1), (1, -1, 1), (1, -1, -1))  # fmt: skip


def some_position(game: Any, chance: random.Random) -> tuple[Any, int]:
    position, turn = game.start(), 0
    for _ in range(chance.randrange(3, game.cells)):
        moves = legal_moves(game, position)
        if not moves:
            break
        position, turn = game.play(position, chance.choice(moves)), 1 - turn
    return position, turn


def seen_along_directions(game: Any, position: Any, turn: int, k: int) -> set[tuple[int, int]]:
    """For each line that lacks one mark: whose it is, and the empty cell."""
    side = game.columns
    marks = {}
    for i, cell in enumerate(game.board(position, turn).cells):
        layer, column = divmod(cell.column, side)
        marks[column, cell.row, layer] = (i, cell.side)
    found = set()
    for x, y, z in marks:
        for dx, dy, dz in DIRECTIONS:
            places = [(x + i * dx, y + i * dy, z + i * dz) for i in range(k)]
            if any(place not in marks for place in places):
                continue
            line = [marks[place] for place in places]
            empty = [i for i, owner in line if owner is None]
            owners = {owner for _, owner in line if owner is not None}
            if len(empty) == 1 and len(owners) == 1:
                found.add((owners.pop(), empty[0]))
    return found


@each("spec, k",
    [("tictactoe", 3), ("mnk:5,4,3", 3), ("mnk:3,3,3,misere", 3), ("connectfour:5,4", 4),
     ("connectfour:4,4,3", 3), ("cube:3", 3), ("qubic", 4)],
)  # fmt: skip
def test_every_line_that_lacks_one_mark_is_found(spec, k):
    game: Any = find_game(spec)
    chance = random.Random(spec)
    for _ in range(40):
        position, turn = some_position(game, chance)
        found = line_threats(game, position, turn)
        assert found is not None
        if not legal_moves(game, position):
            assert found == ()
            continue
        told = {(threat.turn, threat.cell) for threat in found}
        assert told == seen_along_directions(game, position, turn, k)
        cells = game.board(position, turn).cells
        for threat in found:
            below = threat.cell + game.columns
            stands = not game.falls or below >= game.cells or bool(cells[below].mark)
            assert threat.now == stands


def named(spec: str, text: str) -> list[tuple[str, str, bool]]:
    """Whose threats there are, where, and whether they can be carried out now."""
    game: Any = find_game(spec)
    found = line_threats(game, *game.parse(text))
    assert found is not None
    return [("XO"[threat.turn], game.cell_name(threat.cell), threat.now) for threat in found]


def test_where_marks_fall_a_line_may_have_to_wait():
    # X on 1b, 2b; O on 1a, 2a, 3b: below 4c two cells are empty.
    assert named("connectfour:4,4,3", "4/4/xxo1/oox1 x") == [("X", "1c", True), ("O", "4c", False)]


def test_on_a_torus_lines_leave_the_board_and_come_back():
    # b3, c2 and then a1; O has b1, c1 and a1 as well.
    assert named("mnk:3,3,3,torus", "1x1/2x/1oo x") == [("X", "a1", True), ("O", "a1", True)]
    assert named("tictactoe", "1x1/2x/1oo x") == [("O", "a1", True)]


@each("spec, text, told",
    [
        ("tictactoe", "3/3/3 x", "No player threatens to win yet."),
        ("tictactoe", "xx1/o2/3 o", "X threatens to complete a line at c3."),
        ("tictactoe", "xx1/oo1/3 x",
         "X can complete a line at c3. O threatens to complete a line at c2."),
        ("mnk:3,3,3,misere", "xx1/o2/3 o", "X would complete a line and lose at c3."),
        ("connectfour:4,4,3", "4/4/xxo1/oox1 x",
         ("X can complete a line at 1c. O can complete a line at 4c once the cells below are "
          "filled.")),
        ("tictactoe", "xxx/oo1/3 o", "No player threatens to win yet."),  # the game is over
    ],
)  # fmt: skip
def test_in_words(spec, text, told):
    game: Any = find_game(spec)
    position, turn = game.parse(text)
    assert threat_words(game, turn, line_threats(game, position, turn) or ()) == told


@each("spec", ["wild", "notakto", "hex", "nim", "morris", "ultimate"])
def test_other_games_have_none_to_tell(spec):
    game = find_game(spec)
    assert line_threats(game, game.start(), 0) is None
