"""The API: the same answers as the command line's, and what openapi.json says of them."""

import http.client
import json
import os
from pathlib import Path
from urllib.parse import urlsplit

from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, given, settings

import noughts.web as room
from noughts.terminal.cli import noughts
from tests.each import each, named
from tests.web.asking import ask

# Requests for each operation; NOUGHTS_EXAMPLES=500 tries more than usual.
EXAMPLES = int(os.environ.get("NOUGHTS_EXAMPLES", "15"))
DESCRIPTION = Path(room.__file__).parent / "openapi.json"
# A description cannot say which moves are legal: what the rules refuse is 400, too, but of another
# kind, as `kinds` checks. An address can be too long, or a length be missing, before it is read.
EXPECTED = {
    "positive_data_acceptance": {
        "expected-statuses": ["2xx", 400, 403, 404, 409, 414, 429, 503, 504]
    },
    "negative_data_rejection": {
        "expected-statuses": [400, 403, 404, 405, 409, 411, 413, 414, 429, 503]
    },
}


def kinds(ctx, response, case):
    """A request that is as described is not malformed."""
    if case.meta and case.meta.generation.mode.is_positive and response.status_code == 400:
        assert response.json()["kind"] != "BadRequest"


def test_the_server_answers_as_its_description_says(server):
    """Schemathesis takes seconds to be imported, which every run of pytest would spend."""
    import schemathesis
    from schemathesis import GenerationMode
    from schemathesis.checks import CHECKS, load_all_checks
    from schemathesis.config import SchemathesisConfig

    load_all_checks()
    schema = schemathesis.openapi.from_dict(
        json.loads(DESCRIPTION.read_text(encoding="utf-8")),
        config=SchemathesisConfig.from_dict({"checks": EXPECTED}),
    )
    checks = [*CHECKS.get_all(), kinds]

    def answers(case):
        case.call_and_validate(base_url=f"{server}/api/v1", checks=checks, timeout=60)

    usual = settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    operations = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) == 15
    for operation in operations:
        right, wrong = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)
        with named(operation.label):
            usual(given(right | wrong)(answers))()


@each("path", ["games", "position/tictactoe", "live", "live/x/moves"])
@each("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_a_method_that_is_not_possible_names_those_that_are(server, path, method):
    connection = http.client.HTTPConnection(urlsplit(server).netloc)
    connection.request(method, f"/api/v1/{path}", headers={"Content-Length": "0"})
    response = connection.getresponse()
    told = json.loads(response.read())
    connection.close()
    assert (response.status, told["kind"]) == (405, "MethodNotAllowed")
    assert set(response.headers["Allow"].split(", ")) <= {"GET", "HEAD", "POST"}


def on_the_command_line(*words: str) -> object:
    return json.loads(CliRunner().invoke(noughts, [*words, "--json"]).stdout)


@each(
    "path, words",
    [
        ("games", ["games"]),
        ("analyse/tictactoe?moves=b2,a1", ["analyse", "--moves", "b2 a1"]),
        ("analyse/mnk:3,3,3,misere?why=1", ["analyse", "mnk:3,3,3,misere", "--why"]),
        (
            "explain/tictactoe?position=xxo/ox1/o2%20x",
            ["explain", "--position", "xxo/ox1/o2 x"],
        ),
        ("review/tictactoe?moves=b2,b1,a1,c3", ["review", "--moves", "b2 b1 a1 c3"]),
    ],
)
def test_an_answer_is_that_of_the_command_line(server, path, words):
    assert ask(f"{server}/api/v1/{path}").json == on_the_command_line(*words)


@each(
    "path, status, kind",
    [
        ("analyse/tictactoe?moves=b2,b2", 400, "CellTaken"),
        ("analyse/tictactoe?moves=z9", 400, "UnreadableMove"),
        ("analyse/tictactoe?position=xxx/xxx/xxx%20x", 400, "WrongCount"),
        ("analyse/tictactoe?why=2", 400, "BadRequest"),
        ("analyse/tictactoe?moves=b2%09a1", 400, "BadRequest"),
        ("analyse/tictactoe?moves=" + "a1," * 1400, 400, "BadRequest"),
        ("analyse/tictactoe?position=" + "x" * 201, 400, "BadRequest"),
        ("move/tictactoe?level=easy%00", 400, "BadRequest"),
        ("move/tictactoe?moves=a1,b1,a2,b2,a3", 400, "GameOver"),
        ("move/tictactoe?level=program:ls", 400, "UnknownPlayer"),
        ("move/tictactoe?level=tablebase:/", 400, "UnknownPlayer"),
        ("table/tictactoe?level=trickster:tablebase:/", 400, "UnknownPlayer"),
        ("move/connectfour?level=weights", 400, "UnsuitedGame"),
        ("draw/tictactoe?theme=pink", 400, "BadRequest"),
        ("analyse/chess", 404, "UnknownGame"),
        ("nothing", 404, "NotFound"),
    ],
)
def test_a_refusal_says_why_and_of_which_kind(server, path, status, kind):
    answer = ask(f"{server}/api/v1/{path}")
    assert (answer.status, answer.json["kind"]) == (status, kind)
    assert answer.json["error"]


def test_a_picture(server):
    answer = ask(f"{server}/api/v1/draw/tictactoe?moves=a1,b1,c2,a3&values=1")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "W3" in answer.text


def test_programs_and_folders_are_no_opponents_here(server):
    names = [one["name"] for one in ask(f"{server}/api/v1/opponents").json["opponents"]]
    assert "perfect" in names
    assert not {"program", "tablebase"} & set(names)


@each("page", ["play/tictactoe?", "play?game=tictactoe&", "edit/tictactoe?"])
def test_no_page_tells_whether_there_is_a_folder(server, page, tmp_path):
    for folder in (tmp_path, tmp_path / "none"):
        answer = ask(f"{server}/{page}level=tablebase:{folder}")
        assert answer.status == 400
        assert "Levels here: random, greedy, beginner, easy" in answer.text
