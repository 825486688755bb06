"""A page in one file that plays a game perfectly without a server."""

import json
from pathlib import Path
from typing import Any

from markupsafe import Markup

from noughts.answers.analyses import Json
from noughts.browser.embedded import TooLarge, answers_of
from noughts.browser.engine import engine_of, packed, values_of
from noughts.browser.made import keep, made
from noughts.browser.pages import embedded, page_values, templates
from noughts.browser.stencils import signs_of, stencils_of
from noughts.browser.theme import colours
from noughts.browser.url_state import Settings, Table
from noughts.browser.view import view_of
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.pictures.board.annotations import Sign
from noughts.pictures.search_page import hashed
from noughts.players.levels import about

STATIC = Path(__file__).parent / "static"

# The modules of a page, each after those that it needs when it is loaded.
MODULES = (
    "board.js", "served.js", "lines.js", "table.js", "options.js", "look.js", "analysis.js",
    "ending.js", "course.js", "play.js", "keys.js", "share.js", "noughts.js",
)  # fmt: skip

# The levels without an engine.
LEVELS = ("perfect", "random")


def exported(game: Game[Any], *, reasons: bool = True) -> str:
    """The page: with every position where they are few, else with the game's engine.

    Args:
        game: the rules.
        reasons: whether to embed the reasons for all moves, in words.

    Raises:
        TooLarge: the page can do neither; the message says why.
    """
    answers = knowledge_of_page(game, reasons)
    style = style_sheet()
    engine = ["engine.js"] if "module" in answers else []
    scripts = [
        *map(static, [*engine, "offline.js"]),
        static("theme.js"),
        _joined(*MODULES),
    ]
    allowed = " ".join([*map(_hash, scripts), *["'wasm-unsafe-eval'" for _ in engine]])
    policy = (
        f"default-src 'none'; script-src {allowed}; "
        f"style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    # The style and the scripts are ours.
    parts = {"style": Markup(style), "scripts": [Markup(script) for script in scripts]}
    return page_of_game(game, answers, policy=policy, files=[], **parts)


def page_of_game(game: Game[Any], answers: Json, **parts: Any) -> str:
    """The page of a game that needs no server.

    Args:
        game: the rules.
        answers: what the page knows of the game.
        parts: its `policy`, `style` and `scripts`, or the `files` of its scripts.
    """
    table = Table(Settings(spec_of(game)), game=game)
    levels = [*LEVELS[:1], *answers.get("levels", []), *LEVELS[1:]]
    return templates.get_template("offline.html").render(
        **page_values(table, view_of(table)),
        levels=[(level, about(level)) for level in levels],
        chosen=["perfect", "perfect"],
        answers=Markup(embedded(answers)),
        **parts,
    )


def knowledge_of_page(game: Game[Any], reasons: bool) -> Json:
    """Every position with its value, or else the engine; and the pieces of pictures."""
    if reasons and (kept := made(game)):
        return kept
    try:
        answers = answers_of(game, reasons=reasons)
        shown = signs_of(game, answers)
    except TooLarge as few:
        try:
            answers = engine_of(game)
        except TooLarge as unfit:
            raise TooLarge(f"{few} {unfit}") from None
        shown = {(Sign(value, best),) for value in values_of() for best in (False, True)}
    stencils = stencils_of(game, answers, shown)
    if "module" in answers:  # they are ten times as small packed, and needed only later
        stencils["packed"] = packed(json.dumps(stencils.pop("pieces")).encode())
    told = {**answers, "stencils": stencils}
    if reasons:
        keep(game, told)
    return told


def static(name: str) -> str:
    """A script or style of ours."""
    return (STATIC / name).read_text(encoding="utf-8")


def style_sheet() -> str:
    """The style of a page that stands alone."""
    return colours() + static("noughts.css") + static("table.css")


def _joined(*modules: str) -> str:
    """Modules as one, for a page that can load none: each may use those before it."""
    lines = "".join(map(static, modules)).splitlines()
    own = (line.removeprefix("export ") for line in lines if not line.startswith("import "))
    return "\n".join(own) + "\n"


def _hash(text: str) -> str:
    """The hash that allows an inline script or style in a page's policy."""
    return f"'{hashed(text)}'"
