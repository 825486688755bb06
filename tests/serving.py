"""`noughts serve` in a process of its own, which can be killed and started again."""

import re
import subprocess
import sys
from collections.abc import Iterable
from threading import Thread


class Serving:
    """A server that answers when this is made.

    Args:
        place: where it keeps games, as `--data` names it.
        games: the games that its command line names.
    """

    #: How long a question may take: so long, however busy the machine is.
    seconds = 300

    def __init__(self, place: str, *games: str) -> None:
        self.place, self.games = place, games
        self.port = 0
        #: Everything that it has said, line by line.
        self.said: list[str] = []
        self.start()

    @property
    def address(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> int:
        """The number of its process."""
        return self._process.pid

    def start(self) -> None:
        """Start it, at the same port as before."""
        command = [sys.executable, "-m", "noughts", "serve", "--no-browser", "--lazy", *self.games]
        command += ["--port", str(self.port), "--data", self.place]
        command += ["--seconds", str(self.seconds)]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        first = self._process.stderr.readline()
        found = re.search(r"http://[^/\s]+:(\d+)", first)
        assert found, first + self._process.stderr.read()
        self.port = int(found[1])
        # What it says later is read, too, or it would wait for a reader.
        self._reading = Thread(target=self._read, args=[self._process.stderr], daemon=True)
        self._reading.start()

    def kill(self) -> None:
        """End it at once, wherever it is."""
        self._process.kill()
        self._end()

    def stop(self) -> None:
        """End it politely."""
        self._process.terminate()
        self._end()

    def _end(self) -> None:
        self._process.wait(30)
        self._reading.join(30)
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _read(self, lines: Iterable[str]) -> None:
        self.said.extend(lines)
