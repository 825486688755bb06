"""The user's cache folder. Knows nothing of Numba."""

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """NOUGHTS_CACHE, or the noughts folder in the user's caches.

    >>> cache_folder().is_absolute() or "NOUGHTS_CACHE" in os.environ
    True
    """
    if own := os.environ.get("NOUGHTS_CACHE"):
        return Path(own)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "noughts"
