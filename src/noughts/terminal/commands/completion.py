"""`noughts completion`: shell completion of commands, options, games and levels."""

import os
from pathlib import Path
from typing import NamedTuple

import click
from click.shell_completion import get_completion_class

from noughts.errors import NoughtsError
from noughts.files import write_file


class Place(NamedTuple):
    """The place of a shell's completion script.

    Args:
        path: the file, below the home folder.
        after: the remaining steps.
    """

    path: str
    after: str


PLACES = {
    "bash": Place(
        ".local/share/bash-completion/completions/noughts",
        "Open a new shell. It needs the package bash-completion.",
    ),
    "zsh": Place(
        ".zfunc/_noughts",
        "Write these lines into ~/.zshrc, if they are not there, and open a new shell:\n"
        "  fpath+=~/.zfunc\n"
        "  autoload -Uz compinit && compinit",
    ),
    "fish": Place(".config/fish/completions/noughts.fish", "Open a new shell."),
}


@click.command()
@click.argument("shell", type=click.Choice(list(PLACES)), required=False)
@click.option("--install", is_flag=True, help="Write the script into the shell's own folder.")
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
    path = Path.home() / PLACES[shell].path
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, text)
    click.echo(f"Wrote {path}. {PLACES[shell].after}")


def script(command: click.Command, shell: str) -> str:
    """The completion script for a shell."""
    kind = get_completion_class(shell)
    if kind is None:
        raise NoughtsError(f"Completion is not available for {shell}.")
    completing = kind(command, {}, "noughts", "_NOUGHTS_COMPLETE")
    return completing.source_template % completing.source_vars()
