"""Put Pyodide, Python for browsers, into .tools/pyodide: npm fetches it, and checks what it gets.

`make docs` runs this once. Without npm or its registry the site is built without editors.
"""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

VERSION = "314.0.7"
FOLDER = Path(__file__).parents[1] / ".tools" / "pyodide"
FILES = (
    "package.json",
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)


def main() -> None:
    """Fetch it, unless it is there."""
    if is_there():
        return
    try:
        fetch()
    except (OSError, subprocess.SubprocessError, tarfile.TarError, KeyError) as error:
        print(f"The site gets no editors: Pyodide is not available ({error}).", file=sys.stderr)


def is_there() -> bool:
    """Whether this version is there."""
    package = FOLDER / "package.json"
    return package.is_file() and f'"{VERSION}"' in package.read_text("utf-8")


def fetch() -> None:
    """Take the files out of npm's package."""
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("npm is not installed")
    with TemporaryDirectory() as place:
        command = [npm, "pack", "--silent", f"pyodide@{VERSION}"]
        subprocess.run(command, cwd=place, check=True, timeout=300, stdout=subprocess.DEVNULL)
        (package,) = Path(place).glob("*.tgz")
        with tarfile.open(package) as files:
            for name in FILES:
                part = files.extractfile(f"package/{name}")
                assert part is not None
                (Path(place) / name).write_bytes(part.read())
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        for name in FILES[::-1]:  # package.json last: with it, all is there
            shutil.move(Path(place) / name, FOLDER / name)


if __name__ == "__main__":
    main()
