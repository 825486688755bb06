"""What is known of tic-tac-toe in a cube, against the rules and the plain list of lines."""

from random import Random
from typing import Any

from noughts.bits import cells_of
from noughts.games.cube import LOW, SPLIT, Cube, CubeMarks
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.knowledge.cube import FOLDED_MARKS, CubeCells, CubeKnowledge
from noughts.value import INFINITY, LOSS, OPEN, WIN
from tests.each import each
from tests.playing import random_positions
from tests.whole import random_play


def test_all_images_of_an_early_position_share_one_canonical_position_which_is_one_of_them():
    random = Random(4)
    for game in (Cube(3), Cube(4)):
        known = CubeKnowledge(game)
        plays = [(position, played) for position, played in random_play(game, random)]
        plays = plays[: FOLDED_MARKS + 1]
        for position, played in random.sample(plays, 3):
            images = set()
            for symmetry in known.symmetries:
                image = game.start()
                for move in played:
                    image = game.play(image, symmetry[move])
                images.add(image)
            assert {known.canonical(image) for image in images} == {known.canonical(position)}
            assert known.canonical(position) == min(images)


def test_a_late_position_stands_for_itself():
    game = Cube(4)
    known = knowledge_of(game)
    for position, played in random_play(game, Random(4)):
        if len(played) > FOLDED_MARKS:
            assert known.canonical(position) == position


@each("spec", ["cube:3", "qubic", "cube:3,misere"])
def test_what_is_seen_of_lines_is_what_the_rules_say(spec):
    game: Any = find_game(spec)
    known: Any = knowledge_of(game)
    for position in random_positions(game, 6):
        if game.outcome(position) != OPEN:
            continue
        after = {move: game.play(position, move) for move in game.moves(position)}
        ending = {move for move in after if game.outcome(after[move]) in (LOSS, WIN)}
        found = known.completing(
            CubeCells(position.mine_low, position.mine_high), known.empty_cells(position)
        )
        assert set(cells_of(found.high << SPLIT | found.low)) == ending
        safe = set(known.candidate_moves(position))
        if game.misere:
            assert safe == set(after) - ending or (len(safe) == 1 and set(after) == ending)
            assert list(known.forcing(position)) == []
        elif ending:
            assert len(safe) == 1
            assert safe <= ending
        else:
            threats = {
                move
                for move in after
                if game.count_lines(*with_cell(position.theirs_low, position.theirs_high, move))
            }
            assert safe == set(after) if not threats else (len(safe) == 1 and safe <= threats)


def with_cell(low, high, cell):
    cells = high << SPLIT | low | 1 << cell
    return cells & LOW, cells >> SPLIT


@each("spec", ["qubic", "cube:3,misere"])
def test_a_draw_is_seen_when_no_line_is_open(spec):
    game: Any = find_game(spec)
    known = knowledge_of(game)
    random, seen = Random(spec), 0
    for _ in range(60):  # marks anywhere: lines do not ask who could have put them
        cells = random.sample(range(game.cells), game.cells - random.randrange(6))
        cut = random.choice((len(cells) // 5, len(cells) // 2, 4 * len(cells) // 5))
        mine, theirs = (sum(1 << cell for cell in part) for part in (cells[:cut], cells[cut:]))
        position = CubeMarks(mine & LOW, mine >> SPLIT, theirs & LOW, theirs >> SPLIT)
        open_to_me = any(line & theirs == 0 for line in game.board_lines)
        open_to_them = any(line & mine == 0 for line in game.board_lines)
        winnable, losable = (open_to_me, open_to_them)
        if game.misere:
            winnable, losable = losable, winnable
        if game.outcome(position) == OPEN:
            lower, upper = known.bounds(position, -INFINITY, INFINITY)
            assert winnable or upper <= 0
            assert losable or lower >= 0
            assert winnable or losable or lower == upper == 0
        seen += not (winnable and losable)
    assert seen > 5
