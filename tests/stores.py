"""Places to keep games in, for tests: a new folder, or a new database of a Postgres of our own."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

KINDS = ("sqlite", "postgres")
_numbers = count()


@contextmanager
def postgres() -> Iterator[str]:
    """A Postgres cluster in a temporary folder, as a folder with its socket."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="noughts-pg-"))
    user = _somebody(folder)
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), "-D", str(data), *arguments]
        subprocess.run(command, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    try:
        run("initdb", "--username=noughts", "--auth=trust", "--no-sync")
        # What is lost when the machine fails is not the matter of tests.
        settings = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=200"
        run("pg_ctl", "-w", "-l", f"{folder}/log", "-o", settings, "start")
        try:
            yield str(folder)
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def restart(folder: str) -> None:
    """Stop a cluster as a failure would, in the middle of everything, and start it again."""
    command = [str(_programs() / "pg_ctl"), "-D", f"{folder}/data", "-w", "-m", "immediate"]
    user = Path(folder).stat().st_uid if os.geteuid() == 0 else None
    log = ["-l", f"{folder}/log"]
    subprocess.run(
        [*command, *log, "restart"], user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL
    )


def new_database(folder: str) -> str:
    """The URL of a new database of that cluster."""
    import psycopg  # where Postgres is tested, its driver is there

    name = f"games{next(_numbers)}"
    with psycopg.connect(host=folder, user="noughts", dbname="postgres", autocommit=True) as asked:
        asked.execute(f"CREATE DATABASE {name}")
    return f"postgresql://noughts@/{name}?host={quote(folder, safe='')}"


def _programs() -> Path:
    """Where Postgres is; Debian has it beside the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not versions:
        pytest.skip("needs Postgres (Debian: apt-get install postgresql)")
    return versions[-1].parent


def _somebody(folder: Path) -> int | None:
    """Whom Postgres runs as, since it refuses root; the folder becomes theirs."""
    if os.geteuid() != 0:
        return None
    import pwd  # Windows has none

    user = pwd.getpwnam("postgres").pw_uid
    os.chown(folder, user, -1)
    return user
