"""A page in one file that plays a small game perfectly without a server."""

from pathlib import Path
from typing import Any

from markupsafe import Markup

from noughts.browser.embedded import answers_of
from noughts.browser.pages import embedded, page_values, templates
from noughts.browser.stencils import stencils_of
from noughts.browser.theme import colours
from noughts.browser.url_state import Settings, Table
from noughts.browser.view import view_of
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.pictures.search_page import hashed

STATIC = Path(__file__).parent / "static"

LEVELS = [("perfect", "never gives value away"), ("random", "any legal move")]


def exported(game: Game[Any], *, reasons: bool = True) -> str:
    """The page.

    Args:
        game: the rules.
        reasons: whether to embed the reasons for all moves, in words.

    Raises:
        TooLarge: the game has too many positions, or a board that is not fit for it.
    """
    answers = answers_of(game, reasons=reasons)
    answers["stencils"] = stencils_of(game, answers)
    table = Table(Settings(spec_of(game)), game=game)
    style = colours() + _static("noughts.css")
    scripts = [_static("offline.js"), _joined("board.js", "noughts.js")]
    policy = (
        f"default-src 'none'; script-src {' '.join(map(_hash, scripts))}; "
        f"style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    return templates.get_template("offline.html").render(
        **page_values(table, view_of(table)),
        levels=LEVELS,
        chosen=["perfect", "perfect"],
        policy=policy,
        style=Markup(style),  # it is ours
        scripts=[Markup(script) for script in scripts],
        answers=Markup(embedded(answers)),
    )


def _static(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _joined(*modules: str) -> str:
    """Modules as one, for a page that can load none: each may use those before it."""
    lines = "".join(map(_static, modules)).splitlines()
    own = (line.removeprefix("export ") for line in lines if not line.startswith("import "))
    return "\n".join(own) + "\n"


def _hash(text: str) -> str:
    """The hash that allows an inline script or style in a page's policy."""
    return f"'{hashed(text)}'"
