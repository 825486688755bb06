"""The log says a thing once, counts the rest, and confuses no two things."""

import logging
import subprocess
import sys

from noughts.web.serve import Once
from tests.hands import Hands

# Everything that is logged goes through what a server sets up.
SERVER = """
import logging
from noughts.web.serve import set_up_log
set_up_log()
for name in ("psycopg", "sqlalchemy.pool.impl.QueuePool"):
    logging.getLogger(name).error("error ignored in rollback")
log = logging.getLogger("uvicorn.error")
log.error("ASGI callable returned without completing handshake.")
for number in range(1000):
    logging.getLogger("noughts.web.store.store").error("A game could not be kept: %s", number)
"""


def error_at(line: str) -> logging.LogRecord:
    try:
        exec(line)
    except ArithmeticError:
        return logging.LogRecord("uvicorn", 40, "app.py", 7, "Exception", (), sys.exc_info())
    raise AssertionError


def test_errors_of_different_lines_are_different_things():
    once = Once(Hands())
    first, second = error_at("1 / 0"), error_at("\n1 % 0")
    assert [bool(once.filter(one)) for one in (first, second, first, second)] == [
        True,
        True,
        False,
        False,
    ]


def test_what_names_a_socket_in_its_second_line_is_one_thing():
    once = Once(Hands())
    said = [
        logging.LogRecord("asyncio", 40, "a.py", 1, f"out of files\nsocket {n}", (), None)
        for n in range(3)
    ]
    assert [bool(once.filter(one)) for one in said] == [True, False, False]


def test_a_server_says_each_thing_in_one_line():
    command = [sys.executable, "-c", SERVER]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert said.endswith(" ERROR A game could not be kept: 0\n")
    assert said.count("\n") == 1
