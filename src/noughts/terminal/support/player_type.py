"""The opponents on the command line: an option's value, and a list for the help."""

from collections.abc import Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from noughts.errors import NoughtsError
from noughts.players.levels import ENTRIES, player_of
from noughts.terminal.support.streams import table


def opponents_table(elo: Mapping[str, int] | None = None) -> str:
    rows = [
        [f"  {entry.form}", *([str(elo.get(entry.name, ""))] if elo else []), entry.about]
        for entry in ENTRIES.values()
    ]
    rows.append(
        [
            "  FILE.py:FUNCTION",
            *([""] if elo else []),
            "a function of yours; see docs/auditor.md",
        ]
    )
    if elo:
        rows.insert(0, ["", "Elo", ""])
    return table(rows, left=(0, 2) if elo else (0, 1))


#: The end of the help of commands with opponents.
EPILOG = f"\b\nOpponents:\n{opponents_table()}"


class LevelType(click.ParamType):  # type: ignore[type-arg]  # generic since Click 8.4 only
    name = "level"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            player_of(value)
        except NoughtsError as error:
            self.fail(str(error), param, ctx)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [
            CompletionItem(f"{entry.name}:" if entry.needs else entry.name, help=entry.about)
            for entry in ENTRIES.values()
            if entry.name.startswith(incomplete)
        ]
