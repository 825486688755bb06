"""Put the uv that tools/uv.txt pins into .tools/uv, with nothing but Python's own library.

`make` runs this once, with whichever Python 3.11 or later it found; neither pip nor venv is
needed (Debian's python3 comes without). A user's proxy and certificates are honoured as urllib
honours them: HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE, and the index as UV_DEFAULT_INDEX or
PIP_INDEX_URL. Where that does not get through, pip, if there is one, has a try with its own
settings.
"""

import hashlib
import importlib.util
import io
import os
import platform
import re
import subprocess
import sys
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

PINS = Path(__file__).with_name("uv.txt")
FOLDER = Path(__file__).parents[1] / ".tools" / "uv"
UV = FOLDER / "bin" / "uv"


def main() -> None:
    pins = PINS.read_text()
    version = re.findall(r"^uv==(\S+)", pins, re.MULTILINE)[0]
    if installed() != version:
        print(f"Fetching uv {version}, which sets up the rest ...", file=sys.stderr)
        try:
            download(version, set(re.findall(r"sha256:(\w{64})", pins)))
        except (OSError, LookupError) as error:
            print(f"noughts: cannot fetch uv {version} from PyPI: {error}", file=sys.stderr)
            if not pip():
                sys.exit(1)
    UV.touch()  # newer than the pins: make need not come back


def installed() -> str:
    """Say which version is there already, "" for none that runs."""
    try:
        run = subprocess.run([UV, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return run.stdout.split()[1]


def download(version: str, hashes: set[str]) -> None:
    """Take uv out of its wheel, the one for this machine, if its sha256 is among the hashes."""
    default = os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple"
    index = (os.environ.get("UV_DEFAULT_INDEX") or default).rstrip("/") + "/uv/"
    with urllib.request.urlopen(index, timeout=60) as page:
        links = re.findall(r'href="([^"#]+\.whl)[#"]', page.read().decode())

    system = {"Linux": "linux", "Darwin": "macosx"}.get(platform.system(), "?")
    machine = platform.machine()
    wheels = [
        link
        for link in links
        if f"/uv-{version}-" in link and system in link and link.endswith(f"_{machine}.whl")
    ]
    if not wheels:
        raise LookupError(f"no wheel for {platform.system()} on {machine} at {index}")
    # The build for musl is linked statically: it runs on every Linux, whatever its libc.
    wheel = max(wheels, key=lambda link: "musllinux" in link)

    with urllib.request.urlopen(urllib.parse.urljoin(index, wheel), timeout=60) as file:
        data = file.read()
    if hashlib.sha256(data).hexdigest() not in hashes:
        sys.exit(f"noughts: {wheel} is not the file that {PINS.name} pins: its sha256 differs")

    UV.parent.mkdir(parents=True, exist_ok=True)
    part = UV.with_suffix(".part")  # so that a broken download never looks like uv
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        part.write_bytes(archive.read(f"uv-{version}.data/scripts/uv"))
    part.chmod(0o755)
    part.replace(UV)


def pip() -> bool:
    """Let pip install uv, with the same pins; say whether it did."""
    if not importlib.util.find_spec("pip"):
        return False
    print("Trying pip ...", file=sys.stderr)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-user", "--upgrade"]
    command += ["--target", str(FOLDER), "--require-hashes", "--only-binary=:all:"]
    return subprocess.run([*command, "-r", PINS]).returncode == 0 and UV.exists()


if __name__ == "__main__":
    main()
