"""`noughts draw`: what it draws, where it writes, and what it says to wrong input."""

from click.testing import CliRunner

from noughts.pictures import svg as export
from noughts.terminal.commands import draw as picture_options
from noughts.terminal.commands.draw import draw
from tests.each import each
from tests.pictures.reading import classed, letters, parsed
from tests.processes import assert_one_line_and_no_file, noughts


def run(*arguments):
    return CliRunner().invoke(draw, arguments)


def svg(*arguments):
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_picture_comes_on_standard_output():
    picture = svg("--moves", "b2 a1")
    assert parsed(picture).tag.endswith("svg")
    assert len(classed(picture, "mark")) == 2
    assert len(classed(picture, "last")) == 1
    assert not classed(picture, "value")


def test_values_and_best_play_are_shown_when_asked_for():
    picture = svg("--position", "xxo/ox1/o2 x", "--values", "--pv")
    assert sorted(letters(e)[0] for e in classed(picture, "value")) == ["W1", "W1", "W3"]
    assert [letters(e) for e in classed(picture, "ghost")] == [["1"]]


def test_a_game_is_drawn_ply_by_ply():
    picture = svg("--moves", "b2 b1 a1 c3", "--history")
    assert len(classed(picture, "ply")) == 5


def test_the_theme_the_size_and_the_names_can_be_chosen():
    plain = svg("--theme", "dark", "--size", "300", "--bare")
    assert parsed(plain).get("width") == "300"
    assert "#1C1F26" in plain
    assert not classed(plain, "names")


def test_a_file_is_written(tmp_path):
    target = tmp_path / "board.svg"
    result = run("connectfour", "--moves", "4455", "-o", str(target))
    assert (result.exit_code, result.output) == (0, "")
    assert len(classed(target.read_text("utf-8"), "mark")) == 4


def test_moves_that_are_not_solved_are_told_on_standard_error():
    result = run("mnk:7,7,5", "--values", "--nodes", "10")
    assert result.exit_code == 0
    assert "49 of 49 moves are not solved within 10 nodes" in result.stderr
    assert parsed(result.stdout) is not None


@each(
    "arguments, said",
    [
        (["--moves", "b2 b2"], "Move 2: b2 is already taken"),
        (["--history"], "Which game? Give its moves"),
        (["--history", "--moves", "b2", "--values"], "leave out --values, --pv and --bare"),
        (["--theme", "pink"], "'pink' is not one of"),
        (["-o", "board.gif"], "saved as .svg, .png or .pdf, not as .gif"),
        (["-o", "nowhere/board.svg"], "No such file or directory"),
        (["--theme", "currentColor", "-o", "board.png"], "choose light or dark"),
        (["--size", "0"], "--size"),
    ],
)
def test_wrong_input_gets_one_line_and_no_file(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert_one_line_and_no_file(noughts("draw", *arguments), said, tmp_path)


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    result = noughts("draw", "-o", str(tmp_path / "nowhere" / "board.svg"))
    assert result.returncode != 0
    assert "nowhere" in result.stderr
    assert "No such file" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_without_a_converter_it_is_said_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(export, "converters", lambda: iter(()))
    result = run("-o", str(tmp_path / "board.png"))
    assert "Install CairoSVG" in str(result.exception)


def test_a_terminal_gets_the_board_as_text(monkeypatch):
    monkeypatch.setattr(picture_options, "on_terminal", lambda: True)
    result = run("--position", "xxo/ox1/o2 x", "--values", "--pv")
    rows = [line.split() for line in result.stdout.splitlines()[:4]]
    assert rows == [
        ["3", "X", "X", "O"],
        ["2", "O", "X", "W3"],
        ["1", "O", "W1", "W1"],
        ["a", "b", "c"],
    ]
    assert "<svg" not in result.stdout
    assert "win in 1  b1 c1" in result.stdout
    assert "Best play: b1" in result.stdout
    assert "-o FILE.svg" in result.stderr


def test_a_terminal_gets_the_history_as_text(monkeypatch):
    monkeypatch.setattr(picture_options, "on_terminal", lambda: True)
    assert "O b1   loss in 6  throws the draw away" in svg("--moves", "b2 b1 a1 c3", "--history")


def test_a_terminal_gets_a_file_where_one_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(picture_options, "on_terminal", lambda: True)
    assert svg("-o", str(tmp_path / "board.svg")) == ""
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg")
