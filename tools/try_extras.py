"""Try each extra alone: `make wheel-test ARGS=--each` calls this with a wheel and versions.

In an empty environment with the wheel and nothing else, what an extra promises fails, and a
message says what to install. That, and nothing else, is installed; then it works.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
UV = ROOT / ".tools" / "uv" / "bin" / "uv"

WIDGET = """
from noughts import TicTacToe
from noughts.pictures.widget import BoardWidget
BoardWidget(TicTacToe())
"""
PLOT = """
from noughts import TicTacToe
from noughts.pictures.charts.plots import plot_positions
plot_positions(TicTacToe()).savefig("plot.svg")
"""
OPENSPIEL = """
import noughts.lab.openspiel
noughts.lab.openspiel.register("mnk:4,3,3")
"""
PETTINGZOO = """
from noughts.lab.pettingzoo import env
env("tictactoe").reset()
"""
GYMNASIUM = """
from noughts.lab.gymnasium import OpponentEnv
OpponentEnv("tictactoe", "perfect").reset()
"""

# What each extra promises: commands, and Python.
PROMISES = {
    "cuda": ["noughts solve mnk:3,3,3 --backend cuda"],
    "data": ["noughts solve mnk:3,2,2 --parquet positions.parquet"],
    "notebook": [WIDGET],
    "openspiel": ["noughts analyse openspiel:tic_tac_toe", OPENSPIEL],
    "plots": [PLOT],
    "postgres": ["noughts serve --no-browser --data postgresql://nobody@localhost:1/none"],
    "ray": ["noughts solve mnk:3,3,3 --backend ray"],
    "rl": [PETTINGZOO, GYMNASIUM],
    "web": ["noughts export page.html", "noughts export nim.html nim"],
    "zstd": ["noughts solve mnk:3,3,3 --compress -o compressed", "noughts verify compressed"],
}
# Where there is no GPU, and no server of Postgres, this much is right, too.
ELSEWHERE = {"cuda": "none found", "postgres": "refused"}
PIP = re.compile(r'pip install "([^"]+)"')


class Place:
    """An empty environment with the wheel, in a folder of its own."""

    def __init__(self, folder: Path, wheel: Path, versions: Path) -> None:
        folder.mkdir()
        self.folder, self.versions = folder, versions
        venv = folder / "venv"
        path = f"{venv / 'bin'}{os.pathsep}{os.environ['PATH']}"
        cache = str(ROOT / ".noughts_cache")
        self.env = os.environ | {"PATH": path, "VIRTUAL_ENV": str(venv), "NOUGHTS_CACHE": cache}
        self.uv("venv", "--python", sys.executable, str(venv))
        self.install(str(wheel))

    def uv(self, *words: str) -> None:
        """Run uv, which must succeed."""
        subprocess.run([UV, "--quiet", *words], env=self.env, cwd=self.folder, check=True)

    def install(self, what: str) -> None:
        """Install this, as pip would, in the versions of the lock."""
        self.uv("pip", "install", "--constraints", str(self.versions), what)

    def run(self, promise: str) -> tuple[bool, str]:
        """Whether a command or some Python succeeds, and what it says, on one line."""
        code = promise.startswith("\n")
        words = ["python", "-c", promise] if code else promise.split()
        words[0] = str(self.folder / "venv" / "bin" / words[0])
        done = subprocess.run(
            words, env=self.env, cwd=self.folder, capture_output=True, text=True, timeout=500
        )
        return done.returncode == 0, " ".join((done.stdout + done.stderr).split())


def fault(extra: str, place: Place) -> str | None:
    """What is wrong with an extra, if anything is."""
    installed = None
    for promise in PROMISES[extra]:
        works, said = place.run(promise)
        if works and installed is None:
            return f"works without the extra: {promise}"
        while not works and (asked := PIP.search(said)) and asked[1] != installed:
            installed = asked[1]
            place.install(installed)
            works, said = place.run(promise)
        if not works and ELSEWHERE.get(extra, "\n") not in said:
            return f"fails with {installed}: {promise}: {said[-1000:]}"
        if installed is None:
            return f"does not say what to install: {said[-1000:]}"
    return None


def main(folder: Path, wheel: Path, versions: Path, chosen: list[str]) -> int:
    """Try the extras chosen, or all; how many are at fault."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    faults = 0
    for extra in chosen or project["optional-dependencies"]:
        found = fault(extra, Place(folder / extra, wheel, versions))
        print(f"{extra}: {found or 'works alone'}", flush=True)
        faults += found is not None
    return faults


if __name__ == "__main__":
    first, second, third = map(Path, sys.argv[1:4])
    sys.exit(main(first, second, third, sys.argv[4:]))
