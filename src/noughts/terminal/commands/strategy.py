"""`noughts strategy`: makes a strategy that anyone can check, or checks one."""

from contextlib import closing
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import click

from noughts.answers.encoder import SCHEMA, Json, fields, to_line
from noughts.answers.question import ask
from noughts.errors import BadStrategy, GameError
from noughts.files import write_file
from noughts.game import FIRST, Game
from noughts.games.registry import find_game, spec_of
from noughts.games.spec import is_file
from noughts.strategies.check import check_strategy, strategy_levels
from noughts.strategies.file import SIDES, Claim, StrategyFile, first_position
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import KINDS
from noughts.strategies.make import StrategyKind, StrategyMade, likely_side, make_strategy
from noughts.strategies.options import Kept, Oracle
from noughts.strategies.stored import UnfinishedStrategy, place_for
from noughts.terminal import FAILED, INTERRUPTED
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import table, write_answer, writing


@click.command()
@opt.game_argument
@opt.moves_option
@opt.position_option
@opt.choice_option("--for side", SIDES, "The side that it plays [default: the winner].")
@opt.file_option("-o --out", "Write to FILE, not where players look; FILE.part: unfinished.")
@opt.number_option(
    "--budget",
    "Leave out what a search of at most B nodes solves.",
    0,
    0,
    most=1_000_000_000,
    metavar="B",
)
@opt.flag_option("--follow", "Connect Four: leave out positions that follow-up holds.")
@opt.number_option(
    "--threats", "Leave out wins by threats found within N nodes.", 0, 0, most=1_000_000
)
@opt.flag_option("--forced", "Leave out positions where all moves but one lose immediately.")
@opt.flag_option("--pairing", "Line games: leave out draws by pairs of cells.")
@opt.number_option(
    "--points", "Connect Four: leave out what play by points reaches within N positions.", 0, 0
)
@opt.flag_option("--plies", "Win as fast as possible, and claim the number of plies.")
@opt.file_option(
    "--tablebase", "Look up who wins in a tablebase that noughts solve wrote.", "DIR", opt.FOLDER
)
@opt.seconds_option("Time limit for the outcome of a hard position, in seconds.", 600)
@opt.memory_option
@opt.file_option("--check file", "Check the strategy in FILE; for your own game, also give GAME.")
@opt.file_option(
    "--show shown",
    "Show FILE by depth; with -o x.svg its first moves, x.html a booklet, x.txt cards for Anki.",
)
@opt.json_option
def strategy(
    game: Game[Any],
    moves: str | None,
    position: str | None,
    file: Path | None,
    shown: Path | None,
    **given: Any,
) -> None:
    """Make a strategy for the side that wins or holds the draw, or check one.

    A strategy has an answer to every move of the opponent. Programs independent of noughts can
    check it: tools/check_strategy.py and tools/check_strategy.mjs (docs/strategies.md).

    \b
      noughts strategy -o cross.strategy
      noughts strategy connectfour:5,4 --for second --budget 100 -o four.strategy
      noughts strategy --check four.strategy
      noughts strategy --show four.strategy
      noughts strategy --show four.strategy -o four.svg
      noughts strategy --show cross.strategy -o cross.html
      noughts arena strategy:four.strategy random --game connectfour:5,4
    """  # noqa: D301  # click wants the backspace itself
    options = SimpleNamespace(**given)
    if file is not None and (shown or options.out):
        raise click.UsageError("Name the file to write, -o FILE, or the one to --check or --show.")
    named = game if opt.was_given(click.get_current_context(), "game") else None
    if file is None and shown is None:
        click.echo(_made(game, moves, position, options))
        return
    try:
        if file is not None:
            click.echo(_checked(file, named, options.as_json))
        elif shown is not None:
            click.echo(_shown(shown, named, options))
    except (BadStrategy, GameError) as error:
        click.echo(f"noughts: {error}", err=True)
        raise SystemExit(FAILED) from None


def _game_of(file: Path, claim: Claim) -> Game[Any]:
    """The game of a strategy; code that only the file names is never run."""
    try:
        return find_game(claim.game, files=False)
    except GameError:
        if not is_file(claim.game):
            raise
    raise BadStrategy(
        f"{file} is a strategy for a game of your own: name the game, too, as in "
        f"noughts strategy {claim.game} --check {file}."
    )


def _checked(file: Path, game: Game[Any] | None, as_json: bool) -> str:
    begun = perf_counter()
    read = StrategyFile.read(file)
    game = game or _game_of(file, read.claim)
    with progress_bar("Positions") as bar:
        found = check_strategy(game, read, bar)
    if not read.suits(game):  # made before the text of the rules changed, but true of them
        write_file(file, read.bound_to(game).to_bytes())
    if as_json:
        checked = {"positions": found.positions, "leaves": found.leaves}
        return to_line(claim_answer(file, game, read.claim) | checked)
    leaves = ", ".join(f"{count:,} {kind}" for kind, count in found.leaves.items())
    return (
        f"Checked: {claimed(game, read.claim)}. {found.positions:,} positions; leaves: {leaves}; "
        f"{perf_counter() - begun:.1f} s."
    )


def _shown(file: Path, game: Game[Any] | None, options: SimpleNamespace) -> str:
    read = StrategyFile.read(file)
    claim = read.claim
    game = game or _game_of(file, claim)
    if options.out:
        return f"{options.out}: {_drawn(game, read, options.out)} of {file}."
    with progress_bar("Positions") as bar:
        levels = strategy_levels(game, read, bar)
    if options.as_json:
        told = claim_answer(file, game, claim)
        return to_line(told | {"levels": [level._asdict() for level in levels]})
    kinds = [kind for kind in KINDS if kind == "over" or any(at.leaves[kind] for at in levels)]
    head = ["ply", "answered", *kinds]
    rows = [
        [f"{number:,}" for number in (level.ply, level.answered, *map(level.leaves.get, kinds))]
        for level in levels
    ]
    size = f"{len(read.moves):,} positions, {file.stat().st_size:,} bytes; not checked."
    return f"{file}: {claimed(game, claim)}. {size}\n\n{table([head, *rows], left=())}"


def _drawn(game: Game[Any], read: StrategyFile, out: Path) -> str:
    """Write a strategy in the form of the file's suffix; returns the name of the form."""
    from noughts.pictures.trees.cards import anki_cards, booklet
    from noughts.pictures.trees.strategy_map import strategy_sheet

    texts = {".txt": ("the cards", anki_cards), ".html": ("the booklet", booklet)}
    what, write = texts.get(out.suffix.lower(), ("the first moves", None))
    with writing(out):
        if write:
            write_file(out, write(game, read).encode())
        else:
            strategy_sheet(game, read).save(out)
    return what


def claimed(game: Game[Any], claim: Claim) -> str:
    begins = first_position(game, claim) or "the start"
    verb = "wins" if claim.result == "win" else "never loses"
    within = "" if claim.plies is None else f" within {claim.plies} plies"
    return f"in {spec_of(game)} from {begins} the {claim.side} player {verb}{within}"


def claim_answer(file: Path, game: Game[Any], claim: Claim) -> Json:
    position = first_position(game, claim) or game.text(game.start(), FIRST)
    return {
        "schema": SCHEMA,
        "file": str(file),
        **fields(game, claim, "game rules"),
        "position": position,
        **fields(game, claim, "side result plies budget"),
    }


def _made(
    game: Game[Any], moves: str | None, position: str | None, options: SimpleNamespace
) -> str:
    question = ask(game, moves, position)
    if options.out is None and (moves or position):
        raise click.UsageError(
            "Players look for strategies from the start only: write this one with -o FILE."
        )
    oracle = _oracle(game, options)
    _, *now = question
    side = SIDES.index(options.side) if options.side else likely_side(oracle, *now)
    out = options.out or place_for(game, side)
    if options.out is None:
        out.parent.mkdir(parents=True, exist_ok=True)
    wish = StrategyKind(*(getattr(options, name) for name in StrategyKind._fields))
    asked = str(wish).replace("StrategyKind", "Wish", 1)  # as earlier versions named it
    work = f"{spec_of(game)} {question.text} {options.side} {asked}"
    part = UnfinishedStrategy(out.with_name(f"{out.name}.part"), work, Fold(game))

    def keep(found: Kept) -> None:
        with writing(part.path):
            part.keep(found)

    with closing(part), progress_bar("Positions") as bar:
        try:
            made = make_strategy(
                game,
                side,
                position=question.position,
                turn=question.turn,
                wish=wish,
                oracle=oracle,
                progress=bar,
                kept=part.kept(),
                keep=keep,
            )
        except KeyboardInterrupt:
            so_far = f"{part.path} contains the work so far; the same command continues."
            click.echo(f"Stopped. {so_far if part.path.exists() else 'Nothing was found yet.'}")
            raise SystemExit(INTERRUPTED) from None
    content = made.file.to_bytes()
    write_answer(out, content)
    part.path.unlink(missing_ok=True)
    return _report(game, out, made, options.as_json)


def _oracle(game: Game[Any], options: SimpleNamespace) -> Oracle[Any]:
    if options.tablebase is None:
        attack, memory = options.threats > 0, options.memory
        return Oracle(game, seconds=options.seconds, attack=attack, memory=memory)
    from noughts.tablebase.probe import OutcomeTable, opened

    table = opened(options.tablebase, game)
    return Oracle(game, table, options.seconds, outcomes=isinstance(table, OutcomeTable))


def _report(game: Game[Any], out: Path, made: StrategyMade, as_json: bool) -> str:
    claim, positions, size = made.file.claim, len(made.file.moves), out.stat().st_size
    if as_json:
        told = {"positions": positions, "greedy": made.greedy, "bytes": size}
        return to_line(claim_answer(out, game, claim) | told)
    saved = made.greedy - positions
    least = f", at least {made.at_least:,} are needed" if made.at_least else ""
    won = f" ({saved:,} fewer than at first{least})" if saved or least else ""
    return f"{out}: {claimed(game, claim)}. {positions:,} positions{won}, {size:,} bytes."
