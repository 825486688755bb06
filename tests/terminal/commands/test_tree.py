"""`noughts tree`: what it draws, where it writes, and what it says to wrong input."""

import click
from click.testing import CliRunner

from noughts.terminal.cli import noughts
from noughts.terminal.commands import draw as picture_options
from noughts.terminal.commands.draw import tree
from tests.each import each
from tests.pictures.reading import classed, letters, parsed


def run(*arguments):
    return CliRunner().invoke(tree, arguments)


def svg(*arguments):
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_two_plies_are_drawn_unless_told_otherwise():
    assert len(classed(svg(), "node")) == 82
    assert len(classed(svg("--merge"), "node")) == 16
    assert len(classed(svg("--depth", "1"), "node")) == 10


def test_it_can_begin_anywhere_and_go_to_the_end():
    picture = svg("--position", "xxo/ox1/o2 x", "--all")
    assert len(classed(picture, "node")) == 8
    assert len(classed(svg("--position", "xxo/ox1/o2 x", "--moves", "c2", "--all"), "node")) == 5


def test_best_moves_alone_are_followed():
    picture = svg("--best", "1", "--depth", "3")
    assert len(classed(picture, "node")) == 4
    assert len(classed(picture, "fold")) == 4


def test_signs_the_theme_and_the_size_can_be_chosen():
    picture = svg("--signs", "--theme", "dark", "--size", "400")
    assert classed(picture, "signs")
    assert parsed(picture).get("width") == "400"
    assert "#1C1F26" in picture


def test_files_are_written_for_graphviz_too(tmp_path):
    for name, begin in (("tree.svg", "<svg"), ("tree.dot", "digraph")):
        assert run("--depth", "1", "-o", str(tmp_path / name)).output == ""
        assert (tmp_path / name).read_text("utf-8").startswith(begin)


def test_unknown_values_are_told_on_standard_error():
    result = run("mnk:7,7,5", "--depth", "0", "--nodes", "10")
    assert "1 of 1 positions are not solved within 10 nodes" in result.stderr
    assert letters(classed(result.stdout, "node")[0]) == []


@each(
    "arguments, said",
    [
        (["--moves", "b2 b2"], "Move 2: b2 is already taken"),
        (["--depth", "-1"], "--depth"),
        (["--best", "0"], "--best"),
        (["morris", "--all"], "give its tree a depth"),
        (["--depth", "1", "-o", "tree.gif"], "saved as .svg, .png or .pdf, not as .gif"),
    ],
    large=[(["--all"], "more than 100,000 nodes")],
)
def test_wrong_input_is_said_in_a_line(arguments, said):
    result = run(*arguments)
    assert result.exit_code != 0
    assert said in f"{result.output}{result.exception}"


def test_it_is_among_the_commands():
    assert noughts.get_command(click.Context(noughts), "tree") is tree


def test_a_terminal_gets_the_tree_as_text(monkeypatch):
    """X wins with b1 or c1; after c2, O must block, and X wins by the other line."""
    monkeypatch.setattr(picture_options, "on_terminal", lambda: True)
    shown = svg("--position", "xxo/ox1/o2 x", "--depth", "1").splitlines()
    assert shown[1:5] == [
        "win in 1",
        "  c2  win in 3, gives value away",
        "    +4 positions",
        "  b1  win in 1",
    ]
