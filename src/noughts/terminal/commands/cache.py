"""`noughts cache`: the files that make noughts start faster, and their removal."""

import shutil
from pathlib import Path

import click

from noughts.files import cache_folder
from noughts.terminal.output.columns import table

# The folders of the cache, with their contents.
FOLDERS = {
    "native": "compiled code",
    "pages": "parts of web pages",
    "checked": "results of checked rules",
}


@click.command()
@click.option("--clear", is_flag=True, help="Remove the cache.")
def cache(clear: bool) -> None:
    """Show the folders with compiled code and web pages, and their sizes.

    They are made again when needed. Your games, settings and strategies are in other folders and
    stay. NOUGHTS_CACHE names another folder.
    """
    place = cache_folder()
    sizes = {name: _size(place / name) for name in FOLDERS}
    total = _megabytes(sum(sizes.values()))
    if clear:
        for name in FOLDERS:
            if (place / name).exists():
                shutil.rmtree(place / name)
        click.echo(f"Removed {total} from {place}.")
        return
    rows = [[name, _megabytes(sizes[name]), about] for name, about in FOLDERS.items()]
    rows = [["folder", "size", "what"], *rows, ["all", total, ""]]
    click.echo(f"{place}\n\n{table(rows, left=(0, 2))}\n\nnoughts cache --clear removes it.")


def _size(folder: Path) -> int:
    """The bytes of all files in a folder; 0 if it is missing."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _megabytes(size: int) -> str:
    """A size in words.

    >>> _megabytes(1_540_000)
    '1.5 MB'
    """
    return f"{size / 1e6:.1f} MB"
