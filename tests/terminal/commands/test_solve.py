"""`noughts solve`, `noughts verify`, and what is looked up in what they have written."""

import json
import signal
import subprocess
import sys
import time
from importlib.util import find_spec

import pytest
from click.testing import CliRunner

from noughts.terminal.cli import noughts
from tests.each import each
from tests.processes import noughts_here_as_text

WITH_RAY = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed here")

TICTACTOE = """\
ply  reachable    won  drawn  lost  finished
0            1      0      1     0         0
1            9      0      9     0         0
2           72     48     24     0         0
3          252     50    138    64         0
4          756    584    136    36         0
5        1,260    540    264   336       120
6        1,520  1,056    200   116       148
7        1,140    416    200    80       444
8          390    142     80     0       168
9           78      0      0     0        78
all      5,478  2,836  1,052   632       958
The start is a draw.
"""


def run(*words):
    return CliRunner().invoke(noughts, words)


@pytest.fixture
def folder(tmp_path):
    assert run("solve", "mnk:4,3,3", "-o", str(tmp_path / "it")).exit_code == 0
    return str(tmp_path / "it")


def test_the_table_of_tictactoe():
    """Positions by ply, and what they are worth: section 6 of the design has the sums."""
    result = run("solve")
    assert result.stdout == TICTACTOE
    assert result.stderr.startswith("tictactoe: 1,372 values, ")


def test_a_game_without_plies_has_one_line():
    result = run("solve", "morris")
    assert result.stdout.splitlines() == [
        "     reachable  won  drawn  lost  finished",
        "all        540  292    137    69        42",
        "Symmetric positions are counted once.",
        "The start is a win in 9.",
    ]


def test_the_answer_in_json(tmp_path):
    result = run("solve", "--json", "-o", str(tmp_path / "it"))
    answer = json.loads(result.stdout)
    assert answer["schema"] == 1
    assert answer["game"] == "tictactoe"
    assert answer["way"] == "indexed"
    assert answer["folder"] == str(tmp_path / "it")
    assert answer["value"] == {"outcome": "draw", "plies": 9, "certainty": "proved"}
    assert answer["layers"][9] == {
        "ply": 9, "reachable": 78, "won": 0, "drawn": 0, "lost": 0, "finished": 78
    }  # fmt: skip
    assert answer["total"]["reachable"] == sum(layer["reachable"] for layer in answer["layers"])


def test_analyse_looks_up_what_solve_has_written(folder):
    asked = ("analyse", "mnk:4,3,3", "--moves", "a3 b2", "--json")
    found = json.loads(run(*asked, "--tablebase", folder).stdout)
    origin = found.pop("tablebase")
    assert (origin["folder"], origin["game"]) == (str(folder), "mnk:4,3,3")
    assert found == json.loads(run(*asked).stdout)


def test_another_games_tablebase_is_refused(folder):
    result = noughts_here_as_text("analyse", "--tablebase", folder)
    assert result.returncode == 2
    assert f"noughts: {folder} is a tablebase of mnk:4,3,3, not of tictactoe" in result.stderr


def test_verify_finds_all_right(folder):
    result = run("verify", folder, "--sample", "50", "--all")
    assert result.output == "26 files, 50 positions, 13 layers solved again: no faults.\n"


def test_verify_finds_what_is_wrong(folder, tmp_path):
    path = tmp_path / "it" / "layer-07.values"
    content = path.read_bytes()
    path.write_bytes(bytes([content[0] ^ 1]) + content[1:])
    result = run("verify", folder)
    assert result.exit_code == 1
    assert "layer-07.values: wrong checksum" in result.output
    answer = json.loads(run("verify", folder, "--json").stdout)
    assert [fault["where"] for fault in answer["faults"]] == ["layer-07.values"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("solve", "--resume"), "name it with -o DIR"),
        (("solve", "-o", "{}/it"), "continue with --resume"),
        (("solve", "connectfour"), "of memory; "),
        (("solve", "--backend", "abacus"), "is not one of 'threads', 'ray', 'cuda'"),
        (("solve", "--address", "10.0.0.1:6379"), "needs the backend ray, not threads"),
        pytest.param(
            ("solve", "--backend", "ray", "--address", "127.0.0.1:9"),
            "No Ray cluster answers at",
            marks=WITH_RAY,
        ),
        pytest.param(
            ("solve", "morris", "--backend", "ray"), "solves only games of marks", marks=WITH_RAY
        ),
        (("plan", "morris"), "is solved on one machine"),
        (("verify", "{}"), "is not a tablebase"),
        (("analyse", "--tablebase", "{}/nowhere"), "is not a tablebase"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(words, said, folder, tmp_path):
    result = noughts_here_as_text(*(word.format(tmp_path) for word in words))
    assert result.returncode == 2
    last = result.stderr.splitlines()[-1]
    assert last.startswith("noughts: ")
    assert said in last
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process here")
def test_ctrl_c_keeps_what_is_done(tmp_path):
    words = [
        sys.executable,
        "-m",
        "noughts",
        "solve",
        "mnk:5,4,4",
        "-o",
        str(tmp_path / "it"),
    ]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while not (tmp_path / "it" / "layer-18.values").exists() and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    if process.returncode == 0:
        pytest.skip("it was done before it could be stopped")
    assert process.returncode == 130
    assert "contains the solved positions; --resume continues." in errors
    assert "Traceback" not in errors


def test_every_position_goes_into_a_file_and_is_counted_by_its_value(tmp_path):
    file = tmp_path / "it.parquet"
    result = run("solve", "morris", "--parquet", str(file), "--distances")
    assert result.exit_code == 0
    assert file.exists()
    unknown = "morris: the number of positions is not known in advance."
    assert result.stderr == f"{unknown}\n540 rows are in {file}.\n"
    assert result.stdout.splitlines()[0].split() == [
        *["value", "positions", "up", "to", "symmetry", "an", "example"]
    ]
    assert result.stdout.endswith("The start is a win in 9.\n")  # the design's fact


def test_positions_by_value_as_json():
    told = json.loads(run("solve", "tictactoe", "--distances", "--json").stdout)
    assert (told["classes"], told["positions"]) == (765, 5478)  # the literature's
    assert sum(each["positions"] for each in told["distances"]) == 5478


@each("more", [["-o", "it"], ["--outcomes"], ["--backend", "ray"]])
def test_what_solves_in_memory_takes_no_folder_and_no_backend(more):
    result = run("solve", "--distances", *more)
    assert result.exit_code == 2
    assert "--parquet and --distances solve in memory" in result.stderr


def test_a_file_that_cannot_be_written_is_told_in_a_sentence(tmp_path):
    result = noughts_here_as_text(
        "solve", "tictactoe", "--parquet", str(tmp_path / "no" / "it.parquet")
    )
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "it.parquet" in result.stderr


def test_positions_that_cannot_fit_are_refused_before_they_are_solved():
    """Connect Four: 4.5 of 70 billion patterns can arise, each takes 150 bytes."""
    result = noughts_here_as_text("solve", "connectfour", "--distances")
    assert result.returncode == 2
    assert "a twentieth of them takes 275 TB" in result.stderr
    assert "at most 1,372 positions, 206 kB" in run("solve", "tictactoe", "--distances").stderr
