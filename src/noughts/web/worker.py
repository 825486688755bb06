"""A worker process: it reads one question per line, and answers each with one line of JSON.

Partial answers come in lines before the final one, if it takes long.

Its arguments are the games from files that questions may name.

`pool.py` starts it, and kills it when an answer takes too long or its client has disconnected.
It ends with its input, even in the midst of an answer: then the server is gone.
"""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import NoReturn

from noughts.answers.encoder import Json, to_line
from noughts.errors import NoughtsError
from noughts.games.registry import find_game, name_own
from noughts.laws.required import trust
from noughts.web.thinking import Worker


def answered(worker: Worker, line: str, tell: Callable[[Json], None]) -> Json:
    """The answer to a line, or a refusal; `tell` gets partial answers before."""
    asked = json.loads(line)
    try:
        answering = worker.answers(asked["question"], asked["given"])
        while True:
            tell({"so_far": next(answering)})
    except StopIteration as ended:
        return {"answer": ended.value}
    except NoughtsError as error:
        return {"refused": str(error), "kind": type(error).__name__}


def tell(answer: Json) -> None:
    """Write a line; exit if the pipe is closed."""
    try:
        sys.stdout.write(to_line(answer) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # the server has ended just now
        os._exit(0)


def megabytes() -> int:
    """The memory of this process; on some systems the most so far, or 0."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000
    if sys.platform == "win32":
        return 0
    import resource  # missing on Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1_000_000 if sys.platform == "darwin" else peak // 1_000


def read(lines: Queue[str]) -> NoReturn:
    """Pass the questions on; exit at their end. Runs in a thread."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)  # also ends a search under way


def main() -> None:
    """Answer until the input ends."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)  # requests for pages come first
    for spec in sys.argv[1:]:
        trust(find_game(name_own(spec)))  # checked by the command line already, or `--unchecked`
    worker, lines = Worker(), Queue[str]()
    Thread(target=read, args=[lines], daemon=True).start()
    while True:
        answer = answered(worker, lines.get(), tell)
        tell({**answer, "megabytes": megabytes()})


if __name__ == "__main__":
    main()
