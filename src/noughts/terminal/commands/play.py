"""`noughts play`: play a game on the full screen or line by line."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import click

from noughts.answers.question import ask, each_move
from noughts.errors import MatchError, NoughtsError
from noughts.game import Game
from noughts.players.player import REPLY_SECONDS
from noughts.terminal.commands.games import EPILOG
from noughts.terminal.game import messages
from noughts.terminal.game.session import SIDES, Beginning, GameKeeper, Session
from noughts.terminal.support import options as opt
from noughts.terminal.support.options import Settings, chosen_keys
from noughts.terminal.support.streams import Ink, wants_colour

IN_NOTEBOOK = (
    "A notebook's cell takes no input. Play there with: from noughts import BoardWidget, "
    "Match, PerfectPlayer, TicTacToe; BoardWidget(Match(TicTacToe(), None, PerfectPlayer()))"
)
# The value of --resume without a number.
LAST = "last"
# Options that a kept game settles.
SETTLED = ("game", "side", "first", "position", "moves")

if TYPE_CHECKING:
    from noughts.terminal.game.puzzles import Puzzles


@click.command(epilog=EPILOG)
@opt.game_argument
@opt.choice_option(
    "--side", list(SIDES), "Which side you play. both: two people. none: watch.", "x", any_case=True
)
@opt.first_option
@click.option("--level", type=opt.LevelType(), default="perfect", show_default=True,
              help="The computer's level: one of the opponents below.")  # fmt: skip
@opt.position_option
@opt.moves_option
@click.option(
    "--resume",
    metavar="[N]",
    is_flag=False,
    flag_value=LAST,
    help="Resume game N of noughts history; without N, the last unfinished one.",
)
@opt.flag_option("--points", "Play, hint and review by points, in games that count them.")
@opt.flag_option("--no-history", "Do not keep the games.")
@opt.flag_option("--numpad", "Number cells as on a numeric keypad, 7 8 9 on top.")
@opt.choice_option(
    "--theme", ["light", "dark"], "The full screen's colours. [default: like the terminal's]"
)
@opt.flag_option("--plain", "Play line by line, for screen readers and pipes.")
@click.option("--seed", type=int, help="A number that makes the computer's choices repeatable.")
@opt.seconds_option("Time limit of the computer's moves, in seconds.", REPLY_SECONDS)
@click.pass_context
def play(
    ctx: click.Context, /, theme: str | None, plain: bool, no_history: bool, **options: Any
) -> None:
    """Play GAME, by default tictactoe, against the computer.

    GAME may have parameters: mnk:4,4,3 is three in a row on a board of 4 columns and 4 rows.

    Your games are kept; noughts history lists them.
    """
    if "JPY_PARENT_PID" in os.environ:  # a notebook's cell
        raise click.ClickException(IN_NOTEBOOK)
    if options["side"] == "both":
        opt.refuse_given(("level", "seconds"), "is for the computer, and --side both has none")
    session = resumed(ctx, **options) if options["resume"] else begun(**options)
    if no_history:
        session.keeper = None
    if options["numpad"] and not session.labels.digits:
        raise click.UsageError("--numpad renumbers the digits on the board; this game has none.")
    if plain or not full_screen_possible():
        with closing(session), saving_games(session):
            play_plain(session)
    else:
        going_on: Session | None = session
        while going_on:
            with closing(going_on), saving_games(going_on):
                going_on = play_full_screen(going_on, theme or "")


def begun(game: Game[Any], side: str, **options: Any) -> Session:
    session, moves = session_of(game, side, options), options["moves"]
    start = ask(game, None, options["position"], opt.first_of(options["first"]))
    played = each_move(start, session.labels.in_names(moves)) if moves else ()
    session.begin_at(Beginning(start.position, start.turn, tuple(move for move, _ in played)))
    session.keeper = GameKeeper()
    return session


def session_of(game: Game[Any], side: str, options: dict[str, Any]) -> Session:
    given = (options[name] for name in ("level", "seed", "numpad", "seconds", "points"))
    return Session(game, SIDES[side], *given)


def resumed(ctx: click.Context, resume: str, **options: Any) -> Session:
    from noughts.lab.played import replay
    from noughts.terminal.game.kept_games import level_of, unfinished_game

    if given := [name for name in SETTLED if opt.was_given(ctx, name)]:
        option = given[0].upper() if given[0] == "game" else f"--{given[0]}"
        raise click.UsageError(f"--resume continues a kept game: leave out {option}.")
    found = unfinished_game(None if resume == LAST else resume)
    if not opt.was_given(ctx, "level"):
        options["level"] = level_of(found)
    try:
        record = replay(found)
    except NoughtsError as error:
        raise MatchError(
            f"Game {found.number} cannot be resumed: {error} Another game: noughts play --resume N"
        ) from None
    session = session_of(record.game, found.side, options)
    session.begin_at(Beginning(record.positions[0], record.first_turn))
    for move in record.moves:
        session.play(move)
    session.keeper = GameKeeper(found.number)
    return session


@contextmanager
def saving_games(session: Session) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        if way_back := messages.way_back(session):
            click.echo(f"\n{way_back}", err=True)
        raise
    finally:
        if session.keeper:
            session.keeper.close()
            if session.keeper.failure:
                click.echo(session.keeper.failure, err=True)


def full_screen_possible() -> bool:
    """Whether all three standard streams are terminals that can move the cursor.

    Textual draws on the error output.
    """
    ends = sys.stdin, sys.stdout, sys.stderr
    return all(end.isatty() for end in ends) and os.environ.get("TERM") != "dumb"


def play_full_screen(session: Session, theme: str) -> Session | None:
    """Play on the full screen; print the score when it closes."""
    from noughts.terminal.screen.board_view import by_cells

    if not by_cells(session.game):
        click.echo("This game has no board to point at, so it is played line by line.")
        play_plain(session)
        return None
    return run_screen(session, theme, lambda: (messages.score(session), messages.way_back(session)))


def solve_on_screen(puzzles: "Puzzles", number: int) -> bool:
    """Solve puzzles on the full screen; False if their game has no board to point at."""
    from noughts.terminal.screen.board_view import by_cells

    if not by_cells(puzzles.pack.game):
        return False
    session = Session(puzzles.pack.game, SIDES["both"])
    run_screen(session, "", lambda: (f"Your rating: {puzzles.rating}.",), (puzzles, number))
    return True


def run_screen(
    session: Session,
    theme: str,
    says: Callable[[], tuple[str, ...]],
    puzzles: "tuple[Puzzles, int] | None" = None,
) -> Session | None:
    """Run the full screen, then print some texts; returns the game to play next."""
    from noughts.terminal.screen.keys import KEYS
    from noughts.terminal.screen.screen import NoughtsApp

    settings = Settings(theme, chosen_keys(key.name for key in KEYS))
    app = NoughtsApp(session, settings, puzzles=puzzles)
    app.run()
    click.echo("\n".join(filter(None, says())))
    if app.failure:
        raise app.failure
    if app.return_code:
        sys.exit(app.return_code)
    return app.next_session


def play_plain(session: Session) -> None:
    from noughts.terminal.line_mode import repl

    repl.Plain(session, Ink(wants_colour(os.environ))).run()
