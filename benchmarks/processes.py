"""New Python processes: what it costs to start one and have it do something."""

import os
import subprocess
import sys
from collections.abc import Sequence

PYTHON = sys.executable


def run(arguments: Sequence[str], **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run Python with these arguments, its bytecode cached, and wait for it."""
    return subprocess.run(
        [PYTHON, *arguments],
        env=clean_environment() | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def clean_environment() -> dict[str, str]:
    """The environment, without what keeps Python from caching its bytecode."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPROFILEIMPORTTIME")
    }
