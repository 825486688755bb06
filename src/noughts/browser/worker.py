"""A worker process: it reads one question per line, and answers each with one line of JSON.

Its arguments are games of files that questions may name.

`pool.py` starts it, and kills it when an answer takes too long or its client has disconnected.
"""

import json
import os
import sys

from noughts.answers.analyses import Json, to_line
from noughts.browser.thinking import Worker
from noughts.errors import NoughtsError
from noughts.games.registry import name_own


def answered(worker: Worker, line: str) -> Json:
    """The answer to a line; a refusal is an answer, too."""
    asked = json.loads(line)
    try:
        return {"answer": worker.answer(asked["question"], asked["given"])}
    except NoughtsError as error:
        return {"refused": str(error), "kind": type(error).__name__}


def main() -> None:
    """Answer until the input ends."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)  # the pages of others come first
    for spec in sys.argv[1:]:
        name_own(spec)
    worker = Worker()
    for line in sys.stdin:
        sys.stdout.write(to_line(answered(worker, line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
