"""`noughts book`: a book is made, and gone on with after Ctrl-C."""

from click.testing import CliRunner

from noughts.errors import BadBook
from noughts.games.connectfour import ConnectFour
from noughts.solving.book import read_book
from noughts.solving.engine import Engine
from noughts.terminal.cli import noughts
from tests.each import each

GAME = ConnectFour(4, 4)


def make(path, *options):
    return CliRunner().invoke(
        noughts, ["book", "connectfour:4,4", "--plies", "4", "--output", str(path), *options]
    )


def test_a_book_is_made(tmp_path):
    path = tmp_path / "small.book"
    result = make(path)
    assert (result.exit_code, "up to ply 4" in result.stdout) == (0, True)
    book = read_book(GAME, path.read_bytes())
    assert (book.plies, book.probe(GAME.start())) == (4, 0)  # a draw (Tromp)


def test_an_interrupted_book_is_gone_on_with_and_is_the_same(tmp_path, monkeypatch):
    whole, path = tmp_path / "whole.book", tmp_path / "cut.book"
    make(whole)
    asked = []
    search = Engine.close_in

    def counted(self, position, aim, limits):
        asked.append(position)
        if len(asked) == 20:
            raise KeyboardInterrupt
        search(self, position, aim, limits)

    monkeypatch.setattr(Engine, "close_in", counted)
    stopped = make(path)
    assert (stopped.exit_code, path.exists()) == (130, False)
    assert "the same command continues" in stopped.stdout
    with (tmp_path / "cut.book.part").open("a") as part:
        part.write("12345")  # as though it had been cut off while it wrote
    assert make(path).exit_code == 0
    assert (tmp_path / "cut.book.part").read_text() == (tmp_path / "whole.book.part").read_text()
    assert path.read_bytes() == whole.read_bytes()
    assert len(asked) == len(set(asked)) + 1  # the one during which it was stopped


def test_two_processes_make_the_same_book(tmp_path):
    one, two = tmp_path / "one.book", tmp_path / "two.book"
    make(one)
    assert make(two, "--threads", "2").exit_code == 0
    assert two.read_bytes() == one.read_bytes()


def test_somebody_elses_file_is_left_alone(tmp_path):
    (tmp_path / "b.book.part").write_text("my diary\n")
    result = make(tmp_path / "b.book")
    assert isinstance(result.exception, BadBook)
    assert (tmp_path / "b.book.part").read_text() == "my diary\n"


@each("options", [["--plies", "-1"], ["--memory", "0"], ["--threads", "0"]])
def test_wrong_options_are_refused(tmp_path, options):
    assert make(tmp_path / "b.book", *options).exit_code == 2
