"""The folder of a person's games and settings."""

import os
from contextlib import suppress
from pathlib import Path

from noughts.errors import StoreError

# The environment variable that names another folder.
VARIABLE = "NOUGHTS_DATA"
# The environment variable that names another settings file.
SETTINGS = "NOUGHTS_CONFIG"


def _usual() -> Path:
    import platformdirs

    return platformdirs.user_data_path("noughts")


def settings_file() -> Path:
    if given := os.environ.get(SETTINGS, ""):
        return Path(given)
    import platformdirs  # imported late: the first board appears sooner

    return platformdirs.user_config_path("noughts") / "config.toml"


def data_folder(place: str = "") -> Path:
    """The folder, made if necessary.

    Args:
        place: the folder; empty for the one in NOUGHTS_DATA or, without it, the user's data folder.

    Raises:
        StoreError: it cannot be made.
    """
    given = place or os.environ.get(VARIABLE, "")
    folder = Path(given).expanduser() if given else _usual()
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        how = "with --data" if place else f"in {VARIABLE}"
        raise StoreError(
            f"Cannot store games in {folder}: {error.strerror}. Choose another folder {how}."
        ) from None
    return folder


def private_file(file: Path) -> Path:
    """The file, made if necessary; others can neither read nor change it."""
    with suppress(OSError):  # opening it reports the reason
        file.touch(0o600)
        file.chmod(0o600)  # SQLite gives its other files the same permissions
    return file
