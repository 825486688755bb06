"""`noughts completion` and `noughts cache`: the installation."""

import os
import shutil
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from noughts.errors import NoughtsError
from noughts.files import cache_folder, write_file
from noughts.terminal.support.options import flag_option

ZSHRC = """\
Write these lines into ~/.zshrc, if they are not there, and open a new shell:
  fpath+=~/.zfunc
  autoload -Uz compinit && compinit"""
# The place of each shell's completion script below the home folder, and the remaining steps.
PLACES = {
    "bash": (
        ".local/share/bash-completion/completions/noughts",
        "Open a new shell. It needs the package bash-completion.",
    ),
    "zsh": (".zfunc/_noughts", ZSHRC),
    "fish": (".config/fish/completions/noughts.fish", "Open a new shell."),
}


@click.command()
@click.argument("shell", type=click.Choice(list(PLACES)), required=False)
@flag_option("--install", "Write the script into the shell's own folder.")
@click.pass_context
def completion(ctx: click.Context, shell: str | None, install: bool) -> None:
    """Complete commands, options, games and levels with Tab in SHELL, by default yours.

    \b
      noughts completion --install
      noughts completion zsh > ~/.zfunc/_noughts
    """  # noqa: D301  # click wants the backspace itself
    shell = shell or Path(os.environ.get("SHELL", "")).name
    if shell not in PLACES:
        raise click.UsageError(f"Name a shell: {', '.join(PLACES)}.")
    text = script(ctx.find_root().command, shell)
    if not install:
        click.echo(text, nl=False)
        return
    place, after = PLACES[shell]
    path = Path.home() / place
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, text)
    click.echo(f"Wrote {path}. {after}")


def script(command: click.Command, shell: str) -> str:
    kind = get_completion_class(shell)
    if kind is None:
        raise NoughtsError(f"Completion is not available for {shell}.")
    completing = kind(command, {}, "noughts", "_NOUGHTS_COMPLETE")
    return completing.source_template % completing.source_vars()


# The folders of the cache, with their contents.
FOLDERS = {
    "native": "compiled code",
    "pages": "parts of web pages",
    "checked": "results of checked rules",
    "files": "games' files as Python's code",
}


@click.command()
@flag_option("--clear", "Remove the cache.")
def cache(clear: bool) -> None:
    """Show the folders with compiled code and web pages, and their sizes.

    They are made again when needed. Your games, settings and strategies are
    elsewhere and are kept. NOUGHTS_CACHE names another folder.
    """
    from noughts.terminal.support.streams import table

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
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
