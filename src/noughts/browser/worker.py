"""A process that thinks: it reads a question a line, and answers each in one line of JSON.

`pool.py` starts it, and ends it when an answer takes too long or nobody waits for it any more.
"""

import json
import os
import sys

from noughts.answers.analyses import Json, to_line
from noughts.browser.thinking import Worker
from noughts.errors import NoughtsError


def answered(worker: Worker, line: str) -> Json:
    """The answer to a line; what noughts refuses is an answer, too."""
    asked = json.loads(line)
    try:
        return {"answer": worker.answer(asked["question"], asked["given"])}
    except NoughtsError as error:
        return {"refused": str(error), "kind": type(error).__name__}


def main() -> None:
    """Answer until nobody asks any more."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)  # the pages of others come first
    worker = Worker()
    for line in sys.stdin:
        sys.stdout.write(to_line(answered(worker, line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
