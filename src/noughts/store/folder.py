"""The folder of a person's games."""

import os
from pathlib import Path

import platformdirs

from noughts.store.errors import StoreError

# The environment variable that names another folder.
VARIABLE = "NOUGHTS_DATA"


def data_folder(place: str = "") -> Path:
    """The folder, made if necessary.

    Args:
        place: the folder; empty for that in NOUGHTS_DATA, or else the machine's for such data.

    Raises:
        StoreError: it cannot be made.
    """
    given = place or os.environ.get(VARIABLE, "")
    folder = Path(given).expanduser() if given else platformdirs.user_data_path("noughts")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        how = "with --data" if place else f"in {VARIABLE}"
        raise StoreError(
            f"Cannot store games in {folder}: {error.strerror}. Choose another folder {how}."
        ) from None
    return folder
