"""A stranger's file: found by its path, compiled, cached, never stale; and what can be wrong."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from noughts import check, solve
from noughts.errors import BadGameFile, BadParameters, GameError, NotAGame, UnknownGame
from noughts.games import registry
from noughts.games.registry import spec_of
from noughts.games.spec import is_file, parts
from noughts.games.user_files import Source, find_own
from noughts.value import BASE
from tests.each import each

GAME = """
from typing import NamedTuple
from noughts import LOSS, OPEN, Game

class Heap(NamedTuple):
    left: int

class Take(Game[Heap]):
    size: int = 5
    most: int = 2
    misere: bool = False

    def start(self):
        return Heap(self.size)

    def moves(self, position):
        return range(1, min(self.most, position.left) + 1)

    def play(self, position, move):
        return Heap(position.left - move)

    def outcome(self, position):
        if position.left:
            return OPEN
        return -LOSS if self.misere else LOSS
"""
SECOND_CLASS = """
class Other(Take):
    pass
"""


def find_game(spec, **options) -> Any:
    """The game, of which no type checker knows its parameters."""
    return registry.find_game(spec, **options)


@pytest.fixture
def write(tmp_path):
    def write(source, name="take.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source, "utf-8")
        return str(path)

    return write


# The grammar.


@each(
    ("spec", "path", "name", "given"),
    [
        ("mine.py", "mine.py", "", None),
        ("mine.py:Mine", "mine.py", "Mine", None),
        ("mine.py:Mine:4,3", "mine.py", "Mine", "4,3"),
        ("mine.py:4,3", "mine.py", "", "4,3"),
        ("mine.py:-4", "mine.py", "", "-4"),
        ("mine.py::misere", "mine.py", "", "misere"),
        ("a:b.py/mine.py:Mine", "a:b.py/mine.py", "Mine", None),
        (r"C:\games\mine.py:Mine:4", r"C:\games\mine.py", "Mine", "4"),
        (r"C:\games.py\mine.py", r"C:\games.py\mine.py", "", None),
    ],
)
def test_a_spec_is_taken_apart_behind_the_file(spec, path, name, given):
    assert is_file(spec)
    assert parts(spec) == (Path(path).resolve(), name, given)


@each("spec", ["mnk:4,4,3", "tictactoe", "pyramid", "C:", ".py", "mine.pyc"])
def test_other_texts_name_no_file(spec):
    assert not is_file(spec)


# What is found.


def test_a_game_is_found_with_and_without_its_class_and_with_parameters(write):
    path = write(GAME)
    game = find_game(path)
    assert type(game).__name__ == "Take"
    assert find_game(f"{path}:Take") == game
    assert find_game(f"{path}:Take:9,3") == find_game(f"{path}:9,3")
    assert find_game(f"{path}:Take:9,3,misere").misere is True
    assert find_game(f"{path}::misere") == find_game(f"{path}:Take:misere=yes")
    assert find_game(f"{path}:Take:most=3").most == 3


@each("given", ["", ":Take", ":Take:9,3", ":Take:misere", ":7"])
def test_its_spec_finds_it_again(write, given):
    game = find_game(write(GAME) + given)
    assert find_game(spec_of(game)) == game
    assert type(find_game(spec_of(game))) is type(game)


def test_its_file_may_end_in_capitals(write):
    spec = f"{write(GAME, 'TAKE.PY')}:Take"
    assert registry.spec_of(find_game(spec)) == spec


def test_relative_paths_and_spaces_and_letters_of_all_kinds(write, tmp_path, monkeypatch):
    write(GAME, "meine Spiele/Käse ≥ 2.py")
    monkeypatch.chdir(tmp_path)
    game = find_game("meine Spiele/Käse ≥ 2.py:Take:6")
    monkeypatch.chdir("/")
    assert find_game(spec_of(game)) == game
    assert pickle.loads(pickle.dumps(game)) == game


UNPICKLE = """
import pickle, sys
before = list(sys.meta_path)
import noughts.games.user_files
from noughts.games.user_files import find_own, load_module
assert sys.meta_path == before
game = pickle.loads(bytes.fromhex(sys.argv[1]))
assert find_own(sys.argv[2]) == game
print(type(game).__name__, game.size, *game.moves(game.start()))
"""


def test_another_process_reads_it_back_and_to_import_the_module_changes_nothing(write):
    """All that the other process knows of the file is the name of its module."""
    spec = write(GAME) + ":9,3"
    pickled = pickle.dumps(find_game(spec)).hex()
    command = [sys.executable, "-c", UNPICKLE, pickled, spec]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("Take 9 1 2 3\n", "")


def test_it_keeps_the_laws_and_is_solved(write):
    game = find_game(write(GAME) + ":7,2")
    assert check(game).interpreted_because == ""
    assert str(solve(game)) == "win in 5"


def test_no_file_is_left_beside_it(write, tmp_path):
    solve(find_game(write(GAME)))
    assert [path.name for path in tmp_path.iterdir()] == ["take.py"]


def test_its_code_is_in_the_cache_and_a_file_that_was_cut_off_does_no_harm(
    write, tmp_path, monkeypatch
):
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    path = Path(write(GAME))
    loader = Source("a_game", str(path))
    made = loader.get_code("a_game")
    (kept,) = (tmp_path / "cache" / "files").iterdir()
    whole = kept.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(Source, "source_to_code", None)  # so it is not compiled again
        assert loader.get_code("a_game") == made
    for content in whole[:-1], whole[:10], b"", bytes(1) + whole[1:]:
        kept.write_bytes(content)
        assert loader.get_code("a_game") == made
        assert kept.read_bytes() == whole  # it has been mended
    write(GAME.replace("size: int = 5", "size: int = 6"))
    assert loader.get_code("a_game") != made


def test_a_file_that_has_changed_is_read_anew_at_once(write):
    game = find_game(write(GAME))
    assert game.size == 5
    assert not hasattr(type(game).play, "plain_rule")  # it stays as written
    game = find_game(write(GAME.replace("size: int = 5", "size: int = 6")))  # as many letters
    assert game.size == 6


def test_a_second_finding_gives_the_same_class(write):
    path = write(GAME)
    assert type(find_game(path)) is type(find_game(path))


def test_a_file_is_not_run_for_a_text_from_a_stranger(write):
    path = write("raise RuntimeError('run')")
    with pytest.raises(UnknownGame, match="Unknown game"):
        find_game(path, files=False)


def test_a_game_of_the_house_in_a_file_of_its_own(write):
    path = write("from noughts.games.mnk import MNK\nclass Wide(MNK):\n    m: int = 4\n")
    game = find_game(path)
    assert (type(game).__name__, game.m, game.n) == ("Wide", 4, 3)
    assert find_game(spec_of(game)) == game
    assert find_game(f"{path}:MNK") == find_game("mnk")


# What can be wrong.


def test_no_such_file(tmp_path):
    with pytest.raises(UnknownGame, match=r"nowhere\.py cannot be read: No such file"):
        find_game(str(tmp_path / "nowhere.py:Game"))
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(UnknownGame, match="cannot be read"):
        find_game(str(tmp_path / "folder.py"))


@each(
    ("source", "says"),
    [
        ("x = 1\ndef :\n", r"is not Python: line 2: "),
        ("class Take(\n", r"is not Python: line 1: "),
        ("x = 1\nraise RuntimeError('no luck')", r"when run: line 2: RuntimeError: no luck"),
        ("import no_such_thing_anywhere", r"line 1: ModuleNotFoundError: No module named"),
        ("from noughts import no_such_name", r"line 1: ImportError"),
        ("raise SystemExit(3)", r"line 1: SystemExit: 3"),
        ("def f():\n    1 / 0\n\nf()", r"line 2: ZeroDivisionError"),
        ("x = '\0'", "take.py"),
    ],
)
def test_a_file_that_is_not_python_or_fails(write, source, says):
    with pytest.raises(BadGameFile, match=says):
        find_game(write(source))


def test_a_file_can_be_mended(write):
    with pytest.raises(BadGameFile):
        find_game(write("("))
    game = find_game(write(GAME))
    assert game.size == 5
    assert not hasattr(type(game).play, "plain_rule")  # it stays as written


@each(
    ("extra", "name", "error", "says"),
    [
        ("", ":Tke", UnknownGame, "has no class 'Tke'; it has Take"),
        (SECOND_CLASS, ":Tke", UnknownGame, "it has Take and Other"),
        (SECOND_CLASS, "", UnknownGame, "Take and Other. Name one, as in take.py:Take"),
        ("", ":Heap", NotAGame, r"Heap in .* is not a game: make it a subclass, class Heap\(Game"),
        ("", ":LOSS", NotAGame, "LOSS in .* is not a game"),
        ("", ":Take:three", BadParameters, "'three' is not a parameter of Take. It takes 2 whole"),
        ("", ":Take:1,2,3", BadParameters, "'3' is not a parameter of Take"),
        ("", ":Take:1,size=2", BadParameters, "'size' is given twice"),
        ("", ":Take:misere=perhaps", BadParameters, "not a parameter of Take"),
    ],
)
def test_a_class_or_parameters_that_are_none(write, extra, name, error, says):
    with pytest.raises(error, match=says):
        find_game(write(GAME + extra) + name)


def test_a_file_without_a_game(write):
    with pytest.raises(UnknownGame, match=r"there is no subclass of noughts\.Game in it"):
        find_game(write("x = 1"))
    with pytest.raises(NotAGame, match="no subclass of"):
        find_game(write("class Mine: pass") + ":Mine")


@each(
    ("without", "says"),
    [
        (("outcome",), r"Take in .* lacks outcome\(\);"),
        (("moves", "play"), r"lacks moves\(\) and play\(\);"),
        (("start", "moves", "play"), r"lacks start\(\), moves\(\) and play\(\);"),
    ],
)
def test_methods_that_are_lacking_are_named(write, without, says):
    source = GAME
    for name in without:
        source = source.replace(f"def {name}(", f"def my_{name}(")
    with pytest.raises(NotAGame, match=says):
        find_game(write(source))


def test_a_start_or_an_init_that_fails(write):
    source = GAME.replace("return Heap(self.size)", "return Heap(self.sise)")
    with pytest.raises(NotAGame, match=r"Take\.start\(\) in .* fails: line 14: AttributeError"):
        find_game(write(source))
    own = "    def __init__(self, size=5):\n        self.size = size\n\n    def start("
    with pytest.raises(BadParameters, match="write its parameters in the class, as size: int = 3"):
        find_game(write(GAME.replace("    def start(", own)))


def test_bits_that_are_no_number(write):
    source = GAME.replace("size: int = 5", 'field_bits = "many"\n    size: int = 5')
    with pytest.raises(NotAGame, match=r"Take\.field_bits in .* is 'many'; it is a whole number"):
        find_game(write(source))


def test_parameters_that_the_game_itself_refuses(write):
    check_size = (
        "\n    def __post_init__(self):\n        if self.size > 9: raise ValueError('huge')\n"
    )
    path = write(GAME + check_size)
    assert find_game(f"{path}:9").size == 9
    with pytest.raises(BadParameters, match="line 28: ValueError: huge"):
        find_game(f"{path}:10")


def test_a_parameter_without_a_default(write):
    path = write(GAME.replace("size: int = 5", "size: int"))
    assert find_game(f"{path}:8").size == 8
    with pytest.raises(BadParameters, match=r"needs size\. It takes 2 whole numbers"):
        find_game(path)


def test_every_error_is_one_line_and_a_game_error(write):
    for source in ("(", "raise ValueError('a\\nb')", "x = 1"):
        with pytest.raises(GameError) as caught:
            find_own(write(source))
        assert len(str(caught.value).splitlines()) <= 2


# In other processes.

SOLVED = """
import sys
from noughts import find_game
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.negamax import negamax
from noughts.search.context import SearchContext
game = knowledge_of(find_game(sys.argv[1]))
search = compiled(negamax, game)
print(search(game, game.start(), 0, SearchContext()))
"""


def in_a_process(script, *arguments, cache, **environment):
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env=os.environ | {"NOUGHTS_CACHE": str(cache)} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def files(folder):
    """What lies in the cache: each file's name and content."""
    return {path: path.read_bytes() for path in folder.rglob("*.code")}


def test_compiled_cached_and_never_stale(write, tmp_path):
    pytest.importorskip("numba")
    cache = tmp_path / "cache"
    path = write(GAME)

    def score():
        return in_a_process(SOLVED, f"{path}:Take:7,2", cache=cache)[0]

    assert score() == str(BASE - 5)  # a win in 5
    written = files(cache)
    assert written
    assert score() == str(BASE - 5)
    assert files(cache) == written  # taken from there: nothing was compiled again
    write(GAME.replace("return -LOSS if", "return -LOSS if not"))
    assert score() == str(5 - BASE)  # the rule has changed, and so has the result
    assert len(files(cache)) > len(written)


def test_a_game_pickled_here_is_read_back_elsewhere(write, tmp_path):
    game = find_game(write(GAME) + ":Take:6,3")
    (tmp_path / "pickle").write_bytes(pickle.dumps((game, game.start())))
    script = """
import pickle, sys
game, start = pickle.load(open(sys.argv[1], "rb"))
print(type(game).__name__, game.size, start.left)
"""
    found = in_a_process(script, str(tmp_path / "pickle"), cache=tmp_path / "cache")
    assert found == ["Take", "6", "6"]


HELPED = (
    GAME[: GAME.index("class Take")]
    + """
import helper, random
from helper import most
from pack.inner import TWICE
import pack.inner
from pack import inner
class Take(Game[Heap]):
    most: int = most()
    def start(self): return Heap(TWICE + pack.inner.TWICE - inner.TWICE)
    def moves(self, position): yield from range(1, min(helper.most(), position.left) + 1)
    def play(self, position, move): return Heap(position.left - move)
    def outcome(self, position): return OPEN if position.left else random.choice([LOSS])
"""
)


@pytest.fixture
def helped(tmp_path):
    """Writes a game that imports a file and a package beside it; its helper allows so many."""

    def written(folder, most):
        place = tmp_path / folder
        (place / "pack").mkdir(parents=True, exist_ok=True)
        (place / "helper.py").write_text(f"import sys\ndef most(): return {most}\n")
        (place / "random.py").write_text("raise ImportError('not Python's own')")
        (place / "pack" / "__init__.py").write_text("from .inner import TWICE")
        (place / "pack" / "inner.py").write_text("import helper\nTWICE = 2 * helper.most()")
        (place / "rules.py").write_text(HELPED)
        return str(place / "rules.py")

    return written


def moves_of(spec):
    game = find_own(spec)
    return game.start(), list(game.moves(game.start()))


def test_a_game_imports_the_files_beside_it_and_nobody_else_does(helped, tmp_path):
    path, modules = list(sys.path), set(sys.modules)
    one, other = helped("one", 2), helped("other", 3)
    assert moves_of(one) == ((4,), [1, 2])
    assert moves_of(other) == ((6,), [1, 2, 3])
    assert moves_of(one) == ((4,), [1, 2])
    assert sys.path == path
    assert not {"helper", "pack", "rules"} & (set(sys.modules) - modules)
    assert not list(tmp_path.rglob("*.pyc"))


def test_a_game_is_read_anew_when_a_file_that_it_imports_has_changed(helped):
    spec = helped("one", 2)
    before = find_own(spec)
    assert type(find_own(spec)) is type(before)
    helped("one", 3)
    assert moves_of(spec) == ((6,), [1, 2, 3])
    assert moves_of(spec) == ((6,), [1, 2, 3])


def test_files_that_import_each_other(write, tmp_path):
    (tmp_path / "helper.py").write_text("import mine\ndef most(): return mine.MOST")
    spec = write("import helper\nMOST = 2\n" + GAME, "mine.py")
    assert find_own(str(spec)) == find_own(str(spec))


@pytest.mark.parametrize("text", ["1 +", "raise SystemExit", "import no_such_module", "1 / 0"])
def test_an_error_in_a_file_that_is_imported(helped, text):
    spec = helped("one", 2)
    Path(spec).with_name("helper.py").write_text(text)
    with pytest.raises(BadGameFile) as error:
        find_own(spec)
    assert len(str(error.value).splitlines()) == 1


def test_the_command_line_takes_a_game_with_files_beside_it(helped):
    command = [sys.executable, "-m", "noughts", "analyse", helped("one", 2)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
