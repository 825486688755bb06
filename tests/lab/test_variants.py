"""Games made at random: like no other, and solved as plain minimax solves them."""

import json
import re
from functools import cache
from typing import Any

from click.testing import CliRunner

from noughts.games.registry import find_game
from noughts.lab.logs import agent_games, judge_games
from noughts.lab.variants import _kind, benchmark, variants
from noughts.terminal.commands.variants import variants as command


def outcome(spec):
    """The outcome of a line game by its text: plain minimax, which shares no line with noughts."""
    words = spec.removeprefix("lines:").split(",")
    columns, rows = int(words[0]), int(words[1])
    names = [f"{'abcdefg'[i]}{j}" for i in range(columns) for j in range(1, rows + 1)]
    parts = [word for word in words[2:] if "=" not in word and word != "misere"]
    holes = {name for word in parts if word[0] == "-" for name in re.findall("[a-z][0-9]", word)}
    cells = [name for name in names if name not in holes]
    lines = [
        sum(1 << cells.index(name) for name in re.findall("[a-z][0-9]", word))
        for word in parts
        if word[0] != "-"
    ]

    @cache
    def value(mine, theirs):
        if any(theirs & line == line for line in lines):
            return 1 if "misere" in words else -1
        free = [1 << i for i in range(len(cells)) if not (mine | theirs) >> i & 1]
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
