"""Games made at random: like no other, and solved as plain minimax solves them."""

import json
import re
from collections import defaultdict
from functools import cache
from random import Random
from typing import Any

from click.testing import CliRunner

from noughts.games.registry import find_game
from noughts.lab.logs import agent_games, judge_games
from noughts.lab.variants import _kind, benchmark, variants
from noughts.terminal.commands.variants import variants as command


def board_of(spec):
    """The number of cells, the lines as sets of cells, and whether it is misère, by the text."""
    words = spec.removeprefix("lines:").split(",")
    columns, rows = int(words[0]), int(words[1])
    names = [f"{'abcdefg'[i]}{j}" for i in range(columns) for j in range(1, rows + 1)]
    parts = [word for word in words[2:] if "=" not in word and word != "misere"]
    holes = {name for word in parts if word[0] == "-" for name in re.findall("[a-z][0-9]", word)}
    cells = [name for name in names if name not in holes]
    written = [re.findall("[a-z][0-9]", word) for word in parts if word[0] != "-"]
    lines = {frozenset(map(cells.index, names)) for names in written}
    return len(cells), lines, "misere" in words


def outcome(spec):
    """The outcome of a line game by its text: plain minimax, which shares no line with noughts."""
    cells, sets, misere = board_of(spec)
    lines = [sum(1 << cell for cell in line) for line in sets]

    @cache
    def value(mine, theirs):
        if any(theirs & line == line for line in lines):
            return 1 if misere else -1
        free = [1 << i for i in range(cells) if not (mine | theirs) >> i & 1]
        return max((-value(theirs, mine | cell) for cell in free), default=0)

    return value(0, 0)


def test_variants_are_solved_as_plain_minimax_does():
    found: Any = list(variants(seed=3, count=6))
    small = [one for one in found if one.spec.startswith("lines:") and one.game.cells <= 9]
    assert small
    for one in small:
        assert one.value.outcome == outcome(one.spec)
    assert len({one.spec for one in found}) == 6
    assert [one.spec for one in variants(seed=3, count=2)] == [one.spec for one in found[:2]]


def alike(one, other):
    """Whether other names for the cells make one board the other: by trying them all."""
    (cells, lines, misere), (others, theirs, too) = one, other
    if (cells, len(lines), misere) != (others, len(theirs), too):
        return False

    def seen(lines, cell):
        return sorted(len(line) for line in lines if cell in line)

    def fits(named):
        if len(named) == cells:
            return {frozenset(named[cell] for cell in line) for line in lines} == theirs
        done = [line for line in lines if max(line) < len(named)]
        return all(frozenset(named[cell] for cell in line) in theirs for line in done) and any(
            fits([*named, cell])
            for cell in set(range(cells)) - set(named)
            if seen(lines, len(named)) == seen(theirs, cell)
        )

    return fits([])


def test_five_hundred_are_no_two_alike_and_fifty_of_them_right():
    found = [one for one in variants(seed=11, count=500) if one.spec.startswith("lines:")]
    assert len(found) > 400
    for one in Random(11).sample(found, 50):
        assert one.value.outcome == outcome(one.spec), one.spec
    kinds = defaultdict(list)
    for one in found:
        board = board_of(one.spec)
        cells, lines, misere = board
        degrees = sorted(sorted(len(of) for of in lines if cell in of) for cell in range(cells))
        others = kinds[str((cells, misere, degrees))]
        assert not any(alike(board, other) for other in others), one.spec
        others.append(board)
    assert alike(board_of("lines:3,2,a1b1c1,a2b2"), board_of("lines:2,3,a1a2a3,b1b2"))


def test_games_that_differ_only_in_the_names_of_cells_are_alike():
    one, turned, other = map(
        find_game, ("lines:3,2,a1b1c1,a2b2", "lines:2,3,a1a2a3,b1b2", "lines:3,2,a1b1c1,a2b1")
    )
    assert _kind(one) == _kind(turned) != _kind(other)


def test_a_benchmark_s_best_answers_give_nothing_away():
    [variant] = variants(seed=4, count=1)
    for line in benchmark(variant, questions=2):
        for move in line["best"][:1]:
            told = json.dumps({**line, "moves": [f"I play {move}."], "players": ["me", "me"]})
            report = judge_games(agent_games(told))["me"]
            assert (report.moves, report.best) == (1, 1)


def test_the_command_writes_files_that_are_games(tmp_path):
    words = ["--seed", "3", "--count", "2", "--questions", "1", "-o", str(tmp_path)]
    done = CliRunner().invoke(command, words, catch_exceptions=False)
    assert done.exit_code == 0
    lines = (tmp_path / "benchmark.jsonl").read_text("utf-8").splitlines()
    specs = {json.loads(line)["game"] for line in lines}
    assert len(specs) == 2
    for file in tmp_path.glob("3-*.json"):
        game: Any = find_game(f"lines:{file}")
        assert game.board_lines
