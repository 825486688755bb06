"""The command line."""

import click


@click.group()
def main() -> None:
    """Perfect play in two-player games, with tic-tac-toe at its centre."""
