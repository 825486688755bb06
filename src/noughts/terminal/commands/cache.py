"""`noughts cache`: what noughts keeps to start sooner, and how to remove it."""

import shutil
from pathlib import Path

import click

from noughts.native.disk import cache_folder
from noughts.terminal.output.columns import table

# The folders of the cache, and what is in them.
FOLDERS = {
    "native": "compiled code",
    "pages": "what pages in the browser need",
    "checked": "rules that keep the laws of games",
}


@click.command()
@click.option("--clear", is_flag=True, help="Remove all of it.")
def cache(clear: bool) -> None:
    """Show where noughts keeps compiled code and pages, and how large they are.

    All of it is made again when needed. Your games, settings and strategies are elsewhere, and
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
    """The bytes of all files in a folder; none if there is no such folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _megabytes(size: int) -> str:
    """A size in words.

    >>> _megabytes(1_540_000)
    '1.5 MB'
    """
    return f"{size / 1e6:.1f} MB"
