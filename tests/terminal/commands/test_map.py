"""`noughts map`: what it draws, where it writes, and what it says to wrong input."""

import click
from click.testing import CliRunner

from noughts.terminal.cli import noughts
from noughts.terminal.commands import draw as module
from noughts.terminal.commands import draw as picture_options
from tests.each import each
from tests.pictures.reading import classed, parsed


def run(*arguments):
    return CliRunner().invoke(module.map, arguments)


def svg(*arguments):
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_map_is_for_x_unless_told_otherwise():
    assert "the complete strategy for X" in parsed(svg()).get("aria-label", "")
    assert "the complete strategy for O" in parsed(svg("--side", "o")).get("aria-label", "")


def test_levels_paper_theme_and_size_can_be_chosen():
    assert len(classed(svg("--side", "o", "--nested", "2"), "board")) == 10
    assert parsed(svg("--paper", "a4")).get("width") == "793.7"
    assert "#1C1F26" in svg("--theme", "dark")
    assert parsed(svg("--size", "500")).get("width") == "500"


def test_it_can_begin_later_in_the_game():
    picture = svg("--side", "o", "--moves", "a3")
    root = classed(picture, "board")[0]
    assert root.get("data-answer") == "b2"


def test_a_file_is_written(tmp_path):
    assert run("-o", str(tmp_path / "map.svg")).output == ""
    assert len(classed((tmp_path / "map.svg").read_text("utf-8"), "board")) == 91


@each(
    "arguments, said",
    [
        (["ultimate"], "it needs one grid"),  # and says so at once
        (["connectfour"], "it needs one grid"),
        (["mnk:7,7,5", "--nodes", "10"], "10 nodes were not enough"),
        (["--nested", "0"], "--nested"),
        (["--paper", "a4", "--size", "300"], "leave out --size or --paper"),
        (["--paper", "a5"], "'a5' is not one of"),
        (["--position", "xxx/oo1/3 o"], "The game is over"),
    ],
)
def test_wrong_input_is_said_in_a_line(arguments, said):
    result = run(*arguments)
    assert result.exit_code != 0
    assert said in f"{result.output}{result.exception}"


def test_it_is_among_the_commands():
    assert noughts.get_command(click.Context(noughts), "map") is module.map


def test_a_terminal_gets_the_map_as_text(monkeypatch):
    """Every reply of O's is there, and whatever it is, X has an answer that wins."""
    monkeypatch.setattr(picture_options, "on_terminal", lambda: True)
    shown = svg("--position", "xo1/1x1/3 o").splitlines()
    replies = {name for line in shown if line.startswith("  ") and line[2] != " "
               for name in line.split("->")[0].replace(",", " ").split()}  # fmt: skip
    assert "X wins in at most 4 plies." in shown
    assert replies == {"c3", "a2", "c2", "a1", "b1", "c1"}
    assert shown[-1].endswith("X has won")


def test_boards_below_a_level_are_counted_in_the_text(monkeypatch):
    monkeypatch.setattr(picture_options, "on_terminal", lambda: True)
    assert "    +70 boards" in svg("--side", "o", "--nested", "2").splitlines()
